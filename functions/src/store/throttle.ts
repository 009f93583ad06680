import { MINUTE } from "@sendwright/core/dates/units";
import * as z from "zod";

/**
 * How fast a user's email goes out: the calls of the last minute, and whether Gmail asked for a
 * pause.
 */
export const pace = z.object({
  /** Recipients of the calls per second since 1970, those of the last minute. */
  window: z.record(z.string(), z.number()),
  /** Nothing is sent before (milliseconds). */
  closedUntil: z.number(),
  /** When the window was last closed; earlier calls say nothing new. */
  closedAt: z.number(),
  /** Closings since the last sent email. */
  closings: z.number(),
});
export type Pace = z.infer<typeof pace>;

export const FRESH_PACE: Pace = { window: {}, closedUntil: 0, closedAt: 0, closings: 0 };

const MAX_CLOSING_MS = 64_000;

/**
 * A call in second `s` counts until the end of that second plus a minute: a little longer than
 * Gmail counts it.
 */
function leavesAt(second: string): number {
  return (Number(second) + 1) * 1_000 + MINUTE;
}

/**
 * The earliest time (milliseconds) of the next call, with `rate` recipients allowed in any 60 s and
 * `n` of them in this call. More than `rate` go into an empty window.
 */
export function nextCallAt(pace: Pace, now: number, rate: number, n = 1): number {
  const counted = stillCounted(pace, now).sort(([a], [b]) => Number(a) - Number(b));
  let calls = recipientsOf(counted);
  let at = now;
  for (const [second, before] of counted) {
    if (calls + n <= rate) break;
    calls -= before;
    at = leavesAt(second);
  }
  return Math.max(at, pace.closedUntil);
}

/** How many recipients the next calls may have now, with `rate` allowed in any 60 s. */
export function roomNow(pace: Pace, now: number, rate: number): number {
  if (pace.closedUntil > now) return 0;
  return Math.max(0, rate - recipientsOf(stillCounted(pace, now)));
}

function stillCounted({ window }: Pace, now: number): [string, number][] {
  return Object.entries(window).filter(([second]) => leavesAt(second) > now);
}

function recipientsOf(counted: readonly [string, number][]): number {
  return counted.reduce((sum, [, n]) => sum + n, 0);
}

/** Adds a call with `n` recipients now and drops the seconds that no longer count. */
export function countCalls(pace: Pace, now: number, n = 1): Pace {
  const window = Object.fromEntries(stillCounted(pace, now));
  const second = String(Math.floor(now / 1_000));
  return { ...pace, window: { ...window, [second]: (window[second] ?? 0) + n } };
}

/**
 * Gmail refused a call for now: closes the window for 1, 2, 4 … 64 s with up to a quarter more at
 * random, or as long as Gmail asks (`retryAfter`, milliseconds). Four calls in flight that are
 * refused together close it once.
 */
export function closeWindow(
  pace: Pace,
  refused: { calledAt: number; now: number; retryAfter: number | null; random: number },
): Pace {
  const asked = refused.now + (refused.retryAfter ?? 0);
  if (refused.calledAt < pace.closedAt)
    return { ...pace, closedUntil: Math.max(pace.closedUntil, asked) };
  const closing = Math.round(
    Math.min(1_000 * 2 ** pace.closings, MAX_CLOSING_MS) * (1 + refused.random / 4),
  );
  return {
    ...pace,
    closedAt: refused.now,
    closedUntil: Math.max(pace.closedUntil, asked, refused.now + closing),
    closings: Math.min(pace.closings + 1, 6),
  };
}

/** An email went out: the next closing is short again. */
export function openWindow(pace: Pace): Pace {
  return pace.closings === 0 ? pace : { ...pace, closings: 0 };
}
