import Link from "quill/formats/link.js";
import Delta from "quill-delta";
import { WITHOUT_NUMBERS } from "./listNumbering.ts";
import { type BodyPicture, PictureBlot } from "./pictureBlot.ts";
import { PlaceholderBlot } from "./placeholderBlot.ts";
import { Quill } from "./quillParts.ts";
import { CellLine } from "./tableBlots.ts";

const { USER, SILENT } = Quill.sources;

/** The formats at the cursor, by Quill's names. */
export type EditorFormats = Record<string, unknown>;

export interface TextRange {
  index: number;
  length: number;
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

const INLINE_FORMATS = new Set(["bold", "italic", "underline", "strike", "link", "script"]);

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

/** Puts a picture in place of a range, as one step that undo takes back. */
export function insertPicture(
  quill: Quill,
  { index, length }: TextRange,
  picture: BodyPicture,
): void {
  quill.history.cutoff();
  quill.updateContents(new Delta().retain(index).delete(length).insert({ picture }), USER);
  quill.history.cutoff();
}

/** Changes a picture, or removes it if `picture` is null, and puts the cursor behind it. */
export function changePicture(
  quill: Quill,
  image: HTMLImageElement,
  picture: BodyPicture | null,
): void {
  const blot = Quill.find(image);
  if (!(blot instanceof PictureBlot)) return;
  const index = blot.offset(quill.scroll);
  const change = new Delta().retain(index).delete(1);
  quill.history.cutoff();
  quill.updateContents(
    picture ? change.insert({ picture }, quill.getFormat(index, 1)) : change,
    USER,
  );
  quill.setSelection(picture ? index + 1 : index, 0, SILENT);
  quill.focus();
}
