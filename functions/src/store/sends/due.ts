import {
  type DocumentData,
  FieldValue,
  type QueryDocumentSnapshot,
  type Timestamp,
} from "firebase-admin/firestore";
import { logError } from "../../platform/log.ts";
import { wasChanged } from "../changeDocument.ts";
import { wrongFields } from "../documentSchema.ts";
import { sendsCollection } from "./documents.ts";
import type { StoredSend } from "./read.ts";
import { sendDoc, sinceTheBeginning } from "./schemas.ts";
import { SEND_TIMES } from "./sendTimes.ts";

type FoundDocument = QueryDocumentSnapshot<DocumentData, DocumentData>;
/** The field that says when the sweep checks the send, or its data. */
type DueField = "wakeAt" | "purgeAt";

/** How many documents a log line names. */
const MAX_DOCUMENTS_NAMED = 20;

/** Sends whose `wakeAt` has come, the longest waiting first. */
export function dueSends(now: number, limit: number): Promise<StoredSend[]> {
  return due("wakeAt", now, limit);
}

/** Sends whose data is due for deletion, the longest waiting first. */
export function duePurges(now: number, limit: number): Promise<StoredSend[]> {
  return due("purgeAt", now, limit);
}

/**
 * Unreadable sends are postponed so that they don't take the place of others; one line of the log
 * names them all.
 */
async function due(field: DueField, now: number, limit: number): Promise<StoredSend[]> {
  const unreadable = new Map<string, string[]>();
  for (;;) {
    const query = sendsCollection()
      .withConverter(null)
      .where(field, "<=", now)
      .orderBy(field)
      .limit(limit);
    const found = await query.get();
    const sends: StoredSend[] = [];
    const broken: FoundDocument[] = [];
    for (const document of found.docs) {
      const read = sendDoc.safeParse(sinceTheBeginning(document.data()));
      if (read.success)
        sends.push({ ...read.data, id: document.id, updateTime: await readAgain(document) });
      else {
        broken.push(document);
        unreadable.set(document.ref.path, wrongFields(read.error));
      }
    }
    await Promise.all(broken.map((document) => setBack(document, field, now)));
    // A full page in which some were postponed can take others.
    if (broken.length === 0 || found.size < limit) {
      logUnreadable(unreadable);
      return sends;
    }
  }
}

/**
 * Postpones a send by an hour, twice as long each time, at most a day: someone may fix the document
 * or the program.
 */
async function setBack(document: FoundDocument, field: DueField, now: number): Promise<void> {
  const counted: unknown = document.get("unreadable");
  const times = typeof counted === "number" && counted > 0 ? counted : 0;
  const until = now + Math.min(SEND_TIMES.unreadable * 2 ** times, SEND_TIMES.unreadableMost);
  await change(document, { [field]: until, unreadable: times + 1 });
}

/** Forgets that a send couldn't be read. Returns the time of its last change. */
async function readAgain(document: FoundDocument): Promise<Timestamp> {
  const wasUnreadable = document.get("unreadable") !== undefined;
  return wasUnreadable
    ? change(document, { unreadable: FieldValue.delete() })
    : document.updateTime;
}

async function change(document: FoundDocument, fields: DocumentData): Promise<Timestamp> {
  const { ref, updateTime } = document;
  try {
    return (await ref.update(fields, { lastUpdateTime: updateTime })).writeTime;
  } catch (cause) {
    // Someone was faster; the next look reads the new version.
    if (!wasChanged(cause)) throw cause;
    return updateTime;
  }
}

function logUnreadable(unreadable: ReadonlyMap<string, string[]>): void {
  if (unreadable.size === 0) return;
  const documents = [...unreadable.keys()].slice(0, MAX_DOCUMENTS_NAMED);
  const fields = [...new Set([...unreadable.values()].flat())];
  logError("due sends cannot be read", { count: unreadable.size, documents, fields });
}
