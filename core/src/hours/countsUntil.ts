import { HOUR } from "../dates/units.ts";

/**
 * Until when an email counts against the daily quota, in milliseconds: 24 hours after the end of its hour, so that we
 * never promise room too early (rule: daily quota).
 */
export function countsUntil(sentAt: number): number {
  return (Math.floor(sentAt / HOUR) + 25) * HOUR;
}
