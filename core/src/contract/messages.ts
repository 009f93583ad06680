/** Sentences that both the server and a screen use, in the fixed words (rule: words). */
export const NO_TEMPLATE = "Please select a template.";
export const NO_CHOICE = "Please select a template or '(Compose Manually)'.";
export const CSV_COMPOSED = "CSV mode cannot be used with '(Compose Manually)'.";
export const NO_CSV_FILE = "CSV file is required.";
export const NO_RECIPIENT_COLUMN = "Recipient column header is required.";
export const NO_SUBJECT = "Subject is required.";
export const NO_BODY = "Body is required.";
/** Values that empty a part of an email. */
export const BLANK_PART = {
  subject: "With these values, the subject is blank.",
  body: "With these values, the email has no text.",
} as const;
export const NO_RECIPIENT = "At least one recipient is required.";
export const NO_DIRECT_RECIPIENT = "Please enter at least one recipient email.";
export const NO_VALID_ADDRESS = "No valid email addresses detected.";
export const NOT_FILLED_IN = "Please fill in all fields.";
export const NO_DEMO_RECIPIENT = "Please enter a valid recipient email address.";
/**
 * The caller is a page or an extension of another version. An old extension shows this sentence
 * too.
 */
export const PAGE_OUTDATED =
  "Sendwright has been updated since you opened it. Reload this page, or update the extension, and try again.";

/** The sentence for a failed Direct Send that has none of its own. */
export const directSendFailure = (reason = "send_failed") => `Failed to send email(s) (${reason})`;
export const cannotAddMore = (limit: number) => `Cannot add more than ${limit} recipients.`;
export const limitExceeded = (limit: number) => `Recipient limit (${limit}) exceeded.`;
export const tooManyRequests = (seconds: number) =>
  `Too many requests. Please try again in ${waitOf(seconds)}.`;

/**
 * The account has used up what it may cost in a day. Server and page have no common time zone, so
 * it says how long.
 */
export const dayUsedUp = (what: string, seconds: number) =>
  `You have reached the daily limit for ${what}. You can continue in about ${waitOf(seconds)}. Sends that have begun aren't affected.`;

function waitOf(seconds: number): string {
  if (seconds > 7_200) return `${Math.ceil(seconds / 3_600)} hours`;
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/**
 * A send was checked with another text, other placeholders or other files than its template has
 * now.
 */
export const TEMPLATE_CHANGED = "This template was changed since you checked it. Look at it again.";
