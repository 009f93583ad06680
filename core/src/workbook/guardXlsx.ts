import { MAX_WORKBOOK_CELLS } from "../contract/limits.ts";
import { damaged, type Hidden, requireCells } from "./sheet.ts";
import type { Parts } from "./unpack.ts";

/** What is safe to read of an `.xlsx`, and what the library doesn't report of it. */
export interface SafeXlsx {
  parts: Parts;
  /** By sheet, in their order; null for one that is a chart, a macro or a dialog. */
  hidden: (Hidden | null)[];
}

/** Hidden columns, and cells that links span: the library makes each of them. */
const MAX_RANGED = 200_000;
const MAX_LONG_CHARACTERS = 200_000;

/** @throws AppError if the parts have more cells than the library can hold, or a link that fills a sheet */
export function guardXlsx(parts: Parts): SafeXlsx {
  const safe: Parts = new Map();
  const hidden = new Map<string, Hidden>();
  const counted = { cells: 0, ranged: 0 };
  for (const [name, bytes] of parts) {
    const xml = new TextDecoder("latin1").decode(bytes);
    hidden.set(name, scanned(xml, counted));
    safe.set(name, withWholeTexts(xml, bytes));
  }
  const ofSheets = sheetParts(parts).map((name) => {
    if (/(?:chart|macro|dialog)sheets\//.test(name)) return null;
    const sheet = hidden.get(name);
    if (!sheet) throw damaged();
    return sheet;
  });
  return { parts: safe, hidden: ofSheets };
}

/** Counts the cells, shared texts and links of a part, and notes its hidden rows and columns. */
function scanned(xml: string, counted: { cells: number; ranged: number }): Hidden {
  const hidden = { rows: new Set<number>(), columns: new Set<number>() };
  let row = -1;
  for (const [, tag, attributes = ""] of xml.matchAll(/<(?:\w+:)?(c|si|row|col|hyperlink)(?=[\s/>])([^<>]*)/g)) {
    const isHidden = attributes.includes("hidden") && /\shidden=["'](?:1|true)["']/.test(attributes);
    if (tag === "row") {
      row = Number(/\sr=["'](\d+)["']/.exec(attributes)?.[1] ?? row + 2) - 1;
      if (isHidden) hidden.rows.add(row);
    } else if (tag === "col") {
      if (isHidden) addColumns(hidden.columns, attributes);
      counted.ranged += hidden.columns.size;
    } else if (tag === "hyperlink") counted.ranged += cellsIn(attributes);
    else requireCells(++counted.cells, MAX_WORKBOOK_CELLS);
    if (!(counted.ranged <= MAX_RANGED)) throw damaged();
  }
  return hidden;
}

function addColumns(columns: Set<number>, attributes: string): void {
  const at = (name: string) => Number(new RegExp(`\\s${name}=["'](\\d+)`).exec(attributes)?.[1] ?? 1);
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
function sheetParts(parts: Parts): string[] {
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
 * The library skips `<si/>`, an empty shared text: each cell with a later text would get its neighbor's. It also cuts
 * characters written as numbers to 16 bits, such as emoji.
 */
function withWholeTexts(xml: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (xml.search(EMPTY_TEXT) === -1 && xml.search(LONG_CHARACTER) === -1) return bytes;
  let long = 0;
  for (const _ of xml.matchAll(LONG_CHARACTER)) if (++long > MAX_LONG_CHARACTERS) throw damaged();
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
