import * as z from "zod";

/** The limits that the configuration call delivers (rule: limits). */
export const limitsSchema = z.object({
  MAX_ATTACHMENTS_PER_EMAIL: z.number().int().min(0),
  MAX_TOTAL_ATTACHMENT_SIZE_MB: z.number().positive(),
  /** Characters of the body's text, as a reader sees it; the saved HTML may be at most HTML_PER_TEXT times that. */
  MAX_BODY_LENGTH: z.number().int().positive(),
  MAX_MANUAL_RECIPIENTS: z.number().int().positive(),
  MAX_CSV_RECIPIENTS: z.number().int().positive(),
  MAX_TEMPLATES_PER_USER: z.number().int().positive(),
  MAX_DIRECT_RECIPIENTS: z.number().int().positive(),
  MAX_NAME_LENGTH: z.number().int().positive(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** What holds when the server says nothing else. */
export const DEFAULT_LIMITS: Limits = {
  MAX_ATTACHMENTS_PER_EMAIL: 5,
  MAX_TOTAL_ATTACHMENT_SIZE_MB: 5,
  MAX_BODY_LENGTH: 10_000,
  MAX_MANUAL_RECIPIENTS: 100,
  MAX_CSV_RECIPIENTS: 1_000,
  MAX_TEMPLATES_PER_USER: 10,
  MAX_DIRECT_RECIPIENTS: 10,
  MAX_NAME_LENGTH: 100,
};

/** All limits, the defaults where `overrides` has none. */
export function limitsWith(overrides: { [K in keyof Limits]?: Limits[K] | undefined }): Limits {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return { ...DEFAULT_LIMITS, ...given };
}

/** The total attachment size that the limits allow, in bytes. */
export function maxAttachmentBytes(limits: Limits): number {
  return limits.MAX_TOTAL_ATTACHMENT_SIZE_MB * 1024 * 1024;
}

/** Bytes of everything that a call brings as text: a JSON body, or all fields of a form together. Files are apart. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;
/** Bodies are written in HTML: tags and styles may take this many times the text's own limit. */
export const HTML_PER_TEXT = 10;
/** Characters of a subject line; RFC 5322 headers fold, but nothing sensible is longer. */
export const MAX_SUBJECT_LENGTH = 998;
/** Characters of one value: a cell of a CSV, a field of Direct Send. */
export const MAX_VALUE_LENGTH = 10_000;
/** Bytes of a subject once its values are in it: the longest line that RFC 5322 allows. */
export const MAX_SUBJECT_BYTES = 998;
/** Bytes of all values of one row; ten of them stay below what one request of the database takes. */
export const MAX_ROW_VALUES_BYTES = 200_000;
/** Variables of a template: each costs every row a look. */
export const MAX_VARIABLES = 200;
/** Columns of a CSV file: wider than any list of people, and what 200 variables can still be matched with at once. */
export const MAX_CSV_COLUMNS = 500;
/** Rows of a list that the page holds, skipped ones too; the rest are only counted. */
export const MAX_LIST_ROWS = 10_000;
/** Lines of a CSV file, empty ones too: rows of 20 bytes fill the largest file with fewer, and each line costs a look. */
export const MAX_CSV_LINES = 500_000;
/** Cells of all tables of a body, one that spans others counted as often as it spans: plain text lays out every one of them. */
export const MAX_TABLE_CELLS = 5_000;
/** Columns of one row of a table: plain text pads every line to all of them. */
export const MAX_TABLE_COLUMNS = 50;
/** Bytes of a CSV file that the server takes. */
export const MAX_CSV_BYTES = 10 * 1024 * 1024;
/** Characters of each field of the landing page's demo. */
export const MAX_DEMO_FIELD_LENGTH = 50;
/** The most rows that one look at a send returns; a client that gets as many asks for the next. */
export const ROWS_AT_ONCE = 1_000;
/** Sends of a person that are not over. */
export const MAX_OPEN_SENDS = 20;
/** Megabytes of recipients and files that a person's sends may hold together until they are deleted: 200 of the largest mails. */
export const MAX_KEPT_MB = 1_000;
/** How long what belongs to a send is kept: the server deletes by these numbers, and the privacy page names them. */
export const KEPT = {
  /** Hours from its end until rows, mail and files are deleted. */
  hoursAfterEnd: 24,
  /** Days from its start until what is left of it is cancelled. */
  daysOfLife: 30,
  /** Days from its start until the database deletes its rows whatever happened. */
  daysOfRows: 45,
  /** Days until the bucket deletes its files whatever happened (`storage.lifecycle.json`). */
  daysOfFiles: 80,
} as const;

/** Days after a sign-in in which its session can send. */
export const DAYS_TO_SEND = 30;

/** Rows of an earlier send that one send can correct: more than anybody puts right by hand. */
export const MAX_CORRECTED_ROWS = 10_000;
/** Seconds that a request lives on the server: Hosting gives up after them, and so does the function. */
export const REQUEST_SECONDS = 60;
/** Seconds after which a send whose rows are still being written is void: it never begins (decision 4). More than a request lives. */
export const PREPARATION_SECONDS = 90;
/** Seconds that a send can be held, so that it can be undone. */
export const MAX_HOLD_SECONDS = 10;
/** Days that a send can be scheduled ahead. */
export const MAX_SCHEDULE_DAYS = 30;
