import { damagedWorkbook } from "./sheet.ts";
import { joinChunks } from "./unpack.ts";

/**
 * The container of an `.xls` is made of sectors. Each names the one that follows it, in a table.
 */
const END_OF_CHAIN = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const ENTRY_BYTES = 128;
/** Tables that the header names: enough for 7 MB. */
const TABLES = 109;
const SMALL_SECTOR = 64;

/**
 * The streams in the container's main folder, by name in small letters: the case of a name has no
 * meaning. The library's own reader follows a chain that returns to itself forever.
 * @throws AppError if it's damaged
 */
export function openOle(bytes: Uint8Array): Map<string, Uint8Array> {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 512) throw damagedWorkbook();
  const size = 2 ** file.getUint16(30, true);
  if (size !== 512 && size !== 4096) throw damagedWorkbook();
  const sector = (index: number) => bytes.subarray((index + 1) * size, (index + 2) * size);
  const tables = Array.from({ length: TABLES }, (_, index) => file.getUint32(76 + 4 * index, true));
  const next = wordsIn(tables.filter((table) => table < END_OF_CHAIN).map(sector));
  const stream = (start: number) => joinChunks(chain(start, next).map(sector));

  const entries = entriesIn(stream(file.getUint32(48, true)));
  const root = entries[0];
  if (!root) throw damagedWorkbook();
  const small = stream(root.start);
  const nextSmall = wordsIn([stream(file.getUint32(60, true))]);
  const smallSector = (index: number) =>
    small.subarray(index * SMALL_SECTOR, (index + 1) * SMALL_SECTOR);
  const smallest = file.getUint32(56, true);
  return new Map(
    childrenOf(root, entries).map(({ name, start, length }) => {
      const content =
        length < smallest ? joinChunks(chain(start, nextSmall).map(smallSector)) : stream(start);
      if (content.length < length) throw damagedWorkbook();
      return [name.toLowerCase(), content.subarray(0, length)];
    }),
  );
}

function wordsIn(sectors: readonly Uint8Array[]): number[] {
  return sectors.flatMap((sector) => {
    const view = new DataView(sector.buffer, sector.byteOffset, sector.length);
    return Array.from({ length: Math.floor(sector.length / 4) }, (_, index) =>
      view.getUint32(4 * index, true),
    );
  });
}

/** The sectors from `start` on. */
function chain(start: number, next: readonly number[]): number[] {
  const sectors: number[] = [];
  for (let at = start; at < END_OF_CHAIN; at = next[at] ?? END_OF_CHAIN) {
    sectors.push(at);
    if (sectors.length > next.length) throw damagedWorkbook();
  }
  return sectors;
}

interface OleEntry {
  name: string;
  isStream: boolean;
  left: number;
  right: number;
  child: number;
  start: number;
  length: number;
}

function entriesIn(directory: Uint8Array): OleEntry[] {
  return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, index) => {
    const bytes = directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const nameEnd = Math.min(64, Math.max(2, view.getUint16(64, true))) - 2;
    return {
      name: new TextDecoder("utf-16le").decode(bytes.subarray(0, nameEnd)),
      isStream: view.getUint8(66) === 2,
      left: view.getUint32(68, true),
      right: view.getUint32(72, true),
      child: view.getUint32(76, true),
      start: view.getUint32(116, true),
      length: view.getUint32(120, true),
    };
  });
}

/**
 * The streams of a folder, which are a tree. Workbooks within the workbook are in other folders.
 */
function childrenOf(folder: OleEntry, entries: readonly OleEntry[]): OleEntry[] {
  const found = new Set<OleEntry>();
  const waiting = [folder.child];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = index === NO_ENTRY ? undefined : entries[index];
    if (!entry || found.has(entry)) continue;
    found.add(entry);
    waiting.push(entry.left, entry.right);
  }
  return [...found].filter(({ isStream }) => isStream);
}
