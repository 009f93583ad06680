import Link from "quill/formats/link.js";
import { WITHOUT_NUMBERS } from "./listNumbering.ts";
import { Quill } from "./quillParts.ts";
import { CellLine } from "./tableBlots.ts";
import { INLINE_FORMATS, type TextRange } from "./textRange.ts";

const { USER } = Quill.sources;

/** The kinds of lines; a line in a cell is one and stays one. */
const LINE_KINDS = new Set(["header", "list", "blockquote", "code-block"]);

function hasCells(quill: Quill, { index, length }: TextRange): boolean {
  return quill.getLines(index, length).some((line) => line instanceof CellLine);
}

function formatLines(
  quill: Quill,
  { index, length }: TextRange,
  name: string,
  value: unknown,
): void {
  for (const line of quill.getLines(index, length)) {
    if (!(line instanceof CellLine))
      quill.formatLine(line.offset(quill.scroll), 1, name, value, USER);
  }
}

/** The whole link at the cursor, or the selection. */
function linkedRange(quill: Quill, cursor: TextRange): TextRange {
  if (cursor.length > 0) return cursor;
  const [link, offset] = quill.scroll.descendant(Link, cursor.index);
  return link ? { index: cursor.index - offset, length: link.length() } : cursor;
}

/** Gives a format to a range, which is selected. */
export function formatRange(quill: Quill, range: TextRange, name: string, value: unknown): void {
  if (LINE_KINDS.has(name) && hasCells(quill, range)) formatLines(quill, range, name, value);
  else if (name === "list" || name === "indent")
    quill.formatLine(range.index, range.length, { [name]: value, ...WITHOUT_NUMBERS }, USER);
  else quill.format(name, value, USER);
}

/** Takes the formats of a range, or those at the cursor, away; cells of a table stay. */
export function clearFormats(quill: Quill, range: TextRange): void {
  const { index, length } = range;
  if (length > 0 && hasCells(quill, range)) {
    for (const name of [...INLINE_FORMATS, "align", "indent"])
      quill.formatText(index, length, name, false, USER);
    for (const name of LINE_KINDS) formatLines(quill, range, name, false);
  } else if (length > 0) {
    quill.removeFormat(index, length, USER);
  } else {
    const names = Object.keys(quill.getFormat(index)).filter((name) => name !== CellLine.blotName);
    for (const name of names) quill.format(name, false, USER);
  }
}

/**
 * Makes a link of a range, or of the address itself where nothing is selected; "" takes the link
 * away. Returns the position behind it.
 */
export function linkRange(quill: Quill, range: TextRange, address: string): number {
  const { index, length } = linkedRange(quill, range);
  if (length > 0) quill.formatText(index, length, "link", address || false, USER);
  else if (address) quill.insertText(index, address, { link: address }, USER);
  return index + (length || address.length);
}
