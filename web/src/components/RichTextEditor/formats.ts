import Link from "quill/formats/link.js";
import { WITHOUT_NUMBERS } from "./listNumbering.ts";
import { Quill } from "./quillParts.ts";
import { CellLine } from "./tableBlots.ts";
import type { TextRange } from "./textRange.ts";
import { asOneStep } from "./undoStep.ts";

const { USER } = Quill.sources;

/** The formats at the cursor, by Quill's names. */
export type EditorFormats = Record<string, unknown>;

/** The formats of a text within its line. */
const INLINE_FORMATS = new Set(["bold", "italic", "underline", "strike", "link", "script"]);

export function inlineFormats(formats: EditorFormats): EditorFormats {
  return Object.fromEntries(Object.entries(formats).filter(([name]) => INLINE_FORMATS.has(name)));
}

/** The kinds of lines; a line in a cell is one and stays one. */
const LINE_KINDS = new Set(["header", "list", "blockquote", "code-block"]);

function hasCells(quill: Quill, { index, length }: TextRange): boolean {
  return quill.getLines(index, length).some((line) => line instanceof CellLine);
}

/** Gives a kind to the lines of a range that aren't in a table. */
function setLineKind(quill: Quill, range: TextRange, kind: string, value: unknown): void {
  for (const line of quill.getLines(range.index, range.length)) {
    if (!(line instanceof CellLine))
      quill.formatLine(line.offset(quill.scroll), 1, kind, value, USER);
  }
}

/** Gives a format to the selection, which is `range`. */
export function formatSelection(
  quill: Quill,
  range: TextRange,
  name: string,
  value: unknown,
): void {
  asOneStep(quill, () => {
    if (LINE_KINDS.has(name) && hasCells(quill, range)) setLineKind(quill, range, name, value);
    else if (name === "list" || name === "indent")
      quill.formatLine(range.index, range.length, { [name]: value, ...WITHOUT_NUMBERS }, USER);
    else quill.format(name, value, USER);
  });
}

/** Removes the formats of a range, or those at the cursor. Cells of a table stay. */
export function clearFormats(quill: Quill, range: TextRange): void {
  const { index, length } = range;
  asOneStep(quill, () => {
    if (length > 0 && hasCells(quill, range)) {
      for (const name of INLINE_FORMATS) quill.formatText(index, length, name, false, USER);
      // Of whole lines, also if their ends aren't selected.
      for (const name of ["align", "indent"]) quill.formatLine(index, length, name, false, USER);
      for (const name of LINE_KINDS) setLineKind(quill, range, name, false);
    } else if (length > 0) {
      quill.removeFormat(index, length, USER);
    } else {
      const names = Object.keys(quill.getFormat(index));
      for (const name of names) if (name !== CellLine.blotName) quill.format(name, false, USER);
    }
  });
}

/** The whole link at the cursor, or the selection. */
function linkedRange(quill: Quill, cursor: TextRange): TextRange {
  if (cursor.length > 0) return cursor;
  const [link, offset] = quill.scroll.descendant(Link, cursor.index);
  return link ? { index: cursor.index - offset, length: link.length() } : cursor;
}

/**
 * Makes a link of a range, or of the address itself if nothing is selected; "" removes the link.
 * Returns the position after it.
 */
export function linkRange(quill: Quill, range: TextRange, address: string): number {
  const { index, length } = linkedRange(quill, range);
  asOneStep(quill, () => {
    if (length > 0) quill.formatText(index, length, "link", address || false, USER);
    else if (address) quill.insertText(index, address, { link: address }, USER);
  });
  return index + (length || address.length);
}
