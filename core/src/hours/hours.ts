import { isTimeZone, type ZonedHours } from "../contract/hours.ts";
import { MAX_SCHEDULE_DAYS } from "../contract/limits.ts";
import { DAY, HOUR, MINUTE } from "../dates/units.ts";

/**
 * Whether a send's beginning is too far ahead of the present, both in milliseconds (rule:
 * schedule).
 */
export function isTooFarAhead(at: number, now: number): boolean {
  return at > now + MAX_SCHEDULE_DAYS * DAY;
}

/**
 * Until when an email counts against the daily quota, in milliseconds: 24 hours after the end of
 * its hour, so that we never promise a free place too early (rule: daily quota).
 */
export function countsUntil(sentAt: number): number {
  return (Math.floor(sentAt / HOUR) + 25) * HOUR;
}

/**
 * Every zone's offset from UTC is a whole number of quarter hours, so no clock's hour begins
 * between two of them.
 */
const QUARTER = 15 * MINUTE;
/** If the clock skips an hour in spring, that hour comes again a day later. */
const MAX_HOURS_MS = 49 * HOUR;

/** The first time (milliseconds) from `time` on within the hours of a day in their zone. */
export function nextWithin({ from, to, timeZone }: ZonedHours, time: number): number {
  const clock = new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", hourCycle: "h23" });
  const isWithin = (at: number) => {
    const hour = Number(clock.format(at));
    return from <= hour && hour < to;
  };
  if (isWithin(time)) return time;
  const end = time + MAX_HOURS_MS;
  for (let at = Math.ceil(time / QUARTER) * QUARTER; at <= end; at += QUARTER)
    if (isWithin(at)) return at;
  throw new Error(`There is no hour from ${from} to ${to} in ${timeZone}.`);
}

/** This machine's time zone, or undefined if it has none. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
}
