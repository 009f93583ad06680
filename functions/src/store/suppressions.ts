import { createHash } from "node:crypto";
import { AppError } from "@sendwright/core/contract/appError";
import { MAX_SUPPRESSIONS } from "@sendwright/core/contract/limits";
import {
  type Suppression,
  type SuppressionSource,
  suppressionSource,
} from "@sendwright/core/contract/suppressions";
import { groupBy } from "@sendwright/core/groupBy";
import { addressKey, bareAddress, isEmailAddress } from "@sendwright/core/recipients/recipients";
import { shortened } from "@sendwright/core/shortened";
import { withCommas } from "@sendwright/core/withCommas";
import type { DocumentSnapshot } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { untilUndisturbed } from "./changeDocument.ts";
import { readBy, readFor } from "./documentSchema.ts";
import type { OnRead } from "./sends/sameEmail.ts";
import { checkOwnersAgain } from "./userLock.ts";

/*
 * The people a user doesn't email (decision 34): a document with the version, and the entries in
 * parts by a hash of their `addressKey`. Each change writes the version with the parts it concerns
 * in one commit, if no one has changed the version since it was read. A part is one text with a line
 * for each entry: as lists of objects, 10,000 entries would delay each send that reads them.
 */

/** How many parts a list may have, each under one hexadecimal digit. */
export const PARTS = 16;
/** Bytes of a part's text; Firestore's documents hold a little more. */
const PART_BYTES = 1_000_000;

interface Entry {
  address: string;
  /** When it was added, in milliseconds. */
  since: number;
  source: SuppressionSource;
}

const listDoc = z.object({
  /** Increases with each change. */
  version: z.number(),
  /** How many entries all parts have. */
  count: z.number(),
});
export type ListDoc = z.infer<typeof listDoc>;

const LINE = new RegExp(`^(\\d{1,15}) (${suppressionSource.options.join("|")}) (.+)$`);

function lineOf({ address, since, source }: Entry): string {
  return `${since} ${source} ${address}`;
}

/** Null if it can't be read. */
function entryIn(line: string): Entry | null {
  const [, since, source, address] = LINE.exec(line) ?? [];
  return address === undefined
    ? null
    : { address, since: Number(since), source: source as SuppressionSource };
}

const entriesText = z.string().transform((text, context): Entry[] => {
  const entries = text.split("\n").map(entryIn);
  const readable = entries.filter((one) => one !== null);
  if (readable.length < entries.length)
    context.addIssue({ code: "custom", message: "An entry can't be read." });
  return readable;
});

const asList = readBy(listDoc);
const asPart = readBy(z.object({ entries: entriesText }));

const NO_LIST: ListDoc = { version: 0, count: 0 };
const THE_LIST = "Your list of people you don't email";

function listOf(uid: string) {
  return firestore().collection("suppressions").doc(uid).withConverter(asList);
}

function partsOf(uid: string) {
  return listOf(uid).collection("parts").withConverter(asPart);
}

function partFor(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 1);
}

/** Its entries, of every part that exists. */
async function readEntries(uid: string, onRead: OnRead): Promise<Entry[]> {
  const { docs } = await partsOf(uid).get();
  onRead(docs.length);
  return docs.flatMap((part) => part.data().entries);
}

/**
 * A user's list, the latest first; only its version if that is `known`, in digits. Throws
 * `unreadable`.
 */
export function readSuppressions(
  uid: string,
  onRead: OnRead,
  known?: string,
): Promise<{ version: number; suppressions?: Suppression[] }> {
  return readFor(THE_LIST, async () => {
    const { version, count } = (await listOf(uid).get()).data() ?? NO_LIST;
    if (known === String(version)) return { version };
    const entries = count === 0 ? [] : await readEntries(uid, onRead);
    const inOrder = entries.sort(
      (a, b) => b.since - a.since || (a.address < b.address ? -1 : Number(a.address > b.address)),
    );
    return { version, suppressions: inOrder.map(shown) };
  });
}

function shown({ address, since, source }: Entry): Suppression {
  return { address, since: new Date(since).toISOString(), source };
}

/** The entries of a user's list; those that can't be read as they are stored. */
export async function suppressionsAsStored(uid: string): Promise<unknown[]> {
  const { docs } = await partsOf(uid).withConverter(null).get();
  return docs.flatMap((part): unknown[] => {
    const { entries } = part.data();
    if (typeof entries !== "string") return [part.data()];
    return entries.split("\n").map((line) => {
      const found = entryIn(line);
      return found ? shown(found) : line;
    });
  });
}

/** The `addressKey`s of the people a user doesn't email. Someone without a list costs one read. */
export function readSuppressed(
  uid: string,
  onRead: OnRead = () => {},
): Promise<ReadonlySet<string>> {
  return readFor(THE_LIST, async () => {
    const { count } = (await listOf(uid).get()).data() ?? NO_LIST;
    return count === 0 ? new Set<string>() : readKeys(uid, onRead);
  });
}

/** As `readSuppressed`, of a list that is known to have entries: reads only its parts. */
export async function readKeys(
  uid: string,
  onRead: OnRead = () => {},
): Promise<ReadonlySet<string>> {
  return new Set((await readEntries(uid, onRead)).map(({ address }) => addressKey(address)));
}

/**
 * Follows the version of a user's list: calls back at first and at each change, with null as long
 * as there is none. Returns the function that ends it. One read, and one for each change.
 */
export function watchSuppressions(
  uid: string,
  onChange: (list: ListDoc | null) => void,
  onError: (cause: unknown) => void,
) {
  return listOf(uid).onSnapshot((found) => {
    try {
      onChange(found.data() ?? null);
    } catch (cause) {
      onError(cause);
    }
  }, onError);
}

/** A list's new version, the entries that a change concerned, and how many documents it wrote. */
interface SuppressionsChange {
  version: number;
  changed: Suppression[];
  written: number;
}

/**
 * Adds all of these addresses or none; those that are on the list keep their entries. `since`: when
 * each was first added, in milliseconds; now, if absent. `changed` are the new entries. Throws
 * `invalid_recipient` for the first text that isn't an address, `too_many_suppressions`,
 * `unreadable`.
 */
export async function addSuppressions(
  uid: string,
  texts: readonly string[],
  source: SuppressionSource,
  now: number,
  onRead: OnRead,
  since: readonly number[] = [],
): Promise<SuppressionsChange> {
  const entries = new Map<string, Entry>();
  for (const [at, text] of texts.entries()) {
    const address = addressIn(text);
    const key = addressKey(address);
    if (!entries.has(key)) entries.set(key, { address, since: since[at] ?? now, source });
  }
  // Everyone who stores something is looked for in the authentication service.
  await checkOwnersAgain([uid], now);
  /** The entries that a try wrote whose answer may have been lost. */
  let tried: ReadonlySet<string> = new Set();
  return changeList(uid, [...entries.keys()], onRead, (found, count) => {
    const added = [...entries].filter(([key]) => !found.has(key));
    const changed = [...entries].filter(([key, one]) => {
      const there = found.get(key);
      return there === undefined || (tried.has(key) && isSame(there, one));
    });
    if (count + added.length > MAX_SUPPRESSIONS) throw tooMany(count + added.length);
    tried = new Set([...tried, ...added.map(([key]) => key)]);
    return { changed: changed.map(([, one]) => one), next: new Map([...found, ...added]) };
  });
}

/** The address as it is stored and compared: as a list or a form would read it. */
function addressIn(text: string): string {
  const address = isEmailAddress(text.trim()) ? bareAddress(text) : null;
  if (address !== null) return address;
  throw new AppError("invalid_recipient", `Not an email address: ${shortened(text.trim())}.`);
}

function isSame(one: Entry, other: Entry): boolean {
  return one.address === other.address && one.since === other.since && one.source === other.source;
}

function tooMany(count: number): AppError {
  return new AppError(
    "too_many_suppressions",
    `${THE_LIST} can have ${withCommas(MAX_SUPPRESSIONS)} addresses. With these, it would have ${withCommas(count)}.`,
  );
}

/**
 * Removes these addresses, as the list has them. `changed` are the entries that were there. Throws
 * `unreadable`.
 */
export function removeSuppressions(
  uid: string,
  texts: readonly string[],
  onRead: OnRead,
): Promise<SuppressionsChange> {
  // Not read as typed ones are: signs around an entry would be taken off once more.
  const keys = new Set(texts.map((text) => addressKey(text.trim())));
  // Of an earlier try, too, whose answer may have been lost.
  const removed = new Map<string, Entry>();
  return changeList(uid, [...keys], onRead, (found) => {
    for (const [key, one] of found) if (keys.has(key)) removed.set(key, one);
    return {
      changed: [...removed.values()],
      next: new Map([...found].filter(([key]) => !keys.has(key))),
    };
  });
}

/** Entries by their keys. */
type Entries = ReadonlyMap<string, Entry>;

async function readParts(uid: string, names: readonly string[], onRead: OnRead): Promise<Entries> {
  const parts = (await firestore().getAll(
    ...names.map((name) => partsOf(uid).doc(name)),
  )) as DocumentSnapshot<{ entries: Entry[] }>[];
  onRead(parts.length);
  const entries = parts.flatMap((part) => part.data()?.entries ?? []);
  return new Map(entries.map((one) => [addressKey(one.address), one]));
}

/**
 * Changes the parts in which these keys are, in one commit with the version; again if someone else
 * came first. `change` gets their entries, and how many all parts have.
 */
function changeList(
  uid: string,
  keys: readonly string[],
  onRead: OnRead,
  change: (found: Entries, count: number) => { changed: readonly Entry[]; next: Entries },
): Promise<SuppressionsChange> {
  const parts = [...new Set(keys.map(partFor))];
  return readFor(THE_LIST, () =>
    untilUndisturbed(async () => {
      const list = await listOf(uid).get();
      const { version, count } = list.data() ?? NO_LIST;
      const found: Entries = count === 0 ? new Map() : await readParts(uid, parts, onRead);
      const { changed, next } = change(found, count);
      const shownEntries = changed.map(shown);
      const touched = new Set(keys.filter((key) => found.has(key) !== next.has(key)).map(partFor));
      if (touched.size === 0) return { version, changed: shownEntries, written: 0 };
      const batch = firestore().batch();
      const mark = { version: version + 1, count: count + next.size - found.size };
      if (list.updateTime) batch.update(list.ref, mark, { lastUpdateTime: list.updateTime });
      else batch.create(list.ref, mark);
      const byPart = groupBy([...next], ([key]) => partFor(key));
      for (const name of touched) {
        const part = partsOf(uid).withConverter(null).doc(name);
        const entries = byPart.get(name)?.map(([, one]) => one);
        if (entries) batch.set(part, { entries: withinPart(entries) });
        else batch.delete(part);
      }
      await batch.commit();
      return { version: version + 1, changed: shownEntries, written: 1 + touched.size };
    }),
  );
}

/** The text of a part. Throws `too_many_suppressions` if it can't hold these entries. */
function withinPart(entries: readonly Entry[]): string {
  const text = entries.map(lineOf).join("\n");
  if (Buffer.byteLength(text) <= PART_BYTES) return text;
  throw new AppError("too_many_suppressions", `${THE_LIST} has no room for these addresses.`);
}

/** Deletes the list of a user whose account is deleted. */
export async function deleteSuppressions(uid: string): Promise<void> {
  const batch = firestore().batch();
  // As stored: it may have parts that can't be read.
  for (const part of await partsOf(uid).listDocuments()) batch.delete(part);
  batch.delete(listOf(uid));
  await batch.commit();
}
