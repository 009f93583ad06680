import { logWarning } from "../../platform/log.ts";
import type { HeldLease } from "../../store/leases.ts";
import { nextHour } from "../../store/quotas.ts";
import type { Sender } from "../../store/senders.ts";
import type { Job } from "../../store/sendsJobs.ts";
import { isActive, pausePatch, watchOver } from "../../store/sendsPause.ts";
import { type ActiveJobs, followActiveJobs } from "./activeJobs.ts";
import { type Account, connect, forgetLostGrant } from "./connect.ts";
import type { Engine } from "./engine.ts";
import { type LoadedMail, loadMail } from "./loadMail.ts";
import { recover, recoverStrays } from "./recover.ts";
import { type Served, serve } from "./serve.ts";
import { type Budget, type Stop, Turnstile } from "./turnstile.ts";

/** How a slice ended: somebody else works for this user; nothing is left to do; or more is due at `at`, and a task is on its way. */
export type SliceEnd = { kind: "busy" } | { kind: "idle" } | { kind: "more"; at: number };

/**
 * The only code that calls Gmail (decision 4). Takes a user and a budget; takes the user's lease, sends what pace, quota
 * and budget allow, gives the lease back and asks for the next slice when more is to do. With `only`, it ends when that
 * send has; with `sender`, the user's document as just read, it need not be read again. Throws when the ledger cannot be
 * written: the lease then runs out, and the next holder judges what is open.
 */
export async function runSlice(
  engine: Engine,
  uid: string,
  budget: Budget,
  { only, sender }: { only?: string; sender?: Sender | null } = {},
): Promise<SliceEnd> {
  const held = await engine.ledger.takeLease(uid, engine.now(), sender);
  if (!held) return { kind: "busy" };
  await recover(engine, held);
  const active = await followActiveJobs(engine, uid);
  try {
    const slice = new Slice(engine, held, budget, active);
    const next = await slice.run(only);
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
  #mail: { job: string; loaded: LoadedMail | null } | null = null;
  #account: Account | null = null;

  constructor(engine: Engine, held: HeldLease, budget: Budget, active: ActiveJobs) {
    this.#engine = engine;
    this.#held = held;
    this.#budget = budget;
    this.#active = active;
  }

  /** Serves one send after the other. Gives the time of the next slice, null when none is needed. */
  async run(only: string | undefined): Promise<number | null | "lost"> {
    for (;;) {
      const job = this.#active.first();
      if (!job) return null;
      if (this.#engine.now() >= this.#budget.claimUntil) return this.#engine.now();
      const { stop, streak } = await this.#serve(job);
      if (stop?.kind === "lost") return "lost";
      const next = stop?.kind === "rest" ? stop.until : this.#engine.now();
      await this.#pause(job, stop);
      const settled = await this.#engine.ledger.settle(job.id, this.#engine.now(), (now) =>
        isActive(now) ? { streak, wakeAt: watchOver(next) } : { streak },
      );
      if (settled) this.#active.wrote(settled);
      if (!stop && settled && settled.counts.sending > 0) await recoverStrays(this.#engine, job.id);
      if (stop?.kind === "rest" || stop?.kind === "budget") return this.#active.first() ? next : null;
      const over = settled === null || !isActive(settled);
      if (only === job.id && over) return this.#active.first() ? next : null;
    }
  }

  async #serve(job: Job): Promise<Served> {
    const nothing = (stop: Stop): Served => ({ stop, streak: job.streak });
    const connected = this.#account ?? (await connect(this.#engine, this.#held, job.sub));
    if ("kind" in connected) return nothing(connected);
    this.#account = connected;
    // One send's files at a time: no more is ever held in memory.
    if (this.#mail?.job !== job.id) this.#mail = null;
    this.#mail ??= { job: job.id, loaded: await loadMail(this.#engine, job) };
    if (!this.#mail.loaded) return nothing({ kind: "errors" });
    if (job.state === "queued") await this.#begin(job);
    const limit = this.#engine.dailyLimit(connected.grant);
    const turnstile = new Turnstile(this.#engine, this.#held, this.#budget, limit);
    const { id: lease } = this.#held;
    const world = { engine: this.#engine, lease, active: this.#active, turnstile, budget: this.#budget };
    return serve({ ...world, ...connected }, job, this.#mail.loaded);
  }

  async #begin(job: Job): Promise<void> {
    const begun = await this.#engine.ledger.changeJob(job.id, (now) =>
      now.state === "queued" ? { state: "running", startedAt: now.startedAt ?? this.#engine.now() } : null,
    );
    if (begun) this.#active.wrote(begun);
  }

  async #pause(job: Job, stop: Stop | null): Promise<void> {
    if (stop?.kind === "errors") await this.#write([job], (now) => pausePatch(now, "errors", null));
    if (stop?.kind === "reconnect") {
      await this.#write(this.#active.all(), (now) => pausePatch(now, "reconnect", null));
      await forgetLostGrant(this.#engine, job.sub);
    }
    if (stop?.kind === "quota") {
      const resumesAt = Math.max(stop.until, nextHour(this.#engine.now()));
      await this.#write(this.#active.all(), (now) => pausePatch(now, "quota", resumesAt));
    }
  }

  async #write(jobs: Job[], patch: (job: Job) => Partial<Job>): Promise<void> {
    for (const { id } of jobs) {
      const written = await this.#engine.ledger.changeJob(id, (now) => (isActive(now) ? patch(now) : null));
      if (written) this.#active.wrote(written);
    }
  }
}
