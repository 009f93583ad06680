import * as z from "zod";
import {
  choicesByName,
  countField,
  endpoint,
  idField,
  jsonField,
  lineOfText,
  success,
  textsByName,
  timeField,
  yesNoField,
  zonedTimeField,
} from "./endpoint.ts";
import { HTML_PER_TEXT, MAX_CSV_COLUMNS, MAX_SUBJECT_LENGTH, MAX_VALUE_LENGTH } from "./limits.ts";
import { dateFormat, dateOrder, timeFormat, variablesField, variableValues } from "./templates.ts";

/** How a row ended; `queued` and `sending` are those that have not yet. */
export const rowStatus = z.enum(["queued", "sending", "sent", "failed", "skipped", "warning"]);
export type RowStatus = z.infer<typeof rowStatus>;

/** One line of the results table. */
export const rowResult = z.object({
  /** The data row, from 1. */
  row: z.number().int().positive(),
  /** The line in the CSV file where the row begins; null where there is no file. */
  line: z.number().int().positive().nullable(),
  recipient: z.string(),
  status: rowStatus,
  /** A plain sentence; empty when there is nothing to say. */
  reason: z.string(),
});
export type RowResult = z.infer<typeof rowResult>;

export const sendKind = z.enum(["direct", "csv", "manual", "test"]);
export type SendKind = z.infer<typeof sendKind>;

export const sendState = z.enum(["preparing", "scheduled", "queued", "running", "paused", "done", "cancelled"]);
export type SendState = z.infer<typeof sendState>;

export const pauseReason = z.enum(["user", "quota", "reconnect", "errors"]);
export type PauseReason = z.infer<typeof pauseReason>;

export const counts = z.object({
  total: z.number().int().nonnegative(),
  queued: z.number().int().nonnegative(),
  sending: z.number().int().nonnegative(),
  sent: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  skipped: z.number().int().nonnegative(),
  warning: z.number().int().nonnegative(),
});
export type Counts = z.infer<typeof counts>;

/** A send as the page sees it (`docs/architecture.md`; the ledger's own document holds more). */
export const send = z.object({
  id: z.string(),
  kind: sendKind,
  state: sendState,
  pause_reason: pauseReason.nullable(),
  /** When a paused send goes on by itself; null when it waits for a person. */
  resumes_at: timeField.nullable(),
  counts,
  /** The template's name, or the subject as written; null once the data has been deleted. */
  title: z.string().nullable(),
  created_at: timeField,
  starts_at: timeField,
  started_at: timeField.nullable(),
  ended_at: timeField.nullable(),
  /** When rows and ad-hoc files are deleted; null while the send has not ended. */
  deletes_at: timeField.nullable(),
  /** Mails a minute that the pace allows. */
  rate: z.number().positive(),
  /** How many rows above the limit were left out of the file. */
  rows_over_limit: z.number().int().nonnegative(),
});
export type Send = z.infer<typeof send>;

/** What `/api/send` and `/api/send-bulk` answer, with 200 when the send has ended and 202 while it goes on. */
const sendAnswer = z.object({
  /** Whether every row was sent, or (202) nothing has failed so far. */
  success: z.boolean(),
  message: z.string(),
  /** `partially_sent` or `send_failed` when not successful. */
  reason: z.string().optional(),
  error: z.string().optional(),
  send_id: z.string(),
  send,
  results: z.array(rowResult),
  /** Where following it goes on (`after`). */
  cursor: z.string().optional(),
});
export type SendAnswer = z.infer<typeof sendAnswer>;

/** The client's UUID: it is the send's id, so a double click, a retry or a reload never doubles a send. */
const idempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, "must be 8 to 64 letters, digits, _ or -")
  .optional();

/** The first check of a submit (rule: before it goes). */
const SELECT_TEMPLATE = "Please select a template.";
const chosenTemplate = z.string(SELECT_TEMPLATE).min(1, SELECT_TEMPLATE).pipe(idField);
const templateIdOrEmpty = z.union([z.literal(""), idField]);
const bodyField = z.string().max(100_000 * HTML_PER_TEXT);
/** Column → how its `1/2/2025` are read; where there is no file, variable → order (decision 13). */
const dateOrdersField = jsonField(choicesByName(MAX_VALUE_LENGTH, MAX_CSV_COLUMNS, dateOrder.options));

export const sendDirect = endpoint({
  method: "POST",
  path: "/api/send",
  headers: { idempotency_key: "idempotency-key" },
  files: { attachments: 20 },
  rate: "sends",
  input: z.object({
    idempotency_key: idempotencyKey,
    template_id: chosenTemplate,
    /** Comma-joined addresses. */
    recipient: z.string().max(10_000),
    variables: variablesField.optional(),
    dateFormat: dateFormat.optional(),
    timeFormat: timeFormat.optional(),
    date_orders: dateOrdersField.optional(),
  }),
  output: sendAnswer,
});

export const sendBulk = endpoint({
  method: "POST",
  path: "/api/send-bulk",
  headers: { idempotency_key: "idempotency-key" },
  files: { csv_file: 1, attachments: 20 },
  rate: "sends",
  input: z.object({
    idempotency_key: idempotencyKey,
    mode: z.enum(["csv", "manual"]),
    /** Empty when composing. */
    template_id: templateIdOrEmpty,
    date_format_preference: dateFormat.optional(),
    time_format_preference: timeFormat.optional(),
    subject: lineOfText(MAX_SUBJECT_LENGTH).optional(),
    body: bodyField.optional(),
    /** The header of the column that holds the addresses. */
    recipient_template: z.string().max(10_000).trim().optional(),
    /** As typed or pasted; split by the contract's recipient parser. */
    manual_recipients: z.string().max(200_000).optional(),
    /** One value each, the same for all: in manual mode for the template's variables, in CSV mode for those that no column feeds. */
    variables: variablesField.optional(),
    /** Variable name → header, where the two differ. */
    column_map: jsonField(textsByName(500)).optional(),
    /** Data row → header → corrected value. */
    row_edits: jsonField(z.record(z.string().regex(/^[1-9]\d{0,6}$/), textsByName(10_000))).optional(),
    /** Data rows to leave out. */
    skip_rows: jsonField(z.array(z.number().int().positive()).max(100_000)).optional(),
    date_orders: dateOrdersField.optional(),
    keep_duplicates: yesNoField.optional(),
    /** How many rows above the limit the page has left out of the file that it uploads. */
    rows_left_out: countField.optional(),
    /** Overrides of what the reader detected. */
    delimiter: z.enum([",", ";", "\t", "|"]).optional(),
    encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252"]).optional(),
    start_at: zonedTimeField.optional(),
  }),
  output: sendAnswer,
});

export const listSends = endpoint({
  method: "GET",
  path: "/api/sends",
  /** `before`: where an earlier page ended. `only`: those that are not over, for whoever looks again. */
  input: z.object({ before: z.string().max(200).optional(), only: z.literal("open").optional() }),
  output: success({
    /** On the first page every send that is not over, then the latest that are. */
    sends: z.array(send),
    /** Where the next page begins; null: there are no more. */
    before: z.string().nullable().default(null),
  }),
});

export const getSend = endpoint({
  method: "GET",
  path: "/api/sends/:id",
  input: z.object({ id: idField, after: z.string().max(200).optional() }),
  output: success({
    /** Its title does not change: it is told without `after` only. */
    send: send.partial({ title: true }),
    /** All rows without `after`, those that changed since with it. */
    results: z.array(rowResult),
    cursor: z.string(),
  }),
});

const controlled = success({ send });
const sendId = z.object({ id: idField });

export const pauseSend = endpoint({
  method: "POST",
  path: "/api/sends/:id/pause",
  rate: "send_controls",
  input: sendId,
  output: controlled,
});
export const resumeSend = endpoint({
  method: "POST",
  path: "/api/sends/:id/resume",
  rate: "send_controls",
  input: sendId,
  output: controlled,
});
export const cancelSend = endpoint({
  method: "POST",
  path: "/api/sends/:id/cancel",
  rate: "send_controls",
  input: sendId,
  output: controlled,
});
export const retrySend = endpoint({
  method: "POST",
  path: "/api/sends/:id/retry",
  rate: "sends",
  /** Without rows: every failed row. With rows: exactly these, which may be failed or unknown (`warning`). */
  input: z.object({ id: idField, rows: z.array(z.number().int().positive()).min(1).max(1_000).optional() }),
  output: controlled,
});
export const deleteSend = endpoint({
  method: "DELETE",
  path: "/api/sends/:id",
  rate: "send_controls",
  input: sendId,
  output: controlled,
});

export const testSend = endpoint({
  method: "POST",
  path: "/api/test-send",
  rate: "sends",
  headers: { idempotency_key: "idempotency-key" },
  input: z.object({
    idempotency_key: idempotencyKey,
    template_id: templateIdOrEmpty,
    variables: variableValues.default({}),
    subject: lineOfText(MAX_SUBJECT_LENGTH).optional(),
    body: bodyField.optional(),
    dateFormat: dateFormat.optional(),
    timeFormat: timeFormat.optional(),
  }),
  output: sendAnswer,
});
