import type { TimeFormat } from "../contract/templates.ts";
import type { FormattedValue } from "./dates.ts";

const CLOCK = /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s?(am|pm|a\.m\.|p\.m\.)?$/i;

/**
 * As German and French write it: `19 Uhr`, `19.30 Uhr`, `18h30`. Only there: `19.30` alone may be a
 * price.
 */
const WITH_WORD = /^(\d{1,2})(?:[.:](\d{2}))?\s?Uhr$|^(\d{1,2})\s?h(?:\s?(\d{2}))?$/i;

/** Minutes after midnight; null if the text is no time of day. */
function parse(value: string): number | null {
  const text = value.trim();
  const [, germanHour, germanMinute, frenchHour, frenchMinute] = WITH_WORD.exec(text) ?? [];
  const said = germanHour ?? frenchHour;
  if (said !== undefined) return minutesOf(Number(said), Number(germanMinute ?? frenchMinute ?? 0));
  const match = CLOCK.exec(text);
  if (!match) return null;
  const [hour, minute, second] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
  if (minute > 59 || second > 59) return null;
  const half = match[4]?.[0]?.toLowerCase();
  if (half === undefined) return match[2] === undefined ? null : minutesOf(hour, minute);
  if (hour < 1 || hour > 12) return null;
  return ((hour % 12) + (half === "p" ? 12 : 0)) * 60 + minute;
}

function minutesOf(hour: number, minute: number): number | null {
  return hour > 23 || minute > 59 ? null : hour * 60 + minute;
}

/**
 * A value (`14:30`, `14:30:00`, `2:30 PM`, `2pm`) in the template's time format (rule: formats),
 * without seconds. A text that is no time of day comes back unchanged. Never throws.
 */
export function formatTime(value: string, format: TimeFormat): FormattedValue {
  const minutes = parse(value);
  if (minutes === null) return { text: value, recognized: false };
  const hour = Math.floor(minutes / 60);
  const minute = String(minutes % 60).padStart(2, "0");
  const text =
    format === "24hr"
      ? `${String(hour).padStart(2, "0")}:${minute}`
      : `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
  return { text, recognized: true };
}
