import { compile } from "html-to-text";

const LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const HEADING = { options: { ...LINE, uppercase: false } };

const toText = compile({
  wordwrap: false,
  selectors: [
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["<", ">"] } },
    { selector: "p", options: LINE },
    { selector: "h1", ...HEADING },
    { selector: "h2", ...HEADING },
    { selector: "h3", ...HEADING },
    { selector: "ul", options: { ...LINE, itemPrefix: " - " } },
    { selector: "ol", options: LINE },
    { selector: "blockquote", options: { ...LINE, trimEmptyLines: false } },
    { selector: "pre", options: LINE },
    { selector: "hr", options: { ...LINE, length: 20 } },
    { selector: "table", format: "dataTable", options: { ...LINE, uppercaseHeaderCells: false, maxColumnWidth: 60 } },
  ],
});

/** Text that shows as one empty line, and the line breaks of `<pre>` that readers don't count. */
const EMPTY_LINE = /<(p|div|h[123])(?: [^>]*)?><br><\/\1>/g;
const EDGES_OF_CODE = /(<pre(?: [^>]*)?>)\n|\n(<\/pre>)/g;

/**
 * The plain-text part of an email's HTML: a line for each paragraph, lists with their markers, quotes with `>`, links
 * with their targets, tables in columns. Lines end in `\n`, without spaces before it, and are otherwise not broken.
 */
export function plainText(html: string): string {
  const lines = toText(html.replace(EMPTY_LINE, "<br>").replace(EDGES_OF_CODE, "$1$2"))
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return first < 0 ? "" : lines.slice(first, last + 1).join("\n");
}
