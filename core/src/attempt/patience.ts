import { PREPARATION_SECONDS, REQUEST_SECONDS } from "../contract/limits.ts";
import { DAY, SECOND } from "../dates/units.ts";

/** How long what is kept about a press counts after a reload: later a missing send may have been deleted. */
const REMEMBERED = DAY;

/** Times in milliseconds since 1970. */
interface Loss {
  pressedAt: number;
  /** When it became known that no answer comes; until then its request may have been waiting to be heard. */
  lostAt: number;
}

/** The time from which on nothing can begin any more. */
export function certainAt({ pressedAt, lostAt }: Loss): number {
  return Math.max(pressedAt + PREPARATION_SECONDS * SECOND, lostAt + REQUEST_SECONDS * SECOND);
}

/** Whether the time of `certainAt` has come. */
export function isOver(loss: Loss, now: number): boolean {
  return now >= certainAt(loss);
}

const PAUSES = [0, 1, 2, 4, 8, 15].map((seconds) => seconds * SECOND);
const LAST_PAUSE = 30 * SECOND;

/** Milliseconds to wait before the server is asked about a lost press again; `asked`: how often it was. */
export function pauseBefore(asked: number): number {
  return PAUSES[asked] ?? LAST_PAUSE;
}

/** Whether a reload still asks what became of a press of Send. */
export function isRemembered(pressedAt: number, now: number): boolean {
  return now - pressedAt < REMEMBERED;
}
