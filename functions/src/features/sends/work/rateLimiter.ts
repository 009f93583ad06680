import { countSends, nextHour, quotaOf } from "../../../store/dailyQuota.ts";
import { type HeldLease, LEASE_MS } from "../../../store/senders.ts";
import {
  closeWindow,
  countCalls,
  nextCallAt,
  openWindow,
  roomNow,
} from "../../../store/throttle.ts";
import type { Engine } from "../engine.ts";

/**
 * Until when a slice begins calls, and until when it waits for answers. Milliseconds since 1970.
 */
export interface SliceDeadlines {
  claimUntil: number;
  callUntil: number;
}

/** Why this slice makes no further call. */
export type Stop =
  | { kind: "budget" }
  /** The pace allows the next call only then. */
  | { kind: "rest"; until: number }
  /** The account's daily limit; `until` is when to try again. */
  | { kind: "quota"; until: number }
  | { kind: "reconnect" }
  /** The user's account is disabled, or was deleted in the authentication service itself. */
  | { kind: "disabled" | "gone" }
  /** Gmail didn't accept the access token; a fresh one may work. */
  | { kind: "unauthorized" }
  /**
   * This send can't continue for a reason that may pass: its email can't be loaded, or Google
   * refuses this server.
   */
  | { kind: "fault" }
  | { kind: "errors" }
  /** Someone else has the lease now. */
  | { kind: "lost" }
  /** Paused, canceled, stopped by an operator, or another send goes first. */
  | { kind: "left" };

/** A shorter wait for the pace is waited out; a longer one ends the slice. */
const MAX_WAIT_MS = 2_000;
const RENEW_AFTER = 10_000;
/** The lease must last at least this long when a row is claimed. */
const MARGIN = 5_000;

/**
 * Permission for a call: when it was counted, for how many recipients, and which of its lease's
 * calls it is.
 */
export interface Permit {
  at: number;
  recipients: number;
  call: number;
}

/**
 * The permits for a slice's calls: within its budget, its lease, the daily quota and the throttle,
 * counted as they are given.
 */
export class RateLimiter {
  readonly #engine: Engine;
  readonly #held: HeldLease;
  readonly #budget: SliceDeadlines;
  readonly #limit: number;
  readonly #most: number;
  #renewing: Promise<boolean> | null = null;

  /** `limit`: recipients in 24 hours. `most`: the most recipients of one email. */
  constructor(
    engine: Engine,
    held: HeldLease,
    budget: SliceDeadlines,
    limit: number,
    most: number,
  ) {
    this.#engine = engine;
    this.#held = held;
    this.#budget = budget;
    this.#limit = limit;
    this.#most = most;
  }

  /** Returns a permit for one call, after a short wait if necessary, or why there is none. */
  async acquire(): Promise<Permit | Stop> {
    for (;;) {
      const stop = await this.#renew();
      if (stop) return stop;
      const now = this.#engine.now();
      if (now >= this.#budget.claimUntil) return { kind: "budget" };
      const quota = quotaOf(this.#held.hours, this.#limit, now);
      if (quota.left < this.#most) {
        const more = quota.more_at === null ? now : Date.parse(quota.more_at);
        return { kind: "quota", until: Math.max(more, nextHour(now)) };
      }
      const at = nextCallAt(this.#held.pace, now, this.#engine.rate, this.#most);
      if (at <= now) {
        this.#held.calls += 1;
        const permit = { at: now, recipients: this.#most, call: this.#held.calls };
        this.#count(permit, permit.recipients);
        return permit;
      }
      if (at - now > MAX_WAIT_MS || at >= this.#budget.claimUntil)
        return { kind: "rest", until: at };
      await this.#engine.sleep(at - now);
    }
  }

  /** How many more emails the pace allows now, if each has as many recipients as the largest. */
  room(): number {
    return Math.floor(roomNow(this.#held.pace, this.#engine.now(), this.#engine.rate) / this.#most);
  }

  /**
   * Whether to make the call of a row claimed now. A worker that froze in between notices by the
   * clock: if its lease may have passed to another, it may not. Pace and quota count the call in
   * the second in which it is made.
   */
  confirm(permit: Permit): boolean {
    const now = this.#engine.now();
    if (Math.floor(now / 1_000) > Math.floor(permit.at / 1_000)) {
      this.release(permit);
      permit.at = now;
      this.#count(permit, permit.recipients);
    }
    return this.#holds();
  }

  /** Counts only the recipients that the permit's row has. */
  fit(permit: Permit, recipients: number): void {
    this.#count(permit, recipients - permit.recipients);
    permit.recipients = recipients;
  }

  /** Uncounts a call that was never made, for pace and quota. */
  release(permit: Permit): void {
    this.#count(permit, -permit.recipients);
  }

  /** Uncounts a call that certainly delivered nothing, for the quota. */
  nothingSent({ at, recipients }: Permit): void {
    this.#held.hours = countSends(this.#held.hours, at, -recipients);
  }

  #count({ at }: Permit, recipients: number): void {
    this.#held.pace = countCalls(this.#held.pace, at, recipients);
    this.#held.hours = countSends(this.#held.hours, at, recipients);
  }

  /** An email went out. */
  sent(): void {
    this.#held.pace = openWindow(this.#held.pace);
  }

  /** Gmail, or the connection to it, refused a call for now. */
  refused({ at }: Pick<Permit, "at">, retryAfter: number | null): void {
    const refusal = {
      calledAt: at,
      now: this.#engine.now(),
      retryAfter,
      random: this.#engine.random(),
    };
    this.#held.pace = closeWindow(this.#held.pace, refusal);
  }

  async #renew(): Promise<Stop | null> {
    if (this.#engine.now() >= this.#held.until - LEASE_MS + RENEW_AFTER) {
      this.#renewing ??= this.#engine.ledger
        .keepLease(this.#held, this.#engine.now())
        .finally(() => {
          this.#renewing = null;
        });
      if (!(await this.#renewing)) return { kind: "lost" };
    }
    return this.#holds() ? null : { kind: "lost" };
  }

  #holds(): boolean {
    return this.#engine.now() < this.#held.until - MARGIN;
  }
}
