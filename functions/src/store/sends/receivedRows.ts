import { AppError } from "@sendwright/core/contract/appError";
import { readAddresses } from "@sendwright/core/recipients/copies";
import type { Recipient } from "@sendwright/core/recipients/recipients";
import {
  type EarlierRow,
  type IntendedPerson,
  idOf,
  personOf,
  type Receipt,
  type RowOfSend,
  whoReceived,
} from "@sendwright/core/sends/received";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { readableOf } from "../documentSchema.ts";
import {
  allRows,
  KNOWN_ROWS,
  knownRowsOf,
  sendDocId,
  sendRef,
  sendsCollection,
} from "./documents.ts";
import { inChunks } from "./inChunks.ts";
import { asStoredSend, type StoredSend } from "./read.ts";
import {
  type AskedEmail,
  type EmailIdentity,
  mailboxMark,
  type OnRead,
  sameEmails,
} from "./sameEmail.ts";
import { type KnownRow, rowNumbersOf, type SendDoc } from "./schemas.ts";

/** Documents that one question reads at most: 50 sends to 1,000 people. */
const MAX_READ = 50_000;
/** Queries at once, each with so many rows: together, they may be read beyond `MAX_READ`. */
const QUERIES_AT_ONCE = 10;
const ROWS_PER_QUERY = 1_000;

const TOO_MANY =
  "There are too many sends of this email to check who received it. Delete some finished sends, or wait until their data is deleted.";

/** Someone who is about to get an email. */
interface AimedPerson extends IntendedPerson {
  /** The further rows of the send that their email is for. */
  numbers?: readonly number[];
}

/** Someone who is about to get an email, with their address. */
export interface PersonWithAddress extends AimedPerson {
  /** Null if they have none, or if their row says nothing of its mailbox. */
  address: string | null;
}

/**
 * Who of a list already received an email, apart from the send (by its id) that the list is to
 * replace. Throws `too_much_kept`.
 */
export async function receivedOf(
  owner: string,
  email: AskedEmail,
  people: readonly PersonWithAddress[],
  onRead: OnRead,
  replaced?: string,
): Promise<Receipt[]> {
  const reads = limited(onRead);
  const marks = marksOf(owner, await sameEmails(owner, email, reads), people);
  const mailboxes = await readRowsIn("mailbox", [...marks.keys()], reads);
  const persons = await rowsByPerson(owner, people, reads);
  const isGrouped = people.some(({ group }) => group !== undefined);
  const markOf = ({ address }: Recipient) => mailboxMark(owner, email, address);
  const others = [...mailboxes, ...persons].filter(({ send }) => send !== replaced);
  const all = others.map(({ mailbox, cc, ...row }) => {
    const known = mailbox === null ? undefined : marks.get(mailbox);
    const copied = isGrouped && cc ? readAddresses(cc, "").people.map(markOf) : [];
    return { ...row, mailbox: known ?? mailbox, copied };
  });
  const found = new Map(all.map((row) => [`${idOf(row)} ${idOf(personOf(row))}`, row]));
  const { earlier } = await withSends([...found.values()], reads);
  return whoReceived(people, earlier);
}

/** The rows of the same people, with their sends. Throws `too_much_kept`. */
export async function rowsOfSamePeople(
  owner: string,
  people: readonly AimedPerson[],
  onRead: OnRead,
) {
  const reads = limited(onRead);
  return withSends(await rowsByPerson(owner, people, reads), reads);
}

/** Passes on the documents read; throws `too_much_kept` above the most. */
function limited(onRead: OnRead): OnRead {
  let read = 0;
  return (documents) => {
    onRead(documents);
    read += documents;
    if (read > MAX_READ) throw new AppError("too_much_kept", TOO_MANY);
  };
}

/**
 * Each mark that these people's rows can have, by this email or by one that counts as the same, to
 * the mark by this one.
 */
function marksOf(
  owner: string,
  others: readonly EmailIdentity[],
  people: readonly PersonWithAddress[],
): Map<string, string> {
  return new Map(
    people.flatMap(({ mailbox, address }) => {
      if (mailbox === null) return [];
      const same =
        address === null ? [] : others.map((other) => mailboxMark(owner, other, address));
      return [mailbox, ...same].map((mark): [string, string] => [mark, mailbox]);
    }),
  );
}

/** Rows of a send that is over, as those who may get its email again, with their addresses. */
export function addressedRows(send: string, rows: readonly KnownRow[]): PersonWithAddress[] {
  const aimed = aimedRows(send, rows);
  return aimed.map((one, i) => ({ ...one, address: rows[i]?.to ?? null }));
}

/** Rows of a send that is over, as those who may get its email again. */
export function aimedRows(
  send: string,
  rows: readonly Pick<KnownRow, "n" | "numbers" | "mailbox" | "content" | "from">[],
): AimedPerson[] {
  return rows.map(({ n, numbers = [], mailbox = null, content = null, from = null }) => ({
    row: n,
    numbers,
    mailbox,
    self: { send, n },
    from,
    content,
  }));
}

interface UndatedRow extends Omit<EarlierRow, "at" | "copied"> {
  /** The further rows that its email is for. */
  numbers?: readonly number[];
  /** Its own copies, as written. */
  cc?: string | undefined;
}

/** The rows of the same people: the rows these came from, and all others that came from those. */
async function rowsByPerson(
  owner: string,
  people: readonly AimedPerson[],
  onRead: OnRead,
): Promise<UndatedRow[]> {
  const persons = people.flatMap(({ self, from }) => from ?? self ?? []);
  const origins = people.flatMap(({ from }) => from ?? []);
  const sends = [...new Set(persons.map(({ send }) => send))];
  const [came, before] = await Promise.all([
    readRowsIn("from.send", sends, onRead),
    readOrigins(origins),
  ]);
  // One that is gone costs as much.
  onRead(origins.length);
  const found = [...came, ...before];
  return [...found, ...(await rowsWithoutData(owner, people, found, onRead))];
}

async function readOrigins(origins: readonly RowOfSend[]): Promise<UndatedRow[]> {
  const bySend = [...new Set(origins.map(({ send }) => send))].map(async (send) => {
    const rows = await knownRowsOf(
      send,
      origins.flatMap((one) => (one.send === send ? one.n : [])),
    );
    return rows.map((row) => asFound(row, send));
  });
  return (await Promise.all(bySend)).flat();
}

/**
 * Corrections whose rows don't name their person: their data was deleted, or an older page began
 * them. They count for everyone they were meant to correct, unless they reached no one.
 */
async function rowsWithoutData(
  owner: string,
  people: readonly AimedPerson[],
  found: readonly UndatedRow[],
  onRead: OnRead,
): Promise<UndatedRow[]> {
  const own = people.flatMap(({ self, from, numbers = [] }) =>
    self ? { ...self, from, numbers } : [],
  );
  const rows = [...own, ...found];
  const persons = personsByRow(rows);
  const named = new Set(found.map((row) => `${row.send} ${idOf(personOf(row))}`));
  const keys = [...new Set(rows.map(({ send }) => sendKey(owner, send)))];
  const corrections = await Promise.all(
    inChunks(keys).map((chunk) => correctionsOf(owner, chunk, onRead)),
  );
  return corrections.flat().flatMap(({ id, corrects, counts }) => {
    const emails = counts.sent + counts.warning + counts.queued + counts.sending;
    if (!corrects || emails === 0) return [];
    const send = sendDocId(owner, corrects.send);
    return corrects.rows
      .flatMap((n) => persons.get(idOf({ send, n })) ?? [])
      .filter((from) => !named.has(`${id} ${idOf(from)}`))
      .map((from) => ({ send: id, n: 0, mailbox: null, from, content: null, status: "warning" }));
  });
}

/** By each row of an email, further ones too: the person it is for. */
function personsByRow(
  rows: readonly Pick<UndatedRow, "send" | "n" | "from" | "numbers">[],
): Map<string, RowOfSend> {
  return new Map(
    rows.flatMap((row) =>
      rowNumbersOf(row).map((n) => [idOf({ send: row.send, n }), personOf(row)] as const),
    ),
  );
}

/** The sends that correct rows of these sends (by their keys). An undone send corrects no one. */
async function correctionsOf(
  owner: string,
  keys: readonly string[],
  onRead: OnRead,
): Promise<StoredSend[]> {
  const found = await sendsCollection()
    .where("owner", "==", owner)
    .where("corrects.send", "in", keys)
    .get();
  onRead(found.docs.length);
  return readableOf(found.docs, asStoredSend).filter(({ voided }) => !voided);
}

/**
 * Rows with the times of their sends, and the sends, without those that were undone or given up.
 * The rows of a send that can't be read count: they may have been sent.
 */
async function withSends(
  rows: readonly Omit<EarlierRow, "at">[],
  onRead: OnRead,
): Promise<{ earlier: EarlierRow[]; sends: Map<string, StoredSend> }> {
  const ids = [...new Set(rows.map(({ send }) => send))];
  const found =
    ids.length === 0
      ? []
      : ((await firestore().getAll(...ids.map(sendRef))) as DocumentSnapshot<SendDoc>[]);
  onRead(found.length);
  const sends = new Map<string, StoredSend>();
  const times = new Map<string, string>();
  for (const doc of found) {
    const [send] = readableOf([doc], asStoredSend);
    if (send?.voided) continue;
    if (send) sends.set(send.id, send);
    const at = send ? (send.startedAt ?? send.startsAt) : doc.createTime?.toMillis();
    if (at !== undefined) times.set(doc.id, new Date(at).toISOString());
  }
  const earlier = rows.flatMap((row) => {
    const at = times.get(row.send);
    return at === undefined ? [] : [{ ...row, at }];
  });
  return { earlier, sends };
}

/** All rows of all sends that have one of these values in a field. */
async function readRowsIn(
  field: "mailbox" | "from.send",
  values: string[],
  onRead: OnRead,
): Promise<UndatedRow[]> {
  const rows: UndatedRow[] = [];
  const readPages = async (chunk: string[]) => {
    const query = allRows(KNOWN_ROWS).where(field, "in", chunk).limit(ROWS_PER_QUERY);
    for (let next = query; ; ) {
      const { docs } = await next.get();
      onRead(docs.length);
      for (const doc of docs) rows.push(asFound(doc.data(), doc.ref.parent.parent?.id ?? ""));
      const last = docs.at(-1);
      if (!last || docs.length < ROWS_PER_QUERY) return;
      next = query.startAfter(last);
    }
  };
  const chunks = inChunks(values);
  while (chunks.length > 0) await Promise.all(chunks.splice(0, QUERIES_AT_ONCE).map(readPages));
  return rows;
}

function asFound(row: KnownRow, send: string): UndatedRow {
  const { n, numbers = [], mailbox = null, content = null, from = null, state: status, cc } = row;
  return { send, n, numbers, mailbox, content, from, status, cc };
}

function sendKey(owner: string, id: string): string {
  return id.slice(owner.length + 1);
}
