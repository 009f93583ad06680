import { AppError } from "@sendwright/core/contract/appError";
import { MAX_SUBJECT_BYTES } from "@sendwright/core/contract/limits";
import { occurrences } from "@sendwright/core/occurrences";
import { isRepeatTag, placeholderNames, tokenize } from "@sendwright/core/placeholders";
import type { RenderOptions } from "@sendwright/core/placeholders/compiledRow";

/**
 * Throws `subject_too_long` for a subject with its values in it, or as many of them as make it too
 * long.
 */
export function requireSubjectFits(subject: string): void {
  if (Buffer.byteLength(subject) <= MAX_SUBJECT_BYTES) return;
  const message = `With these values, the subject is too long (at most ${MAX_SUBJECT_BYTES} bytes).`;
  throw new AppError("subject_too_long", message);
}

/**
 * Characters of all values of one email: many times the amount that Gmail shows, but little for a
 * server.
 */
const MAX_VALUES = 1_000_000;
/** A line break is a tag and a line of the plain text, so it counts as this many characters. */
const LINE_BREAK_WEIGHT = 10;
/** Characters of an email's plain text: a table's columns can make it much longer than its HTML. */
const MAX_TEXT = 2_000_000;

/**
 * A check of an email's values for a template's subject and HTML. A value may have 10,000
 * characters and occur in a template thousands of times: the check throws `invalid_values` before
 * an email of 200 MB is written. `further` are the values of its further rows, for each of which
 * the repeated part is in the email once more. A total can be as long as the longest of its values.
 */
export function valueLimit(
  subject: string,
  html: string,
): (values: ReadonlyMap<string, string>, further?: RenderOptions["further"]) => void {
  const tokens = [...tokenize(subject, "text"), ...tokenize(html, "html")];
  const places = occurrences(placeholderNames(tokens));
  const sums = occurrences(
    placeholderNames(tokens.filter((token) => token.kind === "placeholder" && token.isSum)),
  );
  const repeated = repeatedTokens(tokens);
  const repeatedPlaces = occurrences(placeholderNames(repeated));
  const repeatedText = repeated.reduce(
    (sum, { kind, source }) => (kind === "literal" ? sum + source.length : sum),
    0,
  );
  return (values, further = []) => {
    let length = lengthIn(places, values);
    for (const row of further) length += repeatedText + lengthIn(repeatedPlaces, row);
    if (further.length > 0) length += lengthIn(sums, longestOf(sums.keys(), further));
    if (length > MAX_VALUES) throw tooLarge();
  };
}

type TemplateTokens = ReturnType<typeof tokenize>;

/** The characters that values take in places; `places` has how often each name occurs. */
function lengthIn(
  places: ReadonlyMap<string, number>,
  values: ReadonlyMap<string, string>,
): number {
  let length = 0;
  for (const [name, count] of places) length += count * weightOf(values.get(name) ?? "");
  return length;
}

/** By placeholder: the longest of its values in these rows. */
function longestOf(
  names: Iterable<string>,
  rows: NonNullable<RenderOptions["further"]>,
): ReadonlyMap<string, string> {
  const longest = new Map<string, string>();
  for (const name of names) {
    for (const row of rows) {
      const value = row.get(name) ?? "";
      if (value.length > (longest.get(name) ?? "").length) longest.set(name, value);
    }
  }
  return longest;
}

/** The tokens between `{{#rows}}` and `{{/rows}}`. */
function repeatedTokens(tokens: TemplateTokens): TemplateTokens {
  let isInside = false;
  return tokens.filter((token) => {
    if (isRepeatTag(token)) isInside = token.kind === "open";
    return isInside;
  });
}

/** Throws `invalid_values` for a plain text with more characters than an email may have. */
export function requireTextFits(length: number): void {
  if (length > MAX_TEXT) throw tooLarge();
}

function weightOf(value: string): number {
  return value.length + LINE_BREAK_WEIGHT * (value.match(/[\n\r\u0085\u2028\u2029]/g)?.length ?? 0);
}

function tooLarge(): AppError {
  return new AppError("invalid_values", "With these values, the email is too large to send.");
}
