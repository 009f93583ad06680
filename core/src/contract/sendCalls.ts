import * as z from "zod/mini";
import {
  choicesByName,
  countField,
  endpoint,
  idField,
  jsonField,
  lineOfText,
  listOf,
  position,
  rowNumbersField,
  yesNoField,
  zonedTimeField,
} from "./endpoint.ts";
import { fileHash } from "./files.ts";
import { hoursOfDay, timeZoneField } from "./hours.ts";
import { idempotencyKey, KEY_HEADER } from "./idempotencyKey.ts";
import {
  HTML_PER_TEXT,
  MAX_CORRECTED_ROWS,
  MAX_CSV_LINES,
  MAX_FILENAME_LENGTH,
  MAX_FILES_OF_EMAIL,
  MAX_HOLD_SECONDS,
  MAX_LIST_NAME,
  MAX_LIST_ROWS,
  MAX_PICTURES,
  MAX_ROWS_OF_EMAIL,
  MAX_SUBJECT_LENGTH,
} from "./limits.ts";
import { NO_TEMPLATE } from "./messages.ts";
import { sendAnswer } from "./sends.ts";
import {
  addressesField,
  CELL_NAMES,
  dateFormat,
  dateOrder,
  dateWords,
  furtherRows,
  numberForm,
  revisionField,
  signatureField,
  timeFormat,
  variablesField,
  variableValues,
} from "./templates.ts";

/** The first check of a submit (rule: before it goes). */
const chosenTemplate = z.pipe(
  z.string(NO_TEMPLATE).check(z.minLength(1, NO_TEMPLATE), z.maxLength(128, "is not an id")),
  idField,
);
const templateIdOrEmpty = z.union([z.literal(""), idField]);
/**
 * Seconds in which a send can be undone. With them, the call answers at once, and nothing goes out
 * before they are over.
 */
const holdField = z.pipe(
  countField,
  z.number().check(z.maximum(MAX_HOLD_SECONDS, `must not be more than ${MAX_HOLD_SECONDS}`)),
);
/**
 * When a send that the daily quota interrupted may resume, and in which zone; by default as in the
 * settings (decision 14).
 */
const sendingHours = {
  time_zone: z.optional(timeZoneField),
  hours: z.optional(jsonField(hoursOfDay)),
};
/**
 * Where replies go (blank: as the template, else the account says), and who gets a copy of each
 * email.
 */
const copies = {
  reply_to: z.optional(addressesField),
  cc: z.optional(addressesField),
  bcc: z.optional(addressesField),
};
const columnField = z.string().check(z.maxLength(10_000), z.trim());
const bodyField = z.string().check(z.maxLength(100_000 * HTML_PER_TEXT));
/** Column → how to read its `1/2/2025`; without a file, variable → order (decision 13). */
const dateOrdersField = jsonField(choicesByName(CELL_NAMES, dateOrder.options));

/** Column → how to read its `1,234`; without a file, variable → notation (decision 38). */
const numberFormsField = jsonField(choicesByName(CELL_NAMES, numberForm.options));

export const sendDirect = endpoint({
  method: "POST",
  path: "/api/send",
  session: "fresh",
  headers: KEY_HEADER,
  files: { attachments: 20 + MAX_PICTURES },
  rate: "sends",
  input: z.object({
    /** It is the send's id, so a double click, a retry or a reload never sends twice. */
    idempotency_key: idempotencyKey,
    template_id: chosenTemplate,
    revision: revisionField,
    /** Comma-joined addresses. */
    recipient: z.string().check(z.maxLength(10_000)),
    variables: z.optional(variablesField),
    dateFormat: z.optional(dateFormat),
    timeFormat: z.optional(timeFormat),
    ...dateWords,
    date_orders: z.optional(dateOrdersField),
    number_forms: z.optional(numberFormsField),
    ...copies,
    signature: signatureField,
    hold: z.optional(holdField),
    ...sendingHours,
  }),
  output: sendAnswer,
});

const A_LINE = "must be a line number, or null";
const A_ROW = "must be the number of a row";
/** Why a row of a list isn't sent although it has no errors. */
export const SKIPS = ["by_hand", "already_received", "suppressed"] as const;
/** A file of one row: its name in the email, and its content by the hash that the upload answered. */
const rowFile = z.strictObject({
  name: z
    .string("must be text")
    .check(
      z.maxLength(MAX_FILENAME_LENGTH, `must not be longer than ${MAX_FILENAME_LENGTH} characters`),
    ),
  hash: fileHash,
});
export type RowFile = z.infer<typeof rowFile>;
/** A row of an earlier send. */
const rowOfSend = z.strictObject({ send: idField, row: position });
const filesOfRow = listOf(rowFile, { least: 1, most: MAX_FILES_OF_EMAIL });

/** Facts about a row that the list's columns don't contain. */
const listRow = z.strictObject(
  {
    /** The line where the row begins in the person's own file; null if there is none. */
    line: z.nullable(
      z
        .number(A_LINE)
        .check(z.int(A_LINE), z.minimum(1, A_LINE), z.maximum(MAX_CSV_LINES + 1, A_LINE)),
    ),
    skip: z.optional(z.enum(SKIPS, `must be one of: ${SKIPS.join(", ")}`)),
    /** The row is sent although an earlier one has its mailbox, with other values. */
    keep: z.optional(z.literal(true, "must be true")),
    /**
     * The row has more values than its file has columns, and no one said that they are in the right
     * ones.
     */
    shifted: z.optional(z.literal(true, "must be true")),
    /** The number of the first row above the limit that may be part of its email (decision 38). */
    above: z.optional(z.number(A_ROW).check(z.int(A_ROW), z.minimum(1, A_ROW))),
    /** Files that only this row gets; a skipped row has none. */
    files: z.optional(filesOfRow),
    /** The row of an earlier send whose files this one gets, as long as they are there. */
    files_of: z.optional(rowOfSend),
  },
  'must be an object with "line", and "skip", "keep", "shifted", "above", "files" or "files_of" where needed',
);
export type ListRow = z.infer<typeof listRow>;

const correctedRows = rowNumbersField(1, MAX_CORRECTED_ROWS);
/**
 * `here`: the rows of this send for the people in `rows`, in the same order. Without it, we can't
 * tell who is who.
 */
const corrected = z
  .object({ send: idField, rows: correctedRows, here: z.optional(correctedRows) })
  .check(
    z.refine(
      ({ rows, here }) => here === undefined || here.length === rows.length,
      "must have one row number for each row",
    ),
  );

export const sendBulk = endpoint({
  method: "POST",
  path: "/api/send-bulk",
  session: "fresh",
  headers: KEY_HEADER,
  files: { csv_file: 1, attachments: 20 + MAX_PICTURES },
  rate: "sends",
  removed: [
    ...["column_map", "row_edits", "skip_rows", "sent_before"],
    ...["typed_table", "no_headings", "delimiter", "encoding"],
  ],
  input: z.object({
    idempotency_key: idempotencyKey,
    mode: z.enum(["csv", "manual"]),
    /** Empty for a composed email. */
    template_id: templateIdOrEmpty,
    revision: revisionField,
    date_format_preference: z.optional(dateFormat),
    time_format_preference: z.optional(timeFormat),
    ...dateWords,
    subject: z.optional(lineOfText(MAX_SUBJECT_LENGTH)),
    body: z.optional(bodyField),
    /** The header of the column with the addresses. */
    recipient_template: z.optional(columnField),
    ...copies,
    /** The headers of columns whose addresses get a copy, in place of `cc` or `bcc`. */
    cc_column: z.optional(columnField),
    bcc_column: z.optional(columnField),
    signature: signatureField,
    /** The name of the person's own file, which the list of sends shows. */
    list_name: z.optional(lineOfText(MAX_LIST_NAME)),
    /** As typed or pasted; the core's recipient parser splits it. */
    manual_recipients: z.optional(z.string().check(z.maxLength(200_000))),
    /**
     * One value each, the same for all rows: in manual mode for the template's variables, in CSV
     * mode for variables without a column.
     */
    variables: z.optional(variablesField),
    date_orders: z.optional(dateOrdersField),
    number_forms: z.optional(numberFormsField),
    /**
     * The file is a list that a page wrote, with one entry here for each of its records (decision
     * 8).
     */
    rows: z.optional(jsonField(listOf(listRow, { most: MAX_LIST_ROWS }))),
    /**
     * Rows of an earlier send whose people this send corrects: from then on, nothing else sends to
     * them for it (decision 21).
     */
    corrects: z.optional(jsonField(corrected)),
    /**
     * A scheduled send whose place this one takes: it is canceled in the moment in which this one
     * begins, or this one is refused (`too_late_to_edit`). `corrects` can then name only its rows,
     * and `hold` isn't allowed.
     */
    replaces: z.optional(idField),
    keep_duplicates: z.optional(yesNoField),
    /** How many rows above the limit the page omitted from the file it uploads. */
    rows_left_out: z.optional(countField),
    start_at: z.optional(zonedTimeField),
    hold: z.optional(holdField),
    ...sendingHours,
  }),
  output: sendAnswer,
});

export const testSend = endpoint({
  method: "POST",
  path: "/api/test-send",
  session: "fresh",
  files: { attachments: 20 + MAX_PICTURES },
  rate: "sends",
  headers: KEY_HEADER,
  input: z.object({
    idempotency_key: idempotencyKey,
    template_id: templateIdOrEmpty,
    revision: revisionField,
    /** Text in a form, with files; an object in JSON. */
    variables: z._default(z.union([variablesField, variableValues]), {}),
    /** The values of the further rows of the email that is tried out. */
    rows: z.optional(jsonField(furtherRows)),
    number_forms: z.optional(numberFormsField),
    subject: z.optional(lineOfText(MAX_SUBJECT_LENGTH)),
    body: z.optional(bodyField),
    dateFormat: z.optional(dateFormat),
    timeFormat: z.optional(timeFormat),
    ...dateWords,
    /** A test goes only to its sender: it takes no copies. */
    reply_to: z.optional(addressesField),
    signature: signatureField,
    /** The files of the row that is tried out. */
    row_files: z.optional(jsonField(filesOfRow)),
    /**
     * The row of an earlier send whose files it has; of an email for several rows, each such row,
     * also beside the `row_files` of the others.
     */
    files_of: z.optional(
      jsonField(z.union([rowOfSend, listOf(rowOfSend, { least: 1, most: MAX_ROWS_OF_EMAIL })])),
    ),
  }),
  output: sendAnswer,
});
