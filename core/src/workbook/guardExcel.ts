import { CFB } from "@e965/xlsx";
import { MAX_WORKBOOK_CELLS, MAX_XLS_BYTES, MAX_XLS_CELLS } from "../contract/limits.ts";
import { openOle } from "./openOle.ts";
import {
  damagedWorkbook,
  type HiddenCells,
  ofOldExcel,
  protectedByPassword,
  requireCells,
  unreadable,
} from "./sheet.ts";
import { asDamagedWorkbook, type WorkbookParts } from "./unpack.ts";

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
    throw unreadable(
      `This .xls workbook is larger than ${most} MB. Save it as .xlsx and choose that file.`,
    );
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
    if (ranged > MAX_RANGED_CELLS) throw damagedWorkbook();
  }
  requireCells(cells, MAX_XLS_CELLS);
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, "/Workbook", records);
  return asDamagedWorkbook(() => CFB.write(container, { type: "array" }));
}

function areaOf(top: number, bottom: number, left: number, right: number): number {
  return Math.max(1, (bottom - top + 1) * (right - left + 1));
}

/** The records in an `.xls`. */
function recordsOf(bytes: Uint8Array): Uint8Array {
  const streams = openOle(bytes);
  if (streams.has("encryptedpackage")) throw protectedByPassword();
  const records = streams.get("workbook");
  if (records) return records;
  if (streams.has("book")) throw ofOldExcel();
  if (streams.has("worddocument")) throw unreadable("This is a Word document, not a workbook.");
  throw unreadable(
    "This file isn't a workbook, or it's damaged. Choose an .xlsx, .xls or .ods workbook, or a CSV file.",
  );
}

/** The safe part of an `.xlsx`, and the facts about it that the library doesn't report. */
export interface SafeXlsx {
  parts: WorkbookParts;
  /** By sheet, in their order; null for one that is a chart, a macro or a dialog. */
  hidden: (HiddenCells | null)[];
}

/** Hidden columns, and cells that links span: the library makes each of them. */
const MAX_RANGED = 200_000;
const MAX_LONG_CHARACTERS = 200_000;

/**
 * @throws AppError if the parts have more cells than the library can hold, or a link that fills a
 * sheet
 */
export function guardXlsx(parts: WorkbookParts): SafeXlsx {
  const safe: WorkbookParts = new Map();
  const hidden = new Map<string, HiddenCells>();
  const counted = { cells: 0, ranged: 0 };
  for (const [name, bytes] of parts) {
    const xml = new TextDecoder("latin1").decode(bytes);
    hidden.set(name, scanned(xml, counted));
    safe.set(name, withWholeTexts(xml, bytes));
  }
  const ofSheets = sheetParts(parts).map((name) => {
    if (/(?:chart|macro|dialog)sheets\//.test(name)) return null;
    const sheet = hidden.get(name);
    if (!sheet) throw damagedWorkbook();
    return sheet;
  });
  return { parts: safe, hidden: ofSheets };
}

/** Counts the cells, shared texts and links of a part, and notes its hidden rows and columns. */
function scanned(xml: string, counted: { cells: number; ranged: number }): HiddenCells {
  const hidden = { rows: new Set<number>(), columns: new Set<number>() };
  let row = -1;
  for (const [, tag, attributes = ""] of xml.matchAll(
    /<(?:\w+:)?(c|si|row|col|hyperlink)(?=[\s/>])([^<>]*)/g,
  )) {
    const isHidden =
      attributes.includes("hidden") && /\shidden=["'](?:1|true)["']/.test(attributes);
    if (tag === "row") {
      row = Number(/\sr=["'](\d+)["']/.exec(attributes)?.[1] ?? row + 2) - 1;
      if (isHidden) hidden.rows.add(row);
    } else if (tag === "col") {
      if (isHidden) addColumns(hidden.columns, attributes);
      counted.ranged += hidden.columns.size;
    } else if (tag === "hyperlink") counted.ranged += cellsIn(attributes);
    else requireCells(++counted.cells, MAX_WORKBOOK_CELLS);
    if (!(counted.ranged <= MAX_RANGED)) throw damagedWorkbook();
  }
  return hidden;
}

function addColumns(columns: Set<number>, attributes: string): void {
  const at = (name: string) =>
    Number(new RegExp(`\\s${name}=["'](\\d+)`).exec(attributes)?.[1] ?? 1);
  const end = Math.min(at("max"), 16_384);
  for (let column = at("min") - 1; column < end; column += 1) columns.add(column);
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

/** The names of the sheets' parts, in the order of the sheets. */
function sheetParts(parts: WorkbookParts): string[] {
  const text = (name: string) => new TextDecoder().decode(parts.get(name));
  const workbook = [...parts.keys()].find((name) => /(?:^|\/)workbook\d*\.xml$/i.test(name)) ?? "";
  const [, folder = "", file = ""] = /^(.*\/)?([^/]*)$/.exec(workbook) ?? [];
  const targets = new Map(
    [...text(`${folder}_rels/${file}.rels`).matchAll(/<(?:\w+:)?Relationship\s([^<>]*)/g)].map(
      ([, attributes = ""]) => [
        /\bId=["']([^"']*)/.exec(attributes)?.[1],
        /\bTarget=["']([^"']*)/.exec(attributes)?.[1] ?? "",
      ],
    ),
  );
  return [...text(workbook).matchAll(/<(?:\w+:)?sheet\s([^<>]*)/g)].map(([, attributes = ""]) => {
    const target = targets.get(/:id=["']([^"']*)/.exec(attributes)?.[1]) ?? "";
    return target.startsWith("/") ? target.slice(1) : folder + target.replace(/^\.\//, "");
  });
}

/**
 * The library skips `<si/>`, an empty shared text: each cell with a later text would get its
 * neighbor's. It also cuts characters written as numbers to 16 bits, such as emoji, and leaves out
 * everything after a text's plain beginning.
 */
function withWholeTexts(xml: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const hasRuns = ["<r>", "<r ", ":r>"].some((run) => xml.includes(run));
  if (!hasRuns && xml.search(EMPTY_TEXT) === -1 && xml.search(LONG_CHARACTER) === -1) return bytes;
  let long = 0;
  for (const _ of xml.matchAll(LONG_CHARACTER))
    if (++long > MAX_LONG_CHARACTERS) throw damagedWorkbook();
  const text = new TextDecoder()
    .decode(bytes)
    .replace(EMPTY_TEXT, "<$1></$1>")
    .replace(PLAIN_BEGINNING, "$1<$2r><$2t$3>$4</$2t></$2r>")
    .replace(LONG_CHARACTER, (_, code: string) => {
      const point = Number(code.replace(/^x/i, "0x"));
      return point <= 0x10ffff ? String.fromCodePoint(point) : "";
    });
  return new TextEncoder().encode(text);
}

const EMPTY_TEXT = /<((?:\w+:)?si)\s*\/>/g;
/** `<t>` before `<r>` in a text. */
const PLAIN_BEGINNING =
  /(<(?:\w+:)?(?:si|is)(?:\s[^<>]*)?>\s*)<(\w+:|)t(\s[^<>/]*|)(?:\/>|>([^<]*)<\/(?:\w+:)?t>)(?=\s*<(?:\w+:)?r[\s>])/g;
const LONG_CHARACTER = /&#(\d{5,}|x0*[1-9a-f][0-9a-f]{4,});/gi;
