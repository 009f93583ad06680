import fc from "fast-check";
import { compile } from "html-to-text";
import { describe, expect, it, test } from "vitest";
import { table } from "./tableText.ts";

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
  ...["", "", "a", "b c", "<br>", "a<br><br>b", "<br>&nbsp;", "&nbsp;", "<p>x</p><p></p><p>y</p>", "<<a>", "שלום"],
  ...["<blockquote><br>q</blockquote>", `${"word ".repeat(20)}end`, "x".repeat(70)],
);
const spans = fc.constantFrom("", "", "", ' colspan="2"', ' rowspan="2"', ' colspan="3" rowspan="3"');
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
const tables = fc.oneof(flat, nested, tableOf(fc.oneof(content, nested).map((inside) => `<td>${inside}</td>`)));

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

  it.each([1, 2, 5, 50])("is the library's for %i cells of the text that once took seconds", (cells) => {
    const value = `${"<br>1&lt;sv".repeat(20)}${"&lt;&lt;a&gt;".repeat(20)}`;
    const html = `<table><tr>${`<td>${value}</td>`.repeat(cells)}</tr></table>`;
    expect(shown(ours(html))).toEqual(shown(library(html)));
  });

  it("has no spaces at the ends of the lines beside a long one", () => {
    const row = `<tr><td>${"x".repeat(10_000)}</td><td></td></tr>`;
    const text = ours(`<table>${row}${"<tr><td>a</td><td></td></tr>".repeat(2_000)}</table>`);
    expect(shown(text)).toEqual(["x".repeat(10_000), ...Array(2_000).fill("a")]);
    expect(text.length).toBeLessThan(20_000);
  });
});
