import Button from "@mui/material/Button";
import type { CheckedRow } from "@sendwright/core/check/types";
import { withRepeats } from "../list/withRepeats.ts";
import type { Bulk } from "../useBulkSend.ts";

/** Skips the person of a row, or restores them. In a field of addresses, their line is deleted. */
export function SkipRow({ bulk, row }: { bulk: Bulk; row: CheckedRow }) {
  const { mode, list, change, check } = bulk;
  const isSkipped = list?.rows.find(({ id }) => id === row.id)?.skipped != null;
  if (mode !== "csv" || check === null || (row.verdict === "skip" && !isSkipped)) return null;
  const ids = withRepeats(check, [row.id]);
  const toggle = () => {
    // They stay on the screen.
    change({ type: "preview", row: row.id });
    change({ type: "list", change: isSkipped ? { type: "restore", ids } : { type: "skip", ids, as: "by_hand" } });
  };
  const word = isSkipped ? "Restore" : "Skip";
  return (
    <Button size="small" variant="text" aria-label={`${word} ${row.recipient}`} onClick={toggle}>
      {word}
    </Button>
  );
}
