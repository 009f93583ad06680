import { AppError } from "../contract/appError.ts";
import { MAX_SUBJECT_BYTES } from "../contract/limits.ts";

/** Takes a subject with its values in it, of which those may be missing that come when it is too long already; throws `subject_too_long`. */
export function requireSubjectFits(subject: string): void {
  const bytes = Buffer.byteLength(subject);
  if (bytes <= MAX_SUBJECT_BYTES) return;
  const message = `With these values the subject is too long (${bytes} bytes or more, at most ${MAX_SUBJECT_BYTES}).`;
  throw new AppError("subject_too_long", message);
}
