import { describe, expect, it } from "vitest";
import { AppError } from "../contract/appError.ts";
import type { RenderOptions } from "./compiledRow.ts";
import { compileTemplate } from "./compileTemplate.ts";
import { parseTemplate, type TemplateSource } from "./parseTemplate.ts";

const formats: RenderOptions = { dateFormat: "iso", timeFormat: "24hr" };
const ROWS = "{{#rows}}<p>x</p>{{/rows}}";

/** An email whose rows have these amounts. */
function render(source: TemplateSource, amounts: string[], options: Partial<RenderOptions> = {}) {
  const [first = new Map<string, string>(), ...further] = amounts.map(
    (amount) => new Map([["Amount", amount]]),
  );
  return compileTemplate(source).render(first, { ...formats, ...options, further });
}

function total(written: string, amounts: string[], options: Partial<RenderOptions> = {}): string {
  const { subject } = render({ subject: written, body: ROWS }, amounts, options);
  const { html } = render({ body: `${written}${ROWS}` }, amounts, options);
  expect(html.replace(/<p>.*/, "").replace(/<[^>]*>/g, "")).toBe(subject);
  return subject;
}

describe("a sum", () => {
  it.each([
    [["€ 1.50", "€ 2"], "€ 3.50"],
    [["0.1", "0.2"], "0.3"],
    [["-5", "3"], "-2"],
    [["7"], "7"],
    [["as agreed"], "as agreed"],
  ])("of %j is %s, in the subject, too", (amounts, expected) => {
    expect(total("{{Amount|sum}}", amounts)).toBe(expected);
  });

  it("is read in its column's notation", () => {
    const numberForms = new Map([["Amount", "comma"] as const]);
    expect(total("{{Amount|sum}}", ["1.000", "2,5"], { numberForms })).toBe("1.002,5");
    expect(total("{{Amount|sum}}", ["1.000", "2.5"])).toBe("3.500");
  });

  it("is refused if no one knows how its values are written", () => {
    expect(total("{{Amount|sum}}", ["1,5", "2"])).toBe("3,5");
    expect(() => total("{{Amount|sum}}", ["1,234", "2"])).toThrow(
      "“1,234” could be 1 thousand 234 or 1 and 234 thousandths.",
    );
    const marked = render({ body: `{{Amount|sum}}${ROWS}` }, ["1,234", "2"], { mark: true });
    expect(marked.missing).toEqual(["Amount"]);
    expect(total("{{Amount|sum}}", ["1,234"])).toBe("1,234");
  });

  it("is the fallback if all values are blank, and a blank adds nothing", () => {
    expect(total("{{Amount|sum:0}}", ["2", "", " ", "3"])).toBe("5");
    expect(total("{{Amount|sum:nothing}}", ["", ""])).toBe("nothing");
    expect(total("{{Amount|sum:nothing}}", [""])).toBe("nothing");
    expect(total("Due: {{Amount|sum:}}", ["", ""])).toBe("Due:");
    // One name has one fallback.
    expect(total("{{Amount|sum}}{{#X}}{{Amount|text:none}}{{/X}}", ["", "4"])).toBe("4");
  });

  it.each([
    "{{#rows}}{{Amount|text:10}};{{/rows}}{{Amount|sum}}",
    "{{Amount|sum:10}}{{#rows}}{{Amount}};{{/rows}}",
    "{{Amount|sum:0}}{{#rows}}{{Amount|text:€ 1.000,50}};{{/rows}}",
    "{{#rows}}{{Amount|text:10}};{{/rows}}<a href='https://e.org/?pay={{Amount|sum:0}}'>x</a>",
  ])("never leaves out an amount that is shown for a blank: %s", (body) => {
    for (const amounts of [
      ["2", ""],
      ["", ""],
    ]) {
      expect(() => render({ body }, amounts)).toThrow(/is blank, and a total can't leave out/);
      expect(render({ body }, amounts, { mark: true }).missing).toEqual(["Amount"]);
    }
    for (const amounts of [["2", "3"], [""]]) expect(() => render({ body }, amounts)).not.toThrow();
  });

  it.each([
    "{{#rows}}{{Amount|text:$0.00}}{{/rows}}{{Amount|sum:0}}",
    "{{Amount|sum:0}}{{#rows}}{{Amount|text:$0.00}}{{/rows}}",
    "{{Amount|sum:0}}{{#rows}}{{Amount|text:}}{{/rows}}{{Amount|sum:nothing}}",
    "{{Amount|sum:0}}{{#rows}}{{Amount}}{{/rows}}",
  ])("does not contradict what its rows show for a blank: %s", (body) => {
    expect(parseTemplate({ body }).warnings).toEqual([]);
    expect(parseTemplate({ subject: "{{Amount|sum:0}}", body }).warnings).toEqual([]);
  });

  it("hides no contradiction between its rows", () => {
    const rows = "{{#rows}}{{Amount|text:none}}{{Amount|text:free}}{{/rows}}";
    const warning =
      '"{{Amount|text:free}}" shows something else for a blank value than its first use does.';
    expect(parseTemplate({ body: `{{Amount|sum:free}}${rows}` }).warnings).toEqual([warning]);
    expect(parseTemplate({ body: `${rows}{{Amount|sum:free}}` }).warnings).toEqual([warning]);
  });

  it.each(["", "0", "€ 0,00", "-", "free", "see portal"])("may leave out “%s”", (fallback) => {
    const body = `{{Amount|sum}}:{{#rows}}{{Amount|text:${fallback}}};{{/rows}}`;
    expect(render({ body }, ["2", ""]).html.split(":")[0]).toBe("2");
  });

  it("needs every row's value without a fallback", () => {
    expect(() => total("{{Amount|sum}}", ["2", ""])).toThrow("Missing required variables: Amount");
    const marked = render({ body: `{{Amount|sum}}${ROWS}` }, ["2", ""], { mark: true });
    expect(marked.missing).toEqual(["Amount"]);
    expect(marked.html).toContain('data-missing="true">{{Amount|sum}}</span>');
  });

  it.each([[["2", "free"]], [["€ 2", "$ 3"]], [["2", "<b>"]]])(
    "of %j is refused, and marked in a preview",
    (amounts) => {
      const source = { subject: "{{Amount|sum}}", body: ROWS };
      const attempt = () => render(source, amounts);
      expect(attempt).toThrow(AppError);
      expect(attempt).toThrow(/^\{\{Amount\|sum\}\} can't be added up: “.+\.$/);
      expect(attempt).toThrow(
        expect.objectContaining({ reason: "invalid_values", details: { invalid: ["Amount"] } }),
      );
      const marked = render(source, amounts, { mark: true });
      expect(marked.subject).toBe("{{Amount|sum}}");
      expect(marked.missing).toEqual(["Amount"]);
    },
  );

  describe.each<[string, Record<"all" | "some" | "first" | "none", string>]>([
    [
      "{{#Amount}}Total {{Amount|sum}}{{/Amount}}",
      { all: "Total 5", some: "Total 3", first: "Total 2", none: "" },
    ],
    [
      "{{#Amount}}Pay {{/Amount}}{{^Amount}}Free {{/Amount}}{{Amount|sum:0}}",
      { all: "Pay 5", some: "Pay 3", first: "Pay 2", none: "Free 0" },
    ],
    [
      "{{^Amount}}Free{{/Amount}}{{#Amount}}{{Amount|sum}}{{/Amount}}",
      { all: "5", some: "3", first: "2", none: "Free" },
    ],
    [
      "{{#Shown}}never{{/Shown}}{{^Shown}}{{#Amount}}{{^Amount=1}}{{Amount|sum}}{{/Amount}}{{/Amount}}{{/Shown}}",
      { all: "5", some: "3", first: "2", none: "" },
    ],
  ])("in %s", (written, expected) => {
    it.each([
      ["all", ["2", "3"]],
      ["some", ["", "3", " "]],
      ["first", ["2", ""]],
      ["none", ["", ""]],
    ] as const)("adds up what there is if %s of its rows have a value", (which, amounts) => {
      expect(total(written, [...amounts])).toBe(expected[which]);
      const { missing } = render({ body: written + ROWS }, [...amounts], { mark: true });
      expect(missing).toEqual([]);
    });

    it("is the same in the email of one row", () => {
      for (const [which, amount] of [
        ["all", "5"],
        ["none", ""],
      ] as const)
        expect(total(written, [amount])).toBe(expected[which]);
    });
  });

  it("decides about a link and around the repeated part, where each row answers for itself", () => {
    const rows = "{{#rows}}{{#Amount}}{{Amount}};{{/Amount}}{{^Amount}}-;{{/Amount}}{{/rows}}";
    const link = '<a href="https://e.org/{{#Amount}}{{Amount|sum}}{{/Amount}}">x</a>';
    const body = `{{#Amount}}${rows}${link}{{/Amount}}`;
    expect(render({ body }, ["", "3", "4"]).html).toBe('-;3;4;<a href="https://e.org/7">x</a>');
    expect(compileTemplate({ body }).badLinks(new Map(), formats)).toEqual([]);
    expect(render({ body }, ["", ""]).html).toBe("");
  });

  it("is nothing to be refused where a hidden condition has it", () => {
    const body = `{{#Shown}}{{Amount|sum}}{{/Shown}}${ROWS}`;
    expect(render({ body }, ["2", "free"]).html).toBe("<p>x</p><p>x</p>");
  });

  it("is the row's own value in the repeated part", () => {
    const body = "{{#rows}}{{Amount|sum}};{{/rows}}";
    expect(render({ body }, ["2", "3"]).html).toBe("2;3;");
    const { sums, warnings } = compileTemplate({ body });
    expect([sums.size, warnings]).toEqual([
      0,
      [
        `"{{Amount|sum}}" is in the repeated part, so it shows its own row's value: write it outside to add up all rows.`,
      ],
    ]);
  });

  it("is added up in links and attributes", () => {
    const body = `<a href="https://e.org/?pay={{Amount|sum}}" title="{{Amount|sum}}">x</a>${ROWS}`;
    expect(render({ body }, ["2", "3"]).html).toBe(
      '<a href="https://e.org/?pay=5" title="5">x</a><p>x</p><p>x</p>',
    );
  });

  it("escapes what it shows, and marks it in a preview", () => {
    const amounts = ["2 <b>", "3 <b>"];
    const body = `{{Amount|sum}}${ROWS}`;
    expect(render({ body }, ["2"], { mark: true }).html).toBe(
      '<span data-variable="Amount" data-type="text">2</span><p>x</p>',
    );
    expect(render({ body }, ["2", "3"], { mark: true }).html).toBe(
      '<span data-variable="Amount" data-type="text">5</span><p>x</p><p>x</p>',
    );
    expect(render({ body }, amounts, { mark: true }).html).not.toContain("<b>");
  });

  it("adds nothing up without a repeated part, and a warning says so", () => {
    const { sums, joining, warnings } = compileTemplate({ subject: "{{Amount|sum}}" });
    expect([sums.size, joining]).toEqual([0, null]);
    expect(warnings).toEqual([
      '"{{Amount|sum}}" adds up one row only: a part between {{#rows}} and {{/rows}} makes one email of several rows.',
    ]);
  });

  it.each([
    ["in the subject", { subject: "{{A}}", body: "{{#rows}}{{A}}{{/rows}}{{A|sum}}" }],
    ["in the body", { subject: "{{A|sum}}", body: "{{A}}{{#rows}}{{A}}{{/rows}}" }],
  ])("a warning names the total where one row's value is %s", (_where, email) => {
    expect(parseTemplate(email).warnings).toEqual([
      '"{{A}}" is the value of one row: the total of all rows is {{A|sum}}.',
    ]);
  });

  it.each([
    ["that only the total shows too", "{{A}}{{#rows}}x{{/rows}}{{A|sum}}"],
    ["that isn't added up", "{{A}}{{#rows}}{{A}}{{/rows}}"],
    ["of a condition", "{{#A}}x{{/A}}{{#rows}}{{A}}{{/rows}}{{A|sum}}"],
  ])("has no such warning for a value %s", (_which, body) => {
    expect(parseTemplate({ body }).warnings).toEqual([]);
  });

  it.each(["date", "time", "email"])("of a %s gets a warning", (type) => {
    expect(parseTemplate({ body: `${ROWS}{{A|${type}}}{{A|sum}}` }).warnings).toEqual([
      `"{{A|sum}}" adds up numbers, but {{A}} has the type ${type}.`,
    ]);
  });

  it("declares what the placeholder alone declares", () => {
    const variables = (body: string) => parseTemplate({ body }).variables;
    expect(variables("{{A|sum}}")).toEqual(variables("{{A}}"));
    expect(variables("{{A| SUM : 0 }}")).toEqual(variables("{{A|text:0}}"));
    expect(variables("{{A|sum}}{{A|sticky}}")).toEqual(variables("{{A}}{{A|sticky}}"));
    expect(variables("{{#A}}{{A|sum}}{{/A}}")).toEqual(variables("{{#A}}{{A}}{{/A}}"));
  });
});
