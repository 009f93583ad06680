import type { CollectionReference, DocumentReference, Timestamp } from "firebase-admin/firestore";
import type { ZonedHours } from "../../contract/hours.ts";
import type { Counts, PauseReason, RowStatus, SendKind, SendState } from "../../contract/sends.ts";
import type { DateFormat, TimeFormat } from "../../contract/templates.ts";
import { firestore } from "../../platform/firebase.ts";

/** Why what was left of a send was not sent. */
export type CancelledBy = "user" | "longPause" | "endOfLife" | "ownerDeleted";

/** The document of a send that stays: nothing personal. Times are milliseconds since 1970 (decision 4). */
export interface SendDoc {
  owner: string;
  /** Google's id of the account whose grant sends. */
  sub: string;
  /** The client's idempotency key: the send's id, as the user knows it. */
  key: string;
  /** Which attempt to prepare it this is: whoever wrote another attempt's nonce writes nothing more here. */
  nonce: string;
  kind: SendKind;
  state: SendState;
  pauseReason: PauseReason | null;
  /** When the pause began; null when it is not paused. */
  pausedAt: number | null;
  /** When a pause ends by itself; null when it waits for a person. */
  resumesAt: number | null;
  /** In which hours it goes on once the daily quota has interrupted it; null: in any. */
  goesOnIn: ZonedHours | null;
  /** Whether the daily quota has interrupted it, and no person has told it to go on since. */
  interrupted: boolean;
  cancelledBy: CancelledBy | null;
  createdAt: number;
  startsAt: number;
  /** Milliseconds for which it is held once it is accepted; 0: not at all. */
  hold: number;
  /** Until when it can be undone; null when it is not held (any more). */
  heldUntil: number | null;
  startedAt: number | null;
  endedAt: number | null;
  deletesAt: number | null;
  /** When what is left of it is cancelled, however it stands then. */
  diesAt: number;
  /** When Firestore's TTL policy may delete its rows: behind every end of it, and never moved. */
  expiresAt: number;
  /** When sweep should look at this send; null: never again. */
  wakeAt: number | null;
  /** When sweep should delete what it holds; null: nothing is there. */
  purgeAt: number | null;
  counts: Counts;
  /** Rows that were skipped from the start; those skipped since were cancelled. */
  leftOut: number;
  rowsOverLimit: number;
  /** About how much it holds until its data is deleted. */
  bytes: number;
  /** Rows that ended `failed` or `warning` since the last one sent. */
  streak: number;
  /** The lease of the worker that serves it; null between slices. One that is dead has died over this send. */
  worker: string | null;
  /** Workers that died over it and failures to load its mail, since it last went well. */
  faults: number;
  /** How often rows of it were queued once more; so that whoever counts rows meanwhile notices. */
  epoch: number;
  /** How many of its rows are written. */
  prepared: number;
  /** Whether its preparation was given up: nobody may go on with it, and whoever asks deletes it. */
  voided: boolean;
  /** Whether rows, snapshot and files have been deleted. */
  dataDeleted: boolean;
  /** Deleted by its owner: the empty document only keeps the key from sending again. */
  hidden: boolean;
}

/** A file of the mail, copied at the start. */
interface SnapshotFile {
  filename: string;
  contentType: string;
  path: string;
  size: number;
}

/** What is sent, as it was at the start; deleted with the rows. */
export interface SnapshotDoc {
  title: string;
  /** The template it was made of; null, or not there in older sends, when it was composed. */
  templateId?: string | null;
  fingerprint: string;
  subject: string;
  body: string;
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
  /** Names, in the order of each row's values. */
  variables: string[];
  /** How ambiguous dates are read, per variable: "dmy", "mdy" or "". */
  dateOrders: string[];
  files: SnapshotFile[];
  expireAt: Timestamp;
}

export interface RowDoc {
  n: number;
  /** The line of the file; null where there is none. */
  line: number | null;
  to: string;
  name: string;
  values: string[];
  /** What the check had to say about values that will be sent as they are. */
  note: string;
  /** A row that a worker has claimed is `sending`. */
  state: RowStatus;
  reason: string;
  /** It was skipped because its send was cancelled. */
  cancelled?: true;
  attempts: number;
  /** The lease under which it was claimed last, and the which call of that lease it was. */
  lease: string | null;
  call: number;
  messageId: string | null;
  expireAt: Timestamp;
}

/** A row as the plan makes it. */
export type PlannedRow = Pick<RowDoc, "n" | "line" | "to" | "name" | "values" | "note" | "state" | "reason">;

/** Takes owner and key; gives the id of the send's document. */
export function sendDocId(owner: string, key: string): string {
  return `${owner}_${key}`;
}

export function sendsCollection() {
  return firestore().collection("sends") as CollectionReference<SendDoc>;
}

/** Takes the id of a send's document; gives its reference. */
export function sendRef(id: string) {
  return sendsCollection().doc(id);
}

/** Takes the id of a send's document; gives its rows. */
export function rowsOf(id: string) {
  return sendRef(id).collection("rows") as CollectionReference<RowDoc>;
}

/** Takes a row's number; gives its document's id: padded, so that ids sort as numbers do. */
export function rowId(n: number): string {
  return String(n).padStart(7, "0");
}

export function snapshotRef(id: string) {
  return sendRef(id).collection("snapshot").doc("mail") as DocumentReference<SnapshotDoc>;
}

/** Takes the id of a send's document; gives the folder of its files, and of whatever an earlier attempt left. */
export function filesFolder(id: string): string {
  return `sends/${id}/`;
}

/** Takes the id of a send's document and the nonce of its preparation; gives the folder that only this one writes to. */
export function preparedFolder(id: string, nonce: string): string {
  return `${filesFolder(id)}${nonce}/`;
}
