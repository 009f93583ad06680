import { Unzip, UnzipInflate, unzipSync } from "fflate";
import { AppError } from "../contract/appError.ts";
import { MAX_WORKBOOK_BYTES } from "../contract/limits.ts";
import { damaged, protectedByPassword, unreadable } from "./sheet.ts";

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
  const declared = declaredSizes(zip);
  refuseOthers([...declared.keys()]);
  const wanted = new Map([...declared].filter(([name]) => isWanted(name)));
  requireBytes([...wanted.values()].reduce((sum, size) => sum + size, 0));
  const parts = partsOf(zip, wanted);
  for (const [name, size] of wanted) if (parts.get(name)?.length !== size) throw damaged();
  return parts;
}

function isWanted(name: string): boolean {
  return (/\.(?:xml|rels)$/i.test(name) || name === "mimetype") && !WITHOUT_CELLS.test(name);
}

function declaredSizes(zip: Uint8Array): Map<string, number> {
  const sizes = new Map<string, number>();
  orDamaged(() =>
    unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        sizes.set(name, originalSize);
        return false;
      },
    }),
  );
  return sizes;
}

function partsOf(zip: Uint8Array, wanted: ReadonlyMap<string, number>): Parts {
  const parts: Parts = new Map();
  let bytes = 0;
  const unzip = new Unzip((file) => {
    if (!wanted.has(file.name)) return;
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      bytes += chunk.length;
      requireBytes(bytes);
      chunks.push(chunk);
      if (isLast) parts.set(file.name, joined(chunks));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  orDamaged(() => {
    for (let at = 0; at < zip.length; at += PUSH_BYTES) {
      unzip.push(zip.subarray(at, at + PUSH_BYTES), at + PUSH_BYTES >= zip.length);
    }
  });
  return parts;
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
