import { readFileSync } from "node:fs";
import fc from "fast-check";
import { compile } from "html-to-text";
import { describe, expect, it, test } from "vitest";
import { inlineStyles } from "./inlineStyles.ts";
import { normalizeBody } from "./normalizeBody.ts";
import { plainText } from "./plainText.ts";
import { sanitizeBody } from "./sanitizeBody.ts";
import { table } from "./tableText.ts";

const CASES: [what: string, html: string, text: string][] = [
  ["nothing", "", ""],
  ["only empty lines", "<p><br></p><p><br></p>", ""],
  ["paragraphs", "<p>Dear Ada,</p><p>how are you?</p>", "Dear Ada,\nhow are you?"],
  ["empty lines", "<p>a</p><p></p><p>b</p><p></p><p></p><p>c</p>", "a\n\nb\n\n\nc"],
  ["empty lines at both ends", "<p></p><p>a</p><p></p>", "a"],
  ["a line break", "<p>a<br>b</p>", "a\nb"],
  [
    "a line break that begins no line",
    "<p>a<br></p><p><em>b<br></em></p><p>c <br></p><ul><li>d<br><ul><li>e</li></ul></li></ul><p>f<br><br></p><p>g</p>",
    "a\nb\nc\n - d\n   - e\nf\n\ng",
  ],
  [
    "line breaks that are empty lines",
    "<p>a</p><p><br><br></p><div><p>b</p><br></div><p>&nbsp;<br></p><p>c</p>",
    "a\n\n\nb\n\n\nc",
  ],
  [
    "struck text between commas",
    "<p>a, <s>b</s>, <s>c</s>, d, <s>e</s>. (f, <s>g</s>) h,<s>i</s>, j</p>",
    "a, d. (f) h, j",
  ],
  ["a zero-width space", "<p>Donau\u200bdampf</p>", "Donau\u200bdampf"],
  [
    "headings, in their own letters",
    "<h1>Über uns</h1><h2>b</h2><h3>c</h3><p>d</p>",
    "Über uns\nb\nc\nd",
  ],
  ["formats", "<p><strong>a</strong> <em>b</em><u>c</u><s>d</s> H<sub>2</sub>O</p>", "a bc H₂O"],
  ["entities", "<p>&lt;a&gt; &amp; &quot;b&quot; {{c|text:d}}</p>", '<a> & "b" {{c|text:d}}'],
  ["intended spaces, none at an end", "<p>a&nbsp;&nbsp;b&nbsp;&nbsp;</p>", "a  b"],
  ["a bullet list", "<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p>", "a\n - b\n - c\nd"],
  [
    "lists within lists",
    "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>",
    " - a\n   a. b\n   b. c\n - d",
  ],
  ["numbers that continue", '<ol start="9"><li>a</li><li>b</li></ol>', " 9.  a\n 10. b"],
  [
    "pictures, by what they show",
    '<p>a <img src="cid:picture-0123456789abcdef.png" alt="A map"> b<img src="cid:picture-0123456789abcdef.png" alt=""><img src="cid:picture-0123456789abcdef.gif"></p>',
    "a [A map] b",
  ],
  ["a quote", "<p>a</p><blockquote>b</blockquote><blockquote>c</blockquote>", "a\n> b\n> c"],
  ["a quote with an empty line", "<blockquote><p>a</p><p></p><p>b</p></blockquote>", "> a\n>\n> b"],
  [
    "code",
    "<p>a</p><pre>\nif (b) {\n\n  c  = d\n}\n</pre><p>e</p>",
    "a\nif (b) {\n\n  c  = d\n}\ne",
  ],
  [
    "a link",
    '<p>See <a href="https://x.yy/?a=1&amp;b=2">our page</a>.</p>',
    "See our page <https://x.yy/?a=1&b=2>.",
  ],
  [
    "a link that shows its target",
    '<p><a href="https://x.yy/a">https://x.yy/a</a></p>',
    "https://x.yy/a",
  ],
  [
    "a link to an address",
    '<p><a href="mailto:ada@x.yy">ada@x.yy</a> <a href="mailto:ada@x.yy">Ada</a></p>',
    "ada@x.yy Ada <ada@x.yy>",
  ],
  [
    "a table",
    "<table><thead><tr><th>Name</th><th>Sum</th></tr></thead><tbody><tr><td>Grace Hopper</td><td>12</td></tr><tr><td>Li</td><td>7</td></tr></tbody></table>",
    "Name           Sum\nGrace Hopper   12\nLi             7",
  ],
  ["many scripts", "<p>Grüße 你好 مرحبا שלום 👩‍👩‍👧</p>", "Grüße 你好 مرحبا שלום 👩‍👩‍👧"],
  [
    "a long line, in one piece",
    `<p>${"word ".repeat(500)}end ${"x".repeat(2_000)}</p>`,
    `${"word ".repeat(500)}end ${"x".repeat(2_000)}`,
  ],
];

describe("plainText", () => {
  it.each(CASES)("writes %s", (_, html, text) => {
    expect(plainText(inlineStyles(normalizeBody(html)))).toBe(text);
  });

  it("reads as a person reads the HTML, in each of the bodies of fixtures/plainText.txt", () => {
    const bodies = readFileSync(new URL("./fixtures/plainText.txt", import.meta.url), "utf8");
    const texts = bodies.split("===\n").map((body) => {
      const [html = "", text = ""] = body.split("\n---\n");
      const shown = plainText(inlineStyles(normalizeBody(sanitizeBody(html))));
      return { html, text: text.replace(/\n$/, ""), shown };
    });
    expect(texts.length).toBeGreaterThanOrEqual(60);
    expect(texts.map(({ html, shown }) => ({ html, text: shown }))).toEqual(
      texts.map(({ html, text }) => ({ html, text })),
    );
  });

  it("shows a value's line breaks and a preview's marks as plain lines", () => {
    expect(plainText('<p>a <span data-variable="b" data-type="text">c<br>d</span></p>')).toBe(
      "a c\nd",
    );
  });

  it.each([
    ["non-breaking spaces", `<p>${"&nbsp;".repeat(16_000)}a</p>`],
    ["paragraphs", "<p>a</p>".repeat(12_500)],
    ["cells", `<table>${'<tr><td colspan="20" rowspan="20">a</td></tr>'.repeat(2_000)}</table>`],
    ["struck words", "<s>a</s> ".repeat(10_000).concat("a")],
    ["struck lines", "<br><s>a</s>".repeat(8_000).concat("<br>a")],
    ["raised letters", "a<sup>q</sup>".repeat(8_000)],
    ["raised letters in each other", `a${"<sup>".repeat(25)}${"a<sup>q</sup>".repeat(7_000)}`],
    ["links", '<a href="https://x.yy">a</a>'.repeat(3_500)],
    ["quotes within quotes", `${"<blockquote>".repeat(95)}a`],
  ])("writes 100 kB of %s in a bounded time", (_, html) => {
    expect(plainText(html)).toContain("a");
  });
});

const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const LIBRARY = { ...ONE_LINE, uppercaseHeaderCells: false, maxColumnWidth: 60 };
const others = [
  { selector: "p", options: ONE_LINE },
  { selector: "blockquote", options: { ...ONE_LINE, trimEmptyLines: false } },
];
const ours = compile({
  wordwrap: false,
  formatters: { table },
  selectors: [{ selector: "table", format: "table", options: ONE_LINE }, ...others],
});
const library = compile({
  wordwrap: false,
  selectors: [{ selector: "table", format: "dataTable", options: LIBRARY }, ...others],
});

/** As `plainText` goes on: no line ends in spaces. */
const shown = (text: string) =>
  text
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trimEnd());

const content = fc.constantFrom(
  ...[
    "",
    "",
    "a",
    "b c",
    "<br>",
    "a<br><br>b",
    "<br>&nbsp;",
    "&nbsp;",
    "<p>x</p><p></p><p>y</p>",
    "<<a>",
    "שלום",
  ],
  ...["<blockquote><br>q</blockquote>", `${"word ".repeat(20)}end`, "x".repeat(70)],
);
const spans = fc.constantFrom(
  "",
  "",
  "",
  ' colspan="2"',
  ' rowspan="2"',
  ' colspan="3" rowspan="3"',
);
const group = fc.constantFrom("", "tbody", "thead");

function tableOf(cell: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const row = fc.array(cell, { maxLength: 4 }).map((cells) => `<tr>${cells.join("")}</tr>`);
  return fc.tuple(fc.array(row, { maxLength: 4 }), group).map(([rows, name]) => {
    const inside = rows.join("");
    return `<table>${name === "" ? inside : `<${name}>${inside}</${name}>`}</table>`;
  });
}

/** Cells that span others, even on top of each other. */
const flat = tableOf(fc.tuple(spans, content).map(([span, inside]) => `<td${span}>${inside}</td>`));
const nested = tableOf(fc.oneof(content, flat).map((inside) => `<th>${inside}</th>`));
const tables = fc.oneof(
  flat,
  nested,
  tableOf(fc.oneof(content, nested).map((inside) => `<td>${inside}</td>`)),
);

describe("a table's text", () => {
  test("is the library's", () => {
    const around = fc.constantFrom<[string, string]>(
      ["", ""],
      ["<p>a</p>", "<p>b</p>"],
      ["<blockquote>", "</blockquote>"],
    );
    fc.assert(
      fc.property(tables, tables, around, (first, second, [before, after]) => {
        const html = `${before}${first}${second}${after}`;
        expect(shown(ours(html))).toEqual(shown(library(html)));
      }),
    );
  });

  it.each([1, 2, 5, 50])(
    "is the library's for %i cells of the text that once took seconds",
    (cells) => {
      const value = `${"<br>1&lt;sv".repeat(20)}${"&lt;&lt;a&gt;".repeat(20)}`;
      const html = `<table><tr>${`<td>${value}</td>`.repeat(cells)}</tr></table>`;
      expect(shown(ours(html))).toEqual(shown(library(html)));
    },
  );

  it("has no spaces at the ends of the lines beside a long one", () => {
    const row = `<tr><td>${"x".repeat(10_000)}</td><td></td></tr>`;
    const text = ours(`<table>${row}${"<tr><td>a</td><td></td></tr>".repeat(2_000)}</table>`);
    expect(shown(text)).toEqual(["x".repeat(10_000), ...Array(2_000).fill("a")]);
    expect(text.length).toBeLessThan(20_000);
  });
});
