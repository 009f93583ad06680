import { AppError } from "@sendwright/core/contract/appError";
import { type DocumentData, type DocumentSnapshot, FieldValue } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { inTurn } from "../turns.ts";
import { correctedRowsOf } from "./corrections.ts";
import { rowId, sendRef, storedRowsOf } from "./documents.ts";
import { readSend, type StoredSend } from "./read.ts";
import { requirePlace } from "./room.ts";
import { next } from "./sendState.ts";
import { settle } from "./settle.ts";

const NOT_RETRYABLE = "Only rows that failed, were cancelled or whose outcome is unknown can be sent.";
const CORRECTED = "Somebody of these has been corrected since: another send has their mail.";

/**
 * Queues rows once more (null: every failed one that no other send corrects) and, when the send had ended, begins it
 * again, in one commit; then counts. It is the owner's turn: so is it where a correction begins, and one sees the other.
 * Throws `wrong_state` when a row is corrected by another send, or neither `failed` nor `warning` nor cancelled, when
 * there is none, and when the data has been deleted; `too_many_open_sends` when there is no place for one that had
 * ended.
 */
export async function retryRows(id: string, rows: number[] | null, now: number): Promise<StoredSend> {
  const { owner } = await existing(id);
  await inTurn(owner, async (batch) => {
    const send = await existing(id);
    const again = next(send, { kind: "retried" }, "user", now);
    if (again.kind === "refused") throw new AppError("wrong_state", again.because);
    const [corrected, found] = await Promise.all([correctedRowsOf(send), readDocuments(id, rows)]);
    if (rows?.some((n) => corrected.has(n))) throw new AppError("wrong_state", CORRECTED);
    const chosen = found.filter((row) => !corrected.has(row.data()?.n ?? 0));
    if (chosen.length === 0) throw new AppError("wrong_state", "No row of this send has failed.");
    if (!chosen.every((row) => isRetryable(row.data()))) throw new AppError("wrong_state", NOT_RETRYABLE);
    if (send.endedAt !== null) await requirePlace(owner);
    const queued = { state: "queued", reason: "", lease: null, cancelled: FieldValue.delete() } as const;
    for (const { ref, updateTime } of chosen)
      batch.update(ref, queued, updateTime ? { lastUpdateTime: updateTime } : {});
    if (again.kind === "write") batch.update(sendRef(id), again.patch, { lastUpdateTime: send.updateTime });
    await batch.commit();
  });
  const send = await settle(id, now);
  if (!send) throw new AppError("not_found", "Not found.");
  return send;
}

async function existing(id: string): Promise<StoredSend> {
  const send = await readSend(id);
  if (!send) throw new AppError("not_found", "Not found.");
  return send;
}

/** These rows, or (null) those that failed. */
async function readDocuments(id: string, rows: number[] | null): Promise<DocumentSnapshot[]> {
  const stored = storedRowsOf(id);
  if (rows === null) return (await stored.where("state", "==", "failed").get()).docs;
  const refs = [...new Set(rows)].map((n) => stored.doc(rowId(n)));
  return refs.length === 0 ? [] : firestore().getAll(...refs);
}

function isRetryable(row: DocumentData | undefined): boolean {
  return row?.state === "failed" || row?.state === "warning" || row?.cancelled === true;
}
