import type { Send } from "@sendwright/core/contract";
import { isOpen, meantOf } from "@sendwright/core/sends/counts";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useCorrections } from "../../data/correctionQueries.ts";
import { useSendList } from "../../data/sendQueries.ts";
import { kindAndPeople, sendWhen } from "../sendHeading.ts";
import { useAgain } from "./useAgain.ts";

const NO_ONE_LEFT = "There's no one left to correct in this send.";

/** Who was corrected before may have the mail under an address that the send does not know. */
const questionOf = (since: Send) => ({
  title: "Has anyone received it since?",
  text: `This email was sent again ${sendWhen(since, Date.now())} (${kindAndPeople(since)}). The people you corrected then are in the table again. Remove anyone who has received it.`,
  action: "Continue to the table",
});

/**
 * What takes who did not get a send, and its mail, into Bulk Send, where they are put right; a send that has not begun
 * is cancelled for it, once there is room for them.
 */
export function useCorrect(send: Send) {
  const { isReady, isFree, put } = useAgain(send);
  const { mutateAsync, isPending } = useCorrections(send.id);
  const toast = useToast();
  const confirm = useConfirm();
  const { data: list, isPending: isListAwaited } = useSendList();
  const correct = async () => {
    const isOver = !isOpen(send);
    // Nobody can have been corrected of a send that has not begun.
    const since = isOver ? sentSince(send, list?.sends ?? []) : null;
    if (since !== null && !(await confirm(questionOf(since)))) return;
    if (!isFree()) return;
    // Waited for here and not in callbacks of the mutation: a button of a send that is cancelled goes before the answer.
    try {
      const corrections = await mutateAsync({ isOver });
      if (corrections.rows.length === 0) toast(NO_ONE_LEFT, { variant: "info" });
      else if (isFree()) put(corrections);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { variant: "danger" });
    }
  };
  return { isReady: isReady && !isPending && !isListAwaited, correct: () => void correct() };
}

/**
 * The latest send of the same mail to several people that was begun after this one, and that somebody gets of whom
 * nobody knows whether they are of this one; null for none.
 */
export function sentSince({ id, title, created_at, corrected = [] }: Send, sends: readonly Send[]): Send | null {
  const known = new Map(corrected.map((one) => [one.id, one.rows.length]));
  const isKnown = (other: Send) => other.counts.total <= (known.get(other.id) ?? 0);
  const isSame = (other: Send) =>
    other.id !== id && !isKnown(other) && other.title === title && other.created_at > created_at;
  const isForMany = ({ kind }: Send) => kind === "csv" || kind === "manual";
  const since = title === null ? [] : sends.filter((one) => isSame(one) && isForMany(one) && meantOf(one) > 0);
  return since.sort((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null;
}
