import * as z from "zod/mini";
import {
  choicesByName,
  countField,
  endpoint,
  idField,
  lineOfText,
  listOf,
  type OutputOf,
  position,
  rowNumbersField,
  success,
  timeField,
  wholeNumber,
  zonedTimeField,
} from "./endpoint.ts";
import { MAX_CORRECTED_ROWS, MAX_SUBJECT_LENGTH } from "./limits.ts";
import {
  CELL_NAMES,
  dateFormat,
  dateOrder,
  numberForm,
  pictureField,
  timeFormat,
  variableValues,
  writtenDateWords,
} from "./templates.ts";

/** A row's state; `queued` and `sending` are still open. */
export const rowStatus = z.enum(["queued", "sending", "sent", "failed", "skipped", "warning"]);
export type RowStatus = z.infer<typeof rowStatus>;

/** One line of the results table. */
export const rowResult = z.object({
  /** The data row, from 1. */
  row: position,
  /** The line where the row begins in the CSV file; null without a file. */
  line: z.nullable(position),
  recipient: z.string(),
  /**
   * The names of its people, if the row's values contain them: who gets it, then whom it is about
   * ("Anna Berger · Mia"). If they don't tell the rows of one email apart, a value that does follows.
   */
  name: z.optional(z.string()),
  /**
   * The addresses in its columns for copies, as written; absent if they are blank or there is no
   * such column.
   */
  cc: z.optional(z.string()),
  bcc: z.optional(z.string()),
  status: rowStatus,
  /** The row whose email it is part of; absent if it has its own (decision 38). */
  joined_to: z.optional(position),
  /** A plain sentence, or empty. */
  reason: z.string(),
  /** When its outcome was known; only for `sent`, `failed` and `warning`. */
  at: z.optional(timeField),
  /** The names of the files that only this row has; absent if there are none. */
  files: z.optional(z.array(z.string())),
  /** Whether a `skipped` row was meant to go until its send was canceled. */
  cancelled: z.optional(z.literal(true)),
});
export type RowResult = z.infer<typeof rowResult>;

export const sendKind = z.enum(["direct", "csv", "manual", "test"]);
export type SendKind = z.infer<typeof sendKind>;

export const sendState = z.enum([
  "preparing",
  "scheduled",
  "queued",
  "running",
  "paused",
  "done",
  "cancelled",
]);
export type SendState = z.infer<typeof sendState>;

export const pauseReason = z.enum(["user", "quota", "reconnect", "errors", "disabled", "stopped"]);
export type PauseReason = z.infer<typeof pauseReason>;

export const counts = z.object({
  total: wholeNumber,
  queued: wholeNumber,
  sending: wholeNumber,
  sent: wholeNumber,
  failed: wholeNumber,
  skipped: wholeNumber,
  warning: wholeNumber,
});
export type Counts = z.infer<typeof counts>;

/** Facts about a send until its data is deleted; only at the first look, and if there are any. */
const sendDetails = z.object({
  /** The subject of the first email and, of a few emails, who gets it, by name or address. */
  first_subject: z.optional(z.string()),
  first_person: z.optional(z.string()),
  /** The name of the list's file. */
  list_name: z.optional(z.string()),
  /** Where replies go, and who gets a copy of every email. */
  reply_to: z.optional(z.string()),
  cc: z.optional(z.string()),
  bcc: z.optional(z.string()),
});
export const SEND_DETAILS = z.keyof(sendDetails).options;

/** A send as the page sees it (see `docs/architecture.md`; the ledger's own document has more). */
export const send = z.object({
  id: z.string(),
  kind: sendKind,
  state: sendState,
  pause_reason: z.nullable(pauseReason),
  /** Why an operator has stopped it, in their words, if they said why. */
  pause_note: z.optional(z.string()),
  /** When a paused send resumes automatically; null if it waits for a person. */
  resumes_at: z.nullable(timeField),
  counts,
  /**
   * How many of the skipped rows were meant to go until the send was canceled. No email was meant
   * for the others, or its person was added to the list of people you don't email.
   */
  cancelled: wholeNumber,
  /** The template's name, or the subject as written; null once the data is deleted. */
  title: z.nullable(z.string()),
  /** As written, with its placeholders; null once the data is deleted. */
  subject: z.optional(z.nullable(z.string())),
  ...sendDetails.shape,
  created_at: timeField,
  starts_at: timeField,
  /** Until when a scheduled send is held for Undo; null if it isn't held. */
  held_until: z.optional(z.nullable(timeField)),
  started_at: z.nullable(timeField),
  ended_at: z.nullable(timeField),
  /**
   * When the next emails go out; null while some are going out, and if it doesn't resume
   * automatically.
   */
  next_at: z.nullable(timeField),
  /** When rows and ad-hoc files are deleted; null until the send ends. */
  deletes_at: z.nullable(timeField),
  /** Emails per minute that the pace allows: fewer if each has several recipients. */
  rate: z.number().check(z.positive()),
  /**
   * How many results it has: `counts` count emails, which may each be for several rows. Absent if
   * there is one for each.
   */
  list_rows: z.optional(wholeNumber),
  /** How many rows above the limit the file had. */
  rows_over_limit: wholeNumber,
  /** The earlier send that this one corrects. */
  corrects: z.optional(z.nullable(z.string())),
  /** The send that took its place before it began; absent if none did. */
  replaced_by: z.optional(z.string()),
  /** For a finished send that is looked at alone: the later sends that correct rows of it. */
  corrected: z.optional(
    z.array(z.object({ id: z.string(), created_at: timeField, rows: z.array(position) })),
  ),
});
export type Send = z.infer<typeof send>;

/**
 * The answer of `/api/send` and `/api/send-bulk`: 200 if the send has ended, 202 while it
 * continues.
 */
export const sendAnswer = z.object({
  /** Whether every row was sent, or (202) none has failed so far. */
  success: z.boolean(),
  message: z.string(),
  /** `partially_sent` or `send_failed` if not successful. */
  reason: z.optional(z.string()),
  error: z.optional(z.string()),
  send_id: z.string(),
  send,
  results: z.array(rowResult),
  /** Where to continue following it (`after`). */
  cursor: z.optional(z.string()),
});
export type SendAnswer = z.infer<typeof sendAnswer>;

export const listSends = endpoint({
  method: "GET",
  path: "/api/sends",
  rate: "reads",
  session: "recent",
  /** `before`: where an earlier page ended. `only`: open sends, for a client that looks again. */
  input: z.object({
    before: z.optional(z.string().check(z.maxLength(200))),
    only: z.optional(z.literal("open")),
  }),
  output: success({
    /** The first page has every open send, then the latest others. */
    sends: z.array(send),
    /** Where the next page begins; null on the last page. */
    before: z._default(z.nullable(z.string()), null),
    /** How many sends of this page can't be read. */
    unreadable: z._default(wholeNumber, 0),
  }),
});

export const getSend = endpoint({
  method: "GET",
  path: "/api/sends/:id",
  rate: "progress",
  session: "recent",
  input: z.object({ id: idField, after: z.optional(z.string().check(z.maxLength(200))) }),
  output: success({
    /** Its title, subject and addresses don't change, so they are returned only without `after`. */
    send: z.partial(send, { title: true }),
    /** All rows without `after`; with it, the rows that changed since. */
    results: z.array(rowResult),
    cursor: z.string(),
  }),
});

/**
 * The email as it was when the send began: rendered for one row (by default the first), and as
 * written. Deleted with the recipients.
 */
export const getSendMail = endpoint({
  method: "GET",
  path: "/api/sends/:id/mail",
  rate: "previews",
  session: "recent",
  input: z.object({ id: idField, row: z.optional(countField) }),
  output: success({
    recipient: z.string(),
    /** Who gets a copy of this email, and where replies go; absent if no one. */
    cc: z.optional(z.string()),
    bcc: z.optional(z.string()),
    reply_to: z.optional(z.string()),
    rendered_subject: z.string(),
    rendered_body_html: z.string(),
    rendered_text: z.string(),
    /** The row's values, by variable. */
    variables: variableValues,
    /** The files that only this row has; absent if there are none. */
    row_files: z.optional(z.array(z.object({ name: z.string(), size: wholeNumber }))),
    mail: z.object({
      /** Its template, which may have been changed or deleted since; null for a composed email. */
      template_id: z.nullable(z.string()),
      subject: z.string(),
      body: z.string(),
      dateFormat,
      timeFormat,
      ...writtenDateWords,
      files: z.array(z.object({ name: z.string(), size: wholeNumber })),
      /** Who gets a copy of every email; absent if no one, or if a column says who. */
      cc: z.optional(z.string()),
      bcc: z.optional(z.string()),
      /** Whether a signature is below it; absent from older servers. */
      signature: z.optional(z.boolean()),
    }),
  }),
});
export type SendMail = OutputOf<typeof getSendMail>;

/**
 * People of a send with their original values: of a finished one, those who didn't get it and can
 * be corrected, or those who received it, for another email to them; of a scheduled one, those who
 * are to get it (`cancelled`) or can be corrected. Deleted with the recipients.
 */
export const getCorrections = endpoint({
  method: "GET",
  path: "/api/sends/:id/corrections",
  rate: "reads",
  session: "recent",
  input: z.object({ id: idField, who: z.optional(z.enum(["unsent", "received"])) }),
  output: success({
    /** The email's variables. */
    variables: z.array(z.string()),
    /** By variable: how its `1/2/2025` were read. */
    date_orders: choicesByName(CELL_NAMES, dateOrder.options),
    /** By variable that was added up: how its numbers were read. Absent from older servers. */
    number_forms: z.optional(choicesByName(CELL_NAMES, numberForm.options)),
    rows: z.array(
      z.extend(z.omit(rowResult, { line: true, status: true, at: true }), {
        values: variableValues,
        /** In Bytes, in the order of `files`; absent without files, and from older servers. */
        file_sizes: z.optional(z.array(wholeNumber)),
      }),
    ),
  }),
});
export type Corrections = OutputOf<typeof getCorrections>;

const received = z.object({
  row: position,
  /**
   * How we know: from another row of the same person; from the only row with this mailbox on both
   * sides; or `unclear`: the mailbox has the email, but several rows go to it.
   */
  by: z.enum(["person", "mailbox", "unclear"]),
  /** When the latest of those sends began or is to begin. */
  at: timeField,
  /**
   * Whether one of those emails was exactly the same: text, values and files. Absent if we can't
   * know.
   */
  same: z.optional(z.boolean()),
});
/** The details of an `already_received` error. */
export const receivedRows = z.array(received);

/**
 * Who already received an email, may have, or is about to, from every row that isn't deleted yet.
 * The same email means the same template, or the same subject if composed. Asks about a list
 * (`people`), or about rows of a send (`send`, `rows`) before sending them again.
 */
export const findReceived = endpoint({
  method: "POST",
  path: "/api/received",
  rate: "questions",
  session: "recent",
  input: z.object({
    send: z.optional(idField),
    rows: z.optional(rowNumbersField(1, MAX_CORRECTED_ROWS)),
    /** Empty for a composed email. */
    template_id: z.optional(z.union([z.literal(""), idField])),
    subject: z.optional(lineOfText(MAX_SUBJECT_LENGTH)),
    people: z.optional(
      listOf(
        z.object({
          row: position,
          recipient: z.string().check(z.maxLength(1_000)),
          /** The row of the send `corrects` that this one corrects. */
          from: z.optional(position),
          /** A hash of the email's content for this person (`core/src/sends/content.ts`). */
          content: z.optional(z.string().check(z.maxLength(100))),
          /** The same for addresses of one row, which may have had one email, the others in Cc. */
          group: z.optional(position),
        }),
        { most: MAX_CORRECTED_ROWS },
      ),
    ),
    corrects: z.optional(idField),
    /** The scheduled send that the list is to replace: it doesn't count. */
    replaces: z.optional(idField),
  }),
  output: success({ received: receivedRows }),
});

/** A picture of a send's email, as it goes out. */
export const getSendPicture = endpoint({
  method: "GET",
  path: "/api/sends/:id/pictures/:name",
  rate: "pictures",
  session: "recent",
  input: z.object({ id: idField, name: pictureField }),
  output: z.instanceof(Blob),
  file: true,
  immutable: true,
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
  /** `only`: not if it has begun in the meantime. Pages from before `replaces` edit a send so. */
  input: z.extend(sendId, { only: z.optional(z.literal("scheduled")) }),
  output: controlled,
});
/** Ends a held send as if it had never begun. A second call finds nothing, which means the same. */
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
  /** A past time, "now" or none sends now. */
  input: z.extend(sendId, {
    start_at: z._default(z.union([z.literal("now"), zonedTimeField]), "now"),
  }),
  output: controlled,
});
export const retrySend = endpoint({
  method: "POST",
  path: "/api/sends/:id/retry",
  session: "fresh",
  rate: "sends",
  /**
   * Without rows: every failed row. With rows: exactly these, which may be failed, unconfirmed
   * (`warning`) or canceled. `received`: rows to send although their people have the email from
   * another send. If someone else has it, nothing is sent: `already_received`, with `received` as
   * in the answer of `findReceived`.
   */
  input: z.object({
    id: idField,
    rows: z.optional(rowNumbersField(1, MAX_CORRECTED_ROWS)),
    received: z.optional(rowNumbersField(0, MAX_CORRECTED_ROWS)),
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
