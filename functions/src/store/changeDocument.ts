import { AppError } from "@sendwright/core/contract/appError";
import type { DocumentData, DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";
import { logError } from "../platform/log.ts";
import { lacksIndex, wasChanged, wasThere } from "./conditional.ts";

/** How often a change is tried when others write the same document; in each round somebody's change goes through. */
const ATTEMPTS = 40;
/** The longest pause between two attempts, in milliseconds. */
const PAUSE = 40;

/**
 * Runs work that reads, decides and writes on the condition that nobody wrote in between, again when somebody did.
 * Several calls on one document come through one after the other at once, where a transaction would back off for
 * seconds. Throws what the work throws, and `service_unavailable` when it never gets through.
 */
export async function untilUndisturbed<T>(work: () => Promise<T>): Promise<T> {
  let lost: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await work();
    } catch (cause) {
      if (lacksIndex(cause)) logError("an index of the database is missing", { error: cause });
      if (!wasChanged(cause) && !wasThere(cause)) throw cause;
      lost = cause;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE));
    }
  }
  throw tooBusy(lost);
}

/** The error of a call that can't go through now, and may in a moment. */
export function tooBusy(cause?: unknown): AppError {
  const message = "Too much is happening at once. Please try again in a moment.";
  return new AppError("service_unavailable", message, { retryAfter: 1, cause });
}

/** Writes new content if the document is still as it was read (or still absent). */
async function writeUnchanged(read: DocumentSnapshot, content: DocumentData): Promise<void> {
  if (read.updateTime) await read.ref.update(content, { lastUpdateTime: read.updateTime });
  else await read.ref.create(content);
}

/**
 * Changes a document: `change` gets its data (undefined where there is none) and says what to write, null for nothing,
 * and what to return.
 */
export function changeDocument<T>(
  document: DocumentReference,
  change: (data: DocumentData | undefined) => { write: DocumentData | null; result: T },
): Promise<T> {
  return untilUndisturbed(async () => {
    const read = await document.get();
    const { write, result } = change(read.data());
    if (write) await writeUnchanged(read, write);
    return result;
  });
}
