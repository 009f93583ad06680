import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file for a zip. Text comes piece by piece and is compressed; bytes are stored as they are. */
export interface ZipEntry {
  name: string;
  content: Buffer | AsyncIterable<Buffer>;
}

/** An entry as the directory of a zip lists it. */
export interface ListedEntry {
  name: string;
  crc: number;
  /** Bytes of the content, and as they are in the zip. */
  size: number;
  packed: number;
  isCompressed: boolean;
  /** Where it begins, in bytes. */
  offset: number;
}

/** The flag that names are UTF-8. */
const UTF8 = 0x0800;
const DEFLATED = 8;
/** The least version of a reader, and that for zips with numbers of 64 bits. */
const VERSION = 20;
const VERSION_64 = 45;
/** Made on Unix, where files have the mode `rw-r--r--`. */
const UNIX = 3 << 8;
const FILE_MODE = 0o100644 * 0x10000;
/**
 * The greatest numbers of 16 and 32 bits. In their place, they say that the number is in a field of
 * 64 bits.
 */
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

/**
 * The bytes of an entry that begins at `offset`, and its line for the directory. Memory holds all
 * of it, text only as compressed.
 */
export async function packEntry(
  { name, content }: ZipEntry,
  offset: number,
  time: Date,
): Promise<{ listed: ListedEntry; bytes: Buffer[] }> {
  const { crc, size, bytes } = Buffer.isBuffer(content)
    ? { crc: crc32(content), size: content.length, bytes: [content] }
    : await compressed(content);
  const packed = bytes.reduce((sum, piece) => sum + piece.length, 0);
  const listed = { name, crc, size, packed, isCompressed: !Buffer.isBuffer(content), offset };
  return { listed, bytes: [localHeader(listed, time), ...bytes] };
}

async function compressed(content: AsyncIterable<Buffer>) {
  const bytes: Buffer[] = [];
  let crc = 0;
  let size = 0;
  await pipeline(
    async function* () {
      for await (const piece of content) {
        crc = crc32(piece, crc);
        size += piece.length;
        yield piece;
      }
    },
    createDeflateRaw(),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) bytes.push(piece);
    },
  );
  return { crc, size, bytes };
}

/** Writes numbers one after the other, each with its number of bytes. */
function numbers(...all: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const written = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) {
    if (bytes === 2) written.writeUInt16LE(value, at);
    else if (bytes === 4) written.writeUInt32LE(value, at);
    else written.writeBigUInt64LE(BigInt(value), at);
    at += bytes;
  }
  return written;
}

/** A date as MS-DOS writes it, in UTC. */
function dosTime(time: Date): [2 | 4 | 8, number][] {
  const clock =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  const day =
    ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  return [
    [2, clock],
    [2, day],
  ];
}

/** What the header of an entry and its line of the directory have in common. */
function described(
  { name, crc, size, packed, isCompressed }: ListedEntry,
  time: Date,
): [2 | 4 | 8, number][] {
  return [
    [2, UTF8],
    [2, isCompressed ? DEFLATED : 0],
    ...dosTime(time),
    [4, crc],
    [4, packed],
    [4, size],
    [2, Buffer.byteLength(name)],
  ];
}

function localHeader(entry: ListedEntry, time: Date): Buffer {
  const header = numbers([4, 0x04034b50], [2, VERSION], ...described(entry, time), [2, 0]);
  return Buffer.concat([header, Buffer.from(entry.name)]);
}

function directoryLine(entry: ListedEntry, time: Date): Buffer {
  const { name, offset } = entry;
  const isFar = offset >= MAX_32;
  const far = isFar ? numbers([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  const version = isFar ? VERSION_64 : VERSION;
  const line = numbers(
    [4, 0x02014b50],
    [2, UNIX | version],
    [2, version],
    ...described(entry, time),
    [2, far.length],
    // No comment, the first disk, no attributes of MS-DOS.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, FILE_MODE],
    [4, isFar ? MAX_32 : offset],
  );
  return Buffer.concat([line, Buffer.from(name), far]);
}

/** The end of a zip: its directory, which begins at `start`. */
export function zipEnd(entries: readonly ListedEntry[], start: number, time: Date): Buffer {
  const lines = Buffer.concat(entries.map((entry) => directoryLine(entry, time)));
  const count = entries.length;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, MAX_16)],
    [2, Math.min(count, MAX_16)],
    [4, Math.min(lines.length, MAX_32)],
    [4, Math.min(start, MAX_32)],
    [2, 0],
  );
  const isLarge = count >= MAX_16 || start >= MAX_32;
  return Buffer.concat([lines, ...(isLarge ? [largeEnd(count, lines.length, start)] : []), end]);
}

/** The end with numbers of 64 bits, and where it begins. */
function largeEnd(count: number, length: number, start: number): Buffer {
  return numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, UNIX | VERSION_64],
    [2, VERSION_64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, start],
    [4, 0x07064b50],
    [4, 0],
    [8, start + length],
    [4, 1],
  );
}
