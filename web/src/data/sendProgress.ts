import { AppError, getSend, ROWS_AT_ONCE, type RowResult, type Send } from "@sendwright/functions/contract";
import { isOpen } from "@sendwright/functions/core";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { LOOKS, waitFor } from "./lookTimes.ts";

/** A send as it stood when it was last looked at. */
export interface SendProgress {
  send: Send;
  /** In the order of the rows. */
  results: RowResult[];
  /** What the next look begins after. */
  cursor: string;
}

export const progressKey = (id: string) => ["send", id] as const;

/** Takes what was known and rows that changed since; gives the rows as they are now. */
export function withChanges(known: readonly RowResult[], changed: readonly RowResult[]): RowResult[] {
  const byRow = new Map(known.map((result) => [result.row, result]));
  for (const result of changed) byRow.set(result.row, result);
  return [...byRow.values()].sort((a, b) => a.row - b.row);
}

/** Takes what a look failed with; tells whether the server has no such send. */
export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.reason === "not_found";
}

/** Takes a send's id, and what is known of it; gives the send and all its rows as they are now. Throws AppError. */
export async function look(id: string, known?: SendProgress, signal?: AbortSignal): Promise<SendProgress> {
  let progress = known;
  for (;;) {
    const input = { id, after: progress?.cursor || undefined };
    const { send, results, cursor } = await call(getSend, input, { signal, fallback: "Could not load the send." });
    const { title = progress?.send.title ?? null, subject = progress?.send.subject ?? null } = send;
    progress = { send: { ...send, title, subject }, results: withChanges(progress?.results ?? [], results), cursor };
    if (results.length < ROWS_AT_ONCE) return progress;
  }
}

/** Takes a cached look, and how long to wait while mails go out; gives when to look again (milliseconds), or false for never. */
function nextLook(progress: SendProgress | undefined, soon: number): number | false {
  if (!progress) return soon;
  return isOpen(progress.send) && waitFor(progress.send, soon);
}

/** Takes a send's id (null for none); follows it until its end, less often when nobody watches. */
export function useSendProgress(id: string | null, { isWatched = true } = {}) {
  return useQuery({
    queryKey: progressKey(id ?? ""),
    queryFn: ({ signal, client, queryKey }) => look(id ?? "", client.getQueryData<SendProgress>(queryKey), signal),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (isNotFound(state.error)) return false;
      return state.error ? LOOKS.afterFailure : nextLook(state.data, isWatched ? LOOKS.soon : LOOKS.unwatched);
    },
  });
}

/** Takes a send as an answer brought it, with its rows and the cursor behind them where it has them; whoever follows it sees that at once and looks again. */
export function noteSend(cache: QueryClient, send: Send, results?: readonly RowResult[], cursor?: string): void {
  cache.setQueryData<SendProgress>(progressKey(send.id), (known) => ({
    send,
    results: withChanges(known?.results ?? [], results ?? []),
    // Who knows all its rows already need not ask for them again.
    cursor: known?.cursor || cursor || "",
  }));
  void cache.invalidateQueries({ queryKey: progressKey(send.id) });
}
