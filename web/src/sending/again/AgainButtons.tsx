import Button from "@mui/material/Button";
import { isOpen } from "@sendwright/core/sends/counts";
import { correctedRows, isSuppressedRow, toCorrect } from "@sendwright/core/sends/received";
import { withCommas } from "@sendwright/core/withCommas";
import { useToast } from "../../components/Toasts.tsx";
import { useReceivers } from "../../data/sendActions.ts";
import type { SendProgress } from "../../data/sendProgress.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { peopleAgain } from "./peopleAgain.ts";
import { useAgain } from "./useAgain.ts";
import { useCorrect } from "./useCorrect.ts";

/**
 * Makes everyone who received a send, with their values, the list of another email, as long as they
 * are stored.
 */
export function WriteToThem({ progress: { send } }: { progress: SendProgress }) {
  const { isReady, isFree, writeTo } = useAgain(send);
  const { mutateAsync, isPending } = useReceivers(send.id);
  const toast = useToast();
  const { sent } = send.counts;
  if (sent === 0 || isOpen(send)) return null;
  const write = async () => {
    if (!isFree()) return;
    try {
      const { corrections, ...people } = peopleAgain(send.id, await mutateAsync());
      // This corrects no one: it is another email.
      writeTo({ ...people, isCorrection: false }, corrections.length);
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  return (
    <Button size="small" disabled={!isReady || isPending} onClick={() => void write()}>
      Write to everyone who received it
    </Button>
  );
}

/** Puts the people a bulk send didn't reach, and its email, into Bulk Send to be corrected. */
export function CorrectThem({ progress: { send, results } }: { progress: SendProgress }) {
  const { isReady, correct } = useCorrect(send);
  // Someone whom the page skipped is in a blank row, which brings no one back.
  const { suppressed } = useSuppressedKeys(
    results.some((row) => isSuppressedRow(row) && row.recipient !== ""),
  );
  const people = toCorrect(results, correctedRows(send), suppressed).length;
  if (people === 0 || (send.kind !== "csv" && send.kind !== "manual")) return null;
  const who = people === 1 ? "the one" : `the ${withCommas(people)}`;
  return (
    <Button size="small" disabled={!isReady} onClick={correct}>
      {/* Shown beside the button that sends a canceled email to them unchanged. */}
      {send.cancelled > 0 ? "Edit it first" : `Correct ${who} who did not get it`}
    </Button>
  );
}
