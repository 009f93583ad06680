import Delta from "quill-delta";
import { type Ends, withEnds } from "./blocks.ts";
import { CHIP_CLASS } from "./bodyHtml.ts";
import { type EditorFormats, inlineFormats } from "./formats.ts";
import { type BodyPicture, PictureBlot } from "./pictureBlot.ts";
import { Quill } from "./quillParts.ts";
import type { TextRange } from "./textRange.ts";
import { asOneStep } from "./undoStep.ts";

const { USER, SILENT } = Quill.sources;

/** A chip and the source text that is written in it from now on; null removes it. */
export interface ChipChange {
  chip: HTMLElement;
  written: string | null;
}

/** Puts a chip in the place of so many characters, and the cursor behind it. */
export function insertChip(
  quill: Quill,
  index: number,
  length: number,
  written: string,
  formats: EditorFormats,
): void {
  const change = new Delta().retain(index).delete(length).insert({ placeholder: written }, formats);
  quill.updateContents(change, USER);
  quill.setSelection(index + 1, 0, SILENT);
}

/**
 * Replaces or removes chips, as one change. `behind`: the ends of a block that comes behind the last
 * of them, with the cursor in it.
 */
export function rewriteChips(
  quill: Quill,
  changes: readonly ChipChange[],
  behind: Ends | null = null,
): void {
  asOneStep(quill, () => {
    let end = 0;
    for (const { chip, written } of changes) {
      const blot = Quill.find(chip);
      if (!blot || blot instanceof Quill || !chip.classList.contains(CHIP_CLASS)) continue;
      const index = blot.offset(quill.scroll);
      end = index + 1;
      if (written === null) {
        quill.deleteText(index, 1, USER);
        quill.setSelection(index, 0, SILENT);
      } else {
        insertChip(quill, index, 1, written, inlineFormats(quill.getFormat(index, 1)));
      }
    }
    if (behind) {
      quill.updateContents(withEnds(new Delta().retain(end), behind), USER);
      quill.setSelection(end + 1, 0, SILENT);
    }
  });
  quill.focus();
}

/** Puts a picture in place of a range. */
export function insertPicture(
  quill: Quill,
  { index, length }: TextRange,
  picture: BodyPicture,
): void {
  const change = new Delta().retain(index).delete(length).insert({ picture });
  asOneStep(quill, () => quill.updateContents(change, USER));
}

/** Changes a picture, or removes it if `picture` is null, and puts the cursor after it. */
export function changePicture(
  quill: Quill,
  image: HTMLImageElement,
  picture: BodyPicture | null,
): void {
  const blot = Quill.find(image);
  if (!(blot instanceof PictureBlot)) return;
  const index = blot.offset(quill.scroll);
  const change = new Delta().retain(index).delete(1);
  if (picture) change.insert({ picture }, quill.getFormat(index, 1));
  asOneStep(quill, () => quill.updateContents(change, USER));
  quill.setSelection(picture ? index + 1 : index, 0, SILENT);
  quill.focus();
}
