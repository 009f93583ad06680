import { type HeldLease, LEASE_MS } from "../../store/leases.ts";
import { closeWindow, countCalls, nextCallAt, openWindow } from "../../store/pace.ts";
import { countSends, quotaOf } from "../../store/quotas.ts";
import type { Engine } from "./engine.ts";

/** When a slice may call: until then it begins calls, and waits for answers. Milliseconds since 1970. */
export interface Budget {
  claimUntil: number;
  callUntil: number;
}

/** Why no further call is made in this slice. */
export type Stop =
  | { kind: "budget" }
  /** The pace allows the next call only then. */
  | { kind: "rest"; until: number }
  /** The account's daily limit; `until` is when to try again. */
  | { kind: "quota"; until: number }
  | { kind: "reconnect" }
  | { kind: "errors" }
  /** The lease has passed to somebody else. */
  | { kind: "lost" }
  /** Paused, cancelled, or another send goes first. */
  | { kind: "left" };

/** A wait for the pace that is shorter than this is waited out; a longer one ends the slice. */
const PATIENCE = 2_000;
const RENEW_AFTER = 10_000;
/** The lease must hold at least this long when a row is claimed. */
const MARGIN = 5_000;

/** What every call of a slice passes: budget, lease, quota and pace, counted at the moment it passes. */
export class Turnstile {
  readonly #engine: Engine;
  readonly #held: HeldLease;
  readonly #budget: Budget;
  readonly #limit: number;
  #renewing: Promise<boolean> | null = null;

  constructor(engine: Engine, held: HeldLease, budget: Budget, limit: number) {
    this.#engine = engine;
    this.#held = held;
    this.#budget = budget;
    this.#limit = limit;
  }

  /** Lets one call pass, after a short wait if need be: gives the time it is counted at, or why none may pass. */
  async pass(): Promise<number | Stop> {
    for (;;) {
      const stop = await this.#renew();
      if (stop) return stop;
      const now = this.#engine.now();
      if (now >= this.#budget.claimUntil) return { kind: "budget" };
      const quota = quotaOf(this.#held.hours, this.#limit, now);
      if (quota.left === 0) return { kind: "quota", until: Date.parse(quota.more_at ?? "") };
      const at = nextCallAt(this.#held.pace, now, this.#engine.rate);
      if (at <= now) {
        this.#held.pace = countCalls(this.#held.pace, now);
        this.#held.hours = countSends(this.#held.hours, now);
        this.#held.calls += 1;
        return now;
      }
      if (at - now > PATIENCE || at >= this.#budget.claimUntil) return { kind: "rest", until: at };
      await this.#engine.sleep(at - now);
    }
  }

  /** Takes the time at which a call passed that delivered nothing for certain: the quota forgets it. */
  nothingSent(calledAt: number): void {
    this.#held.hours = countSends(this.#held.hours, calledAt, -1);
  }

  /** A mail went out. */
  sent(): void {
    this.#held.pace = openWindow(this.#held.pace);
  }

  /** Gmail, or the way to it, refused a call for now. */
  refused(calledAt: number, retryAfter: number | null): void {
    const refusal = { calledAt, now: this.#engine.now(), retryAfter, random: this.#engine.random() };
    this.#held.pace = closeWindow(this.#held.pace, refusal);
  }

  async #renew(): Promise<Stop | null> {
    if (this.#engine.now() >= this.#held.until - LEASE_MS + RENEW_AFTER) {
      this.#renewing ??= this.#engine.ledger.keepLease(this.#held, this.#engine.now()).finally(() => {
        this.#renewing = null;
      });
      if (!(await this.#renewing)) return { kind: "lost" };
    }
    return this.#engine.now() >= this.#held.until - MARGIN ? { kind: "lost" } : null;
  }
}
