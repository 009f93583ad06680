import { randomUUID } from "node:crypto";
import { AppError } from "@sendwright/core/contract/appError";
import { MAX_COPIES } from "@sendwright/core/contract/limits";
import { formatsOf } from "@sendwright/core/dates/formats";
import { picturesIn } from "@sendwright/core/files/pictures";
import { largest } from "@sendwright/core/largest";
import { COPY_FIELDS } from "@sendwright/core/recipients/copies";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { nameWords } from "@sendwright/core/recipients/nameWords";
import { emailText, rowTexts } from "@sendwright/core/sends/content";
import { idOf, type RowOfSend } from "@sendwright/core/sends/received";
import { chargeFiles, chargeQuestion } from "../../../http/rateLimit.ts";
import type { User } from "../../../http/requireUser.ts";
import { readSender } from "../../../store/senders.ts";
import { settleCanceled } from "../../../store/sends/apply.ts";
import { personsOfRows } from "../../../store/sends/corrections.ts";
import { createSend, sendBytes, voidSend } from "../../../store/sends/create.ts";
import { sendDocId } from "../../../store/sends/documents.ts";
import { namesIn } from "../../../store/sends/personRows.ts";
import {
  readFingerprint,
  readingOf,
  readSend,
  type StoredSend,
} from "../../../store/sends/read.ts";
import { mailboxMark, nameMark, personMark, subjectMark } from "../../../store/sends/sameEmail.ts";
import {
  differentFiles,
  type PlannedRow,
  rowNumbersOf,
  type SendDoc,
  valuesOfRows,
} from "../../../store/sends/schemas.ts";
import { endOfLife, SEND_TIMES } from "../../../store/sends/sendTimes.ts";
import { restoreStop } from "../../../store/stops.ts";
import { giveUp } from "../../../store/tombstones.ts";
import { hashOf } from "../../../store/uploads.ts";
import type { SendPlan } from "./plan.ts";
import { contentsMissing } from "./rowFiles.ts";

/** More people than one email can have; only a row with an error names more. */
const MAX_PEOPLE_OF_ROW = 2 * MAX_COPIES + 1;
/** More than in the names of one email: it may be for 100 rows. */
const MAX_NAME_WORDS = 500;

/** A call that may have been made before. */
export interface KeyedCall {
  user: User;
  key: string;
  fingerprint: string;
}

/**
 * Begins a send, completely or not at all. Returns false if the key already has a send. Throws
 * `too_many_open_sends`, `too_much_kept`, `daily_budget`, `files_missing`, the reason why it can't
 * correct or replace an earlier send, and `not_found` under a tombstone.
 */
export async function begin(
  { user, key, fingerprint }: KeyedCall,
  made: SendPlan,
  now: number,
): Promise<boolean> {
  // The stop before the send: a worker may take the send over as soon as it is written.
  const [rows] = await Promise.all([findableRows(user.uid, made), restoreStop(user.uid, user.sub)]);
  const { replaces } = made;
  // Whether it can be replaced is checked in the owner's turn, as is whether the key is taken.
  const replaced = replaces === null ? null : await readSend(sendDocId(user.uid, replaces));
  const plan = { ...made, rows };
  const corrects = replaced ? await passedOn(replaced, rows) : plan.corrects;
  const send = sendOf(user, key, { ...plan, corrects }, now);
  const { title, templateId, subject, body, variables, signature } = plan.mail;
  const names = variables.map(({ name }) => name);
  const snapshot = {
    title,
    templateId,
    fingerprint,
    subject,
    body,
    ...formatsOf(plan.mail),
    variables: names,
    dateOrders: plan.dateOrders,
    ...(plan.numberForms && { numberForms: plan.numberForms }),
    ...marks(
      user.uid,
      plan.kind,
      COPY_FIELDS.map((field) => plan.copies[field]),
    ),
    ...(templateId !== null &&
      plan.kind !== "test" && { subjectMark: subjectMark(user.uid, subject, templateId) }),
    ...Object.fromEntries(
      Object.entries({ ...plan.copies, ...plan.details, signature }).filter(
        ([, text]) => text !== "",
      ),
    ),
  };
  const { rows: planned, files, rowContents } = plan;
  chargeFiles(files.length + rowContents.length);
  const begun = await createSend(
    { send, snapshot, rows: planned, files, rowContents, replaces, missing: contentsMissing },
    clockFrom(now),
    (read) => chargeQuestion(user.uid, read),
  );
  if (!begun) return false;
  const sender = await readSender(user.uid);
  // A deletion sets its tombstone first and then looks for sends, so one of the two sees the other.
  if (sender?.goneAt) {
    await giveUp(sendDocId(user.uid, key), now);
    throw new AppError("not_found", "This account has been deleted.");
  }
  if (replaced) await settleCanceled(replaced.id, now);
  return true;
}

/**
 * The rows with the fields by which later sends find them. A test doesn't count as receiving the
 * email.
 */
async function findableRows(owner: string, plan: SendPlan): Promise<PlannedRow[]> {
  const { kind, mail, rows, corrects } = plan;
  if (kind === "test") return rows;
  const { send = "", rows: corrected = [], here = [] } = corrects ?? {};
  if (here.length > 0) chargeQuestion(owner, corrected.length);
  const origins =
    here.length > 0
      ? await personsOfRows(owner, send, corrected, (read) => chargeQuestion(owner, read))
      : new Map<number, RowOfSend>();
  const origin = new Map(here.map((n, i) => [n, origins.get(corrected[i] ?? 0)]));
  const contentOf = contents(plan);
  return rows.map((row) => {
    const from = rowNumbersOf(row)
      .map((n) => origin.get(n))
      .find((one) => one !== undefined);
    const mailbox = row.state === "queued" && mailboxMark(owner, mail, row.to);
    return {
      ...row,
      ...marks(owner, kind, [row.to, row.cc ?? "", row.bcc ?? ""], [row.name, ...namesIn(row)]),
      ...(mailbox && { mailbox, content: contentOf(row) }),
      ...(from && { from }),
    };
  });
}

/**
 * Whom a send corrects in the place of another that did: only people of that one, so that whoever
 * was left out can be corrected again.
 */
async function passedOn(
  { owner, corrects }: StoredSend,
  rows: readonly PlannedRow[],
): Promise<SendDoc["corrects"]> {
  if (corrects === null) return null;
  const here = new Set(rows.flatMap(({ from }) => (from ? idOf(from) : [])));
  const origins = await personsOfRows(owner, corrects.send, corrects.rows, (read) =>
    chargeQuestion(owner, read),
  );
  const left = corrects.rows.filter((n) => {
    const origin = origins.get(n);
    return origin && here.has(idOf(origin));
  });
  return left.length === 0 ? null : { ...corrects, rows: left };
}

/** A function that hashes a row's email: text, files, and the values of all its rows. */
function contents({ mail, files, ...orders }: SendPlan): (row: PlannedRow) => string {
  const pictures = new Set(picturesIn(mail.body));
  const attached = files.filter(({ filename }) => !pictures.has(filename));
  const content = {
    ...mail,
    ...readingOf({ ...orders, variables: mail.variables.map(({ name }) => name) }),
    files: attached.map(({ filename, from, hash }) => ({
      name: filename,
      content: hash ?? (typeof from === "string" ? from : hashOf(from)),
    })),
  };
  const email = hashOf(emailText(content));
  const textOf = rowTexts(content);
  return ({ files: own = [], ...row }) => {
    const named = differentFiles(own).map(({ filename, hash }) => ({
      name: filename,
      content: hash,
    }));
    const [values = [], ...further] = valuesOfRows(row);
    return hashOf(textOf(email, values, named, further));
  };
}

/**
 * The marks of the people in some texts, and of those with these names, by which a search finds
 * them; none for a test.
 */
function marks(
  owner: string,
  kind: SendPlan["kind"],
  texts: string[],
  names: string[] = [],
): { who?: string[] } {
  if (kind === "test") return {};
  const pieces = texts.flatMap((text) => splitRecipients(text));
  const found = pieces.flatMap(({ address }) =>
    address === null ? [] : personMark(owner, address),
  );
  const words = new Set([...names, ...pieces.map(({ name }) => name)].flatMap(nameWords));
  const who = [
    ...[...new Set(found)].slice(0, MAX_PEOPLE_OF_ROW),
    ...[...words].slice(0, MAX_NAME_WORDS).map((word) => nameMark(owner, word)),
  ];
  return who.length > 0 ? { who } : {};
}

/**
 * The time as it passes from a moment on: a large send takes seconds to write, and its hold begins
 * once it is complete.
 */
function clockFrom(now: number): () => number {
  const began = performance.now();
  return () => now + Math.floor(performance.now() - began);
}

/** A send as it is while it is being prepared. */
export function sendOf(
  user: User,
  key: string,
  plan: Omit<SendPlan, "mail" | "details" | "dateOrders" | "copies">,
  now: number,
): SendDoc {
  const { kind, rows, files, rowContents, rowsOverLimit, corrects } = plan;
  const { startAt, hold, resumeHours } = plan;
  const queuedRecipients = rows
    .filter(({ state }) => state === "queued")
    .map(({ recipients = 1 }) => recipients);
  const queued = queuedRecipients.length;
  const startsAt = startAt ?? now;
  const expiresAt = startsAt + SEND_TIMES.backstop;
  return {
    owner: user.uid,
    sub: user.sub,
    key,
    nonce: randomUUID(),
    kind,
    state: "preparing",
    cancelledBy: null,
    pauseReason: null,
    pausedAt: null,
    resumesAt: null,
    createdAt: now,
    startsAt,
    startedAt: null,
    hold,
    heldUntil: null,
    resumeHours,
    interrupted: false,
    endedAt: null,
    deletesAt: null,
    diesAt: endOfLife(startsAt, expiresAt),
    expiresAt,
    wakeAt: now + SEND_TIMES.void,
    purgeAt: null,
    counts: {
      total: rows.length,
      queued,
      sending: 0,
      sent: 0,
      failed: 0,
      skipped: rows.length - queued,
      warning: 0,
    },
    recipients: {
      most: Math.max(1, largest(queuedRecipients)),
      all: queuedRecipients.reduce((sum, n) => sum + n, 0),
    },
    bytes: sendBytes(rows, [...files, ...rowContents]),
    lastRow: largest(rows.flatMap(rowNumbersOf)),
    leftOut: rows.length - queued,
    suppressed: 0,
    corrects: corrects && { send: corrects.send, rows: corrects.rows },
    rowsOverLimit,
    streak: 0,
    worker: null,
    faults: 0,
    epoch: 0,
    prepared: 0,
    voided: false,
    findable: true,
    findableByName: true,
    dataDeleted: false,
    owed: [],
    hidden: false,
  };
}

/**
 * The existing send of a call's key, or null; one whose preparation was given up doesn't count.
 * Throws `idempotency_conflict` if that send had other content, or if its content has been deleted
 * and can't be compared any more.
 */
export async function earlierSend(
  { user, key, fingerprint }: KeyedCall,
  now = Date.now(),
): Promise<StoredSend | null> {
  const id = sendDocId(user.uid, key);
  const found = await readSend(id);
  if (found?.state === "preparing") await voidSend(id, now);
  const send = found?.state === "preparing" ? await readSend(id) : found;
  if (!send) return null;
  if (send.dataDeleted || send.hidden) {
    throw new AppError(
      "idempotency_conflict",
      "This was sent before, and its data has been deleted. Start a new send.",
    );
  }
  const earlier = await readFingerprint(send.id);
  if (earlier === fingerprint) return send;
  if (earlier === null) {
    const current = await readSend(send.id);
    // A failed request's send is being cleaned up; the key will soon be free.
    if (current === null || current.state === "preparing") return current;
  }
  throw new AppError(
    "idempotency_conflict",
    "This was sent before with different content. Start a new send.",
  );
}
