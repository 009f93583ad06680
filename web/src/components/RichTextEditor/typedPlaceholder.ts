import type { Quill } from "./quillParts.ts";

/** A placeholder that is being typed by hand. */
export interface Typing {
  /** What stands after the two braces so far. */
  text: string;
  /** Where it begins, in pixels of the editor's element; `top` is below the line. */
  left: number;
  top: number;
}

/** What stands in the place of a chip, where only the text counts. */
const NOT_TEXT = "\ufffc";
/** A name that is longer has most likely lost its closing braces. */
const LONGEST = 60;

/** Takes a place in the content; gives the text of its line up to there. */
export function textBefore(quill: Quill, index: number): string {
  const [, offset] = quill.getLine(index);
  return quill
    .getContents(index - offset, offset)
    .ops.map(({ insert }) => (typeof insert === "string" ? insert : NOT_TEXT))
    .join("");
}

/** Gives the placeholder that the cursor stands in while it is typed; null when there is none. */
export function typingOf(quill: Quill): Typing | null {
  if (!quill.hasFocus()) return null;
  const range = quill.getSelection();
  if (!range || range.length > 0) return null;
  const text = /\{\{([^{}\ufffc]*)$/.exec(textBefore(quill, range.index))?.[1];
  if (text === undefined || text.length > LONGEST) return null;
  const bounds = quill.getBounds(range.index - text.length - 2);
  return { text, left: bounds?.left ?? 0, top: bounds?.bottom ?? 0 };
}
