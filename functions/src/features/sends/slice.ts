import { logWarning } from "../../platform/log.ts";
import type { HeldLease } from "../../store/leases.ts";
import type { SendEvent } from "../../store/sendEvents.ts";
import type { Sender } from "../../store/senders.ts";
import type { Job } from "../../store/sendsJobs.ts";
import { type ActiveJobs, followActiveJobs } from "./activeJobs.ts";
import { type Account, connect, forgetLostGrant } from "./connect.ts";
import type { Engine } from "./engine.ts";
import { type LoadedMail, loadMail } from "./loadMail.ts";
import { recover, recoverStrays } from "./recover.ts";
import { type Served, serve } from "./serve.ts";
import { type Budget, type Stop, Turnstile } from "./turnstile.ts";

/** How a slice ended: somebody else works for this user; nothing is left to do; or more is due at `at`, and a task is on its way. */
export type SliceEnd = { kind: "busy" } | { kind: "idle" } | { kind: "more"; at: number };

/** After a fault, until the next slice tries again. */
const FAULT_REST_MS = 60_000;

/**
 * The only code that calls Gmail (decision 4). Takes a user and a budget; takes the user's lease, sends what pace, quota
 * and budget allow, gives the lease back and asks for the next slice when more is to do. With
 * `sender`, the user's document as just read, it need not be read again. Throws when the ledger cannot be
 * written: the lease then runs out, and the next holder judges what is open.
 */
export async function runSlice(
  engine: Engine,
  uid: string,
  budget: Budget,
  { sender }: { sender?: Sender | null } = {},
): Promise<SliceEnd> {
  const held = await engine.ledger.takeLease(uid, engine.now(), sender);
  if (!held) return { kind: "busy" };
  const active = await followActiveJobs(engine, uid);
  try {
    await recover(engine, held, active);
    const slice = new Slice(engine, held, budget, active);
    const next = await slice.run();
    if (next === "lost") return { kind: "busy" };
    await engine.ledger.releaseLease(held, next ?? engine.now());
    // A send that began while this slice ended found the lease taken, and relies on it.
    const at = next ?? (active.first() ? engine.now() : null);
    if (at === null) return { kind: "idle" };
    await ask(engine, uid, at);
    return { kind: "more", at };
  } finally {
    active.stop();
  }
}

/** Asks for a slice; what cannot be asked for now, sweep asks for later. */
export async function ask(engine: Engine, uid: string, at: number): Promise<void> {
  try {
    await engine.enqueue(uid, at);
  } catch (error) {
    logWarning("no task could be enqueued", { uid, error });
  }
}

class Slice {
  readonly #engine: Engine;
  readonly #held: HeldLease;
  readonly #budget: Budget;
  readonly #active: ActiveJobs;
  #mail: { job: string; loaded: LoadedMail } | null = null;
  #account: Account | null = null;
  /** Whether Gmail has refused a token already: a second one, fresh as it is, is no chance. */
  #wasRefused = false;

  constructor(engine: Engine, held: HeldLease, budget: Budget, active: ActiveJobs) {
    this.#engine = engine;
    this.#held = held;
    this.#budget = budget;
    this.#active = active;
  }

  /** Serves one send after the other. Gives the time of the next slice, null when none is needed. */
  async run(): Promise<number | null | "lost"> {
    for (;;) {
      const job = this.#active.first();
      // What was set aside is tried again after a while.
      if (!job) return this.#active.all().length > 0 ? this.#engine.now() + FAULT_REST_MS : null;
      if (this.#engine.now() >= this.#budget.claimUntil) return this.#engine.now();
      const { stop, streak } = await this.#serve(job);
      if (stop?.kind === "lost") return "lost";
      const nextAt = stop?.kind === "rest" ? stop.until : this.#engine.now();
      await this.#take(job, stop);
      const settled = await this.#engine.ledger.settle(job.id, this.#engine.now(), { streak, nextAt });
      if (settled) this.#active.wrote(settled);
      if (!stop && settled && settled.counts.sending > 0) await recoverStrays(this.#engine, job.id);
      if (stop?.kind === "rest" || stop?.kind === "budget") return this.#active.first() ? nextAt : null;
    }
  }

  async #serve(job: Job): Promise<Served> {
    const nothing = (stop: Stop): Served => ({ stop, streak: job.streak });
    const connected = this.#account ?? (await connect(this.#engine, this.#held, job.sub));
    if ("kind" in connected) return nothing(connected);
    this.#account = connected;
    await this.#write([job], { kind: "sliceBegan", lease: this.#held.id });
    const loaded = await this.#load(job);
    if ("kind" in loaded) return nothing(loaded);
    const limit = this.#engine.dailyLimit(connected.grant);
    const turnstile = new Turnstile(this.#engine, this.#held, this.#budget, limit);
    const { id: lease } = this.#held;
    const world = { engine: this.#engine, lease, active: this.#active, turnstile, budget: this.#budget };
    return serve({ ...world, ...connected }, job, loaded);
  }

  async #load(job: Job): Promise<LoadedMail | Stop> {
    if (this.#mail?.job === job.id) return this.#mail.loaded;
    // One send's files at a time: no more is ever held in memory.
    this.#mail = null;
    const loaded = await loadMail(this.#engine, job);
    if (!("kind" in loaded)) this.#mail = { job: job.id, loaded };
    return loaded;
  }

  /** Takes why serving a send stopped; writes down what that means for the user's sends. */
  async #take(job: Job, stop: Stop | null): Promise<void> {
    if (stop?.kind === "unauthorized") {
      this.#account = null;
      if (this.#wasRefused) await this.#setAside(job);
      this.#wasRefused = true;
    }
    if (stop?.kind === "fault") await this.#setAside(job);
    else await this.#pause(job, stop);
  }

  async #setAside(job: Job): Promise<void> {
    await this.#write([job], { kind: "loadFailed" });
    this.#active.setAside(job.id);
  }

  async #pause(job: Job, stop: Stop | null): Promise<void> {
    if (stop?.kind === "errors") await this.#write([job], { kind: "paused", reason: "errors", resumesAt: null });
    if (stop?.kind === "reconnect") {
      await this.#write(this.#active.all(), { kind: "paused", reason: "reconnect", resumesAt: null });
      await forgetLostGrant(this.#engine, job.sub);
    }
    if (stop?.kind === "quota") {
      await this.#write(this.#active.all(), { kind: "paused", reason: "quota", resumesAt: stop.until });
    }
  }

  async #write(jobs: Job[], event: SendEvent): Promise<void> {
    for (const job of jobs) {
      const written = await this.#engine.ledger.apply(job, event, "worker", this.#engine.now());
      if (written.job) this.#active.wrote(written.job);
    }
  }
}
