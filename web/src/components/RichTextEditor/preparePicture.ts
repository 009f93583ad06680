import { MAX_PICTURE_BYTES, MAX_PICTURE_WIDTH } from "@sendwright/core/contract";
import { type PictureType, pictureEnding, pictureType } from "@sendwright/core/files/pictures";

/** Bytes up to which an animation is kept as it is. */
const GIF_BYTES = 1024 * 1024;
/** Bytes up to which a picture that could be a JPEG stays a PNG, which shows text sharper. */
const PNG_BYTES = 200 * 1024;
/** Pixels that a page can still redraw without a pause that people notice: any camera's photo. */
const MAX_PIXELS = 50_000_000;
const JPEG_QUALITY = 0.85;

/** A picture that an email can have. */
interface PreparedPicture {
  file: File;
  /** Its own width in pixels. */
  width: number;
}

/** The kinds of files that can become a picture. */
const PICTURE_KINDS = "image/png,image/jpeg,image/gif,image/webp";

/** Opens the browser's dialog for files, and passes on the pictures that a person chooses. */
export function choosePictures(onFiles: (files: File[]) => void): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", multiple: true, accept: PICTURE_KINDS });
  input.addEventListener("change", () => onFiles([...(input.files ?? [])]));
  input.click();
}

/**
 * Makes a picture for an email: at most 1,200 pixels wide, as JPEG, PNG or GIF, without anything
 * that a camera wrote into it (rule: pictures). A small GIF stays as it is, because it may move.
 * Throws a sentence for anything else.
 */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const type = pictureType(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (type === "image/gif" && file.size < GIF_BYTES) {
    const size = new DataView(await file.slice(6, 10).arrayBuffer());
    return { file: named(file, type), width: size.getUint16(0, true) };
  }
  const bitmap =
    file.type === "image/svg+xml" ? null : await createImageBitmap(file).catch(() => null);
  if (bitmap === null)
    throw new Error(`“${file.name}” can't be a picture. Choose a PNG, JPEG or GIF file.`);
  const isDrawable = bitmap.width * bitmap.height <= MAX_PIXELS;
  const redrawing = isDrawable ? await redrawn(bitmap, type === "image/jpeg") : null;
  bitmap.close();
  if (redrawing === null || redrawing.blob.size > MAX_PICTURE_BYTES) {
    throw new Error(`“${file.name}” is too large for a picture. Make it smaller.`);
  }
  const { blob, width } = redrawing;
  return { file: named(blob, blob.type === "image/png" ? "image/png" : "image/jpeg"), width };
}

async function redrawn(
  bitmap: ImageBitmap,
  isPhoto: boolean,
): Promise<{ blob: Blob; width: number }> {
  const width = Math.min(bitmap.width, MAX_PICTURE_WIDTH);
  const height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser can't resize pictures.");
  context.drawImage(bitmap, 0, 0, width, height);
  const isClear =
    !isPhoto &&
    context.getImageData(0, 0, width, height).data.some((part, i) => i % 4 === 3 && part < 255);
  const png = isPhoto ? null : await encoded(canvas, "image/png");
  if (png && png.size <= (isClear ? MAX_PICTURE_BYTES : PNG_BYTES)) return { blob: png, width };
  // A JPEG has no transparency: what was clear becomes white, as the paper of an email.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  return { blob: await encoded(canvas, "image/jpeg"), width };
}

function encoded(canvas: HTMLCanvasElement, type: PictureType): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("This browser can't resize pictures."))),
      type,
      JPEG_QUALITY,
    ),
  );
}

/** A name that no other picture has. */
function named(content: Blob, type: PictureType): File {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return new File([content], `picture-${id.join("")}${pictureEnding(type)}`, { type });
}
