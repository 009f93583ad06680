import { AppError } from "@sendwright/core/contract/appError";
import { totalSize } from "@sendwright/core/files/fit";
import { largest } from "@sendwright/core/largest";
import { Timestamp, type WriteBatch } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { alreadyExists, untilUndisturbed, wasChanged } from "../changeDocument.ts";
import { copyFile, deletePrefix, writeFile } from "../files.ts";
import { inLanes } from "../inLanes.ts";
import { withUserLock } from "../userLock.ts";
import { apply } from "./apply.ts";
import { rowCollection, rowId, sendDocId, sendRef, snapshotRef } from "./documents.ts";
import { requireQuotaForSend } from "./quota.ts";
import { readSend, type StoredSend } from "./read.ts";
import { replaceIn, requireReplaceable } from "./replace.ts";
import { requireCorrectable } from "./requireCorrectable.ts";
import type { OnRead } from "./sameEmail.ts";
import {
  differentFiles,
  type PlannedRow,
  type SendDoc,
  type SnapshotDoc,
  storedFilesOf,
  storedOrdersOf,
} from "./schemas.ts";
import { preparedFolder, rowFilePath } from "./sendFilePaths.ts";
import { next, stageOf } from "./sendState.ts";

/**
 * Deletes a send that is being prepared, if that took too long or if its own request gives it up
 * (`nonce`), so that its key is free again. It first locks out the preparing request, then deletes
 * the files, then the documents in one commit. So no one ever finds half a send, and a late call
 * deletes nothing of a new send with the same key.
 */
export async function voidSend(id: string, now: number, nonce?: string): Promise<void> {
  const event =
    nonce === undefined ? ({ kind: "voided" } as const) : ({ kind: "voided", nonce } as const);
  const { send } = await apply(id, event, nonce === undefined ? "clock" : "request", now);
  if (!send || stageOf(send) !== "void") return;
  await deletePrefix(preparedFolder(id, send.nonce));
  const batch = firestore().batch();
  batch.delete(sendRef(id), { lastUpdateTime: send.updateTime });
  batch.delete(snapshotRef(id));
  for (let n = 1; n <= send.lastRow; n++) batch.delete(rowCollection(id).doc(rowId(n)));
  await batch.commit().catch((cause: unknown) => {
    if (!wasChanged(cause)) throw cause;
  });
}

/** A request to Firestore may contain 10 MiB; a chunk stays well below that. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const CHUNK_ROWS = 400;

/** A file of the email: bytes from the request, or a stored file of the template. */
export interface FileSource {
  filename: string;
  contentType: string;
  size: number;
  from: Buffer | string;
  /** The SHA-256 of a stored file's bytes; absent if it isn't known. */
  hash?: string;
}

/** A content that rows have as their own file, stored somewhere else. */
export interface RowContent {
  hash: string;
  size: number;
  from: string;
  /** The rows that have it as the file of an earlier send's row; empty for an upload. */
  rows: readonly number[];
}

/** A new send as it is while it is being prepared. */
export interface NewSend {
  send: SendDoc;
  snapshot: Omit<SnapshotDoc, "files" | "mostOfRow" | "expireAt">;
  rows: PlannedRow[];
  files: FileSource[];
  /** Each different content of the rows' files once. */
  rowContents: readonly RowContent[];
  /** The key of the scheduled send whose place it takes; null for none. */
  replaces: string | null;
  /** The error to throw if these contents are gone. */
  missing: (contents: readonly RowContent[]) => AppError;
}

/** Files that are copied at once. */
const COPIES_AT_ONCE = 50;

/**
 * Writes a send completely or not at all: while it is `preparing`, no one sees or sends it, and the
 * last write sets its state. Returns false if its key is taken, or if it was given up meanwhile. It
 * cleans up after its own failures; after a crash, the next caller that asks for the send cleans
 * up. The send that it replaces is canceled in the write in which it begins. Throws
 * `too_many_open_sends`, `too_much_kept`, `daily_budget`, the reason why it can't correct or replace
 * an earlier send, and `missing` of all contents of the rows that are gone.
 */
export async function createSend(
  { send, snapshot, rows, files, rowContents, replaces, missing }: NewSend,
  clock: () => number,
  onRead: OnRead = () => {},
): Promise<boolean> {
  const id = sendDocId(send.owner, send.key);
  const expireAt = Timestamp.fromMillis(send.expiresAt);
  const paths = files.map((file, i) => ({
    ...file,
    path: `${preparedFolder(id, send.nonce)}${i}`,
  }));
  const stored = paths.map(({ from: _, hash: __, ...file }) => file);
  const [first = [], ...rest] = chunks(rows);
  const isWhole = rest.length === 0 && files.length + rowContents.length === 0;
  const allFiles = { files: stored, ...mostOfRow(rows) };
  const { numberForms: _forms, ...email } = snapshot;

  const begun = await commitWithinLimits(send, replaces, onRead, async (batch) => {
    if (replaces !== null && isWhole) await replaceIn(batch, send, replaces, clock());
    batch.create(sendRef(id), {
      ...send,
      prepared: first.length,
      ...(isWhole ? begunAtOnce(send, clock()) : {}),
    });
    batch.create(snapshotRef(id).withConverter(null), {
      ...email,
      dateOrders: storedOrdersOf(snapshot),
      files: storedFilesOf(allFiles),
      expireAt,
    });
    for (const row of first)
      batch.create(rowCollection(id).doc(rowId(row.n)), asDocument(row, expireAt));
  });
  if (!begun) return false;
  if (isWhole) return true;
  try {
    const gone = await copyFiles(id, send.nonce, paths, rowContents);
    if (gone.length > 0) throw missing(gone);
    await writeRest(id, { ...send, prepared: first.length }, rest, {
      expireAt,
      unchangedSince: begun,
    });
  } catch (cause) {
    await voidSend(id, clock(), send.nonce);
    // Someone else may have given it up while files were still being copied.
    await deletePrefix(preparedFolder(id, send.nonce));
    throw cause;
  }
  const flipped =
    replaces === null
      ? (
          await apply(
            id,
            (read) => (read.nonce === send.nonce ? { kind: "accepted" } : null),
            "request",
            clock(),
          )
        ).send
      : await acceptInPlace(id, send, replaces, clock);
  const hasBegun = flipped?.nonce === send.nonce && flipped.state !== "preparing";
  if (!hasBegun) await deletePrefix(preparedFolder(id, send.nonce));
  return hasBegun;
}

/**
 * Begins a prepared send and cancels the one whose place it takes, in one commit. If that one isn't
 * scheduled any more, gives the preparation up and throws `too_late_to_edit`. Returns the send.
 */
function acceptInPlace(
  id: string,
  { nonce }: Pick<SendDoc, "nonce">,
  replaces: string,
  clock: () => number,
): Promise<StoredSend | null> {
  return untilUndisturbed(async () => {
    const read = await readSend(id);
    // It has begun, by a commit of ours whose answer was lost, or was given up.
    if (!read || read.nonce !== nonce || stageOf(read) !== "preparing") return read;
    const batch = firestore().batch();
    const patch = begunAtOnce(read, clock());
    batch.update(sendRef(id), patch, { lastUpdateTime: read.updateTime });
    try {
      await replaceIn(batch, read, replaces, clock());
    } catch (cause) {
      await voidSend(id, clock(), nonce);
      throw cause;
    }
    await batch.commit();
    return { ...read, ...patch };
  });
}

/**
 * Commits a send in the owner's turn if the limits allow it. Returns the document's time, or null
 * if the key has another send. Someone else's turn, a lost answer and a taken place can all mean
 * that the send exists: this one, or one of the same click.
 */
function commitWithinLimits(
  send: SendDoc,
  replaces: string | null,
  onRead: OnRead,
  write: (batch: WriteBatch) => Promise<void>,
): Promise<Timestamp | null> {
  return withUserLock(send.owner, async (begin) => {
    try {
      // It takes over whom the other one corrects, and its place among the open ones.
      if (replaces !== null) await requireReplaceable(send.owner, replaces);
      else await requireCorrectable(send, onRead);
      await requireQuotaForSend(send.owner, send.bytes, replaces === null ? 0 : 1);
      const batch = await begin({ sub: send.sub, rows: send.counts.total });
      await write(batch);
      // One commit, one time.
      return (await batch.commit())[0]?.writeTime ?? null;
    } catch (cause) {
      const there = await readSend(sendDocId(send.owner, send.key));
      if (!there) throw cause;
      return there.nonce === send.nonce ? there.updateTime : null;
    }
  });
}

/** The changes of a whole new send, which begins with its first write. */
export function begunAtOnce(send: SendDoc, now: number): Partial<SendDoc> {
  const begun = next(send, { kind: "accepted" }, "request", now);
  if (begun.kind !== "write") throw new Error("A new send could not begin.");
  return begun.patch;
}

/**
 * Writes each chunk only if this preparation still holds, so that nothing of it ends up in
 * another's send. `unchangedSince`: when this preparation last wrote the send's document.
 */
async function writeRest(
  id: string,
  send: SendDoc,
  rest: PlannedRow[][],
  held: { expireAt: Timestamp; unchangedSince: Timestamp },
): Promise<void> {
  let { unchangedSince } = held;
  let { prepared } = send;
  for (const chunk of rest) {
    prepared += chunk.length;
    const now = { prepared };
    const batch = firestore().batch();
    batch.update(sendRef(id), now, { lastUpdateTime: unchangedSince });
    for (const row of chunk)
      batch.create(rowCollection(id).doc(rowId(row.n)), asDocument(row, held.expireAt));
    const written = await commitOnce(
      batch,
      id,
      (read) => read.nonce === send.nonce && !read.voided && read.prepared === now.prepared,
    );
    if (!written) throw new Error("This preparation was given up.");
    unchangedSince = written;
  }
}

/**
 * Commits a batch whose first write is the send's document. Returns the document's new time, or
 * null if someone else was first. Firestore's client repeats a write whose answer was lost, so the
 * write that won may have been our own (`isOurs`).
 */
async function commitOnce(
  batch: WriteBatch,
  id: string,
  isOurs: (read: SendDoc) => boolean,
): Promise<Timestamp | null> {
  try {
    return (await batch.commit())[0]?.writeTime ?? null;
  } catch (cause) {
    if (!alreadyExists(cause) && !wasChanged(cause)) throw cause;
    const read = await readSend(id);
    return read && isOurs(read) ? read.updateTime : null;
  }
}

/** Copies the files of an email and of its rows. Returns the contents of rows that are gone. */
async function copyFiles(
  id: string,
  nonce: string,
  files: readonly (FileSource & { path: string })[],
  rowContents: readonly RowContent[],
): Promise<RowContent[]> {
  const gone: RowContent[] = [];
  const copyRowContent = async (content: RowContent) => {
    if (!(await hasCopied(id, nonce, content))) gone.push(content);
  };
  await inLanes(
    [
      ...files.map((file) => () => copyIn(file)),
      ...rowContents.map((content) => () => copyRowContent(content)),
    ],
    COPIES_AT_ONCE,
    (copy) => copy(),
  );
  return gone;
}

function copyIn({ from, path, contentType }: FileSource & { path: string }): Promise<void> {
  return typeof from === "string" ? copyFile(from, path) : writeFile(path, from, contentType);
}

/** Copies a content of the rows; false if it is gone. */
async function hasCopied(id: string, nonce: string, { hash, from }: RowContent): Promise<boolean> {
  return copyFile(from, rowFilePath(id, nonce, hash)).then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof AppError && cause.reason === "not_found") return false;
      throw cause;
    },
  );
}

/** The most bytes of one row's own files, if any row has some. */
function mostOfRow(rows: readonly PlannedRow[]): Pick<SnapshotDoc, "mostOfRow"> {
  const sizes = rows.flatMap(({ files }) => (files ? totalSize(differentFiles(files)) : []));
  return sizes.length === 0 ? {} : { mostOfRow: largest(sizes) };
}

/** A row as it is stored at first. */
export function asDocument(row: PlannedRow, expireAt: Timestamp) {
  return { ...row, attempts: 0, lease: null, call: 0, messageId: null, expireAt };
}

/** About how many bytes a send takes. */
export function sendBytes(
  rows: readonly PlannedRow[],
  files: readonly Pick<FileSource, "size">[],
): number {
  return rows.reduce((sum, row) => sum + rowBytes(row), 0) + totalSize(files);
}

/** About how many bytes a row's document takes. */
function rowBytes(row: PlannedRow): number {
  return 400 + Buffer.byteLength(JSON.stringify(row));
}

function chunks(rows: PlannedRow[]): PlannedRow[][] {
  const made: PlannedRow[][] = [];
  let chunk: PlannedRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = rowBytes(row);
    if (chunk.length > 0 && (chunk.length === CHUNK_ROWS || bytes + size > CHUNK_BYTES)) {
      made.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(row);
    bytes += size;
  }
  return chunk.length > 0 ? [...made, chunk] : made;
}
