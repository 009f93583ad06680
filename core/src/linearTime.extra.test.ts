import { describe, expect, it, test } from "vitest";
import type { Variable } from "./contract/templates.ts";
import { applyChange, type ListChange } from "./list/change.ts";
import { listOfAddresses } from "./list/read.ts";
import { compileTemplate } from "./placeholders/compileTemplate.ts";
import { splitRecipients } from "./recipients/list.ts";
import { pastedPeople } from "./recipients/pasted.ts";
import { addresses, checked, listOfRows } from "./testing/csvCheck.ts";

type Part = "subject" | "body";

/**
 * Reads and renders this many kilobytes. `npm run fuzz` measures how the time grows. Here,
 * quadratic work exceeds the test's time limit.
 */
function expectRead(part: Part, unit: string, kilobytes: number): void {
  const source = unit.repeat(Math.ceil((kilobytes * 1024) / unit.length));
  const { render } = compileTemplate({ [part]: source });
  const { html, subject } = render(new Map([["a", "x"]]), {
    dateFormat: "long",
    timeFormat: "12hr",
    mark: true,
  });
  expect(part === "body" ? html : subject).toEqual(expect.any(String));
}

describe("look-alikes in a long template are found in a bounded time", () => {
  it.each([
    ..."[ [[ [a [[a [a] { {a {a} } %7B %7Ba %7B%7B %257B %25 % %a %a% %% %%a « «a < &lt;".split(
      " ",
    ),
    ..."&lt;a <a> (( ((a # #a #a# $ $a ${ ${a __ __a _ *| *|a |* || ||a ｛ ｛｛a ｛｛a｝｝ \\{ =7B".split(
      " ",
    ),
    ..."&amp;#123; &amp;#123;&amp;#123;a %C3%BC %C3 %5B %5Ba %5Ba%20 a MERGEFIELD".split(" "),
    "MERGEFIELD a ",
    "MERGEFIELD a \\* ",
    '{ MERGEFIELD "a',
    "{ ",
    "{ }",
    "[ ",
    "%5Ba ",
    '<a href="%7B%7Ba">',
    '<a href="[a">',
    '<a href="{{a}}[a]">',
    "[<b>a</b>]",
    "[a]{{a}}",
    "*|a|* ",
  ])("of %j", (unit) => {
    const text = unit.repeat(Math.ceil((1024 * 1024) / unit.length));
    const read = compileTemplate({ subject: text.slice(0, 300_000), body: `{{a}}${text}` });
    expect(read.warnings.length).toBeLessThanOrEqual(21);
  });
});

describe("a long template is read in a bounded time", () => {
  it.each([..."{ {{ {{a }} {{#a}} {{a}} {{#a=b}} {{/a=b}} < &".split(" ")])(
    "of 1 MB of %j",
    (unit) => {
      expectRead("body", unit, 1024);
    },
  );

  it.each([
    ..."} | # {{{ }}} {{{a {{a} a}} {{{a}}} {{}} {{a|b}} {{/a}} {{^a}}x{{/a}} {{#a {{a}{{".split(
      " ",
    ),
    ..."</ <a <!-- <!--> <b> </b> <p>{{#a}}</p> <b>{{a</b>}} {{<b> &amp; &#123; &#x".split(" "),
    '<a b="',
    '<a b="{{a}}">',
    "<a {{",
    "<a b=c ",
    " ",
    "\n",
    "{{a \n",
    "{{ ",
    "<p> {{#a}} ",
    "{{#a}}<b>",
    "\u200b",
    "\u0000",
    "{{b|text:}}",
    " {{b|text:}}<b> ",
    "<li>{{b|text:}}",
    "<p>{{b|text:}}<br></p>",
    "{{b|text:}}<br>",
    "<b>{{b|text:}}</i>",
    '<a title="{{b|text:}} ">',
    '<tr><td rowspan="9">{{b|text:}}',
    '<ol start="1"><li>{{#b}}</ol>{{/b}}',
    "{{#rows}}",
    "{{#rows}}{{/rows}}",
    "{{#rows}}{{a|sum}}{{/rows}}{{a|sum}}",
    "<p>{{#rows}}</p>a<p>{{/rows}}</p>",
    "<p>{{#rows}}</p><br>{{/rows}}<br>",
    "{{#rows}}<br>{{/rows}}<br><br>",
    "<li>{{#rows}}</li>a<li>{{/rows}}</li>",
    "<tr><td>{{#rows}}a{{/rows}}",
    "<b>{{#rows}}</b>a{{/rows}}",
    "{{#rows}}<i>a{{/rows}}",
    "<p><p>{{#rows}}<p></i>{{/rows}}</p>",
  ])("of %j", (unit) => {
    expectRead("body", unit, 256);
  });

  it("of a tag with more attributes than a call takes as arguments", () => {
    expectRead("body", `<a {{ ${'a="" '.repeat(250_000)}>`, 1);
  });

  it.each([..."{ {{{ {{a }} {{a}} {{#a}} {{#a=b}} {{/a=b}}".split(" "), "{{ "])(
    "of %j in a subject",
    (unit) => {
      expectRead("subject", unit, 256);
    },
  );

  it.each(["{{#a}}<b>", "{{#a=b}}x", "<p>{{#a}}</p><i>", '<a href="{{#a}}">{{#a}}'])(
    "of %j that all close again",
    (unit) => {
      expectRead("body", `${unit.repeat(40)}x${"{{/a}}".repeat(40)}`, 256);
    },
  );
});

test("100 rows with 200 kB of values, blanks and long amounts are rendered in a bounded time", () => {
  const body = `<p>{{a|sum}}</p><ol><li>{{#rows}}${"{{a}} {{c|text:}}, <b>{{b}}</b> ".repeat(20)}{{/rows}}</li></ol>`;
  const { render } = compileTemplate({ subject: "{{a|sum}}", body });
  const rows = Array.from(
    { length: 100 },
    (_, n) =>
      new Map([
        ["a", `-${"9".repeat(1_000)}.${n}`],
        ["b", "b\n".repeat(500)],
      ]),
  );
  const [row = new Map(), ...further] = rows;
  const { subject, html } = render(row, { dateFormat: "long", timeFormat: "12hr", further });
  expect(subject).toMatch(/^-9{9}/);
  expect(html.match(/<li>/g)).toHaveLength(100);
});

test.each(["<p>", "<b>", "<li>", "<div> ", "<table><tr><td>"])(
  "many repeated parts in 10,000 nested %s are read in a bounded time",
  (tag) => {
    const nested = tag.repeat(10_000);
    const part = `${"</p>".repeat(3)}<p>{{#rows}}</p>x<b>y{{/rows}}</b>`;
    const body = `${nested}{{#rows}}z{{/rows}}${nested}{{#rows}}${nested}${part.repeat(10_000)}`;
    const [row, options] = [new Map(), { dateFormat: "long", timeFormat: "12hr" } as const];
    const { render } = compileTemplate({ body });
    expect(render(row, { ...options, further: [row] }).html).toContain("z");
  },
);

test("200 variables and 500 columns with long names are matched in a bounded time", () => {
  const text = { type: "text", options: [], fallback: null, required: false } as const;
  const variables = Array.from(
    { length: 200 },
    (_, i): Variable => ({ ...text, options: [], name: `${"é".repeat(400)}${i}` }),
  );
  const headers = Array.from({ length: 500 }, (_, i) => `${"é".repeat(9_900)}${i}x`);
  const { columns } = checked(listOfRows(headers, [["a@b.co"]]), variables);
  expect(columns.missing).toHaveLength(200);
});

test.each([
  '"',
  "<",
  '"<',
  "<a@b.co",
  '" ',
  "a ",
  "a, ",
  'a "',
  "\\",
  '"\\',
  "a@b.co ",
  "Ann <a@b.co> ",
  "x <",
])("a list of a megabyte of %j is read in a bounded time", (unit) => {
  const text = `A ${unit.repeat(1_000_000 / unit.length)}`;
  expect(splitRecipients(text).length).toBeGreaterThan(0);
  expect(pastedPeople(text)).toEqual(expect.any(Array));
});

describe("a list of 500,000 rows is changed in a bounded time", () => {
  const large = listOfRows(
    ["Email", "Name"],
    Array.from({ length: 500_000 }, () => []),
  );
  const ids = large.rows.map(({ id }) => id).toReversed();
  const block = large.rows.map(() => ["a@b.co", "Ann"]);

  test.each<[string, ListChange]>([
    ["delete", { type: "delete", ids }],
    ["skip", { type: "skip", ids, as: "by_hand" }],
    ["cells", { type: "cells", cells: ids.map((id) => ({ id, header: "Name", cell: "x" })) }],
    ["paste", { type: "paste", id: 1, header: "Email", block, limit: 0 }],
    [
      "paste of more rows than there is room for",
      { type: "paste", id: 499_999, header: "Email", block, limit: 0 },
    ],
    ["paste of new rows", { type: "paste", id: 499_999, header: "Email", block, limit: 1_000_000 }],
  ])("%s", (_what, change) => {
    expect(applyChange(large, change)).not.toBe(large);
  });
});

test("a row of 20,000 cells is pasted, and all named again, in a bounded time", () => {
  const headers = Array.from({ length: 20_000 }, (_, index) => `Column ${index}`);
  const wide = listOfRows(headers, [[]]);
  const block = [headers, headers];
  expect(
    applyChange(wide, { type: "paste", id: 1, header: "Column 0", block, limit: 1 }).rows[0]?.cells,
  ).toEqual(headers);
});

test("a list of addresses is read again in a bounded time", () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `p${index}@b.co`);
  const list = addresses(text.join(" "));
  const again = listOfAddresses(splitRecipients(text.toReversed().join(" ")), list);
  expect(again.beyond).toBe(90_000);
});
