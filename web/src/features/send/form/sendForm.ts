import {
  type CsvDelimiter,
  type CsvEncoding,
  type DateFormat,
  DEFAULT_FORMATS,
  type TimeFormat,
} from "@sendwright/core/contract";
import { type History, historyOf } from "@sendwright/core/list/history";
import type { List, Source } from "@sendwright/core/list/list";
import type { WorkbookReading, WorkbookTable } from "@sendwright/core/workbook/readWorkbook";
import type { Correction } from "../../../sending/sendMode.ts";

/** The tabs that send. They differ only as the specification says. */
export type Tab = "direct" | "bulk";

/** A table with values for each person, or addresses that all get the same values. */
export type Mode = "csv" | "manual";

/** The email to send: a template, one composed here, or nothing yet. */
export type EmailChoice = { kind: "none" } | { kind: "template"; id: string } | { kind: "compose" };

/** How to read a file; the reader decides about null. */
export interface Reading extends WorkbookReading {
  /** Of a CSV file, like the encoding. */
  delimiter: CsvDelimiter | null;
  encoding: CsvEncoding | null;
}

export const AS_DETECTED: Reading = {
  ...{ delimiter: null, encoding: null, noHeadings: false },
  ...{ sheet: null, language: null, headerRow: null, withHidden: false },
};

/** How a workbook was read: its sheet, the language of its numbers and dates, and the parts that were left out. */
export interface WorkbookFacts extends Omit<WorkbookTable, "headers" | "rows" | "rowsOverLimit" | "warnings"> {
  /** BCP 47. */
  language: string;
}

/** A file or pasted text, as long as this page has it, so that it can be read another way. */
export interface Raw {
  /** The source of the resulting list. */
  of: Source;
  content: File | string;
  reading: Reading;
  /** How it was read, in words. */
  label: string;
  /** The separator of its cells; null for a workbook. */
  delimiter: CsvDelimiter | null;
  /** Null if it isn't a workbook. */
  workbook: WorkbookFacts | null;
}

/** When the send starts; `at` (ISO time) is null while its field has no valid time. */
export type When = { kind: "now" } | { kind: "later"; at: string | null };

/** The part of the form that can be undone. */
export interface People {
  mode: Mode;
  list: List | null;
  /** The file or text of the list; null if this page doesn't have it. */
  raw: Raw | null;
  /** In manual mode, the field of addresses; in Direct Send, the part of it that isn't a chip yet. */
  text: string;
  /** The people of an earlier send that the list corrects, and why they didn't get it. */
  corrections: readonly Correction[];
}

/** Everything that you chose or wrote on the screen. */
export interface SendForm {
  tab: Tab;
  people: History<People>;
  choice: EmailChoice;
  subject: string;
  body: string;
  /** Whether the composed email was sent without changes since. It stays in the form for another list. */
  isMailSent: boolean;
  /** For a composed email; a template has its own. */
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
  /** Placeholder → the value that everyone gets. */
  values: Readonly<Record<string, string>>;
  /** Placeholders whose field holds an incomplete date or time. */
  unfinished: readonly string[];
  attachments: readonly File[];
  /** The id of the row in the preview; null until requested. */
  previewRow: number | null;
  when: When;
  /** Only in a submitted form: the id of the last row within the limit. Absent if all rows are within it. */
  upTo?: number | undefined;
}

export const NO_PEOPLE: People = { mode: "csv", list: null, raw: null, text: "", corrections: [] };

export const EMPTY_FORM: SendForm = {
  tab: "bulk",
  people: historyOf(NO_PEOPLE),
  choice: { kind: "none" },
  subject: "",
  body: "",
  isMailSent: false,
  ...DEFAULT_FORMATS,
  values: {},
  unfinished: [],
  attachments: [],
  previewRow: null,
  when: { kind: "now" },
};

/** The blank form of a tab. */
export function emptyForm(tab: Tab): SendForm {
  return { ...EMPTY_FORM, tab, people: historyOf(nobodyOf(tab)) };
}

/** Direct Send starts with addresses, Bulk Send with a file. */
export function nobodyOf(tab: Tab): People {
  return { ...NO_PEOPLE, mode: tab === "direct" ? "manual" : "csv" };
}

/** Whether two choices are the same email. */
export function isSameChoice(one: EmailChoice, other: EmailChoice): boolean {
  return one.kind === other.kind && (one.kind !== "template" || other.kind !== "template" || one.id === other.id);
}

/** The value that everyone gets for a placeholder. Safe for names that every object has. */
export function valueFor(values: SendForm["values"], name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? "") : "";
}
