import { AppError } from "@sendwright/core/contract/appError";
import { MAX_SUBJECT_BYTES } from "@sendwright/core/contract/limits";

/** Throws `subject_too_long` for a subject with its values in it, or as many of them as make it too long. */
export function requireSubjectFits(subject: string): void {
  if (Buffer.byteLength(subject) <= MAX_SUBJECT_BYTES) return;
  const message = `With these values, the subject is too long (at most ${MAX_SUBJECT_BYTES} bytes).`;
  throw new AppError("subject_too_long", message);
}
