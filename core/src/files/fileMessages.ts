import { AppError } from "../contract/appError.ts";
import { type Limits, MAX_PICTURES, maxAttachmentBytes } from "../contract/limits.ts";
import {
  formatBytes,
  type NamedFile,
  refusalOf,
  type SizedFile,
  type SkipCause,
  type SkippedFile,
  totalSize,
  withoutPictures,
} from "./fit.ts";

/**
 * Template editor: the picked files exceed the maximum count, and none was added (rule: all or
 * none).
 */
export function cannotAddAllFiles(limits: Limits): string {
  return `Cannot add all files: Maximum ${limits.MAX_ATTACHMENTS_PER_EMAIL} attachments allowed per template.`;
}

/** The words of a screen that lists skipped files. */
interface SkipWords {
  title: string;
  between: string;
  count: (most: number) => string;
  size: (mostMegabytes: number) => string;
  /** Before any other reason. */
  other: string;
}
const OF_TEMPLATE: SkipWords = {
  title: "Some files were not added due to limits: ",
  between: "; ",
  count: (most) => `Skipped: Exceeds max count (${most})`,
  size: (mostMegabytes) => `Skipped: Exceeds total size limit (${mostMegabytes} MB)`,
  other: "Skipped: ",
};
const OF_EMAIL: SkipWords = {
  title: "Some files not added: ",
  between: ", ",
  count: (most) => `Exceeds max attachment count (${most})`,
  size: (mostMegabytes) => `Exceeds total size limit (${mostMegabytes} MB)`,
  other: "",
};

/** Template editor: lists the skipped files; null if there are none. */
export function templateSkipMessage(
  skipped: readonly SkippedFile[],
  limits: Limits,
): string | null {
  return skipMessage(skipped, limits, OF_TEMPLATE);
}

/**
 * Additional attachments of Direct Send and Bulk manual: lists the skipped files; null if there are
 * none.
 */
export function additionalSkipMessage(
  skipped: readonly SkippedFile[],
  limits: Limits,
): string | null {
  return skipMessage(skipped, limits, OF_EMAIL);
}

function skipMessage(
  skipped: readonly SkippedFile[],
  limits: Limits,
  words: SkipWords,
): string | null {
  if (skipped.length === 0) return null;
  const files = skipped.map((file) => `${file.name} (${skipReason(file, limits, words)})`);
  return words.title + files.join(words.between);
}

function skipReason(skip: SkipCause, limits: Limits, { count, size, other }: SkipWords): string {
  switch (skip.cause) {
    case "count":
      return count(limits.MAX_ATTACHMENTS_PER_EMAIL);
    case "size":
      return size(limits.MAX_TOTAL_ATTACHMENT_SIZE_MB);
    case "kind":
      return `${other}${kindMessage(skip.kind)}`;
    case "file":
      return `${other}File ${skip.problem}`;
  }
}

function kindMessage(kind: string): string {
  return `Gmail doesn't accept ${kind} files`;
}

export const tooManyPictures = `An email can have at most ${MAX_PICTURES} pictures.`;

/** The problems with all files of a template or email, in the words of "Template editor on save". */
export function attachmentProblems(files: readonly SizedFile[], limits: Limits): string[] {
  return problemsOf(files, limits, {
    count: (_, most) => `Attachment count limit (${most}) exceeded.`,
    size: (_, most) => `Total attachment size limit (${most} MB) exceeded.`,
  });
}

/** The problems with the files of a manual bulk send, in that screen's words. */
export function manualAttachmentProblems(files: readonly SizedFile[], limits: Limits): string[] {
  return problemsOf(files, limits, {
    count: (count, most) => `Manual attachment count (${count}) exceeds limit (${most}).`,
    size: (bytes, most) =>
      `Total manual attachment size (${formatBytes(bytes)}) exceeds limit (${most} MB).`,
  });
}

function problemsOf(
  files: readonly SizedFile[],
  limits: Limits,
  words: Record<"count" | "size", (given: number, most: number) => string>,
): string[] {
  const count = withoutPictures(files).length;
  const bytes = totalSize(files);
  const problems: string[] = [];
  if (count > limits.MAX_ATTACHMENTS_PER_EMAIL)
    problems.push(words.count(count, limits.MAX_ATTACHMENTS_PER_EMAIL));
  if (files.length - count > MAX_PICTURES) problems.push(tooManyPictures);
  if (bytes > maxAttachmentBytes(limits))
    problems.push(words.size(bytes, limits.MAX_TOTAL_ATTACHMENT_SIZE_MB));
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
  for (const file of given.files) {
    const refusal = refusalOf(file);
    const label = fileLabel(file.name);
    if (refusal?.cause === "file")
      throw new AppError("invalid_input", `${label} ${refusal.problem}.`);
    if (refusal?.cause === "kind")
      throw new AppError("attachment_kind_refused", `${label}: ${kindMessage(refusal.kind)}.`);
  }
  const problems = attachmentProblems([...given.existing, ...given.files], given.limits);
  if (problems.length > 0) throw new AppError("attachment_limit", problems.join(" "));
}

function fileLabel(name: string): string {
  const shown = name.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "");
  return shown.trim() === "" ? "A file" : shown;
}
