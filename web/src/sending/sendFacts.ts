import type { Quota } from "@sendwright/functions/contract";
import { counted } from "../lib/counted.ts";
import { clockTime, dayAndTime, dayWord, lengthOf } from "./when.ts";

interface Given {
  /** How many mails are ready. */
  ready: number;
  /** Null while the configuration is not there. */
  quota: Quota | null;
  /** Mails a minute that the pace allows. */
  rate: number | null;
  /** When it begins, ISO time; null: at once. */
  startAt: string | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** What a person should know before sending. */
export interface SendFacts {
  /** How long it takes; null when unknown. */
  duration: string | null;
  /** What the daily limit leaves of it; null when unknown. */
  limit: string | null;
  /** Whether some of it has to wait for the daily limit. */
  passesLimit: boolean;
}

/** Takes mails and the pace; gives the minutes: the first minute's worth goes out at once, the window then opens minute by minute. */
export function minutesFor(mails: number, rate: number): number {
  return Math.floor(Math.max(0, mails - 1) / rate);
}

/** Takes what is about to be sent; says how long it takes and what the account's daily limit leaves (product: Quota). */
export function sendFacts({ ready, quota, rate, startAt, now }: Given): SendFacts {
  const atOnce = quota && startAt === null ? Math.min(ready, quota.left) : ready;
  const length = rate === null || atOnce === 0 ? null : lengthOf(minutesFor(atOnce, rate));
  const duration = length && `Takes ${length}, at up to ${counted(rate ?? 0, "email")} a minute.`;
  if (!quota) return { duration, limit: null, passesLimit: false };
  const perDay = `${quota.limit.toLocaleString("en-US")} a day`;
  if (startAt !== null) {
    const limit = `Begins ${dayAndTime(startAt, now)}. What passes your account's ${perDay} waits and goes out by itself.`;
    return { duration, limit, passesLimit: ready > quota.limit };
  }
  if (ready <= quota.left) {
    const left = (quota.left - ready).toLocaleString("en-US");
    return { duration, limit: `After this, ${left} of your account's ${perDay} are left.`, passesLimit: false };
  }
  return { duration, limit: overLimit(ready, quota, now), passesLimit: true };
}

const HOUR = 3_600_000;

/** A mail of this hour counts for 24 hours after the hour's end, as the server counts. */
function againFrom(now: number): string {
  return new Date((Math.floor(now / HOUR) + 25) * HOUR).toISOString();
}

function overLimit(ready: number, { left, more_at }: Quota, now: number): string {
  const later = (ready - left).toLocaleString("en-US");
  const from = more_at ?? againFrom(now);
  const then = `${dayWord(from, now)} from about ${clockTime(from)}`;
  if (left === 0) return `Your account has reached its daily limit. All ${later} go out by themselves ${then}.`;
  return `Your account can send ${left.toLocaleString("en-US")} now. The remaining ${later} go out by themselves ${then}.`;
}
