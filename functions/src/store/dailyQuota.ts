import type { Quota } from "@sendwright/core/contract/account";
import { HOUR } from "@sendwright/core/dates/units";
import { countsUntil } from "@sendwright/core/hours/hours";
import { UnreadableDocument } from "./documentSchema.ts";
import { keepCounts, readKeptHours, rowsCountUntil } from "./keptCounts.ts";
import { readSender } from "./senders.ts";
import { isActive, openSends, recipientsOf } from "./sends/read.ts";
import { rowsOfDay } from "./userLock.ts";

/**
 * Keeps what still counts of a Google account whose account here is deleted, for as long as it
 * counts.
 */
export async function keepCount(uid: string, sub: string, now: number): Promise<void> {
  const [sender, rows] = await Promise.all([readSender(uid), rowsOfDay(uid)]);
  const counted = Object.entries(sender?.hours ?? {}).filter(
    ([hour, n]) => n > 0 && leavesAt(hour) > now,
  );
  const ends = [
    ...counted.map(([hour]) => leavesAt(hour)),
    ...(rows ? [rowsCountUntil(rows)] : []),
  ];
  const until = Math.max(now, ...ends);
  if (until === now) return;
  await keepCounts(sub, { hours: Object.fromEntries(counted), ...(rows && { rows }) }, now, until);
}

/** Sends per hour since 1970: only numbers, no addresses. */
export type Hours = Record<string, number>;

const CONSUMER_LIMIT = 500;
const WORKSPACE_LIMIT = 2_000;

/** Until when the emails of an hour count. */
function leavesAt(hour: string): number {
  return countsUntil(Number(hour) * HOUR);
}

/** The account's daily limit: 500, or 2,000 for Workspace accounts. */
export function dailyLimit(grant: { hd: string | null } | null): number {
  return grant?.hd ? WORKSPACE_LIMIT : CONSUMER_LIMIT;
}

/** Adds `n` sends now and drops the hours that no longer count. */
export function countSends(hours: Hours, now: number, n = 1): Hours {
  const counted = Object.fromEntries(
    Object.entries(hours).filter(([hour]) => leavesAt(hour) > now),
  );
  const hour = String(Math.floor(now / HOUR));
  return { ...counted, [hour]: (counted[hour] ?? 0) + n };
}

/** How much of the rolling 24 hours' limit is left. */
export function quotaOf(hours: Hours, limit: number, now: number): Quota {
  const counted = Object.entries(hours)
    .filter(([hour, n]) => n > 0 && leavesAt(hour) > now)
    .sort(([a], [b]) => Number(a) - Number(b));
  const sent = counted.reduce((sum, [, n]) => sum + n, 0);
  const [oldest] = counted;
  return {
    limit,
    sent,
    left: Math.max(0, limit - sent),
    more_at: oldest ? new Date(leavesAt(oldest[0])).toISOString() : null,
    more_count: oldest ? oldest[1] : 0,
  };
}

type QuotaAccount = { sub: string; hd: string | null } | null;

/**
 * How much of the account's daily limit is left for a new send, less the queued emails of other
 * sends. `account` is the grant, null if none is stored, or a promise of it. `open`: how many sends
 * are not over; each was read.
 */
export async function readQuota(
  uid: string,
  account: QuotaAccount | Promise<QuotaAccount>,
  now = Date.now(),
): Promise<Quota & { open: number }> {
  const reading = readSender(uid).catch((cause: unknown) => {
    if (cause instanceof UnreadableDocument) return "unreadable" as const;
    throw cause;
  });
  const [grant, sender, open] = await Promise.all([account, reading, openSends(uid)]);
  // We can't know how much was sent, and no worker sends anything until it can be read again.
  if (sender === "unreadable")
    return { ...quotaOf({}, dailyLimit(grant), now), left: 0, open: open.length };
  const waiting = open.filter(
    (send) => isActive(send) || send.pauseReason === "quota" || send.pauseReason === "stopped",
  );
  const queued = waiting.reduce(
    (sum, send) => sum + recipientsOf(send, send.counts.queued + send.counts.sending),
    0,
  );
  const hours = sender?.hours ?? (grant ? await readKeptHours(grant.sub) : {});
  const quota = quotaOf(hours, dailyLimit(grant), now);
  return { ...quota, queued, left: Math.max(0, quota.left - queued), open: open.length };
}

/** The next full hour that is at least 15 minutes away (milliseconds). */
export function nextHour(now: number): number {
  return Math.ceil((now + HOUR / 4) / HOUR) * HOUR;
}
