import { MAX_WORKBOOK_CELLS } from "../contract/limits.ts";
import { isErrorText } from "../table/errorText.ts";
import type { Display } from "./display.ts";
import {
  damagedWorkbook,
  fillMerged,
  type MergedCells,
  protectedByPassword,
  requireCells,
  type Sheet,
  type SheetCell,
  type SheetRow,
  unreadable,
} from "./sheet.ts";
import type { WorkbookParts } from "./unpack.ts";

/**
 * The sheets of an `.ods`. The library doesn't report hidden rows and columns in one, and repeats a
 * row as often as the file says.
 */
export function sheetsOfOds(parts: WorkbookParts, display: Display): Sheet[] {
  const part = (name: string) => new TextDecoder().decode(parts.get(name));
  if (/encryption-data[\s>]/.test(part("META-INF/manifest.xml"))) throw protectedByPassword();
  const content = part("content.xml");
  if (!/<(?:\w+:)?spreadsheet[\s>]/.test(content))
    throw unreadable("This is an OpenDocument file, but not a workbook.");
  if (!/<\/(?:[\w.-]+:)?document-content>\s*$/.test(content.slice(-200))) throw damagedWorkbook();
  const reader = new ContentReader(display);
  let end = 0;
  for (const tag of content.matchAll(/<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*)>/g)) {
    reader.text(content.slice(end, tag.index));
    end = tag.index + tag[0].length;
    const [, slash = "", name = "", attributes = ""] = tag;
    const isEmpty = attributes.endsWith("/");
    if (slash === "") reader.open(name, attributes, isEmpty);
    if (slash !== "" || isEmpty) reader.close(name);
  }
  return reader.sheets;
}

/** Elements whose paragraphs are no text of the cell, or whose cells are none of the sheet. */
const ASIDE = new Set(
  "annotation shapes tracked-changes frame custom-shape rect ellipse circle caption g object ruby-text".split(
    " ",
  ),
);
const LAST_COLUMN = 16_383;
const LAST_ROW = 1_048_575;
const MAX_SPACES = 100;

class ContentReader {
  readonly sheets: Sheet[] = [];
  readonly #display: Display;
  readonly #hiddenStyles = new Set<string>();
  #style = "";
  #aside = 0;
  /** Tables within cells are asides too. */
  #tables = 0;
  #cells = 0;
  #hiddenColumns = new Set<number>();
  #columns = 0;
  #rows: SheetRow[] = [];
  #merged: MergedCells[] = [];
  #sheet = { name: "", isHidden: false };
  #line = 1;
  #row = { repeat: 1, isHidden: false, cells: [] as SheetCell[], column: 0 };
  #cell: OdsCell | null = null;
  #isInParagraph = false;

  constructor(display: Display) {
    this.#display = display;
  }

  text(xml: string): void {
    if (this.#isInParagraph && this.#aside === 0 && xml !== "")
      this.#add(decodedXml(xml.replace(/[ \t\r\n]+/g, " ")));
  }

  open(name: string, attributes: string, isEmpty: boolean): void {
    if (ASIDE.has(name) || (name === "table" && ++this.#tables > 1)) this.#aside += 1;
    if (this.#aside > 0) return;
    const value = (attribute: string) => attributeOf(attributes, attribute);
    const repeat = (of: string) => Math.max(1, Number(value(`number-${of}-repeated`) ?? 1) || 1);
    const isHidden = () => /^(?:collapse|filter)$/.test(value("visibility") ?? "");
    if (name === "style") this.#style = value("name") ?? "";
    else if (name === "table-properties" && value("display") === "false")
      this.#hiddenStyles.add(this.#style);
    else if (name === "table")
      this.#openSheet(value("name") ?? "", this.#hiddenStyles.has(value("style-name") ?? ""));
    else if (name === "table-column") this.#addColumns(repeat("columns"), isHidden());
    else if (name === "table-row")
      this.#row = { repeat: repeat("rows"), isHidden: isHidden(), cells: [], column: 0 };
    else if (/^(?:covered-)?table-cell$/.test(name))
      this.#cell = { attributes, repeat: repeat("columns"), lines: [] };
    else if (name === "p" && this.#cell !== null) {
      this.#cell.lines.push("");
      this.#isInParagraph = !isEmpty;
    } else if (name === "s")
      this.#add(" ".repeat(Math.min(Number(value("c") ?? 1) || 1, MAX_SPACES)));
    else if (name === "tab") this.#add("\t");
    else if (name === "line-break") this.#add("\n");
  }

  close(name: string): void {
    const isAside = ASIDE.has(name) || (name === "table" && this.#tables-- > 1);
    if (isAside) this.#aside -= 1;
    else if (this.#aside > 0) return;
    else if (name === "p") this.#isInParagraph = false;
    else if (/^(?:covered-)?table-cell$/.test(name)) this.#closeCell();
    else if (name === "table-row") this.#closeRow();
    else if (name === "table") this.#closeSheet();
  }

  #add(text: string): void {
    const lines = this.#cell?.lines;
    if (this.#isInParagraph && lines) lines[lines.length - 1] += text;
  }

  #openSheet(name: string, isHidden: boolean): void {
    this.#sheet = { name: decodedXml(name), isHidden };
    this.#hiddenColumns = new Set();
    this.#columns = 0;
    this.#rows = [];
    this.#merged = [];
    this.#line = 1;
  }

  #addColumns(repeat: number, isHidden: boolean): void {
    const end = Math.min(this.#columns + repeat, LAST_COLUMN + 1);
    if (isHidden)
      for (let column = this.#columns; column < end; column += 1) this.#hiddenColumns.add(column);
    this.#columns = end;
  }

  #closeCell(): void {
    if (this.#cell === null) return;
    const { attributes, repeat } = this.#cell;
    const spanned = Number(attributeOf(attributes, "number-rows-spanned") ?? 1);
    const cell = readOdsCell(this.#cell, this.#display);
    this.#cell = null;
    if (cell.text !== "" || cell.isError) {
      this.#cells += repeat * this.#row.repeat;
      requireCells(this.#cells, MAX_WORKBOOK_CELLS);
      for (let n = 0; n < repeat && this.#row.column + n <= LAST_COLUMN; n += 1) {
        this.#row.cells[this.#row.column + n] = cell;
      }
      if (spanned > 1) {
        const { column } = this.#row;
        this.#merged.push({ first: this.#line, last: this.#line + spanned - 1, column });
      }
    }
    this.#row.column += repeat;
  }

  #closeRow(): void {
    const { cells, isHidden, repeat } = this.#row;
    if (cells.length > 0) {
      for (let n = 0; n < repeat && this.#line + n <= LAST_ROW + 1; n += 1) {
        this.#rows.push({ line: this.#line + n, isHidden, cells });
      }
    }
    this.#line += repeat;
  }

  #closeSheet(): void {
    const rows = this.#rows;
    fillMerged(rows, this.#merged);
    this.sheets.push({
      ...this.#sheet,
      hiddenColumns: this.#hiddenColumns,
      filled: rows.length,
      rows: () => rows,
    });
  }
}

interface OdsCell {
  attributes: string;
  repeat: number;
  /** A paragraph each. */
  lines: string[];
}

/** LibreOffice stores what it shows, in the language of the document. */
function readOdsCell({ attributes, lines }: OdsCell, display: Display): SheetCell {
  const value = (name: string) => attributeOf(attributes, name);
  const text = lines.join("\n");
  const isOfFormula = value("formula") !== undefined;
  if (ERROR_TYPE.test(attributes) || (isOfFormula && isErrorText(text.trim())))
    return { text: "", isError: true };
  switch (value("value-type")) {
    case "date": {
      const day = value("date-value") ?? "";
      const iso = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(day)?.[0];
      return { text: text || day, ...(iso === undefined ? {} : { iso }) };
    }
    case "time":
      return {
        text:
          text ||
          (/^PT(\d+)H(\d+)M(\d+)/
            .exec(value("time-value") ?? "")
            ?.slice(1)
            .join(":") ??
            ""),
      };
    case "boolean":
      return { text: text || (value("boolean-value") ?? "").toUpperCase() };
    case "float":
    case "currency":
    case "percentage": {
      // Gnumeric shortens numbers of many digits.
      const isWhole = text !== "" && !/\dE\+\d/.test(text);
      return isWhole
        ? { text, isNumber: true }
        : display.cell(Number(value("value")), "General", false);
    }
    default:
      return { text: text || decodedXml(value("string-value") ?? "") };
  }
}

const ERROR_TYPE = / calcext:value-type="error"/;

const ATTRIBUTES = new Map<string, RegExp>();

/** The value of an attribute with any prefix, as written. */
function attributeOf(attributes: string, name: string): string | undefined {
  const known = ATTRIBUTES.get(name);
  const attribute =
    known ?? new RegExp(`\\s(?:(?!calcext)[\\w.-]+:)?${name}=(?:"([^"]*)"|'([^']*)')`);
  if (!known) ATTRIBUTES.set(name, attribute);
  const found = attribute.exec(attributes);
  return found?.[1] ?? found?.[2];
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }),
);

function decodedXml(xml: string): string {
  return xml.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
