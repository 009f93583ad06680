import {
  AppError,
  getSend,
  ROWS_AT_ONCE,
  type RowResult,
  SEND_DETAILS,
  type Send,
} from "@sendwright/core/contract";
import { isOpen } from "@sendwright/core/sends/counts";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** How long to wait until a send is looked at again, in milliseconds. */
export const POLL_TIMES = {
  /** While emails go out and someone watches; the server's costs are based on this pace. */
  soon: 2_000,
  unwatched: 4_000,
  list: 15_000,
  afterFailure: 15_000,
  /** While nothing can change but by a person, or by a time that has not come. */
  waiting: 60_000,
} as const;

type WaitingSend = Pick<Send, "state" | "counts" | "starts_at" | "resumes_at">;

/**
 * The wait until the next read of a send that has not ended (milliseconds); `pace` applies while it
 * sends.
 */
export function waitFor(send: WaitingSend, pace: number, now = Date.now()): number {
  const comes = changesAt(send);
  if (comes === undefined) return pace;
  return Math.max(pace, Math.min(POLL_TIMES.waiting, comes - now));
}

/** When a paused send resumes on its own (never: infinitely late); undefined if it isn't paused. */
function changesAt({ state, counts, starts_at, resumes_at }: WaitingSend): number | undefined {
  if (state === "scheduled") return Date.parse(starts_at);
  // Emails may still be in progress when a pause begins.
  if (state !== "paused" || counts.sending > 0) return undefined;
  return resumes_at === null ? Number.POSITIVE_INFINITY : Date.parse(resumes_at);
}

/** A send as last read. */
export interface SendProgress {
  send: Send;
  /** In the order of the rows. */
  results: RowResult[];
  /** The cursor for the next read. */
  cursor: string;
}

/** The rows as they are now, after some have changed. */
export function withChanges(
  known: readonly RowResult[],
  changed: readonly RowResult[],
): RowResult[] {
  const byRow = new Map(known.map((result) => [result.row, result]));
  for (const result of changed) byRow.set(result.row, result);
  return [...byRow.values()].sort((a, b) => a.row - b.row);
}

/** Whether a look failed because the server has no such send. */
export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.reason === "not_found";
}

/** A send and all its rows now; `known` is the result of the last read. Throws AppError. */
export async function fetchProgress(
  id: string,
  known?: SendProgress,
  signal?: AbortSignal,
): Promise<SendProgress> {
  let progress = known;
  for (;;) {
    const input = { id, after: progress?.cursor || undefined };
    const { send, results, cursor } = await call(getSend, input, {
      signal,
      fallback: "Could not load the send.",
    });
    const { title = progress?.send.title ?? null, subject = progress?.send.subject ?? null } = send;
    const details = SEND_DETAILS.map((name) => [name, progress?.send[name]] as const);
    const before = Object.fromEntries(details.filter(([, text]) => text !== undefined));
    // Not repeated after the first look, and deleted with the title.
    progress = {
      send: { ...(title !== null && before), ...send, title, subject },
      results: withChanges(progress?.results ?? [], results),
      cursor,
    };
    // The server pages by emails; further rows come with theirs.
    if (withoutFurther(results).length < ROWS_AT_ONCE) return progress;
  }
}

export const progressKey = (id: string) => ["send", id] as const;

/**
 * The wait before the next read (milliseconds), or false for never; `soon` is the wait while emails
 * go out.
 */
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
 * Notes a send as an answer brought it, with its rows and the cursor behind them where it has them;
 * what follows it sees that at once and looks again.
 */
export function noteSend(
  cache: QueryClient,
  send: Send,
  results?: readonly RowResult[],
  cursor?: string,
): void {
  const rows = cache.getQueryData<SendProgress>(progressKey(send.id))?.results ?? [];
  const isBehind = rows.some(({ status }) => status === "queued" || status === "sending");
  // A send that was canceled never shows with rows that still wait: both come with the next look.
  const isShown = results !== undefined || isOpen(send) || !isBehind;
  cache.setQueryData<SendProgress>(progressKey(send.id), (known) =>
    known && !isShown
      ? known
      : {
          // Corrections are included only in a single send's answer.
          send: { ...(known?.send.corrected && { corrected: known.send.corrected }), ...send },
          results: withChanges(known?.results ?? [], results ?? []),
          // If all its rows are known, they aren't requested again.
          cursor: known?.cursor || cursor || "",
        },
  );
  void cache.invalidateQueries({ queryKey: progressKey(send.id) });
}
