import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "@sendwright/core/contract/appError";
import { isInMemory, type Rate } from "@sendwright/core/contract/endpoint";
import { REQUEST_SECONDS } from "@sendwright/core/contract/limits";
import type { Request } from "express";
import { dayUsedUpError } from "../store/dayUsedUpError.ts";
import {
  COST_IN_MEMORY,
  COST_OF_CALL,
  costOfAnswer,
  costOfBody,
  type Level,
  MAX_UNCOUNTED,
  MAX_UNCOUNTED_OF_KIND,
  POOLS_IN_MEMORY,
  PRICES,
  secondsUntil,
  type UserBucket,
  without,
} from "../store/spending.ts";
import { whenAnswerLeft } from "./answers.ts";
import { rawBodyOf } from "./rawBody.ts";

/*
 * What one account costs in this instance (decision 27), in millionths of a dollar. Calls that only
 * read are counted here alone. Of the others, the database counts the fixed price at once, and
 * their time, answers and documents with the account's next call of the kind: no document more is
 * read or written.
 */

/** How many accounts one instance remembers; more than it serves in an hour. */
const MAX_ACCOUNTS = 10_000;

/** An account with an open call or something that isn't counted yet. */
interface MeteredAccount {
  /**
   * Its open calls, which share the instance's time since `at` (milliseconds of `performance.now`).
   */
  open: Set<Meter>;
  at: number;
  /** By kind: what the database hasn't counted yet. */
  uncounted: Map<Rate, number>;
  /** By kind: until when the database refuses calls (milliseconds). */
  refusedUntil: Map<Rate, number>;
  levels: { reads?: Level; progress?: Level };
}

const accounts = new Map<string, MeteredAccount>();

function accountOf(sub: string): MeteredAccount {
  const known = accounts.get(sub);
  const account = known ?? {
    open: new Set(),
    at: 0,
    uncounted: new Map(),
    refusedUntil: new Map(),
    levels: {},
  };
  // Moved to the end, so that we forget the account that has been quiet for longest.
  accounts.delete(sub);
  accounts.set(sub, account);
  const [quietest] = accounts.keys();
  if (accounts.size > MAX_ACCOUNTS && quietest !== undefined) accounts.delete(quietest);
  return account;
}

const current = new AsyncLocalStorage<Meter>();

/** The meter of the call that this code works for; undefined outside of calls. */
export function meterOfCall(): Meter | undefined {
  return current.getStore();
}

/**
 * Measures one call of an account from its first check until its work is over and its answer has
 * left, or can't leave any more. The platform ends a call after `REQUEST_SECONDS`, so it pays for
 * no more than that.
 */
export class Meter {
  /** The Google account that pays. */
  readonly sub: string;
  readonly #rate: Rate;
  readonly #account: MeteredAccount;
  /** Milliseconds of `performance.now` until which its time is charged. */
  readonly #until = performance.now() + REQUEST_SECONDS * 1_000;
  /** Its unfinished parts: its work, and its answer. */
  readonly #underWay = new Set(["work", "answer"]);

  private constructor(rate: Rate, sub: string, account: MeteredAccount) {
    this.sub = sub;
    this.#rate = rate;
    this.#account = account;
  }

  /**
   * Begins to measure a call. Throws `daily_budget` if this instance knows that the account has
   * used up its day.
   */
  static begin(rate: Rate, sub: string, request: Request): Meter {
    const account = accountOf(sub);
    const now = Date.now();
    const wait = isInMemory(rate)
      ? secondsUntil(POOLS_IN_MEMORY[rate], account.levels[rate], 1, now)
      : Math.ceil(((account.refusedUntil.get(rate) ?? 0) - now) / 1_000);
    if (wait > 0) throw dayUsedUpError(rate, wait);
    const meter = new Meter(rate, sub, account);
    shareTime(account);
    account.open.add(meter);
    meter.charge(isInMemory(rate) ? COST_IN_MEMORY[rate] : 0);
    meter.#followAnswer(request);
    return meter;
  }

  /** Charges the answer's bytes when it has left. */
  #followAnswer(request: Request): void {
    const { socket } = request;
    const before = socket.bytesWritten;
    whenAnswerLeft(request, () => {
      this.charge(costOfAnswer(Math.max(0, socket.bytesWritten - before)));
      this.#end("answer");
    });
  }

  #end(part: "work" | "answer"): void {
    shareTime(this.#account);
    this.#underWay.delete(part);
    if (this.#underWay.size === 0) this.#account.open.delete(this);
  }

  /** Measures the call's work, including its waiting. */
  async measure<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#end("work");
    }
  }

  /** Does the work of the call, so that `meterOfCall` finds its meter. */
  asCurrent<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Charges its share of the time from one moment to another (of `performance.now`). */
  chargeTime(from: number, to: number, share: number): void {
    this.charge((Math.max(0, Math.min(to, this.#until) - from) / 1_000) * share * PRICES.second);
  }

  /** Adds what this call costs besides its fixed price, or gives some back. */
  charge(amount: number): void {
    const { levels, uncounted } = this.#account;
    const rate = this.#rate;
    if (isInMemory(rate))
      levels[rate] = without(POOLS_IN_MEMORY[rate], levels[rate], amount, Date.now());
    else uncounted.set(rate, (uncounted.get(rate) ?? 0) + amount);
  }

  /** Whether the account has read so much here that a call which can still be refused must stop. */
  isOverdrawn(): boolean {
    const { levels, uncounted } = this.#account;
    if (isInMemory(this.#rate)) return (levels[this.#rate]?.left ?? 0) < 0;
    return [...uncounted.values()].reduce((sum, amount) => sum + amount, 0) > MAX_UNCOUNTED;
  }

  /** Has the database count this call and what isn't counted yet. Throws the errors of `count`. */
  async count(request: Request, count: (cost: number) => Promise<void>): Promise<void> {
    if (isInMemory(this.#rate)) return;
    const price = COST_OF_CALL[this.#rate as UserBucket] + costOfBody(rawBodyOf(request).length);
    await this.#countWith(price, count);
  }

  /**
   * Has the database count what isn't counted yet, if it is much: calls whose body breaks off never
   * come to their own count. Throws the errors of `count`.
   */
  async countEarlier(count: (cost: number) => Promise<void>): Promise<void> {
    if (isInMemory(this.#rate)) return;
    const earlier = this.#account.uncounted.get(this.#rate) ?? 0;
    if (earlier > MAX_UNCOUNTED_OF_KIND) await this.#countWith(PRICES.read + PRICES.written, count);
  }

  async #countWith(price: number, count: (cost: number) => Promise<void>): Promise<void> {
    const { uncounted, refusedUntil } = this.#account;
    const earlier = uncounted.get(this.#rate) ?? 0;
    uncounted.delete(this.#rate);
    try {
      // At least 1: earlier calls may have given back more than they cost.
      await count(Math.max(1, price + earlier));
    } catch (cause) {
      this.charge(earlier);
      if (cause instanceof AppError && cause.reason === "daily_budget") {
        refusedUntil.set(this.#rate, Date.now() + (cause.retryAfter ?? 0) * 1_000);
      }
      throw cause;
    }
  }
}

/**
 * Charges an account's open calls for the time since the last of them began or ended: together they
 * keep one place.
 */
function shareTime(account: MeteredAccount): void {
  // Not the clock of the day, which can be set.
  const now = performance.now();
  for (const meter of account.open) meter.chargeTime(account.at, now, 1 / account.open.size);
  account.at = now;
}
