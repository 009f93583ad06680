import { AppError } from "@sendwright/core/contract/appError";
import { RATES, type RateBucket, READS } from "@sendwright/core/contract/endpoint";
import { tooManyRequests } from "@sendwright/core/contract/messages";
import type { Request } from "express";
import { config } from "../config.ts";
import { countCall } from "../store/apiRateLimits.ts";
import { networksOf, pseudonym } from "./addresses.ts";
import { ReadBudget } from "./readBudget.ts";

const MINUTE = 60_000;
const reads = new ReadBudget(READS.atOnce, READS.perSecond);

/**
 * Counts a call and throws `rate_limited` with the seconds to wait when there were too many. `caller` is a user's id
 * or a network's name.
 */
export async function rateLimit(bucket: RateBucket | "reads", caller: string): Promise<void> {
  const now = Date.now();
  refuseUntil(bucket === "reads" ? reads.spend(caller, now) : await countCall(bucket, caller, now));
}

function refuseUntil(retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new AppError("rate_limited", tooManyRequests(retryAfter), { retryAfter });
}

/**
 * How many callers one network may stand for, since many share an edge of Hosting. A caller past Hosting gains this
 * much by naming others, and no more.
 */
const CALLERS_OF_ONE_NETWORK = 10;
/** Signed-out calls of each kind in any 60 s that one instance takes, from wherever; times 20 instances that is the whole. */
const CALLS_OF_ALL_NETWORKS = 600;

/**
 * As `rateLimit`, for a call that needs no user: counted for the instance, for the network that Google has seen and
 * for the caller that this network names.
 */
export async function rateLimitOpen(bucket: RateBucket, request: Request, now = Date.now()): Promise<void> {
  refuseUntil(countHere(bucket, now));
  const { isEmulated, tokenKeys } = config();
  const forwarded = request.get("x-forwarded-for");
  // The tests stand side by side on one machine: each names an address of its own. No deployed project is emulated.
  const named = isEmulated ? forwarded?.split(",")[0]?.trim() : undefined;
  if (named) return rateLimit(bucket, named);
  const { caller, seen } = networksOf(forwarded, request.socket.remoteAddress);
  const nameOf = (network: string) => pseudonym(network, tokenKeys[0].key, now);
  refuseUntil(await countCall(bucket, `network ${nameOf(seen)}`, now, CALLERS_OF_ONE_NETWORK * RATES[bucket]));
  refuseUntil(await countCall(bucket, nameOf(caller), now));
}

const windows = new Map<RateBucket, { begin: number; calls: number }>();

/** Counts a call of this instance by the minute; returns the seconds to wait, 0 when it may go on. */
function countHere(bucket: RateBucket, now: number): number {
  const window = windows.get(bucket);
  if (window === undefined || now >= window.begin + MINUTE || now < window.begin) {
    windows.set(bucket, { begin: now, calls: 1 });
    return 0;
  }
  window.calls += 1;
  return window.calls > CALLS_OF_ALL_NETWORKS ? Math.ceil((window.begin + MINUTE - now) / 1000) : 0;
}
