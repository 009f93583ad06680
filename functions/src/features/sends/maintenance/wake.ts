import { notFoundError } from "../../../http/route.ts";
import { readFor } from "../../../store/documentSchema.ts";
import { sendDocId } from "../../../store/sends/documents.ts";
import { isActive, type StoredSend } from "../../../store/sends/read.ts";
import { nextSliceOf } from "../../../store/sends/sendTimes.ts";
import { type Engine, requestSlice } from "../engine.ts";
import { doDueWork, isDue } from "./sweep.ts";

/*
 * Only requests call this, but like everything in this folder it uses the ledger: a look at a send
 * does the sweep's work before the sweep comes, with the data already read, and fails or dies as a
 * sweep would.
 */

/**
 * A user's send that has begun, even if its owner has deleted it since. Throws `not_found`,
 * `unreadable`.
 */
export async function findBegun(engine: Engine, uid: string, key: string): Promise<StoredSend> {
  const send = await readFor("This send", () => engine.ledger.readSend(sendDocId(uid, key)));
  if (send?.state === "preparing") await doDueWork(engine, send);
  if (!send || send.state === "preparing") throw notFoundError();
  return send;
}

/** A user's send. One that hasn't begun, or was deleted, is `not_found`. */
export async function findSend(engine: Engine, uid: string, key: string): Promise<StoredSend> {
  const send = await findBegun(engine, uid, key);
  if (send.hidden) throw notFoundError();
  return send;
}

/**
 * Does the work that is due for a send that someone asks for, if no one else does. Returns the send
 * as it is then.
 */
export async function workOnSend(engine: Engine, send: StoredSend): Promise<StoredSend> {
  const now = engine.now();
  if (isActive(send)) {
    const { owner } = send;
    const mayBeForgotten = seemsForgotten(send, now);
    if (mayBeForgotten && (await engine.ledger.claimOverdueSlice(owner, nextSliceOf(send), now)))
      await requestSlice(engine, owner, now);
    return send;
  }
  if (!isDue(send, now)) return send;
  await doDueWork(engine, send);
  return (await engine.ledger.readSend(send.id)) ?? send;
}

/** Longer than a slice takes: after that, the worker named in a send may have died. */
const SLICE_MS = 50_000;

/**
 * Whether to check who works for a send's owner: judging by the send alone, a slice is due and may
 * not be coming.
 */
function seemsForgotten(send: StoredSend, now: number): boolean {
  if (send.startedAt === null) return true;
  return nextSliceOf(send) + (send.worker === null ? 0 : SLICE_MS) <= now;
}
