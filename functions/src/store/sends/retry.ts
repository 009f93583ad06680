import { FieldValue } from "firebase-admin/firestore";
import { AppError } from "../../contract/appError.ts";
import { firestore } from "../../platform/firebase.ts";
import { correctedWithin } from "./corrections.ts";
import { rowId, rowsOf, sendRef } from "./documents.ts";
import { asStoredSend, type StoredSend } from "./read.ts";
import { takePlaceWithin } from "./room.ts";
import type { RowDoc } from "./schemas.ts";
import { next } from "./sendState.ts";
import { settle } from "./settle.ts";

const CORRECTED = "Somebody of these has been corrected since: another send has their mail.";

/**
 * Queues rows once more (null: every failed one that no other send corrects) and, when the send had ended, begins it
 * again, all in one transaction; then counts. Throws `wrong_state` when a row is corrected by another send, or neither
 * `failed` nor `warning` nor cancelled, when there is none, and when the data has been deleted; `too_many_open_sends`
 * when there is no place for one that had ended.
 */
export async function retryRows(id: string, rows: number[] | null, now: number): Promise<StoredSend> {
  await firestore().runTransaction(async (transaction) => {
    const send = asStoredSend(await transaction.get(sendRef(id)));
    if (!send) throw new AppError("not_found", "Not found.");
    const again = next(send, { kind: "retried" }, "user", now);
    if (again.kind === "refused") throw new AppError("wrong_state", again.because);
    const corrected = await correctedWithin(transaction, send);
    if (rows?.some((n) => corrected.has(n))) throw new AppError("wrong_state", CORRECTED);
    const failed = rowsOf(id).where("state", "==", "failed");
    const found = rows
      ? await transaction.getAll(...[...new Set(rows)].map((n) => rowsOf(id).doc(rowId(n))))
      : (await transaction.get(failed)).docs.filter((row) => !corrected.has(row.data().n));
    if (found.length === 0) throw new AppError("wrong_state", "No row of this send has failed.");
    if (!found.every((row) => isRetryable(row.data()))) {
      throw new AppError(
        "wrong_state",
        "Only rows that failed, were cancelled or whose outcome is unknown can be sent.",
      );
    }
    if (send.endedAt !== null) await takePlaceWithin(transaction, send.owner);
    const queued = { state: "queued", reason: "", lease: null, cancelled: FieldValue.delete() } as const;
    for (const row of found) transaction.update(row.ref, queued);
    if (again.kind === "write") transaction.update(sendRef(id), again.patch);
  });
  const send = await settle(id, now);
  if (!send) throw new AppError("not_found", "Not found.");
  return send;
}

function isRetryable(row: RowDoc | undefined): boolean {
  return row?.state === "failed" || row?.state === "warning" || row?.cancelled === true;
}
