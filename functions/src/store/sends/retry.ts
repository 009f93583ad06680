import { AppError } from "@sendwright/core/contract/appError";
import { groupBy } from "@sendwright/core/groupBy";
import type { Receipt } from "@sendwright/core/sends/received";
import { type DocumentSnapshot, FieldValue } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { withUserLock } from "../userLock.ts";
import { settle } from "./apply.ts";
import { emailsOf, furtherOf, rowsOf, STORED_ROWS, sendRef } from "./documents.ts";
import { peopleInWords } from "./peopleInWords.ts";
import { requireNonePreparing, requireQuotaForOneMore } from "./quota.ts";
import { hasRow, readSend, type StoredSend } from "./read.ts";
import { addressedRows, receivedOf } from "./receivedRows.ts";
import { type OnRead, readSentEmail } from "./sameEmail.ts";
import { knownRow } from "./schemas.ts";
import { next } from "./sendState.ts";

const NO_FAILED = "This send has no failed rows.";
const ALL_RECEIVED =
  "Nothing was sent. Everyone in the failed rows already received this email from another send, or is about to.";
const NOT_RETRYABLE = "Only failed, canceled, or unconfirmed rows can be sent again.";

interface Retry {
  /** Numbers of rows; null for every failed one that no other send corrects. */
  rows: number[] | null;
  now: number;
  /** Rows to send although their people have the email from another send. */
  confirmed?: readonly number[];
  onRead?: OnRead;
}

/**
 * Queues rows of a send again and restarts the send if it had ended, in one commit. Then counts.
 * Runs in the owner's turn, so that it and a new send see each other.
 *
 * @throws AppError
 *   - `already_received` if someone has the email from another send and isn't `confirmed`
 *   - `wrong_state` if a row can't be sent again, if there are none, or if the data was deleted
 *   - `too_many_open_sends` if the send had ended and there is no place for another
 *   - `service_unavailable` while rows of another send are being written: we can't search them yet
 *   - `daily_budget`
 */
export async function retryRows(
  id: string,
  { rows, now, confirmed = [], onRead = () => {} }: Retry,
): Promise<StoredSend> {
  const { owner } = await existing(id);
  let tried: DocumentSnapshot[] = [];
  await withUserLock(owner, async (begin) => {
    // The answer to our own commit may have been lost, or someone else has queued the same rows.
    if (tried.length > 0) {
      onRead(tried.length);
      if (await haveAllChanged(tried)) return;
    }
    const send = await existing(id);
    const again = next(send, { kind: "retried" }, "user", now);
    if (again.kind === "refused") throw new AppError("wrong_state", again.because);
    await requireNonePreparing(owner, now);
    tried = await emailsToQueue(send, { rows, confirmed, onRead });
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

/** The emails to queue for these rows. */
async function emailsToQueue(
  send: StoredSend,
  { rows, confirmed, onRead }: Required<Omit<Retry, "now">>,
): Promise<DocumentSnapshot[]> {
  const found = await retryableEmails(send, rows, onRead);
  const receipts = await receiptsOf(send, found, onRead);
  const corrected = new Set(
    receipts.flatMap(({ row, by }) => (rows === null && by === "person" ? row : [])),
  );
  const chosen = found.filter((email) => !corrected.has(Number(email.id)));
  if (chosen.length === 0)
    throw new AppError("wrong_state", found.length === 0 ? NO_FAILED : ALL_RECEIVED);
  requireConfirmed(chosen, receipts, rows, confirmed);
  return chosen;
}

/** The emails for these rows, or (null) the failed ones. Throws `wrong_state`. */
async function retryableEmails(
  send: StoredSend,
  rows: number[] | null,
  onRead: OnRead,
): Promise<DocumentSnapshot[]> {
  if (rows === null) {
    const { docs } = await rowsOf(send.id, STORED_ROWS).where("state", "==", "failed").get();
    onRead(docs.length);
    return docs;
  }
  if (!rows.every((n) => hasRow(send, n))) throw new AppError("wrong_state", NOT_RETRYABLE);
  onRead(new Set(rows).size);
  const { emails, missing } = await emailsOf(send.id, rows, STORED_ROWS, onRead);
  if (missing.length > 0 || !emails.every(isRetryable))
    throw new AppError("wrong_state", NOT_RETRYABLE);
  return emails;
}

function isRetryable(email: DocumentSnapshot): boolean {
  const { state, cancelled } = email.data() ?? {};
  return state === "failed" || state === "warning" || cancelled === true;
}

/** Who of these emails' people has the email from another send. Throws `wrong_state`. */
async function receiptsOf(
  { id, owner }: StoredSend,
  emails: readonly DocumentSnapshot[],
  onRead: OnRead,
): Promise<Receipt[]> {
  // Workers don't send rows that can't be read.
  const readable = emails.flatMap((email) => knownRow.safeParse(email.data()).data ?? []);
  const sent = await readSentEmail(id);
  onRead(1);
  if (sent === null) throw new AppError("wrong_state", "The data of this send has been deleted.");
  return receivedOf(owner, sent, addressedRows(id, readable), onRead);
}

const numbersOf = (email: DocumentSnapshot) => [Number(email.id), ...furtherOf(email)];

/** Throws `already_received`, with a receipt for each of these rows, further ones included. */
function requireConfirmed(
  emails: readonly DocumentSnapshot[],
  receipts: readonly Receipt[],
  rows: number[] | null,
  confirmed: readonly number[],
): void {
  const byRow = groupBy(receipts, ({ row }) => row);
  const received = emails.filter(
    (email) => byRow.has(Number(email.id)) && !numbersOf(email).some((n) => confirmed.includes(n)),
  );
  if (received.length === 0) return;
  const people = peopleInWords(
    received.map((email) => ({ to: email.get("to"), person: email.get("person") })),
  );
  const asked = rows && new Set(rows);
  const details: Receipt[] = [];
  for (const email of received) {
    const named = asked ? numbersOf(email).filter((n) => asked.has(n)) : [Number(email.id)];
    for (const receipt of byRow.get(Number(email.id)) ?? [])
      for (const row of named) details.push({ ...receipt, row });
  }
  throw new AppError(
    "already_received",
    `Nothing was sent. These people already received this email from another send, or are about to: ${people}.`,
    { details: { received: details } },
  );
}

async function haveAllChanged(rows: readonly DocumentSnapshot[]): Promise<boolean> {
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
