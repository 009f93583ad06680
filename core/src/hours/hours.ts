import { isTimeZone, type ZonedHours } from "../contract/hours.ts";

/** Every zone is a whole number of quarters of an hour away from UTC: no clock's hour begins between two of them. */
const QUARTER = 15 * 60_000;
/** Where the clock skips the one hour in spring, it comes again a day later. */
const LONGEST = 49 * 60 * 60_000;

/** The first time (milliseconds), from `time` on, that lies within the hours of a day in their zone. */
export function nextWithin({ from, to, timeZone }: ZonedHours, time: number): number {
  const clock = new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", hourCycle: "h23" });
  const isWithin = (at: number) => {
    const hour = Number(clock.format(at));
    return from <= hour && hour < to;
  };
  if (isWithin(time)) return time;
  const end = time + LONGEST;
  for (let at = Math.ceil(time / QUARTER) * QUARTER; at <= end; at += QUARTER) if (isWithin(at)) return at;
  throw new Error(`There is no hour from ${from} to ${to} in ${timeZone}.`);
}

/** This machine's time zone; undefined where it knows none. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
}
