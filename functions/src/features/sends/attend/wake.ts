import { notHere } from "../../../http/route.ts";
import { readFor } from "../../../store/documentSchema.ts";
import { sendDocId } from "../../../store/sends/documents.ts";
import { isActive, type StoredSend } from "../../../store/sends/read.ts";
import { nextSliceOf } from "../../../store/sends/times.ts";
import { ask } from "../ask.ts";
import type { Engine } from "../engine.ts";
import { attend, isDue } from "./sweep.ts";

/*
 * For requests only, and yet it goes by the ledger, as all of this room does: who looks at a send does the sweep's work
 * before the sweep comes, on what was read for it, and fails or dies at it as a sweep would.
 */

/** A user's send that has begun, even if its owner has deleted it since. Throws `not_found`, `unreadable`. */
export async function findBegun(engine: Engine, uid: string, key: string): Promise<StoredSend> {
  const send = await readFor("This send", () => engine.ledger.readSend(sendDocId(uid, key)));
  if (send?.state === "preparing") await attend(engine, send);
  if (!send || send.state === "preparing") throw notHere();
  return send;
}

/** A user's send. One that has not begun, or was deleted, is not there. Throws `not_found`. */
export async function findSend(engine: Engine, uid: string, key: string): Promise<StoredSend> {
  const send = await findBegun(engine, uid, key);
  if (send.hidden) throw notHere();
  return send;
}

/** Does what is due for a send that somebody asks for, if nobody is at it. Returns the send as it then is. */
export async function wake(engine: Engine, send: StoredSend): Promise<StoredSend> {
  const now = engine.now();
  if (isActive(send)) {
    const due = nextSliceOf(send);
    if (seemsForgotten(send, now) && (await engine.ledger.claimOverdueSlice(send.owner, due, now))) {
      await ask(engine, send.owner, now);
    }
    return send;
  }
  if (!isDue(send, now)) return send;
  await attend(engine, send);
  return (await engine.ledger.readSend(send.id)) ?? send;
}

/** Longer than a slice takes: a worker that a send still names then may have died over it. */
const SLICE_MS = 50_000;

/** Whether to look who works for a send's owner: by the send alone, a slice is due and may not be coming. */
function seemsForgotten(send: StoredSend, now: number): boolean {
  if (send.startedAt === null) return true;
  return nextSliceOf(send) + (send.worker === null ? 0 : SLICE_MS) <= now;
}
