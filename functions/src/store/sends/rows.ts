import type { RowStatus } from "@sendwright/core/contract/sends";
import { FieldPath, type Timestamp } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { wasChanged } from "../conditional.ts";
import { allRows, rowId, rowsOf } from "./documents.ts";
import type { RowDoc } from "./schemas.ts";

/** A row as it was read, with the time that makes the next write conditional. */
export interface Row extends RowDoc {
  send: string;
  updateTime: Timestamp;
}

/** How a claimed row goes on; `queued` when it is certain that nothing was sent. */
export interface RowOutcome {
  state: Exclude<RowStatus, "sending">;
  reason: string;
  messageId?: string;
}

/** The next queued rows of a send, in order, after the last row already taken (0 for none). */
export async function queuedRows(send: string, after: number, limit: number): Promise<Row[]> {
  const found = await rowsOf(send)
    .where("state", "==", "queued")
    .orderBy(FieldPath.documentId())
    .startAfter(rowId(after))
    .limit(limit)
    .get();
  return found.docs.map((doc) => ({ ...doc.data(), send, updateTime: doc.updateTime }));
}

/**
 * Claims a queued row for the `call`-th call of a lease, on the condition that nobody has touched it. Returns it as
 * claimed, null when somebody else was first. When this throws, the claim may or may not have been written.
 */
export async function claimRow(row: Row, lease: string, call: number): Promise<Row | null> {
  const claim = { state: "sending", lease, call, attempts: row.attempts + 1 } as const;
  const updateTime = await writeRow(row, claim, (now) => now.state === "sending" && now.lease === lease);
  return updateTime && { ...row, ...claim, updateTime };
}

/**
 * Writes the outcome of a claimed row on the condition that the claim still stands. Returns the row as it now is, null
 * when the lease has passed to somebody who has judged the row already.
 */
export async function finishRow(row: Row, outcome: RowOutcome): Promise<Row | null> {
  const patch = { state: outcome.state, reason: outcome.reason, messageId: outcome.messageId ?? null };
  const written = (now: RowDoc) => now.lease === row.lease && now.state === patch.state && now.reason === patch.reason;
  const updateTime = await writeRow(row, patch, written);
  return updateTime && { ...row, ...patch, updateTime };
}

async function writeRow(row: Row, patch: Partial<RowDoc>, isWritten: (now: RowDoc) => boolean) {
  const ref = rowsOf(row.send).doc(rowId(row.n));
  try {
    const condition = { lastUpdateTime: row.updateTime };
    return (await ref.update(patch, condition)).writeTime;
  } catch (cause) {
    if (!wasChanged(cause)) throw cause;
    // Firestore's client repeats a write whose answer was lost: the one that refused us may have been ourselves.
    const found = await ref.get();
    const now = found.data();
    return now && found.updateTime && isWritten(now) ? found.updateTime : null;
  }
}

/** Every row that was last claimed under a lease, whatever became of it. */
export async function rowsOfLease(lease: string): Promise<Row[]> {
  const found = await allRows().where("lease", "==", lease).get();
  return found.docs.map((doc) => ({
    ...doc.data(),
    send: doc.ref.parent.parent?.id ?? "",
    updateTime: doc.updateTime,
  }));
}

/** The rows of a send that are claimed under any lease. */
export async function claimedRows(send: string): Promise<Row[]> {
  const found = await rowsOf(send).where("state", "==", "sending").get();
  return found.docs.map((doc) => ({ ...doc.data(), send, updateTime: doc.updateTime }));
}

/**
 * Makes every row that is still queued `skipped`, with a sentence that says why. A row that a worker claims first is
 * sent.
 */
export async function skipQueued(send: string, reason: string): Promise<void> {
  for (;;) {
    const rows = await queuedRows(send, 0, 500);
    if (rows.length === 0) return;
    const writer = firestore().bulkWriter();
    // A refused write is not repeated: the next round reads what has become of the row.
    writer.onWriteError(() => false);
    const patch = { state: "skipped", reason, cancelled: true } as const;
    const writes = Promise.allSettled(
      rows.map((row) => writer.update(rowsOf(send).doc(rowId(row.n)), patch, { lastUpdateTime: row.updateTime })),
    );
    await writer.close();
    for (const write of await writes) {
      if (write.status === "rejected" && !wasChanged(write.reason)) throw write.reason;
    }
  }
}
