import { MAIL_STYLES } from "@sendwright/core/body/tags";
import { describe, expect, it } from "vitest";
import { inlineStyles } from "./inlineStyles.ts";

describe("inlineStyles", () => {
  it("writes the email's style on every tag that has one", () => {
    expect(inlineStyles("<p>a <strong>b</strong></p>")).toBe(
      `<p style="${MAIL_STYLES.p}">a <strong>b</strong></p>`,
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
