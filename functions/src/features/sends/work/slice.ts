import type { HeldLease, Sender } from "../../../store/senders.ts";
import { inItsHours } from "../../../store/sends/patches.ts";
import type { StoredSend } from "../../../store/sends/read.ts";
import type { SendEvent } from "../../../store/sends/sendState.ts";
import { nextSliceOf } from "../../../store/sends/sendTimes.ts";
import type { Engine } from "../engine.ts";
import { requestSlice } from "../engine.ts";
import { type ActiveSends, followActiveSends } from "./activeSends.ts";
import { type ConnectedAccount, checkOwner, connect, forgetLostGrant } from "./connect.ts";
import { type LoadedMail, loadMail } from "./loadMail.ts";
import { RateLimiter, type SliceDeadlines, type Stop } from "./rateLimiter.ts";
import { recover, recoverStrays } from "./recover.ts";
import { type ServeResult, serve } from "./serve.ts";

/**
 * How a slice ended: someone else works for this user; there is nothing left to do; or more is due
 * at `at`, and a task is on its way.
 */
export type SliceEnd = { kind: "busy" } | { kind: "idle" } | { kind: "more"; at: number };

/** How soon the sweep looks whether a stop is over. */
const LOOK_AGAIN_MS = 15_000;
/** Time from a fault until the next slice tries again. */
const FAULT_REST_MS = 60_000;

/**
 * The only code that calls Gmail (decision 4). Takes the user's lease, sends as much as pace, quota
 * and budget allow, returns the lease and asks for the next slice if there is more to do. With
 * `sender`, the user's document as just read, it isn't read again. Throws if the ledger can't be
 * written: the lease then expires, and the next holder judges the open rows.
 */
export async function runSlice(
  engine: Engine,
  uid: string,
  budget: SliceDeadlines,
  { sender }: { sender?: Sender | null } = {},
): Promise<SliceEnd> {
  const held = await engine.ledger.takeLease(uid, engine.now(), sender);
  if (!held) return { kind: "busy" };
  const active = await followActiveSends(engine, uid);
  try {
    await recover(engine, held, active);
    const slice = new Slice(engine, held, budget, active);
    const next = await slice.run();
    if (next === "lost") return { kind: "busy" };
    // A send that rests after a fault doesn't delay the others.
    const resting = next === null ? restUntil(active.all()) : null;
    await engine.ledger.releaseLease(held, next ?? engine.now());
    // A send that began while this slice ended found the lease taken, and relies on it.
    const at = next ?? (active.first() ? engine.now() : resting);
    if (at === null) return { kind: "idle" };
    // Otherwise the slice that put it to rest has already asked; each slice in between would add
    // one more task.
    if (at !== resting || slice.hasPutToRest) await requestSlice(engine, uid, at);
    return { kind: "more", at };
  } finally {
    active.end();
  }
}

/** When the first of these resting sends is tried again; null if there is none. */
function restUntil(sends: readonly StoredSend[]): number | null {
  return sends.length > 0 ? Math.min(...sends.map(nextSliceOf)) : null;
}

class Slice {
  readonly #engine: Engine;
  readonly #held: HeldLease;
  readonly #budget: SliceDeadlines;
  readonly #active: ActiveSends;
  #mail: { send: string; loaded: LoadedMail } | null = null;
  #account: ConnectedAccount | null = null;
  #mayBeSent = false;
  /**
   * Whether it has put a send to rest after a fault: then it asks for the next slice, and later
   * ones needn't.
   */
  hasPutToRest = false;
  /**
   * Whether Gmail has already refused a token: if it also refuses a second, fresh one, that is no
   * accident.
   */
  #wasRefused = false;

  constructor(engine: Engine, held: HeldLease, budget: SliceDeadlines, active: ActiveSends) {
    this.#engine = engine;
    this.#held = held;
    this.#budget = budget;
    this.#active = active;
  }

  /**
   * Serves one send after the other. Returns the time before which no slice has anything to do, or
   * null.
   */
  async run(): Promise<number | null | "lost"> {
    for (;;) {
      if (this.#active.isStopped()) await this.#stopAll();
      const send = this.#active.first();
      if (!send) return null;
      if (this.#engine.now() >= this.#budget.claimUntil) return this.#engine.now();
      if (await this.#waitsForItsHours(send)) continue;
      const { stop, streak } = await this.#serve(send);
      if (stop?.kind === "lost") return "lost";
      const isFault = await this.#take(send, stop);
      this.hasPutToRest ||= isFault;
      const rest = isFault ? this.#engine.now() + FAULT_REST_MS : this.#engine.now();
      const nextAt = stop?.kind === "rest" ? stop.until : rest;
      if (stop?.kind === "gone") return null;
      const settled = await this.#engine.ledger.settle(send.id, this.#engine.now(), {
        streak,
        nextAt,
      });
      if (settled) this.#active.wrote(settled);
      if (!stop && settled && settled.counts.sending > 0)
        await recoverStrays(this.#engine, send.id);
      if (stop?.kind === "rest" || stop?.kind === "budget")
        return this.#active.all().length > 0 ? nextAt : null;
    }
  }

  /**
   * An operator has stopped sending: this user's sends wait until the sweep finds the stop over.
   */
  async #stopAll(): Promise<void> {
    const resumesAt = this.#engine.now() + LOOK_AGAIN_MS;
    await this.#write(this.#active.all(), { kind: "paused", reason: "stopped", resumesAt });
  }

  /** Pauses a send that the quota has interrupted outside its hours, however it came to resume. */
  async #waitsForItsHours(send: StoredSend): Promise<boolean> {
    const now = this.#engine.now();
    if (!send.interrupted || inItsHours(send, now) === now) return false;
    await this.#write([send], { kind: "paused", reason: "quota", resumesAt: now });
    return true;
  }

  async #serve(send: StoredSend): Promise<ServeResult> {
    const nothing = (stop: Stop): ServeResult => ({ stop, streak: send.streak });
    const barred = this.#mayBeSent ? null : await checkOwner(this.#engine, this.#held, send.sub);
    if (barred) return nothing(barred);
    this.#mayBeSent = true;
    const connected = this.#account ?? (await connect(this.#engine, this.#held, send.sub));
    if ("kind" in connected) return nothing(connected);
    this.#account = connected;
    await this.#write([send], { kind: "sliceBegan", lease: this.#held.id });
    const [loaded] = await Promise.all([this.#load(send), this.#active.suppressed.latest()]);
    if ("kind" in loaded) return nothing(loaded);
    const limit = this.#engine.dailyLimit(connected.grant);
    const limiter = new RateLimiter(
      this.#engine,
      this.#held,
      this.#budget,
      limit,
      send.recipients.most,
    );
    return serve({
      engine: this.#engine,
      lease: this.#held.id,
      active: this.#active,
      limiter,
      budget: this.#budget,
      send,
      mail: loaded,
      ...connected,
    });
  }

  async #load(send: StoredSend): Promise<LoadedMail | Stop> {
    if (this.#mail?.send === send.id) return this.#mail.loaded;
    // One send's files at a time: memory never holds more.
    this.#mail = null;
    const loaded = await loadMail(this.#engine, send);
    if (!("kind" in loaded)) this.#mail = { send: send.id, loaded };
    return loaded;
  }

  /**
   * Records the effect of the end of serving a send on the user's sends. Returns whether it was a
   * fault of the send.
   */
  async #take(send: StoredSend, stop: Stop | null): Promise<boolean> {
    const isSecondRefusal = stop?.kind === "unauthorized" && this.#wasRefused;
    if (stop?.kind === "unauthorized") {
      this.#account = null;
      this.#wasRefused = true;
    }
    const isFault = stop?.kind === "fault" || isSecondRefusal;
    if (isFault) await this.#write([send], { kind: "loadFailed" });
    else await this.#pause(send, stop);
    return isFault;
  }

  async #pause(send: StoredSend, stop: Stop | null): Promise<void> {
    if (stop?.kind === "errors")
      await this.#write([send], { kind: "paused", reason: "errors", resumesAt: null });
    if (stop?.kind === "reconnect") {
      await this.#write(this.#active.all(), {
        kind: "paused",
        reason: "reconnect",
        resumesAt: null,
      });
      await forgetLostGrant(this.#engine, send.sub);
    }
    if (stop?.kind === "disabled") {
      await this.#write(this.#active.all(), {
        kind: "paused",
        reason: "disabled",
        resumesAt: null,
      });
    }
    if (stop?.kind === "quota") {
      await this.#write(this.#active.all(), {
        kind: "paused",
        reason: "quota",
        resumesAt: stop.until,
      });
    }
  }

  async #write(sends: StoredSend[], event: SendEvent): Promise<void> {
    for (const send of sends) {
      const written = await this.#engine.ledger.apply(send, event, "worker", this.#engine.now());
      if (written.send) this.#active.wrote(written.send);
    }
  }
}
