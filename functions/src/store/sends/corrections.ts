import { AppError } from "@sendwright/core/contract/appError";
import { isReached } from "@sendwright/core/sends/counts";
import { idOf, personOf, type RowOfSend } from "@sendwright/core/sends/received";
import { knownRowsOf, sendDocId } from "./documents.ts";
import { readSend, type StoredSend } from "./read.ts";
import { aimedRows, rowsOfSamePeople } from "./receivedRows.ts";
import { readRows } from "./rows.ts";
import type { OnRead } from "./sameEmail.ts";
import type { KnownRow, RowDoc, SendDoc } from "./schemas.ts";

/** How many people a refusal names. */
const MAX_PEOPLE_NAMED = 3;

const GOES_ON = "The send that you're correcting is running again. Wait until it ends.";
const NO_SUCH_ROW = "The send that you're correcting has no such row.";
const NOBODY_KNOWS =
  "Some of these people have received a correction or another email since, and we've deleted that send's data, so we can't tell who. Make a new list of the people who don't have the email.";

/** Which later send reached which rows' people, or is to reach them. */
export interface CorrectingSend {
  by: StoredSend;
  rows: number[];
}

/**
 * The sends that reached people of these rows of a send by other rows, or are to reach them, in
 * order. A send that reached no one isn't included.
 */
export async function correctedRows(
  { id, owner }: Pick<StoredSend, "id" | "owner">,
  rows: readonly Pick<KnownRow, "n" | "from">[],
  onRead: OnRead = () => {},
): Promise<CorrectingSend[]> {
  const { earlier, sends } = await rowsOfSamePeople(owner, aimedRows(id, rows), onRead);
  const numbers = new Map(rows.map(({ n, from }) => [idOf(from ?? { send: id, n }), n]));
  const found = new Map<string, number[]>();
  for (const row of earlier) {
    const n = numbers.get(idOf(personOf(row)));
    if (n !== undefined && row.send !== id && isReached(row))
      found.set(row.send, [...(found.get(row.send) ?? []), n]);
  }
  const corrected = [...found].flatMap(([send, served]) => {
    const by = sends.get(send);
    return by ? { by, rows: served.sort((a, b) => a - b) } : [];
  });
  return corrected.sort((a, b) => a.by.createdAt - b.by.createdAt);
}

/** By number: the rows of an owner's send (by its key) that their people originally come from. */
export async function originsOf(owner: string, key: string, numbers: readonly number[]) {
  const send = sendDocId(owner, key);
  const rows = new Map((await knownRowsOf(send, numbers)).map((row) => [row.n, row.from]));
  return new Map(numbers.map((n): [number, RowOfSend] => [n, rows.get(n) ?? { send, n }]));
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
  if (earlier.endedAt === null) throw new AppError("wrong_state", GOES_ON);
  if (earlier.dataDeleted || earlier.hidden) {
    const taken = await correctedRows(
      earlier,
      corrects.rows.map((n) => ({ n })),
      onRead,
    );
    // A list begun before may still be sent if no one on it can have received the email since.
    if (earlier.epoch > 0 || taken.length > 0) throw new AppError("wrong_state", NOBODY_KNOWS);
    return;
  }
  // Looking for a row that isn't there costs as much.
  const asked = new Set(corrects.rows).size;
  onRead(asked);
  const rows = await readRows(earlier.id, corrects.rows);
  if (rows.length < asked) throw new AppError("invalid_input", NO_SUCH_ROW);
  const taken = new Set(
    (await correctedRows(earlier, rows, onRead)).flatMap(({ rows: served }) => served),
  );
  const served = rows.filter((row) => taken.has(row.n) || !isOwed(row));
  if (served.length > 0) throw new AppError("wrong_state", servedMessage(served));
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
  const more = rows.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}
