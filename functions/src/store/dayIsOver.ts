import { AppError } from "@sendwright/core/contract/appError";
import type { Rate } from "@sendwright/core/contract/endpoint";
import { dayUsedUp } from "@sendwright/core/contract/messages";

/** The calls of a bucket in people's words. */
const NAMES: Record<Rate | "rows", string> = {
  previews: "previews",
  template_writes: "changes to templates",
  uploads: "uploads",
  files: "files for one person each",
  sends: "sends",
  send_controls: "changes to sends",
  questions: "questions about who received an email",
  settings: "changes to settings",
  account_changes: "changes to your account",
  exports: "downloads of your data",
  pictures: "pictures",
  demo_previews: "examples",
  sign_ins: "sign-ins",
  reads: "reading",
  progress: "looks at a send",
  rows: "rows in new sends",
};

/** The error of a call whose account has used up its day. `seconds`: until when. */
export function dayIsOver(what: keyof typeof NAMES, seconds: number): AppError {
  return new AppError("daily_budget", dayUsedUp(NAMES[what], seconds), { retryAfter: seconds });
}
