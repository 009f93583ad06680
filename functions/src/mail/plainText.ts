import { compile, type FormatCallback } from "html-to-text";
import { type Tag, textOfNode } from "./normalize/dom.ts";
import { table } from "./tableText.ts";
import { requireTextFits } from "./valueLimit.ts";

const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const HEADING = { options: { ...ONE_LINE, uppercase: false } };

/** A link's text, and its address unless they are the same. The library's own format sees no text in `<pre>`. */
const link: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  const text = textOfNode(element as unknown as Tag).replace(/\s+/g, "");
  const address = String(element.attribs?.href ?? "").replace(/^mailto:/, "");
  if (address === "" || address === text) return;
  builder.addInline(text === "" ? address : ` <${address}>`, { noWordTransform: true });
};

/** What a picture shows, if its author says so; decoration is nothing. */
const picture: FormatCallback = (element, _walk, builder) => {
  const alt = String(element.attribs?.alt ?? "").trim();
  if (alt !== "") builder.addInline(`[${alt}]`, { noWordTransform: true });
};

const toText = compile({
  wordwrap: false,
  formatters: { link, picture, table },
  selectors: [
    { selector: "img", format: "picture" },
    { selector: "a", format: "link" },
    { selector: "p", options: ONE_LINE },
    { selector: "h1", ...HEADING },
    { selector: "h2", ...HEADING },
    { selector: "h3", ...HEADING },
    { selector: "ul", options: { ...ONE_LINE, itemPrefix: " - " } },
    { selector: "ol", options: ONE_LINE },
    { selector: "blockquote", options: { ...ONE_LINE, trimEmptyLines: false } },
    { selector: "pre", options: ONE_LINE },
    { selector: "hr", options: { ...ONE_LINE, length: 20 } },
    { selector: "table", format: "table", options: ONE_LINE },
  ],
});

/** Text that shows as one empty line, and the line breaks of `<pre>` that readers don't count. */
const EMPTY_LINE = /<(p|div|h[123])(?: [^>]*)?><br><\/\1>/g;
const EDGES_OF_CODE = /(<pre(?: [^>]*)?>)\n|\n(<\/pre>)/g;

/**
 * The plain-text part of an email's HTML: a line for each paragraph, lists with their markers, quotes with `>`, links
 * with their targets, tables in columns. Lines end in `\n`, without spaces before it, and are otherwise not broken.
 * Throws `invalid_values` if it is too long.
 */
export function plainText(html: string): string {
  const lines = toText(html.replace(EMPTY_LINE, "<br>").replace(EDGES_OF_CODE, "$1$2"))
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  const text = first < 0 ? "" : lines.slice(first, last + 1).join("\n");
  requireTextFits(text.length);
  return text;
}
