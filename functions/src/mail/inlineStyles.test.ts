import { MAIL_STYLES } from "@sendwright/core/body/tags";
import { describe, expect, it } from "vitest";
import { inlineStyles } from "./inlineStyles.ts";

describe("inlineStyles", () => {
  it("writes the email's style on every tag that has one", () => {
    expect(inlineStyles("<p>a <strong>b</strong></p>")).toBe(
      `<p style="${MAIL_STYLES.p}">a <strong>b</strong></p>`,
    );
  });

  it("draws a table's lines with its attributes, in less than Gmail shows of an email", () => {
    const cell = (row: number, column: number) => `<td>${row}.${column}</td>`;
    const row = (at: number) => `<tr>${[1, 2, 3, 4, 5, 6].map((c) => cell(at, c)).join("")}</tr>`;
    const rows = Array.from({ length: 240 }, (_, at) => row(at)).join("");
    const html = inlineStyles(`<table>${rows}</table>`);
    expect(html).toMatch(/^<table border="1" rules="all" bordercolor="#b8b2a6" cellspacing="0" /);
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  });

  it.each([
    ["words that may become lines", "<tr><td>a b</td><td>c</td></tr>", 1],
    ["lines", "<tr><td>a<br>b</td><td>c</td></tr><tr><td>d</td></tr>", 1],
    ["a value", "<tr><th>{{Name}}</th><td>c</td></tr>", 1],
    ["a list", "<tr><td><ul><li>a</li></ul></td><td>c</td></tr>", 1],
    ["a picture", '<tr><td><img src="cid:a"></td><td>c</td></tr>', 1],
    ["characters that each can begin a line", "<tr><td>你好</td><td>c</td></tr>", 1],
    [
      "a cell that spans rows, somewhere in the table",
      '<tr><td>a</td><td>b</td></tr><tr><td rowspan="2">c</td><td>d</td></tr><tr><td>e</td></tr>',
      3,
    ],
    ["single words and empty cells only", "<tr><td>a</td><td>1,5</td><td><br></td></tr>", 0],
  ])("keeps cells at the top of a row with %s", (_, rows, count) => {
    expect(inlineStyles(`<table>${rows}</table>`).split('<tr valign="top">')).toHaveLength(
      count + 1,
    );
  });

  it("prefers the body's own styles", () => {
    expect(inlineStyles('<p style="text-align:center;margin-left:3em">a</p>')).toBe(
      `<p style="${MAIL_STYLES.p};text-align:center;margin-left:3em">a</p>`,
    );
  });

  it("puts the marker of an aligned item beside its text", () => {
    expect(inlineStyles('<ul><li style="text-align:right">a</li></ul>')).toContain(
      "list-style-position:inside;text-align:right",
    );
    expect(inlineStyles("<ul><li>a</li></ul>")).not.toContain("list-style-position");
  });

  it("numbers lists by their depth, as the editor does", () => {
    const marks = inlineStyles(`${"<ol><li>".repeat(4)}a<ul><li><ol><li>b`).match(
      /list-style-type:[a-z-]+/g,
    );
    expect(marks?.map((mark) => mark.replace("list-style-type:", ""))).toEqual([
      "decimal",
      "lower-alpha",
      "lower-roman",
      "decimal",
      "disc",
      "lower-roman",
    ]);
  });

  it.each([
    ["1", "decimal"],
    ["a", "lower-alpha"],
    ["A", "upper-alpha"],
    ["i", "lower-roman"],
    ["I", "upper-roman"],
  ])("marks a list of the type %s", (type, style) => {
    expect(inlineStyles(`<ul><li><ol type="${type}"><li>a</li></ol></li></ul>`)).toContain(
      `list-style-type:${style}"`,
    );
  });

  it("doesn't change text, entities, links and placeholders", () => {
    const html = '{{#A}}&lt;b&gt; &amp; "c"&nbsp; {{a.b|text:d}}{{/A}}';
    expect(inlineStyles(html)).toBe(html);
    expect(inlineStyles('<a href="{{Link|text:https://x.yy/?a=1&amp;b=2}}">e</a>')).toContain(
      'href="{{Link|text:https://x.yy/?a=1&amp;b=2}}"',
    );
  });

  it.each(Object.entries(MAIL_STYLES))(
    "has a style for %s that fits in an attribute and loads nothing",
    (_, style) => {
      expect(style).toMatch(/^(?:[a-z-]+:[a-zA-Z0-9#%., -]+(?:;|$))+$/);
    },
  );

  it("reads 50,000 paragraphs", () => {
    expect(inlineStyles("<p>a</p>".repeat(50_000)).match(/<p style=/g)).toHaveLength(50_000);
  });
});
