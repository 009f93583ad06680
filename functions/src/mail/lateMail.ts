/**
 * Emails, and the formatting that people write. The libraries for them load with the first call
 * that needs them: the first calls after a pause don't.
 */

import type { MailText, PreparedMail } from "./prepareMail.ts";

/** As `prepareMail`. */
export async function preparedMail(mail: MailText): Promise<PreparedMail> {
  const { prepareMail } = await import("./prepareMail.ts");
  return prepareMail(mail);
}

/** As `sanitizeBody`. */
export async function sanitizedBody(html: string): Promise<string> {
  const { sanitizeBody } = await import("./sanitizeBody.ts");
  return sanitizeBody(html);
}

/** As `sanitizeSignature`. */
export async function sanitizedSignature(html: string): Promise<string> {
  const { sanitizeSignature } = await import("./sanitizeBody.ts");
  return sanitizeSignature(html);
}
