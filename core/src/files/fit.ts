import { AppError } from "../contract/appError.ts";
import { type Limits, maxAttachmentBytes } from "../contract/limits.ts";
import { filenameProblem, refusedKind } from "./fileName.ts";
import { formatBytes } from "./size.ts";

/** Anything with a size in bytes: a browser's File, a stored attachment, a received upload. */
interface Sized {
  size: number;
}
interface NamedFile extends Sized {
  name: string;
}

/** Why one file is skipped. `problem` ends a sentence: "has no name". */
export type SkipCause =
  | { cause: "count" }
  | { cause: "size" }
  | { cause: "kind"; kind: string }
  | { cause: "file"; problem: string };
export type SkippedFile = { name: string } & SkipCause;

/**
 * Decides which new files to add to the existing ones (rule: count and size). The template editor, additional
 * attachments and the server share it. It skips a file that doesn't fit and still tries the ones after it.
 */
export function fitFiles<F extends NamedFile>(given: {
  existing: readonly Sized[];
  files: readonly F[];
  limits: Limits;
}): { accepted: F[]; skipped: SkippedFile[] } {
  const { existing, files, limits } = given;
  const accepted: F[] = [];
  const skipped: SkippedFile[] = [];
  let bytes = totalSize(existing);
  for (const file of files) {
    const cause = skipCause(file, { count: existing.length + accepted.length, bytes }, limits);
    if (cause !== null) {
      skipped.push({ name: file.name, ...cause });
      continue;
    }
    accepted.push(file);
    bytes += file.size;
  }
  return { accepted, skipped };
}

function skipCause(file: NamedFile, taken: { count: number; bytes: number }, limits: Limits): SkipCause | null {
  const problem = filenameProblem(file.name) ?? (file.size === 0 ? "is empty" : null);
  if (problem !== null) return { cause: "file", problem };
  const kind = refusedKind(file.name);
  if (kind !== null) return { cause: "kind", kind };
  if (taken.count >= limits.MAX_ATTACHMENTS_PER_EMAIL) return { cause: "count" };
  if (taken.bytes + file.size > maxAttachmentBytes(limits)) return { cause: "size" };
  return null;
}

export function totalSize(files: Iterable<Sized>): number {
  let bytes = 0;
  for (const file of files) bytes += file.size;
  return bytes;
}

/** Whether no more files can be added; the file picker is then disabled. */
export function attachmentsFull(existing: readonly Sized[], limits: Limits): boolean {
  return existing.length >= limits.MAX_ATTACHMENTS_PER_EMAIL || totalSize(existing) >= maxAttachmentBytes(limits);
}

/** The problem with all files of a template or email, in the words of "Template editor on save". */
export function attachmentProblems(files: readonly Sized[], limits: Limits): string[] {
  const problems: string[] = [];
  if (files.length > limits.MAX_ATTACHMENTS_PER_EMAIL) {
    problems.push(`Attachment count limit (${limits.MAX_ATTACHMENTS_PER_EMAIL}) exceeded.`);
  }
  if (totalSize(files) > maxAttachmentBytes(limits)) {
    problems.push(`Total attachment size limit (${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB) exceeded.`);
  }
  return problems;
}

/** The problem with the files of a manual bulk send, in that screen's words. */
export function manualAttachmentProblems(files: readonly Sized[], limits: Limits): string[] {
  const problems: string[] = [];
  const { MAX_ATTACHMENTS_PER_EMAIL: maxCount, MAX_TOTAL_ATTACHMENT_SIZE_MB: maxMegabytes } = limits;
  if (files.length > maxCount) {
    problems.push(`Manual attachment count (${files.length}) exceeds limit (${maxCount}).`);
  }
  const bytes = totalSize(files);
  if (bytes > maxAttachmentBytes(limits)) {
    problems.push(`Total manual attachment size (${formatBytes(bytes)}) exceeds limit (${maxMegabytes} MB).`);
  }
  return problems;
}

/**
 * The server's check of received files.
 * @throws AppError `attachment_limit`, `attachment_kind_refused` or `invalid_input`, naming the file.
 */
export function requireFilesFit(given: {
  existing: readonly Sized[];
  files: readonly NamedFile[];
  limits: Limits;
}): void {
  const refused = fitFiles(given).skipped.find((file) => file.cause === "file" || file.cause === "kind");
  if (refused?.cause === "file") throw new AppError("invalid_input", `${fileLabel(refused.name)} ${refused.problem}.`);
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
