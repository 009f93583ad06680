import { type DocumentData, FieldPath } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { rowId, snapshotRef, storedRowsOf } from "./documents.ts";

/** Rows read at once. */
const ROWS_PER_READ = 200;

/** These fields of the snapshot, as stored; null if it has been deleted. */
export async function storedMail(id: string, fieldMask: string[]): Promise<DocumentData | null> {
  const [found] = await firestore().getAll(snapshotRef(id).withConverter(null), { fieldMask });
  return found?.data() ?? null;
}

/** Every row of a send as stored, in order, page by page. */
export async function* storedRows(id: string): AsyncGenerator<DocumentData> {
  const inOrder = storedRowsOf(id).orderBy(FieldPath.documentId()).limit(ROWS_PER_READ);
  for (let after = rowId(0); ; ) {
    const { docs } = await inOrder.startAfter(after).get();
    for (const document of docs) yield document.data();
    const last = docs.at(-1);
    if (!last || docs.length < ROWS_PER_READ) return;
    after = last.id;
  }
}
