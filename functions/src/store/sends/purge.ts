import type { DocumentSnapshot } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { deletePrefix } from "../files.ts";
import { inLanes } from "../inLanes.ts";
import { apply } from "./apply.ts";
import { rowCollection, rowId, sendRef, sendsCollection, snapshotRef } from "./documents.ts";
import { readSend, type StoredSend } from "./read.ts";
import { forgetUploadsOf } from "./rowFiles.ts";
import { readOwedRows } from "./rows.ts";
import { rowNumbersOf } from "./schemas.ts";
import { filesFolder, filesOfOwner } from "./sendFilePaths.ts";

/** Deletes a send's rows and snapshot. Rows are numbered, so none has to be read. */
async function deleteDocuments(id: string, lastRow: number): Promise<void> {
  const writer = firestore().bulkWriter();
  const refs = [
    snapshotRef(id),
    ...Array.from({ length: lastRow }, (_, i) => rowCollection(id).doc(rowId(i + 1))),
  ];
  const deletes = Promise.all(refs.map((ref) => writer.delete(ref)));
  await Promise.all([writer.close(), deletes]);
}

/** Does both at once. Waits for both, also if one fails; throws the first failure. */
async function both(one: () => Promise<void>, other: () => Promise<void>): Promise<void> {
  await inLanes([one, other], 2, (work) => work());
}

/** The numbers of the rows that reached no one, of an ended send. */
async function owedNumbers({ id, counts }: StoredSend): Promise<number[]> {
  if (counts.failed + counts.skipped === 0) return [];
  return (await readOwedRows(id)).flatMap(rowNumbersOf);
}

/**
 * Deletes a send's data when that is due, with the uploads that it was made of, and records it. The
 * document stays, with the numbers of the rows that someone may still correct.
 */
export async function purgeSend(id: string, now: number): Promise<void> {
  const found = await readSend(id);
  if (!found) return;
  const owed = found.dataDeleted ? [] : await owedNumbers(found);
  const deleted = ({ epoch }: StoredSend) =>
    epoch === found.epoch ? ({ kind: "dataDeleted", owed } as const) : null;
  const { send } = await apply(found, deleted, "clock", now);
  if (!send?.dataDeleted) return;
  await both(
    () => deleteDocuments(id, send.lastRow),
    async () => {
      // The send's own files say which uploads these are.
      await forgetUploadsOf(send.owner, id);
      await deletePrefix(filesFolder(id));
    },
  );
  await apply(id, { kind: "dataGone" }, "clock", now);
}

/** Sends deleted at once, and read at once. */
const LANES = 10;
const ROWS_AT_ONCE = 100;

/**
 * Deletes all sends of a user with their data, and starts no further one after `until`. Returns
 * whether none is left.
 */
export async function deleteAllSends(
  owner: string,
  until = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (;;) {
    const found = await sendsCollection().where("owner", "==", owner).limit(ROWS_AT_ONCE).get();
    if (found.empty) {
      // A request that was still copying a file has lost its send meanwhile, so its folder has no
      // document any more.
      await deletePrefix(filesOfOwner(owner));
      return true;
    }
    await inLanes(found.docs, LANES, async (doc) => {
      if (Date.now() < until) await deleteWhole(doc);
    });
    if (Date.now() >= until) return false;
  }
}

/** Deletes everything of a send, even if its document can't be read any more. */
async function deleteWhole(doc: DocumentSnapshot): Promise<void> {
  // Earlier versions wrote no last row: theirs was the number of rows.
  const lastRow: unknown = doc.get("lastRow") ?? doc.get("counts.total");
  if (typeof lastRow !== "number") {
    await deletePrefix(filesFolder(doc.id));
    return firestore().recursiveDelete(sendRef(doc.id));
  }
  // A purged send has no rows left to delete.
  const isEmpty = doc.get("dataDeleted") === true && doc.get("purgeAt") === null;
  if (!isEmpty)
    await both(
      () => deleteDocuments(doc.id, lastRow),
      () => deletePrefix(filesFolder(doc.id)),
    );
  await sendRef(doc.id).delete();
}
