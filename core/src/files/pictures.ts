import { AppError } from "../contract/appError.ts";
import { MAX_PICTURE_BYTES } from "../contract/limits.ts";
import { PICTURE_NAME } from "../contract/templates.ts";
import { decodeFileName } from "./fileName.ts";

/**
 * A picture of a body is a file whose name the body mentions as `cid:<name>` (rule: pictures). The
 * page makes the names; they are the same in the editor, in storage and in the email.
 */
const PICTURE = PICTURE_NAME.source.slice(1, -1);
const PICTURE_SOURCE = new RegExp(`^cid:${PICTURE}$`);
const MENTIONED = new RegExp(`<img\\b[^<>]*?\\ssrc="cid:(${PICTURE})"`, "g");

/** The `src` of a picture with this name. */
export const CID = "cid:";
/** A body mentions a picture that there is no file for. */
export const PICTURE_MISSING = "A picture in the email is missing. Remove it or insert it again.";

export function isPictureName(filename: string): boolean {
  return PICTURE_NAME.test(filename);
}

/** Whether an `src` names a picture of a body: nothing else may be shown. */
export function isPictureSource(src: string): boolean {
  return PICTURE_SOURCE.test(src);
}

/** The name under which an attachment arrives: it never looks like a picture of the body. */
export function attachmentName(filename: string): string {
  const name = decodeFileName(filename);
  return isPictureName(name) ? name.replace("picture-", "image-") : name;
}

/** The names of the pictures that a clean body or an email shows, each once. Linear in the text. */
export function picturesIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(MENTIONED), ([, name = ""]) => name));
}

/** The pictures that a body mentions and that aren't there. */
export function missingPictures(mentioned: Iterable<string>, names: Iterable<string>): string[] {
  const there = new Set(names);
  return [...mentioned].filter((name) => !there.has(name));
}

/** The warning about a body, given the names of its files. */
export function pictureWarnings(body: string, names: readonly string[]): string[] {
  return missingPictures(picturesIn(body), names).length > 0 ? [PICTURE_MISSING] : [];
}

const ENDINGS = { "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif" } as const;
export type PictureType = keyof typeof ENDINGS;

/** Which kind of picture some bytes are, by how they begin; null for any other file. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const begins = (...first: number[]) => first.every((byte, i) => bytes[i] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (begins(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (
    begins(0x47, 0x49, 0x46, 0x38) &&
    (bytes[4] === 0x37 || bytes[4] === 0x39) &&
    bytes[5] === 0x61
  )
    return "image/gif";
  return null;
}

/** The name's ending for a kind of picture, with its dot. */
export function pictureEnding(type: PictureType): string {
  return ENDINGS[type];
}

/**
 * Checks that a picture is of the kind that its name says, and returns the kind.
 * @throws AppError `invalid_input`, `attachment_limit`.
 */
export function requirePicture(filename: string, content: Uint8Array): PictureType {
  if (content.length > MAX_PICTURE_BYTES) {
    throw new AppError(
      "attachment_limit",
      `A picture can have at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`,
    );
  }
  const type = pictureType(content);
  if (type !== null && filename.endsWith(ENDINGS[type])) return type;
  throw new AppError(
    "invalid_input",
    "A picture must be a PNG, JPEG or GIF file, and its name must say which.",
  );
}
