import {
  type CsvDelimiter,
  type CsvEncoding,
  type DateFormat,
  type DateOrder,
  DEFAULT_FORMATS,
  type TimeFormat,
} from "@sendwright/core/contract";
import type { TableRow } from "../../../sending/tableRows.ts";
import type { Correction } from "../../../sending/way.ts";
import { FILE_PARTS, LIST_PARTS } from "./fileParts.ts";
import type { RowEdits } from "./rowEdits.ts";

export type Mode = "csv" | "manual";

/** What is to be sent: a template, what is written here, or nothing chosen yet. */
export type Choice = { kind: "none" } | { kind: "template"; id: string } | { kind: "compose" };

/** A file, a table pasted from a spreadsheet, or one that is typed here. `id` tells one choice of a file from the next. */
export interface CsvSource {
  id: number;
  name: string;
  content: File | string | readonly TableRow[];
  /** Counts the changes of a typed table. */
  revision: number;
}

export interface Reading {
  delimiter: CsvDelimiter | null;
  encoding: CsvEncoding | null;
  /** Whether the first row is a person and not the names of the columns. */
  noHeadings: boolean;
}

/** When the send begins; `at` (ISO time) is null while no valid time stands in its field. */
export type When = { kind: "now" } | { kind: "later"; at: string | null };

/** A file that was chosen before a reload, as it is known again, and what was done to it. */
export type AwaitedFile = Pick<BulkForm, "reading" | "recipientColumn" | "columnMap" | "sameForAll" | "dateOrders"> &
  Pick<BulkForm, "rowEdits" | "skipRows" | "sentBefore" | "keepDuplicates"> & {
    file: Pick<File, "name" | "size" | "lastModified">;
  };

/** A file, table or list with what was done to it, that gave way to something else. */
export type Aside = Pick<BulkForm, keyof typeof FILE_PARTS | keyof typeof LIST_PARTS | "awaited">;

/** What gave way in each mode, and can be brought back there. */
export type Asides = Readonly<Record<Mode, Aside | null>>;

/** A typed table as it was, with the numbers that its left out rows had. */
export interface TableBefore extends Pick<BulkForm, "skipRows" | "sentBefore"> {
  rows: readonly TableRow[];
}

/** Everything that a person has chosen or written on the screen. What follows from it is worked out elsewhere. */
export interface BulkForm {
  mode: Mode;
  choice: Choice;
  subject: string;
  body: string;
  /** Whether what is written here went out just so; it stays, for another list. */
  isMailSent: boolean;
  /** Of what is written here; a template has its own. */
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
  source: CsvSource | null;
  /** What gave way to another file, table or list. */
  asides: Asides;
  /** After a reload: the file that nobody has chosen again yet. */
  awaited: AwaitedFile | null;
  /** How many files were chosen so far. */
  sources: number;
  /** Overrides of what the reader detects; null leaves it to the reader. */
  reading: Reading;
  /** Null: the guessed one. */
  recipientColumn: string | null;
  /** Variable → header; "" for none. */
  columnMap: Readonly<Record<string, string>>;
  /** Variable → whether a person wants one value for everybody; those that nobody said anything about are not in it. */
  sameForAll: Readonly<Record<string, boolean>>;
  /** Header → how its `1/2/2025` are read, as a person answered. */
  dateOrders: Readonly<Record<string, DateOrder>>;
  rowEdits: RowEdits;
  skipRows: readonly number[];
  /** Of those: who has the mail from an earlier send. One that was put back may still stand here. */
  sentBefore: readonly number[];
  keepDuplicates: boolean;
  /** A typed table before its last changes, the latest last. */
  undo: readonly TableBefore[];
  /** Who of an earlier send (its id) came along, to be put right. */
  corrects: { send: string; people: readonly Correction[] } | null;
  manualText: string;
  /** Variable → value, the same for all. */
  values: Readonly<Record<string, string>>;
  /** Variables in whose field something stands that is no date or time yet. */
  unfinished: readonly string[];
  attachments: readonly File[];
  /** The data row that the preview shows; null while none was asked for. */
  previewRow: number | null;
  when: When;
}

export const EMPTY_BULK_FORM: BulkForm = {
  mode: "csv",
  choice: { kind: "none" },
  subject: "",
  body: "",
  isMailSent: false,
  ...DEFAULT_FORMATS,
  asides: { csv: null, manual: null },
  awaited: null,
  sources: 0,
  ...FILE_PARTS,
  ...LIST_PARTS,
  previewRow: null,
  when: { kind: "now" },
};
