import { logError } from "../../platform/log.ts";
import type { SendEvent } from "../../store/sendEvents.ts";
import { stageOf } from "../../store/sendState.ts";
import { isActive, type Job } from "../../store/sendsJobs.ts";
import type { Engine } from "./engine.ts";
import { recoverStrays } from "./recover.ts";
import { ask } from "./slice.ts";

const BATCH = 200;
const LANES = 10;
/** A sweep that finds no end leaves the rest to the next one. */
const LONGEST_MS = 50_000;

/**
 * The body of the scheduled function, every minute: asks for a slice where a worker died, attends to each send whose
 * time has come, and deletes what is due last. Each send on its own: one that fails does not keep the others waiting.
 */
export async function sweep(engine: Engine): Promise<void> {
  const began = engine.now();
  for (const uid of await engine.ledger.usersWithDeadLease(began, BATCH)) await ask(engine, uid, began);
  for (const due of [engine.ledger.dueJobs, engine.ledger.duePurges]) {
    while (engine.now() - began < LONGEST_MS) {
      const jobs = await due(engine.now(), BATCH);
      await attendToAll(engine, jobs);
      if (jobs.length < BATCH) break;
    }
  }
}

async function attendToAll(engine: Engine, jobs: Job[]): Promise<void> {
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      try {
        await attend(engine, job);
      } catch (error) {
        logError("a send could not be attended to", { send_id: job.id, state: job.state, error });
        await setBack(engine, job);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** What failed or is not ready comes again later and keeps nobody waiting. Who cannot even be set back stays, and the time of this sweep ends. */
async function setBack(engine: Engine, { id }: Job): Promise<void> {
  try {
    await engine.ledger.apply(id, { kind: "attentionFailed" }, "clock", engine.now());
  } catch (error) {
    logError("a send could not be set back", { send_id: id, error });
  }
}

/** Takes a send; does what is due for it, if anything is. Also called by a status request. */
export async function attend(engine: Engine, job: Job): Promise<void> {
  const now = engine.now();
  const happens = (event: SendEvent) => engine.ledger.apply(job.id, event, "clock", now);
  if (job.purgeAt !== null && job.purgeAt <= now) return engine.ledger.purgeSend(job.id, now);
  if (job.wakeAt === null || job.wakeAt > now) return;
  if (job.diesAt <= now && (await happens({ kind: "endOfLife" })).job?.state === "cancelled") {
    return endCancelled(engine, job);
  }
  switch (stageOf(job)) {
    case "preparing":
    case "void":
      return engine.ledger.voidSend(job.id, now);
    case "queued":
    case "running":
      await happens({ kind: "overdue" });
      return ask(engine, job.owner, now);
    case "scheduled":
      await happens({ kind: "due" });
      return ask(engine, job.owner, now);
    case "paused":
      return endPause(engine, job);
    case "cancelling":
      return endCancelled(engine, job);
    case "done":
    case "cancelled":
    case "deleted":
      return;
  }
}

async function endPause(engine: Engine, job: Job): Promise<void> {
  const now = engine.now();
  const kind = job.resumesAt === null ? "pauseOutlived" : "pauseEnded";
  const ended = (await engine.ledger.apply(job.id, { kind }, "clock", now)).job;
  if (ended?.state === "cancelled") return endCancelled(engine, job);
  if (ended && isActive(ended)) await ask(engine, job.owner, now);
}

/** A row that is claimed although nobody works for this user was claimed by one who should not have worked any more. */
async function endCancelled(engine: Engine, job: Job): Promise<void> {
  const settled = await engine.ledger.settle(job.id, engine.now());
  if (!settled || settled.counts.sending === 0) return;
  const sender = await engine.ledger.readSender(job.owner);
  // Its worker ends it; should that one die, the next one does. Until then it need not be looked at every time.
  if (sender?.lease) return setBack(engine, job);
  await recoverStrays(engine, job.id);
  await engine.ledger.settle(job.id, engine.now());
}
