import Delta from "quill-delta";
import { type BodyPicture, PictureBlot } from "./pictureBlot.ts";
import { Quill } from "./quillParts.ts";
import type { TextRange } from "./textRange.ts";
import { asOneStep } from "./undoStep.ts";

const { USER, SILENT } = Quill.sources;

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
