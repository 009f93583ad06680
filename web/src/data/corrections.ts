import { getCorrections } from "@sendwright/functions/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { progressKey } from "./sendProgress.ts";

/** Asks who of a send that is over can be put right, as it stands at that moment. */
export function useCorrections(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(getCorrections, { id }, { fallback: "Could not load the people of this send." }),
    // It is not as the screen has it: another tab may have sent failed rows again.
    onError: () => cache.invalidateQueries({ queryKey: progressKey(id) }),
  });
}
