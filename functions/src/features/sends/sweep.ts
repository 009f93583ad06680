import { logError } from "../../platform/log.ts";
import type { Job } from "../../store/sendsJobs.ts";
import { resumePatch, watchOver } from "../../store/sendsPause.ts";
import type { JobDoc } from "../../store/sendsShape.ts";
import type { Engine } from "./engine.ts";
import { recoverStrays } from "./recover.ts";
import { ask } from "./slice.ts";

const BATCH = 200;
const LANES = 10;
/** A sweep that finds no end leaves the rest to the next one. */
const LONGEST_MS = 50_000;

export const PAUSED_TOO_LONG = "Not sent: the send was paused for a week.";

/**
 * The body of the scheduled function, every minute: asks for a slice where a worker died, and attends to each send whose
 * time has come. Each send on its own: one that fails does not keep the others waiting.
 */
export async function sweep(engine: Engine): Promise<void> {
  const began = engine.now();
  for (const uid of await engine.ledger.usersWithDeadLease(began, BATCH)) await ask(engine, uid, began);
  for (let attended = BATCH; attended > 0 && engine.now() - began < LONGEST_MS; ) {
    const due = await engine.ledger.dueJobs(engine.now(), BATCH);
    attended = await attendToAll(engine, due);
    if (due.length < BATCH) return;
  }
}

/** Gives how many could be attended to. */
async function attendToAll(engine: Engine, jobs: Job[]): Promise<number> {
  const waiting = [...jobs];
  let attended = 0;
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      try {
        await attend(engine, job);
        attended += 1;
      } catch (error) {
        logError("a send could not be attended to", { send_id: job.id, state: job.state, error });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return attended;
}

/** Takes a send whose `wakeAt` has come; does what its state calls for. Also called by a status request. */
export async function attend(engine: Engine, job: Job): Promise<void> {
  const now = engine.now();
  if (job.wakeAt === null || job.wakeAt > now) return;
  const stillDue = (patch: Partial<JobDoc>) => (read: Job) =>
    read.state === job.state && read.wakeAt !== null && read.wakeAt <= now ? patch : null;
  switch (job.state) {
    case "preparing":
      return engine.ledger.forgetSend(job.id, job.counts.total);
    case "queued":
    case "running":
      await engine.ledger.changeJob(job.id, stillDue({ wakeAt: watchOver(now) }));
      return ask(engine, job.owner, now);
    case "scheduled":
      await engine.ledger.changeJob(job.id, stillDue(resumePatch(now)));
      return ask(engine, job.owner, now);
    case "paused":
      return job.resumesAt === null ? endPause(engine, job, stillDue) : resume(engine, job, stillDue);
    case "done":
    case "cancelled":
      return job.endedAt === null ? endCancelled(engine, job) : engine.ledger.purgeSend(job.id);
  }
}

type StillDue = (patch: Partial<JobDoc>) => (read: Job) => Partial<JobDoc> | null;

async function resume(engine: Engine, job: Job, stillDue: StillDue): Promise<void> {
  await engine.ledger.changeJob(job.id, stillDue(resumePatch(engine.now())));
  await ask(engine, job.owner, engine.now());
}

/** A row that is claimed although nobody works for this user was claimed by one who should not have worked any more. */
async function endCancelled(engine: Engine, job: Job): Promise<void> {
  const settled = await engine.ledger.settle(job.id, engine.now());
  if (!settled || settled.counts.sending === 0) return;
  const sender = await engine.ledger.readSender(job.owner);
  if (sender?.lease) return;
  await recoverStrays(engine, job.id);
  await engine.ledger.settle(job.id, engine.now());
}

async function endPause(engine: Engine, job: Job, stillDue: StillDue): Promise<void> {
  const now = engine.now();
  const cancelled = await engine.ledger.changeJob(
    job.id,
    stillDue({ state: "cancelled", pauseReason: null, wakeAt: now }),
  );
  if (cancelled?.state !== "cancelled") return;
  await engine.ledger.skipQueued(job.id, PAUSED_TOO_LONG);
  await engine.ledger.settle(job.id, now);
}
