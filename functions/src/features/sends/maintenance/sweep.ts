import { HOUR, MINUTE } from "@sendwright/core/dates/units";
import { logError, logWarning } from "../../../platform/log.ts";
import { isActive, type StoredSend } from "../../../store/sends/read.ts";
import type { SendEvent } from "../../../store/sends/sendState.ts";
import { stageOf } from "../../../store/sends/sendState.ts";
import type { Engine } from "../engine.ts";
import { requestSlice } from "../engine.ts";
import { recoverStrays } from "../work/recover.ts";

const SENDS_PER_SWEEP = 200;
/** The sends that each part works on at once. */
const LANES: Readonly<Record<SweepPart, number>> = { starts: 10, deletions: 5 };
/** How long each part takes new sends; it leaves the rest to the next round. */
const PART_MS = 45_000;
/** When the longest waiting send shows that the sweep doesn't keep up. */
const LATE_MS: Readonly<Record<SweepPart, number>> = { starts: 5 * MINUTE, deletions: HOUR };

/**
 * The work of a sweep on sends. `starts`: asks for a slice if a worker died, and attends to each
 * send whose time has come. `deletions`: deletes data that is due. Each has its own time in a
 * round, so neither waits for the other.
 */
export type SweepPart = "starts" | "deletions";

/**
 * Does these parts of the sweep, one after the other. If one send fails, the others still get their
 * turn.
 */
export async function sweep(
  engine: Engine,
  parts: readonly SweepPart[] = ["starts", "deletions"],
): Promise<void> {
  for (const part of parts) {
    const until = engine.now() + PART_MS;
    if (part === "starts") await replaceDeadWorkers(engine);
    const due = part === "starts" ? engine.ledger.dueSends : engine.ledger.duePurges;
    while (engine.now() < until) {
      const sends = await due(engine.now(), SENDS_PER_SWEEP);
      warnIfLate(part, sends[0], engine.now());
      await attendToAll(engine, sends, LANES[part], until);
      if (sends.length < SENDS_PER_SWEEP) break;
    }
  }
}

function warnIfLate(part: SweepPart, longest: StoredSend | undefined, now: number): void {
  const since = part === "starts" ? longest?.wakeAt : longest?.purgeAt;
  const ms = now - (since ?? now);
  if (ms > LATE_MS[part]) logWarning("the sweep is late", { ms, state: part });
}

async function replaceDeadWorkers(engine: Engine): Promise<void> {
  const now = engine.now();
  for (const uid of await engine.ledger.usersWithDeadLease(now, SENDS_PER_SWEEP))
    await requestSlice(engine, uid, now);
}

async function attendToAll(
  engine: Engine,
  sends: StoredSend[],
  lanes: number,
  until: number,
): Promise<void> {
  const waiting = [...sends];
  const lane = async () => {
    for (let send = waiting.shift(); send && engine.now() < until; send = waiting.shift()) {
      try {
        await doDueWork(engine, send);
      } catch (error) {
        logError("a send could not be attended to", { send_id: send.id, state: send.state, error });
        await setBack(engine, send);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Postpones a send that failed or isn't ready, so that it doesn't delay others. One that can't even
 * be postponed stays, and this sweep runs until its time is over.
 */
async function setBack(engine: Engine, { id }: StoredSend): Promise<void> {
  try {
    await engine.ledger.apply(id, { kind: "attentionFailed" }, "clock", engine.now());
  } catch (error) {
    logError("a send could not be set back", { send_id: id, error });
  }
}

export function isDue({ purgeAt, wakeAt }: StoredSend, now: number): boolean {
  return (purgeAt !== null && purgeAt <= now) || (wakeAt !== null && wakeAt <= now);
}

/** Does the work that is due for a send. A status request also calls it. */
export async function doDueWork(engine: Engine, send: StoredSend): Promise<void> {
  const now = engine.now();
  const happens = (event: SendEvent) => engine.ledger.apply(send.id, event, "clock", now);
  if (!isDue(send, now)) return;
  if (send.purgeAt !== null && send.purgeAt <= now) return engine.ledger.purgeSend(send.id, now);
  if (send.diesAt <= now && (await happens({ kind: "endOfLife" })).send?.state === "cancelled") {
    return endCancelled(engine, send);
  }
  switch (stageOf(send)) {
    case "preparing":
    case "void":
      return engine.ledger.voidSend(send.id, now);
    case "queued":
    case "running":
      await happens({ kind: "overdue" });
      return requestSlice(engine, send.owner, now);
    case "scheduled":
      await happens({ kind: send.heldUntil === null ? "due" : "holdEnded" });
      return requestSlice(engine, send.owner, now);
    case "paused":
      return endPause(engine, send);
    case "cancelling":
      return endCancelled(engine, send);
    case "done":
    case "cancelled":
    case "deleted":
      return;
  }
}

async function endPause(engine: Engine, send: StoredSend): Promise<void> {
  const now = engine.now();
  const isStopped =
    send.pauseReason === "stopped" && (await engine.ledger.stopOf(send.owner)) !== null;
  const kind = send.resumesAt === null || isStopped ? "pauseOutlived" : "pauseEnded";
  const ended = (await engine.ledger.apply(send.id, { kind }, "clock", now)).send;
  if (ended?.state === "cancelled") return endCancelled(engine, send);
  if (ended && isActive(ended)) await requestSlice(engine, send.owner, now);
  else if (isStopped) await setBack(engine, send);
}

/**
 * Ends a canceled send. If a row is claimed although no one works for this user, a worker that had
 * lost its lease claimed it.
 */
async function endCancelled(engine: Engine, send: StoredSend): Promise<void> {
  const settled = await engine.ledger.settle(send.id, engine.now());
  if (!settled || settled.counts.sending === 0) return;
  const sender = await engine.ledger.readSender(send.owner);
  // Its worker ends it, or if that dies, the next one. Until then we needn't check it every time.
  if (sender?.lease) return setBack(engine, send);
  await recoverStrays(engine, send.id);
  await engine.ledger.settle(send.id, engine.now());
}
