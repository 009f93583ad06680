import { AppError } from "@sendwright/core/contract/appError";
import { KEPT, MAX_SCHEDULE_DAYS, PREPARATION_SECONDS } from "@sendwright/core/contract/limits";
import { DAY, HOUR, MINUTE, SECOND } from "@sendwright/core/dates/units";
import { isTooFarAhead } from "@sendwright/core/hours/hours";

/**
 * When a send begins that asks for an ISO time, in milliseconds; null for now: if it asks for none,
 * or that time has come. Throws `invalid_input` for one too far ahead (rule: schedule).
 */
export function startOf(startAt: string | undefined, now: number): number | null {
  if (startAt === undefined) return null;
  const time = Date.parse(startAt);
  if (isTooFarAhead(time, now)) {
    throw new AppError(
      "invalid_input",
      `A send can be scheduled at most ${MAX_SCHEDULE_DAYS} days ahead.`,
    );
  }
  return time > now ? time : null;
}

/** The times in the life of a send, in milliseconds. */
export const SEND_TIMES = {
  /** Until an unfinished preparation is given up: no request lives so long. */
  void: PREPARATION_SECONDS * SECOND,
  /** From a due slice until the sweep asks for another. */
  overdue: 2 * MINUTE,
  /** Until a pause without an end is canceled. */
  longestPause: 7 * DAY,
  /** From its start until its rest is canceled. */
  life: KEPT.daysOfLife * DAY,
  /** From its first start until Firestore's TTL policy may delete rows. No send lives so long. */
  backstop: KEPT.daysOfRows * DAY,
  /** From the end of a send until its data is deleted. */
  kept: KEPT.hoursAfterEnd * HOUR,
  /** Until the sweep retries a failed check. */
  setBack: 5 * MINUTE,
  /** Until the sweep retries an unreadable send, at first and at most. */
  unreadable: HOUR,
  unreadableMost: DAY,
} as const;

/** Faults in a row that pause a send. */
export const MAX_FAULTS = 3;

/**
 * When a send that starts at `startsAt` is over at the latest, if its rows may vanish at
 * `expiresAt`.
 */
export function endOfLife(startsAt: number, expiresAt: number): number {
  return Math.min(startsAt + SEND_TIMES.life, expiresAt - 2 * SEND_TIMES.kept);
}

/** When the sweep checks whether a send's next slice came. */
export function watchOver({ diesAt }: { diesAt: number }, nextSliceAt: number): number {
  return Math.min(nextSliceAt + SEND_TIMES.overdue, diesAt);
}

/** When an active send's next slice is due. */
export function nextSliceOf({ wakeAt }: { wakeAt: number | null }): number {
  return (wakeAt ?? 0) - SEND_TIMES.overdue;
}
