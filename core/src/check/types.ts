import type { DateOrder, NumberForm, Variable } from "../contract/templates.ts";
import type { OpenCentury } from "../dates/century.ts";
import type { Copies, CopyField, CopyTexts } from "../recipients/copies.ts";
import type { Recipient } from "../recipients/recipients.ts";

/** The kind of problem. With an `error`, the row isn't sent; with a `note`, it is. */
export type ProblemKind =
  | "recipient_missing"
  | "recipient_invalid"
  | "left_out"
  | "domain"
  | "duplicate"
  | "sibling"
  | "blank"
  | "copy"
  | "no_copy"
  | "option"
  | "email"
  | "link"
  | "too_long"
  | "blank_email"
  | "date"
  | "date_order"
  | "year"
  | "condition"
  | "uncovered"
  | "time"
  | "unreadable"
  | "stand_in"
  | "joined"
  | "ragged"
  | "shifted"
  | "group"
  | "sum"
  | "number_form";

/** One thing that the check found in one row. */
export interface Problem {
  /** The row's id in its list. */
  id: number;
  /** The data row: 1 is the first below the header. */
  row: number;
  /** The line in the file where the row begins; null if there is no file. */
  line: number | null;
  /** The header of the column; null if the problem concerns the row, or there is no file. */
  column: string | null;
  /** The text of the cell. */
  value: string;
  kind: ProblemKind;
  severity: "error" | "note";
  message: string;
  /** The suggested text for the cell, if there is an obvious one. */
  suggestion?: string;
  /**
   * Of kind `domain`: the domain asked about, in lower case, and the one that is probably meant.
   */
  doubt?: { domain: string; meant: string | null };
  /** Of kind `year`: the years that the date can be in. */
  century?: OpenCentury;
}

/**
 * A question about an address that everyone's email has: in Reply-To, Cc or Bcc, or a placeholder's
 * value.
 */
export interface SharedDoubt
  extends Pick<Problem, "kind" | "value" | "message" | "suggestion" | "doubt"> {
  place: { field: keyof CopyTexts } | { variable: string };
}

/** One row as it will be sent, or why it will not. */
export interface CheckedRow {
  id: number;
  n: number;
  line: number | null;
  /** The text in the results table: the address, or a replacement for it. */
  recipient: string;
  /** Null if the row has no valid address. */
  address: string | null;
  name: string;
  /** Trimmed; aligned with the variables. */
  values: string[];
  /** `joined`: it is part of an earlier row's email (decision 38). */
  verdict: "ready" | "skip" | "joined";
  /** The numbers of the further rows of its email; absent without any. */
  further?: readonly number[];
  /** The number of the row whose email it is part of; only if `joined`. */
  joinedTo?: number;
  /** The number of the first row above the limit that may be part of its email; absent for none. */
  above?: number;
  /** Why the row is skipped, for the results table; "" when it isn't. */
  reason: string;
  /** The number of the earlier row with the same mailbox, whether this one is sent or not. */
  duplicateOf: number | null;
  /** The notes that the sent row's Details repeat. */
  notes: string[];
  /** Who gets a copy; absent if no one does, or the row isn't sent. */
  copies?: Copies;
  /**
   * The cells with the addresses for copies, as written; absent if they are blank, or no column has
   * them.
   */
  copyCells?: Partial<Record<CopyField, string>>;
  /** Only on the page, if a row's email goes to one of several addresses. */
  addressed?: AddressedRow;
}

/** The address of several that a row's email goes to, as text, and who of the others is in Cc. */
export interface AddressedRow {
  to: string;
  further: readonly Recipient[];
  /** Earlier rows have copies to all of them; absent otherwise. */
  isCopied?: true;
  /** The row's first address, if the email goes to a later one; absent otherwise. */
  insteadOf?: string;
}

/** Which column feeds which variable. */
export interface CheckedColumns {
  /** Aligned with the variables; null if there is no such column. */
  used: { variable: string; header: string | null }[];
  /** Variables without a column. */
  missing: { variable: string; required: boolean; message: string }[];
}

/** `total` is ready + joined + skipped + duplicates. */
export interface CheckSummary {
  total: number;
  /** Emails. */
  ready: number;
  /** Further rows of those emails (decision 38). */
  joined: number;
  /** Rows skipped because of an error, or because the user chose so. */
  skipped: number;
  /** Rows skipped because an earlier row has the same address. */
  duplicates: number;
  /** Of the skipped ones, those on your list of people you don't email. */
  suppressed: number;
  /** Ready rows with a note. */
  notes: number;
  /** Rows that were not checked. */
  rowsOverLimit: number;
  /** `980 ready · 20 skipped (8 duplicates)`: as many as the results will have. */
  sentence: string;
}

export interface CheckResult {
  rows: CheckedRow[];
  /** In the order of the rows. */
  problems: Problem[];
  columns: CheckedColumns;
  summary: CheckSummary;
  /** By date variable: how `1/2/2025` is read. */
  dateOrders: Map<string, DateOrder>;
  /** The date variables whose order is only likely, with dates that could be two days. */
  openDates: ReadonlySet<string>;
  /** By variable that is added up: how its numbers are written. */
  numberForms: Map<string, NumberForm>;
  /** The columns whose numbers could be written either way. */
  amounts: AmountQuestion[];
  /** How each column that feeds a date or a time was read. */
  moments: MomentColumn[];
  /** About the addresses that every email has. */
  doubts: SharedDoubt[];
  /** Null if no two rows share a mailbox with different values. */
  repeats: RepeatQuestion | null;
}

/** Rows that share a mailbox but differ in the values of the email. */
export interface RepeatQuestion {
  /** The ids of these rows, the first of each mailbox included. */
  rows: number[];
  mailboxes: number;
  /** Why these rows are not all that share a mailbox: others have an error, or repeat a row. */
  uncounted: ("error" | "duplicate")[];
  /** The placeholders in which they differ. */
  names: string[];
  /** How many emails each answer makes; null if rows have several addresses. */
  emails: RepeatEmails | null;
  /** Whether someone still has to decide. */
  isOpen: boolean;
}

/** How many emails there are if each of the rows gets one, only the first, or each mailbox. */
export interface RepeatEmails {
  each: number;
  first: number;
  joined: number;
}

/** How the dates, or the times, of one column were read. */
export interface MomentColumn {
  /** Its header; the variable's name if there is no file. */
  column: string;
  type: "date" | "time";
  /** One of its values and how it was read, in words; null if none is a date (a time). */
  example: DateExample | null;
  /** The question that the person must answer; null if its values leave nothing open. */
  question: DateQuestion | null;
}

export interface DateExample {
  value: string;
  readAs: string;
  /** As the email writes it, if the template's format has day and month in the other order. */
  inMail?: string;
}

/** A value that could be two days, its date in each order, and the person's answer. */
export interface DateQuestion extends Record<DateOrder, string> {
  value: string;
  answer: DateOrder | null;
}

/** A value of a column that could be two numbers, each in words, and the person's answer. */
export interface AmountQuestion extends Record<NumberForm, string> {
  /** The column's header; the variable's name if there is no file. */
  column: string;
  value: string;
  answer: NumberForm | null;
}

/** A checked row's values by variable, as rendering needs them. */
export function rowValues(
  variables: readonly Variable[],
  row: Pick<CheckedRow, "values">,
): Map<string, string> {
  return new Map(variables.map((variable, index) => [variable.name, row.values[index] ?? ""]));
}
