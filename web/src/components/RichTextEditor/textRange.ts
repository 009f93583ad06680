import Link from "quill/formats/link.js";
import type Delta from "quill-delta";
import { PictureBlot } from "./pictureBlot.ts";
import { PlaceholderBlot } from "./placeholderBlot.ts";
import { Quill } from "./quillParts.ts";
import { CellLine } from "./tableBlots.ts";

const { USER } = Quill.sources;

/** The formats at the cursor, by Quill's names. */
export type EditorFormats = Record<string, unknown>;

export interface TextRange {
  index: number;
  length: number;
}

/** The kinds of lines; a line in a cell is one and stays one. */
export const LINE_KINDS = new Set(["header", "list", "blockquote", "code-block"]);

export function hasCells(quill: Quill, { index, length }: TextRange): boolean {
  return quill.getLines(index, length).some((line) => line instanceof CellLine);
}

export function formatLines(
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
export function linkedRange(quill: Quill, cursor: TextRange): TextRange {
  if (cursor.length > 0) return cursor;
  const [link, offset] = quill.scroll.descendant(Link, cursor.index);
  return link ? { index: cursor.index - offset, length: link.length() } : cursor;
}

const isChipOrPicture = (blot: unknown) =>
  blot instanceof PlaceholderBlot || blot instanceof PictureBlot;

/** The chip or picture that is selected or next to the cursor. */
export function chipBeside(quill: Quill, { index, length }: TextRange): HTMLElement | null {
  const places = length === 1 ? [index] : length === 0 ? [index - 1, index] : [];
  for (const place of places) {
    const [chip] = quill.scroll.descendant(isChipOrPicture, place);
    if (chip && place >= 0) return chip.domNode as HTMLElement;
  }
  return null;
}

export const INLINE_FORMATS = new Set(["bold", "italic", "underline", "strike", "link", "script"]);

export function inlineFormats(formats: EditorFormats): EditorFormats {
  return Object.fromEntries(Object.entries(formats).filter(([name]) => INLINE_FORMATS.has(name)));
}

/** Whether a change only writes letters within a line: chips, pictures and lines stay as they are. */
export function isOnlyLetters({ ops }: Delta): boolean {
  return ops.every(({ insert, retain, attributes }) =>
    typeof insert === "string"
      ? !insert.includes("\n")
      : typeof retain === "number" && attributes === undefined,
  );
}
