import { AppError } from "@sendwright/core/contract/appError";
import type { DocumentData, DocumentReference, WriteBatch } from "firebase-admin/firestore";
import { codeOf } from "../platform/codeOf.ts";
import { logError } from "../platform/log.ts";

/** gRPC codes of a conditional write that lost to another. */
const FAILED_PRECONDITION = 9;
const ABORTED = 10;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;

/**
 * Whether a query was refused because its index is missing or still being built. Firestore uses the
 * code of a lost conditional write; only its message tells the two apart.
 */
function lacksIndex(cause: unknown): boolean {
  return (
    codeOf(cause) === FAILED_PRECONDITION &&
    cause instanceof Error &&
    /requires an? .*index/i.test(cause.message)
  );
}

/**
 * Whether a write with `lastUpdateTime` was refused because the document has changed or is gone.
 */
export function wasChanged(cause: unknown): boolean {
  if (lacksIndex(cause)) return false;
  const code = codeOf(cause);
  return code === FAILED_PRECONDITION || code === ABORTED || code === NOT_FOUND;
}

/** Whether a `create` was refused because the document exists. */
export function alreadyExists(cause: unknown): boolean {
  return codeOf(cause) === ALREADY_EXISTS;
}

/**
 * How often we retry a change while others write the same document; each round, one of the changes
 * succeeds.
 */
const ATTEMPTS = 40;
/** The longest pause between two attempts. */
const MAX_PAUSE_MS = 40;

/**
 * Runs work that reads, decides and writes if no one else wrote in between, and runs it again if
 * someone did. Several calls on one document succeed one right after the other, where a transaction
 * would back off for seconds. Throws the work's errors, and `service_unavailable` if it never
 * succeeds.
 */
export async function untilUndisturbed<T>(work: () => Promise<T>): Promise<T> {
  let lost: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await work();
    } catch (cause) {
      if (lacksIndex(cause)) logError("an index of the database is missing", { error: cause });
      if (!wasChanged(cause) && !alreadyExists(cause)) throw cause;
      lost = cause;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
    }
  }
  throw tooBusy(lost);
}

/** The error of a call that can't succeed now, but may soon. */
export function tooBusy(cause?: unknown): AppError {
  const message = "Too many changes are being made at once. Please try again in a moment.";
  return new AppError("service_unavailable", message, { retryAfter: 1, cause });
}

/**
 * Changes a document: `change` gets its data (undefined if it is absent) and returns the fields to
 * write, or null to write nothing, and the result. Fields that it doesn't name stay as they are.
 * `alsoWrite` adds writes of other documents to the commit.
 */
export function changeDocument<T>(
  document: DocumentReference,
  change: (data: DocumentData | undefined) => {
    write: DocumentData | null;
    result: T;
    alsoWrite?: (batch: WriteBatch) => void;
  },
): Promise<T> {
  return untilUndisturbed(async () => {
    const read = await document.get();
    const { write, result, alsoWrite } = change(read.data());
    if (write === null) return result;
    const batch = document.firestore.batch();
    if (read.updateTime) batch.update(document, write, { lastUpdateTime: read.updateTime });
    else batch.create(document, write);
    alsoWrite?.(batch);
    await batch.commit();
    return result;
  });
}
