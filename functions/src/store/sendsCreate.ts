import { FieldValue, Timestamp } from "firebase-admin/firestore";
import { firestore } from "../platform/firebase.ts";
import { wasChanged, wasThere } from "./conditional.ts";
import { copyFile, writeFile } from "./files.ts";
import { deleteData } from "./sendsPurge.ts";
import {
  filesFolder,
  type JobDoc,
  jobId,
  jobRef,
  type PlannedRow,
  type RowDoc,
  rowId,
  rowsOf,
  type SnapshotDoc,
  snapshotRef,
} from "./sendsShape.ts";

const DAY = 24 * 3_600_000;
/** Days after a send's start when what it holds is deleted even if nobody comes to do it. */
const KEPT_DAYS = 8;
/** A request to Firestore may hold 10 MiB; a chunk stays well below. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const CHUNK_ROWS = 400;
const PREPARING_MS = 10 * 60_000;

/** A file of the mail: bytes that came with the request, or a stored file of the template. */
export interface FileSource {
  filename: string;
  contentType: string;
  size: number;
  from: Buffer | string;
}

/** A send as it begins: the job with the state it begins in. */
export interface NewSend {
  job: JobDoc;
  snapshot: Omit<SnapshotDoc, "files" | "expireAt">;
  rows: PlannedRow[];
  files: FileSource[];
}

/**
 * Takes a send; writes it whole or not at all: while it is `preparing` nobody sees or sends it, and the last write gives
 * it its state. False when its key is taken. What fails on the way is cleared away; what dies on the way, sweep clears.
 */
export async function createSend({ job, snapshot, rows, files }: NewSend): Promise<boolean> {
  const id = jobId(job.owner, job.key);
  const expireAt = Timestamp.fromMillis(job.startsAt + KEPT_DAYS * DAY);
  const paths = files.map((file, i) => ({ ...file, path: `${filesFolder(id)}${i}` }));
  const stored = paths.map(({ from: _, ...file }) => file);
  const [first = [], ...rest] = chunks(rows);
  const whole = rest.length === 0 && files.length === 0;
  const preparing: JobDoc = { ...job, state: "preparing", wakeAt: job.createdAt + PREPARING_MS };

  const begin = firestore().batch();
  begin.create(jobRef(id), whole ? job : preparing);
  begin.create(snapshotRef(id), { ...snapshot, files: stored, expireAt });
  for (const row of first) begin.create(rowsOf(id).doc(rowId(row.n)), asDocument(row, expireAt));
  const begun = await begin.commit().then(
    ([written]) => written,
    (cause: unknown) => {
      if (wasThere(cause)) return null;
      throw cause;
    },
  );
  if (!begun) return false;
  if (whole) return true;
  try {
    await Promise.all(paths.map(copyIn));
    for (const chunk of rest) await writeRows(id, chunk, expireAt);
  } catch (cause) {
    await forgetSend(id, rows.length);
    throw cause;
  }
  const flip = { state: job.state, wakeAt: job.wakeAt };
  await jobRef(id)
    .update(flip, { lastUpdateTime: begun.writeTime })
    .catch((cause: unknown) => {
      // Written already and its answer lost, or swept away: whoever reads the send next sees which.
      if (!wasChanged(cause)) throw cause;
    });
  return true;
}

/** Takes a send that never began and how many rows it may have; leaves nothing of it, so that its key is free again. */
export async function forgetSend(id: string, rows: number): Promise<void> {
  await deleteData(id, rows);
  await jobRef(id).delete();
}

function copyIn({ from, path, contentType }: FileSource & { path: string }): Promise<void> {
  return typeof from === "string" ? copyFile(from, path) : writeFile(path, from, contentType);
}

async function writeRows(id: string, rows: PlannedRow[], expireAt: Timestamp): Promise<void> {
  const batch = firestore().batch();
  for (const row of rows) batch.set(rowsOf(id).doc(rowId(row.n)), asDocument(row, expireAt));
  await batch.commit();
}

function asDocument(row: PlannedRow, expireAt: Timestamp) {
  const changedAt = FieldValue.serverTimestamp() as RowDoc["changedAt"] & FieldValue;
  return { ...row, attempts: 0, lease: null, call: 0, messageId: null, changedAt, expireAt };
}

/** Takes a row; gives about how many bytes its document has. */
export function rowBytes(row: PlannedRow): number {
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
