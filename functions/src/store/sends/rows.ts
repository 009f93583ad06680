import type { RowStatus } from "@sendwright/core/contract/sends";
import { type DocumentData, FieldPath, type QueryDocumentSnapshot, type Timestamp } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { wasChanged } from "../conditional.ts";
import { readableOf } from "../documentSchema.ts";
import { allRows, rowId, rowsOf, storedRowsOf } from "./documents.ts";
import type { RowDoc } from "./schemas.ts";

/** Which row it is, under which lease, and the time that makes the next write conditional. */
export interface RowRef {
  send: string;
  n: number;
  lease: string | null;
  updateTime: Timestamp;
}

/** A row as it was read. */
export type Row = RowRef & RowDoc;

/** A row that can't be read: it is never sent. */
export interface UnreadableRow extends RowRef {
  isUnreadable: true;
}

/** A row that was claimed, with what recovery needs of it: the rest may be what this version can't read. */
export interface ClaimedRow extends RowRef {
  state: unknown;
  /** Which call of the lease it was; 0 where that can't be read. */
  call: number;
}

/** How a claimed row goes on; `queued` when it is certain that nothing was sent. */
export interface RowOutcome {
  state: Exclude<RowStatus, "sending">;
  reason: string;
  messageId?: string;
}

/** The next queued rows of a send, in order, after the last row already taken (0 for none). */
export async function queuedRows(send: string, after: number, limit: number): Promise<(Row | UnreadableRow)[]> {
  const found = await rowsOf(send)
    .where("state", "==", "queued")
    .orderBy(FieldPath.documentId())
    .startAfter(rowId(after))
    .limit(limit)
    .get();
  return found.docs.map((doc) => readableRow(doc) ?? { ...refOf(doc), isUnreadable: true });
}

function readableRow(doc: QueryDocumentSnapshot<RowDoc>): Row | null {
  const [row] = readableOf([doc], () => doc.data());
  return row ? { ...row, ...refOf(doc) } : null;
}

function refOf(doc: QueryDocumentSnapshot<unknown>): RowRef {
  const lease: unknown = doc.get("lease");
  return {
    send: doc.ref.parent.parent?.id ?? "",
    n: Number(doc.id),
    lease: typeof lease === "string" ? lease : null,
    updateTime: doc.updateTime,
  };
}

function claimedRow(doc: QueryDocumentSnapshot): ClaimedRow {
  const call: unknown = doc.get("call");
  return { ...refOf(doc), state: doc.get("state"), call: typeof call === "number" ? call : 0 };
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
export async function finishRow<R extends RowRef>(row: R, outcome: RowOutcome) {
  const patch = { state: outcome.state, reason: outcome.reason, messageId: outcome.messageId ?? null };
  const written = (now: DocumentData) =>
    now.lease === row.lease && now.state === patch.state && now.reason === patch.reason;
  const updateTime = await writeRow(row, patch, written);
  return updateTime && { ...row, ...patch, updateTime };
}

async function writeRow(row: RowRef, patch: Partial<RowDoc>, isWritten: (now: DocumentData) => boolean) {
  const ref = storedRowsOf(row.send).doc(rowId(row.n));
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
export async function rowsOfLease(lease: string): Promise<ClaimedRow[]> {
  return (await allRows().where("lease", "==", lease).get()).docs.map(claimedRow);
}

/** The rows of a send that are claimed under any lease. */
export async function claimedRows(send: string): Promise<ClaimedRow[]> {
  return (await storedRowsOf(send).where("state", "==", "sending").get()).docs.map(claimedRow);
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
