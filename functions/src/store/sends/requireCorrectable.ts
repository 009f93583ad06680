import { AppError } from "@sendwright/core/contract/appError";
import { mayHaveEmail } from "@sendwright/core/sends/counts";
import { correctingSends } from "./corrections.ts";
import { sendDocId } from "./documents.ts";
import { peopleInWords } from "./peopleInWords.ts";
import { hasRow, isJoined, readSend, type StoredSend } from "./read.ts";
import { readRows } from "./rows.ts";
import type { OnRead } from "./sameEmail.ts";
import type { SendDoc } from "./schemas.ts";

const NOT_ENDED = "The send that you're correcting hasn't ended yet. Wait until it ends.";
const REPLACED =
  "You edited the send that you're correcting, so another one has taken its place. Correct that one.";
const NO_SUCH_ROW = "The send that you're correcting has no such row.";
const DATA_DELETED =
  "Some of these people may have received this email or a correction of it, and we've deleted that send's data, so we can't tell who. Make a new list of the people who don't have the email.";

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
  const requireUnreached = earlier.dataDeleted ? requireUnreachedByNumber : requireUnreachedRows;
  await requireUnreached(earlier, corrects.rows, onRead);
}

/** Checks by the rows of a send that none of these people has or gets its email. */
async function requireUnreachedRows(
  send: StoredSend,
  numbers: readonly number[],
  onRead: OnRead,
): Promise<void> {
  if (!numbers.every((n) => hasRow(send, n))) throw new AppError("invalid_input", NO_SUCH_ROW);
  // Looking for a row that is part of another's email costs as much.
  onRead(new Set(numbers).size);
  const rows = await readRows(send.id, numbers, onRead);
  const corrections = await correctingSends(send, rows, onRead);
  const corrected = new Set(corrections.flatMap((correction) => correction.rows));
  const reached = rows.filter((row) => corrected.has(row.n) || mayHaveEmail({ status: row.state }));
  if (reached.length > 0)
    throw new AppError(
      "wrong_state",
      `${peopleInWords(reached)} already received this email, or will. Remove them and try again.`,
    );
}

/**
 * Checks the same for a list that was begun before the send's data was deleted. The rows of a
 * correction are refused: their people could have been reached from the first send, too.
 */
async function requireUnreachedByNumber(
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
  const corrections = await correctingSends(send, emails, onRead);
  if (corrections.length > 0) throw new AppError("wrong_state", DATA_DELETED);
}

function allRowsOf({ lastRow }: StoredSend): number[] {
  return Array.from({ length: lastRow }, (_, i) => i + 1);
}
