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

/**
 * Milliseconds to wait before asking again after a lost answer. Then the page reports it, and you can click once more.
 */
const WAITS = [500, 1_500];

/** A loop instead of the mutation's `retry`, which pauses in a hidden tab, but the hold doesn't. */
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

/** Undoes a held send in the list, no matter which browser tab started it. */
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

/**
 * Undoes a held send. Waits while this page's own call for it is unanswered, because that could still start it again.
 */
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
