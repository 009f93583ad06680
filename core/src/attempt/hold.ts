import { MAX_HOLD_SECONDS } from "../contract/limits.ts";
import type { Send } from "../contract/sends.ts";

/** What the server does not let out yet. */
export interface Hold {
  /** Until when it can be undone, milliseconds since 1970 on the client's own clock. */
  until: number;
  /** When it begins, if it was scheduled for later than that (ISO time). */
  later: string | null;
}

type HoldFields = Pick<Send, "state" | "starts_at" | "held_until">;

/**
 * The hold of a send as it was seen at `now`, null when it is not held. Never longer than a hold can last, however
 * wrong one of the two clocks is.
 */
export function holdOf({ state, starts_at, held_until }: HoldFields, now: number): Hold | null {
  if (state !== "scheduled" || !held_until) return null;
  const end = Date.parse(held_until);
  const later = Date.parse(starts_at) > end ? starts_at : null;
  // What is scheduled for later stays so when its hold is over.
  if (later !== null && end <= now) return null;
  return { until: Math.min(end, now + MAX_HOLD_SECONDS * 1_000), later };
}

/** How often a send is looked at while it is held, so soon after its hold, and from then on; milliseconds. */
const LOOK_EVERY = 3_000;
const SOON = 300;
const OVERDUE_MS = 1_000;

/** The wait until the next look at a send that is held (milliseconds). */
export function untilLook({ until }: Hold, now: number): number {
  const left = until - now;
  return left > 0 ? Math.min(LOOK_EVERY, left + SOON) : OVERDUE_MS;
}

/** Whether a send, as it was seen at `now`, is held no longer. */
export function isReleased(
  { state, held_until }: Omit<HoldFields, "starts_at">,
  { until, later }: Hold,
  now: number,
): boolean {
  return state !== "scheduled" || !held_until || (later !== null && now >= until);
}
