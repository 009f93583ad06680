import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import { MAX_CORRECTED_ROWS } from "@sendwright/core/contract/limits";
import type {
  Corrections,
  findReceived as endpoint,
  getCorrections,
  RowResult,
} from "@sendwright/core/contract/sends";
import { formatRecipient, parseRecipient } from "@sendwright/core/recipients/recipients";
import { emailRowOf } from "@sendwright/core/sends/joined";
import {
  correctedRows,
  isSuppressedRow,
  type Receipt,
  toCorrect,
} from "@sendwright/core/sends/received";
import { chargeDocuments, chargeQuestion, spendDocuments } from "../../../http/rateLimit.ts";
import { personsOfRows } from "../../../store/sends/corrections.ts";
import { knownEmailsOf, sendDocId } from "../../../store/sends/documents.ts";
import { hasRow, readingOf, requireSnapshot } from "../../../store/sends/read.ts";
import {
  addressedRows,
  type PersonWithAddress,
  receivedOf,
} from "../../../store/sends/receivedRows.ts";
import { readRows } from "../../../store/sends/rows.ts";
import {
  type AskedEmail,
  mailboxMark,
  type OnRead,
  readSentEmail,
} from "../../../store/sends/sameEmail.ts";
import { ownFilesOf, rowNumbersOf, valuesOfRows } from "../../../store/sends/schemas.ts";
import { readSuppressed } from "../../../store/suppressions.ts";
import type { Engine } from "../engine.ts";
import { findSend } from "../maintenance/wake.ts";
import { presentAllRows, presentCorrected } from "./view.ts";

const REPLACED = "You edited this send, so another one has taken its place. Open that one.";

type ReceivedRequest = InputOf<typeof endpoint>;

/**
 * Who of a list, or of rows of a send, already received the email. Throws `not_found`,
 * `invalid_input`, `too_much_kept`.
 */
export async function findReceived(engine: Engine, uid: string, input: ReceivedRequest) {
  // Each row of a send and each person that a list corrects is a document; of the others, each that
  // is read.
  spendDocuments(uid, (input.rows ?? input.people ?? []).length);
  const onRead: OnRead = (documents) => chargeQuestion(uid, documents);
  const asked =
    input.send === undefined
      ? await askedList(uid, input, onRead)
      : await askedAgain(engine, uid, input, onRead);
  const replaced = input.replaces === undefined ? undefined : sendDocId(uid, input.replaces);
  const received =
    asked === null ? [] : await receivedOf(uid, asked.email, asked.people, onRead, replaced);
  return { success: true as const, received: asked?.rows ? byRow(received, asked.rows) : received };
}

interface ReceivedQuestion {
  email: AskedEmail;
  people: PersonWithAddress[];
  /** By the number of an email's leading row: its rows that were asked about. */
  rows?: ReadonlyMap<number, number[]>;
}

/** The receipts of emails, one for each of their rows that was asked about. */
function byRow(received: readonly Receipt[], rows: ReadonlyMap<number, number[]>): Receipt[] {
  return received.flatMap((receipt) =>
    (rows.get(receipt.row) ?? []).map((row) => ({ ...receipt, row })),
  );
}

/** Null once the data of the send has been deleted. */
async function askedAgain(
  engine: Engine,
  uid: string,
  { send: key = "", rows = [] }: ReceivedRequest,
  onRead: OnRead,
): Promise<ReceivedQuestion | null> {
  const send = await findSend(engine, uid, key);
  const { id } = send;
  const asked = new Set(rows.filter((n) => hasRow(send, n)));
  const [email, known] = await Promise.all([
    readSentEmail(id),
    knownEmailsOf(id, [...asked], onRead),
  ]);
  onRead(1);
  const rowsOf = new Map(
    known.map((row) => [row.n, rowNumbersOf(row).filter((n) => asked.has(n))]),
  );
  return email && { email, people: addressedRows(id, known), rows: rowsOf };
}

async function askedList(
  uid: string,
  input: ReceivedRequest,
  onRead: OnRead,
): Promise<ReceivedQuestion> {
  const { template_id: templateId = "", subject = "", people = [], corrects } = input;
  if (templateId === "" && subject.trim() === "") {
    throw new AppError("invalid_input", "Name a template, a subject or a send.");
  }
  const email = { templateId: templateId || null, subject, isSent: false };
  const numbers = people.flatMap(({ from }) => from ?? []);
  const origins =
    corrects === undefined ? new Map() : await personsOfRows(uid, corrects, numbers, onRead);
  return {
    email,
    people: people.map(({ row, recipient, from = 0, group, content = null }) => {
      const { address = null } = parseRecipient(recipient) ?? {};
      return {
        row,
        group,
        self: null,
        from: origins.get(from) ?? null,
        content,
        address,
        mailbox: address === null ? null : mailboxMark(uid, email, address),
      };
    }),
  };
}

/**
 * People of a send that is over, as they were written: those who can be corrected at this moment,
 * or those who received it; of a scheduled send, those to edit it for. Throws `not_found`,
 * `rate_limited`, and `wrong_state` while it is under way, once the data has been deleted, and if
 * another send has taken its place.
 */
export async function showCorrections(
  engine: Engine,
  uid: string,
  { id, who = "unsent" }: InputOf<typeof getCorrections>,
): Promise<Corrections> {
  const send = await findSend(engine, uid, id);
  const isScheduled = send.state === "scheduled" && who === "unsent";
  if (send.replacedBy) throw new AppError("wrong_state", REPLACED);
  if (send.endedAt === null && !isScheduled)
    throw new AppError("wrong_state", "This send hasn't ended yet. Wait until it ends.");
  const snapshot = await requireSnapshot(send);
  spendDocuments(uid, send.counts.total);
  const [{ results: found }, corrected] = await Promise.all([
    presentAllRows(send),
    presentCorrected(send),
  ]);
  const results = isScheduled ? found.map(asCanceled) : found;
  // The list only matters to rows that it skipped.
  const suppressed = results.some(isSuppressedRow)
    ? await readSuppressed(uid, (documents) => chargeDocuments(uid, documents))
    : undefined;
  const chosen =
    who === "received"
      ? results.filter(({ status }) => status === "sent")
      : withAllRows(results, toCorrect(results, correctedRows({ corrected }), suppressed));
  const people = chosen.slice(0, MAX_CORRECTED_ROWS);
  const onRead = (documents: number) => chargeDocuments(uid, documents);
  const emails = new Set(people.map(emailRowOf));
  const stored = await readRows(send.id, [...emails], onRead);
  onRead(stored.length);
  const byNumber = new Map(
    stored.flatMap((email) => {
      const values = valuesOfRows(email);
      return rowNumbersOf(email).map((n, i) => [
        n,
        { ...email, values: values[i] ?? [], files: ownFilesOf(email, n) },
      ]);
    }),
  );
  const { variables } = snapshot;
  const { dateOrders, numberForms } = readingOf(snapshot);
  return {
    success: true,
    variables,
    date_orders: Object.fromEntries(dateOrders),
    ...(numberForms.size > 0 && { number_forms: Object.fromEntries(numberForms) }),
    rows: people.map(({ row, recipient, name, joined_to, reason, cancelled }) => {
      const found = byNumber.get(row);
      return {
        row,
        recipient: formatRecipient({ address: recipient, name: found?.name ?? "" }),
        reason,
        ...(joined_to !== undefined && { joined_to }),
        ...(name !== undefined && { name }),
        ...(cancelled && { cancelled }),
        ...(found?.cc !== undefined && { cc: found.cc }),
        ...(found?.bcc !== undefined && { bcc: found.bcc }),
        ...(found?.files !== undefined && {
          files: found.files.map(({ filename }) => filename),
          file_sizes: found.files.map(({ size }) => size),
        }),
        values: Object.fromEntries(
          variables.map((variable, i) => [variable, found?.values[i] ?? ""]),
        ),
      };
    }),
  };
}

/** A row that is to go, as if its send were canceled now: the way in which edited rows are kept. */
function asCanceled(row: RowResult): RowResult {
  return row.status === "queued" ? { ...row, status: "skipped", cancelled: true } : row;
}

/** All rows of the emails that are to be corrected: an email goes to all of its rows or none. */
function withAllRows(results: readonly RowResult[], owed: readonly RowResult[]): RowResult[] {
  const emails = new Set(owed.map(emailRowOf));
  return results.filter((row) => emails.has(emailRowOf(row)));
}
