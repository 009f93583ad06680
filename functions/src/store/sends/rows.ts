import type { RowStatus } from "@sendwright/core/contract/sends";
import {
  type DocumentData,
  type DocumentSnapshot,
  FieldPath,
  type Query,
  type QueryDocumentSnapshot,
  type Timestamp,
  type Transaction,
} from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { logWarning } from "../../platform/log.ts";
import { wasChanged } from "../changeDocument.ts";
import { readableOf, readFor } from "../documentSchema.ts";
import { type Cursor, lookForChanges, type RowChanges, type RowReader } from "./changes.ts";
import {
  allRows,
  emailsOf,
  KNOWN_ROWS,
  rowCollection,
  rowId,
  rowRef,
  rowsOf,
  SHOWN_ROWS,
  STORED_ROWS,
  WHOLE_ROWS,
} from "./documents.ts";
import { isJoined, type StoredSend } from "./read.ts";
import type { OnRead } from "./sameEmail.ts";
import type { KnownRow, RowDoc, ShownRow } from "./schemas.ts";

/** A row, and when it was last written (milliseconds): once it has ended, when that was. */
export type TimedRow = ShownRow & { writtenAt: number };

/**
 * A send's rows, or those that changed since a cursor (null for none), all as they were at one
 * moment, with the cursor for the next call and the counts.
 */
export function changedRows(
  send: StoredSend,
  cursor: Cursor | null,
): Promise<RowChanges<TimedRow>> {
  const version = versionOf(send);
  return firestore().runTransaction(
    (moment) => lookForChanges({ ...send, version }, cursor, readerOf(send.id, moment)),
    {
      readOnly: true,
    },
  );
}

/** Changes with each write of the send's document. */
export function versionOf({ updateTime }: StoredSend): string {
  return `${updateTime.seconds}${String(updateTime.nanoseconds).padStart(9, "0")}`;
}

/**
 * The row that has the email for the row with this number: itself, or the one that it is joined
 * to. Null if there is none. Throws `unreadable`.
 */
export async function readEmailRow(send: string, n: number): Promise<RowDoc | null> {
  return readFor("This row", async () => (await readRows(send, [n], () => {}))[0] ?? null);
}

/**
 * The emails for the rows with these numbers, each once, as far as they are there. `onRead` is
 * called with the documents read beyond one for each row.
 */
export async function readRows(
  send: string,
  numbers: readonly number[],
  onRead: OnRead,
): Promise<RowDoc[]> {
  const { emails } = await emailsOf(send, numbers, WHOLE_ROWS, onRead);
  return emails.flatMap((doc) => doc.data() ?? []);
}

/**
 * The rows of a send that reached no one, with the fields that identify their people. Reads none
 * if the numbers of the rows say it all: each has its own email, and the send corrects no other.
 */
export async function readUnsentRows(
  send: StoredSend,
  onRead: OnRead,
): Promise<Pick<KnownRow, "n" | "from" | "numbers">[]> {
  if (send.corrects === null && !isJoined(send))
    return Array.from({ length: send.lastRow }, (_, i) => ({ n: i + 1 }));
  const rows = await readOwedRows(send.id);
  onRead(rows.length);
  return rows;
}

/** The rows of an ended send that reached no one. */
export async function readOwedRows(id: string): Promise<KnownRow[]> {
  const owed = rowsOf(id, KNOWN_ROWS).where("state", "in", ["failed", "skipped"]);
  return (await owed.get()).docs.map((doc) => doc.data());
}

function readerOf(send: string, moment: Transaction): RowReader<TimedRow> {
  const inOrder = rowsOf(send, SHOWN_ROWS).orderBy(FieldPath.documentId());
  const read = async (query: Query<ShownRow>) => (await moment.get(query)).docs.flatMap(timed);
  return {
    from: (n, limit) => read(inOrder.startAt(rowId(n)).limit(limit)),
    inStates: (n, states, limit) => {
      const some = inOrder.where("state", "in", states).startAt(rowId(n));
      return read(limit === null ? some : some.limit(limit));
    },
    exactly: async (numbers) =>
      (await moment.getAll(...numbers.map((n) => rowRef(send, n, SHOWN_ROWS)))).flatMap(timed),
  };
}

/** None if the row doesn't exist. */
function timed(found: DocumentSnapshot<ShownRow>): TimedRow[] {
  const row = found.data();
  return row === undefined ? [] : [{ ...row, writtenAt: found.updateTime?.toMillis() ?? 0 }];
}

/** The row, its lease, and the time that makes the next write conditional. */
export interface RowRef {
  send: string;
  n: number;
  lease: string | null;
  updateTime: Timestamp;
}

/** A row as read. */
export type StoredRow = RowRef & RowDoc;

/** A row that can't be read: it is never sent. */
export interface UnreadableRow extends RowRef {
  isUnreadable: true;
}

/**
 * A claimed row with the fields that recovery needs; this version may not be able to read the rest.
 */
export interface ClaimedRow extends RowRef {
  state: unknown;
  /** Which call of the lease it was; 0 if that can't be read. */
  call: number;
  /** How many people its email reaches; 1 if that can't be read. */
  recipients: number;
}

/** Who got copies of a row's email, in place of those who were to get some. */
export type KeptCopies = Required<Pick<RowDoc, "cc" | "bcc" | "recipients">>;

/** A claimed row's outcome; `queued` if certainly nothing was sent. */
export interface RowOutcome {
  state: Exclude<RowStatus, "sending">;
  reason: string;
  messageId?: string;
  /** Absent if everyone who was to get a copy did. */
  copies?: KeptCopies | undefined;
}

/** The next queued rows of a send, in order, after the last row already taken (0 for none). */
export async function queuedRows(
  send: string,
  after: number,
  limit: number,
): Promise<(StoredRow | UnreadableRow)[]> {
  const found = await rowCollection(send)
    .where("state", "==", "queued")
    .orderBy(FieldPath.documentId())
    .startAfter(rowId(after))
    .limit(limit)
    .get();
  return found.docs.map((doc) => readableRow(doc) ?? { ...refOf(doc), isUnreadable: true });
}

function readableRow(doc: QueryDocumentSnapshot<RowDoc>): StoredRow | null {
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
  const [call, recipients]: unknown[] = [doc.get("call"), doc.get("recipients")];
  return {
    ...refOf(doc),
    state: doc.get("state"),
    call: typeof call === "number" ? call : 0,
    recipients: typeof recipients === "number" ? recipients : 1,
  };
}

/**
 * Claims a queued row for the `call`-th call of a lease, if no one has changed it. Returns the
 * claimed row, or null if someone else was first. If this throws, the claim may or may not have
 * been written.
 */
export async function claimRow(
  row: StoredRow,
  lease: string,
  call: number,
): Promise<StoredRow | null> {
  const claim = { state: "sending", lease, call, attempts: row.attempts + 1 } as const;
  const updateTime = await writeRow(
    row,
    claim,
    (now) => now.state === "sending" && now.lease === lease,
  );
  return updateTime && { ...row, ...claim, updateTime };
}

/**
 * Writes the outcome of a claimed row if the claim still holds. Returns the row as it is now, or
 * null if the lease has passed to someone who has already judged the row.
 */
export async function finishRow<R extends RowRef>(row: R, outcome: RowOutcome) {
  const patch = {
    state: outcome.state,
    reason: outcome.reason,
    messageId: outcome.messageId ?? null,
    ...outcome.copies,
  };
  const written = (now: DocumentData) =>
    now.lease === row.lease && now.state === patch.state && now.reason === patch.reason;
  const updateTime = await writeRow(row, patch, written);
  if (updateTime && outcome.state === "warning")
    logWarning("an email is unconfirmed", { send_id: row.send });
  return updateTime && { ...row, ...patch, updateTime };
}

/**
 * Skips a queued row whose person its owner doesn't email, with a sentence that says so. If someone
 * has changed the row meanwhile, it stays as it is.
 */
export async function skipRow(row: RowRef, reason: string): Promise<void> {
  const patch = { state: "skipped", reason, suppressed: true } as const;
  await writeRow(row, patch, (now) => now.state === "skipped" && now.suppressed === true);
}

async function writeRow(
  row: RowRef,
  patch: Partial<RowDoc>,
  isWritten: (now: DocumentData) => boolean,
) {
  const ref = rowRef(row.send, row.n, STORED_ROWS);
  try {
    const condition = { lastUpdateTime: row.updateTime };
    return (await ref.update(patch, condition)).writeTime;
  } catch (cause) {
    if (!wasChanged(cause)) throw cause;
    // Firestore's client repeats a write whose answer was lost, so our own write may have refused
    // us.
    const found = await ref.get();
    const now = found.data();
    return now && found.updateTime && isWritten(now) ? found.updateTime : null;
  }
}

/** Every row that was last claimed under a lease, in any state. */
export async function rowsOfLease(lease: string): Promise<ClaimedRow[]> {
  return (await allRows(STORED_ROWS).where("lease", "==", lease).get()).docs.map(claimedRow);
}

/** The rows of a send that are claimed under any lease. */
export async function claimedRows(send: string): Promise<ClaimedRow[]> {
  const claimed = rowsOf(send, STORED_ROWS).where("state", "==", "sending");
  return (await claimed.get()).docs.map(claimedRow);
}

/**
 * Makes every queued row `skipped`, with a sentence that says why. If a worker claims a row first,
 * it is sent.
 */
export async function skipQueued(send: string, reason: string): Promise<void> {
  for (;;) {
    const rows = await queuedRows(send, 0, 500);
    if (rows.length === 0) return;
    const writer = firestore().bulkWriter();
    // A refused write isn't repeated: the next round reads the row again.
    writer.onWriteError(() => false);
    const patch = { state: "skipped", reason, cancelled: true } as const;
    const writes = Promise.allSettled(
      rows.map((row) =>
        writer.update(rowCollection(send).doc(rowId(row.n)), patch, {
          lastUpdateTime: row.updateTime,
        }),
      ),
    );
    await writer.close();
    for (const write of await writes) {
      if (write.status === "rejected" && !wasChanged(write.reason)) throw write.reason;
    }
  }
}
