import { randomUUID } from "node:crypto";
import { firestore } from "../src/platform/firebase.ts";
import { rowsOf, sendDocId, sendRef, snapshotRef } from "../src/store/sends/documents.ts";

/**
 * Copies a send for each of these owners, under a key of its own: much faster than beginning each. Returns the copies'
 * ids.
 */
export async function copySend(id: string, owners: string[]): Promise<string[]> {
  const send = (await sendRef(id).get()).data();
  const snapshot = (await snapshotRef(id).get()).data();
  const rows = (await rowsOf(id).get()).docs;
  if (!send || !snapshot || rows.length === 0) throw new Error(`There is no whole send ${id}.`);
  const writer = firestore().bulkWriter();
  const copies = owners.map((owner) => {
    const key = randomUUID();
    const copy = sendDocId(owner, key);
    void writer.create(sendRef(copy), { ...send, owner, sub: owner === send.owner ? send.sub : owner, key });
    void writer.create(snapshotRef(copy), snapshot);
    for (const row of rows) void writer.create(rowsOf(copy).doc(row.id), row.data());
    return copy;
  });
  await writer.close();
  return copies;
}
