import { AppError } from "@sendwright/core/contract/appError";
import { RATES, type RateBucket, READS } from "@sendwright/core/contract/endpoint";
import { tooManyRequests } from "@sendwright/core/contract/messages";
import type { Request } from "express";
import { config } from "../config.ts";
import { countCall } from "../store/apiRateLimits.ts";
import { networksOf, pseudonym } from "./addresses.ts";
import { Budget } from "./budget.ts";

/*
 * Each call is counted twice: first in this instance's memory (`…Here`), which costs nothing, then in the database
 * (`…Everywhere`), which all instances share. A call that is refused costs only its caller: whatever callers share is
 * counted after the caller, and only for calls allowed so far.
 */

/**
 * How many callers one network may stand for, since many share an edge of Hosting. A caller past Hosting gains this
 * much by naming others, and no more.
 */
const CALLERS_OF_ONE_NETWORK = 10;
/** Signed-out calls of each kind that one instance takes, from wherever: at most 600 in any minute. */
const CALLS_OF_ALL_NETWORKS = { atOnce: 300, perSecond: 5 };

const reads = new Budget(READS.calls.atOnce, READS.calls.perSecond);
const documents = new Budget(READS.documents.atOnce, READS.documents.perSecond);
const callers = new Map<RateBucket, Budget>();
const networks = new Map<RateBucket, Budget>();
const instance = new Budget(CALLS_OF_ALL_NETWORKS.atOnce, CALLS_OF_ALL_NETWORKS.perSecond);

/** The budgets of a bucket. A budget never refuses what the database would accept. */
function budgetOf(budgets: Map<RateBucket, Budget>, bucket: RateBucket, times: number): Budget {
  const { calls, minutes } = RATES[bucket];
  const budget = budgets.get(bucket) ?? new Budget(times * calls, (times * calls) / (60 * minutes));
  budgets.set(bucket, budget);
  return budget;
}

/** Counts a user's call in memory. Throws `rate_limited` with the seconds to wait. */
export function limitHere(bucket: RateBucket | "reads", uid: string): void {
  const now = Date.now();
  // A send is charged for its rows too, but never waits for what its owner has read.
  if (bucket === "reads") refuseUntil(documents.wait(uid, now));
  refuseUntil(bucket === "reads" ? reads.spend(uid, now) : budgetOf(callers, bucket, 1).spend(uid, now));
}

/** Counts a user's call in the database. Throws `rate_limited` with the seconds to wait. */
export async function limitEverywhere(bucket: RateBucket | "reads", uid: string): Promise<void> {
  if (bucket !== "reads") refuseUntil(await countCall(bucket, uid, Date.now()));
}

/** Charges a user for documents that are read for them (or gives some back): above the limit their next reads wait. */
export function chargeDocuments(uid: string, read: number): void {
  documents.charge(uid, read, Date.now());
}

/**
 * As `chargeDocuments`, before they are read. Throws `rate_limited` if the user is above the limit: of many calls at
 * once, those that come later do not read first and owe then.
 */
export function spendDocuments(uid: string, toRead: number): void {
  refuseUntil(documents.wait(uid, Date.now()));
  chargeDocuments(uid, toRead);
}

/**
 * As `limitHere`, for a call without a user: counted for the caller that the network names, for the network that
 * Google has seen, and for this instance. Returns the caller's name.
 */
export function limitOpenHere(bucket: RateBucket, request: Request): string {
  const now = Date.now();
  const { caller, seen } = networksFor(request);
  refuseUntil(budgetOf(callers, bucket, 1).spend(caller, now));
  if (seen !== null) refuseUntil(budgetOf(networks, bucket, CALLERS_OF_ONE_NETWORK).spend(seen, now));
  refuseUntil(instance.spend(bucket, now));
  return caller;
}

/** As `limitEverywhere`, for a call without a user: counted for its caller, then for the network that Google has seen. */
export async function limitOpenEverywhere(bucket: RateBucket, request: Request): Promise<void> {
  const now = Date.now();
  const { caller, seen } = networksFor(request);
  const count = async (network: string, times: number, prefix = "") => {
    const name = `${prefix}${pseudonym(network, config().networkSecret, now)}`;
    refuseUntil(await countCall(bucket, name, now, times * RATES[bucket].calls));
  };
  await count(caller, 1);
  if (seen !== null) await count(seen, CALLERS_OF_ONE_NETWORK, "network ");
}

/** Whom a signed-out call is counted for. */
function networksFor(request: Request): { caller: string; seen: string | null } {
  const forwarded = request.get("x-forwarded-for");
  // The tests stand side by side on one machine: each names an address of its own. No deployed project is emulated.
  const named = config().isEmulated ? forwarded?.split(",")[0]?.trim() : undefined;
  return named ? { caller: named, seen: null } : networksOf(forwarded, request.socket.remoteAddress);
}

function refuseUntil(retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new AppError("rate_limited", tooManyRequests(retryAfter), { retryAfter });
}
