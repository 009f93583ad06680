import { withCommas } from "../withCommas.ts";

/** Bytes of an email's HTML that Gmail shows; below the rest, it has a link to the whole email. */
export const GMAIL_SHOWS_BYTES = 102_000;

const utf8 = new TextEncoder();
/** A value's mark in a preview. A body has no `<span>` of its own. */
const VALUE_MARK = /<span data-variable="[^"]*"[^<>]*>|<\/span>/g;

/**
 * Bytes of an email's HTML as it is sent, given the HTML or a preview of it, in which values are
 * marked.
 */
export function htmlBytes(html: string): number {
  return utf8.encode(html.replace(VALUE_MARK, "").replace(/\r?\n/g, "\r\n")).length;
}

/** Says that Gmail doesn't show all of an email (`which`), or null if it does. */
export function clippedMessage(bytes: number, which = "This one"): string | null {
  if (bytes <= GMAIL_SHOWS_BYTES) return null;
  const kilobytes = withCommas(Math.ceil(bytes / 1_000));
  return `Gmail shows only the first part of emails over 102 kB. ${which} has about ${kilobytes} kB.`;
}

/**
 * How many times as long the email's styles can make a body: an empty code block has the longest.
 */
const STYLE_GROWTH = 25;

/**
 * Whether an email of this body, signature and values may be longer than Gmail shows, before it is
 * rendered. `rows` says how often a part of the body may be repeated; once if absent.
 */
export function mayBeClipped(parts: {
  body: string;
  signature: string;
  values: number;
  rows?: number;
}): boolean {
  const { body, signature, values, rows = 1 } = parts;
  const bytes = utf8.encode(body).length * rows + utf8.encode(signature).length;
  return bytes * STYLE_GROWTH + values > GMAIL_SHOWS_BYTES;
}
