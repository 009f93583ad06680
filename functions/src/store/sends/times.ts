import { KEPT, PREPARATION_SECONDS } from "@sendwright/core/contract/limits";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the life of a send is measured by, in milliseconds. */
export const SEND_TIMES = {
  /** What is still being prepared after this was given up: no request lives so long. */
  void: PREPARATION_SECONDS * SECOND,
  /** After a slice was due, until sweep asks for another. */
  overdue: 2 * MINUTE,
  /** A pause that nobody ends is ended. */
  longestPause: 7 * DAY,
  /** From its start; then what is left is cancelled. */
  life: KEPT.daysOfLife * DAY,
  /** From its first start; then Firestore's TTL policy may delete rows. Nothing of a send lives so long. */
  backstop: KEPT.daysOfRows * DAY,
  /** From the end of a send until its data is deleted. */
  kept: KEPT.hoursAfterEnd * HOUR,
  /** Until sweep tries again what failed. */
  setBack: 5 * MINUTE,
  /** Until sweep tries again what it could not read, at first and at most. */
  unreadable: HOUR,
  unreadableMost: DAY,
} as const;

/** Faults in a row that pause a send. */
export const MOST_FAULTS = 3;

/** When a send that starts at `startsAt` is over at the latest, if its rows may vanish at `expiresAt`. */
export function endOfLife(startsAt: number, expiresAt: number): number {
  return Math.min(startsAt + SEND_TIMES.life, expiresAt - 2 * SEND_TIMES.kept);
}

/** When sweep should look whether a send's next slice came. */
export function watchOver({ diesAt }: { diesAt: number }, nextSliceAt: number): number {
  return Math.min(nextSliceAt + SEND_TIMES.overdue, diesAt);
}

/** When an active send's next slice is due. */
export function nextSliceOf({ wakeAt }: { wakeAt: number | null }): number {
  return (wakeAt ?? 0) - SEND_TIMES.overdue;
}
