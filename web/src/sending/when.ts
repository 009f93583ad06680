import type { TimeFormat } from "@sendwright/functions/contract";

const DAY = 86_400_000;

/** Words are English, but the clock is the reader's own: 3:00 PM or 15:00. */
const hourCycle = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions().hourCycle;
/** The same, for a field that stands beside such words. */
export const ownClock: TimeFormat = hourCycle === "h11" || hourCycle === "h12" ? "12hr" : "24hr";
const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", ...(hourCycle && { hourCycle }) });
const seconds = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  ...(hourCycle && { hourCycle }),
});
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long" });
const date = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" });

function midnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** Takes an ISO time and the present (milliseconds); gives the day as people say it: "today", "tomorrow", "on Friday", "on May 3". */
export function dayWord(iso: string, now: number): string {
  const time = Date.parse(iso);
  // A day may have 23 or 25 hours.
  const days = Math.round((midnight(time) - midnight(now)) / DAY);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 1 && days < 7 ? `on ${weekday.format(time)}` : `on ${date.format(time)}`;
}

/** Takes an ISO time; gives the time of day, in the reader's time zone and on the reader's kind of clock. */
export function clockTime(iso: string): string {
  return clock.format(new Date(iso));
}

/** Takes a time (milliseconds); gives the time of day with its seconds. */
export function clockSeconds(time: number): string {
  return seconds.format(new Date(time));
}

/** Takes an ISO time and the present (milliseconds); gives both parts: "tomorrow at 15:00". */
export function dayAndTime(iso: string, now: number): string {
  return `${dayWord(iso, now)} at ${clockTime(iso)}`;
}

/**
 * Takes two ISO times, the earlier first, and the present (milliseconds); gives what lies between them in words: "today at 15:00" (one
 * minute), "today between 14:00 and 15:00", "between yesterday at 15:00 and today at 9:00".
 */
export function spanWords(first: string, last: string, now: number): string {
  const [from, to] = [dayAndTime(first, now), dayAndTime(last, now)];
  if (from === to) return to;
  const day = dayWord(first, now);
  if (day !== dayWord(last, now)) return `between ${from} and ${to}`;
  return `${day} between ${clockTime(first)} and ${clockTime(last)}`;
}

/** Takes seconds; gives them as they are counted down: 1:05. */
export function countdown(left: number): string {
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
