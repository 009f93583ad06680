import { AppError } from "@sendwright/core/contract/appError";
import {
  type Endpoint,
  isInMemory,
  PROCESSOR,
  RATES,
  type Rate,
  type RateBucket,
  READS,
} from "@sendwright/core/contract/endpoint";
import { tooManyRequests } from "@sendwright/core/contract/messages";
import { DAY, MINUTE } from "@sendwright/core/dates/units";
import type { Request } from "express";
import { config } from "../config.ts";
import { countCall } from "../store/apiRateLimits.ts";
import { dayUsedUpError } from "../store/dayUsedUpError.ts";
import { PRICES } from "../store/spending.ts";
import { CALLERS_OF_ONE_NETWORK, type CallSource } from "./arrivals.ts";
import { CallBudget } from "./callBudget.ts";
import { meterOfCall } from "./meter.ts";
import { networksOf, pseudonym } from "./networks.ts";

/*
 * Each call is counted twice: first in this instance's memory (`…Here`), which costs nothing, then
 * in the database (`…Everywhere`), which all instances share. A refused call costs only its caller:
 * counters that callers share come after the caller's own, and count only calls allowed so far.
 */

/**
 * Signed-out calls of each kind that one instance accepts, from any network: at most 1,200 in any
 * minute. Twice as many as one network may make, so that none can use them up.
 */
const CALLS_OF_ALL_NETWORKS = { atOnce: 600, perSecond: 10 };

const reads = new CallBudget(READS.calls.atOnce, READS.calls.perSecond);
const documents = new CallBudget(READS.documents.atOnce, READS.documents.perSecond);
/** Processor time in milliseconds. Who has read too much can still save and send. */
const processor = {
  reading: new CallBudget(PROCESSOR.atOnce, PROCESSOR.perSecond),
  changing: new CallBudget(PROCESSOR.atOnce, PROCESSOR.perSecond),
};
/** Buckets of calls that end something: they never wait because of what their user did before. */
const ENDING: readonly Endpoint["rate"][] = ["send_controls", "account_changes"];
const callers = new Map<RateBucket, CallBudget>();
const networks = new Map<RateBucket, CallBudget>();
const instance = new CallBudget(CALLS_OF_ALL_NETWORKS.atOnce, CALLS_OF_ALL_NETWORKS.perSecond);

/** The budgets of a bucket. A budget never refuses what the database would accept. */
function budgetOf(
  budgets: Map<RateBucket, CallBudget>,
  bucket: RateBucket,
  times: number,
): CallBudget {
  const { calls, minutes } = RATES[bucket];
  const budget =
    budgets.get(bucket) ?? new CallBudget(times * calls, (times * calls) / (60 * minutes));
  budgets.set(bucket, budget);
  return budget;
}

/**
 * Counts a call of a Google account (`sub`) in memory. Throws `rate_limited` with the seconds to
 * wait.
 */
export function limitHere(bucket: Rate, sub: string): void {
  const now = Date.now();
  // A send is charged for its rows, too, but never waits because of its owner's reads.
  if (isInMemory(bucket)) {
    refuseUntil(documents.wait(sub, now));
    refuseUntil(reads.spend(sub, now));
  } else refuseCalls(bucket, budgetOf(callers, bucket, 1).spend(sub, now));
}

type CallKind = Pick<Endpoint, "method" | "rate" | "session">;

/** Whether a call's processor time counts as reading. */
export function changesNothing({ method, session }: CallKind): boolean {
  return method === "GET" || session === "recent";
}

function processorFor(endpoint: CallKind): CallBudget {
  return changesNothing(endpoint) ? processor.reading : processor.changing;
}

/**
 * Throws `rate_limited` while earlier calls of a Google account have taken too much processor time.
 */
export function requireProcessorTime(endpoint: CallKind, sub: string): void {
  if (ENDING.includes(endpoint.rate) && !changesNothing(endpoint)) return;
  refuseUntil(processorFor(endpoint).wait(sub, Date.now()));
}

/**
 * Charges a Google account for processor time (milliseconds), known only afterward: above the limit
 * its next calls wait.
 */
export function chargeProcessorTime(endpoint: CallKind, sub: string, ms: number): void {
  processorFor(endpoint).charge(sub, ms, Date.now());
}

/**
 * Counts a user's call in the database under their Google account (`sub`), with what it costs
 * (decision 27). Throws `rate_limited` or `daily_budget` with the seconds to wait.
 */
export async function limitEverywhere(bucket: Rate, sub: string, cost = 0): Promise<void> {
  if (isInMemory(bucket)) return;
  refuseCalls(bucket, await countCall(bucket, sub, Date.now(), undefined, cost));
}

/** Refuses for so many seconds; calls that are counted by the day have used it up. */
function refuseCalls(bucket: RateBucket, wait: number): void {
  if (wait > 0 && RATES[bucket].minutes * MINUTE >= DAY) throw dayUsedUpError(bucket, wait);
  refuseUntil(wait);
}

/**
 * Charges a user for documents that are read for them (or gives some back): above the limit their
 * next reads wait.
 */
export function chargeDocuments(uid: string, read: number): void {
  documents.charge(payerFor(uid), read, Date.now());
  meterOfCall()?.charge(read * PRICES.read);
}

/** Charges the caller for documents that this call writes besides those of its fixed price. */
export function chargeWrites(written: number): void {
  meterOfCall()?.charge(written * PRICES.written);
}

/** Charges the caller for files that this call writes or copies. */
export function chargeFiles(written: number): void {
  meterOfCall()?.charge(written * PRICES.fileWritten);
}

/**
 * As `chargeDocuments`, in the middle of a question that may still be refused. Throws
 * `daily_budget`.
 */
export function chargeQuestion(uid: string, read: number): void {
  chargeDocuments(uid, read);
  if (meterOfCall()?.isOverdrawn()) throw dayUsedUpError("reads", 60);
}

/**
 * As `chargeDocuments`, before they are read. Throws `rate_limited` if the user is above the limit:
 * if there are many calls at once, the later ones can't read first and owe afterward.
 */
export function spendDocuments(uid: string, toRead: number): void {
  refuseUntil(documents.wait(payerFor(uid), Date.now()));
  chargeDocuments(uid, toRead);
}

/**
 * The payer of documents that are read for a user: the Google account that makes the call. Outside
 * of a call, the user.
 */
function payerFor(uid: string): string {
  return meterOfCall()?.sub ?? uid;
}

/**
 * As `limitHere`, for a call without a user: counted for the caller that the network names, then
 * for the network that Google has seen. Returns both.
 */
export function limitOpenHere(bucket: RateBucket, request: Request): CallSource {
  const now = Date.now();
  const { caller, seen } = networksFor(request);
  refuseUntil(budgetOf(callers, bucket, 1).spend(caller, now));
  if (seen !== null)
    refuseUntil(budgetOf(networks, bucket, CALLERS_OF_ONE_NETWORK).spend(seen, now));
  return { caller, network: seen ?? caller };
}

/**
 * As `limitEverywhere`, for a call without a user: counted for its caller, then for the network
 * that Google has seen. Before that, in memory, for this instance: only now, because everyone
 * shares this count and the body may never have come.
 */
export async function limitOpenEverywhere(bucket: RateBucket, request: Request): Promise<void> {
  const now = Date.now();
  const { caller, seen } = networksFor(request);
  refuseUntil(instance.spend(bucket, now));
  const count = async (network: string, times: number, prefix = "") => {
    const name = `${prefix}${pseudonym(network, config().networkSecret, now)}`;
    refuseUntil(await countCall(bucket, name, now, times * RATES[bucket].calls));
  };
  await count(caller, 1);
  if (seen !== null) await count(seen, CALLERS_OF_ONE_NETWORK, "network ");
}

/** The networks that a signed-out call counts for. */
function networksFor(request: Request): { caller: string; seen: string | null } {
  const forwarded = request.get("x-forwarded-for");
  // Tests run in parallel on one machine, so each names its own address. Deployed projects are
  // never emulated.
  const named = config().isEmulated ? forwarded?.split(",")[0]?.trim() : undefined;
  return named
    ? { caller: named, seen: null }
    : networksOf(forwarded, request.socket.remoteAddress);
}

function refuseUntil(retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new AppError("rate_limited", tooManyRequests(retryAfter), { retryAfter });
}
