import { AppError } from "../contract/appError.ts";
import {
  type Limits,
  MAX_FILENAME_LENGTH,
  MAX_PICTURES,
  maxAttachmentBytes,
} from "../contract/limits.ts";
import { fileName } from "./fileName.ts";
import { isPictureName } from "./pictures.ts";

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
  const ending = /\.([^.]*)$/.exec(fileName(filename).replace(/[. ]+$/, ""))?.[1]?.toLowerCase();
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

/**
 * Template editor: the picked files exceed the maximum count, and none was added (rule: all or
 * none).
 */
export function cannotAddAllFiles(limits: Limits): string {
  return `Cannot add all files: Maximum ${limits.MAX_ATTACHMENTS_PER_EMAIL} attachments allowed per template.`;
}

/** Template editor: why one file was skipped. */
function templateSkipReason(skip: SkipCause, limits: Limits): string {
  if (skip.cause === "count")
    return `Skipped: Exceeds max count (${limits.MAX_ATTACHMENTS_PER_EMAIL})`;
  if (skip.cause === "size")
    return `Skipped: Exceeds total size limit (${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB)`;
  return `Skipped: ${otherReason(skip)}`;
}

/** Template editor: lists the skipped files; null if there are none. */
export function templateSkipMessage(
  skipped: readonly SkippedFile[],
  limits: Limits,
): string | null {
  if (skipped.length === 0) return null;
  const files = skipped.map((file) => `${file.name} (${templateSkipReason(file, limits)})`);
  return `Some files were not added due to limits: ${files.join("; ")}`;
}

/**
 * Additional attachments of Direct Send and Bulk manual: lists the skipped files; null if there are
 * none.
 */
export function additionalSkipMessage(
  skipped: readonly SkippedFile[],
  limits: Limits,
): string | null {
  if (skipped.length === 0) return null;
  const files = skipped.map((file) => `${file.name} (${additionalSkipReason(file, limits)})`);
  return `Some files not added: ${files.join(", ")}`;
}

function additionalSkipReason(skip: SkipCause, limits: Limits): string {
  if (skip.cause === "count")
    return `Exceeds max attachment count (${limits.MAX_ATTACHMENTS_PER_EMAIL})`;
  if (skip.cause === "size")
    return `Exceeds total size limit (${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB)`;
  return otherReason(skip);
}

function otherReason(skip: Extract<SkipCause, { cause: "kind" | "file" }>): string {
  return skip.cause === "kind" ? `Gmail doesn't accept ${skip.kind} files` : `File ${skip.problem}`;
}

/** Anything with a size in bytes: a browser's File, a stored attachment, a received upload. */
interface SizedFile {
  size: number;
  name?: string;
  original_filename?: string;
}
interface NamedFile extends SizedFile {
  name: string;
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

export const tooManyPictures = `An email can have at most ${MAX_PICTURES} pictures.`;

/** Why one file is skipped. `problem` ends a sentence: "has no name". */
export type SkipCause =
  | { cause: "count" }
  | { cause: "size" }
  | { cause: "kind"; kind: string }
  | { cause: "file"; problem: string };
export type SkippedFile = { name: string } & SkipCause;

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
  for (const file of files) {
    const taken = withoutPictures([...existing, ...accepted]).length;
    const cause = skipCause(file, { count: taken, bytes }, limits);
    if (cause !== null) {
      skipped.push({ name: file.name, ...cause });
      continue;
    }
    accepted.push(file);
    bytes += file.size;
  }
  return { accepted, skipped };
}

function skipCause(
  file: NamedFile,
  taken: { count: number; bytes: number },
  limits: Limits,
): SkipCause | null {
  const problem = filenameProblem(file.name) ?? (file.size === 0 ? "is empty" : null);
  if (problem !== null) return { cause: "file", problem };
  const kind = refusedKind(file.name);
  if (kind !== null) return { cause: "kind", kind };
  if (!isPicture(file) && taken.count >= limits.MAX_ATTACHMENTS_PER_EMAIL)
    return { cause: "count" };
  if (taken.bytes + file.size > maxAttachmentBytes(limits)) return { cause: "size" };
  return null;
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

/** The problem with all files of a template or email, in the words of "Template editor on save". */
export function attachmentProblems(files: readonly SizedFile[], limits: Limits): string[] {
  const problems: string[] = [];
  const count = withoutPictures(files).length;
  if (count > limits.MAX_ATTACHMENTS_PER_EMAIL) {
    problems.push(`Attachment count limit (${limits.MAX_ATTACHMENTS_PER_EMAIL}) exceeded.`);
  }
  if (files.length - count > MAX_PICTURES) problems.push(tooManyPictures);
  if (totalSize(files) > maxAttachmentBytes(limits)) {
    problems.push(
      `Total attachment size limit (${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB) exceeded.`,
    );
  }
  return problems;
}

/** The problem with the files of a manual bulk send, in that screen's words. */
export function manualAttachmentProblems(files: readonly SizedFile[], limits: Limits): string[] {
  const problems: string[] = [];
  const { MAX_ATTACHMENTS_PER_EMAIL: maxCount, MAX_TOTAL_ATTACHMENT_SIZE_MB: maxMegabytes } =
    limits;
  const count = withoutPictures(files).length;
  if (count > maxCount)
    problems.push(`Manual attachment count (${count}) exceeds limit (${maxCount}).`);
  if (files.length - count > MAX_PICTURES) problems.push(tooManyPictures);
  const bytes = totalSize(files);
  if (bytes > maxAttachmentBytes(limits)) {
    problems.push(
      `Total manual attachment size (${formatBytes(bytes)}) exceeds limit (${maxMegabytes} MB).`,
    );
  }
  return problems;
}

/**
 * The server's check of received files.
 * @throws AppError `attachment_limit`, `attachment_kind_refused` or `invalid_input`, naming the file.
 */
export function requireFilesFit(given: {
  existing: readonly SizedFile[];
  files: readonly NamedFile[];
  limits: Limits;
}): void {
  const refused = fitFiles(given).skipped.find(
    (file) => file.cause === "file" || file.cause === "kind",
  );
  if (refused?.cause === "file")
    throw new AppError("invalid_input", `${fileLabel(refused.name)} ${refused.problem}.`);
  if (refused?.cause === "kind") {
    throw new AppError(
      "attachment_kind_refused",
      `${fileLabel(refused.name)}: Gmail doesn't accept ${refused.kind} files.`,
    );
  }
  const problems = attachmentProblems([...given.existing, ...given.files], given.limits);
  if (problems.length > 0) throw new AppError("attachment_limit", problems.join(" "));
}

function fileLabel(name: string): string {
  return name.trim() === "" ? "A file" : name.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "");
}
