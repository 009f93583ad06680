import { firestore } from "../../platform/firebase.ts";
import { wasChanged } from "../conditional.ts";
import { deletePrefix } from "../files.ts";
import { apply } from "./apply.ts";
import { preparedFolder, rowId, rowsOf, sendRef, snapshotRef } from "./documents.ts";
import { stageOf } from "./sendState.ts";

/**
 * Deletes a send that is being prepared, if that took too long or if its own request gives it up (`nonce`), so that its
 * key is free again. It first locks out the preparing request, then deletes the files, then the documents in one
 * commit. So no one ever finds half a send, and a late call deletes nothing of a new send with the same key.
 */
export async function voidSend(id: string, now: number, nonce?: string): Promise<void> {
  const event = nonce === undefined ? ({ kind: "voided" } as const) : ({ kind: "voided", nonce } as const);
  const { send } = await apply(id, event, nonce === undefined ? "clock" : "request", now);
  if (!send || stageOf(send) !== "void") return;
  await deletePrefix(preparedFolder(id, send.nonce));
  const batch = firestore().batch();
  batch.delete(sendRef(id), { lastUpdateTime: send.updateTime });
  batch.delete(snapshotRef(id));
  for (let n = 1; n <= send.counts.total; n++) batch.delete(rowsOf(id).doc(rowId(n)));
  await batch.commit().catch((cause: unknown) => {
    if (!wasChanged(cause)) throw cause;
  });
}
