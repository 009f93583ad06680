import { AppError } from "@sendwright/core/contract/appError";
import { groupBy } from "@sendwright/core/groupBy";
import { andMore } from "@sendwright/core/pluralize";
import { mayHaveEmail } from "@sendwright/core/sends/counts";
import { idOf, personOf, type RowOfSend } from "@sendwright/core/sends/received";
import { knownEmailsOf, sendDocId } from "./documents.ts";
import { hasRow, isJoined, readSend, type StoredSend } from "./read.ts";
import { aimedRows, rowsOfSamePeople } from "./receivedRows.ts";
import { readRows } from "./rows.ts";
import type { OnRead } from "./sameEmail.ts";
import { type KnownRow, type RowDoc, rowNumbersOf, type SendDoc } from "./schemas.ts";

/** How many people a refusal names. */
const MAX_PEOPLE_NAMED = 3;

const NOT_ENDED = "The send that you're correcting hasn't ended yet. Wait until it ends.";
const REPLACED =
  "You edited the send that you're correcting, so another one has taken its place. Correct that one.";
const NO_SUCH_ROW = "The send that you're correcting has no such row.";
const DATA_DELETED =
  "Some of these people may have received this email or a correction of it, and we've deleted that send's data, so we can't tell who. Make a new list of the people who don't have the email.";

/** An email as its document has it, or the number of a row that has its own. */
type CorrectedEmail = Pick<KnownRow, "n" | "from" | "numbers">;

/** A later send, and the rows of the earlier one whose people it reached or is to reach. */
export interface CorrectingSend {
  by: StoredSend;
  rows: number[];
}

/**
 * The sends that reached people of these emails of a send by other rows, or are to reach them, in
 * order, with all rows of those emails. A send that reached no one isn't included.
 */
export async function correctedRows(
  { id, owner }: Pick<StoredSend, "id" | "owner">,
  rows: readonly CorrectedEmail[],
  onRead: OnRead = () => {},
): Promise<CorrectingSend[]> {
  const { earlier, sends } = await rowsOfSamePeople(owner, aimedRows(id, rows), onRead);
  const emails = groupBy(rows, ({ n, from }) => idOf(from ?? { send: id, n }));
  const found = new Map<string, Set<number>>();
  for (const row of earlier) {
    const by = sends.get(row.send);
    if (!by || row.send === id || !mayHaveEmail(row)) continue;
    const served = servedBy(by, id, emails.get(idOf(personOf(row))) ?? []);
    if (served.length === 0) continue;
    const numbers = found.get(row.send) ?? new Set();
    for (const n of served.flatMap(rowNumbersOf)) numbers.add(n);
    found.set(row.send, numbers);
  }
  const corrected = [...found].flatMap(([send, served]) => {
    const by = sends.get(send);
    return by ? { by, rows: [...served].sort((a, b) => a - b) } : [];
  });
  return corrected.sort((a, b) => a.by.createdAt - b.by.createdAt);
}

/**
 * Of a send's emails with the same origin, those that a later send corrects. There are several if
 * the rows of an earlier email were corrected with an email each.
 */
function servedBy(
  { owner, corrects }: StoredSend,
  id: string,
  emails: readonly CorrectedEmail[],
): CorrectedEmail[] {
  if (emails.length < 2 || corrects === null || sendDocId(owner, corrects.send) !== id)
    return [...emails];
  const named = new Set(corrects.rows);
  return emails.filter((email) => rowNumbersOf(email).some((n) => named.has(n)));
}

/**
 * By number: the rows of an owner's send (by its key) that their people originally come from. All
 * rows of an email have the same.
 */
export async function originsOf(
  owner: string,
  key: string,
  numbers: readonly number[],
  onRead: OnRead,
) {
  const send = sendDocId(owner, key);
  const emails = await knownEmailsOf(send, numbers, onRead);
  const origins = new Map(
    emails.flatMap((email) => {
      const origin = email.from ?? { send, n: email.n };
      return rowNumbersOf(email).map((n): [number, RowOfSend] => [n, origin]);
    }),
  );
  return new Map(numbers.map((n): [number, RowOfSend] => [n, origins.get(n) ?? { send, n }]));
}

/**
 * Checks that no one whom a send corrects has or gets the email another way. Called in the owner's
 * turn, in which rows of an ended send are also queued again. Throws `not_found` if the send
 * doesn't exist, `invalid_input` if it has no such row, and `wrong_state`.
 */
export async function requireCorrectable(
  { owner, corrects }: Pick<SendDoc, "owner" | "corrects">,
  onRead: OnRead,
): Promise<void> {
  if (corrects === null) return;
  const earlier = await readSend(sendDocId(owner, corrects.send));
  if (!earlier)
    throw new AppError("not_found", "The send that you're correcting no longer exists.");
  if (earlier.replacedBy) throw new AppError("wrong_state", REPLACED);
  if (earlier.endedAt === null) throw new AppError("wrong_state", NOT_ENDED);
  const requireOwed = earlier.dataDeleted ? requireOwedWithoutData : requireOwedRows;
  await requireOwed(earlier, corrects.rows, onRead);
}

/** Checks by the rows of a send that none of these people has or gets its email. */
async function requireOwedRows(
  send: StoredSend,
  numbers: readonly number[],
  onRead: OnRead,
): Promise<void> {
  if (!numbers.every((n) => hasRow(send, n))) throw new AppError("invalid_input", NO_SUCH_ROW);
  // Looking for a row that is part of another's email costs as much.
  onRead(new Set(numbers).size);
  const rows = await readRows(send.id, numbers, onRead);
  const corrected = await correctedRows(send, rows, onRead);
  const taken = new Set(corrected.flatMap((by) => by.rows));
  const served = rows.filter((row) => taken.has(row.n) || !isOwed(row));
  if (served.length > 0) throw new AppError("wrong_state", servedMessage(served));
}

/**
 * Checks the same for a list that was begun before the send's data was deleted. The rows of a
 * correction are refused: their people could have been reached from the first send, too.
 */
async function requireOwedWithoutData(
  send: StoredSend,
  numbers: readonly number[],
  onRead: OnRead,
): Promise<void> {
  const owed = new Set(send.owed);
  if (send.corrects !== null || !numbers.every((n) => owed.has(n)))
    throw new AppError("wrong_state", DATA_DELETED);
  // Without the data, we can't tell which of the rows had one email.
  const rows = isJoined(send) ? allRowsOf(send) : numbers;
  const emails = rows.map((n) => ({ n }));
  const corrected = await correctedRows(send, emails, onRead);
  if (corrected.length > 0) throw new AppError("wrong_state", DATA_DELETED);
}

function allRowsOf({ lastRow }: StoredSend): number[] {
  return Array.from({ length: lastRow }, (_, i) => i + 1);
}

/** Whether someone didn't get an email and isn't about to. */
function isOwed({ state }: RowDoc): boolean {
  return state === "failed" || state === "skipped";
}

function servedMessage(served: readonly RowDoc[]): string {
  return `${peopleInWords(served)} already received this email, or will. Remove them and try again.`;
}

/** The people of rows, in a sentence: the first few by name or address. */
export function peopleInWords(rows: readonly Pick<RowDoc, "to" | "person">[]): string {
  const named = rows.slice(0, MAX_PEOPLE_NAMED).map(({ to, person }) => person ?? to);
  return andMore(named, rows.length);
}
