import { MAX_SCHEDULE_DAYS } from "../contract/limits.ts";
import { DAY } from "../dates/units.ts";

/** Whether a send's beginning is too far ahead of the present, both in milliseconds (rule: schedule). */
export function isTooFarAhead(at: number, now: number): boolean {
  return at > now + MAX_SCHEDULE_DAYS * DAY;
}
