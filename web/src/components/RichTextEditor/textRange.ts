import type Delta from "quill-delta";
import { PictureBlot } from "./pictureBlot.ts";
import { PlaceholderBlot } from "./placeholderBlot.ts";
import type { Quill } from "./quillParts.ts";

export interface TextRange {
  index: number;
  length: number;
}

const isChipOrPicture = (blot: unknown) =>
  blot instanceof PlaceholderBlot || blot instanceof PictureBlot;

/** The chip or picture that is selected or next to the cursor. */
export function chipBeside(quill: Quill, { index, length }: TextRange): HTMLElement | null {
  const places = length === 1 ? [index] : length === 0 ? [index - 1, index] : [];
  for (const place of places.filter((at) => at >= 0)) {
    const [chip] = quill.scroll.descendant(isChipOrPicture, place);
    if (chip) return chip.domNode as HTMLElement;
  }
  return null;
}

/** Whether a change only writes or deletes text within a line, without formats. */
export function isOnlyText({ ops }: Delta): boolean {
  return ops.every(({ insert, retain, attributes }) =>
    typeof insert === "string"
      ? !insert.includes("\n")
      : typeof retain === "number" && attributes === undefined,
  );
}
