import type { ZonedHours } from "@sendwright/core/contract/hours";
import { counts, pauseReason, rowStatus, sendKind, sendState } from "@sendwright/core/contract/sends";
import { dateFormat, timeFormat } from "@sendwright/core/contract/templates";
import { type DocumentData, Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { endOfLife, SEND_TIMES } from "./times.ts";

/** Why what was left of a send was not sent. */
const cancelledBy = z.enum(["user", "longPause", "endOfLife", "ownerDeleted"]);
export type CancelledBy = z.infer<typeof cancelledBy>;

/** Milliseconds since 1970. */
const time = z.number();
const timestamp = z.instanceof(Timestamp);

/** The document of a send that stays: nothing personal (decision 4). */
export const sendDoc = z.object({
  owner: z.string(),
  /** Google's id of the account whose grant sends. */
  sub: z.string(),
  /** The client's idempotency key: the send's id, as the user knows it. */
  key: z.string(),
  /** Which attempt to prepare it this is: a request with another attempt's nonce writes nothing more here. */
  nonce: z.string(),
  kind: sendKind,
  state: sendState,
  pauseReason: pauseReason.nullable(),
  /** When the pause began; null when it is not paused. */
  pausedAt: time.nullable(),
  /** When a pause ends by itself; null when it waits for a person. */
  resumesAt: time.nullable(),
  /** In which hours it goes on once the daily quota has interrupted it; null: in any. */
  goesOnIn: (
    z.object({ from: z.number(), to: z.number(), timeZone: z.string() }) satisfies z.ZodType<ZonedHours>
  ).nullable(),
  /** Whether the daily quota has interrupted it, and no person has told it to go on since. */
  interrupted: z.boolean(),
  cancelledBy: cancelledBy.nullable(),
  createdAt: time,
  startsAt: time,
  /** Milliseconds for which it is held once it is accepted; 0: not at all. */
  hold: z.number(),
  /** Until when it can be undone; null when it is not held (any more). */
  heldUntil: time.nullable(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  deletesAt: time.nullable(),
  /** When what is left of it is cancelled, however it stands then. */
  diesAt: time,
  /** When Firestore's TTL policy may delete its rows: behind every end of it, and never moved. */
  expiresAt: time,
  /** When sweep should look at this send; null: never again. */
  wakeAt: time.nullable(),
  /** When sweep should delete what it holds; null: nothing is there. */
  purgeAt: time.nullable(),
  counts,
  /** Rows that were skipped from the start; those skipped since were cancelled. */
  leftOut: z.number(),
  rowsOverLimit: z.number(),
  /** The key of an earlier send of the same owner, and which rows of it are corrected here. */
  corrects: z.object({ send: z.string(), rows: z.array(z.number()) }).nullable(),
  /** About how much it holds until its data is deleted. */
  bytes: z.number(),
  /** Rows that ended `failed` or `warning` since the last one sent. */
  streak: z.number(),
  /** The lease of the worker that serves it; null between slices. One that is dead has died over this send. */
  worker: z.string().nullable(),
  /** Workers that died over it and failures to load its mail, since it last went well. */
  faults: z.number(),
  /** How often rows of it were queued once more, so that a count under way meanwhile notices. */
  epoch: z.number(),
  /** How many of its rows are written. */
  prepared: z.number(),
  /** Whether its preparation was given up: nobody may go on with it, and the next to ask for it deletes it. */
  voided: z.boolean(),
  /** Whether rows, snapshot and files have been deleted. */
  dataDeleted: z.boolean(),
  /** Deleted by its owner: the empty document only keeps the key from sending again. */
  hidden: z.boolean(),
});
export type SendDoc = z.infer<typeof sendDoc>;

/** Completes a send's data, written by any version, with what the first one did not write. */
export function sinceTheBeginning(data: DocumentData): DocumentData {
  const { state, startsAt, endedAt, wakeAt, dataDeleted, counts } = data;
  const expiresAt = startsAt + SEND_TIMES.backstop;
  return {
    pausedAt: state === "paused" ? startsAt : null,
    bytes: 0,
    leftOut: counts?.skipped,
    ...{ nonce: "", cancelledBy: null, worker: null, faults: 0, epoch: 0, prepared: 0, voided: false },
    ...{ hold: 0, heldUntil: null, goesOnIn: null, interrupted: false, corrects: null },
    ...{ expiresAt, diesAt: endOfLife(startsAt, expiresAt), purgeAt: endedAt === null || dataDeleted ? null : wakeAt },
    ...data,
  };
}

/** A file of the mail, copied at the start. */
const snapshotFile = z.object({ filename: z.string(), contentType: z.string(), path: z.string(), size: z.number() });

/** What is sent, as it was at the start; deleted with the rows. */
export const snapshotDoc = z.object({
  title: z.string(),
  /** The template it was made of; null, or not there in older sends, when it was composed. */
  templateId: z.string().nullish(),
  fingerprint: z.string(),
  subject: z.string(),
  body: z.string(),
  dateFormat,
  timeFormat,
  /** Names, in the order of each row's values. */
  variables: z.array(z.string()),
  /** How ambiguous dates are read, per variable: "dmy", "mdy" or "". */
  dateOrders: z.array(z.string()),
  files: z.array(snapshotFile),
  expireAt: timestamp,
});
export type SnapshotDoc = z.infer<typeof snapshotDoc>;

export const rowDoc = z.object({
  n: z.number(),
  /** The line of the file; null where there is none. */
  line: z.number().nullable(),
  to: z.string(),
  name: z.string(),
  /** How the person is called, by their name here or in the values; not there when nothing says it. */
  person: z.string().exactOptional(),
  values: z.array(z.string()),
  /** What the check had to say about values that will be sent as they are. */
  note: z.string(),
  /** A row that a worker has claimed is `sending`. */
  state: rowStatus,
  reason: z.string(),
  /** It was skipped because its send was cancelled. */
  cancelled: z.literal(true).exactOptional(),
  attempts: z.number(),
  /** The lease under which it was claimed last, and which call of that lease it was. */
  lease: z.string().nullable(),
  call: z.number(),
  messageId: z.string().nullable(),
  /** A hash of email and mailbox, by which later sends find it; not there in tests and in rows that never go. */
  mailbox: z.string().exactOptional(),
  /** The row of an earlier send from which its person came first, where this send corrects it. */
  from: z.object({ send: z.string(), n: z.number() }).exactOptional(),
  expireAt: timestamp,
});
export type RowDoc = z.infer<typeof rowDoc>;

/** A row as the results table needs it. */
export const shownRow = rowDoc.pick({
  n: true,
  line: true,
  to: true,
  person: true,
  state: true,
  reason: true,
  cancelled: true,
});
export type ShownRow = z.infer<typeof shownRow>;

/** What tells whom a row reaches. */
export const knownRow = rowDoc.pick({ n: true, state: true, mailbox: true, from: true });
export type KnownRow = z.infer<typeof knownRow>;

/** A row as the plan makes it. */
export type PlannedRow = Pick<
  RowDoc,
  "n" | "line" | "to" | "name" | "person" | "values" | "note" | "state" | "reason" | "mailbox" | "from"
>;
