import { PREPARATION_SECONDS, REQUEST_SECONDS } from "../../contract/limits.ts";

const SECOND = 1_000;

/** What is kept about a press beyond a reload counts for this long: afterwards a missing send may have been deleted. */
const REMEMBERED = 24 * 60 * 60 * SECOND;

/** Times in milliseconds since 1970. */
interface Loss {
  pressedAt: number;
  /** When it became known that no answer comes; until then its request may have been waiting to be heard. */
  lostAt: number;
}

/** Takes when Send was pressed and when the answer was lost; gives the time from which on nothing can begin any more. */
export function certainAt({ pressedAt, lostAt }: Loss): number {
  return Math.max(pressedAt + PREPARATION_SECONDS * SECOND, lostAt + REQUEST_SECONDS * SECOND);
}

/** As `certainAt`, for the present: tells whether it has come. */
export function isOver(loss: Loss, now: number): boolean {
  return now >= certainAt(loss);
}

const PAUSES = [0, 1, 2, 4, 8, 15].map((seconds) => seconds * SECOND);
const LAST_PAUSE = 30 * SECOND;

/** Takes how often the server was asked about a lost press; gives how long to wait before the next time, milliseconds. */
export function pauseBefore(asked: number): number {
  return PAUSES[asked] ?? LAST_PAUSE;
}

/** Takes when Send was pressed and the present; tells whether a reload still asks what became of it. */
export function isRemembered(pressedAt: number, now: number): boolean {
  return now - pressedAt < REMEMBERED;
}
