import type { Send } from "@sendwright/functions/contract";
import { useMutation } from "@tanstack/react-query";
import { useToast } from "../components/Toasts.tsx";
import { noteSend, progressKey } from "../data/sendProgress.ts";
import { SENDS_KEY } from "../data/sends.ts";
import { undoSend } from "../data/undoSend.ts";
import { LATE, UNDONE } from "./messages.ts";
import { useSendings } from "./SendingProvider.tsx";

/** Gives the way to take back a held send that is listed, whichever tab of the browser began it. */
export function useUndo({ id }: Pick<Send, "id">, onUndone?: () => void) {
  const toast = useToast();
  const { account, sendings } = useSendings();
  const { cache } = account;
  const { mutate, isPending } = useMutation({
    mutationFn: () => undoSend(id),
    onSuccess: (undone) => {
      if (undone.is === "late") {
        if (undone.send) noteSend(cache, undone.send);
        toast(LATE, { variant: "warning" });
        return;
      }
      for (const sending of sendings) sending.hearUndone(id);
      onUndone?.();
      cache.removeQueries({ queryKey: progressKey(id) });
      toast(UNDONE, { variant: "info" });
    },
    onError: (error) => toast(error.message, { variant: "danger" }),
    onSettled: () => cache.invalidateQueries({ queryKey: SENDS_KEY }),
  });
  return { undo: () => mutate(), isUndoing: isPending };
}
