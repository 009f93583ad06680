import { SENT_BEFORE } from "../check/skipReasons.ts";
import { comparable } from "../placeholders/grammar.ts";
import { isReached } from "../sends/counts.ts";
import { NOT_INCLUDED, type ShownStatus, STATUS_WORDS } from "../sends/statusWords.ts";
import { type Cell, cellText } from "./list.ts";

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

const STATUS_OF = new Map(
  (Object.entries(STATUS_WORDS) as [ShownStatus, string][]).map(([status, word]) => [
    comparable(word),
    status,
  ]),
);

/**
 * The columns of results in a table, recognized by what we write into them: the last column of statuses that holds only
 * our words, and the recipient or the details of the same send. Null if it isn't one of results.
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
  if (beside === null && details < 0) return null;
  const own = headers.flatMap((header, at) =>
    Object.values(RESULT_HEADERS).some((n) => isOurs(header, n)) ? at : [],
  );
  return { recipient: beside, status, details: details < 0 ? null : details, own: new Set(own) };
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

function holdsWords(rows: readonly (readonly Cell[])[], at: number): boolean {
  const words = rows.map((cells) => comparable(cellText(cells[at]))).filter((word) => word !== "");
  return (
    words.length > 0 &&
    words.every((word) => STATUS_OF.has(word) || word === comparable(NOT_INCLUDED))
  );
}

function holdsAddresses(rows: readonly (readonly Cell[])[], at: number): boolean {
  return rows.some((cells) => cellText(cells[at]).includes("@"));
}

/** Whether the person of a row has the email, may have it, is about to get it, or got it before. A row without a status may have it. */
export function reachedBy({ status, details }: ResultColumns, cells: readonly Cell[]): boolean {
  const word = comparable(cellText(cells[status]));
  if (word === "") return true;
  if (details !== null && cellText(cells[details]).trim() === SENT_BEFORE) return true;
  const found = STATUS_OF.get(word);
  return found !== undefined && found !== "cancelled" && isReached({ status: found });
}
