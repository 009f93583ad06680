import { firestore } from "../../platform/firebase.ts";
import { readBy } from "../documentSchema.ts";
import { rowDoc, sendDoc, shownRow, sinceTheBeginning, snapshotDoc } from "./schemas.ts";

const asSend = readBy(sendDoc, sinceTheBeginning);
const asRow = readBy(rowDoc);
const asSnapshot = readBy(snapshotDoc);
const asShownRow = readBy(shownRow);

/** Takes owner and key; gives the id of the send's document. */
export function sendDocId(owner: string, key: string): string {
  return `${owner}_${key}`;
}

export function sendsCollection() {
  return firestore().collection("sends").withConverter(asSend);
}

/** Takes the id of a send's document; gives its reference. */
export function sendRef(id: string) {
  return sendsCollection().doc(id);
}

/** Takes the id of a send's document; gives its rows. */
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

/** Takes a row's number; gives its document's id: padded, so that ids sort as numbers do. */
export function rowId(n: number): string {
  return String(n).padStart(7, "0");
}

export function snapshotRef(id: string) {
  return sendRef(id).collection("snapshot").doc("mail").withConverter(asSnapshot);
}

/** Takes the id of a send's document; gives the folder of its files, and of whatever an earlier attempt left. */
export function filesFolder(id: string): string {
  return `sends/${id}/`;
}

/** Takes the id of a send's document and the nonce of its preparation; gives the folder that only this one writes to. */
export function preparedFolder(id: string, nonce: string): string {
  return `${filesFolder(id)}${nonce}/`;
}
