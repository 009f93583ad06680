import Button from "@mui/material/Button";
import type { Send } from "@sendwright/functions/contract";
import { useSendings } from "../SendingProvider.tsx";
import { useUndo } from "../useUndo.ts";

interface Props {
  send: Send;
  onUndone?: (() => void) | undefined;
}

/** Takes back a send that is held; not while its own call is unanswered here, since that could still begin it again. */
export function UndoButton({ send, onUndone }: Props) {
  const { undo, isUndoing } = useUndo(send, onUndone);
  const { sendings } = useSendings();
  const isUnanswered = sendings.some(({ read }) => {
    const attempt = read();
    return (attempt.is === "asked" || attempt.is === "lost") && attempt.key === send.id;
  });
  return (
    <Button size="small" variant="outlined" disabled={isUndoing || isUnanswered} onClick={undo}>
      {isUndoing ? "Undoing…" : "Undo"}
      <span className="unseen"> {send.title ?? "this send"}</span>
    </Button>
  );
}
