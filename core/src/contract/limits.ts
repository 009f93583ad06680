import * as z from "zod/mini";

/** The limits that the configuration call returns (rule: limits). */
export const limitsSchema = z.object({
  MAX_ATTACHMENTS_PER_EMAIL: z.int().check(z.minimum(0)),
  MAX_TOTAL_ATTACHMENT_SIZE_MB: z.number().check(z.positive()),
  /**
   * Characters of the body's text that a reader sees. The saved HTML may be HTML_PER_TEXT times as
   * long.
   */
  MAX_BODY_LENGTH: z.int().check(z.positive()),
  MAX_MANUAL_RECIPIENTS: z.int().check(z.positive()),
  MAX_CSV_RECIPIENTS: z.int().check(z.positive()),
  MAX_TEMPLATES_PER_USER: z.int().check(z.positive()),
  MAX_DIRECT_RECIPIENTS: z.int().check(z.positive()),
  MAX_NAME_LENGTH: z.int().check(z.positive()),
});
export type Limits = z.infer<typeof limitsSchema>;

/** The limits if the server sets no others. */
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

/** All limits, with defaults for those missing in `overrides`. */
export function limitsWith(overrides: { [K in keyof Limits]?: Limits[K] | undefined }): Limits {
  const given = Object.fromEntries(
    Object.entries(overrides).filter(([, value]) => value !== undefined),
  );
  return { ...DEFAULT_LIMITS, ...given };
}

export function maxAttachmentBytes(limits: Limits): number {
  return limits.MAX_TOTAL_ATTACHMENT_SIZE_MB * 1024 * 1024;
}

/**
 * Bytes of all text in a call: a JSON body, or all fields of a form together. Files don't count.
 */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;
/** Bodies are HTML: tags and styles may take this many times the text's own limit. */
export const HTML_PER_TEXT = 10;
/** Characters of a subject line. RFC 5322 headers fold, but nothing sensible is longer. */
export const MAX_SUBJECT_LENGTH = 998;
/** Characters of the name of a list's file, as most systems allow. */
export const MAX_LIST_NAME = 255;
/** Characters of one value: a cell of a CSV, a field of Direct Send. */
export const MAX_VALUE_LENGTH = 10_000;
/** Bytes of a subject with its values: the longest line that RFC 5322 allows. */
export const MAX_SUBJECT_BYTES = 998;
/** Rows of one email. */
export const MAX_ROWS_OF_EMAIL = 100;
/** Bytes of all values of one row. Ten such rows fit into one database request. */
export const MAX_ROW_VALUES_BYTES = 200_000;
/** Variables of a template; each makes every row slower to check. */
export const MAX_VARIABLES = 200;
/**
 * Characters of a signature's text, as a reader sees it. Its HTML may be HTML_PER_TEXT times as
 * long.
 */
export const MAX_SIGNATURE_LENGTH = 2_000;
/** Addresses in each of Reply-To, Cc and Bcc of one email. */
export const MAX_COPIES = 10;
/** Characters of each of them. */
export const MAX_COPIES_LENGTH = 4_000;
/** The widest that a body shows a picture, in CSS pixels. */
export const MAX_PICTURE_WIDTH = 1_200;
/** Pictures of one email. */
export const MAX_PICTURES = 10;
/** Pictures stored for a template, with those that its body doesn't mention any more. */
export const MAX_STORED_PICTURES = 2 * MAX_PICTURES;
/** Bytes of one picture. The page makes them much smaller. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/**
 * Columns of a CSV file: more than any list of people has, and still few enough to match with 200
 * variables.
 */
export const MAX_CSV_COLUMNS = 500;
/** Rows of a list that the page keeps, skipped ones included; it only counts the rest. */
export const MAX_LIST_ROWS = 10_000;
/**
 * Lines of a CSV file, including empty ones. With rows of 20 bytes, the largest file has fewer, and
 * each line costs time.
 */
export const MAX_CSV_LINES = 500_000;
/**
 * Bytes of a workbook's sheets and styles when unpacked; pictures and the like are never unpacked.
 */
export const MAX_WORKBOOK_BYTES = 60 * 1024 * 1024;
/**
 * Cells of a workbook, in all sheets together: 10,000 rows of 50 columns. Reading as many takes
 * about 3 seconds.
 */
export const MAX_WORKBOOK_CELLS = 500_000;
/** Characters of all cells of one sheet, each cell counted, although cells may share a text. */
export const MAX_WORKBOOK_TEXT = 10_000_000;
/** Bytes and cells of an `.xls` workbook, which can't be checked as closely before it is read. */
export const MAX_XLS_BYTES = 5 * 1024 * 1024;
export const MAX_XLS_CELLS = 100_000;
/**
 * Cells of all tables of a body, a spanning cell counted as often as it spans: the plain text lays
 * out every one.
 */
export const MAX_TABLE_CELLS = 5_000;
/** Columns of one table row: the plain text pads every line to all of them. */
export const MAX_TABLE_COLUMNS = 50;
/**
 * Bytes of a CSV file that the server accepts: 1,000 rows of 8 kB, which one call reads in less
 * than a second.
 */
export const MAX_CSV_BYTES = 8 * 1024 * 1024;
/** Characters of each field of the landing page's demo. */
export const MAX_DEMO_FIELD_LENGTH = 50;
/**
 * The most rows that one look at a send returns. A client that gets this many asks for the next.
 */
export const ROWS_AT_ONCE = 1_000;
/** A person's sends that aren't over. */
export const MAX_OPEN_SENDS = 20;
/**
 * Megabytes of recipients and files that a person's sends may hold together until they are deleted:
 * 200 of the largest emails.
 */
export const MAX_KEPT_MB = 1_000;
/** Files of single rows, in one send. */
export const MAX_FILES_OF_ROWS = 2_000;
/** Files of one row that a call may name; how many an email may have is a limit that can be set. */
export const MAX_FILES_OF_EMAIL = 20;
/** Characters of a file name that file systems allow. */
export const MAX_FILENAME_LENGTH = 255;
/** Files in one upload. */
export const MAX_FILES_PER_UPLOAD = 100;
/** Bytes of one upload, unless a single file is larger. */
export const UPLOAD_BYTES = 4 * 1024 * 1024;
/** Earlier versions of a template. */
export const MAX_VERSIONS = 20;
/** Bytes of all earlier versions of a template. The newest is kept in any case. */
export const MAX_VERSION_BYTES = 2 * 1024 * 1024;
/** Entries of the list of people you don't email. */
export const MAX_SUPPRESSIONS = 10_000;
/**
 * How long we keep a send's data. The server deletes by these numbers, and the privacy page names
 * them.
 */
export const KEPT = {
  /** Hours from its end until rows, email and files are deleted. */
  hoursAfterEnd: 24,
  /** Days from its start until the rest is canceled. */
  daysOfLife: 30,
  /** Days from its start until the database deletes its rows in any case. */
  daysOfRows: 45,
  /** Days until the bucket deletes its files in any case (`storage.lifecycle.json`). */
  daysOfFiles: 80,
  /** Hours until an uploaded file for one person is deleted. */
  hoursOfUploads: 24,
  /** Days until the bucket deletes it in any case. */
  daysOfUploads: 2,
  /** Days from when a template's text was replaced until it is deleted. */
  daysOfVersions: 90,
} as const;

/** Days after a sign-in during which its session can send. */
export const DAYS_TO_SEND = 30;

/** Rows that a search for a person returns. */
export const MAX_FOUND_ROWS = 500;
/** Rows of an earlier send that one send can correct: more than anyone corrects by hand. */
export const MAX_CORRECTED_ROWS = 10_000;
/** The most instances of the API: each counts some things in its own memory. */
export const API_INSTANCES = 20;
/** Seconds until Hosting and the function end a request. */
export const REQUEST_SECONDS = 60;
/**
 * Seconds after which a send whose rows are still being written is void and never begins (decision
 * 4). Longer than any request.
 */
export const PREPARATION_SECONDS = 90;
/** Seconds that a send can be held for Undo. */
export const MAX_HOLD_SECONDS = 10;
export const MAX_SCHEDULE_DAYS = 30;
