import { linkTarget } from "@sendwright/core/body/linkAddress";
import { listMark } from "@sendwright/core/body/listNumbers";
import { LIST_TYPES } from "@sendwright/core/body/tags";
import { largest } from "@sendwright/core/largest";
import { compile, type FormatCallback } from "html-to-text";
import { type Tag, tagsOf, textOfNode } from "./normalize/dom.ts";
import { subscript, superscript } from "./scripts.ts";
import { LEFT_OUT, withoutStruckText } from "./struckText.ts";
import { type TextElement, table } from "./tableText.ts";
import { requireTextFits } from "./valueLimit.ts";

const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const HEADING = { options: { ...ONE_LINE, uppercase: false } };

/**
 * A link's text, and its address unless they are the same. The library's own format sees no text in
 * `<pre>`.
 */
const link: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  const text = shownText(element);
  const address = shownAddress(String(element.attribs?.href ?? ""), text);
  if (address === "") return;
  builder.addInline(`${text === "" ? "" : " "}<${address}>`, { noWordTransform: true });
};

/** The visible part of a link: its text, and the descriptions of its pictures. */
function shownText(element: TextElement): string {
  const tag = element as unknown as Tag;
  const pictures = tagsOf(tag, "img").map(({ attribs }) => attribs.alt ?? "");
  return (textOfNode(tag) + pictures.join("")).replace(/\s+/g, " ").trim();
}

/**
 * The address to write beside a link's text, or "" if the text says it: of `mailto` and `tel`, only
 * whom they reach.
 */
function shownAddress(href: string, text: string): string {
  const [, scheme = "", rest = ""] = /^(mailto|tel):([^?]*)/i.exec(href) ?? [];
  if (scheme === "") return isSameAddress(href, text) ? "" : href;
  const reached = decoded(rest);
  if (scheme.toLowerCase() === "mailto")
    return reached.toLowerCase() === text.toLowerCase().replace(/^mailto:/, "") ? "" : reached;
  return digitsOf(reached) === digitsOf(text.replace(/^tel:/i, "")) ? "" : reached;
}

/** Characters of a text that are compared with a link's address. */
const MAX_ADDRESS_LENGTH = 2_000;

function isSameAddress(href: string, text: string): boolean {
  if (href === text) return true;
  if (text.length > MAX_ADDRESS_LENGTH) return false;
  const bare = (address: string | null) => address?.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  return bare(linkTarget(text)) === bare(href);
}

function digitsOf(number: string): string {
  return number.replace(/[\s().\-/\u2010-\u2015]|^tel:/gu, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A picture's description, if its author wrote one; decoration has none. */
const picture: FormatCallback = (element, _walk, builder) => {
  const alt = String(element.attribs?.alt ?? "").trim();
  if (alt !== "") builder.addInline(`[${alt}]`, { noWordTransform: true });
};

/**
 * A list with the marks that the HTML shows; an item that shows none, as one with a box for a tick,
 * has none here.
 */
const list: FormatCallback = (element, walk, builder, options) => {
  const style = styleOf(element);
  const [, written] = /list-style-type:([a-z-]+)/.exec(style) ?? [];
  const type = Object.keys(LIST_TYPES).find((one) => LIST_TYPES[one] === written) ?? "1";
  let number = Number(element.attribs?.start ?? 1);
  const items = (element.children as TextElement[]).flatMap((item) => {
    if (item.name !== "li") return item.type === "text" && item.data?.trim() === "" ? [] : { item };
    const mark = element.name === "ol" ? `${listMark(number++, type, 0)} ` : "- ";
    if (LEFT_OUT in (item.attribs ?? {})) return [];
    return { item, mark: showsMark(item) ? mark : "" };
  });
  if (items.length === 0) return;
  const isNested = element.parent?.name === "li";
  const margin = isNested ? "" : " ";
  const marks = items.map(({ mark = "" }) => margin + mark);
  builder.openList({
    interRowLineBreaks: 1,
    leadingLineBreaks: 1,
    maxPrefixLength: largest(marks.map(({ length }) => length)),
    prefixAlign: "left",
  });
  for (const [at, { item }] of items.entries()) {
    builder.openListItem({ prefix: marks[at] ?? "" });
    walk([item], builder);
    builder.closeListItem();
  }
  builder.closeList({ trailingLineBreaks: options.trailingLineBreaks ?? 1 });
};

/** An item that holds nothing but a deeper list shows no mark, nor does one that hides it. */
function showsMark(item: TextElement): boolean {
  const first = item.children?.find(({ type, data }) => type !== "text" || data?.trim() !== "");
  return !/^[ou]l$/.test(first?.name ?? "") && !styleOf(item).includes("list-style-type:none");
}

function styleOf({ attribs }: TextElement): string {
  return String(attribs?.style ?? "");
}

const toText = compile({
  wordwrap: false,
  // The library would write a zero-width space as a space, within a word.
  whitespaceCharacters: " \t\r\n\f",
  formatters: { link, list, picture, subscript, superscript, table },
  selectors: [
    { selector: "img", format: "picture" },
    { selector: "a", format: "link" },
    { selector: "p", options: ONE_LINE },
    { selector: "h1", ...HEADING },
    { selector: "h2", ...HEADING },
    { selector: "h3", ...HEADING },
    { selector: "ul", format: "list", options: ONE_LINE },
    { selector: "ol", format: "list", options: ONE_LINE },
    { selector: "sub", format: "subscript" },
    { selector: "sup", format: "superscript" },
    { selector: "blockquote", options: { ...ONE_LINE, trimEmptyLines: false } },
    { selector: "pre", options: ONE_LINE },
    { selector: "hr", options: { ...ONE_LINE, length: 20 } },
    { selector: "table", format: "table", options: ONE_LINE },
  ],
});

/** Text that shows as empty lines, and the line breaks of `<pre>` that readers don't count. */
const EMPTY_LINE = /<(p|div|h[123])(?: [^>]*)?>((?:<br>)+)<\/\1>/g;
/** A `<br>` behind the text of a line that ends anyway. */
const LAST_BREAK =
  /<br>(?=(?:<\/(?:a|em|s|span|strong|sub|sup|u)>)*<(?:\/(?:blockquote|div|h[123]|li|p|t[dh])|blockquote|div|h[123]|hr|[ou]l|p|pre|table)[ >])(?<=[^>\s] ?(?:<\/(?:a|em|s|span|strong|sub|sup|u)>)*(?:<br>)+)/g;
const EDGES_OF_CODE = /(<pre(?: [^>]*)?>)\n|\n(<\/pre>)/g;

/**
 * The plain-text part of an email's HTML: a line for each paragraph, lists with their markers,
 * quotes with `>`, links with their targets, tables in columns. Lines end in `\n`, without spaces
 * before it, and are otherwise not broken. Throws `invalid_values` if it is too long.
 */
export function plainText(html: string): string {
  const shown = withoutStruckText(html);
  const lines = toText(
    shown.replace(LAST_BREAK, "").replace(EMPTY_LINE, "$2").replace(EDGES_OF_CODE, "$1$2"),
  )
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  const text = first < 0 ? "" : lines.slice(first, last + 1).join("\n");
  requireTextFits(text.length);
  return text;
}
