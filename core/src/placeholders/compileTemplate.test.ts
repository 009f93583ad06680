import { describe, expect, it } from "vitest";
import { AppError } from "../contract/appError.ts";
import type { RenderOptions } from "./compiledRow.ts";
import { compileTemplate } from "./compileTemplate.ts";
import { GRAMMAR, parseTemplate, type TemplateSource } from "./parseTemplate.ts";

const formats: RenderOptions = { dateFormat: "mmddyyyy", timeFormat: "12hr" };

function render(
  source: TemplateSource,
  values: Record<string, string> = {},
  options: Partial<RenderOptions> = {},
) {
  return compileTemplate(source).render(new Map(Object.entries(values)), {
    ...formats,
    ...options,
  });
}

function html(
  body: string,
  values: Record<string, string> = {},
  options: Partial<RenderOptions> = {},
): string {
  return render({ body }, values, options).html;
}

/** Variables in one line each: `name:type`, with `!` if required, `=fallback`, and the options. */
function variables(source: TemplateSource): string[] {
  return parseTemplate(source).variables.map(({ name, type, options, fallback, required }) =>
    [
      `${name}:${type}${required ? "!" : ""}${fallback === null ? "" : `=${fallback}`}`,
      ...options,
    ].join(" "),
  );
}

describe("variables", () => {
  it.each<[why: string, source: TemplateSource, expected: string[]]>([
    ["none", { subject: "Hello", body: "<p>Hi</p>" }, []],
    ["nothing at all", {}, []],
    ["the subject's first", { subject: "{{b}}", body: "{{a}}{{b}}" }, ["b:text!", "a:text!"]],
    [
      "case and spaces count",
      { body: "{{Name}}{{name}}{{Na  me}}" },
      ["Name:text!", "name:text!", "Na  me:text!"],
    ],
    [
      "HTML does not",
      { subject: "{{First Name}}", body: "{{<b>First</b>&nbsp;Name}}" },
      ["First Name:text!"],
    ],
    ["the written type wins, later", { body: "{{Due}} {{Due|date}}" }, ["Due:date!"]],
    ["the written type wins, earlier", { subject: "{{Due|date}}", body: "{{Due}}" }, ["Due:date!"]],
    ["the first of two types", { body: "{{Due|date}}{{Due|time}}" }, ["Due:date!"]],
    ["options", { body: "{{Offer|dropdown:a,b c}}" }, ["Offer:dropdown! a b c"]],
    [
      "a fallback anywhere",
      { subject: "{{Name}}", body: "{{Name|text:there}}" },
      ["Name:text=there"],
    ],
    ["an empty fallback", { body: "{{Name|text:}}" }, ["Name:text="]],
    ["a condition on itself", { body: "{{#Name}}{{Name}}{{/Name}}" }, ["Name:text"]],
    [
      "a condition on itself, further out",
      { body: "{{#N}}{{#M}}{{N}}{{/M}}{{/N}}" },
      ["N:text", "M:text"],
    ],
    ["a condition around an attribute", { body: '{{#L}}<a href="{{L}}">x</a>{{/L}}' }, ["L:text"]],
    ["a condition in an attribute", { body: '<a href="{{#L}}{{L}}{{/L}}">{{L}}</a>' }, ["L:text!"]],
    ["the opposite condition", { body: "{{^Name}}{{Name}}{{/Name}}" }, ["Name:text!"]],
    [
      "a condition on something else",
      { body: "{{#City}}{{Name}}{{/City}}" },
      ["City:text", "Name:text!"],
    ],
    ["inside and outside", { body: "{{#Name}}{{Name}}{{/Name}} {{Name}}" }, ["Name:text!"]],
    [
      "a condition only, typed elsewhere",
      { subject: "{{#Due}}now{{/Due}}", body: "{{Due|date}}" },
      ["Due:date!"],
    ],
    ["an unclosed condition, which has no effect", { body: "{{#Name}}{{Name}}" }, ["Name:text!"]],
    [
      "a condition across subject and body, which has no effect",
      { subject: "{{#a}}", body: "{{a}}{{/a}}" },
      ["a:text!"],
    ],
    ["a refused placeholder, which is no variable", { body: "{{>x}}{{=y=}}{{!z}}{{}}" }, []],
    ["triple braces and &, which are variables", { body: "{{{x}}}{{&y}}" }, ["x:text!", "y:text!"]],
  ])("%s", (_why, source, expected) => {
    expect(variables(source)).toEqual(expected);
  });
});

describe("rendering values", () => {
  it.each<[why: string, body: string, values: Record<string, string>, expected: string]>([
    [
      "escapes",
      "<p>{{a}}</p>",
      { a: `<b>"x"</b> & 'y'` },
      "<p>&lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; &#39;y&#39;</p>",
    ],
    ["does not escape twice or unescape", "{{a}}", { a: "&amp;lt;" }, "&amp;amp;lt;"],
    ["keeps line breaks", "{{a}}", { a: "1\r\n2\n3\r4\u20285" }, "1<br>2<br>3<br>4<br>5"],
    ["removes control characters", "{{a}}", { a: "1\u0000\u00072\t3" }, "1 2 3"],
    [
      "writes attributes on one line",
      `<a title="{{a}}">`,
      { a: `"><i>\n'` },
      `<a title="&quot;&gt;&lt;i&gt; &#39;">`,
    ],
    [
      "doesn't read a value as a template",
      "{{a}}{{b}}",
      { a: "{{b}}", b: "{{{a}}}" },
      "{{b}}{{{a}}}",
    ],
    ["gives $ no special meaning", "{{a}}", { a: "$& $1 $$" }, "$&amp; $1 $$"],
    [
      "keeps the tags inside a placeholder",
      "<i>{{<b>Na</b>me}}</i>",
      { Name: "Ann" },
      "<i><b>Ann</b></i>",
    ],
    [
      "keeps split tags paired",
      "<b>{{Na</b>me}} {{Na<u>me}}</u>",
      { Name: "Ann" },
      "<b>Ann</b> Ann<u></u>",
    ],
    ["treats dots as part of a name", "{{a.b}}", { a: "no", "a.b": "yes" }, "yes"],
    ["renders triple braces and & escaped", "{{{a}}}{{&a}}{{&amp;a}}", { a: "<" }, "&lt;&lt;&lt;"],
    [
      "doesn't change the rest",
      "{{>a}}{{=a b=}}{{! a }}{{}}{{a",
      { a: "x" },
      "{{>a}}{{=a b=}}{{! a }}{{}}{{a",
    ],
    ["uses the fallback for a blank", "{{a|text:R&amp;D}}", { a: "\u00a0" }, "R&amp;D"],
    ["uses the value if there is one", "{{a|text:x}}", { a: "0" }, "0"],
    [
      "uses each place's own fallback, else the first",
      "{{a}} {{a|text:x}} {{a|text:y}}",
      {},
      "x x y",
    ],
    ["writes nothing for a blank with an empty fallback", "a{{a|text:}}b", {}, "ab"],
  ])("%s", (_why, body, values, expected) => {
    expect(html(body, values)).toBe(expected);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "length", ".", "this", "0"])(
    "has no other name for %s",
    (name) => {
      const body = `{{${name}}}`;
      expect(compileTemplate({ body }).render(new Map([[name, "value"]]), formats).html).toBe(
        "value",
      );
      expect(() => html(body)).toThrow("Missing required variables");
    },
  );

  it.each<[why: string, value: string, expected: string]>([
    ["line breaks become one space", "a\r\nBcc: x@y.z\u2028b", "Hi a Bcc: x@y.z b!"],
    ["control characters too", "a\u0000\u001b\u007f\u0085b", "Hi a b!"],
    ["escapes nothing", `<b> & "x"`, `Hi <b> & "x"!`],
  ])("in a subject: %s", (_why, value, expected) => {
    expect(render({ subject: "Hi {{a}}!" }, { a: value }).subject).toBe(expected);
  });

  it("joins a subject that is written on two lines", () => {
    expect(render({ subject: "Hi\r\nBcc: x@y.z" }).subject).toBe("Hi Bcc: x@y.z");
  });

  it("formats dates and times, and keeps anything else", () => {
    const source = { subject: "{{Due}}", body: "{{Due|date}}, {{At|time}}, {{Other|date}}" };
    const values = { Due: "2025-04-01", At: "14:30", Other: "soon" };
    expect(render(source, values)).toMatchObject({
      subject: "04/01/2025",
      html: "04/01/2025, 2:30 PM, soon",
    });
    expect(render(source, values, { dateFormat: "long", timeFormat: "24hr" }).html).toBe(
      "April 1, 2025, 14:30, soon",
    );
  });

  it("reads days and months in the column's order, else the value's, else the format's", () => {
    const long = { dateFormat: "long" } as const;
    expect(
      html("{{d|date}}", { d: "1/2/2025" }, { ...long, dateOrders: new Map([["d", "dmy"]]) }),
    ).toBe("February 1, 2025");
    expect(
      html("{{d|date}}", { d: "1/2/2025" }, { ...long, dateOrders: new Map([["e", "dmy"]]) }),
    ).toBe("January 2, 2025");
    expect(html("{{d|date}}", { d: "13/2/2025" }, long)).toBe("February 13, 2025");
    expect(html("{{d|date}}", { d: "1/2/2025" }, { dateFormat: "ddmmyyyy" })).toBe("01/02/2025");
  });

  it.each([
    ["Hello {{Name|text:}},", "Hello,", "Hello Ann,"],
    ["Hello {{Name|text:}}, {{Name}}!", "Hello!", "Hello Ann, Ann!"],
    ["Dear {{Title|text:}} {{Name|text:}}.", "Dear.", "Dear Ann."],
    ["Hello {{Name|text:}} and family", "Hello and family", "Hello Ann and family"],
    ["Hello{{Name|text:}},", "Hello,", "HelloAnn,"],
    ["Room {{Name|text:}}A", "Room A", "Room AnnA"],
    ["Hello {{Name|text:there}},", "Hello there,", "Hello Ann,"],
  ])("leaves %s with the space before it out when the value is blank", (source, blank, given) => {
    for (const part of ["subject", "html"] as const) {
      const rendered = (Name: string) =>
        render({ subject: source, body: source }, { Name, Title: "" })[part];
      expect(rendered(" ")).toBe(blank);
      expect(rendered("Ann")).toBe(given);
    }
  });

  it("renders one row after the other from one reading", () => {
    const { render } = compileTemplate({
      subject: "{{a}}",
      body: "{{#a}}{{a}}{{/a}}{{^a}}-{{/a}}{{a|text:x}}",
    });
    const rows = ["1", "", "2"].map((a) => render(new Map([["a", a]]), formats));
    expect(rows.map(({ subject, html: body }) => [subject, body])).toEqual([
      ["1", "11"],
      ["x", "-x"],
      ["2", "22"],
    ]);
  });
});

describe("holes", () => {
  it("are thrown, with the names in order", () => {
    const attempt = () =>
      render({ subject: "{{b}}", body: "{{a}}{{c|text:x}}{{d}}" }, { a: " \u200b", d: "x" });
    expect(attempt).toThrow(AppError);
    expect(attempt).toThrow(
      expect.objectContaining({
        reason: "missing_variables",
        message: "Missing required variables: b, a",
        details: { missing: ["b", "a"] },
      }),
    );
  });

  it("are shown and listed in a preview", () => {
    expect(
      render({ subject: "Hi {{a}}", body: `{{a}}<a href="{{a}}">` }, {}, { mark: true }),
    ).toEqual({
      subject: "Hi {{a}}",
      html: `<span data-variable="a" data-type="text" data-missing="true">{{a}}</span><a data-variable="a" data-type="text" data-missing="true">`,
      missing: ["a"],
    });
  });
});

describe("marks", () => {
  it.each<[body: string, values: Record<string, string>, expected: string]>([
    [
      "{{a|date}}",
      { a: "2025-04-01" },
      `<span data-variable="a" data-type="date">04/01/2025</span>`,
    ],
    [
      '{{"&lt;}}',
      { '"<': "1\n2" },
      `<span data-variable="&quot;&lt;" data-type="text">1<br>2</span>`,
    ],
    ["{{a|text:x}}", {}, `<span data-variable="a" data-type="text">x</span>`],
    [`<a title="{{a}}">`, { a: "x" }, `<a title="x">`],
  ])("%s", (body, values, expected) => {
    expect(html(body, values, { mark: true })).toBe(expected);
  });

  it("don't change the subject", () => {
    expect(render({ subject: "{{a}}" }, { a: "x" }, { mark: true }).subject).toBe("x");
  });
});

function both(body: string): { full: string; empty: string } {
  const { render } = compileTemplate({ body });
  const formats = { dateFormat: "iso", timeFormat: "24hr", mark: false } as const;
  const full = new Map(["a", "b"].map((name) => [name, name.toUpperCase()]));
  return {
    full: render(full, formats).html,
    empty: render(new Map([["a", " \u200b"]]), formats).html,
  };
}

describe("a condition", () => {
  it.each<[why: string, body: string, full: string, empty: string]>([
    ["keeps its part for a value", "x{{#a}}-{{a}}-{{/a}}y", "x-A-y", "xy"],
    ["keeps its part for a blank", "x{{^a}}none{{/a}}y", "xy", "xnoney"],
    ["nests", "{{#a}}1{{#b}}2{{/b}}3{{^b}}4{{/b}}{{/a}}{{^a}}5{{/a}}", "123", "5"],
    ["nests in itself", "{{#a}}1{{^a}}2{{/a}}{{#a}}3{{/a}}{{/a}}", "13", ""],
    ["ignores fallbacks", "{{#a}}1{{/a}}{{^a}}2{{/a}}{{a|text:x}}", "1A", "2x"],
    [
      "works inside an attribute",
      `<p class="{{#a}}has{{/a}}{{^a}}not{{/a}}">`,
      `<p class="has">`,
      `<p class="not">`,
    ],
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
      "",
    ],
    [
      "keeps lines with other text",
      "<p>0{{#a}}1</p><p>2{{/a}}3</p>",
      "<p>01</p><p>23</p>",
      "<p>0</p><p>3</p>",
    ],
    ["removes a line with two of them", "<p>{{#a}}{{#b}}</p>x{{/b}}{{/a}}", "<p></p>x", ""],
    [
      "keeps a cell of a table",
      "<td>{{#a}}</td><td>1{{/a}}</td>",
      "<td></td><td>1</td>",
      "<td></td><td></td>",
    ],
    ["removes a line with an image", "<p>{{#a}}<img></p>1{{/a}}", "<p><img></p>1", ""],
    [
      "keeps a line that isn't closed where it opens",
      "<div><p>0{{#a}}</div>1{{/a}}",
      "<div><p>0</div>1",
      "<div><p>0</div>",
    ],
    ["keeps a tag paired that opens before it", "<b>0{{#a}}1</b>2{{/a}}", "<b>01</b>2", "<b>0</b>"],
    ["keeps a tag paired that closes after it", "{{#a}}1<b>2{{/a}}3</b>", "1<b>23</b>", "<b>3</b>"],
    [
      "keeps the right ones",
      "<i>0{{#a}}<b>1</b></i><hr><u>{{/a}}2</u>",
      "<i>0<b>1</b></i><hr><u>2</u>",
      "<i>0</i><u>2</u>",
    ],
    ["keeps them paired the other way round", "<b>0{{^a}}1</b>2{{/a}}", "<b>0</b>", "<b>01</b>2"],
    [
      "keeps a left-over link without its address",
      `{{#a}}<a href="https://x.yy/{{a}}">1{{/a}}2</a>`,
      `<a href="https://x.yy/A">12</a>`,
      "<a>2</a>",
    ],
    [
      "keeps the tags inside its braces",
      "<b>{{#</b>a}}1{{<i>/a}}</i>",
      "<b></b>1<i></i>",
      "<b></b><i></i>",
    ],
  ])("%s", (_why, body, full, empty) => {
    expect(both(body)).toEqual({ full, empty });
  });

  it.each<[why: string, body: string, warnings: string[]]>([
    [
      "that isn't closed",
      "x{{#a}}y",
      ['"{{#a}}" is not closed with {{/a}}, so it appears as plain text.'],
    ],
    [
      "that isn't opened",
      "x{{/a}}y",
      ['"{{/a}}" closes a condition that is not open, so it appears as plain text.'],
    ],
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
    [
      "whose closing name differs in case",
      "{{#a}}{{/A}}",
      expect.arrayContaining([expect.stringContaining("{{/A}}")]),
    ],
  ])("%s gets a warning and stays", (_why, body, warnings) => {
    expect(compileTemplate({ body }).warnings).toEqual(warnings);
  });

  it("stays as text beyond 50 levels", () => {
    const deep = `${"{{#a}}".repeat(60)}x${"{{/a}}".repeat(60)}`;
    const { warnings } = compileTemplate({ body: deep });
    expect(warnings).toContain(
      '"{{#a}}" is inside more than 50 conditions, so it appears as plain text.',
    );
    expect(both(deep)).toEqual({
      full: `${"{{#a}}".repeat(10)}x${"{{/a}}".repeat(10)}`,
      empty: "{{/a}}".repeat(10),
    });
  });

  it("doesn't exhaust the stack with any number of them", () => {
    const deep = `${"{{#a}}".repeat(20_000)}x${"{{/a}}".repeat(20_000)}`;
    expect(both(deep).full).toContain("x");
  });
});

describe("a condition by value", () => {
  const GREETING = "{{#S=Ms}}Frau{{/S}}{{#S=Mr}}Herr{{/S=Mr}}{{^S}}Hallo{{/S}}";

  it.each<[value: string, body: string, expected: string]>([
    ["Ms", GREETING, "Frau"],
    [" mS\u00a0", GREETING, "Frau"],
    ["Mr", GREETING, "Herr"],
    ["", GREETING, "Hallo"],
    ["Dr", GREETING, ""],
    ["Zoe\u0308", "{{#S=zo\u00eb}}1{{/S}}", "1"],
    ["Ms", "{{^S=Ms}}1{{/S}}", ""],
    ["Mr", "{{^S=Ms}}1{{/S}}", "1"],
    [" ", "{{^S=Ms}}1{{/S}}", "1"],
    ["a=b", "{{#S=a=b}}1{{/S=a=b}}", "1"],
    ["Frau\u00a0Dr.\u200b", "{{#S=Frau Dr.}}1{{/S}}", "1"],
    ["ms", "{{#S=Ms}}1{{/S=MS}}", "1"],
    ["R & D", "{{#S = R &amp;&nbsp;D }}1{{/S}}", "1"],
    ["x", '<a href="https://e.org/{{#S=x}}1{{/S}}">l</a>', '<a href="https://e.org/1">l</a>'],
    ["Ms", "<b>{{#S=Ms}}1</b>2{{/S}}", "<b>1</b>2"],
    ["Mr", "<b>0{{#S=Ms}}1</b>2{{/S}}", "<b>0</b>"],
    ["Ms", "{{#S=Ms}}1{{#S=Mr}}2{{/S}}3{{/S}}", "13"],
  ])("with %j shows of %s: %s", (S, body, expected) => {
    expect(html(body, { S })).toBe(expected);
  });

  it("makes its placeholder required only where it holds for a blank", () => {
    expect(variables({ body: "{{#S=Ms}}{{S}}{{/S}}" })).toEqual(["S:text"]);
    expect(variables({ body: "{{^S=Ms}}{{S}}{{/S}}" })).toEqual(["S:text!"]);
  });

  it.each<[source: TemplateSource, warnings: string[]]>([
    [
      { body: "{{#S=Ms}}1{{/S=Mr}}" },
      [
        '"{{#S=Ms}}" is not closed with {{/S}}, so it appears as plain text.',
        '"{{/S=Mr}}" closes a condition that is not open, so it appears as plain text.',
      ],
    ],
    [
      { body: "{{#S=}}1{{/S}}" },
      [
        '"{{#S=}}" compares with nothing: write a value after =.',
        '"{{/S}}" closes a condition that is not open, so it appears as plain text.',
      ],
    ],
    [
      { subject: "{{#D=1}}x{{/D}}", body: "{{D|date}}" },
      ['"{{#D=1}}" compares a date, which can be written in many ways: use a text or a dropdown.'],
    ],
    [
      { body: "{{#S=Mx}}x{{/S}}{{S|dropdown:Ms,Mr}}" },
      ['"{{#S=Mx}}" compares with a value that is not an option of {{S}}.'],
    ],
    [
      { body: "{{#S=Ms}}1{{/S}}{{#S=Mr}}2{{/S}}{{^S}}3{{/S}}{{#S}}{{S|dropdown:Ms,Mr,Mx}}{{/S}}" },
      [],
    ],
    [
      { body: "{{#S=Ms}}1{{/S}}{{#S=Mr}}2{{/S}}{{S|dropdown:Ms,Mr,Mx}}" },
      ['No condition on {{S}} is for the option "Mx", so it shows none of their texts.'],
    ],
    [{ body: "{{#S=Ms}}1{{/S}}{{^S=Ms}}2{{/S}}{{S|dropdown:Ms,Mr}}" }, []],
    [{ body: "{{#S=Ms}}1{{/S}}{{S|dropdown:Ms,Mr}}" }, []],
    [
      { body: "{{#S=Mr}}Mr{{#S=Dr}}Dr{{/S=Dr}}{{/S=Mr}}" },
      ['"{{#S=Dr}}" is inside "{{#S=Mr}}", so its text never appears.'],
    ],
    [
      { body: "{{#S}}a{{^S}}b{{/S}}{{/S}}" },
      ['"{{^S}}" is inside "{{#S}}", so its text never appears.'],
    ],
    [
      { body: "{{^S=Mr}}a{{#S=mr}}b{{/S}}{{/S}}" },
      ['"{{#S=mr}}" is inside "{{^S=Mr}}", so its text never appears.'],
    ],
    [
      { body: "{{^S}}a{{#S=Mr}}b{{/S}}{{/S}}" },
      ['"{{#S=Mr}}" is inside "{{^S}}", so its text never appears.'],
    ],
    [
      {
        body: "{{#S}}a{{#S=Mr}}b{{/S}}{{^S=Dr}}c{{/S}}{{/S}}{{^S=Mr}}{{^S=Dr}}d{{/S}}{{^S}}e{{/S}}{{/S}}",
      },
      [],
    ],
    [{ body: "<p>The bus.{{#Bus=yes}} {{/Bus}}</p>" }, ['"{{#Bus=yes}}" has no text yet.']],
    [{ body: '{{#Logo}}<img src="cid:a.png">{{/Logo}}{{#Name}}{{Name}}{{/Name}}' }, []],
  ])("of %j warns of %j", (source, warnings) => {
    expect(parseTemplate(source).warnings).toEqual(warnings);
  });

  it("asks about a placeholder with that name, if there is one, and says so", () => {
    expect(variables({ body: "{{S = Ms}}{{#S = Ms}}1{{/S = Ms}}" })).toEqual(["S = Ms:text!"]);
    const source = { subject: "{{S=Ms}}", body: "{{#S=Ms}}1{{/S=Ms}}" };
    expect(variables(source)).toEqual(["S=Ms:text!"]);
    expect(render(source, { "S=Ms": "x", S: "" }).html).toBe("1");
    expect(parseTemplate(source).warnings[0]).toBe(
      '"{{#S=Ms}}" asks whether {{S=Ms}} has a value, because there is one.',
    );
  });

  it("knows which rows choose none of several texts", () => {
    const uncovered = (body: string, S: string) =>
      compileTemplate({ body }).uncovered(new Map([["S", S]]));
    expect(["Ms", "MR ", "", "Dr"].map((value) => uncovered(GREETING, value))).toEqual([
      [],
      [],
      [],
      ["S"],
    ]);
    const unless = "{{#S=Ms}}1{{/S}}{{#S=Mr}}2{{/S}}";
    expect(uncovered(unless, "")).toEqual(["S"]);
    expect(uncovered(`${unless}{{^S=Ms}}3{{/S}}`, "Dr")).toEqual([]);
    // One text that some people get is no choice, and neither are two with other text between them.
    expect(uncovered("{{#S=Ms}}1{{/S}}", "Dr")).toEqual([]);
    expect(uncovered("{{#S=Ms}}1{{/S}} or {{#S=Mr}}2{{/S}}", "Dr")).toEqual([]);
    // Each choice is judged by itself.
    expect(uncovered(`${GREETING} and {{#S=Dr}}3{{/S}}`, "Dr")).toEqual(["S"]);
    expect(
      uncovered("<p>{{#S=Ms}}</p><p>1</p><p>{{/S}}</p>&nbsp;<b>{{#S=Mr}}2{{/S}}</b>", "Dr"),
    ).toEqual(["S"]);
    expect(uncovered(`{{#S}}${unless}{{/S}}`, "")).toEqual([]);
    expect(uncovered(`{{^S=Dr}}${unless}{{/S}}`, "")).toEqual(["S"]);
  });
});

it("stored variables say which grammar found them: if this test needs other variables, it needs another GRAMMAR", () => {
  const body =
    "{{a}} {{ b | date }} {{{c|text:none}}} {{d|dropdown:x, y,,x}} {{#e}}{{e}}{{/e}} {{#f=1}}x{{/f}} {{^g}}x{{/g}} {{h=1|sticky}}" +
    '{{#h=1}}x{{/h=1}} {{&i|email}} {{j|time:x}} {{k|unknown}} {{>l}} {{m {{n}} <b>{{o</b>}} <a href="{{p}}{{#q}}x{{/q}}">x</a>' +
    " {{#r}} {{s|dropdown}} {{__proto__}} &#123;{t}} {{u&nbsp;v}} {{#rows}}{{w|sum}}{{/rows}} {{x|sum:0}}";
  const { variables } = parseTemplate({ subject: "{{a|text:you}}{{b}}", body });
  const found = variables.map(({ name, type, options, fallback, required }) =>
    [name, type, ...options, fallback, required ? "required" : ""].join(" ").trim(),
  );
  expect([GRAMMAR, ...found]).toMatchInlineSnapshot(`
    [
      2,
      "a text you",
      "b date  required",
      "c text none",
      "d dropdown x y  required",
      "e text",
      "f text",
      "g text",
      "h=1 sticky  required",
      "i email  required",
      "j time  required",
      "k text  required",
      "n text  required",
      "o text  required",
      "p text  required",
      "q text",
      "s text  required",
      "__proto__ text  required",
      "t text  required",
      "u v text  required",
      "w text  required",
      "x text 0",
    ]
  `);
});
