import { isDuplicate, SENT_BEFORE } from "../check/skipReasons.ts";
import { comparable } from "../placeholders/grammar.ts";
import { mayHaveEmail } from "../sends/counts.ts";
import { NOT_INCLUDED, type ShownStatus, STATUS_WORDS } from "../sends/statusWords.ts";
import { type Cell, cellText, type OtherPerson } from "./list.ts";

/** The columns of a file of results, whatever else the file has. */
export const RESULT_HEADERS = {
  recipient: "Recipient",
  status: "Status",
  time: "Time",
  details: "Details",
} as const;

/** After one of those headers, if the list has a column of that name. */
export const RESULT_SUFFIX = "of the send";

/** Where our columns are in a file of results. */
export interface ResultColumns {
  /** Null in files from before this column was written beside a list. */
  recipient: number | null;
  status: number;
  details: number | null;
  /** All of them. */
  own: ReadonlySet<number>;
}

/** In files of an older version. */
const EARLIER_WORDS = { queued: "Waiting" } as const;

const STATUS_OF = new Map(
  [STATUS_WORDS, EARLIER_WORDS].flatMap((words) =>
    (Object.entries(words) as [ShownStatus, string][]).map(
      ([status, word]) => [comparable(word), status] as const,
    ),
  ),
);

/** So many of our columns are no one's own. Someone may have deleted others. */
const ENOUGH = 3;

const LEFT_OUT = comparable(NOT_INCLUDED);

/**
 * The columns of results in a table, recognized by the words we write into them: the last column of
 * statuses in which most words are ours, and enough of our columns beside it. Null if it isn't one
 * of results. People not to write to may have a status ("Canceled") and details of their own, so
 * without a recipient, or enough columns, someone must have the email.
 */
export function resultColumns(
  headers: readonly string[],
  rows: readonly (readonly Cell[])[],
): ResultColumns | null {
  const statuses = headers.flatMap((header, at) =>
    isOurs(header, RESULT_HEADERS.status) ? at : [],
  );
  const status = statuses.findLast((at) => holdsWords(rows, at));
  if (status === undefined) return null;
  const last = (name: string) => headers.findLastIndex((header) => isOurs(header, name));
  const [recipient, details] = [last(RESULT_HEADERS.recipient), last(RESULT_HEADERS.details)];
  const beside = recipient >= 0 && holdsAddresses(rows, recipient) ? recipient : null;
  const names = Object.values(RESULT_HEADERS);
  const areEnough = names.filter((name) => last(name) >= 0).length >= ENOUGH;
  if (beside === null && !areEnough) return null;
  if ((beside === null || !areEnough) && !rows.some((cells) => HAVE.has(wordIn(cells, status))))
    return null;
  const own = headers.flatMap((header, at) => (names.some((n) => isOurs(header, n)) ? at : []));
  return { recipient: beside, status, details: details < 0 ? null : details, own: new Set(own) };
}

/** The words for an email that someone has, or may have. */
const HAVE = new Set([STATUS_WORDS.sent, STATUS_WORDS.warning].map(comparable));

function wordIn(cells: readonly Cell[], at: number): string {
  return comparable(cellText(cells[at]));
}

/** `Status`, `Status of the send`, `Status of the send 2`. */
function isOurs(header: string, name: string): boolean {
  const text = comparable(header);
  const start = comparable(name);
  return (
    text === start ||
    (text.startsWith(`${start} ${RESULT_SUFFIX}`) &&
      /^(?: \d+)?$/.test(text.slice(start.length + 1 + RESULT_SUFFIX.length)))
  );
}

/** Whether most words of a column are ours: someone may have written a remark into a cell. */
function holdsWords(rows: readonly (readonly Cell[])[], at: number): boolean {
  const words = rows.map((cells) => wordIn(cells, at)).filter((word) => word !== "");
  return words.filter((word) => STATUS_OF.has(word) || word === LEFT_OUT).length * 2 > words.length;
}

function holdsAddresses(rows: readonly (readonly Cell[])[], at: number): boolean {
  return rows.some((cells) => cellText(cells[at]).includes("@"));
}

/**
 * Whether the person of a row has the email, may have it, is about to get it, or got it before. A
 * row without a status, or with one that isn't ours, may have it.
 */
export function reachedBy({ status, details }: ResultColumns, cells: readonly Cell[]): boolean {
  const word = wordIn(cells, status);
  if (word === LEFT_OUT) return false;
  if (details !== null && cellText(cells[details]).trim() === SENT_BEFORE) return true;
  const found = STATUS_OF.get(word);
  return found === undefined || (found !== "cancelled" && mayHaveEmail({ status: found }));
}

/**
 * Whether a row is the same as an earlier one that has the email. Which one isn't known, so all
 * people before it with its mailbox must have it.
 */
export function hasTwin(
  { details }: ResultColumns,
  cells: readonly Cell[],
  earlier: readonly Pick<OtherPerson, "isReached">[],
): boolean {
  return (
    details !== null &&
    isDuplicate(cellText(cells[details]).trim()) &&
    earlier.length > 0 &&
    earlier.every(({ isReached }) => isReached === true)
  );
}
