import { MAX_HOLD_SECONDS } from "../contract/limits.ts";
import type { Send } from "../contract/sends.ts";

/** The time in which a send can be undone. */
export interface Hold {
  /** Its end on the client's clock, in milliseconds since 1970. */
  until: number;
  /** How many emails wait. */
  emails: number;
  /** The scheduled start of a send that begins after its hold (ISO time). */
  later: string | null;
}

type HoldFields = Pick<Send, "state" | "starts_at" | "held_until" | "counts">;

/**
 * The hold of a send seen at `now`; null if it isn't held. Even if a clock is wrong, it never
 * exceeds the longest hold.
 */
export function holdOf(
  { state, starts_at, held_until, counts }: HoldFields,
  now: number,
): Hold | null {
  if (state !== "scheduled" || !held_until) return null;
  const end = Date.parse(held_until);
  const later = Date.parse(starts_at) > end ? starts_at : null;
  // A send for later stays scheduled after its hold.
  if (later !== null && end <= now) return null;
  return { until: Math.min(end, now + MAX_HOLD_SECONDS * 1_000), emails: counts.queued, later };
}

/**
 * The waits between looks at a held send: during the hold, right after it, and from then on
 * (milliseconds).
 */
const LOOK_EVERY = 3_000;
const SOON = 300;
const OVERDUE_MS = 1_000;

/** Returns how long to wait until the next look at a held send (milliseconds). */
export function waitUntilLook({ until }: Hold, now: number): number {
  const left = until - now;
  return left > 0 ? Math.min(LOOK_EVERY, left + SOON) : OVERDUE_MS;
}

/** Whether the hold of a send seen at `now` is over. */
export function isReleased(
  { state, held_until }: Pick<HoldFields, "state" | "held_until">,
  { until, later }: Hold,
  now: number,
): boolean {
  return state !== "scheduled" || !held_until || (later !== null && now >= until);
}
