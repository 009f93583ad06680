import { MAX_SCHEDULE_DAYS } from "../../contract/limits.ts";

const DAY = 24 * 60 * 60_000;

/** Takes when a send is to begin and the present (milliseconds); tells whether that is too far ahead (rule: schedule). */
export function isTooFarAhead(at: number, now: number): boolean {
  return at > now + MAX_SCHEDULE_DAYS * DAY;
}
