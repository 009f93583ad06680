import { PREPARATION_SECONDS, REQUEST_SECONDS } from "../contract/limits.ts";
import { DAY, SECOND } from "../dates/units.ts";

/** How long a stored attempt counts after the click. Later, a missing send may have been deleted. */
const REMEMBERED = DAY;

/** Times in milliseconds since 1970. */
interface Loss {
  submittedAt: number;
  /** When the answer was given up. Until then, the request may have been waiting for the server. */
  lostAt: number;
}

/** The time from which the send can't begin anymore. */
export function certainAt({ submittedAt, lostAt }: Loss): number {
  return Math.max(submittedAt + PREPARATION_SECONDS * SECOND, lostAt + REQUEST_SECONDS * SECOND);
}

/** Whether the send can't begin anymore. */
export function isOver(loss: Loss, now: number): boolean {
  return now >= certainAt(loss);
}

const PAUSES = [0, 1, 2, 4, 8, 15].map((seconds) => seconds * SECOND);
const LAST_PAUSE = 30 * SECOND;

/** The wait before the server is asked again (milliseconds). `asked`: how often it has been asked. */
export function pauseBefore(asked: number): number {
  return PAUSES[asked] ?? LAST_PAUSE;
}

/** Whether a stored attempt still counts. */
export function isRemembered(submittedAt: number, now: number): boolean {
  return now - submittedAt < REMEMBERED;
}
