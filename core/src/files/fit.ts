import { type Limits, MAX_FILENAME_LENGTH, maxAttachmentBytes } from "../contract/limits.ts";
import { decodeFileName } from "./fileName.ts";
import { isPictureName } from "./pictures.ts";

/** Anything with a size in bytes: a browser's File, a stored attachment, a received upload. */
export interface SizedFile {
  size: number;
  name?: string;
  original_filename?: string;
}
export interface NamedFile extends SizedFile {
  name: string;
}

/** Why no email can contain a file. `problem` ends a sentence: "has no name". */
type FileRefusal = { cause: "kind"; kind: string } | { cause: "file"; problem: string };
/** Why one file is skipped. */
export type SkipCause = FileRefusal | { cause: "count" } | { cause: "size" };
export type SkippedFile = { name: string } & SkipCause;

/**
 * Endings that Gmail refuses (https://support.google.com/mail/answer/6590). It also looks into
 * archives, which we leave to Gmail.
 */
const REFUSED_ENDINGS = new Set(
  `ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img ins iso isp jar
  jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vxd wsc wsf wsh
  xll`.split(/\s+/),
);

/** The ending for which Gmail refuses a file (`.exe`), or null if it accepts it. */
export function refusedKind(filename: string): string | null {
  // Windows drops dots and spaces at the end, so `tool.exe. ` is also a program.
  const ending = /\.([^.]*)$/
    .exec(decodeFileName(filename).replace(/[. ]+$/, ""))?.[1]
    ?.toLowerCase();
  return ending !== undefined && REFUSED_ENDINGS.has(ending) ? `.${ending}` : null;
}

/** Why an email can't contain a file of this name ("has no name"), or null if it can. */
export function filenameProblem(filename: string): string | null {
  if (filename.trim() === "") return "has no name";
  if (filename.length > MAX_FILENAME_LENGTH)
    return `has a name longer than ${MAX_FILENAME_LENGTH} characters`;
  if (/\p{Cc}/u.test(filename)) return "has a line break or an unprintable character in its name";
  // `invoice\u202efdp.exe` reads as a PDF.
  if (/[\u202a-\u202e\u2066-\u2069]/.test(filename))
    return "has hidden characters in its name that reverse the text";
  return null;
}

const UNITS = ["Bytes", "KB", "MB", "GB", "TB"] as const;

/** A number of bytes for people: `0 Bytes`, `1.50 KB`, `5.00 MB`, up to TB (rule: sizes). */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // 1,023.995 KB would be written "1024.00 KB", so a number that rounds up to the next unit is
  // shown in it.
  while (unit < UNITS.length - 1 && size >= (unit === 0 ? 1024 : 1023.995)) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(2)} ${UNITS[unit]}`;
}

function nameOf({ name, original_filename }: SizedFile): string {
  return name ?? original_filename ?? "";
}

/**
 * Whether a file is a picture of the body: its size counts, but it isn't one of the attachments
 * (rule: pictures).
 */
function isPicture(file: SizedFile): boolean {
  return isPictureName(nameOf(file));
}

/** Files without the pictures of the body. */
export function withoutPictures<F extends SizedFile>(files: readonly F[]): F[] {
  return files.filter((file) => !isPicture(file));
}

/**
 * Files that go out with an email: all but the pictures that its body doesn't mention (any more).
 */
export function filesInUse<F extends SizedFile>(
  files: readonly F[],
  mentioned: ReadonlySet<string>,
): F[] {
  return files.filter((file) => !isPicture(file) || mentioned.has(nameOf(file)));
}

/**
 * Decides which new files to add to the existing ones (rule: count and size). The template editor,
 * additional attachments and the server share it. It skips a file that doesn't fit and still tries
 * the ones after it.
 */
export function fitFiles<F extends NamedFile>(given: {
  existing: readonly SizedFile[];
  files: readonly F[];
  limits: Limits;
}): { accepted: F[]; skipped: SkippedFile[] } {
  const { existing, files, limits } = given;
  const accepted: F[] = [];
  const skipped: SkippedFile[] = [];
  let bytes = totalSize(existing);
  let count = withoutPictures(existing).length;
  for (const file of files) {
    const cause = skipCause(file, { count, bytes }, limits);
    if (cause !== null) {
      skipped.push({ name: file.name, ...cause });
      continue;
    }
    accepted.push(file);
    bytes += file.size;
    if (!isPicture(file)) count += 1;
  }
  return { accepted, skipped };
}

function skipCause(
  file: NamedFile,
  taken: { count: number; bytes: number },
  limits: Limits,
): SkipCause | null {
  const refusal = refusalOf(file);
  if (refusal !== null) return refusal;
  if (!isPicture(file) && taken.count >= limits.MAX_ATTACHMENTS_PER_EMAIL)
    return { cause: "count" };
  if (taken.bytes + file.size > maxAttachmentBytes(limits)) return { cause: "size" };
  return null;
}

/** Why no email can contain a file, or null if one can. */
export function refusalOf({ name, size }: NamedFile): FileRefusal | null {
  const problem = filenameProblem(name);
  if (problem !== null) return { cause: "file", problem };
  if (size === 0) return { cause: "file", problem: "is empty" };
  const kind = refusedKind(name);
  return kind === null ? null : { cause: "kind", kind };
}

export function totalSize(files: Iterable<SizedFile>): number {
  let bytes = 0;
  for (const file of files) bytes += file.size;
  return bytes;
}

/** Whether no more files can be added; the file picker is then disabled. */
export function attachmentsFull(existing: readonly SizedFile[], limits: Limits): boolean {
  return (
    withoutPictures(existing).length >= limits.MAX_ATTACHMENTS_PER_EMAIL ||
    totalSize(existing) >= maxAttachmentBytes(limits)
  );
}
