import type { RowResult, Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { intendedCount, isOpen } from "@sendwright/core/sends/counts";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { writtenWords } from "../../components/WrittenText.tsx";
import { useCorrections } from "../../data/receivers.ts";
import { useSendList } from "../../data/sendQueries.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { kindAndPeople, sendTitle, startWhen } from "../sendHeading.ts";
import { useWhenHere } from "../useWhenHere.ts";
import { useAgain } from "./useAgain.ts";

const NO_ONE_LEFT = "There's no one left to correct in this send.";

/** People corrected before may have the email under an address that this send doesn't know. */
const questionOf = (since: Send) => ({
  title: "Has anyone received it since?",
  text: `This email ${since.state === "scheduled" ? "is scheduled again for" : "was sent again"} ${startWhen(since, Date.now())} (${kindAndPeople(since)}). If it reached someone who is in the table now, perhaps at another address, remove them.`,
  action: "Continue to the table",
});

/**
 * Puts the people a send didn't reach, or hasn't reached yet, and its email into Bulk Send to be
 * corrected. A scheduled send stays as it is until the edited one takes its place.
 */
export function useCorrect(send: Send) {
  const list = useSendList();
  // No one of a send that hasn't started can have been corrected.
  const mayBeCorrected = !isOpen(send);
  const { isReady, warnIfBlocked, reuse } = useAgain(
    send,
    mayBeCorrected ? [{ what: "your sends", query: list }] : [],
  );
  const { mutateAsync, isPending } = useCorrections(send.id);
  const toast = useToast();
  const whenHere = useWhenHere();
  const confirm = useConfirm();
  const correct = async () => {
    if (warnIfBlocked()) return;
    const since = mayBeCorrected ? sentSince(send, list.data?.sends ?? []) : null;
    if (since !== null && !(await confirm(questionOf(since)))) return;
    const here = whenHere();
    try {
      const corrections = await mutateAsync();
      if (corrections.rows.length === 0) toast(NO_ONE_LEFT, { variant: "info" });
      else here(readyWords(send, corrections.rows), () => reuse(corrections));
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  return { isReady: isReady && !isPending, correct: () => void correct() };
}

/** Says that people of a send can get an email now, if that isn't on the screen. */
export function readyWords(send: Send, rows: readonly Pick<RowResult, "joined_to">[]): string {
  const people = pluralize(withoutFurther(rows).length, "person", "people");
  return `The list with ${people} of “${writtenWords(sendTitle(send))}” is ready.`;
}

/**
 * The latest later send of the same email to several people that includes someone who can't be
 * matched to this send; null for none.
 */
export function sentSince(
  { id, title, created_at, corrected = [] }: Send,
  sends: readonly Send[],
): Send | null {
  const known = new Map(corrected.map((one) => [one.id, one.rows.length]));
  const isKnown = (other: Send) => other.counts.total <= (known.get(other.id) ?? 0);
  const isSame = (other: Send) =>
    other.id !== id && !isKnown(other) && other.title === title && other.created_at > created_at;
  const hasPeople = (one: Send) => intendedCount(one) > 0 && one.replaced_by === undefined;
  const isForMany = ({ kind }: Send) => kind === "csv" || kind === "manual";
  const since =
    title === null ? [] : sends.filter((one) => isSame(one) && isForMany(one) && hasPeople(one));
  return since.sort((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null;
}
