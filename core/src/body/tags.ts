/** The elements that the editor writes. */
export const EDITOR_TAGS: readonly string[] = [
  ..."p div br h1 h2 h3 strong em u s sub sup a ol ul li blockquote pre".split(" "),
  ..."table thead tbody tfoot tr th td".split(" "),
];

/**
 * The elements that a stored body can have: those of the editor, its pictures, and those that only
 * pasted HTML has.
 */
export const BODY_TAGS: readonly string[] = [...EDITOR_TAGS, "img", "hr", "code", "caption"];

/** Blocks of pages and of other programs' emails: each begins and ends a line, as a `div` does. */
const OTHER_BLOCKS = (
  "address article aside center dd details dialog dl dt fieldset figcaption figure footer form header hgroup legend main " +
  "nav search section summary"
).split(" ");

/**
 * Elements that become another one with the same meaning: one list for pasted, imported and stored
 * HTML.
 */
export const RENAMED_TAGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OTHER_BLOCKS.map((name) => [name, "div"])),
  dir: "ul",
  menu: "ul",
  i: "em",
  strike: "s",
  del: "s",
  ins: "u",
  h4: "h3",
  h5: "h3",
  h6: "h3",
  listing: "pre",
};

/** How a numbered list can write its numbers, by its `type`, which is part of a stored body. */
export const LIST_TYPES: Readonly<Record<string, string>> = {
  1: "decimal",
  a: "lower-alpha",
  A: "upper-alpha",
  i: "lower-roman",
  I: "upper-roman",
};

/** The editor's classes for alignment and indentation. */
export const LAYOUT_CLASS = /^ql-(align-(center|right|justify)|indent-[1-8])$/;

/**
 * An email's styles by tag: the server writes them into every email, and the editor shows them.
 * Only styles that Gmail and Outlook understand: no padding on paragraphs, no text color that dark
 * mode couldn't invert.
 */
export const MAIL_STYLES: Readonly<Record<string, string>> = {
  p: "margin:0",
  h1: "margin:0;font-size:24px;line-height:1.3;font-weight:bold",
  h2: "margin:0;font-size:20px;line-height:1.3;font-weight:bold",
  h3: "margin:0;font-size:17px;line-height:1.3;font-weight:bold",
  // Outlook hides the markers of a list whose left margin is 0.
  ul: "margin:0 0 0 2em;padding:0;list-style-type:disc",
  ol: "margin:0 0 0 2em;padding:0",
  li: "margin:0;padding:0",
  blockquote: "margin:4px 0;padding:0 0 0 12px;border-left:3px solid #b8b2a6",
  // Outlook on Windows ignores `white-space`, but keeps the lines and spaces of `pre`. Only long
  // lines don't wrap there.
  pre: "margin:4px 0;padding:8px 12px;background-color:#f4f1ea;color:#1e1b16;font-family:Consolas,Menlo,monospace;font-size:13px;line-height:1.45;white-space:pre-wrap",
  code: "background-color:#f4f1ea;color:#1e1b16;font-family:Consolas,Menlo,monospace;font-size:13px",
  a: "color:#1155cc;text-decoration:underline",
  // Outlook on Windows reads only the `width` attribute; the others show no picture wider than the
  // email.
  img: "max-width:100%;height:auto;border:0",
  sub: "font-size:75%;line-height:0;vertical-align:sub",
  sup: "font-size:75%;line-height:0;vertical-align:super",
  // Some programs show emails in quirks mode, where a table takes neither text size nor line height
  // from around it.
  table: "border-collapse:collapse;border-color:#b8b2a6;font-size:14px;line-height:1.5",
  th: "padding:4px 8px;text-align:left;font-weight:bold",
  td: "padding:4px 8px",
  hr: "margin:8px 0;border:0;border-top:1px solid #b8b2a6",
};

/**
 * The attributes of a table that draw a line around each cell. On every cell, a style would make a
 * table of 1,400 short cells so long that Gmail doesn't show all of it.
 */
export const MAIL_TABLE_ATTRIBUTES = {
  border: "1",
  rules: "all",
  bordercolor: "#b8b2a6",
  cellspacing: "0",
} as const;

/**
 * The same lines in the editor, and the place of a cell's text, which a row of the email names
 * where it matters.
 */
export const EDITOR_CELL_STYLE = "border:1px solid #b8b2a6;vertical-align:top";

/** A centered or right-aligned item has its marker beside its text, as in the editor. */
export const MAIL_ALIGNED_ITEM_STYLE = "list-style-position:inside";

/** The style of the whole email. */
export const MAIL_BASE_STYLE =
  "font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5";

/** Width of one indentation step, in ems. */
export const MAIL_INDENT = 3;

const ORDERED_MARKS = ["decimal", "lower-alpha", "lower-roman"] as const;

/** How a numbered list inside `depth` items writes its numbers, as the editor does. */
export function orderedMark(depth: number): string {
  return ORDERED_MARKS[depth % ORDERED_MARKS.length] ?? "decimal";
}
