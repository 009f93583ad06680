import { type RowStatus, rowStatus } from "@sendwright/core/contract/sends";
import type {
  DocumentData,
  DocumentSnapshot,
  FirestoreDataConverter,
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
  shownRow as shownRowDoc,
  sinceTheBeginning,
  snapshotAsRead,
  snapshotDoc,
} from "./schemas.ts";

const asSend = readBy(sendDoc, sinceTheBeginning);
const asRow = readBy(rowDoc);
const asSnapshot = readBy(snapshotDoc, snapshotAsRead);
const KNOWN = Object.keys(knownRow.shape);

/** An unreadable row is shown with its readable parts and the reason. */
const asShownRow = readOr(readBy(shownRowDoc), (row, { to, further }) => {
  const rows = shownRowDoc.shape.further.safeParse(further).data;
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
  const [mark, of] = [known.mailbox.safeParse(mailbox), known.from.safeParse(from)];
  const further = known.numbers.safeParse(numbers).data;
  return {
    ...row,
    to: typeof to === "string" ? to : "",
    ...(further && { numbers: further }),
    ...(mark.data !== undefined && { mailbox: mark.data }),
    ...(of.data && { from: of.data }),
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

/** The rows of every send, as stored. */
export function allRows() {
  return firestore().collectionGroup("rows");
}

/** The rows of a send as stored, for work that mustn't fail if one can't be read. */
export function storedRowsOf(id: string) {
  return rowCollection(id).withConverter(null);
}

/** As `rowCollection`, with only the fields that the results table needs. */
export function shownRowsOf(id: string) {
  return rowCollection(id)
    .select(...Object.keys(shownRowDoc.shape))
    .withConverter(asShownRow);
}

/** As `shownRowsOf`, the rows of every send. */
export function allShownRows() {
  return allRows()
    .select(...Object.keys(shownRowDoc.shape))
    .withConverter(asShownRow);
}

/** The rows of every send, with only the fields that say whom they reach. */
export function allKnownRows() {
  return allRows()
    .select(...KNOWN)
    .withConverter(asKnownRow);
}

/** How `emailsOf` reads: by a converter, and only these fields (null: all). */
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
/** Only the fields that say whom a row reaches. */
const KNOWN_ROWS = { as: asKnownRow, fields: KNOWN };

/** The documents with these numbers, each once, whether they exist or not. */
async function rowDocuments<T extends DocumentData>(
  id: string,
  numbers: readonly number[],
  { as, fields }: RowReading<T>,
): Promise<DocumentSnapshot<T>[]> {
  const rows = rowCollection(id).withConverter(as);
  const refs = [...new Set(numbers)].map((n) => rows.doc(rowId(n)));
  if (refs.length === 0) return [];
  const options = fields === null ? {} : { fieldMask: fields };
  return (await firestore().getAll(...refs, options)) as DocumentSnapshot<T>[];
}

/** Queries at once that look for further rows. */
const QUERIES = 10;

/**
 * The emails for these rows of a send's list, each once, and the rows that don't exist: a further
 * row is in the document of its leading row (decision 38). `onRead` is called with the documents
 * that the search for further rows reads beyond one for each row.
 */
export async function emailsOf<T extends DocumentData>(
  id: string,
  numbers: readonly number[],
  { as, fields }: RowReading<T>,
  onRead: (documents: number) => void,
): Promise<{ emails: DocumentSnapshot<T>[]; missing: number[] }> {
  const rows = rowCollection(id).withConverter(as);
  const own = await rowDocuments(id, numbers, { as, fields });
  const emails = new Map(own.filter(({ exists }) => exists).map((doc) => [doc.id, doc]));
  const missing = new Set(own.filter(({ exists }) => !exists).map((doc) => Number(doc.id)));
  await inLanes(inChunks([...missing]), QUERIES, async (chunk) => {
    const joined = rows.where("numbers", "array-contains-any", chunk);
    const { docs } = await (fields === null
      ? joined
      : joined.select(...fields).withConverter(as)
    ).get();
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

/** As `allKnownRows`, the emails of one send whose leading rows have these numbers. */
export async function knownRowsOf(id: string, numbers: readonly number[]): Promise<KnownRow[]> {
  const found = await rowDocuments(id, numbers, KNOWN_ROWS);
  return found.flatMap((doc) => doc.data() ?? []);
}

/** As `allKnownRows`, those of one send in these states. */
export function knownRowsIn(id: string, states: readonly RowStatus[]) {
  return rowCollection(id)
    .where("state", "in", states)
    .select(...KNOWN)
    .withConverter(asKnownRow);
}

/** One row, as `shownRowsOf` reads it. */
export function shownRow(id: string, n: number) {
  return rowCollection(id).doc(rowId(n)).withConverter(asShownRow);
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

/** The folder of a send's files, and of any files an earlier attempt left. */
export function filesFolder(id: string): string {
  return `sends/${id}/`;
}

/** The common prefix of a user's send folders. */
export function filesOfOwner(owner: string): string {
  return `sends/${sendDocId(owner, "")}`;
}

/** The send's copy of a content that rows have, by its hash. */
export function rowFilePath(id: string, nonce: string, hash: string): string {
  return `${preparedFolder(id, nonce)}${ROW_FILES}${hash}`;
}

const ROW_FILES = "rows/";

/** The hash of a content that rows have, from the path of its copy; null for any other file. */
export function hashOfRowFile(path: string): string | null {
  return /\/rows\/([0-9a-f]{64})$/.exec(path)?.[1] ?? null;
}

/** The folder that only this preparation (`nonce`) of a send writes to. */
export function preparedFolder(id: string, nonce: string): string {
  return `${filesFolder(id)}${nonce}/`;
}
