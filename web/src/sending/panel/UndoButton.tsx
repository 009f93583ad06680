import Button from "@mui/material/Button";
import type { Send } from "@sendwright/core/contract";
import { useMutation } from "@tanstack/react-query";
import { useToast } from "../../components/Toasts.tsx";
import { noteSend, progressKey } from "../../data/sendProgress.ts";
import { SENDS_KEY } from "../../data/sendQueries.ts";
import { type Undone, undoHeldSend } from "../../data/undoHeldSend.ts";
import { isLost } from "../../lib/isLost.ts";
import { LATE, UNDONE } from "../attemptMessages.ts";
import { useIsUnanswered, useSendings } from "../SendingProvider.tsx";

/** How long to wait before a lost answer is asked for again, milliseconds. Then the person is told, and can press once more. */
const WAITS = [500, 1_500];

/** A loop and not the mutation's `retry`, which rests while the tab is hidden: the hold does not. */
async function undoPatiently(id: string): Promise<Undone> {
  for (const wait of WAITS) {
    try {
      return await undoHeldSend(id);
    } catch (error) {
      if (!isLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return await undoHeldSend(id);
}

/** The way to take back a held send that is listed, whichever tab of the browser began it. */
function useUndo({ id }: Pick<Send, "id">, onUndone?: () => void) {
  const toast = useToast();
  const { account, sendings } = useSendings();
  const { cache } = account;
  const { mutate, isPending } = useMutation({
    mutationFn: () => undoPatiently(id),
    onSuccess: (undone) => {
      if (undone.is === "late") {
        if (undone.send) noteSend(cache, undone.send);
        toast(LATE, { variant: "warning" });
        return;
      }
      for (const sending of sendings) sending.onUndoneElsewhere(id);
      onUndone?.();
      cache.removeQueries({ queryKey: progressKey(id) });
      toast(UNDONE, { variant: "info" });
    },
    onError: (error) => toast(error.message, { variant: "danger" }),
    onSettled: () => cache.invalidateQueries({ queryKey: SENDS_KEY }),
  });
  return { undo: () => mutate(), isUndoing: isPending };
}

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
