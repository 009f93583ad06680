import type { Formats } from "../dates/formats.ts";

/** A file, by its name in the email and by what identifies its content. */
export interface ContentFile {
  name: string;
  /** The path of a stored file, or the hash of one that is chosen for the send. */
  content: string;
}

/** The part of an email that is the same for everyone. */
export interface EmailContent extends Formats {
  subject: string;
  body: string;
  /** HTML; "" for none. */
  signature: string;
  /** The placeholders' names, in the order of each row's values. */
  variables: readonly string[];
  dateOrders: ReadonlyMap<string, string>;
  /** Files that everyone gets, without pictures: the body names those. */
  files: readonly ContentFile[];
}

/**
 * A text that two emails share only if everyone's part is equal: page and server hash it to compare
 * emails without keeping them (rule: the same email again).
 */
export function emailText(email: EmailContent): string {
  const { subject, body, signature, variables, dateOrders } = email;
  return JSON.stringify([
    subject.trim(),
    body,
    signature,
    email.dateFormat,
    email.timeFormat,
    email.date_language ?? "",
    email.date_weekday ?? false,
    variables.map((name) => [name, dateOrders.get(name) ?? ""]),
    filesText(email.files),
  ]);
}

/** As `emailText`, for one row. `email` is the hash of everyone's part. */
export function rowText(
  email: string,
  values: readonly string[],
  files: readonly ContentFile[] = [],
): string {
  return JSON.stringify([email, values, filesText(files)]);
}

function filesText(files: readonly ContentFile[]): string[] {
  return files.map(({ name, content }) => JSON.stringify([name.normalize("NFC"), content])).sort();
}
