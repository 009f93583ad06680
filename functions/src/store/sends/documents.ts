import { rowStatus } from "@sendwright/core/contract/sends";
import type {
  DocumentData,
  DocumentSnapshot,
  FirestoreDataConverter,
  Query,
} from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { readBy, UnreadableDocument } from "../documentSchema.ts";
import { inLanes } from "../inLanes.ts";
import { inChunks } from "./inChunks.ts";
import {
  type KnownRow,
  knownRow,
  rowDoc,
  sendDoc,
  shownRow,
  sinceTheBeginning,
  snapshotAsRead,
  snapshotDoc,
} from "./schemas.ts";

const asSend = readBy(sendDoc, sinceTheBeginning);
const asRow = readBy(rowDoc);
const asSnapshot = readBy(snapshotDoc, snapshotAsRead);

/** An unreadable row is shown with its readable parts and the reason. */
const asShownRow = readOr(readBy(shownRow), (row, { to, further }) => {
  const rows = shownRow.shape.further.safeParse(further).data;
  return {
    ...row,
    line: null,
    to: typeof to === "string" ? to : "",
    reason: UNREADABLE_ROW,
    ...(rows && { further: rows }),
  };
});
/**
 * An unreadable row may have been sent, so it still counts for the mailbox and the person if those
 * can be read.
 */
const asKnownRow = readOr(readBy(knownRow), (row, { to, mailbox, from, numbers }): KnownRow => {
  const known = knownRow.pick({ mailbox: true, from: true, numbers: true }).shape;
  const mark = known.mailbox.safeParse(mailbox).data;
  const origin = known.from.safeParse(from).data;
  const further = known.numbers.safeParse(numbers).data;
  return {
    ...row,
    to: typeof to === "string" ? to : "",
    ...(further && { numbers: further }),
    ...(mark !== undefined && { mailbox: mark }),
    ...(origin && { from: origin }),
  };
});

/**
 * Reads rows; `instead` makes a row from the number, the state and the data of one that can't be
 * read.
 */
function readOr<T extends DocumentData>(
  as: FirestoreDataConverter<T, DocumentData>,
  instead: (row: Pick<KnownRow, "n" | "state">, data: DocumentData) => T,
): FirestoreDataConverter<T, DocumentData> {
  return {
    ...as,
    fromFirestore: (found) => {
      try {
        return as.fromFirestore(found);
      } catch (cause) {
        if (!(cause instanceof UnreadableDocument)) throw cause;
        const data = found.data();
        // No one can know how a row in a state unknown to this version ended.
        return instead(
          { n: Number(found.id), state: rowStatus.safeParse(data.state).data ?? "warning" },
          data,
        );
      }
    },
  };
}

/** The note of a row that can't be read; it isn't sent. */
export const UNREADABLE_ROW = "This row can't be read.";

export function sendDocId(owner: string, key: string): string {
  return `${owner}_${key}`;
}

export function sendsCollection() {
  return firestore().collection("sends").withConverter(asSend);
}

export function sendRef(id: string) {
  return sendsCollection().doc(id);
}

export function rowCollection(id: string) {
  return sendRef(id).collection("rows").withConverter(asRow);
}

/** How rows are read: by a converter, and only these fields (null: all). */
interface RowReading<T extends DocumentData> {
  as: FirestoreDataConverter<T, DocumentData>;
  fields: string[] | null;
}
export const WHOLE_ROWS = { as: asRow, fields: null };
/** As stored, for work that mustn't fail if one can't be read. */
export const STORED_ROWS: RowReading<DocumentData> = {
  as: { toFirestore: (data) => data, fromFirestore: (found) => found.data() },
  fields: null,
};
/** Only the fields that the results table needs. */
export const SHOWN_ROWS = { as: asShownRow, fields: Object.keys(shownRow.shape) };
/** Only the fields that say whom a row reaches. */
export const KNOWN_ROWS = { as: asKnownRow, fields: Object.keys(knownRow.shape) };

/** The rows of a send. */
export function rowsOf<T extends DocumentData>(id: string, reading: RowReading<T>): Query<T> {
  return readAs(rowCollection(id), reading);
}

/** The rows of every send. */
export function allRows<T extends DocumentData>(reading: RowReading<T>): Query<T> {
  return readAs(firestore().collectionGroup("rows"), reading);
}

function readAs<T extends DocumentData>(rows: Query, { as, fields }: RowReading<T>): Query<T> {
  return (fields === null ? rows : rows.select(...fields)).withConverter(as);
}

/** One row, with the converter of a reading. */
export function rowRef<T extends DocumentData>(id: string, n: number, { as }: RowReading<T>) {
  return rowCollection(id).doc(rowId(n)).withConverter(as);
}

/** The documents with these numbers, each once, whether they exist or not. */
async function rowDocuments<T extends DocumentData>(
  id: string,
  numbers: readonly number[],
  reading: RowReading<T>,
): Promise<DocumentSnapshot<T>[]> {
  const refs = [...new Set(numbers)].map((n) => rowRef(id, n, reading));
  if (refs.length === 0) return [];
  const options = reading.fields === null ? {} : { fieldMask: reading.fields };
  return (await firestore().getAll(...refs, options)) as DocumentSnapshot<T>[];
}

/** Queries at once that look for further rows. */
const QUERIES_AT_ONCE = 10;

/**
 * The emails for these rows of a send's list, each once, and the rows that don't exist: a further
 * row is in the document of its leading row (decision 38). `onRead` is called with the documents
 * that the search for further rows reads beyond one for each row.
 */
export async function emailsOf<T extends DocumentData>(
  id: string,
  numbers: readonly number[],
  reading: RowReading<T>,
  onRead: (documents: number) => void,
): Promise<{ emails: DocumentSnapshot<T>[]; missing: number[] }> {
  const own = await rowDocuments(id, numbers, reading);
  const emails = new Map(own.filter(({ exists }) => exists).map((doc) => [doc.id, doc]));
  const missing = new Set(own.filter(({ exists }) => !exists).map((doc) => Number(doc.id)));
  await inLanes(inChunks([...missing]), QUERIES_AT_ONCE, async (chunk) => {
    const joined = rowsOf(id, reading).where("numbers", "array-contains-any", chunk);
    const { docs } = await joined.get();
    // A query that finds nothing costs a document, too.
    onRead(Math.max(1, docs.length));
    for (const doc of docs) {
      emails.set(doc.id, doc);
      for (const n of furtherOf(doc)) missing.delete(n);
    }
  });
  return { emails: [...emails.values()], missing: [...missing] };
}

/** The numbers of the further rows of an email, whatever else of it can be read. */
export function furtherOf(doc: DocumentSnapshot<unknown>): number[] {
  return rowDoc.shape.numbers.safeParse(doc.get("numbers")).data ?? [];
}

/** As `emailsOf`, those that exist, with only the fields that say whom they reach. */
export async function knownEmailsOf(
  id: string,
  numbers: readonly number[],
  onRead: (documents: number) => void,
): Promise<KnownRow[]> {
  const { emails } = await emailsOf(id, numbers, KNOWN_ROWS, onRead);
  return emails.flatMap((doc) => doc.data() ?? []);
}

/** As `knownEmailsOf`, those whose leading rows have these numbers. */
export async function knownRowsOf(id: string, numbers: readonly number[]): Promise<KnownRow[]> {
  const found = await rowDocuments(id, numbers, KNOWN_ROWS);
  return found.flatMap((doc) => doc.data() ?? []);
}

/** The id of a row's document: padded, so that ids sort like numbers. */
export function rowId(n: number): string {
  return String(n).padStart(7, "0");
}

export function snapshotRef(id: string) {
  return sendRef(id).collection("snapshot").doc("mail").withConverter(asSnapshot);
}

/** The emails of every send, as stored. */
export function allSnapshots() {
  return firestore().collectionGroup("snapshot");
}
