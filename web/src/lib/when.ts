import type { TimeFormat } from "@sendwright/core/contract";
import { DAY } from "@sendwright/core/dates/units";
import { lazily } from "@sendwright/core/lazily";

/** Text is in English, but the clock is the reader's own: 3:00 PM or 15:00. */
const hourCycle = lazily(
  () => new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions().hourCycle,
);
const clockWith = (options: Intl.DateTimeFormatOptions) => {
  const cycle = hourCycle();
  const time = {
    hour: "numeric",
    minute: "2-digit",
    ...options,
    ...(cycle && { hourCycle: cycle }),
  } as const;
  return new Intl.DateTimeFormat("en-US", time);
};
const clock = lazily(() => clockWith({}));
const clockOfSeconds = lazily(() => clockWith({ second: "2-digit" }));
const weekday = lazily(() => new Intl.DateTimeFormat("en-US", { weekday: "long" }));
const date = lazily(() => new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" }));

/** The reader's own clock, for a field beside such text. */
export function ownClock(): TimeFormat {
  const cycle = hourCycle();
  return cycle === "h11" || cycle === "h12" ? "12hr" : "24hr";
}

function midnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/**
 * The day of an ISO time in words: "today", "tomorrow", "on Friday", "on May 3". `now` is in
 * milliseconds.
 */
export function dayWord(iso: string, now: number): string {
  const time = Date.parse(iso);
  // A day may have 23 or 25 hours.
  const days = Math.round((midnight(time) - midnight(now)) / DAY);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 1 && days < 7 ? `on ${weekday().format(time)}` : `on ${date().format(time)}`;
}

/** The time of day of an ISO time, in the reader's time zone and clock format. */
export function clockTime(iso: string): string {
  return clock().format(new Date(iso));
}

/** The time of day of a time (milliseconds) with its seconds. */
export function clockSeconds(time: number): string {
  return clockOfSeconds().format(new Date(time));
}

/** Both parts of an ISO time: "tomorrow at 15:00". `now` is in milliseconds. */
export function dayAndTime(iso: string, now: number): string {
  return `${dayWord(iso, now)} at ${clockTime(iso)}`;
}

/** The same behind "for" or "from": "Friday at 15:00". */
export function namedTime(iso: string, now: number): string {
  return dayAndTime(iso, now).replace(/^on /, "");
}

/** A moment as a title: "Today 15:00", "May 3 15:00". `now` is in milliseconds. */
export function momentTitle(iso: string, now: number): string {
  const day = dayWord(iso, now).replace(/^on /, "");
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} ${clockTime(iso)}`;
}

/**
 * The span between two ISO times, the earlier first, in words: "today at 15:00" (one minute),
 * "today between 14:00 and 15:00", "between yesterday at 15:00 and today at 9:00". `now` is in
 * milliseconds.
 */
export function spanWords(first: string, last: string, now: number): string {
  const [from, to] = [dayAndTime(first, now), dayAndTime(last, now)];
  if (from === to) return to;
  const day = dayWord(first, now);
  if (day !== dayWord(last, now)) return `between ${from} and ${to}`;
  return `${day} between ${clockTime(first)} and ${clockTime(last)}`;
}

/** Seconds as a countdown: 1:05. */
export function countdown(left: number): string {
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
