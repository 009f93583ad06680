import { Inflate } from "fflate";
import { AppError } from "../contract/appError.ts";
import { MAX_WORKBOOK_BYTES } from "../contract/limits.ts";
import { damaged, protectedByPassword, unreadable } from "./sheet.ts";
import { type ZipEntry, zipEntries } from "./zipEntries.ts";

/** The unpacked parts of a workbook, by name. */
export type Parts = Map<string, Uint8Array<ArrayBuffer>>;

/** Deflate makes at most a thousand bytes of one: after each push, the sizes are checked. */
const PUSH_BYTES = 4096;
/** Names of parts that have no cells. They aren't unpacked, however large they are. */
const WITHOUT_CELLS =
  /(?:^|\/)(?:docProps|customXml|drawings|charts|comments\d*|threadedComments|pivotCache|pivotTables|externalLinks|Thumbnails|Object [^/]*|Configurations2)(?:\/|\.xml$)|calcChain\.xml$/i;

/**
 * Unpacks the parts of a zip that have cells or formats, and counts them while it does: a file of 500 kB can claim, or
 * hold, a gigabyte.
 * @throws AppError for any zip that is no workbook, or too large, or damaged
 */
export function unpack(zip: Uint8Array): Parts {
  const entries = zipEntries(zip);
  refuseOthers(entries.map(({ name }) => name));
  const wanted = entries.filter(({ name }) => isWanted(name));
  requireBytes(wanted.reduce((sum, { size }) => sum + size, 0));
  let bytes = 0;
  return new Map(
    wanted.map((entry) => {
      const part = unpacked(entry, (more) => {
        bytes += more;
        requireBytes(bytes);
      });
      if (part.length !== entry.size) throw damaged();
      return [entry.name, part];
    }),
  );
}

function isWanted(name: string): boolean {
  return (/\.(?:xml|rels)$/i.test(name) || name === "mimetype") && !WITHOUT_CELLS.test(name);
}

function unpacked(entry: ZipEntry, count: (bytes: number) => void): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  const add = (chunk: Uint8Array) => {
    count(chunk.length);
    chunks.push(chunk);
  };
  const content = entry.content();
  if (entry.method === 0) add(content);
  else if (entry.method !== 8) throw damaged();
  else {
    const inflate = new Inflate(add);
    orDamaged(() => {
      for (let at = 0; at < content.length; at += PUSH_BYTES) {
        inflate.push(content.subarray(at, at + PUSH_BYTES), at + PUSH_BYTES >= content.length);
      }
    });
  }
  return joined(chunks);
}

/** Runs the library, which throws errors of its own. */
export function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof AppError ? error : damaged();
  }
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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
/** What a zip is, by the name of one of its files. */
const OTHERS: readonly [name: RegExp, sentence: string][] = [
  [/^xl\/workbook\.bin$/, `This is a binary Excel workbook (.xlsb). Open it in Excel, ${SAVE_AS}`],
  [/^word\//, "This is a Word document, not a workbook."],
  [/^ppt\//, "This is a PowerPoint presentation, not a workbook."],
  [/^Index\/Document\.iwa$|^Index\.zip$/, `This is an Apple Numbers or Pages file. Open it there, ${SAVE_AS}`],
];

function refuseOthers(names: readonly string[]): void {
  const other = OTHERS.find(([name]) => names.some((one) => name.test(one)));
  if (other) throw unreadable(other[1]);
  if (names.includes("content.xml") || names.some((name) => /(?:^|\/)workbook\d*\.xml$/i.test(name))) return;
  if (names.includes("encrypted-package")) throw protectedByPassword();
  throw unreadable("This is a zip archive, not a workbook. Unpack it, and choose the file with your people.");
}
