import { isActive } from "../../../store/sends/read.ts";
import type { SliceTask } from "../../../store/sends/slices.ts";
import type { Engine } from "../engine.ts";
import { requestSlice } from "../engine.ts";
import { runSlice } from "./slice.ts";

/** How long a task begins calls, and until when it waits for the last answers: 45 s in all. */
const CLAIM_MS = 33_000;
const CALL_MS = 45_000;
/** If less time than this is left, the next task continues. */
const WORTHWHILE_MS = 5_000;

/**
 * The body of the task-queue function: one task is one slice. A task that comes early waits inside
 * its own budget and then asks again, so that a queue which ignores delays neither spins nor hangs;
 * one that comes early and was replaced meanwhile does nothing. A task delivered twice or late does
 * no harm.
 */
export async function work(engine: Engine, { uid, at, held }: SliceTask): Promise<void> {
  // A send undone meanwhile needs no slice.
  if (held !== undefined && !(await endHold(engine, held))) return;
  const started = engine.now();
  const budget = { claimUntil: started + CLAIM_MS, callUntil: started + CALL_MS };
  const sender = await engine.ledger.readSender(uid);
  // A task that comes after the deletion of an account must not write any of its data again.
  if (!sender && (await engine.ledger.openSends(uid)).length === 0) return;
  const due = sender?.nextSliceAt ?? 0;
  const wait = due - started;
  if (wait <= 0) {
    await runSlice(engine, uid, budget, { sender });
    return;
  }
  if (at !== due) return;
  const inside = Math.min(wait, CLAIM_MS);
  await engine.sleep(inside);
  if (inside > CLAIM_MS - WORTHWHILE_MS) await requestSlice(engine, uid, due);
  else await runSlice(engine, uid, budget);
}

/**
 * Ends the hold of a send, after a wait if the queue came early. Returns whether the send
 * continues.
 */
async function endHold(engine: Engine, id: string): Promise<boolean> {
  const end = (await engine.ledger.readSend(id))?.heldUntil ?? 0;
  if (end - engine.now() > CLAIM_MS) return false;
  if (end > engine.now()) await engine.sleep(end - engine.now());
  // A timer may be a millisecond early.
  const now = Math.max(end, engine.now());
  const ended = (await engine.ledger.apply(id, { kind: "holdEnded" }, "clock", now)).send;
  return ended !== null && isActive(ended);
}
