import type { RowStatus } from "@sendwright/core/contract/sends";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { readBy } from "../documentSchema.ts";
import { type KnownRow, knownRow, rowDoc, sendDoc, shownRow, sinceTheBeginning, snapshotDoc } from "./schemas.ts";

const asSend = readBy(sendDoc, sinceTheBeginning);
const asRow = readBy(rowDoc);
const asSnapshot = readBy(snapshotDoc);
const asShownRow = readBy(shownRow);
const asKnownRow = readBy(knownRow);
const KNOWN = Object.keys(knownRow.shape);

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

/** The folder that only this preparation (`nonce`) of a send writes to. */
export function preparedFolder(id: string, nonce: string): string {
  return `${filesFolder(id)}${nonce}/`;
}
