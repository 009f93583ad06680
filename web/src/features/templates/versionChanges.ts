import type { TemplateFields } from "@sendwright/core/contract";
import { DATE_FORMATS } from "@sendwright/core/dates/formats";
import { inertDocument } from "../../lib/inertDocument.ts";
import { type WordChange, wordChanges } from "../../lib/wordChanges.ts";

/** How one field of a template changes. */
interface FieldChange {
  field: string;
  parts: WordChange[];
}

/** How a template changes if its text becomes another, in words, field by field. */
export interface TextChanges {
  fields: FieldChange[];
  /** Whether the body changes in what its plain text doesn't show. */
  hasOtherLook: boolean;
}

const SAMPLE_DATE = { year: 2025, month: 1, day: 31 };
const BLOCKS = "p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, tr, hr";
/** A part that is the same, between two changes, is shortened to so many characters at each end. */
const ENDS = 120;

/** How a template with the text `from` changes if it gets the text `to`. */
export function changesBetween(from: TemplateFields, to: TemplateFields): TextChanges {
  const fields = Object.entries(FIELDS).flatMap(([field, read]) => {
    const [before, after] = [read(from), read(to)];
    if (before === after) return [];
    const isText = field === "Subject" || field === "Body";
    const parts = isText ? wordChanges(before, after) : whole(before, after);
    return [{ field, parts: parts.map(shortened) }];
  });
  const hasOtherLook = from.body !== to.body && bodyText(from.body) === bodyText(to.body);
  return { fields, hasOtherLook };
}

const FIELDS: Record<string, (of: TemplateFields) => string> = {
  Name: ({ name }) => name.trim(),
  Subject: ({ subject }) => subject.trim(),
  Body: ({ body }) => bodyText(body),
  Dates: ({ dateFormat, date_language = "", date_weekday = false }) =>
    DATE_FORMATS[dateFormat].write(SAMPLE_DATE, { language: date_language, weekday: date_weekday }),
  Times: ({ timeFormat }) => (timeFormat === "24hr" ? "14:30" : "2:30 PM"),
  "Replies go to": ({ reply_to = "" }) => reply_to.trim() || "your usual address",
  Signature: ({ signature = true }) => (signature ? "added" : "not added"),
};

function whole(before: string, after: string): WordChange[] {
  const both: WordChange[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return both.filter(({ text }) => text !== "");
}

function shortened({ kind, text }: WordChange): WordChange {
  if (kind !== "same" || text.length <= 2 * ENDS + 20) return { kind, text };
  return { kind, text: `${text.slice(0, ENDS)} … ${text.slice(-ENDS)}` };
}

/** The text of a body, a line for each of its parts. */
export function bodyText(html: string): string {
  const { body } = inertDocument(html);
  for (const picture of body.querySelectorAll("img"))
    picture.replaceWith(`[${picture.alt || "picture"}]`);
  for (const end of body.querySelectorAll("br")) end.replaceWith("\n");
  for (const cell of body.querySelectorAll("td, th")) cell.append(" ");
  for (const block of body.querySelectorAll(BLOCKS)) block.append("\n");
  return body.textContent
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
}
