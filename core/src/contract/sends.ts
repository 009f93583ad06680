import * as z from "zod";
import {
  choicesByName,
  countField,
  endpoint,
  idField,
  lineOfText,
  listOf,
  type OutputOf,
  rowNumbers,
  success,
  timeField,
  zonedTimeField,
} from "./endpoint.ts";
import { MAX_CORRECTED_ROWS, MAX_CSV_COLUMNS, MAX_SUBJECT_LENGTH, MAX_VALUE_LENGTH } from "./limits.ts";
import { dateFormat, dateOrder, timeFormat, variableValues } from "./templates.ts";

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
  /** How the person is called, where the list or the row's values say it. */
  name: z.string().optional(),
  status: rowStatus,
  /** A plain sentence; empty when there is nothing to say. */
  reason: z.string(),
  /** Of a `skipped` row: it was to be sent, until its send was cancelled. */
  cancelled: z.literal(true).optional(),
});
export type RowResult = z.infer<typeof rowResult>;

export const sendKind = z.enum(["direct", "csv", "manual", "test"]);
export type SendKind = z.infer<typeof sendKind>;

export const sendState = z.enum(["preparing", "scheduled", "queued", "running", "paused", "done", "cancelled"]);
export type SendState = z.infer<typeof sendState>;

export const pauseReason = z.enum(["user", "quota", "reconnect", "errors", "disabled"]);
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
  /** How many of the skipped rows were to be sent until the send was cancelled; the others were left out from the start. */
  cancelled: z.number().int().nonnegative(),
  /** The template's name, or the subject as written; null once the data has been deleted. */
  title: z.string().nullable(),
  /** As it was written, with its placeholders; null once the data has been deleted. */
  subject: z.string().nullable().optional(),
  created_at: timeField,
  starts_at: timeField,
  /** Until when a scheduled send is held so that it can be undone; null when it is not. */
  held_until: timeField.nullable().optional(),
  started_at: timeField.nullable(),
  ended_at: timeField.nullable(),
  /** When the next mails go out; null while some are going out, and when it does not go on by itself. */
  next_at: timeField.nullable(),
  /** When rows and ad-hoc files are deleted; null while the send has not ended. */
  deletes_at: timeField.nullable(),
  /** Mails a minute that the pace allows. */
  rate: z.number().positive(),
  /** How many rows above the limit were left out of the file. */
  rows_over_limit: z.number().int().nonnegative(),
  /** The earlier send of which some people are corrected here. */
  corrects: z.string().nullable().optional(),
  /** Of a send that is over and looked at by itself: the later sends that correct people of it, and their rows here. */
  corrected: z
    .array(z.object({ id: z.string(), created_at: timeField, rows: z.array(z.number().int().positive()) }))
    .optional(),
});
export type Send = z.infer<typeof send>;

/** What `/api/send` and `/api/send-bulk` answer, with 200 when the send has ended and 202 while it goes on. */
export const sendAnswer = z.object({
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

export const listSends = endpoint({
  method: "GET",
  path: "/api/sends",
  rate: "reads",
  session: "recent",
  /** `before`: where an earlier page ended. `only`: those that are not over, for a client that looks again. */
  input: z.object({ before: z.string().max(200).optional(), only: z.literal("open").optional() }),
  output: success({
    /** On the first page every send that is not over, then the latest that are. */
    sends: z.array(send),
    /** Where the next page begins; null: there are no more. */
    before: z.string().nullable().default(null),
    /** How many sends of this page can't be read. */
    unreadable: z.number().int().min(0).default(0),
  }),
});

export const getSend = endpoint({
  method: "GET",
  path: "/api/sends/:id",
  rate: "reads",
  session: "recent",
  input: z.object({ id: idField, after: z.string().max(200).optional() }),
  output: success({
    /** Its title and subject do not change: they are told without `after` only. */
    send: send.partial({ title: true }),
    /** All rows without `after`, those that changed since with it. */
    results: z.array(rowResult),
    cursor: z.string(),
  }),
});

/** What was sent, as it was when the send began: made for one row (else the first), and as it was written. Gone with the recipients. */
export const getSendMail = endpoint({
  method: "GET",
  path: "/api/sends/:id/mail",
  rate: "previews",
  session: "recent",
  input: z.object({ id: idField, row: countField.optional() }),
  output: success({
    recipient: z.string(),
    rendered_subject: z.string(),
    rendered_body_html: z.string(),
    rendered_text: z.string(),
    /** The row's values, by variable. */
    variables: variableValues,
    mail: z.object({
      /** The template it was made of, which may have been changed or deleted since; null when it was composed. */
      template_id: z.string().nullable(),
      subject: z.string(),
      body: z.string(),
      dateFormat,
      timeFormat,
      files: z.array(z.object({ name: z.string(), size: z.number().int().nonnegative() })),
    }),
  }),
});
export type SendMail = OutputOf<typeof getSendMail>;

/**
 * People of a send that is over, as they were written: those who didn't get it and can be corrected, or those who received
 * it, for another email to them. Gone with the recipients.
 */
export const getCorrections = endpoint({
  method: "GET",
  path: "/api/sends/:id/corrections",
  rate: "reads",
  session: "recent",
  input: z.object({ id: idField, who: z.enum(["unsent", "received"]).optional() }),
  output: success({
    /** Those of the mail. */
    variables: z.array(z.string()),
    /** By variable: how its `1/2/2025` were read. */
    date_orders: choicesByName({ entries: MAX_CSV_COLUMNS, nameLength: MAX_VALUE_LENGTH }, dateOrder.options),
    rows: z.array(
      rowResult.pick({ row: true, recipient: true, name: true, reason: true, cancelled: true }).extend({
        values: variableValues,
      }),
    ),
  }),
});
export type Corrections = OutputOf<typeof getCorrections>;

const rowNumber = z.number().int().positive();
const received = z.object({
  row: rowNumber,
  /**
   * How we know: by another row of the same person; by exactly one row for this mailbox on both sides; or `unclear`, the
   * mailbox has the email, but several rows go to it.
   */
  by: z.enum(["person", "mailbox", "unclear"]),
  /** When the latest of those sends began, or is to begin. */
  at: timeField,
});
/** What an `already_received` error brings. */
export const receivedRows = z.array(received);

/**
 * Who already received an email, may have, or is about to: from every row that is not deleted yet. The same email is
 * the same template, or the same subject if composed. Asks about a list (`people`), or about rows of a send (`send`,
 * `rows`) that are to be sent again.
 */
export const findReceived = endpoint({
  method: "POST",
  path: "/api/received",
  rate: "send_controls",
  session: "recent",
  input: z.object({
    send: idField.optional(),
    rows: rowNumbers(1, MAX_CORRECTED_ROWS).optional(),
    /** Empty when composing. */
    template_id: z.union([z.literal(""), idField]).optional(),
    subject: lineOfText(MAX_SUBJECT_LENGTH).optional(),
    people: listOf(
      z.object({
        row: rowNumber,
        recipient: z.string().max(1_000),
        /** The row of the send `corrects` that this one corrects. */
        from: rowNumber.optional(),
      }),
      { most: MAX_CORRECTED_ROWS },
    ).optional(),
    corrects: idField.optional(),
  }),
  output: success({ received: receivedRows }),
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
  session: "fresh",
  rate: "send_controls",
  input: sendId,
  output: controlled,
});
export const cancelSend = endpoint({
  method: "POST",
  path: "/api/sends/:id/cancel",
  rate: "send_controls",
  /** `only`: not if it has begun in the meantime. */
  input: sendId.extend({ only: z.literal("scheduled").optional() }),
  output: controlled,
});
/** Ends a send that is held, as if it had never begun. Another time: it is not there any more, which means the same. */
export const undoSend = endpoint({
  method: "POST",
  path: "/api/sends/:id/undo",
  rate: "send_controls",
  input: sendId,
  output: success({}),
});
export const moveSend = endpoint({
  method: "POST",
  path: "/api/sends/:id/move",
  rate: "send_controls",
  /** A time that has come, "now" or none sends now. */
  input: z.object({ id: idField, start_at: z.union([z.literal("now"), zonedTimeField]).default("now") }),
  output: controlled,
});
export const retrySend = endpoint({
  method: "POST",
  path: "/api/sends/:id/retry",
  session: "fresh",
  rate: "sends",
  /**
   * Without rows: every failed row. With rows: exactly these, which may be failed, unknown (`warning`) or cancelled.
   * `received`: those that are sent although their people have the email by another send. Where someone else has it,
   * nothing is sent: `already_received`, with `received` as `findReceived` answers it.
   */
  input: z.object({
    id: idField,
    rows: rowNumbers(1, MAX_CORRECTED_ROWS).optional(),
    received: rowNumbers(0, MAX_CORRECTED_ROWS).optional(),
  }),
  output: controlled,
});
export const deleteSend = endpoint({
  method: "DELETE",
  path: "/api/sends/:id",
  rate: "send_controls",
  input: sendId,
  output: controlled,
});
