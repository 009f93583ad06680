import type { Counts, RowStatus } from "@sendwright/core/contract/sends";
import type { Transaction } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { logError } from "../../platform/log.ts";
import { untilUndisturbed } from "../changeDocument.ts";
import { rowCollection, sendRef } from "./documents.ts";
import { asStoredSend, readSend, type StoredSend } from "./read.ts";
import { skipQueued } from "./rows.ts";
import type { CancelledBy } from "./schemas.ts";
import type { Actor, SendEvent } from "./sendState.ts";
import { next } from "./sendState.ts";

const CANCELLED = "Canceled before it was sent.";

/** The notes of rows that were still queued when their send was canceled. */
const NOT_SENT: Record<CancelledBy, string> = {
  user: CANCELLED,
  ownerDeleted: CANCELLED,
  longPause: "Not sent: the send was paused for a week.",
  endOfLife: "Not sent: a send ends after 30 days.",
};

const REPLACED = "Edited: another send has taken its place.";

const COUNTED = ["queued", "sending", "sent", "failed", "warning"] as const satisfies RowStatus[];

interface RecountedSend {
  send: StoredSend;
  counts: Counts;
  /** Of the skipped rows: those that the worker skipped. */
  suppressed: number;
}

/**
 * A send with the counts of its rows, both as they were at one moment. Null if it doesn't exist.
 */
export async function countRows(id: string): Promise<RecountedSend | null> {
  return firestore().runTransaction((moment) => readCounted(moment, id), { readOnly: true });
}

async function readCounted(moment: Transaction, id: string): Promise<RecountedSend | null> {
  const count = async (state: RowStatus) =>
    (await moment.get(rowCollection(id).where("state", "==", state).count())).data().count;
  const [found, ...numbers] = await Promise.all([moment.get(sendRef(id)), ...COUNTED.map(count)]);
  const send = asStoredSend(found);
  if (!send) return null;
  const [queued = 0, sending = 0, sent = 0, failed = 0, warning = 0] = numbers;
  const { total, skipped: known } = send.counts;
  // Missing states count as 0: only a row itself says that it was skipped. Usually none was since.
  const others = total - queued - sending - sent - failed - warning;
  const [skipped, suppressed] =
    others === known
      ? [known, send.suppressed]
      : await Promise.all([count("skipped"), countSuppressed(moment, id)]);
  return { send, counts: { total, queued, sending, sent, failed, skipped, warning }, suppressed };
}

async function countSuppressed(moment: Transaction, id: string): Promise<number> {
  const marked = rowCollection(id).where("suppressed", "==", true);
  return (await moment.get(marked.count())).data().count;
}

/** Settles a canceled send. If its rows can't be counted now, the sweep will do it. Never throws. */
export async function settleCanceled(id: string, now: number): Promise<void> {
  await settle(id, now).catch((error: unknown) => {
    logError("a canceled send could not be counted at once", { send_id: id, error });
  });
}

/**
 * Writes the counts of a send's rows, and its end if no rows are left. First, a canceled send's
 * queued rows become `skipped`. `slice`: the facts of a worker that has just rested. If someone
 * changes the send meanwhile, it counts again.
 */
export function settle(
  id: string,
  now: number,
  slice?: { streak: number; nextAt: number },
): Promise<StoredSend | null> {
  return untilUndisturbed(async () => {
    const found = await countRows(id);
    if (!found || found.send.dataDeleted) return found?.send ?? null;
    if (found.send.state === "cancelled" && found.counts.queued > 0) {
      const { cancelledBy, replacedBy } = found.send;
      await skipQueued(id, replacedBy ? REPLACED : NOT_SENT[cancelledBy ?? "user"]);
      return settle(id, now, slice);
    }
    return write(found, now, slice);
  });
}

async function write(
  { send, counts, suppressed }: RecountedSend,
  now: number,
  slice?: { streak: number; nextAt: number },
): Promise<StoredSend | null> {
  const { total, ...states } = counts;
  const missing = total - Object.values(states).reduce((sum, n) => sum + n, 0);
  if (missing > 0 && send.state !== "preparing")
    logError("rows of a send are missing", { send_id: send.id, rows: missing });
  const applied = slice
    ? await applyTo(send, { kind: "sliceEnded", counts, suppressed, ...slice }, "worker", now)
    : await applyTo(send, { kind: "counted", counts, suppressed }, "clock", now);
  return applied.send;
}

/** A send after an event: null if it doesn't exist; `refused` says why it couldn't change. */
export interface EventResult {
  send: StoredSend | null;
  refused: string | null;
}

/** An event, or a function that derives it from the send, null for none. */
type DerivedEvent = SendEvent | ((send: StoredSend) => SendEvent | null);

/**
 * Every change of a send: reads it, or uses it as the caller has just read it, and writes the
 * result of the event by `sendState.ts` if no one has changed it meanwhile; starts over if someone
 * has.
 */
export function apply(
  send: string | StoredSend,
  happens: DerivedEvent,
  actor: Actor,
  now: number,
): Promise<EventResult> {
  let known = typeof send === "string" ? null : send;
  const id = typeof send === "string" ? send : send.id;
  return untilUndisturbed(async () => {
    const send = known ?? (await readSend(id));
    known = null;
    const event = send && (typeof happens === "function" ? happens(send) : happens);
    return event ? applyTo(send, event, actor, now) : { send, refused: null };
  });
}

/** As `apply`, for a send as read: throws if someone has changed it since. */
async function applyTo(
  send: StoredSend,
  event: SendEvent,
  actor: Actor,
  now: number,
): Promise<EventResult> {
  const result = next(send, event, actor, now);
  if (result.kind !== "write")
    return { send, refused: result.kind === "refused" ? result.because : null };
  const { writeTime } = await sendRef(send.id).update(result.patch, {
    lastUpdateTime: send.updateTime,
  });
  return { send: { ...send, ...result.patch, updateTime: writeTime }, refused: null };
}
