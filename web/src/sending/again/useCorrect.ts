import type { Send } from "@sendwright/core/contract";
import { isOpen } from "@sendwright/core/sends/counts";
import { sentSince } from "@sendwright/core/sends/sentSince";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useCorrections } from "../../data/receivers.ts";
import { useSendList } from "../../data/sendQueries.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { kindAndPeople, startWhen } from "../sendHeading.ts";
import { useWhenHere } from "../useWhenHere.ts";
import { listIsReady } from "./peopleAgain.ts";
import { useAgain } from "./useAgain.ts";

const NO_ONE_LEFT = "There's no one left to correct in this send.";

/** People corrected before may have the email under an address that this send doesn't know. */
const questionOf = (since: Send) => ({
  title: "Has anyone received it since?",
  text: `This email is also in the send ${since.state === "scheduled" ? "scheduled for" : "from"} ${startWhen(since, Date.now())} (${kindAndPeople(since)}). If it reached someone who is in the table now, perhaps at another address, remove them.`,
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
      else here(listIsReady(send, corrections.rows), () => reuse(corrections));
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  return { isReady: isReady && !isPending, correct: () => void correct() };
}
