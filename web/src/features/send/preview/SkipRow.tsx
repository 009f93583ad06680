import Button from "@mui/material/Button";
import type { CheckedRow } from "@sendwright/core/check/types";
import { flushSync } from "react-dom";
import { withRepeats } from "../list/withRepeats.ts";
import type { Bulk } from "../useSendForm.ts";

/** Whether someone skipped a row. One with an error isn't. */
export function isSkippedIn({ list, mode }: Pick<Bulk, "list" | "mode">, { id }: Pick<CheckedRow, "id">): boolean {
  return mode === "csv" && list?.rows.find((row) => row.id === id)?.skipped != null;
}

interface Props {
  bulk: Bulk;
  row: CheckedRow;
  /** The button that was pressed is gone, and another one undoes it. */
  onDone: () => void;
}

/** Skips the person of a row, or restores them. In a field of addresses, their line is deleted. */
export function SkipRow({ bulk, row, onDone }: Props) {
  const { mode, change, check } = bulk;
  const isSkipped = isSkippedIn(bulk, row);
  if (mode !== "csv" || check === null || (row.verdict === "skip" && !isSkipped)) return null;
  const ids = withRepeats(check, [row.id]);
  const toggle = () => {
    flushSync(() => {
      // They stay on the screen.
      change({ type: "preview", row: row.id });
      change({ type: "list", change: isSkipped ? { type: "restore", ids } : { type: "skip", ids, as: "by_hand" } });
    });
    onDone();
  };
  const word = isSkipped ? "Restore" : "Skip";
  return (
    <Button size="small" variant="text" data-skip="" aria-label={`${word} ${row.recipient}`} onClick={toggle}>
      {word}
    </Button>
  );
}
