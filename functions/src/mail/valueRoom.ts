import { AppError } from "../contract/appError.ts";
import { tokenize } from "../core/placeholders/index.ts";

/** Characters that all values of one mail may come to: many times what Gmail shows, little for a server. */
const MAX_VALUES = 2_000_000;

/**
 * Takes subject and HTML of a template; gives a check of a row's values. A value may be 10,000 characters and stand in a
 * template thousands of times: the check throws `invalid_values` before a mail of 200 MB is written.
 */
export function valueRoom(subject: string, html: string): (values: ReadonlyMap<string, string>) => void {
  const places = new Map<string, number>();
  for (const token of [...tokenize(subject, "text"), ...tokenize(html, "html")]) {
    if (token.kind === "placeholder") places.set(token.name, (places.get(token.name) ?? 0) + 1);
  }
  return (values) => {
    let length = 0;
    for (const [name, count] of places) length += count * (values.get(name)?.length ?? 0);
    if (length > MAX_VALUES)
      throw new AppError("invalid_values", "With these values the mail is too large to be sent.");
  };
}
