import type { Quota } from "@sendwright/core/contract";
import { MINUTE } from "@sendwright/core/dates/units";
import { countsUntil } from "@sendwright/core/hours/countsUntil";
import { pluralize, withCommas } from "../lib/pluralize.ts";
import { clockTime, dayAndTime, dayWord } from "./when.ts";

interface FactsInput {
  /** How many emails are ready. */
  ready: number;
  /** Null while the configuration is loading. */
  quota: Quota | null;
  /** The pace in emails per minute. */
  rate: number | null;
  /** When it starts, ISO time; null: now. */
  startAt: string | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** The facts to know before sending. */
export interface SendFacts {
  /** How many go out when; null if unknown. */
  plan: string | null;
  /** How the daily limit affects it; null if unknown. */
  limit: string | null;
  /** Whether some emails must wait for the daily limit. */
  passesLimit: boolean;
}

/** The minutes that emails take at a pace: the first minute's worth goes out at once, then more each minute. */
export function minutesFor(mails: number, rate: number): number {
  return Math.floor(Math.max(0, mails - 1) / rate);
}

/** The end of the minute that contains a time (milliseconds), ISO. */
export function endOfMinute(time: number): string {
  return new Date((Math.floor(time / MINUTE) + 1) * MINUTE).toISOString();
}

/** How many go out until when, and how many wait for the daily limit and when those start. */
export interface Ahead {
  now: number;
  /** ISO time; null if none go out now. */
  by: string | null;
  later: number;
  /** ISO time; null if none wait. */
  from: string | null;
}

/** The plan in words: "436 today by 10:20, 564 tomorrow from 22:00". `now` is in milliseconds. */
export function aheadMessage({ now: first, by, later, from }: Ahead, now: number): string {
  const parts = [
    first > 0 && by !== null && `${withCommas(first)} ${dayWord(by, now)} by ${clockTime(by)}`,
    later > 0 && from !== null && `${withCommas(later)} ${dayWord(from, now)} from ${clockTime(from)}`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** How many emails go out when, and how the account's daily limit affects them (rule: pace). */
export function sendFacts({ ready, quota, rate, startAt, now }: FactsInput): SendFacts {
  const atOnce = quota && startAt === null ? Math.min(ready, quota.left) : ready;
  const begins = startAt === null ? now : Date.parse(startAt);
  const by = rate === null ? null : endOfMinute(begins + minutesFor(atOnce, rate) * MINUTE);
  const later = ready - atOnce;
  const from = later > 0 ? (quota?.more_at ?? new Date(countsUntil(now)).toISOString()) : null;
  const pace = rate === null ? "" : `, at up to ${pluralize(rate, "email")} a minute`;
  if (startAt !== null) {
    const plan = `Begins ${dayAndTime(startAt, now)}${by === null ? "" : ` and is done by ${clockTime(by)}`}${pace}.`;
    const limit =
      quota && `Anything over your ${withCommas(quota.limit)}-a-day limit is sent automatically when the limit resets.`;
    return { plan, limit, passesLimit: quota !== null && ready > quota.limit };
  }
  const words = aheadMessage({ now: atOnce, by, later, from }, now);
  const plan = words === "" ? null : `${words}${later > 0 ? "" : pace}.`;
  if (!quota) return { plan, limit: null, passesLimit: false };
  const perDay = `${withCommas(quota.limit)} a day`;
  if (later === 0) {
    const left = withCommas(quota.left - ready);
    return { plan, limit: `After this, ${left} of your account's ${perDay} are left.`, passesLimit: false };
  }
  const isNothingLeft = quota.left === 0;
  const limit = isNothingLeft
    ? "You've reached your account's daily limit. Everything is sent automatically when the limit resets."
    : `Your account can send ${perDay}. The rest is sent automatically when the limit resets.`;
  return { plan, limit, passesLimit: true };
}
