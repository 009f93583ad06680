import { namedCharacter } from "../htmlNames.ts";
import { isErrorText } from "./errorText.ts";

/**
 * What programs put around a cell's text or in its place: apostrophes and `="…"` against formulas,
 * HTML codes, errors. The reader takes it off in every kind of source, and the writer puts it on
 * what the reader would take for it.
 */

/**
 * What a spreadsheet would run as a formula, at the beginning of a cell; some read the wide forms
 * the same.
 */
const FORMULA = "[=+\\-@\\t\\r＝＋－＠]";
/**
 * Where some program begins a cell: at the text's beginning, or after any separator in it, quoted
 * or not.
 */
const BEGINS = '(?<=(?:^|[,;\\t\\r\\n|])["“”„ ]{0,5})';
/** The apostrophes, none or more, before a formula where a cell begins. */
const UNPROTECTED = new RegExp(`${BEGINS}'*(?=${FORMULA})|^'*(?=\\p{Cc})`, "gu");
const PROTECTED = new RegExp(`${BEGINS}'+(?=${FORMULA})|^'+(?=\\p{Cc})`, "gu");
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

/** By a character that is quickly looked for: what to look for where it occurs. */
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
export function cleanCell(written: string): { text: string; was: CellOddity | null } {
  const text = written.trim();
  if (isErrorText(text)) return { text: "", was: "error" };
  if (SHORTENED.test(text)) return { text: written, was: "shortened" };
  const bare = bareText(written.includes("\x0b") ? written.replaceAll("\x0b", "\n") : written);
  if (!bare.includes("&")) return { text: bare, was: null };
  const decoded = withoutHtmlCodes(bare);
  return { text: decoded, was: decoded === bare ? null : "html" };
}

function bareText(text: string): string {
  if (MARKED.test(text)) return text.slice(1);
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
  return readable(text).replace(UNPROTECTED, "'$&");
}

/**
 * A cell's text for a file in which every cell is known to be text: the reader reads it as it was.
 */
export function textCell(text: string): string {
  const coded = readable(text);
  return bareText(coded) === coded ? coded : coded.replace(UNPROTECTED, "'$&");
}

/** A text with a second mark before its own, and with HTML codes as codes of their own. */
function readable(text: string): string {
  const coded = text.includes("&")
    ? text.replace(HTML_CODE, (code) =>
        characterOf(code) === code ? code : `&amp;${code.slice(1)}`,
      )
    : text;
  return MARKED.test(coded) ? `'${coded}` : coded;
}

function withoutHtmlCodes(text: string): string {
  return text.replace(HTML_CODE, (code) => characterOf(code));
}

/** The character of an HTML code; the code itself if it has none that a file may carry. */
function characterOf(code: string): string {
  const [, decimal, hex, name] = new RegExp(HTML_CODE.source, "i").exec(code) ?? [];
  if (name !== undefined) return namedCharacter(name) ?? code;
  const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isText =
    point >= 0x20 &&
    point <= 0x10ffff &&
    !(point >= 0x7f && point < 0xa0) &&
    (point & 0x1ff800) !== 0xd800;
  return isText ? String.fromCodePoint(point) : code;
}
