import Button from "@mui/material/Button";
import type { CheckedRow } from "@sendwright/core/check/types";
import type { Bulk } from "../useBulkSend.ts";

/** Leaves the person of a row of a file or table out, or puts them back. Of a list, their line is deleted. */
export function LeaveOut({
  bulk: { form, change, check },
  row: { n, recipient, verdict },
}: {
  bulk: Bulk;
  row: CheckedRow;
}) {
  const isLeftOut = form.skipRows.includes(n);
  if (form.mode !== "csv" || check === null || (verdict === "skip" && !isLeftOut)) return null;
  // Rows of the same address went out with it, lest they move up.
  const behind = check.rows.filter(({ duplicateOf }) => duplicateOf === n).map((row) => row.n);
  const toggle = () => {
    // They stay on the screen, with what became of them.
    change({ type: "preview", row: n });
    change(
      isLeftOut ? { type: "putBack", rows: [n, ...behind] } : { type: "leaveOut", rows: [n], check, sentBefore: false },
    );
  };
  const word = isLeftOut ? "Put back" : "Leave out";
  return (
    <Button size="small" variant="text" aria-label={`${word} ${recipient}`} onClick={toggle}>
      {word}
    </Button>
  );
}
