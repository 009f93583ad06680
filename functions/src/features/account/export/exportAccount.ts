import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { User } from "../../../http/requireUser.ts";
import { accountEntry, type ExportPlan, entriesOf, planExport, sendsEntry } from "./contents.ts";
import { type ListedEntry, packEntry, type ZipEntry, zipEnd } from "./zip.ts";

/**
 * Writes all stored data of a user as a zip: the account, each template with its files, the list of
 * sends, and for each send whose data isn't deleted yet the email, its files and its rows. Reads
 * and writes one after the other, so that memory never holds more than one file or one page of
 * rows. Throws `not_found` if a file is missing: half an export must not look complete.
 */
export async function exportAccount(user: User, target: () => Writable): Promise<void> {
  const made = await planExport(user, Date.now());
  await pipeline(Readable.from(wholeZip(made)), target());
}

async function* wholeZip(made: ExportPlan): AsyncGenerator<Buffer> {
  const listed: ListedEntry[] = [];
  let start = 0;
  for (const item of made.items) {
    for await (const piece of packed(entriesOf(made.uid, item), made, listed, start)) {
      start += piece.length;
      yield piece;
    }
  }
  yield* lastOf(made, listed, start);
}

/**
 * The bytes of entries, one after the other, the first at `start`. Lists each when all of it is
 * written.
 */
export async function* packed(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  { madeAt }: ExportPlan,
  listed: ListedEntry[],
  start: number,
): AsyncGenerator<Buffer> {
  let offset = start;
  for await (const entry of entries) {
    const { listed: line, bytes } = await packEntry(entry, offset, new Date(madeAt));
    for (const piece of bytes) {
      offset += piece.length;
      yield piece;
    }
    listed.push(line);
  }
}

/**
 * The entries after all items, from `start`: the account, the list of sends and the zip's
 * directory.
 */
export async function* lastOf(
  made: ExportPlan,
  items: readonly ListedEntry[],
  start: number,
): AsyncGenerator<Buffer> {
  const listed = [...items];
  const names = new Set(items.map(({ name }) => name));
  let offset = start;
  for await (const piece of packed(
    [accountEntry(made), sendsEntry(made, names)],
    made,
    listed,
    start,
  )) {
    offset += piece.length;
    yield piece;
  }
  yield zipEnd(listed, offset, new Date(made.madeAt));
}
