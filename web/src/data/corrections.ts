import { cancelSend, getCorrections } from "@sendwright/functions/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { progressKey } from "./sendProgress.ts";
import { SENDS_KEY } from "./sends.ts";

/** Asks who of a send can be put right, as it stands at that moment; one that is not over is cancelled for it. */
export function useCorrections(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ isOver }: { isOver: boolean }) => {
      if (!isOver) await call(cancelSend, { id }, { fallback: "The send could not be cancelled." });
      return call(getCorrections, { id }, { fallback: "Could not load the people of this send." });
    },
    // It is cancelled now, or not as the screen has it: another tab may have sent failed rows again.
    onSettled: (_corrections, error, { isOver }) => {
      if (isOver && error === null) return;
      void cache.invalidateQueries({ queryKey: SENDS_KEY });
      return cache.invalidateQueries({ queryKey: progressKey(id) });
    },
  });
}
