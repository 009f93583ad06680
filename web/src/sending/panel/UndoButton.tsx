import Button from "@mui/material/Button";
import type { Send } from "@sendwright/functions/contract";
import { useUndo } from "../useUndo.ts";

/** Takes back a send that is held. */
export function UndoButton({ send, onUndone }: { send: Send; onUndone?: (() => void) | undefined }) {
  const { undo, isUndoing } = useUndo(send, onUndone);
  return (
    <Button size="small" variant="outlined" disabled={isUndoing} onClick={undo}>
      {isUndoing ? "Undoing…" : "Undo"}
      <span className="unseen"> {send.title ?? "this send"}</span>
    </Button>
  );
}
