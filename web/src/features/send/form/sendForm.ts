import { type CsvDelimiter, DEFAULT_FORMATS } from "@sendwright/core/contract";
import type { Formats } from "@sendwright/core/dates/formats";
import { type History, historyOf } from "@sendwright/core/list/history";
import type { List, ListSource } from "@sendwright/core/list/list";
import { type CopyTexts, NO_COPIES } from "@sendwright/core/recipients/copies";
import type { Reading, ReadingFacts, WorkbookFacts } from "../../../lib/lists/reading.ts";
import type { Correction, EditedSend } from "../../../sending/sendingEvents.ts";

/** The tabs that send. They differ only as the specification says. */
export type Tab = "direct" | "bulk";

/** A table with values for each person, or addresses that all get the same values. */
export type Mode = "csv" | "manual";

/** The email to send: a template, one composed here, or nothing yet. */
export type EmailChoice = { kind: "none" } | { kind: "template"; id: string } | { kind: "compose" };

/** A file or pasted text, as long as this page has it, so that it can be read another way. */
export interface RawList {
  /** The source of the resulting list. */
  of: ListSource;
  content: File | string;
  reading: Reading;
  /** How it was read, in words. */
  label: string;
  /** The separator of its cells; null for a workbook. */
  delimiter: CsvDelimiter | null;
  facts: ReadingFacts;
  /** Null if it isn't a workbook. */
  workbook: WorkbookFacts | null;
}

/** When the send starts; `at` (ISO time) is null while its field has no valid time. */
export type FormStart = { kind: "now" } | { kind: "later"; at: string | null };

/** The part of the form that can be undone. */
export interface ListPart {
  mode: Mode;
  list: List | null;
  /** The file or text of the list; null if this page doesn't have it. */
  raw: RawList | null;
  /**
   * In manual mode, the field of addresses; in Direct Send, the part of it that isn't a chip yet.
   */
  text: string;
  /** The people of an earlier send that the list corrects, and why they didn't get it. */
  corrections: readonly Correction[];
  /** The values that everyone got when Direct Send's table became addresses again. */
  shared?: SendForm["values"] | undefined;
}

/** Everything that you chose or wrote on the screen. */
export interface SendForm extends Formats {
  tab: Tab;
  people: History<ListPart>;
  choice: EmailChoice;
  subject: string;
  body: string;
  /**
   * The deleted template that the composed email came from: anyone who received it has this email.
   * Absent if there is none.
   */
  formerTemplate?: string | undefined;
  /**
   * Whether the composed email was sent without changes since. It stays in the form for another
   * list.
   */
  isMailSent: boolean;
  /** Whether a composed email gets the account's signature; a template has its own choice. */
  signature: boolean;
  /** Placeholder → the value that everyone gets. */
  values: Readonly<Record<string, string>>;
  /** Placeholders whose field holds an incomplete date or time. */
  unfinished: readonly string[];
  attachments: readonly File[];
  /**
   * The files of a composed body's pictures, with those that it doesn't show any more: undo may
   * bring them back.
   */
  pictures: readonly File[];
  /** The id of the row in the preview; null until requested. */
  previewRow: number | null;
  when: FormStart;
  /** Where replies go, and who gets a copy of every email unless a column of the list says who. */
  copies: CopyTexts;
  /** The scheduled send whose place the email is to take; absent for none. */
  replaces?: EditedSend | undefined;
  /**
   * Only in a submitted form: the id of the last row within the limit. Absent if all rows are
   * within it.
   */
  upTo?: number | undefined;
}

/** A form, and the names of the files that a reload lost. */
export interface KeptForm {
  form: SendForm;
  files: readonly string[];
}

export const NO_PEOPLE: ListPart = {
  mode: "csv",
  list: null,
  raw: null,
  text: "",
  corrections: [],
};

export const EMPTY_FORM: SendForm = {
  tab: "bulk",
  people: historyOf(NO_PEOPLE),
  choice: { kind: "none" },
  subject: "",
  body: "",
  isMailSent: false,
  ...DEFAULT_FORMATS,
  signature: true,
  values: {},
  unfinished: [],
  attachments: [],
  pictures: [],
  previewRow: null,
  when: { kind: "now" },
  copies: NO_COPIES,
};

/** The blank form of a tab. */
export function emptyForm(tab: Tab): SendForm {
  return { ...EMPTY_FORM, tab, people: historyOf(nobodyOf(tab)) };
}

/** Direct Send starts with addresses, Bulk Send with a file. */
export function nobodyOf(tab: Tab): ListPart {
  return { ...NO_PEOPLE, mode: tab === "direct" ? "manual" : "csv" };
}

/** Whether two choices are the same email. */
export function isSameChoice(one: EmailChoice, other: EmailChoice): boolean {
  return (
    one.kind === other.kind &&
    (one.kind !== "template" || other.kind !== "template" || one.id === other.id)
  );
}
