import { isTimeZone, type ZonedHours } from "../contract/hours.ts";
import { HOUR, MINUTE } from "../dates/units.ts";

/** Every zone's offset from UTC is a whole number of quarter hours, so no clock's hour begins between two of them. */
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
  for (let at = Math.ceil(time / QUARTER) * QUARTER; at <= end; at += QUARTER) if (isWithin(at)) return at;
  throw new Error(`There is no hour from ${from} to ${to} in ${timeZone}.`);
}

/** This machine's time zone, or undefined if it has none. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
}
