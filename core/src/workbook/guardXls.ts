import { CFB } from "@e965/xlsx";
import { MAX_XLS_BYTES, MAX_XLS_CELLS } from "../contract/limits.ts";
import { openOle } from "./openOle.ts";
import { damaged, ofOldExcel, protectedByPassword, requireCells, unreadable } from "./sheet.ts";
import { orDamaged } from "./unpack.ts";

/** Columns of formats and cells of links: the library makes an object for each. */
const MAX_RANGED_CELLS = 200_000;

/** Records of an `.xls`: two bytes of type, two of length, then the content. */
const RECORD = {
  filePass: 0x2f,
  columns: 0x7d,
  severalNumbers: 0xbd,
  severalBlanks: 0xbe,
  link: 0x1b8,
  linkTip: 0x800,
} as const;
/** Formula, blank, number, text, boolean or error, text of its own, shared text, short number. */
const CELLS = new Set([0x06, 0x201, 0x203, 0x204, 0x205, 0xd6, 0xfd, 0x27e]);

/**
 * A container with nothing but the records of the workbook.
 * @throws AppError for what the library can't read well: too large, with a password, of Excel 95, not of Excel
 */
export function guardXls(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_XLS_BYTES) {
    const most = MAX_XLS_BYTES / 1024 / 1024;
    throw unreadable(`This .xls workbook is larger than ${most} MB. Save it as .xlsx and choose that file.`);
  }
  const records = recordsOf(bytes);
  const wordAt = (at: number) => (records[at] ?? 0) + 256 * (records[at + 1] ?? 0);
  let cells = 0;
  let ranged = 0;
  for (let at = 0; at + 4 <= records.length; at += 4 + wordAt(at + 2)) {
    const type = wordAt(at);
    const word = (index: number) => wordAt(at + 4 + 2 * index);
    if (type === RECORD.filePass) throw protectedByPassword();
    if (CELLS.has(type)) cells += 1;
    if (type === RECORD.severalNumbers) cells += wordAt(at + 2) / 6;
    if (type === RECORD.severalBlanks) cells += wordAt(at + 2) / 2;
    if (type === RECORD.columns) ranged += areaOf(0, 0, word(0), word(1));
    if (type === RECORD.link) ranged += areaOf(word(0), word(1), word(2), word(3));
    if (type === RECORD.linkTip) ranged += areaOf(word(1), word(2), word(3), word(4));
    if (ranged > MAX_RANGED_CELLS) throw damaged();
  }
  requireCells(cells, MAX_XLS_CELLS);
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, "/Workbook", records);
  return orDamaged(() => CFB.write(container, { type: "array" }));
}

function areaOf(top: number, bottom: number, left: number, right: number): number {
  return Math.max(1, (bottom - top + 1) * (right - left + 1));
}

/** The records in an `.xls`. */
function recordsOf(bytes: Uint8Array): Uint8Array {
  const streams = openOle(bytes);
  if (streams.has("EncryptedPackage")) throw protectedByPassword();
  const records = streams.get("Workbook");
  if (records) return records;
  if (streams.has("Book")) throw ofOldExcel();
  if (streams.has("WordDocument")) throw unreadable("This is a Word document, not a workbook.");
  throw unreadable(
    "This file isn't a workbook, or it's damaged. Choose an .xlsx, .xls or .ods workbook, or a CSV file.",
  );
}
