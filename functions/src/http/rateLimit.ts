import { createHmac } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
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
import { dayIsOver } from "../store/dayIsOver.ts";
import { PRICES } from "../store/spending.ts";
import { CALLERS_OF_ONE_NETWORK, type CallSource } from "./arrivals.ts";
import { meterOfCall } from "./meter.ts";

/** Where a call comes from. */
interface Networks {
  /**
   * The address that the hop before Google reports. Through Hosting, that hop is its edge, which
   * reports the caller. A caller that bypasses Hosting can write any address.
   */
  caller: string;
  /**
   * The address that Google's own front end sees, so no one can forge it. Through Hosting, it is an
   * edge that many callers share.
   */
  seen: string;
}

/**
 * The networks of a call, from `X-Forwarded-For` and the socket's address. Each hop appends the
 * address it sees, so only the last two entries count. Anything a caller writes before them changes
 * nothing.
 */
export function networksOf(forwarded: string | undefined, socket: string | undefined): Networks {
  const last = (forwarded ?? "").split(",").slice(-2);
  const entries = last.map((entry) => networkOf(entry.trim()));
  const seen = entries.at(-1) ?? networkOf(socket ?? "") ?? "unknown";
  return { caller: entries.at(-2) ?? seen, seen };
}

/**
 * An IPv4 address, or an IPv6 /48, the most that anyone gets for the asking: with ten callers in
 * it, one network could use up what an edge of Hosting may do.
 */
function networkOf(address: string): string | undefined {
  const inner = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(inner)) return inner;
  if (!isIPv6(inner)) return undefined;
  const [head = "", tail] = inner.toLowerCase().split("%")[0]?.split("::") ?? [];
  const groups = (text: string) => text.split(":").filter((group) => group !== "");
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [
    ...groups(head),
    ...Array.from({ length: missing }, () => "0"),
    ...groups(tail ?? ""),
  ];
  const [a, b, c] = all.map((group) => Number.parseInt(group, 16));
  return `${[a, b, c].map((group = 0) => group.toString(16)).join(":")}::/48`;
}

/**
 * The name under which a network is counted today: without the secret, no one can find the address
 * by trying.
 */
export function pseudonym(network: string, secret: Buffer, now: number): string {
  const salt = createHmac("sha256", secret)
    .update(`networks of day ${Math.floor(now / DAY)}`)
    .digest();
  return createHmac("sha256", salt).update(network).digest("base64url");
}

/** How many callers one instance keeps in memory; more than it serves in a minute. */
const MAX_CALLERS = 10_000;

/**
 * A budget for each caller, in this instance's memory: it contains `atOnce` units and gets
 * `perSecond` back. It makes no network calls.
 */
export class CallBudget {
  readonly #atOnce: number;
  readonly #perSecond: number;
  readonly #callers = new Map<string, { left: number; at: number }>();

  constructor(atOnce: number, perSecond: number) {
    this.#atOnce = atOnce;
    this.#perSecond = perSecond;
  }

  /**
   * Takes one unit for a call at `now` (milliseconds). Returns 0, or the seconds to wait if there
   * is none left.
   */
  spend(caller: string, now: number): number {
    const wait = this.wait(caller, now);
    this.charge(caller, wait === 0 ? 1 : 0, now);
    return wait;
  }

  /** The seconds until a caller has a unit left at `now`, 0 if there is one. Takes nothing. */
  wait(caller: string, now: number): number {
    const left = this.#left(caller, now);
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / this.#perSecond));
  }

  /** Takes units for work whose cost is known only afterward. The caller may owe some then. */
  charge(caller: string, units: number, now: number): void {
    const left = this.#left(caller, now);
    // Moved to the end, so that we forget the caller who has been quiet for longest.
    this.#callers.delete(caller);
    this.#callers.set(caller, { left: left - units, at: now });
    const [quietest] = this.#callers.keys();
    if (this.#callers.size > MAX_CALLERS && quietest !== undefined) this.#callers.delete(quietest);
  }

  #left(caller: string, now: number): number {
    const { left, at } = this.#callers.get(caller) ?? { left: this.#atOnce, at: now };
    return Math.min(this.#atOnce, left + (Math.max(0, now - at) / 1_000) * this.#perSecond);
  }
}

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
  if (wait > 0 && RATES[bucket].minutes * MINUTE >= DAY) throw dayIsOver(bucket, wait);
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
  if (meterOfCall()?.isOverdrawn()) throw dayIsOver("reads", 60);
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
 * Who pays for documents that are read for a user: the Google account whose call this is. Outside of a call,
 * it counts for the user.
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
