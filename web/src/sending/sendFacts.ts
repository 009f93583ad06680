import type { Quota, Send } from "@sendwright/core/contract";
import { MINUTE } from "@sendwright/core/dates/units";
import { countsUntil } from "@sendwright/core/hours/hours";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { CONFIG_KEY, useConfig } from "../data/configQuery.ts";
import { clockTime, countdown, dayAndTime, dayWord } from "../lib/when.ts";

/** A difference of a minute is normal variation and changes nothing. */
const MIN_CHANGE_MS = 90_000;
/** The pace frees up within a minute: a longer wait was requested. */
const MAX_PACE_WAIT_MS = 65_000;

/**
 * How many emails of a send in progress wait for the daily limit; `quota` is from the same moment.
 * Both fall together.
 */
export function waitsForQuota(
  { counts }: Pick<Send, "counts">,
  quota: Quota | null,
  recipientsPerEmail = 1,
): number {
  if (quota === null) return 0;
  const room = Math.floor(Math.max(0, quota.limit - quota.sent) / recipientsPerEmail);
  return Math.max(0, counts.queued + counts.sending - room);
}

type RunningSend = Pick<Send, "counts" | "next_at" | "rate">;

/** When the emails of a send that don't wait for the daily limit will be out (milliseconds). */
export function expectedEnd(
  { counts, next_at, rate }: RunningSend,
  waiting: number,
  now: number,
): number {
  const goes = counts.queued + counts.sending - waiting;
  const next = next_at === null ? now : Math.max(now, Date.parse(next_at));
  return next + minutesFor(goes, rate) * MINUTE;
}

/** An announced end, and why it differs from the one before. */
interface ShownEnd {
  /** Milliseconds. */
  at: number;
  reason: string | null;
}

/**
 * The end to announce, given the previous one (null for none), the one expected now, and when the
 * send's next email goes out.
 */
export function nextEnd(
  said: ShownEnd | null,
  expected: number,
  send: Pick<Send, "next_at">,
  now: number,
): ShownEnd {
  if (said === null) return { at: expected, reason: null };
  if (Math.abs(expected - said.at) < MIN_CHANGE_MS) return said;
  const before = clockTime(endOfMinute(said.at));
  if (expected < said.at)
    return { at: expected, reason: `Sooner than ${before}, because fewer are left.` };
  const waits = send.next_at !== null && Date.parse(send.next_at) - now > MAX_PACE_WAIT_MS;
  const why = waits ? "Google asked us to wait" : "it paused for a while";
  return { at: expected, reason: `Later than ${before}, because ${why}.` };
}

/**
 * The status of a send in progress, in one sentence: its announced end, and how many wait for the
 * daily limit.
 */
export function goingMessage(
  send: Pick<Send, "counts">,
  end: ShownEnd,
  { waiting, from, now }: { waiting: number; from: string | null; now: number },
): string {
  const by = endOfMinute(end.at);
  const goes = send.counts.queued + send.counts.sending - waiting;
  const reason = end.reason === null ? "" : ` ${end.reason}`;
  if (waiting > 0 && from !== null) {
    const forecast: SendForecast = { now: goes, by, later: waiting, from };
    return `Sending: ${forecastMessage(forecast, now)}.${reason}`;
  }
  const day = dayWord(by, now);
  return `Sending, done by ${clockTime(by)}${day === "today" ? "" : ` ${day}`}.${reason}`;
}

/** How many emails go next and when ("Next 60 in 0:41"), null while some are going out. */
export function nextMessage(
  { counts, next_at, rate, state }: RunningSend & Pick<Send, "state">,
  now: number,
): string | null {
  if (next_at === null || state !== "running" || counts.queued === 0) return null;
  const seconds = Math.ceil((Date.parse(next_at) - now) / 1_000);
  if (seconds <= 0) return null;
  return `Next ${Math.min(Math.max(1, Math.floor(rate)), counts.queued)} in ${countdown(seconds)}`;
}

/**
 * The sentence about when a send in progress will end, or null. The end changes only for a reason.
 */
export function useSendEta(send: Send): string | null {
  const { config } = useConfig();
  const cache = useQueryClient();
  const isSending = send.state === "running";
  const quota = config?.quota ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: both numbers fall together, so only a new quota tells more.
  const waiting = useMemo(
    () => waitsForQuota(send, quota, config ? config.sendRate / send.rate : 1),
    [quota, send.id],
  );
  useEffect(() => {
    // Data read before it started doesn't include it.
    if (isSending) void cache.invalidateQueries({ queryKey: CONFIG_KEY });
  }, [cache, isSending]);

  const now = Date.now();
  const [said, setSaid] = useState<{ of: string; waiting: number; end: ShownEnd } | null>(null);
  const of = `${send.id} ${send.starts_at}`;
  const before = said?.of === of && said.waiting === waiting ? said.end : null;
  const end = isSending ? nextEnd(before, expectedEnd(send, waiting, now), send, now) : null;
  if (end !== null && end !== before) setSaid({ of, waiting, end });
  return end === null
    ? null
    : goingMessage(send, end, { waiting, from: quota?.more_at ?? null, now });
}

/**
 * Returns a function that gives the facts before sending a number of emails at a time (ISO; null
 * for now) to a number of recipients, by the account's limits.
 */
export function useSendFacts(): (
  ready: number,
  startAt: string | null,
  recipients?: number,
) => SendFacts {
  const { config } = useConfig();
  const quota = config?.quota ?? null;
  const rate = config?.sendRate ?? null;
  return (ready, startAt, recipients = ready) =>
    sendFacts({ ready, recipients, quota, rate, startAt, now: Date.now() });
}

interface FactsInput {
  /** How many emails are ready. */
  ready: number;
  /** How many people get them, copies included; as many as emails if absent. */
  recipients?: number;
  /** Null while the configuration is loading. */
  quota: Quota | null;
  /** The pace in recipients per minute. */
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

/**
 * The minutes that emails take at a pace: the first minute's worth goes out at once, then more each
 * minute.
 */
export function minutesFor(mails: number, rate: number): number {
  return Math.floor(Math.max(0, mails - 1) / rate);
}

/** The end of the minute that contains a time (milliseconds), ISO. */
function endOfMinute(time: number): string {
  return new Date((Math.floor(time / MINUTE) + 1) * MINUTE).toISOString();
}

/** How many go out until when, and how many wait for the daily limit and when those start. */
interface SendForecast {
  now: number;
  /** ISO time; null if none go out now. */
  by: string | null;
  later: number;
  /** ISO time; null if none wait. */
  from: string | null;
}

/** The plan in words: "436 today by 10:20, 564 tomorrow from 22:00". `now` is in milliseconds. */
function forecastMessage({ now: first, by, later, from }: SendForecast, now: number): string {
  const parts = [
    first > 0 && by !== null && `${withCommas(first)} ${dayWord(by, now)} by ${clockTime(by)}`,
    later > 0 &&
      from !== null &&
      `${withCommas(later)} ${dayWord(from, now)} from ${clockTime(from)}`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** How many emails go out when, and how the account's daily limit affects them (rule: pace). */
export function sendFacts({
  ready,
  recipients = ready,
  quota,
  rate: pacePerMinute,
  startAt,
  now,
}: FactsInput): SendFacts {
  const each = Math.max(1, recipients / Math.max(1, ready));
  const rate = pacePerMinute === null ? null : pacePerMinute / each;
  const atOnce = quota && startAt === null ? Math.min(ready, Math.floor(quota.left / each)) : ready;
  const begins = startAt === null ? now : Date.parse(startAt);
  const by = rate === null ? null : endOfMinute(begins + minutesFor(atOnce, rate) * MINUTE);
  const later = ready - atOnce;
  const from = later > 0 ? (quota?.more_at ?? new Date(countsUntil(now)).toISOString()) : null;
  const pace =
    rate === null || ready === 1
      ? ""
      : `, at up to ${pluralize(Math.max(1, Math.floor(rate)), "email")} a minute`;
  if (startAt !== null) {
    const plan = `Begins ${dayAndTime(startAt, now)}${by === null ? "" : ` and is done by ${clockTime(by)}`}${pace}.`;
    const limit =
      quota &&
      `Anything over your ${withCommas(quota.limit)}-a-day limit is sent automatically when the limit resets.`;
    return { plan, limit, passesLimit: quota !== null && recipients > quota.limit };
  }
  // If all go at once, the question's title has their number.
  const words =
    later > 0
      ? forecastMessage({ now: atOnce, by, later, from }, now)
      : by && `Done ${dayWord(by, now)} by ${clockTime(by)}${pace}`;
  const plan = words ? `${words}.` : null;
  if (!quota) return { plan, limit: null, passesLimit: false };
  const perDay = `${withCommas(quota.limit)} a day`;
  if (later === 0) {
    const left = withCommas(quota.left - recipients);
    return {
      plan,
      limit: `After this, ${left} of your account's ${perDay} are left.`,
      passesLimit: false,
    };
  }
  const isNothingLeft = quota.left === 0;
  const limit = isNothingLeft
    ? "You've reached your account's daily limit. Everything is sent automatically when the limit resets."
    : `Your account can send ${perDay}. The rest is sent automatically when the limit resets.`;
  return { plan, limit, passesLimit: true };
}
