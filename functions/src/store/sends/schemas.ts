import type { ZonedHours } from "@sendwright/core/contract/hours";
import {
  counts,
  pauseReason,
  rowStatus,
  sendKind,
  sendState,
} from "@sendwright/core/contract/sends";
import { dateFormat, timeFormat } from "@sendwright/core/contract/templates";
import { type DocumentData, Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { storedDateWords } from "../dateWords.ts";
import { endOfLife, SEND_TIMES } from "./sendTimes.ts";

/** Why the rest of a send wasn't sent. */
const cancelledBy = z.enum(["user", "longPause", "endOfLife", "ownerDeleted"]);
export type CancelledBy = z.infer<typeof cancelledBy>;

/** Milliseconds since 1970. */
const time = z.number();
const timestamp = z.instanceof(Timestamp);

/** The part of a send that is kept: nothing personal (decision 4). */
export const sendDoc = z.object({
  owner: z.string(),
  /** The id of the Google account whose grant sends. */
  sub: z.string(),
  /** The client's idempotency key: the send's id, as the user knows it. */
  key: z.string(),
  /** This attempt to prepare it; a request with another nonce can't write to it any more. */
  nonce: z.string(),
  kind: sendKind,
  state: sendState,
  pauseReason: z.nullable(pauseReason),
  /** When the pause began; null if not paused. */
  pausedAt: time.nullable(),
  /** When a pause ends automatically; null if it waits for a person. */
  resumesAt: time.nullable(),
  /** In which hours it resumes after the daily quota interrupted it; null: any. */
  resumeHours: (
    z.object({
      from: z.number(),
      to: z.number(),
      timeZone: z.string(),
    }) satisfies z.ZodType<ZonedHours>
  ).nullable(),
  /** Whether the daily quota has interrupted it, and no person has resumed it since. */
  interrupted: z.boolean(),
  cancelledBy: cancelledBy.nullable(),
  /** The key of the send that took its place before it began; missing if none did. */
  replacedBy: z.string().exactOptional(),
  createdAt: time,
  startsAt: time,
  /** Milliseconds of its hold once accepted; 0: none. */
  hold: z.number(),
  /** Until when it can be undone; null if it isn't held (any more). */
  heldUntil: time.nullable(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  deletesAt: time.nullable(),
  /** When its rest is canceled, in any state. */
  diesAt: time,
  /**
   * When Firestore's TTL policy may delete its rows: later than any possible end, and never moved.
   */
  expiresAt: time,
  /** When the sweep checks this send; null: never again. */
  wakeAt: time.nullable(),
  /** When the sweep deletes its data; null if it has none. */
  purgeAt: time.nullable(),
  /** They count emails. */
  counts,
  /** The highest number of a row: its emails may each be for several (decision 38). */
  lastRow: z.number(),
  /** Rows skipped from the start; those skipped later were canceled, or are `suppressed`. */
  leftOut: z.number(),
  /** Rows that the worker skipped, because their people aren't emailed. */
  suppressed: z.number(),
  rowsOverLimit: z.number(),
  /** The key of the owner's earlier send that this one corrects, and which rows. */
  corrects: z.object({ send: z.string(), rows: z.array(z.number()) }).nullable(),
  /**
   * Recipients of its emails, copies included: the most of one email, and all of the rows that
   * should be sent.
   */
  recipients: z.object({ most: z.number(), all: z.number() }),
  /** About how much it holds until its data is deleted. */
  bytes: z.number(),
  /** Rows that ended `failed` or `warning` since the last one sent. */
  streak: z.number(),
  /**
   * The lease of the worker that serves it; null between slices. A dead one died over this send.
   */
  worker: z.string().nullable(),
  /** Workers that died over it and failures to load its email, since its last success. */
  faults: z.number(),
  /** How often rows of it were queued again, so that a count in progress notices. */
  epoch: z.number(),
  /** How many of its rows are written. */
  prepared: z.number(),
  /**
   * Whether its preparation was given up: no one may continue it, and the next to ask for it
   * deletes it.
   */
  voided: z.boolean(),
  /** Whether its rows and snapshot have `who`; earlier versions didn't write it. */
  findable: z.boolean(),
  /** Whether `who` has the words of names, too. */
  findableByName: z.boolean(),
  /** Whether rows, snapshot and files have been deleted. */
  dataDeleted: z.boolean(),
  /** The rows that reached no one; written when its data is deleted. */
  owed: z.array(z.number()),
  /** Deleted by its owner: the empty document only keeps the key from sending again. */
  hidden: z.boolean(),
});
export type SendDoc = z.infer<typeof sendDoc>;

/** Completes a send's data from any version with the fields that the first one didn't write. */
export function sinceTheBeginning(data: DocumentData): DocumentData {
  const { state, startsAt, endedAt, wakeAt, dataDeleted, counts } = data;
  const expiresAt = startsAt + SEND_TIMES.backstop;
  const intended = (counts?.total ?? 0) - (data.leftOut ?? counts?.skipped ?? 0);
  return {
    pausedAt: state === "paused" ? startsAt : null,
    bytes: 0,
    lastRow: counts?.total ?? 0,
    leftOut: counts?.skipped,
    suppressed: 0,
    recipients: { most: 1, all: intended },
    nonce: "",
    cancelledBy: null,
    worker: null,
    faults: 0,
    epoch: 0,
    prepared: 0,
    voided: false,
    hold: 0,
    heldUntil: null,
    resumeHours: null,
    interrupted: false,
    corrects: null,
    owed: [],
    findable: false,
    findableByName: false,
    expiresAt,
    diesAt: endOfLife(startsAt, expiresAt),
    purgeAt: endedAt === null || dataDeleted ? null : wakeAt,
    ...data,
  };
}

/** A file that one row has of its own; its content is in the send's folder, under its hash. */
const rowFile = z.object({
  filename: z.string(),
  contentType: z.string(),
  size: z.number(),
  hash: z.string(),
  /** The further row that it belongs to; missing if it's the leading row's. */
  row: z.number().exactOptional(),
});
export type RowFileDoc = z.infer<typeof rowFile>;

/** A file of the email, copied at the start. */
const snapshotFile = z.object({
  filename: z.string(),
  contentType: z.string(),
  path: z.string(),
  size: z.number(),
});

/**
 * Texts that are shown of a send until its data is deleted. Each is missing if there is none, and
 * in older sends.
 */
export const sendDetails = z.object({
  /** The subject of the first email. */
  firstSubject: z.string().exactOptional(),
  /** Who gets it, by name or address; missing if there are more than a few emails. */
  firstPerson: z.string().exactOptional(),
  /** The name of the list's file. */
  listName: z.string().exactOptional(),
  /** Where replies go, and who gets a copy of every email, as `readAddresses` reads them. */
  replyTo: z.string().exactOptional(),
  cc: z.string().exactOptional(),
  bcc: z.string().exactOptional(),
});
export type SendDetails = z.infer<typeof sendDetails>;

/** The email as it was at the start; deleted with the rows. */
export const snapshotDoc = z.object({
  title: z.string(),
  /** Its template; null, or missing in older sends, if it was composed. */
  templateId: z.string().nullish(),
  fingerprint: z.string(),
  subject: z.string(),
  body: z.string(),
  dateFormat,
  timeFormat,
  ...storedDateWords,
  /** Names, in the order of each row's values. */
  variables: z.array(z.string()),
  /** How ambiguous dates are read, per variable: "dmy", "mdy" or "". */
  dateOrders: z.array(z.string()),
  /**
   * How its numbers are written, per variable that is added up: "point", "comma" or ""; missing
   * without a repeated part.
   */
  numberForms: z.array(z.string()).exactOptional(),
  /** The files that everyone gets. */
  files: z.array(snapshotFile),
  /** The most bytes of one row's own files; missing if no row has any. */
  mostOfRow: z.number().exactOptional(),
  ...sendDetails.shape,
  /** The account's signature as HTML; missing if the email has none. */
  signature: z.string().exactOptional(),
  /**
   * A hash of its subject and its template's id, by which later sends find it if the template no
   * longer exists; missing if it was composed, in tests and in older sends.
   */
  subjectMark: z.string().exactOptional(),
  /** Hashes of the people who get a copy of every email; missing if there are none. */
  who: z.array(z.string()).exactOptional(),
  expireAt: timestamp,
});
export type SnapshotDoc = z.infer<typeof snapshotDoc>;

/**
 * Where rows have files of their own, `files` is stored as an object. A version that doesn't know
 * them, and would send the emails without them, can't read that: the send pauses and waits.
 */
interface FilesWithRows {
  all: SnapshotDoc["files"];
  mostOfRow: number;
}

/** The stored form of an email's files. */
export function storedFilesOf({
  files,
  mostOfRow,
}: Pick<SnapshotDoc, "files" | "mostOfRow">): SnapshotDoc["files"] | FilesWithRows {
  return mostOfRow === undefined ? files : { all: files, mostOfRow };
}

/** An email as read, with its files as `snapshotDoc` has them. */
function withFilesAsRead(data: DocumentData): DocumentData {
  const { files } = data;
  return isObject(files) ? { ...data, files: files.all, mostOfRow: files.mostOfRow } : data;
}

/**
 * With a repeated part, `dateOrders` is stored as an object. A version that doesn't know it, and
 * would leave it out as a condition, can't read that: the send pauses and waits.
 */
interface OrdersWithForms {
  orders: SnapshotDoc["dateOrders"];
  numberForms: string[];
}

/** The stored form of how an email's values are read. */
export function storedOrdersOf({
  dateOrders,
  numberForms,
}: Pick<SnapshotDoc, "dateOrders" | "numberForms">): SnapshotDoc["dateOrders"] | OrdersWithForms {
  return numberForms === undefined ? dateOrders : { orders: dateOrders, numberForms };
}

function withOrdersAsRead(data: DocumentData): DocumentData {
  const { dateOrders } = data;
  if (!isObject(dateOrders)) return data;
  return { ...data, dateOrders: dateOrders.orders, numberForms: dateOrders.numberForms };
}

/** A stored email, with its parts where `snapshotDoc` has them. */
export function snapshotAsRead(data: DocumentData): DocumentData {
  return withOrdersAsRead(withFilesAsRead(data));
}

function isObject(value: unknown): value is DocumentData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A further row of the list that a row's email is for. Its values are apart, because no look at
 * the results needs them.
 */
const furtherRow = z.object({
  n: z.number(),
  line: z.number().nullable(),
  person: z.string().exactOptional(),
});

export const rowDoc = z.object({
  n: z.number(),
  /** The line of the file; null if there is none. */
  line: z.number().nullable(),
  to: z.string(),
  name: z.string(),
  /** The person's name, from the address field or the values; missing if unknown. */
  person: z.string().exactOptional(),
  values: z.array(z.string()),
  /** The further rows of its email; missing if there are none. */
  further: z.array(furtherRow).exactOptional(),
  /** Their values, in the same order. */
  furtherValues: z.array(z.object({ values: z.array(z.string()) })).exactOptional(),
  /** Their numbers, by which a query finds the email. */
  numbers: z.array(z.number()).exactOptional(),
  /**
   * Its cells in the columns that say who gets a copy; missing if they are blank or there are no
   * such columns.
   */
  cc: z.string().exactOptional(),
  bcc: z.string().exactOptional(),
  /** How many people its email reaches; missing if it's one. */
  recipients: z.number().exactOptional(),
  /** Files that only this row has; missing if there are none. */
  files: z.array(rowFile).exactOptional(),
  /** The check's notes on values that will be sent as they are. */
  note: z.string(),
  /** `sending` means that a worker has claimed it. */
  state: rowStatus,
  reason: z.string(),
  /** It was skipped because its send was canceled. */
  cancelled: z.literal(true).exactOptional(),
  /** It was skipped by the worker: its person is on the owner's list of people they don't email. */
  suppressed: z.literal(true).exactOptional(),
  attempts: z.number(),
  /** The lease under which it was claimed last, and which call of that lease it was. */
  lease: z.string().nullable(),
  call: z.number(),
  messageId: z.string().nullable(),
  /**
   * A hash of email and mailbox, by which later sends find it; missing in tests and in rows that
   * never go.
   */
  mailbox: z.string().exactOptional(),
  /** A hash of its email's text, values and files; missing in tests and in rows that never go. */
  content: z.string().exactOptional(),
  /** Hashes of everyone in its To, Cc and Bcc, to find a person's rows; missing in tests. */
  who: z.array(z.string()).exactOptional(),
  /** The row of an earlier send that its person originally comes from, if this send corrects it. */
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
  further: true,
  cc: true,
  bcc: true,
  files: true,
  state: true,
  reason: true,
  cancelled: true,
});
export type ShownRow = z.infer<typeof shownRow>;

/** The values of each row that an email is for, the leading row's first. */
export function valuesOfRows({
  values,
  furtherValues = [],
}: Pick<RowDoc, "values" | "furtherValues">): string[][] {
  return [values, ...furtherValues.map((further) => further.values)];
}

/** The files that one of the rows that an email is for has of its own; undefined without any. */
export function ownFilesOf<File extends { row?: number | undefined }>(
  { n, files = [] }: { n: number; files?: readonly File[] },
  row: number,
): File[] | undefined {
  const own = files.filter((file) => (file.row ?? n) === row);
  return own.length > 0 ? own : undefined;
}

/** The files of an email's rows, without those that an earlier row of it has, too. */
export function differentFiles(files: readonly RowFileDoc[]): RowFileDoc[] {
  const firsts = new Map<string, RowFileDoc>();
  return files.filter((file) => {
    const key = `${file.hash} ${file.filename}`;
    const first = firsts.get(key) ?? file;
    firsts.set(key, first);
    return first.row === file.row;
  });
}

/** The numbers of the rows that an email is for, the leading row's first. */
export function rowNumbersOf({
  n,
  numbers = [],
}: {
  n: number;
  numbers?: readonly number[] | undefined;
}): number[] {
  return [n, ...numbers];
}

/** The fields that say whom a row reaches. */
export const knownRow = rowDoc.pick({
  n: true,
  numbers: true,
  state: true,
  to: true,
  cc: true,
  mailbox: true,
  content: true,
  from: true,
});
export type KnownRow = z.infer<typeof knownRow>;

/** A row as the plan makes it. */
export type PlannedRow = Omit<
  RowDoc,
  "cancelled" | "suppressed" | "attempts" | "lease" | "call" | "messageId" | "expireAt"
>;
