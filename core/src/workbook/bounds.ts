import { CFB } from "@e965/xlsx";
import { MAX_WORKBOOK_CELLS, MAX_XLS_BYTES, MAX_XLS_CELLS } from "../contract/limits.ts";
import { damaged, ofOldExcel, protectedByPassword, requireCells, unreadable } from "./sheet.ts";
import { orDamaged, type Parts } from "./unpack.ts";

/** Columns of formats and cells of links: the library makes an object for each that a range names. */
const MAX_RANGED = 200_000;

/**
 * The parts of an `.xlsx` as the library can read them.
 * @throws AppError if they have more cells than it can hold, or ranges that it would fill
 */
export function withSafeSheets(parts: Parts): Parts {
  let cells = 0;
  let ranged = 0;
  return new Map(
    [...parts].map(([name, bytes]) => {
      const xml = new TextDecoder("latin1").decode(bytes);
      for (const [, tag, attributes = ""] of xml.matchAll(/<(?:\w+:)?(c|col|hyperlink)(?=[\s/>])([^<>]*)/g)) {
        if (tag === "c") requireCells(++cells, MAX_WORKBOOK_CELLS);
        else ranged += tag === "col" ? columnsIn(attributes) : cellsIn(attributes);
        if (!(ranged <= MAX_RANGED)) throw damaged();
      }
      return [name, withWholeTexts(xml, bytes)];
    }),
  );
}

/**
 * The library skips `<si/>`, an empty shared text: each cell with a later text would get its neighbor's. It also cuts
 * characters written as numbers to 16 bits, such as emoji.
 */
function withWholeTexts(xml: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (xml.search(EMPTY_TEXT) === -1 && xml.search(LONG_CHARACTER) === -1) return bytes;
  const text = new TextDecoder()
    .decode(bytes)
    .replace(EMPTY_TEXT, "<$1></$1>")
    .replace(LONG_CHARACTER, (_, code: string) => {
      const point = Number(code.replace(/^x/i, "0x"));
      return point <= 0x10ffff ? String.fromCodePoint(point) : "";
    });
  return new TextEncoder().encode(text);
}

const EMPTY_TEXT = /<((?:\w+:)?si)\s*\/>/g;
const LONG_CHARACTER = /&#(\d{5,}|x0*[1-9a-f][0-9a-f]{4,});/gi;

function columnsIn(attributes: string): number {
  const at = (name: string) => Number(new RegExp(`\\s${name}=["'](\\d+)`).exec(attributes)?.[1] ?? 1);
  return Math.max(1, at("max") - at("min") + 1);
}

function cellsIn(attributes: string): number {
  const ref = /\sref=["']\$?([A-Z]+)\$?(\d+):\$?([A-Z]+)\$?(\d+)/.exec(attributes);
  if (ref === null) return 1;
  const [, left = "", top, right = "", bottom] = ref;
  return Math.max(1, (columnOf(right) - columnOf(left) + 1) * (Number(bottom) - Number(top) + 1));
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}

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

/** @throws AppError for what the library can't read well: too large, with a password, of Excel 95, not of Excel */
export function requireSafeXls(bytes: Uint8Array): void {
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
    if (ranged > MAX_RANGED) throw damaged();
  }
  requireCells(cells, MAX_XLS_CELLS);
}

function areaOf(top: number, bottom: number, left: number, right: number): number {
  return Math.max(1, (bottom - top + 1) * (right - left + 1));
}

/** The records in an `.xls`. */
function recordsOf(bytes: Uint8Array): Uint8Array {
  const file = orDamaged(() => CFB.read(bytes, { type: "array" }));
  const contentOf = (name: string): Uint8Array | undefined => CFB.find(file, name)?.content;
  if (contentOf("/EncryptedPackage") !== undefined) throw protectedByPassword();
  const content = contentOf("/Workbook");
  if (content !== undefined) return content;
  if (contentOf("/Book") !== undefined) throw ofOldExcel();
  if (contentOf("/WordDocument") !== undefined) throw unreadable("This is a Word document, not a workbook.");
  throw unreadable(
    "This file isn't a workbook, or it's damaged. Choose an .xlsx, .xls or .ods workbook, or a CSV file.",
  );
}
