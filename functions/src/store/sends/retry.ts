import { AppError } from "@sendwright/core/contract/appError";
import { type DocumentData, type DocumentSnapshot, FieldValue } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { withUserLock } from "../userLock.ts";
import { settle } from "./apply.ts";
import { peopleInWords } from "./corrections.ts";
import { emailsOf, furtherOf, STORED_ROWS, sendRef, storedRowsOf } from "./documents.ts";
import { requireNonePreparing, requireQuotaForOneMore } from "./quota.ts";
import { hasRow, readSend, type StoredSend } from "./read.ts";
import { addressedRows, receivedOf } from "./receivedRows.ts";
import { type OnRead, readSentEmail } from "./sameEmail.ts";
import { knownRow } from "./schemas.ts";
import { next } from "./sendState.ts";

const NOT_RETRYABLE = "Only failed, canceled, or unconfirmed rows can be sent again.";

/**
 * Queues rows again (null: every failed one that no other send corrects) and, if the send had
 * ended, restarts it, in one commit; then counts. It happens in the owner's turn, like every new
 * send, so each sees the other. `received`: rows to send although their people have the email from
 * another send. Throws `already_received` if someone else has it; `wrong_state` if a row is neither
 * `failed` nor `warning` nor canceled, if there are no rows, or if the data has been deleted;
 * `too_many_open_sends` if there is no place for one that had ended; `daily_budget`;
 * `service_unavailable` while rows of another send are being written, because they can't be found
 * yet.
 */
export async function retryRows(
  id: string,
  rows: number[] | null,
  now: number,
  received: readonly number[] = [],
  onRead: OnRead = () => {},
): Promise<StoredSend> {
  const { owner } = await existing(id);
  let tried: DocumentSnapshot[] = [];
  await withUserLock(owner, async (begin) => {
    // The answer to our own commit may have been lost, or someone else has queued the same rows.
    if (tried.length > 0) {
      onRead(tried.length);
      if (await haveChanged(tried)) return;
    }
    const send = await existing(id);
    const again = next(send, { kind: "retried" }, "user", now);
    if (again.kind === "refused") throw new AppError("wrong_state", again.because);
    await requireNonePreparing(owner, now);
    tried = await chosenRows(send, rows, received, onRead);
    if (send.endedAt !== null) await requireQuotaForOneMore(owner);
    const batch = await begin({ sub: send.sub, rows: tried.length });
    const queued = {
      state: "queued",
      reason: "",
      lease: null,
      cancelled: FieldValue.delete(),
    } as const;
    for (const { ref, updateTime } of tried)
      batch.update(ref, queued, updateTime ? { lastUpdateTime: updateTime } : {});
    if (again.kind === "write")
      batch.update(sendRef(id), again.patch, { lastUpdateTime: send.updateTime });
    await batch.commit();
  });
  const send = await settle(id, now);
  if (!send) throw new AppError("not_found", "Not found.");
  return send;
}

/**
 * The rows to queue, if none of their people has the email from another send except those in
 * `known`.
 */
async function chosenRows(
  send: StoredSend,
  rows: number[] | null,
  known: readonly number[],
  onRead: OnRead,
) {
  const { id, owner } = send;
  if (rows !== null && !rows.every((n) => hasRow(send, n)))
    throw new AppError("wrong_state", NOT_RETRYABLE);
  const found = await readDocuments(id, rows, onRead);
  if (!found.every((row) => isRetryable(row.data())))
    throw new AppError("wrong_state", NOT_RETRYABLE);
  const data = found.flatMap((row) => row.data() ?? []);
  // Workers don't send rows that can't be read.
  const readable = data.flatMap((row) => knownRow.safeParse(row).data ?? []);
  const email = await readSentEmail(id);
  onRead(1);
  if (email === null) throw new AppError("wrong_state", "The data of this send has been deleted.");
  const received = await receivedOf(owner, email, addressedRows(id, readable), onRead);
  const corrected = new Set(
    received.flatMap(({ row, by }) => (rows === null && by === "person" ? row : [])),
  );
  const chosen = found.filter((row) => !corrected.has(row.data()?.n ?? 0));
  if (chosen.length === 0) throw new AppError("wrong_state", "This send has no failed rows.");
  const further = new Map(found.map((email) => [email.data()?.n, furtherOf(email)]));
  const numbersOf = (row: number) => [row, ...(further.get(row) ?? [])];
  const isKnown = (row: number) => numbersOf(row).some((number) => known.includes(number));
  const others = received.filter(({ row }) => !corrected.has(row) && !isKnown(row));
  if (others.length > 0) {
    const rowsOfOthers = new Set(others.map(({ row }) => row));
    const message = receivedMessage(
      data.filter(({ n }) => rowsOfOthers.has(n)).map(({ to, person }) => ({ to, person })),
    );
    const asked = rows === null ? null : new Set(rows);
    const details = others.flatMap((receipt) =>
      numbersOf(receipt.row)
        .filter((row) => asked?.has(row) ?? row === receipt.row)
        .map((row) => ({ ...receipt, row })),
    );
    throw new AppError("already_received", message, { details: { received: details } });
  }
  return chosen;
}

function receivedMessage(rows: Parameters<typeof peopleInWords>[0]): string {
  return `Nothing was sent. These people already received this email from another send, or are about to: ${peopleInWords(rows)}.`;
}

async function haveChanged(rows: readonly DocumentSnapshot[]): Promise<boolean> {
  const now = await firestore().getAll(...rows.map(({ ref }) => ref));
  return now.every(({ updateTime }, i) => {
    const before = rows[i]?.updateTime;
    return updateTime !== undefined && before !== undefined && !updateTime.isEqual(before);
  });
}

async function existing(id: string): Promise<StoredSend> {
  const send = await readSend(id);
  if (!send) throw new AppError("not_found", "Not found.");
  return send;
}

/** The emails for these rows, or (null) the failed ones. Throws `wrong_state` if one is missing. */
async function readDocuments(
  id: string,
  rows: number[] | null,
  onRead: OnRead,
): Promise<DocumentSnapshot[]> {
  if (rows === null) {
    const { docs } = await storedRowsOf(id).where("state", "==", "failed").get();
    onRead(docs.length);
    return docs;
  }
  onRead(new Set(rows).size);
  const { emails, missing } = await emailsOf(id, rows, STORED_ROWS, onRead);
  if (missing.length > 0) throw new AppError("wrong_state", NOT_RETRYABLE);
  return emails;
}

function isRetryable(row: DocumentData | undefined): boolean {
  return row?.state === "failed" || row?.state === "warning" || row?.cancelled === true;
}
