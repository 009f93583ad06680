import { createHash } from "node:crypto";
import { AppError } from "@sendwright/core/contract/appError";
import { addressKey } from "@sendwright/core/recipients/recipients";
import {
  type Aimed,
  type EarlierRow,
  idOf,
  personOf,
  type Received,
  type RowOfSend,
  whoReceived,
} from "@sendwright/core/sends/received";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { readableOf } from "../documentSchema.ts";
import { allKnownRows, knownRowsOf, sendDocId, sendRef, sendsCollection } from "./documents.ts";
import { asStoredSend, type StoredSend } from "./read.ts";
import type { KnownRow, SendDoc, SnapshotDoc } from "./schemas.ts";

/** What makes two emails the same: their template, or if they were composed their subject. */
export type Email = Pick<SnapshotDoc, "templateId" | "subject">;

/** Values that one query can look for. */
const VALUES = 30;
/** Rows that one query reads at most: 60 sends of one email to each mailbox. */
const MOST_ROWS = VALUES * 60;

const TOO_MANY =
  "There are too many sends of this email to check who received it. Delete some finished sends, or wait until their data is deleted.";

/** A hash that rows of the same email to the same mailbox share, so that one query finds them in all sends of a person. */
export function mailboxMark(owner: string, { templateId = null, subject }: Email, address: string): string {
  const email = templateId === null ? ["subject", subject.trim().normalize("NFC")] : ["template", templateId];
  return createHash("sha256")
    .update(JSON.stringify([owner, ...email, addressKey(address)]))
    .digest("base64url");
}

/** Who of a list already received an email. Throws `too_much_kept`. */
export async function receivedOf(owner: string, people: readonly Aimed[]): Promise<Received[]> {
  const [mailboxes, persons] = await Promise.all([rowsByMailbox(people), rowsByPerson(owner, people)]);
  const found = new Map([...mailboxes, ...persons].map((row) => [`${idOf(row)} ${idOf(personOf(row))}`, row]));
  const { earlier } = await withSends([...found.values()]);
  return whoReceived(people, earlier);
}

/** The rows that stand for the same people, with their sends. */
export async function rowsOfSamePeople(owner: string, people: readonly Aimed[]) {
  return withSends(await rowsByPerson(owner, people));
}

/** Rows of a send that is over, as those who may get its email again. */
export function aimedRows(send: string, rows: readonly Pick<KnownRow, "n" | "mailbox" | "from">[]): Aimed[] {
  return rows.map(({ n, mailbox = null, from = null }) => ({ row: n, mailbox, self: { send, n }, from }));
}

type FoundRow = Omit<EarlierRow, "at">;

async function rowsByMailbox(people: readonly Aimed[]): Promise<FoundRow[]> {
  const marks = [...new Set(people.flatMap(({ mailbox }) => mailbox ?? []))];
  const pages = await Promise.all(
    inChunks(marks).map(async (chunk) => {
      const found = await read(allKnownRows().where("mailbox", "in", chunk).limit(MOST_ROWS));
      if (found.length === MOST_ROWS) throw new AppError("too_much_kept", TOO_MANY);
      return found;
    }),
  );
  return pages.flat();
}

/** The rows that stand for the same people: where these came from, and whatever else came from there. */
async function rowsByPerson(owner: string, people: readonly Aimed[]): Promise<FoundRow[]> {
  const persons = people.flatMap(({ self, from }) => from ?? self ?? []);
  const origins = people.flatMap(({ from }) => from ?? []);
  const sends = [...new Set(persons.map(({ send }) => send))];
  const [came, before] = await Promise.all([
    Promise.all(inChunks(sends).map((chunk) => read(allKnownRows().where("from.send", "in", chunk)))),
    readOrigins(origins),
  ]);
  const found = [...came.flat(), ...before];
  return [...found, ...(await rowsWithoutData(owner, people, found))];
}

async function readOrigins(origins: readonly RowOfSend[]): Promise<FoundRow[]> {
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
 * The corrections of which no row says whose person it is: their data was deleted, or an older page began them. They
 * stand for everybody they were to correct, unless they reached no one.
 */
async function rowsWithoutData(
  owner: string,
  people: readonly Aimed[],
  found: readonly FoundRow[],
): Promise<FoundRow[]> {
  const known = [...people.flatMap(({ self, from }) => (self ? { ...self, from } : [])), ...found];
  const persons = new Map(known.map((row) => [idOf(row), personOf(row)]));
  const keys = [...new Set(known.map(({ send }) => keyOf(owner, send)))];
  const there = new Set(found.map((row) => `${row.send} ${idOf(personOf(row))}`));
  const corrections = await Promise.all(inChunks(keys).map((chunk) => correctionsOf(owner, chunk)));
  return corrections.flat().flatMap(({ id, corrects, counts }) => {
    if (!corrects || counts.sent + counts.warning + counts.queued + counts.sending === 0) return [];
    const send = sendDocId(owner, corrects.send);
    return corrects.rows.flatMap((n): FoundRow[] => {
      const from = persons.get(idOf({ send, n }));
      if (!from || there.has(`${id} ${idOf(from)}`)) return [];
      return [{ send: id, n: 0, mailbox: null, from, status: "warning" }];
    });
  });
}

/** The sends that correct rows of these sends (by their keys). One that was undone corrects nobody. */
async function correctionsOf(owner: string, keys: readonly string[]): Promise<StoredSend[]> {
  const found = await sendsCollection().where("owner", "==", owner).where("corrects.send", "in", keys).get();
  return readableOf(found.docs, asStoredSend).filter(({ voided }) => !voided);
}

/**
 * Rows with the times of their sends, and the sends, without those that were undone or given up. The rows of a send that
 * can't be read count: they may have been sent.
 */
async function withSends(
  rows: readonly FoundRow[],
): Promise<{ earlier: EarlierRow[]; sends: Map<string, StoredSend> }> {
  const ids = [...new Set(rows.map(({ send }) => send))];
  const found =
    ids.length === 0 ? [] : ((await firestore().getAll(...ids.map(sendRef))) as DocumentSnapshot<SendDoc>[]);
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

async function read(query: ReturnType<typeof allKnownRows>): Promise<FoundRow[]> {
  return (await query.get()).docs.map((doc) => asFound(doc.data(), doc.ref.parent.parent?.id ?? ""));
}

function asFound({ n, mailbox, from, state: status }: KnownRow, send: string): FoundRow {
  return { send, n, mailbox: mailbox ?? null, from: from ?? null, status };
}

function keyOf(owner: string, id: string): string {
  return id.slice(owner.length + 1);
}

function inChunks<T>(all: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < all.length; at += VALUES) chunks.push(all.slice(at, at + VALUES));
  return chunks;
}
