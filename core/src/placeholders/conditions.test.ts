import { describe, expect, it } from "vitest";
import { compileTemplate } from "./compileTemplate.ts";

function both(body: string): { full: string; empty: string } {
  const { render } = compileTemplate({ body });
  const formats = { dateFormat: "iso", timeFormat: "24hr", mark: false } as const;
  const full = new Map(["a", "b"].map((name) => [name, name.toUpperCase()]));
  return { full: render(full, formats).html, empty: render(new Map([["a", " \u200b"]]), formats).html };
}

describe("a condition", () => {
  it.each<[why: string, body: string, full: string, empty: string]>([
    ["keeps its part for a value", "x{{#a}}-{{a}}-{{/a}}y", "x-A-y", "xy"],
    ["keeps its part for a blank", "x{{^a}}none{{/a}}y", "xy", "xnoney"],
    ["nests", "{{#a}}1{{#b}}2{{/b}}3{{^b}}4{{/b}}{{/a}}{{^a}}5{{/a}}", "123", "5"],
    ["nests in itself", "{{#a}}1{{^a}}2{{/a}}{{#a}}3{{/a}}{{/a}}", "13", ""],
    ["ignores fallbacks", "{{#a}}1{{/a}}{{^a}}2{{/a}}{{a|text:x}}", "1A", "2x"],
    ["works inside an attribute", `<p class="{{#a}}has{{/a}}{{^a}}not{{/a}}">`, `<p class="has">`, `<p class="not">`],
    ["keeps the white space around it", "1\n{{#a}}\n2\n{{/a}}\n3", "1\n\n2\n\n3", "1\n\n3"],
    [
      "removes its own lines",
      "<p>1</p><p>{{#a}}</p><p>2</p><p>{{/a}}</p><p>3</p>",
      "<p>1</p><p>2</p><p>3</p>",
      "<p>1</p><p>3</p>",
    ],
    [
      "removes its own lines, formatted and indented",
      '<ul>\n<li class="x">\n<b><i>{{#a}}</i></b>&nbsp;<br></li><li>{{a}}</li><li><!-- end -->{{/a}}</li></ul>',
      "<ul>\n<li>A</li></ul>",
      "<ul>\n</ul>",
    ],
    ["keeps a line with other text", "<p>{{#a}}1</p><p>2{{/a}}</p>", "<p>1</p><p>2</p>", "<p></p><p></p>"],
    ["keeps a line with two of them", "<p>{{#a}}{{#b}}</p>x{{/b}}{{/a}}", "<p></p>x", "<p></p>"],
    ["keeps a cell of a table", "<td>{{#a}}</td><td>1{{/a}}</td>", "<td></td><td>1</td>", "<td></td><td></td>"],
    ["keeps a line with an image", "<p>{{#a}}<img></p>1{{/a}}", "<p><img></p>1", "<p></p>"],
    [
      "keeps a line that isn't closed where it opens",
      "<div><p>{{#a}}</div>1{{/a}}",
      "<div><p></div>1",
      "<div><p></div>",
    ],
    ["keeps a tag paired that opens before it", "<b>{{#a}}1</b>2{{/a}}", "<b>1</b>2", "<b></b>"],
    ["keeps a tag paired that closes after it", "{{#a}}1<b>2{{/a}}</b>", "1<b>2</b>", "<b></b>"],
    ["keeps the right ones", "<i>{{#a}}<b>1</b></i><hr><u>{{/a}}</u>", "<i><b>1</b></i><hr><u></u>", "<i></i><u></u>"],
    ["keeps them paired the other way round", "<b>{{^a}}1</b>2{{/a}}", "<b></b>", "<b>1</b>2"],
    [
      "keeps a left-over link without its address",
      `{{#a}}<a href="https://x.yy/{{a}}">1{{/a}}2</a>`,
      `<a href="https://x.yy/A">12</a>`,
      "<a>2</a>",
    ],
    ["keeps the tags inside its braces", "<b>{{#</b>a}}1{{<i>/a}}</i>", "<b></b>1<i></i>", "<b></b><i></i>"],
  ])("%s", (_why, body, full, empty) => {
    expect(both(body)).toEqual({ full, empty });
  });

  it.each<[why: string, body: string, warnings: string[]]>([
    ["that isn't closed", "x{{#a}}y", ['"{{#a}}" is not closed with {{/a}}, so it appears as plain text.']],
    ["that isn't opened", "x{{/a}}y", ['"{{/a}}" closes a condition that is not open, so it appears as plain text.']],
    [
      "that crosses another",
      "{{#a}}1{{#b}}2{{/a}}3{{/b}}",
      [
        '"{{#b}}" is not closed with {{/b}}, so it appears as plain text.',
        '"{{/b}}" closes a condition that is not open, so it appears as plain text.',
      ],
    ],
    [
      "that begins in an attribute and ends in text",
      `<p title="{{#a}}">{{/a}}`,
      [
        '"{{#a}}" is not closed with {{/a}}, so it appears as plain text.',
        '"{{/a}}" closes a condition that is not open, so it appears as plain text.',
      ],
    ],
    ["whose closing name differs in case", "{{#a}}{{/A}}", expect.arrayContaining([expect.stringContaining("{{/A}}")])],
  ])("%s gets a warning and stays", (_why, body, warnings) => {
    expect(compileTemplate({ body }).warnings).toEqual(warnings);
  });

  it("stays as text beyond 50 levels", () => {
    const deep = `${"{{#a}}".repeat(60)}x${"{{/a}}".repeat(60)}`;
    const { warnings } = compileTemplate({ body: deep });
    expect(warnings).toContain('"{{#a}}" is inside more than 50 conditions, so it appears as plain text.');
    expect(both(deep)).toEqual({ full: `${"{{#a}}".repeat(10)}x${"{{/a}}".repeat(10)}`, empty: "{{/a}}".repeat(10) });
  });

  it("doesn't exhaust the stack with any number of them", () => {
    const deep = `${"{{#a}}".repeat(20_000)}x${"{{/a}}".repeat(20_000)}`;
    expect(both(deep).full).toContain("x");
  });
});
