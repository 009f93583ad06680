import { AppError } from "@sendwright/core/contract/appError";
import type { Rate } from "@sendwright/core/contract/endpoint";
import { dayUsedUp } from "@sendwright/core/contract/messages";

/** What the calls of a bucket do, as it ends "You have reached the daily limit for …". */
const NAMES: Record<Rate | "rows", string> = {
  previews: "previews",
  template_writes: "changes to templates",
  uploads: "uploads",
  files: "files of their own for people",
  sends: "sends",
  send_controls: "changes to sends",
  questions: "questions about who received an email",
  settings: "changes to settings",
  account_changes: "changes to your account",
  exports: "downloads of your data",
  pictures: "pictures",
  demo_previews: "examples",
  sign_ins: "sign-ins",
  reads: "reading your data",
  progress: "following sends",
  rows: "rows in new sends",
};

/** The error of a call whose account has used up its day; `seconds`: how long to wait. */
export function dayUsedUpError(what: keyof typeof NAMES, seconds: number): AppError {
  return new AppError("daily_budget", dayUsedUp(NAMES[what], seconds), { retryAfter: seconds });
}
