import { describe, expect, it } from "vitest";
import type { NumberForm, Variable } from "../contract/templates.ts";
import { amountProblems, amountQuestions, columnForms, numberFormsOf } from "./amounts.ts";

const variable = (name: string): Variable => ({
  name,
  type: "text",
  options: [],
  fallback: null,
  required: false,
});
const about = {
  variables: [variable("Name"), variable("Amount")],
  columns: {
    used: [
      { variable: "Name", header: "Name" },
      { variable: "Amount", header: "Fee" },
    ],
  },
  sums: new Map([["Amount", { canBeBlank: false }]]),
};

const textsOf = (rows: readonly { values: readonly string[] }[]) => (index: number) =>
  rows.map(({ values }) => values[index] ?? "");

/** The check of emails that each have rows with these amounts. */
function checked(emails: readonly (readonly string[])[], answer?: NumberForm) {
  const context = { ...about, numbers: new Map(answer && [["Fee", answer] as const]) };
  const groups = emails.map((amounts) => amounts.map((amount) => ({ values: ["Ann", amount] })));
  const forms = columnForms(textsOf(groups.flat()), context);
  const several = groups.filter((rows) => rows.length > 1);
  return {
    forms: [...numberFormsOf(forms)],
    problems: several.flatMap((rows) =>
      amountProblems(rows, context, forms).map(({ at, finding: { kind, message } }) => [
        at,
        kind,
        message,
      ]),
    ),
    questions: amountQuestions(several.flat(), context, forms),
  };
}

const none = { problems: [], questions: [] };

describe("the notation of a column", () => {
  it.each<[why: string, emails: string[][], form: NumberForm]>([
    ["a decimal point", [["1,234", "12.50"]], "point"],
    ["a decimal comma", [["1.234", "12,50"]], "comma"],
    ["a value of another email", [["1,234", "5"], ["0.5"]], "point"],
  ])("is found by %s", (_why, emails, form) => {
    expect(checked(emails)).toEqual({ ...none, forms: [["Amount", form]] });
  });

  it("is unknown, and needn't be known, if all values are the same in both", () => {
    expect(checked([["12", "1 000"]])).toEqual({ ...none, forms: [] });
  });

  it("is asked about if a value could be two numbers", () => {
    expect(checked([["12", "1,234"]])).toEqual({
      forms: [],
      problems: [
        [
          1,
          "number_form",
          "“1,234” in {{Amount}} could be 1 thousand 234 or 1 and 234 thousandths",
        ],
      ],
      questions: [
        {
          column: "Fee",
          value: "1,234",
          point: "1 thousand 234",
          comma: "1 and 234 thousandths",
          answer: null,
        },
      ],
    });
  });

  it.each<NumberForm>(["point", "comma"])("is the answer: %s", (answer) => {
    const { forms, problems, questions } = checked([["12", "1,234"]], answer);
    expect({ forms, problems }).toEqual({ forms: [["Amount", answer]], problems: [] });
    expect(questions).toMatchObject([{ column: "Fee", value: "1,234", answer }]);
  });

  it("isn't asked about, if each email has one row", () => {
    expect(checked([["1,234"], ["2,345"]])).toEqual({ ...none, forms: [] });
  });

  it("isn't asked about, if no value of an email for several rows depends on it", () => {
    expect(checked([["1,234"], ["5", "7"]])).toEqual({ ...none, forms: [] });
  });

  it("is an error that names two values which contradict each other, until it is answered", () => {
    const emails = [["1,234.50", "2.345,50"], ["1", "2"], ["2,345"]];
    const message = "{{Amount}} has “1,234.50” and “2.345,50”, which are written differently";
    const { forms, problems, questions } = checked(emails);
    expect({ forms, problems }).toEqual({
      forms: [],
      problems: [
        [0, "number_form", message],
        [1, "number_form", message],
      ],
    });
    expect(questions).toEqual([
      {
        column: "Fee",
        value: "1,234.50 and 2.345,50",
        point: "numbers like 1,234.50",
        comma: "numbers like 2.345,50",
        answer: null,
      },
    ]);
    expect(checked(emails, "point").problems).toEqual([
      [1, "sum", "“2.345,50” isn't written like 1,234.50, so {{Amount}} can't be added up"],
    ]);
  });
});

describe("an email for several rows", () => {
  it.each<[why: string, amounts: string[], problems: (number | string | null)[][]]>([
    [
      "a text",
      ["12.50", "free"],
      [[1, "sum", "“free” isn't a number, so {{Amount}} can't be added up"]],
    ],
    [
      "two currencies",
      ["€ 12", "$ 5"],
      [[null, "sum", "{{Amount}} can't be added up: “€ 12” has €, but “$ 5” has $"]],
    ],
    ["a blank value, which the check of values looks at", ["12", " "], []],
    ["only blank values", ["", " "], []],
    ["numbers", ["12", "13.50"], []],
  ])("with %s", (_why, amounts, problems) => {
    expect(checked([amounts]).problems).toEqual(problems);
  });
});

it("a text is no error in an email for one row, whose sum is that text", () => {
  expect(checked([["free"], ["12.50"]])).toEqual({ ...none, forms: [["Amount", "point"]] });
});

it("a column that isn't added up has no notation", () => {
  const context = { ...about, sums: new Map(), numbers: new Map() };
  const rows = [{ values: ["Ann", "1,234"] }, { values: ["Ann", "free"] }];
  const forms = columnForms(textsOf(rows), context);
  expect([...forms, ...amountProblems(rows, context, forms)]).toEqual([]);
});
