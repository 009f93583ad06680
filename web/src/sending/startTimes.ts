import { MAX_SCHEDULE_DAYS } from "@sendwright/core/contract";
import { isTooFarAhead, ownTimeZone } from "@sendwright/core/hours/hours";
import { lazily } from "@sendwright/core/lazily";
import { clockTime } from "../lib/when.ts";

const weekday = lazily(() => new Intl.DateTimeFormat("en-US", { weekday: "long" }));
const month = lazily(() => new Intl.DateTimeFormat("en-US", { month: "long" }));

/** The start of a working day, offered with one click. */
const MORNING = 8;
const MONDAY = 1;

/** A full hour a number of days after a time, in local time; midnight by default. */
function dayAfter(time: number, days: number, hour = 0): Date {
  const day = new Date(time);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hour);
}

/** A start time that is one click away. */
interface Suggestion {
  /** ISO time. */
  at: string;
  /** "Tomorrow 8:00". */
  word: string;
}

/** Tomorrow morning, and Monday morning if that's another day. `now` is in milliseconds. */
export function suggestions(now: number): Suggestion[] {
  const tomorrow = dayAfter(now, 1, MORNING);
  const untilMonday = (MONDAY - new Date(now).getDay() + 7) % 7 || 7;
  const all = [{ day: "Tomorrow", time: tomorrow }];
  const monday = dayAfter(now, untilMonday, MORNING);
  // On a Monday, the name alone would mean today.
  if (untilMonday > 1)
    all.push({ day: untilMonday === 7 ? dayWords(monday) : "Monday", time: monday });
  return all.map(({ day, time }) => {
    const at = time.toISOString();
    return { at, word: `${day} ${clockTime(at)}` };
  });
}

/** A day in words: "Monday 23 November". */
function dayWords(day: Date): string {
  return `${weekday().format(day)} ${day.getDate()} ${month().format(day)}`;
}

/** An ISO time in full: "Monday 23 November, 8:00, Europe/Berlin". */
export function fullWords(at: string): string {
  return [dayWords(new Date(at)), clockTime(at), ownTimeZone()?.replaceAll("_", " ")]
    .filter(Boolean)
    .join(", ");
}

const twoDigits = (part: number) => String(part).padStart(2, "0");

/** A local day ("2026-11-23") and a time of day ("08:00"; "" for none). */
export interface StartParts {
  day: string;
  time: string;
}

/** The local day and time of day of an ISO time. */
export function partsOf(at: string): StartParts {
  const date = new Date(at);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join(
    "-",
  );
  return { day, time: `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}` };
}

/** The days on which a send can start. `now` is in milliseconds. */
export function startDays(now: number): { value: string; word: string }[] {
  return Array.from({ length: MAX_SCHEDULE_DAYS + 1 }, (_, days) => {
    const day = dayAfter(now, days);
    const near = ["Today, ", "Tomorrow, "][days] ?? "";
    return { value: partsOf(day.toISOString()).day, word: near + dayWords(day) };
  });
}

/** A chosen day and time: the time (ISO) if it's valid, else the error. */
export type Start = { at: string; problem: null } | { at: null; problem: string };

/** The start at a day and time of day in the format of `partsOf`. `now` is in milliseconds. */
export function chosenStart(day: string, time: string, now: number): Start {
  const at = new Date(`${day}T${time}`);
  if (Number.isNaN(at.getTime())) return { at: null, problem: "Choose a time of day." };
  const iso = at.toISOString();
  if (at.getTime() <= now) {
    return {
      at: null,
      problem: `${fullWords(iso)} is in the past. Choose a later time, or send now.`,
    };
  }
  if (isTooFarAhead(at.getTime(), now)) {
    return {
      at: null,
      problem: `That is more than ${MAX_SCHEDULE_DAYS} days ahead. Choose an earlier time.`,
    };
  }
  return { at: iso, problem: null };
}
