import Delta from "quill-delta";
import { type BodyPicture, PictureBlot } from "./pictureBlot.ts";
import { Quill } from "./quillParts.ts";
import type { TextRange } from "./textRange.ts";

const { USER, SILENT } = Quill.sources;

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
