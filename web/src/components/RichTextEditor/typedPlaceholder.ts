import { type TypedPlaceholder, typedIn } from "../Suggestions/typedIn.ts";
import type { Quill } from "./quillParts.ts";
import type { TextRange } from "./textRange.ts";

/** A line of the text at one place of it, in pixels of the editor's element. */
export interface LinePosition {
  left: number;
  top: number;
  height: number;
}

/** A placeholder that is being typed by hand, where it begins. */
export type LocatedPlaceholder = TypedPlaceholder & LinePosition;

/** Represents a chip where only the text counts. */
const NOT_TEXT = "\ufffc";

/** The text of a line up to a place in it. */
export function textBefore(quill: Quill, index: number): string {
  const [, offset] = quill.getLine(index);
  return quill
    .getContents(index - offset, offset)
    .ops.map(({ insert }) => (typeof insert === "string" ? insert : NOT_TEXT))
    .join("");
}

/** The placeholder being typed at the cursor; null if none. */
export function typingOf(quill: Quill, range: TextRange): LocatedPlaceholder | null {
  if (range.length > 0 || !quill.hasFocus()) return null;
  const typed = typedIn(textBefore(quill, range.index));
  return typed && { ...typed, ...lineAt(quill, range.index - typed.length) };
}

/** Where on the screen the line of a place is, or the lines of a selection. */
export function lineAt(quill: Quill, index: number, length = 0): LinePosition {
  const { left = 0, top = 0, height = 0 } = quill.getBounds(index, length) ?? {};
  return { left, top, height };
}
