import type { PauseReason } from "../contract/sends.ts";
import type { JobDoc } from "./sendsShape.ts";

const DAY = 24 * 3_600_000;
/** A pause that nobody ends is ended by sweep after this many days, before the data's own end. */
const LONGEST_PAUSE_DAYS = 7;
/** Milliseconds after a slice was due until sweep asks for another. */
const OVERDUE = 120_000;

/** Takes a send, why it pauses and when it goes on by itself (null: a person has to do something); gives what to write. */
export function pausePatch(job: JobDoc, pauseReason: PauseReason, resumesAt: number | null): Partial<JobDoc> {
  const wakeAt = resumesAt ?? job.startsAt + LONGEST_PAUSE_DAYS * DAY;
  return { state: "paused", pauseReason, resumesAt, wakeAt };
}

/** Takes the time of the next slice; gives when sweep should look whether it came. */
export function watchOver(nextSliceAt: number): number {
  return nextSliceAt + OVERDUE;
}

/** Takes a time; gives what makes a paused, scheduled or ended send go on, its row of failures forgotten. */
export function resumePatch(now: number): Partial<JobDoc> {
  return { state: "queued", pauseReason: null, resumesAt: null, wakeAt: watchOver(now), streak: 0 };
}

/** Tells whether a worker has something to do for a send. */
export function isActive({ state }: Pick<JobDoc, "state">): boolean {
  return state === "queued" || state === "running";
}
