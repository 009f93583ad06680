import { Inflate } from "fflate";
import { AppError } from "../contract/appError.ts";
import { MAX_WORKBOOK_BYTES } from "../contract/limits.ts";
import { damagedWorkbook, protectedByPassword, unreadable } from "./sheet.ts";

/** The unpacked parts of a workbook, by name. */
export type WorkbookParts = Map<string, Uint8Array<ArrayBuffer>>;

/** Deflate makes at most a thousand bytes of one: after each push, the sizes are checked. */
const PUSH_BYTES = 4096;
/** Names of parts that have no cells. They aren't unpacked, however large they are. */
const WITHOUT_CELLS =
  /(?:^|\/)(?:docProps|customXml|drawings|charts|comments\d*|threadedComments|pivotCache|pivotTables|externalLinks|Thumbnails|Object [^/]*|Configurations2)(?:\/|\.xml$)|calcChain\.xml$/i;

/**
 * Unpacks the parts of a zip that have cells or formats, and counts them while it does: a file of
 * 500 kB can claim, or hold, a gigabyte.
 * @throws AppError for any zip that is no workbook, or too large, or damaged
 */
export function unpack(zip: Uint8Array): WorkbookParts {
  return unpackParts(zip, isWanted, (entries) => refuseOthers(entries.map(({ name }) => name)));
}

/**
 * Unpacks the parts of any zip whose names are wanted, within the same limits.
 * @param look gets all names and sizes first, as the zip says, and may throw
 * @throws AppError if the parts are too large or damaged
 */
export function unpackParts(
  zip: Uint8Array,
  isWantedPart: (name: string) => boolean,
  look: (entries: readonly PackedName[]) => void = () => undefined,
): WorkbookParts {
  const entries = zipEntries(zip);
  look(entries);
  const wanted = entries.filter(({ name }) => isWantedPart(name));
  requireBytes(wanted.reduce((sum, { size }) => sum + size, 0));
  let bytes = 0;
  return new Map(
    wanted.map((entry) => {
      const part = unpacked(entry, (more) => {
        bytes += more;
        requireBytes(bytes);
      });
      if (part.length !== entry.size) throw damagedWorkbook();
      return [entry.name, part];
    }),
  );
}

function isWanted(name: string): boolean {
  return (/\.(?:xml|rels)$/i.test(name) || name === "mimetype") && !WITHOUT_CELLS.test(name);
}

function unpacked(entry: PackedEntry, count: (bytes: number) => void): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  const add = (chunk: Uint8Array) => {
    count(chunk.length);
    chunks.push(chunk);
  };
  const content = entry.content();
  if (entry.method === 0) add(content);
  else if (entry.method !== 8) throw damagedWorkbook();
  else {
    const inflate = new Inflate(add);
    asDamagedWorkbook(() => {
      for (let at = 0; at < content.length; at += PUSH_BYTES) {
        inflate.push(content.subarray(at, at + PUSH_BYTES), at + PUSH_BYTES >= content.length);
      }
    });
  }
  return joinChunks(chunks);
}

/** What a zip says of a file in it. */
export interface PackedName {
  /** With slashes between folders, whatever its program wrote. */
  name: string;
  /** Bytes when unpacked. */
  size: number;
}

/** A file in a zip. */
interface PackedEntry extends PackedName {
  /** 0 if it isn't packed, 8 if it's deflated. */
  method: number;
  /** As it is in the zip. Throws if the zip is damaged there. */
  content(): Uint8Array;
}

const SIGNATURE = {
  file: 0x04034b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
};
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
/** Says that the number has 64 bits and is in another place. */
const ELSEWHERE = 0xffffffff;

/**
 * The files of a zip by its directory, which is the only place that says where each of them begins
 * and ends.
 * @throws AppError if the zip is damaged
 */
function zipEntries(zip: Uint8Array): PackedEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const word = (at: number) =>
    at >= 0 && at + 2 <= zip.length ? view.getUint16(at, true) : fail();
  const long = (at: number) =>
    at >= 0 && at + 4 <= zip.length ? view.getUint32(at, true) : fail();
  const wide = (at: number) => long(at) + long(at + 4) * 2 ** 32;

  const end = endOf(zip, long);
  const has64 = end >= 20 && long(end - 20) === SIGNATURE.locator64;
  const end64 = has64 ? wide(end - 12) : -1;
  if (has64 && long(end64) !== SIGNATURE.end64) throw damagedWorkbook();
  let at = has64 ? wide(end64 + 48) : long(end + 16);
  const count = has64 ? wide(end64 + 32) : word(end + 10);

  const entries: PackedEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (long(at) !== SIGNATURE.entry) throw damagedWorkbook();
    const [nameBytes, extraBytes] = [word(at + 28), word(at + 30)];
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameBytes));
    const extra = extra64(at + 46 + nameBytes, extraBytes);
    const [size = 0, packed = 0, start = 0] = [24, 20, 42].map((field) => {
      const value = long(at + field);
      return value === ELSEWHERE && extra.length > 0 ? (extra.shift() ?? 0) : value;
    });
    entries.push({
      name: name.replaceAll("\\", "/").replace(/^\/+/, ""),
      size,
      method: word(at + 10),
      content: () => contentAt(start, packed),
    });
    at += 46 + nameBytes + extraBytes + word(at + 32);
  }
  return entries;

  function contentAt(start: number, bytes: number): Uint8Array {
    if (long(start) !== SIGNATURE.file) throw damagedWorkbook();
    const content = start + 30 + word(start + 26) + word(start + 28);
    if (content + bytes > zip.length) throw damagedWorkbook();
    return zip.subarray(content, content + bytes);
  }

  /** The numbers of 64 bits in the fields that belong to an entry. */
  function extra64(from: number, bytes: number): number[] {
    for (let field = from; field + 4 <= from + bytes; field += 4 + word(field + 2)) {
      if (word(field) === 1)
        return Array.from({ length: word(field + 2) >> 3 }, (_, at) => wide(field + 4 + 8 * at));
    }
    return [];
  }
}

function endOf(zip: Uint8Array, long: (at: number) => number): number {
  for (
    let at = zip.length - END_BYTES;
    at >= 0 && at >= zip.length - END_BYTES - MAX_COMMENT_BYTES;
    at -= 1
  ) {
    if (long(at) === SIGNATURE.end) return at;
  }
  throw damagedWorkbook();
}

function fail(): never {
  throw damagedWorkbook();
}

/** Runs the library, which throws errors of its own. */
export function asDamagedWorkbook<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof AppError ? error : damagedWorkbook();
  }
}

export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function requireBytes(bytes: number): void {
  if (bytes <= MAX_WORKBOOK_BYTES) return;
  const most = MAX_WORKBOOK_BYTES / 1024 / 1024;
  throw unreadable(
    `This workbook is larger than ${most} MB when unpacked. Copy the sheet with your people into a workbook of its own.`,
  );
}

const SAVE_AS = "save the sheet as .xlsx or CSV, and choose that file.";
/** The kind of a zip, by the name of one of its files. */
const OTHERS: readonly [name: RegExp, sentence: string][] = [
  [/^xl\/workbook\.bin$/, `This is a binary Excel workbook (.xlsb). Open it in Excel, ${SAVE_AS}`],
  [/^word\//, "This is a Word document, not a workbook."],
  [/^ppt\//, "This is a PowerPoint presentation, not a workbook."],
  [
    /^Index\/Document\.iwa$|^Index\.zip$/,
    `This is an Apple Numbers or Pages file. Open it there, ${SAVE_AS}`,
  ],
];

function refuseOthers(names: readonly string[]): void {
  const other = OTHERS.find(([name]) => names.some((one) => name.test(one)));
  if (other) throw unreadable(other[1]);
  if (
    names.includes("content.xml") ||
    names.some((name) => /(?:^|\/)workbook\d*\.xml$/i.test(name))
  )
    return;
  if (names.includes("encrypted-package")) throw protectedByPassword();
  throw unreadable(
    "This is a zip archive, not a workbook. Unpack it, and choose the file with your people.",
  );
}
