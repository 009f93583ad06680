import { firestore } from "../../platform/firebase.ts";
import { readBy } from "../documentSchema.ts";
import { rowDoc, sendDoc, shownRow, sinceTheBeginning, snapshotDoc } from "./schemas.ts";

const asSend = readBy(sendDoc, sinceTheBeginning);
const asRow = readBy(rowDoc);
const asSnapshot = readBy(snapshotDoc);
const asShownRow = readBy(shownRow);

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

/** The rows of every send. */
export function allRows() {
  return firestore().collectionGroup("rows").withConverter(asRow);
}

/** As `rowsOf`, with what the results table needs of each row and no more. */
export function shownRowsOf(id: string) {
  return rowsOf(id)
    .select(...Object.keys(shownRow.shape))
    .withConverter(asShownRow);
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
