import type { Limits } from "../contract/limits.ts";
import type { SkipCause, SkippedFile } from "./fit.ts";

/** Template editor: the picked files exceed the maximum count, and none was added (rule: all or none). */
export function cannotAddAllFiles(limits: Limits): string {
  return `Cannot add all files: Maximum ${limits.MAX_ATTACHMENTS_PER_EMAIL} attachments allowed per template.`;
}

/** Template editor: why one file was skipped. */
function templateSkipReason(skip: SkipCause, limits: Limits): string {
  if (skip.cause === "count") return `Skipped: Exceeds max count (${limits.MAX_ATTACHMENTS_PER_EMAIL})`;
  if (skip.cause === "size") return `Skipped: Exceeds total size limit (${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB)`;
  return `Skipped: ${otherReason(skip)}`;
}

/** Template editor: lists the skipped files; null if there are none. */
export function templateSkipMessage(skipped: readonly SkippedFile[], limits: Limits): string | null {
  if (skipped.length === 0) return null;
  const files = skipped.map((file) => `${file.name} (${templateSkipReason(file, limits)})`);
  return `Some files were not added due to limits: ${files.join("; ")}`;
}

/** Additional attachments of Direct Send and Bulk manual: lists the skipped files; null if there are none. */
export function additionalSkipMessage(skipped: readonly SkippedFile[], limits: Limits): string | null {
  if (skipped.length === 0) return null;
  const files = skipped.map((file) => `${file.name} (${additionalSkipReason(file, limits)})`);
  return `Some files not added: ${files.join(", ")}`;
}

function additionalSkipReason(skip: SkipCause, limits: Limits): string {
  if (skip.cause === "count") return `Exceeds max attachment count (${limits.MAX_ATTACHMENTS_PER_EMAIL})`;
  if (skip.cause === "size") return `Exceeds total size limit (${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB)`;
  return otherReason(skip);
}

function otherReason(skip: Extract<SkipCause, { cause: "kind" | "file" }>): string {
  return skip.cause === "kind" ? `Gmail doesn't accept ${skip.kind} files` : `File ${skip.problem}`;
}
