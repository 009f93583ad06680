import Button from "@mui/material/Button";
import type { Send } from "@sendwright/core/contract";
import { useIsUnanswered } from "../SendingProvider.tsx";
import { useUndo } from "../useUndo.ts";

interface Props {
  send: Send;
  onUndone?: (() => void) | undefined;
}

/** Takes back a send that is held; not while its own call is unanswered here, since that could still begin it again. */
export function UndoButton({ send, onUndone }: Props) {
  const { undo, isUndoing } = useUndo(send, onUndone);
  const isUnanswered = useIsUnanswered(send.id);
  return (
    <Button size="small" variant="outlined" disabled={isUndoing || isUnanswered} onClick={undo}>
      {isUndoing ? "Undoing…" : "Undo"}
      <span className="unseen"> {send.title ?? "this send"}</span>
    </Button>
  );
}
