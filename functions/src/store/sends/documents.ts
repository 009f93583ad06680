import { type RowStatus, rowStatus } from "@sendwright/core/contract/sends";
import type { DocumentData, DocumentSnapshot, FirestoreDataConverter } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { readBy, UnreadableDocument } from "../documentSchema.ts";
import {
  type KnownRow,
  knownRow,
  rowDoc,
  sendDoc,
  shownRow as shownRowDoc,
  sinceTheBeginning,
  snapshotDoc,
} from "./schemas.ts";

const asSend = readBy(sendDoc, sinceTheBeginning);
const asRow = readBy(rowDoc);
const asSnapshot = readBy(snapshotDoc);
const KNOWN = Object.keys(knownRow.shape);

/** A row that can't be read is shown as such: what can be told of it, and why it isn't more. */
const asShownRow = readOr(readBy(shownRowDoc), (row, { to }) => {
  return { ...row, line: null, to: typeof to === "string" ? to : "", reason: UNREADABLE_ROW };
});
/** A row that can't be read may have been sent: it still counts for the mailbox and the person that can be read. */
const asKnownRow = readOr(readBy(knownRow), (row, { mailbox, from }): KnownRow => {
  const known = knownRow.pick({ mailbox: true, from: true }).shape;
  const [to, of] = [known.mailbox.safeParse(mailbox), known.from.safeParse(from)];
  return { ...row, ...(to.data !== undefined && { mailbox: to.data }), ...(of.data && { from: of.data }) };
});

/** Reads rows; `instead` makes one of a row that can't be read from its number, its state and its data. */
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
        // Nobody can know what became of a row in a state that this version doesn't have.
        return instead({ n: Number(found.id), state: rowStatus.safeParse(data.state).data ?? "warning" }, data);
      }
    },
  };
}

/** What a row says that can't be read; it isn't sent. */
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

export function rowsOf(id: string) {
  return sendRef(id).collection("rows").withConverter(asRow);
}

/** The rows of every send, as they are stored. */
export function allRows() {
  return firestore().collectionGroup("rows");
}

/** The rows of a send as they are stored, for work that must not fail where one can't be read. */
export function storedRowsOf(id: string) {
  return rowsOf(id).withConverter(null);
}

/** As `rowsOf`, with what the results table needs of each row and no more. */
export function shownRowsOf(id: string) {
  return rowsOf(id)
    .select(...Object.keys(shownRowDoc.shape))
    .withConverter(asShownRow);
}

/** The rows of every send, with what tells whom they reach and no more. */
export function allKnownRows() {
  return allRows()
    .select(...KNOWN)
    .withConverter(asKnownRow);
}

/** As `allKnownRows`, those of one send with these numbers that are there. */
export async function knownRowsOf(id: string, numbers: readonly number[]): Promise<KnownRow[]> {
  const refs = [...new Set(numbers)].map((n) => rowsOf(id).doc(rowId(n)).withConverter(asKnownRow));
  const found = refs.length === 0 ? [] : await firestore().getAll(...refs, { fieldMask: KNOWN });
  return (found as DocumentSnapshot<KnownRow>[]).flatMap((doc) => doc.data() ?? []);
}

/** As `allKnownRows`, those of one send in these states. */
export function knownRowsIn(id: string, states: readonly RowStatus[]) {
  return rowsOf(id)
    .where("state", "in", states)
    .select(...KNOWN)
    .withConverter(asKnownRow);
}

/** One row, read as those of `shownRowsOf`. */
export function shownRow(id: string, n: number) {
  return rowsOf(id).doc(rowId(n)).withConverter(asShownRow);
}

/** The id of a row's document: padded, so that ids sort as numbers do. */
export function rowId(n: number): string {
  return String(n).padStart(7, "0");
}

export function snapshotRef(id: string) {
  return sendRef(id).collection("snapshot").doc("mail").withConverter(asSnapshot);
}

/** The folder of a send's files, and of whatever an earlier attempt left. */
export function filesFolder(id: string): string {
  return `sends/${id}/`;
}

/** What the folders of all sends of a user begin with. */
export function filesOfOwner(owner: string): string {
  return `sends/${sendDocId(owner, "")}`;
}

/** The folder that only this preparation (`nonce`) of a send writes to. */
export function preparedFolder(id: string, nonce: string): string {
  return `${filesFolder(id)}${nonce}/`;
}
