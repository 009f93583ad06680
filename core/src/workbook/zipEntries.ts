import { damaged } from "./sheet.ts";

/** A file in a zip. */
export interface ZipEntry {
  /** With slashes between folders, whatever its program wrote. */
  name: string;
  /** Bytes when unpacked, as the zip says. */
  size: number;
  /** 0 if it isn't packed, 8 if it's deflated. */
  method: number;
  /** As it is in the zip. Throws if the zip is damaged there. */
  content(): Uint8Array;
}

const SIGNATURE = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 };
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
/** Stands where a number has 64 bits of its own elsewhere. */
const ELSEWHERE = 0xffffffff;

/**
 * The files of a zip by its directory, which is the only place that says where each of them begins and ends.
 * @throws AppError if the zip is damaged
 */
export function zipEntries(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const word = (at: number) => (at >= 0 && at + 2 <= zip.length ? view.getUint16(at, true) : fail());
  const long = (at: number) => (at >= 0 && at + 4 <= zip.length ? view.getUint32(at, true) : fail());
  const wide = (at: number) => long(at) + long(at + 4) * 2 ** 32;

  const end = endOf(zip, long);
  const has64 = end >= 20 && long(end - 20) === SIGNATURE.locator64;
  const end64 = has64 ? wide(end - 12) : -1;
  if (has64 && long(end64) !== SIGNATURE.end64) throw damaged();
  let at = has64 ? wide(end64 + 48) : long(end + 16);
  const count = has64 ? wide(end64 + 32) : word(end + 10);

  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (long(at) !== SIGNATURE.entry) throw damaged();
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
    if (long(start) !== SIGNATURE.file) throw damaged();
    const content = start + 30 + word(start + 26) + word(start + 28);
    if (content + bytes > zip.length) throw damaged();
    return zip.subarray(content, content + bytes);
  }

  /** The numbers of 64 bits in the fields that belong to an entry. */
  function extra64(from: number, bytes: number): number[] {
    for (let field = from; field + 4 <= from + bytes; field += 4 + word(field + 2)) {
      if (word(field) === 1) return Array.from({ length: word(field + 2) >> 3 }, (_, at) => wide(field + 4 + 8 * at));
    }
    return [];
  }
}

function endOf(zip: Uint8Array, long: (at: number) => number): number {
  for (let at = zip.length - END_BYTES; at >= 0 && at >= zip.length - END_BYTES - LONGEST_COMMENT; at -= 1) {
    if (long(at) === SIGNATURE.end) return at;
  }
  throw damaged();
}

function fail(): never {
  throw damaged();
}
