import Button from "@mui/material/Button";
import type { RowResult } from "@sendwright/core/contract";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { correctedRows } from "@sendwright/core/sends/correctable";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import type { SendProgress } from "../../data/look.ts";
import { andMore, counted, withCommas } from "../../lib/counted.ts";
import { NOT_WHOLE, useRepeatGuard } from "../repeat/useRepeatGuard.ts";
import type { useControls } from "./SendControls.tsx";

/** So many are named in the question. */
const NAMED = 3;

const GOT_IT = "All of them have got this mail by another send, or are about to.";

/** Whether somebody was to get it, and did not. */
function isOwed({ status, cancelled }: RowResult): boolean {
  return status === "failed" || cancelled === true;
}

interface Props {
  progress: SendProgress;
  controls: ReturnType<typeof useControls>;
}

/** Of a cancelled send, as long as its data is there: it goes to those who did not get it after all, as it was begun. */
export function SendToTheRest({ progress: { send, results }, controls: { change, isBusy } }: Props) {
  const confirm = useConfirm();
  const toast = useToast();
  const guard = useRepeatGuard();
  const corrected = correctedRows(send);
  const owed = results.filter((result) => isOwed(result) && !corrected.has(result.row));
  const ask = async () => {
    const people = owed.map(({ row, recipient }) => ({
      n: row,
      address: parseRecipient(recipient)?.address ?? recipient,
      verdict: "ready" as const,
    }));
    const { repeat, isWhole } = await guard.look(send.title ?? "", people);
    const got = new Set(repeat?.rows);
    const left = owed.filter(({ row }) => !got.has(row));
    if (left.length === 0) return toast(GOT_IT, { variant: "info" });
    const emails = counted(left.length, "email");
    const named = left.slice(0, NAMED).map(({ recipient }) => recipient);
    const others = `${counted(got.size, "other has", "others have")} got this mail by another send, or will: left out.`;
    const yes = await confirm({
      title: `Send ${emails} after all?`,
      text: (
        <>
          <p>To {andMore(named, left.length)}: the mail and the values that the send began with.</p>
          {got.size > 0 && <p>{others}</p>}
          {!isWhole && <p>{NOT_WHOLE}</p>}
        </>
      ),
      action: `Send ${emails}`,
      danger: false,
    });
    if (yes) change("retry", { rows: left.map(({ row }) => row) });
  };
  if (owed.length === 0) return null;
  return (
    <Button size="small" variant="contained" disabled={isBusy || guard.isLooking} onClick={() => void ask()}>
      Send to the {withCommas(owed.length)} who did not get it
    </Button>
  );
}
