import type { ListRow } from "../contract/sendCalls.ts";
import type { DateOrder, NumberForm } from "../contract/templates.ts";
import type { ListFiles } from "../pairing/rowFiles.ts";
import { asCell, type Cell, cellText } from "../table/cells.ts";

export { asCell, type Cell, cellText };

/** Why a row isn't sent although nothing is wrong with it. */
export type Skip = NonNullable<ListRow["skip"]>;

/**
 * Why a row isn't included in the list that is checked and sent. Such rows never leave the browser.
 */
export type Exclusion = "filtered" | "in_other_list";

/** One row of a list. */
export interface Row {
  /** Never used for another row of this list, even after the row is deleted. */
  id: number;
  /** The line of the text or file where the row begins, from 1; null for a typed row. Show `fileLine`. */
  line: number | null;
  /**
   * In the order of the columns. May hold fewer cells (the rest are blank) or more (as in a ragged
   * file).
   */
  cells: readonly Cell[];
  /** The cells before the person changed them; absent if they didn't, or typed the row here. */
  original?: readonly Cell[];
  /**
   * In another email to people of an earlier send: the cells as they were in that send; absent if
   * the person didn't change them.
   */
  earlier?: readonly Cell[];
  skipped: Skip | null;
  /**
   * Whether to send this row although an earlier one has its mailbox, with other values; absent
   * until decided.
   */
  keepRepeat?: boolean;
  /** The row of the earlier send (`List.corrects`) that this one was made from; null for none. */
  corrects: number | null;
  /** Something odd about how the row was read, for its Details. */
  note?: string;
  /**
   * The row has more values than the list has columns, so some may be in the wrong ones: it isn't
   * sent.
   */
  shifted?: true;
  /**
   * The person said that the values of a `shifted` row are in the right columns; absent until they
   * do.
   */
  keepShifted?: true;
  /**
   * Why the row is neither checked nor sent; absent if it's included. It never leaves the browser.
   */
  excluded?: Exclusion;
  /**
   * Whether this row's person is the one in another list, as the person said; absent until decided.
   */
  inOther?: boolean;
  /**
   * The mailboxes of this row that already got this email, while others didn't: it goes to those.
   * Absent if there are none.
   */
  received?: readonly string[];
  /** Which of several addresses this row has; absent if it is as it was read. */
  part?: RowPart;
  /**
   * Ids of this row's own files, as a list is checked (`withRowFiles`): their hashes, or the row of
   * an earlier send that has them.
   */
  files?: readonly string[];
  /**
   * Of a row that traveled: the number of the first row above the limit that may be part of its
   * email, null for none. Absent on the page, where the check finds it.
   */
  above?: number | null;
}

/** A file that only one row of an earlier send had. */
export interface EarlierFile {
  name: string;
  /** In Bytes; null if an older server or draft doesn't say it. */
  size: number | null;
}

/** One of several addresses of a row that became a row of its own. */
export interface RowPart {
  /** The id of the row that was split: the same for all of its parts. */
  of: number;
  /** The place among its addresses, from 0. */
  at: number;
  /** The column and the text in which the address was. */
  header: string;
  text: string;
  /** The cell in the column of addresses before. */
  whole: Cell;
  /** The row of the earlier send that it was made from: all parts get its files. */
  corrects?: number;
}

/** Which columns have a person's own addresses, and how to write to several of them. */
export interface SeveralAddresses {
  /** Headers. */
  columns: readonly string[];
  /** An email to each, or one to the first with copies to the others; null until decided. */
  as: "each" | "cc" | null;
}

/**
 * Which rows to include: those whose cell in a column passes a test. Texts are compared trimmed and
 * without case.
 */
export type RowFilter =
  | { header: string; test: "is" | "is_not" | "contains"; value: string }
  | { header: string; test: "blank" | "filled" }
  | LimitFilter;

/** By date, or by number: a cell that is neither passes none of these tests. */
export interface LimitFilter {
  header: string;
  test: "before" | "after" | "at_least" | "at_most";
  value: string;
}

/** A column that the list was sorted by. */
export interface Sorting {
  header: string;
  isDescending: boolean;
}

/** Someone in another list. */
export interface OtherPerson {
  /**
   * The texts of their row, comparable, by the loose names of its columns; only those that this
   * list has, too.
   */
  texts: ReadonlyMap<string, string>;
  /** Whether they have the email or may have it, in a file of results; null in any other list. */
  isReached: boolean | null;
}

/** The people of other lists, who are skipped here. */
export interface PeopleElsewhere {
  /** The names of their files. */
  files: readonly string[];
  /** Everyone in them, by mailbox. */
  people: ReadonlyMap<string, readonly OtherPerson[]>;
  /** Whether a reload has left only the mailboxes that this list has. */
  isPartial?: true;
}

/** Whether someone in another list may have the email. Only results say that someone doesn't. */
export function mayBeReached({ isReached }: OtherPerson): boolean {
  return isReached !== false;
}

/** Whether a mailbox gets no copies: it is in another list that isn't a file of results. */
export function getsNoCopies(elsewhere: PeopleElsewhere | undefined, mailbox: string): boolean {
  return elsewhere?.people.get(mailbox)?.some(({ isReached }) => isReached === null) === true;
}

/**
 * Rows with the same mailbox but other values: ask, send only the first, or send each. `all` sends
 * rows with the same values too; only a plain call can ask for that.
 */
export type Repeats = "ask" | "first" | "each" | "all";

/**
 * Where the value of a placeholder comes from: a column, by its header, or one value for everyone.
 */
export type Feed = { column: string } | "same";

/** Which columns feed the email. Holds only decisions; `feedsOf` adds the guesses. */
export interface Mapping {
  /** Header of the column with the addresses; null for none. */
  address: string | null;
  /** By placeholder. */
  values: ReadonlyMap<string, Feed>;
  /**
   * Headers of the columns whose addresses get a copy; null for none, `NO_COLUMN_YET` until one is
   * chosen.
   */
  cc: string | null;
  bcc: string | null;
  /** By header, or by placeholder where there is one value for everyone: how `1/2/2025` is read. */
  dates: ReadonlyMap<string, DateOrder>;
  /** In the same way: how the numbers of a column that is added up are written. */
  numbers: ReadonlyMap<string, NumberForm>;
}

/** The list's name on the screen. Only readers and that title look at it. */
export interface ListSource {
  kind: "file" | "paste" | "table" | "addresses" | "people";
  name: string;
}

/** The people of a bulk send and the values of their emails. Every reader returns one. */
export interface List {
  source: ListSource;
  /** Distinct headers. Columns are only ever added, so a row's cells keep their places. */
  columns: readonly string[];
  rows: readonly Row[];
  /** How many more rows the source had than a page holds. */
  beyond: number;
  /** About how the list was read. */
  notes: readonly ListNote[];
  /**
   * The earlier send whose people are corrected here; null for none. `claimsOf` says who they are.
   */
  corrects: string | null;
  /** By the rows of that send: the key of the mailbox that each had. */
  mailboxes: ReadonlyMap<number, string>;
  /** By the rows of that send: the files that only this row had; absent if none had any. */
  earlierFiles?: ReadonlyMap<number, readonly EarlierFile[]>;
  /** The email that its people received, if its template still says it; absent otherwise. */
  earlier?: EarlierEmail;
  mapping: Mapping;
  repeats: Repeats;
  /** The person's decision about rows with several addresses; absent until they decide. */
  several?: SeveralAddresses;
  /**
   * Texts that look wrong (no date, no time, a mistyped domain) but are to be sent as typed; absent
   * if there are none.
   */
  asTyped?: readonly string[];
  /**
   * The person said that the values of every `shifted` row are in the right columns; absent until
   * they do.
   */
  keepShifted?: true;
  /**
   * The person said that names and addresses belong together although they seem not to; absent
   * until they do.
   */
  belongs?: true;
  /** The people of other lists, who are skipped here; absent if there are none. */
  elsewhere?: PeopleElsewhere;
  /** The filters so far; a row that passes all of them is included. Absent if there are none. */
  filters?: readonly RowFilter[];
  /** The last sorting of the rows; absent if they are in their own order. */
  sorted?: Sorting;
  /**
   * Rows of the file that the person deleted: reading it again leaves them out, too. Absent if
   * there are none.
   */
  deleted?: readonly Row[];
  /**
   * By header: texts that show how rows that were sent and left the list wrote its dates and
   * numbers. Absent if there are none.
   */
  shown?: ReadonlyMap<string, readonly string[]>;
  /** Headers of columns that no file has: they were added here. Absent if there are none. */
  added?: readonly string[];
  /** Headers of columns filled with the names in the addresses; absent if there are none. */
  namesFrom?: readonly string[];
  /** The files for one person each, with the decisions about them; absent if there are none. */
  files?: ListFiles;
  /** The highest id given to a row so far. */
  lastId: number;
}

/** A template, and the revision of it that says what people of an earlier send received. */
export interface EarlierEmail {
  template: string;
  revision: string;
}

/** Whether a list is for another email to people who received one. */
export function isWrittenAgain({ source, corrects }: Pick<List, "source" | "corrects">): boolean {
  return source.kind === "people" && corrects === null;
}

/**
 * The line of a row in the person's file, from 1; null if the list isn't from a file: no one can
 * open the lines of pasted cells.
 */
export function fileLine(
  { source }: Pick<List, "source">,
  { line }: Pick<Row, "line">,
): number | null {
  return source.kind === "paste" ? null : line;
}

/** Something about how a list was read, in a sentence. */
export interface ListNote {
  kind: "header_is_data" | "lost";
  message: string;
}

/** Whether a row isn't sent because its values may be in the wrong columns. */
export function isStopped({ shifted, keepShifted }: Row, list: Pick<List, "keepShifted">): boolean {
  return shifted === true && keepShifted !== true && list.keepShifted !== true;
}

/** The column of addresses in a list that has no headers of its own. */
export const ADDRESS = "Email";

/** The column for copies while "From a column" is chosen, but no column. No header is blank. */
export const NO_COLUMN_YET = "";

export const NO_MAPPING: Mapping = {
  address: null,
  cc: null,
  bcc: null,
  values: new Map(),
  dates: new Map(),
  numbers: new Map(),
};

/** The value of a cell for a placeholder: a date placeholder gets the ISO date of a picked one. */
export function cellValue(cell: Cell | undefined, type: string): string {
  return typeof cell === "object" && type === "date" ? cell.iso : cellText(cell);
}

/** An untouched row; blank and in no file unless given otherwise. */
export function newRow(id: number, cells: readonly Cell[] = [], line: number | null = null): Row {
  return { id, line, cells, skipped: null, corrects: null };
}

/**
 * Whether a row has any text. Rows without text are only for typing: we never count or send them.
 */
export function isFilled({ cells }: Pick<Row, "cells">): boolean {
  return cells.some((cell) => cellText(cell).trim() !== "");
}

/** The text in a column of a row. */
export function textIn(
  list: Pick<List, "columns">,
  row: Pick<Row, "cells">,
  header: string,
): string {
  return cellText(row.cells[list.columns.indexOf(header)]);
}

/**
 * The most rows that travel, for each row that may be sent: skipped ones keep their places, and
 * each costs work.
 */
export const ROWS_PER_LIMIT = 3;

/**
 * The rows up to the last of the first `limit` that aren't skipped, and at most three times as many
 * in all: row n of the check, the request and the results is the n-th of these. `over`: how many
 * rows aren't looked at.
 */
export function rowsWithin(
  { rows, beyond }: Pick<List, "rows" | "beyond">,
  limit: number,
): { rows: readonly Row[]; over: number } {
  let [end, included] = [0, 0];
  for (const { skipped } of rows.slice(0, ROWS_PER_LIMIT * limit)) {
    if (skipped === null) included += 1;
    if (included > limit) break;
    end += 1;
  }
  const within = end === rows.length ? rows : rows.slice(0, end);
  return { rows: within, over: rows.length - within.length + beyond };
}

/** Whether a row is checked and sent: it has text, and no filter or other list excludes it. */
export function isIncluded(row: Pick<Row, "cells" | "excluded">): boolean {
  return row.excluded === undefined && isFilled(row);
}

/** Counts the rows of a list that aren't included. */
export function excludedCount({ rows }: Pick<List, "rows">): number {
  return rows.filter(({ excluded }) => excluded !== undefined).length;
}

/**
 * The list without the rows that are only there to type in or aren't included: the one to check and
 * to send.
 */
export function filledList(list: List): List {
  return list.rows.every(isIncluded) ? list : { ...list, rows: list.rows.filter(isIncluded) };
}

/** The list without the rows that aren't included; the list itself if all are. */
export function withoutExcluded(list: List): List {
  if (list.rows.every(({ excluded }) => excluded === undefined)) return list;
  return { ...list, rows: list.rows.filter(({ excluded }) => excluded === undefined) };
}

/** The list as addresses alone, without columns: every placeholder has one value for everyone. */
export function withoutColumns(list: List, placeholders: readonly { name: string }[]): List {
  const values = new Map(placeholders.map(({ name }) => [name, "same" as const]));
  return {
    ...list,
    columns: [ADDRESS],
    mapping: { ...list.mapping, address: ADDRESS, cc: null, bcc: null, values },
  };
}

/** By id: the number that the check, the request and the results give each included row. */
export function rowNumbers({ rows }: Pick<List, "rows">): ReadonlyMap<number, number> {
  return new Map(rows.filter(isIncluded).map(({ id }, index) => [id, index + 1]));
}
