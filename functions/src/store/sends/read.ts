import { AppError } from "@sendwright/core/contract/appError";
import type { SendState } from "@sendwright/core/contract/sends";
import { dateOrder, numberForm } from "@sendwright/core/contract/templates";
import { REPEATED } from "@sendwright/core/placeholders/repeated";
import {
  type Copies,
  type CopyField,
  copiesOf,
  readAddresses,
} from "@sendwright/core/recipients/copies";
import {
  type DocumentData,
  type DocumentSnapshot,
  FieldPath,
  type Timestamp,
} from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { readableOf, readFor } from "../documentSchema.ts";
import {
  rowId,
  rowsOf,
  STORED_ROWS,
  sendDocId,
  sendRef,
  sendsCollection,
  snapshotRef,
} from "./documents.ts";
import {
  type RowDoc,
  type SendDetails,
  type SendDoc,
  type SnapshotDoc,
  sendDetails,
  valuesOfRows,
} from "./schemas.ts";

/** Rows read at once. */
const ROWS_PER_READ = 200;

/** These fields of the snapshot, as stored; null if it has been deleted. */
export async function storedMail(id: string, fieldMask: string[]): Promise<DocumentData | null> {
  const [found] = await firestore().getAll(snapshotRef(id).withConverter(null), { fieldMask });
  return found?.data() ?? null;
}

/** Every row of a send as stored, in order, page by page. */
export async function* storedRows(id: string): AsyncGenerator<DocumentData> {
  const inOrder = rowsOf(id, STORED_ROWS).orderBy(FieldPath.documentId()).limit(ROWS_PER_READ);
  for (let after = rowId(0); ; ) {
    const { docs } = await inOrder.startAfter(after).get();
    for (const document of docs) yield document.data();
    const last = docs.at(-1);
    if (!last || docs.length < ROWS_PER_READ) return;
    after = last.id;
  }
}

/** A send's document as it was read, with the time that makes the next write conditional. */
export interface StoredSend extends SendDoc {
  id: string;
  updateTime: Timestamp;
}

/** Whether an email of a send is for several rows of its list. */
export function isJoined({ lastRow, counts }: Pick<SendDoc, "lastRow" | "counts">): boolean {
  return lastRow > counts.total;
}

/** Whether a send's list has a row of this number. */
export function hasRow({ lastRow }: Pick<SendDoc, "lastRow">, n: number): boolean {
  return n >= 1 && n <= lastRow;
}

/** States in which a worker has something to do. */
export const ACTIVE_STATES: readonly SendState[] = ["queued", "running"];

/** States in which a send is not over. */
export const OPEN_STATES: readonly SendState[] = ["scheduled", "queued", "running", "paused"];

export function isActive({ state }: Pick<SendDoc, "state">): boolean {
  return ACTIVE_STATES.includes(state);
}

/** A document as a send; null if it doesn't exist. Throws if it can't be read. */
export function asStoredSend(found: DocumentSnapshot<SendDoc>): StoredSend | null {
  const data = found.data();
  return data && found.updateTime ? { ...data, id: found.id, updateTime: found.updateTime } : null;
}

/** A send that cannot be read is left out, and the log names it: the others do not wait for it. */
function asStoredSends(found: { docs: DocumentSnapshot<SendDoc>[] }): StoredSend[] {
  return readableOf(found.docs, asStoredSend);
}

export async function readSend(id: string): Promise<StoredSend | null> {
  return asStoredSend(await sendRef(id).get());
}

/**
 * Every send of a user that has not ended, newest first: there is no other way to one that waits
 * for weeks.
 */
export async function openSends(owner: string): Promise<StoredSend[]> {
  const found = await sendsCollection()
    .where("owner", "==", owner)
    .where("state", "in", OPEN_STATES)
    .get();
  return asStoredSends(found).sort((a, b) => b.createdAt - a.createdAt);
}

/**
 * The next page of a user's ended sends, newest first, after where an earlier page ended (null for
 * the first), and where this one ends (null if there are no more). `unreadable`: the documents met
 * on the way that can't be read, whether their sends have ended or not. `read`: how many documents
 * were read.
 */
export async function endedSends(owner: string, before: string | null, limit: number) {
  const inOrder = sendsCollection()
    .where("owner", "==", owner)
    .orderBy("createdAt", "desc")
    .orderBy(FieldPath.documentId(), "desc");
  const sends: StoredSend[] = [];
  const unreadable: DocumentSnapshot[] = [];
  let read = 0;
  for (let rest = before === null ? inOrder : inOrder.startAfter(...readPlace(owner, before)); ; ) {
    const found = await rest.limit(limit).get();
    read += found.size;
    for (const document of found.docs) {
      const [send] = asStoredSends({ docs: [document] });
      if (!send) unreadable.push(document);
      else if (!send.hidden && !OPEN_STATES.includes(send.state) && send.state !== "preparing")
        sends.push(send);
      if (send && sends.length === limit)
        return { sends, before: `${send.createdAt}_${send.key}`, unreadable, read };
    }
    const last = found.docs.at(-1);
    if (!last || found.size < limit) return { sends, before: null, unreadable, read };
    rest = inOrder.startAfter(last);
  }
}

function readPlace(owner: string, text: string): [number, string] {
  const [, createdAt, key] = /^(\d{1,15})_([\w-]{1,128})$/.exec(text) ?? [];
  if (createdAt === undefined || key === undefined) {
    throw new AppError("invalid_input", "This page isn't valid.");
  }
  return [Number(createdAt), sendDocId(owner, key)];
}

/** The sends of a Google account (`sub`) that wait for it to be connected again. */
export async function sendsWaitingForReconnect(sub: string): Promise<StoredSend[]> {
  const found = await sendsCollection()
    .where("sub", "==", sub)
    .where("state", "==", "paused")
    .where("pauseReason", "==", "reconnect")
    .get();
  return asStoredSends(found);
}

/**
 * Follows a user's sends that a worker has something to do for, and calls back with all of them at
 * first and at each change. Returns the function that ends it. One read per send and change, none
 * per mail.
 */
export function watchActiveSends(
  owner: string,
  onChange: (sends: StoredSend[]) => void,
  onError: (cause: unknown) => void,
) {
  return sendsCollection()
    .where("owner", "==", owner)
    .where("state", "in", ACTIVE_STATES)
    .onSnapshot((found) => onChange(asStoredSends(found)), onError);
}

/**
 * Calls back with a send as it is, and at each change. Reports a send that can't be read as an
 * error: thrown into the stream of changes, it would end the process. Returns the function that
 * ends it.
 */
export function watchSend(
  id: string,
  onChange: (send: StoredSend | null) => void,
  onError: (cause: unknown) => void,
) {
  return sendRef(id).onSnapshot((found) => {
    try {
      onChange(asStoredSend(found));
    } catch (cause) {
      onError(cause);
    }
  }, onError);
}

/** The email of a send; null if it has been deleted. Throws `unreadable`. */
export async function readSnapshot(id: string): Promise<SnapshotDoc | null> {
  const found = await snapshotRef(id).get();
  return readFor("The email of this send", () => found.data() ?? null);
}

/** As `readSnapshot`. Throws `wrong_state`, too, once the data has been deleted. */
export async function requireSnapshot({
  id,
  dataDeleted,
}: Pick<StoredSend, "id" | "dataDeleted">): Promise<SnapshotDoc> {
  const snapshot = dataDeleted ? null : await readSnapshot(id);
  if (!snapshot) throw new AppError("wrong_state", "The data of this send has been deleted.");
  return snapshot;
}

/** How a snapshot reads the values of its rows: ambiguous dates, and numbers that it adds up. */
export function readingOf({
  variables,
  dateOrders,
  numberForms = [],
}: Pick<SnapshotDoc, "variables" | "dateOrders" | "numberForms">) {
  return {
    dateOrders: chosenBy(variables, dateOrders, dateOrder.options),
    numberForms: chosenBy(variables, numberForms, numberForm.options),
  };
}

/** By variable: which of the options is stored for it; none for "". */
function chosenBy<Option extends string>(
  variables: readonly string[],
  stored: readonly string[],
  options: readonly Option[],
): Map<string, Option> {
  const chosen = variables.flatMap((name, i): [string, Option][] => {
    const found = options.find((option) => option === stored[i]);
    return found === undefined ? [] : [[name, found]];
  });
  return new Map(chosen);
}

/**
 * Whether `{{#rows}}` is a condition in a stored email: an earlier version began it, which found a
 * placeholder of that name.
 */
export function asksForRows({
  variables,
  numberForms,
}: Pick<SnapshotDoc, "variables" | "numberForms">): boolean {
  return numberForms === undefined && variables.includes(REPEATED);
}

/**
 * A function that finds the values of an email's leading row, and what else its rendering needs.
 */
export function mailsOfRows(
  snapshot: Pick<SnapshotDoc, "variables" | "dateOrders" | "numberForms">,
) {
  const reading = readingOf(snapshot);
  const byName = (of: readonly string[]) =>
    new Map(snapshot.variables.map((name, i) => [name, of[i] ?? ""]));
  return (row: Pick<RowDoc, "values" | "furtherValues">) => {
    const [values = new Map<string, string>(), ...further] = valuesOfRows(row).map(byName);
    return { values, options: { ...reading, further } };
  };
}

/** A send's names, as long as its data is kept. */
export type SendHeading = Pick<SnapshotDoc, "title" | "subject"> & SendDetails;

const DETAILS = Object.keys(sendDetails.shape);

/**
 * The heading of each send by its id; sends whose data has been deleted have none. Reads no body.
 */
export async function readHeadings(
  sends: readonly Pick<StoredSend, "id" | "dataDeleted">[],
): Promise<Map<string, SendHeading>> {
  const ids = sends.filter(({ dataDeleted }) => !dataDeleted).map(({ id }) => id);
  const refs = ids.map(snapshotRef);
  const [first, ...rest] = refs;
  const found = first
    ? await first.firestore.getAll(first, ...rest, { fieldMask: ["title", "subject", ...DETAILS] })
    : [];
  return new Map(
    ids.flatMap((id, i) => {
      const title: unknown = found[i]?.get("title");
      const subject: unknown = found[i]?.get("subject");
      const details = DETAILS.map((name): [string, unknown] => [name, found[i]?.get(name)]);
      const known = Object.fromEntries(details.filter(([, text]) => typeof text === "string"));
      return typeof title !== "string" || typeof subject !== "string"
        ? []
        : [[id, { title, subject, ...known }]];
    }),
  );
}

/**
 * A function that finds who gets a copy of a row's email, by its own cells and the addresses for
 * all rows, which are read once.
 */
export function copiesOfRows(snapshot: Pick<SnapshotDoc, "cc" | "bcc">) {
  const read = (text: string, field: CopyField) => readAddresses(text, field).people;
  const [cc, bcc] = [read(snapshot.cc ?? "", "cc"), read(snapshot.bcc ?? "", "bcc")];
  return (row: Pick<RowDoc, "to" | "cc" | "bcc">): Copies =>
    copiesOf(row.to, {
      cc: row.cc === undefined ? cc : read(row.cc, "cc"),
      bcc: row.bcc === undefined ? bcc : read(row.bcc, "bcc"),
    });
}

/** About how many recipients so many emails of a send have. */
export function recipientsOf({ recipients, counts, leftOut }: SendDoc, emails: number): number {
  return Math.ceil((emails * recipients.all) / Math.max(1, counts.total - leftOut));
}

/** The fingerprint of the request that made a send; null if the data has been deleted. */
export async function readFingerprint(id: string): Promise<string | null> {
  const ref = snapshotRef(id);
  const [found] = await ref.firestore.getAll(ref, { fieldMask: ["fingerprint"] });
  return (found?.get("fingerprint") as string | undefined) ?? null;
}
