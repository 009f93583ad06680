import Button from "@mui/material/Button";
import type { RowResult } from "@sendwright/core/contract";
import { correctedRows } from "@sendwright/core/sends/correctable";
import type { SendProgress } from "../../data/look.ts";
import { withCommas } from "../../lib/counted.ts";
import type { useSendAgain } from "../again/useSendAgain.tsx";

/** Whether somebody was to get it, and did not. */
function isOwed({ status, cancelled }: RowResult): boolean {
  return status === "failed" || cancelled === true;
}

interface Props {
  progress: SendProgress;
  isBusy: boolean;
  sendAgain: ReturnType<typeof useSendAgain>["sendAgain"];
}

/** Of a cancelled send, as long as its data is there: it goes to those who did not get it after all, as it was begun. */
export function SendToTheRest({ progress: { send, results }, isBusy, sendAgain }: Props) {
  const corrected = correctedRows(send);
  const owed = results.filter((result) => isOwed(result) && !corrected.has(result.row));
  if (owed.length === 0) return null;
  return (
    <Button size="small" variant="text" disabled={isBusy} onClick={() => void sendAgain(owed, { isAsked: true })}>
      Send to the {withCommas(owed.length)} who did not get it
    </Button>
  );
}
