import { cancelSend, getCorrections } from "@sendwright/core/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { progressKey } from "./sendProgress.ts";
import { SENDS_KEY } from "./sendQueries.ts";

const CANCELLED =
  "The send is canceled, but we couldn't load its recipients. Open it in Sends and click “Change it first”.";

/** Reads who received a finished send, with their values. Throws Error. */
export function useReceivers(id: string) {
  return useMutation({
    mutationFn: () =>
      call(getCorrections, { id, who: "received" }, { fallback: "Could not load the recipients of this send." }),
  });
}

/** Reads who of a send can be corrected now; cancels a scheduled send for it. Throws Error. */
export function useCorrections(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ isOver }: { isOver: boolean }) => {
      const people = () => call(getCorrections, { id }, { fallback: "Could not load the recipients of this send." });
      if (isOver) return people();
      await call(cancelSend, { id, only: "scheduled" }, { fallback: "The send could not be canceled." });
      return people().catch((error: unknown) => {
        throw new Error(CANCELLED, { cause: error });
      });
    },
    // It is cancelled now, or not as the screen has it: another tab may have sent failed rows again.
    onSettled: (_corrections, error, { isOver }) => {
      if (isOver && error === null) return;
      void cache.invalidateQueries({ queryKey: SENDS_KEY });
      return cache.invalidateQueries({ queryKey: progressKey(id) });
    },
  });
}
