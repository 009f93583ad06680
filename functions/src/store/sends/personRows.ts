import { MAX_FOUND_ROWS } from "@sendwright/core/contract/limits";
import { COPY_FIELDS, type CopyField } from "@sendwright/core/recipients/copies";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { nameWords } from "@sendwright/core/recipients/nameWords";
import { addressKey, type RecipientText } from "@sendwright/core/recipients/recipients";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { readableOf } from "../documentSchema.ts";
import { allRows, allSnapshots, SHOWN_ROWS, sendRef, sendsCollection } from "./documents.ts";
import { asStoredSend, readHeadings, type SendHeading, type StoredSend } from "./read.ts";
import type { TimedRow } from "./rows.ts";
import { nameMark, type OnRead, personMark } from "./sameEmail.ts";
import type { SendDoc, ShownRow } from "./schemas.ts";

/** How a person gets an email. */
type AddressedAs = "to" | CopyField;

/** A row of a person, with the id of its send. */
interface PersonRow {
  send: string;
  row: TimedRow;
  as: AddressedAs;
  /** Whether the worker left out this copy. */
  isLeftOut: boolean;
}

/** Everything that is kept of emails to one person. */
export interface PersonRows {
  /** Newest first, without tests and sends that were undone. */
  sends: StoredSend[];
  /** Of these sends and maybe of others, by id. */
  headings: ReadonlyMap<string, SendHeading>;
  /** By send, as in `sends`, then by number. */
  rows: PersonRow[];
  /** The sends that copy every email to the person. */
  copied: { send: string; as: CopyField }[];
  hasMore: boolean;
  /** How many sends can't be read or searched. */
  unknown: number;
}

/** The names of the people of each row that an email is for, as far as they are known. */
export function namesIn({ person, further = [] }: Pick<ShownRow, "person" | "further">): string[] {
  return [person, ...further.map((one) => one.person)].filter((name) => name !== undefined);
}

/** Whom a search is for. */
interface Sought {
  /** The mark that a query finds. */
  mark: string;
  /** Whether one of the addresses in a text is theirs. */
  isPiece: (piece: RecipientText) => boolean;
  /** Whether a row is to them, by the names of its people; null for a search by address. */
  isNamed: ((row: ShownRow) => boolean) | null;
}

/** A search for an address. */
export function byAddress(owner: string, address: string): Sought {
  const key = addressKey(address);
  return {
    mark: personMark(owner, address),
    isPiece: (piece) => piece.address !== null && addressKey(piece.address) === key,
    isNamed: null,
  };
}

/** A search for everyone whose name has all of some words, of which there is at least one. */
export function byName(owner: string, words: readonly string[]): Sought {
  const isName = (name: string) => {
    const its = new Set(nameWords(name));
    return words.every((word) => its.has(word));
  };
  // A query finds one word: the longest is probably in the fewest names.
  const [longest = ""] = [...words].sort((a, b) => b.length - a.length);
  return {
    mark: nameMark(owner, longest),
    isPiece: ({ name }) => isName(name),
    isNamed: (row) => namesIn(row).some(isName),
  };
}

/** Finds a person's rows in all sends of an owner whose data isn't deleted yet. */
export async function rowsOfPerson(
  owner: string,
  { mark, isPiece, isNamed }: Sought,
  onRead: OnRead,
): Promise<PersonRows> {
  const isIn = (text: unknown) => typeof text === "string" && splitRecipients(text).some(isPiece);
  const [found, mails, unsearched] = await Promise.all([
    allRows(SHOWN_ROWS)
      .where("who", "array-contains", mark)
      .limit(MAX_FOUND_ROWS + 1)
      .get(),
    allSnapshots()
      .where("who", "array-contains", mark)
      .limit(MAX_FOUND_ROWS)
      .select(...COPY_FIELDS)
      .get(),
    countUnsearched(owner, isNamed === null ? "findable" : "findableByName"),
  ]);
  onRead(found.size + mails.size + 1);
  const rows = found.docs.slice(0, MAX_FOUND_ROWS).flatMap((document): PersonRow | [] => {
    const row = document.data();
    const isTo = isNamed?.(row) ?? isIn(row.to);
    const as = isTo ? "to" : COPY_FIELDS.find((field) => isIn(row[field]));
    // One of the words is in someone else's name, or it was a copy that the worker left out.
    if (isNamed !== null && as === undefined) return [];
    const writtenAt = document.updateTime.toMillis();
    return {
      send: document.ref.parent.parent?.id ?? "",
      row: { ...row, writtenAt },
      as: as ?? "cc",
      // The mark stays when the worker leaves out a copy, but the address goes.
      isLeftOut: as === undefined,
    };
  });
  const copied = mails.docs.flatMap((document): PersonRows["copied"] => {
    const as = COPY_FIELDS.find((field) => isIn(document.get(field)));
    return as ? [{ send: document.ref.parent.parent?.id ?? "", as }] : [];
  });
  const { sends, headings, unreadable } = await sendsOf(
    [...rows, ...copied].map(({ send }) => send),
    onRead,
  );
  const order = new Map(sends.map(({ id }, i) => [id, i]));
  const place = ({ send }: { send: string }) => order.get(send) ?? -1;
  const isShown = (one: { send: string }) => place(one) >= 0;
  return {
    sends,
    headings,
    rows: rows.filter(isShown).sort((a, b) => place(a) - place(b) || a.row.n - b.row.n),
    copied: copied.filter(isShown).sort((a, b) => place(a) - place(b)),
    hasMore: found.size > MAX_FOUND_ROWS || mails.size === MAX_FOUND_ROWS,
    unknown: unsearched + unreadable,
  };
}

/** The sends with these ids that a person sees, newest first, and how many can't be read. */
async function sendsOf(ids: readonly string[], onRead: OnRead) {
  const all = [...new Set(ids)];
  const refs = all.map(sendRef);
  const [found, headings] = await Promise.all([
    refs.length === 0 ? [] : (firestore().getAll(...refs) as Promise<DocumentSnapshot<SendDoc>[]>),
    readHeadings(all.map((id) => ({ id, dataDeleted: false }))),
  ]);
  onRead(2 * all.length);
  const read = readableOf(found, asStoredSend);
  const sends = read
    .filter(({ voided, hidden, dataDeleted }) => !voided && !hidden && !dataDeleted)
    .filter(({ state }) => state !== "preparing")
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  const exist = found.filter(({ exists }) => exists).length;
  return { sends, headings, unreadable: exist - read.length };
}

/** How many sends with data an earlier version began, whose rows no such search finds. */
async function countUnsearched(
  owner: string,
  mark: "findable" | "findableByName",
): Promise<number> {
  const kept = sendsCollection().where("owner", "==", owner).where("dataDeleted", "==", false);
  const [all, findable] = await Promise.all([
    kept.count().get(),
    kept.where(mark, "==", true).count().get(),
  ]);
  return Math.max(0, all.data().count - findable.data().count);
}
