import type { DocumentData, DocumentReference } from "firebase-admin/firestore";
import { firestore } from "../src/platform/firebase.ts";

/** Documents of one commit: a request may have 10 MB. */
const AT_ONCE = 100;

/**
 * Creates documents. Throws the database's error. A `BulkWriter` would reject a promise for each
 * document, and what no one awaits fails the whole run without naming this call.
 */
export async function createAll(
  documents: readonly (readonly [DocumentReference, DocumentData])[],
): Promise<void> {
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    const batch = firestore().batch();
    for (const [document, data] of documents.slice(at, at + AT_ONCE)) batch.create(document, data);
    await batch.commit();
  }
}
