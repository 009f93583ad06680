import { namedCharacter } from "../htmlNames.ts";
import { isErrorText } from "./errorText.ts";

/**
 * Programs protect a cell's text from being run as a formula, or write an error in its place. The
 * readers remove this; the writers add it where a reader would otherwise change the text.
 */

/** Characters that begin a formula. Some programs accept the wide forms. */
const FORMULA = "[=+\\-@\\t\\r＝＋－＠]";
/**
 * Where some program begins a cell: at the text's beginning, or after any separator in it, quoted
 * or not.
 */
const CELL_START = '(?<=(?:^|[,;\\t\\r\\n|])["“”„ ]{0,5})';
/** The apostrophes, none or more, before a formula where a cell begins. */
const UNPROTECTED = new RegExp(`${CELL_START}'*(?=${FORMULA})|^'*(?=\\p{Cc})`, "gu");
const PROTECTED = new RegExp(`${CELL_START}'+(?=${FORMULA})|^'+(?=\\p{Cc})`, "gu");
/** Excel's own mark for text, before digits that a number would lose or an address. */
const MARKED = /^'+(?:0\d+|\d{5,}|[^\s'@]+@[^\s'@]+\.[^\s'@]+)$/;
const AS_FORMULA = /^="((?:[^"]|"")*)"$/;
/**
 * Some systems begin a number with a separator of theirs, so that no program reads it as a number.
 */
const SEPARATOR_SIGNS = "\x1c\x1d\x1e\x1f";
const SEPARATORS = new RegExp(`^[${SEPARATOR_SIGNS}]+`);
const HTML_CODE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d?));/gi;
const SHORTENED = /^[-+]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** For each sign that is quick to find, the pattern to look for. */
const ODDITIES = new Map([
  ...["'", "#", "&", "\x0b", "\x1c", "\x1d", "\x1e", "\x1f"].map((one) => [one, one] as const),
  ["=", '="'],
  ["+", "[eE]\\+"],
  [":5", "r[eo]?:5"],
  ["Loading...", "Loading\\.\\.\\."],
]);

/**
 * Finds whatever `cleanCell` could change, or has something to say about, in a text; null if there
 * is nothing. Most texts have few of these, and looking for each by itself takes a tenth of the
 * time.
 */
export function oddityIn(text: string): RegExp | null {
  const found = [...ODDITIES].flatMap(([sign, pattern]) => (text.includes(sign) ? pattern : []));
  return found.length === 0 ? null : new RegExp(found.join("|"), "g");
}

/** The kind of text that a cell had, if it is worth a note on its row. */
export type CellOddity = "error" | "shortened" | "html";

/** A cell's text without the protection around it. An error is a blank. */
export function cleanCell(written: string): { text: string; oddity: CellOddity | null } {
  const text = written.trim();
  if (isErrorText(text)) return { text: "", oddity: "error" };
  if (SHORTENED.test(text)) return { text: written, oddity: "shortened" };
  const bare = unprotected(written.includes("\x0b") ? written.replaceAll("\x0b", "\n") : written);
  if (!bare.includes("&")) return { text: bare, oddity: null };
  const decoded = withoutHtmlCodes(bare);
  return { text: decoded, oddity: decoded === bare ? null : "html" };
}

function unprotected(text: string): string {
  if (isMarked(text)) return text.slice(1);
  const inFormula = AS_FORMULA.exec(text)?.[1];
  if (inFormula !== undefined) return inFormula.replaceAll('""', '"');
  const without = text.includes("'") ? text.replace(PROTECTED, (marks) => marks.slice(1)) : text;
  return without === text ? text.replace(SEPARATORS, "") : without;
}

/**
 * A cell's text as a spreadsheet may open it: no program finds a formula in it, and the reader
 * reads it as it was.
 */
export function protectedCell(text: string): string {
  return escaped(text).replace(UNPROTECTED, "'$&");
}

/**
 * A cell's text for a file in which every cell is known to be text: the reader reads it as it was.
 */
export function textCell(text: string): string {
  const coded = escaped(text);
  return unprotected(coded) === coded ? coded : coded.replace(UNPROTECTED, "'$&");
}

/** A text with a mark before its own mark or an error, and with its HTML codes written as codes. */
function escaped(text: string): string {
  const coded = text.includes("&")
    ? text.replace(HTML_CODE, (...match) =>
        characterOf(match) === match[0] ? match[0] : `&amp;${match[0].slice(1)}`,
      )
    : text;
  return isMarked(coded) || isErrorText(coded.trim()) ? `'${coded}` : coded;
}

/** Whether a text begins with a mark that a reader removes. We mark errors, too. */
function isMarked(text: string): boolean {
  return text.startsWith("'") && (MARKED.test(text) || isErrorText(text.replace(/^'+/, "").trim()));
}

function withoutHtmlCodes(text: string): string {
  return text.replace(HTML_CODE, (...match) => characterOf(match));
}

/** The character of a found HTML code; the code itself if it has none that a file may carry. */
function characterOf([code = "", decimal, hex, name]: (string | undefined)[]): string {
  if (name !== undefined) return namedCharacter(name) ?? code;
  const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isText =
    point >= 0x20 &&
    point <= 0x10ffff &&
    !(point >= 0x7f && point < 0xa0) &&
    (point & 0x1ff800) !== 0xd800;
  return isText ? String.fromCodePoint(point) : code;
}
