import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RenderOptions } from "./compiledRow.ts";
import { compileTemplate } from "./compileTemplate.ts";
import { parseTemplate, type TemplateSource } from "./parseTemplate.ts";

const formats: RenderOptions = { dateFormat: "iso", timeFormat: "24hr" };

type Values = Record<string, string>;

function asMaps(rows: readonly Values[]): [Map<string, string>, Map<string, string>[]] {
  const [first = new Map<string, string>(), ...further] = rows.map(
    (row) => new Map(Object.entries(row)),
  );
  return [first, further];
}

function render(source: TemplateSource, rows: readonly Values[], options = formats) {
  const [first, further] = asMaps(rows);
  return compileTemplate(source).render(first, { ...options, further });
}

const CHILDREN = [
  { Parent: "Eva", Child: "Ann", Fee: "5" },
  { Parent: "Eva", Child: "Bo", Fee: "6" },
];

function html(body: string, rows: readonly Values[] = CHILDREN): string {
  return render({ body }, rows).html;
}

describe("a repeated part", () => {
  it.each([
    [
      "lines between lines of its own",
      "<p>Hi</p><p>{{#rows}}</p><p>{{Child}}</p><h2>{{Fee}}</h2><p>{{/rows}}</p><p>Bye</p>",
      "<p>Hi</p><p>Ann</p><h2>5</h2><p>Bo</p><h2>6</h2><p>Bye</p>",
    ],
    [
      "formatted lines of its own",
      "<p><b>{{#rows}}</b></p> <p>{{Child}}</p> <div><p><i> {{/rows}}</i>&nbsp;</p></div>",
      " <p>Ann</p>  <p>Bo</p> ",
    ],
    [
      "lines from the beginning of one to the end of another",
      "<p>{{#rows}}{{Child}}</p><p>{{Fee}}{{/rows}}</p>",
      "<p>Ann</p><p>5</p><p>Bo</p><p>6</p>",
    ],
    ["a part of a line", "<p>Hi {{#rows}}{{Child}}! {{/rows}}</p>", "<p>Hi Ann! Bo! </p>"],
    ["a whole line's text", "<p>{{#rows}}{{Child}}! {{/rows}}</p>", "<p>Ann! Bo! </p>"],
    [
      "lines with breaks",
      "<p>Hi<br>{{#rows}}<br>{{Child}}<br>{{Fee}}<br>{{/rows}}<br>Bye</p>",
      "<p>Hi<br>Ann<br>5<br>Bo<br>6<br>Bye</p>",
    ],
    [
      "lines with breaks at the end",
      "<p>{{#rows}}<br>{{Child}}<br/>{{/rows}}</p>",
      "<p>Ann<br/>Bo</p>",
    ],
    [
      "lines of code",
      "<pre>a\n  {{#rows}}\n{{Child}}\n {{/rows}} \nb</pre>",
      "<pre>a\nAnn\nBo\nb</pre>",
    ],
    ["lines of code alone", "<pre>{{#rows}}\n{{Child}}\n{{/rows}}</pre>", "<pre>Ann\nBo</pre>"],
    ["lines with breaks, without any element", "{{#rows}}<br>{{Child}}<br>{{/rows}}", "Ann<br>Bo"],
    [
      "an item",
      "<ul><li>{{#rows}}{{Child}}{{/rows}}</li><li>x</li></ul>",
      "<ul><li>Ann</li><li>Bo</li><li>x</li></ul>",
    ],
    [
      "an item with lines",
      "<ul><li><p><b>{{#rows}}{{Child}}</b></p><p>{{Fee}}{{/rows}}</p></li></ul>",
      "<ul><li><p><b>Ann</b></p><p>5</p></li><li><p><b>Bo</b></p><p>6</p></li></ul>",
    ],
    [
      "an item with lines of its own tags",
      "<ul><li><p>{{#rows}}</p><p>{{Child}}</p><p>{{/rows}}</p></li></ul>",
      "<ul><li><p>Ann</p></li><li><p>Bo</p></li></ul>",
    ],
    [
      "items",
      "<ul><li>{{#rows}}{{Child}}</li><li>{{Fee}}{{/rows}}</li></ul>",
      "<ul><li>Ann</li><li>5</li><li>Bo</li><li>6</li></ul>",
    ],
    [
      "items between items of its own",
      "<ul><li>x</li><li>{{#rows}}</li><li>{{Child}}</li><li>{{/rows}}</li></ul>",
      "<ul><li>x</li><li>Ann</li><li>Bo</li></ul>",
    ],
    [
      "items after an item of its own",
      "<ol><li>{{#rows}}</li><li>{{Child}}{{/rows}}</li></ol>",
      "<ol><li>Ann</li><li>Bo</li></ol>",
    ],
    [
      "an item with a list",
      "<ul><li>{{#rows}}{{Child}}<ul><li>{{Fee}}</li></ul>{{/rows}}</li></ul>",
      "<ul><li>Ann<ul><li>5</li></ul></li><li>Bo<ul><li>6</li></ul></li></ul>",
    ],
    [
      "a list",
      "<p>{{#rows}}</p><ul><li>{{Child}}</li></ul><p>{{/rows}}</p>",
      "<ul><li>Ann</li></ul><ul><li>Bo</li></ul>",
    ],
    [
      "a table row",
      "<table><tr><td>x</td></tr><tr><td>{{#rows}}{{Child}}</td><td>{{Fee}}{{/rows}}</td></tr></table>",
      "<table><tr><td>x</td></tr><tr><td>Ann</td><td>5</td></tr><tr><td>Bo</td><td>6</td></tr></table>",
    ],
    [
      "a table row with a value in its tag",
      '<table><tr title="{{Fee}}"><td><p>{{#rows}}{{Child}}{{/rows}}</p></td></tr></table>',
      '<table><tr title="5"><td><p>Ann</p></td></tr><tr title="6"><td><p>Bo</p></td></tr></table>',
    ],
    [
      "table rows between rows of its own",
      "<table><tr><td>{{#rows}}</td><td></td></tr><tr><td>{{Child}}</td><td>{{Fee}}</td></tr><tr><td><p><br></p></td><td>{{/rows}}</td></tr></table>",
      "<table><tr><td>Ann</td><td>5</td></tr><tr><td>Bo</td><td>6</td></tr></table>",
    ],
    [
      "lines in a cell",
      "<table><tr><td><p>{{#rows}}{{Child}}</p><p>{{Fee}}{{/rows}}</p></td><td>x</td></tr></table>",
      "<table><tr><td><p>Ann</p><p>5</p><p>Bo</p><p>6</p></td><td>x</td></tr></table>",
    ],
    [
      "formatting that ends in it",
      "<p><b>Hi {{#rows}}{{Child}}</b> {{Fee}} {{/rows}}</p>",
      "<p><b>Hi Ann</b> 5 <b>Bo</b> 6 </p>",
    ],
    [
      "formatting that begins in it",
      '<p>{{#rows}}{{Child}} <b style="color: red">{{Fee}} {{/rows}}</b></p>',
      '<p>Ann <b style="color: red">5 </b>Bo <b style="color: red">6 </b></p>',
    ],
    [
      "text across lines",
      "<p>Hi {{#rows}}{{Child}}</p><p>{{Fee}} {{/rows}}x</p>",
      "<p>Hi Ann</p><p>5 Bo</p><p>6 x</p>",
    ],
    [
      "tags that are split by formatting",
      "<p>{{#<b>rows}}</b>{{Child}}{{/rows}}</p>",
      "<p><b></b>Ann<b></b>Bo</p>",
    ],
    [
      "two of them",
      "<p>{{#rows}}{{Child}}{{/rows}}: {{#rows}}{{Fee}}{{/rows}}</p>",
      "<p>AnnBo: 56</p>",
    ],
    [
      "links",
      '<p>{{#rows}}<a href="https://e.org/{{Child}}">{{Fee}}</a>{{/rows}}</p>',
      '<p><a href="https://e.org/Ann">5</a><a href="https://e.org/Bo">6</a></p>',
    ],
    [
      "inside a condition",
      "<p>{{#Parent}}{{#rows}}{{Child}}{{/rows}}{{/Parent}}</p>",
      "<p>AnnBo</p>",
    ],
    ["around conditions", "<p>{{#rows}}{{#Fee=5}}{{Child}}{{/Fee}}{{/rows}}</p>", "<p>Ann</p>"],
  ])("is %s", (_, body, expected) => {
    const template = compileTemplate({ body });
    expect(template.warnings).toEqual([]);
    expect(template.joining).not.toBeNull();
    expect(template.variables.map(({ name }) => name)).not.toContain("rows");
    expect(html(body)).toBe(expected);
  });

  it.each([
    [
      "<ol><li>{{#rows}}{{Child}}{{/rows}}</li><li>x</li></ol><p>y</p><ol start='3'><li>z</li></ol><ol start=\"4\"><li>z</li></ol>",
      ["4", "5"],
    ],
    [
      "<ol><li>x</li><li>{{#rows}}</li><li>{{Child}}</li><li>{{Fee}}</li><li>{{/rows}}</li></ol><ol start='6'><li>z</li></ol>",
      ["6"],
    ],
    [
      "<ol start='5'><li>{{#rows}}{{Child}}</li><li>{{Fee}}{{/rows}}</li></ol><ol start='7'><li>z</li></ol>",
      ["5", "9"],
    ],
    [
      "<ol><li>{{#rows}}{{Child|text:}}{{X|text:}}{{/rows}}</li></ol><ol start='2'><li>z</li></ol>",
      ["2"],
      [{ Child: "Ann" }, { Child: "" }],
    ],
    [
      "<p>{{#rows}}</p><ol><li>{{Child}}</li></ol><ol start='2'><li>{{Fee}}</li></ol><p>{{/rows}}</p>",
      ["2", "2"],
    ],
    ["<ol><li>{{#rows}}{{Child}}{{/rows}}</li></ol><ol start='7'><li>z</li></ol>", ["7"]],
    [
      "<ol><li>{{#rows}}{{Child}}<ol><li>{{Fee}}</li></ol>{{/rows}}</li></ol><ol start='2'><li>z</li></ol>",
      ["3"],
    ],
  ] as [string, string[], Values[]?][])(
    "in a list, has the list that continues it count on: %s",
    (body, starts, rows) => {
      const written = [...html(body, rows).matchAll(/start=["'](\d+)/g)].map(([, start]) => start);
      expect(written).toEqual(starts);
    },
  );

  it("appears once for one row", () => {
    const body = "<p>Hi</p><p>{{#rows}}</p><p>{{Child}}</p><p>{{/rows}}</p>";
    expect(html(body, [{ Child: "Ann" }])).toBe("<p>Hi</p><p>Ann</p>");
  });

  it.each([
    [
      "in a subject",
      { subject: "{{#rows}}x{{/rows}}", body: "y" },
      "repeats only a part of the body",
    ],
    ["inside another", { body: "{{#rows}}a{{#rows}}b{{/rows}}{{/rows}}" }, "is inside another"],
    ["in a link", { body: '<a href="https://e.org">{{#rows}}a{{/rows}}</a>' }, "is in a link,"],
    [
      "in an address",
      { body: '<a href="https://e.org/{{#rows}}a{{/rows}}">a</a>' },
      "is in a link's address or another part of a tag",
    ],
    [
      "in an attribute",
      { body: '<img alt="{{#rows}}a{{/rows}}">' },
      "is in a link's address or another",
    ],
    [
      "from a link into the text",
      { body: '{{#rows}}<a href="https://e.org">a{{/rows}}</a>' },
      "is in a link",
    ],
    [
      "across items",
      { body: "<ul><li>a {{#rows}}b</li><li>c{{/rows}} d</li></ul>" },
      'isn\'t in the same list, table row or cell as "{{/rows}}"',
    ],
    [
      "into a list",
      { body: "<p>{{#rows}}</p><ul><li>c{{/rows}}</li></ul>" },
      "isn't in the same list",
    ],
    [
      "out of a list",
      { body: "<ul><li>{{#rows}}a</li></ul><p>{{/rows}}</p>" },
      "isn't in the same list",
    ],
    [
      "across cells",
      { body: "<table><tr><td>a{{#rows}}</td><td>b{{/rows}}c</td></tr></table>" },
      "isn't in the same list",
    ],
    [
      "from the head of a table into its rows",
      {
        body: "<table><thead><tr><td>{{#rows}}</td></tr></thead><tbody><tr><td>{{/rows}}</td></tr></tbody></table>",
      },
      "isn't in the same list",
    ],
  ] as [string, TemplateSource, string][])(
    "%s stays as text, with a warning",
    (_, source, problem) => {
      const { warnings, variables } = parseTemplate(source);
      expect(warnings.join()).toContain(`"{{#rows}}" ${problem}`);
      expect(warnings[0]).toMatch(/, so it appears as plain text\.$/);
      expect(warnings.length).toBeLessThanOrEqual(2);
      expect(variables).toEqual([]);
      const { subject, html } = render(source, [{}, {}]);
      expect(`${subject}${html}`).toMatch(/(?:\{\{|%7B%7B)#rows\}\}.*\{\{\/rows\}\}/);
    },
  );

  it("needs both of its tags", () => {
    expect(parseTemplate({ body: "<p>{{#rows}}</p>" }).warnings).toEqual([
      '"{{#rows}}" is not closed with {{/rows}}, so it appears as plain text.',
    ]);
    expect(compileTemplate({ body: "a{{/rows}}" }).joining).toBeNull();
    expect(parseTemplate({ body: "{{#rows}} {{/rows}}" }).warnings).toEqual([
      '"{{#rows}}" has no text yet.',
    ]);
  });

  it.each([
    { body: "{{#rows}}{{rows}} seats{{/rows}}" },
    { subject: "{{rows}}", body: "{{#rows}}seats{{/rows}}" },
    { body: "{{#rows}}seats{{/rows}}{{rows|sum}}" },
  ])("is a condition in an email with that placeholder: %j", (source) => {
    const { joining, sums, warnings, variables } = compileTemplate(source);
    expect([joining, sums.size]).toEqual([null, 0]);
    expect(warnings).toContain(
      '"{{#rows}}" asks whether {{rows}} has a value, because there is one, so it repeats nothing.',
    );
    expect(variables.map(({ name }) => name)).toEqual(["rows"]);
    expect(render(source, [{ rows: "3" }]).html).toContain("seats");
    expect(render(source, [{ rows: "" }], { ...formats, mark: true }).html).not.toContain("seats");
  });

  it.each([
    "{{#Rows}}x{{/Rows}}",
    "{{#row}}x{{/row}}",
    "{{^rows}}x{{/rows}}",
    "{{#rows=2}}x{{/rows}}",
  ])("%s is a condition, and a warning says how to repeat", (body) => {
    expect(compileTemplate({ body }).joining).toBeNull();
    expect(parseTemplate({ body }).warnings.join()).toContain("begins with {{#rows}}");
    const name = /\w+/.exec(body)?.[0] ?? "";
    expect(parseTemplate({ body: `${body}{{${name}}}` }).warnings.join()).not.toContain(
      "begins with",
    );
  });

  it("says which placeholders all rows of an email share", () => {
    const body =
      '<p>{{A}}{{#B}}x{{/B}}<a href="https://e.org/{{C}}">y</a>{{D|sum}}</p><ul><li title="{{E}}">{{#rows}}{{F}}' +
      "{{#G}}x{{/G}}{{H|sum}}{{/rows}}</li></ul><p>{{I}}</p>";
    const { joining, sums } = compileTemplate({ subject: "{{J}}{{K|sum:0}}{{F}}", body });
    expect([...(joining?.common ?? [])].sort()).toEqual(["A", "B", "C", "F", "I", "J"]);
    expect([...(joining?.asked ?? [])]).toEqual([
      ["B", [{ name: "B", compared: null, keptWhen: true }]],
    ]);
    expect([...sums]).toEqual([
      ["K", { canBeBlank: true }],
      ["D", { canBeBlank: false }],
    ]);
  });

  it("counts all rows for what is missing, leads nowhere, empties the email or has no text", () => {
    const source = {
      body: '{{#rows}}{{Child}}<a href="{{Page|text:e.org}}">x</a>{{#S=1}}a{{/S}}{{#S=2}}b{{/S}}{{^S}}c{{/S}}{{/rows}}',
    };
    const template = compileTemplate(source);
    const [row, further] = asMaps([{ Child: "Ann" }, { Child: "", Page: "no page", S: "3" }]);
    const options = { ...formats, further };
    expect(() => template.render(row, options)).toThrow("Missing required variables: Child");
    expect(template.render(row, { ...options, mark: true }).missing).toEqual(["Child", "Page"]);
    expect(template.badLinks(row, options).map(({ names }) => names)).toEqual([["Page"]]);
    expect(template.uncovered(row, options)).toEqual(["S"]);
    expect(template.uncovered(row)).toEqual([]);

    const maybe = compileTemplate({ subject: "x", body: "<p>{{#rows}}{{A|text:}}{{/rows}}</p>" });
    const [blank, other] = [new Map([["A", ""]]), new Map([["A", "x"]])];
    expect(maybe.blankPart(blank, { ...formats, further: [other] })).toBeNull();
    expect(maybe.blankPart(blank, { ...formats, further: [blank] })).toBe("body");
  });

  it("marks the values of each row", () => {
    const marked = render({ body: "{{#rows}}{{Child}}{{/rows}}" }, [{ Child: "Ann" }, {}], {
      ...formats,
      mark: true,
    });
    expect(marked.html).toBe(
      '<span data-variable="Child" data-type="text">Ann</span>' +
        '<span data-variable="Child" data-type="text" data-missing="true">{{Child}}</span>',
    );
    expect(marked.missing).toEqual(["Child"]);
  });

  it("allows an email of many rows more links", () => {
    const body =
      '{{#rows}}<a href="https://e.org/{{A}}">1</a><a href="https://e.org/{{A}}">2</a>{{/rows}}';
    const rows = Array.from({ length: 100 }, (_, n) => ({ A: `${n}` }));
    expect(html(body, rows)).toContain("https://e.org/99");
  });
});

/** A part's text for one row: its placeholders have the number of the row behind their names. */
const NAMES = ["A", "B", "C"] as const;
const inline = fc
  .array(
    fc.constantFrom(
      "x",
      ", ",
      " – ",
      "<b>y</b>",
      "<br>",
      "{{A}}",
      "{{A|text:}}",
      "{{B|text:none}}",
      "<i>{{B|text:}}</i>",
      "({{C|text:}})",
      "{{#A}}1{{/A}}",
      "{{#A=v}}2{{/A}}",
      "{{^B}}3{{/B}}",
      "{{#C}}4<br>{{/C}}",
      '<a href="https://e.org/{{A|text:}}">z</a>',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces) => pieces.join(""));
const lines = fc
  .array(
    fc.oneof(
      inline.map((text) => `<p>${text}</p>`),
      inline.map((text) => `<ul><li>${text}</li><li>k</li></ul>`),
      inline.map((text) => `<table><tr><td>${text}</td><td></td></tr></table>`),
      fc.constantFrom("<p>{{#A}}</p><p>5</p><p>{{/A}}</p>", "<hr>", "<p></p>"),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((blocks) => blocks.join(""));
const cells = fc.tuple(inline, inline);

/** A body with a repeated part, and the same body with the part written out for each row. */
interface Written {
  repeated: string;
  part: string;
  before: string;
  behind: string;
}

const between = (before: string, part: string, behind: string, repeated?: string): Written => ({
  repeated: repeated ?? `${before}{{#rows}}${part}{{/rows}}${behind}`,
  part,
  before,
  behind,
});
const placed: fc.Arbitrary<Written> = fc.oneof(
  inline.map((text) => between("<p>Hi ", `${text}.`, " bye</p>")),
  lines.map((text) =>
    between(
      "<p>a</p>",
      text,
      "<p>b</p>",
      `<p>a</p><p>{{#rows}}</p>${text}<p>{{/rows}}</p><p>b</p>`,
    ),
  ),
  inline.map((text) =>
    between(
      "<p>a<br>",
      `${text}<br>`,
      "b</p>",
      `<p>a<br>{{#rows}}<br>${text}<br>{{/rows}}<br>b</p>`,
    ),
  ),
  cells.map(([one, other]) =>
    between(
      "",
      `<p>1${one}</p><h2>${other}2</h2>`,
      "",
      `<p>{{#rows}}1${one}</p><h2>${other}2{{/rows}}</h2>`,
    ),
  ),
  inline.map((text) =>
    between(
      "<ul><li>a</li>",
      `<li>${text}</li>`,
      "</ul>",
      `<ul><li>a</li><li>{{#rows}}${text}{{/rows}}</li></ul>`,
    ),
  ),
  cells.map(([one, other]) =>
    between(
      "<ol>",
      `<li>${one}</li><li>${other}</li>`,
      "</ol>",
      `<ol><li>{{#rows}}</li><li>${one}</li><li>${other}</li><li>{{/rows}}</li></ol>`,
    ),
  ),
  cells.map(([one, other]) =>
    between(
      "<table>",
      `<tr><td>${one}</td><td>${other}</td></tr>`,
      "</table>",
      `<table><tr><td>{{#rows}}${one}</td><td>${other}{{/rows}}</td></tr></table>`,
    ),
  ),
  cells.map(([one, other]) =>
    between(
      "<table><tr><td>a</td></tr>",
      `<tr><td>${one}</td><td>${other}</td></tr>`,
      "</table>",
      `<table><tr><td>a</td></tr><tr><td>{{#rows}}</td><td></td></tr><tr><td>${one}</td><td>${other}</td></tr>` +
        "<tr><td></td><td>{{/rows}}</td></tr></table>",
    ),
  ),
);
const values = fc.array(
  fc.record(
    Object.fromEntries(
      NAMES.map((name) => [name, fc.constantFrom("", "v", "V ", "w<1>\n2")]),
    ) as Record<(typeof NAMES)[number], fc.Arbitrary<string>>,
  ),
  { minLength: 1, maxLength: 4 },
);
const around = fc.constantFrom(
  ["", ""],
  ["{{#F}}", "{{/F}}"],
  ["<div>{{F|text:}}", "</div>"],
  ["<p>{{#F}}</p>", "<p>{{/F}}</p>"],
);

it("an email for n rows is the email in which its part is written out n times", () => {
  let seen = 0;
  void fc.assert(
    fc.property(
      placed,
      values,
      around,
      fc.constantFrom("", "f"),
      (one, rows, [open = "", close = ""], F) => {
        const { repeated, part, before, behind } = one;
        const parts = rows.map((_, n) => part.replace(/(\{\{[#^/]?[ABC])/g, `$1${n}`));
        const byHand = open + before + parts.join("") + behind + close;
        const flat = Object.fromEntries([
          ["F", F],
          ...rows.flatMap((row, n) =>
            Object.entries(row).map(([name, value]) => [`${name}${n}`, value]),
          ),
        ]) as Values;
        const body = open + repeated + close;
        const options = { ...formats, mark: false };
        const expected = (() => {
          try {
            return render({ body: byHand }, [flat], options).html;
          } catch {
            return null;
          }
        })();
        const all = rows.map((row) => ({ ...row, F }));
        if (expected === null) expect(() => render({ body }, all, options)).toThrow();
        else {
          seen += 1;
          expect(render({ body }, all, options).html).toBe(expected);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(seen).toBeGreaterThan(100);
});
