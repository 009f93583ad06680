import { AppError, getSend, ROWS_AT_ONCE, type RowResult, type Send } from "@sendwright/core/contract";
import { call } from "../lib/call.ts";

/** A send as last read. */
export interface SendProgress {
  send: Send;
  /** In the order of the rows. */
  results: RowResult[];
  /** The cursor for the next read. */
  cursor: string;
}

/** The rows as they are now, after some have changed. */
export function withChanges(known: readonly RowResult[], changed: readonly RowResult[]): RowResult[] {
  const byRow = new Map(known.map((result) => [result.row, result]));
  for (const result of changed) byRow.set(result.row, result);
  return [...byRow.values()].sort((a, b) => a.row - b.row);
}

/** Whether a look failed because the server has no such send. */
export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.reason === "not_found";
}

/** A send and all its rows now; `known` is the result of the last read. Throws AppError. */
export async function fetchProgress(id: string, known?: SendProgress, signal?: AbortSignal): Promise<SendProgress> {
  let progress = known;
  for (;;) {
    const input = { id, after: progress?.cursor || undefined };
    const { send, results, cursor } = await call(getSend, input, { signal, fallback: "Could not load the send." });
    const { title = progress?.send.title ?? null, subject = progress?.send.subject ?? null } = send;
    progress = { send: { ...send, title, subject }, results: withChanges(progress?.results ?? [], results), cursor };
    if (results.length < ROWS_AT_ONCE) return progress;
  }
}
