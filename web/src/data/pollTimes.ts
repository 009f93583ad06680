import type { Send } from "@sendwright/core/contract";

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

type Waiting = Pick<Send, "state" | "counts" | "starts_at" | "resumes_at">;

/** The wait until the next read of a send that has not ended (milliseconds); `goingOn` is the pace while it sends. */
export function waitFor(send: Waiting, goingOn: number, now = Date.now()): number {
  const comes = changesAt(send);
  if (comes === undefined) return goingOn;
  return Math.max(goingOn, Math.min(POLL_TIMES.waiting, comes - now));
}

/** When a paused send resumes on its own (never: infinitely late); undefined if it isn't paused. */
function changesAt({ state, counts, starts_at, resumes_at }: Waiting): number | undefined {
  if (state === "scheduled") return Date.parse(starts_at);
  // Emails may still be in progress when a pause begins.
  if (state !== "paused" || counts.sending > 0) return undefined;
  return resumes_at === null ? Number.POSITIVE_INFINITY : Date.parse(resumes_at);
}
