import type { RowResult, Send } from "@sendwright/core/contract";
import { isOpen } from "@sendwright/core/sends/counts";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { fetchProgress, isNotFound, type SendProgress, withChanges } from "./fetchProgress.ts";
import { POLL_TIMES, waitFor } from "./pollTimes.ts";

export const progressKey = (id: string) => ["send", id] as const;

/** The wait before the next read (milliseconds), or false for never; `soon` is the wait while emails go out. */
function nextLook(progress: SendProgress | undefined, soon: number): number | false {
  if (!progress) return soon;
  return isOpen(progress.send) && waitFor(progress.send, soon);
}

/** Follows a send (null for none) until its end, less often if no one watches. */
export function useSendProgress(id: string | null, { isWatched = true } = {}) {
  return useQuery({
    queryKey: progressKey(id ?? ""),
    queryFn: ({ signal, client, queryKey }) =>
      fetchProgress(id ?? "", client.getQueryData<SendProgress>(queryKey), signal),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (isNotFound(state.error)) return false;
      return state.error
        ? POLL_TIMES.afterFailure
        : nextLook(state.data, isWatched ? POLL_TIMES.soon : POLL_TIMES.unwatched);
    },
  });
}

/**
 * Notes a send as an answer brought it, with its rows and the cursor behind them where it has them; what follows it
 * sees that at once and looks again.
 */
export function noteSend(cache: QueryClient, send: Send, results?: readonly RowResult[], cursor?: string): void {
  cache.setQueryData<SendProgress>(progressKey(send.id), (known) => ({
    // Corrections are included only in a single send's answer.
    send: { ...(known?.send.corrected && { corrected: known.send.corrected }), ...send },
    results: withChanges(known?.results ?? [], results ?? []),
    // If all its rows are known, they aren't requested again.
    cursor: known?.cursor || cursor || "",
  }));
  void cache.invalidateQueries({ queryKey: progressKey(send.id) });
}
