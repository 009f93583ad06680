import { describe, expect, it } from "vitest";
import type { NumberForm } from "../contract/templates.ts";
import { formsOf, inWords } from "./amount.ts";
import { sumOf } from "./sum.ts";

const total = (form: NumberForm, ...values: string[]) => {
  const sum = sumOf(values, form);
  return "text" in sum ? sum.text : sum.problem;
};

describe("a sum", () => {
  it.each<[form: NumberForm, values: string[], text: string]>([
    ["point", ["12", "30"], "42"],
    ["point", ["0.1", "0.2"], "0.3"],
    ["point", ["12.50", "0.5"], "13.00"],
    ["point", ["1,234.5", "1"], "1,235.5"],
    ["point", ["600", "600"], "1200"],
    ["point", ["999.99", "1,000.01"], "2,000.00"],
    ["comma", ["1.234,50", "1"], "1.235,50"],
    ["comma", ["1.234", "12"], "1.246"],
    ["point", ["1.234", "12"], "13.234"],
    ["comma", ["1 234,50", "1 000 000"], "1 001 234,50"],
    ["comma", ["1\u00a0234,50", "1"], "1\u00a0235,50"],
    ["comma", ["1\u202f234,50", "1"], "1\u202f235,50"],
    ["point", ["1'234.50", "1"], "1'235.50"],
    ["point", ["1’234.50", "1"], "1’235.50"],
    ["point", ["1,23,456.00", "98,76,544"], "1,00,00,000.00"],
    ["comma", ["12,-", "5,-"], "17,-"],
    ["comma", ["12,-", "5,50"], "17,50"],
    ["point", ["12.–", "5"], "17.–"],
    ["comma", ["€ 12,50", "€ 1.000"], "€ 1.012,50"],
    ["comma", ["12,50 €", "1 €"], "13,50 €"],
    ["point", ["EUR 12.50", "EUR 1"], "EUR 13.50"],
    ["point", ["€12", "12 EUR", "Euro 1"], "€25"],
    ["point", ["$1,234", "$1"], "$1,235"],
    ["point", ["US$ 5", "5 USD"], "US$ 10"],
    ["point", ["$5 CAD", "$6 CAD"], "$11 CAD"],
    ["point", ["Fr. 12.50", "Fr.50"], "Fr. 62.50"],
    ["point", ["$.50", "$.75"], "$1.25"],
    ["point", ["12 km", "3.5 km"], "15.5 km"],
    ["point", ["12%", "0.5%"], "12.5%"],
    ["point", ["-5", "3"], "-2"],
    ["point", ["−5", "3"], "−2"],
    ["point", ["(5.00)", "3"], "(2.00)"],
    ["point", ["(€5.00)", "€3"], "(€2.00)"],
    ["point", ["€ -5", "€ 3"], "€ -2"],
    ["point", ["-€5", "€3"], "-€2"],
    ["point", ["$ (5)", "$ 3"], "$ (2)"],
    ["point", ["5-", "3"], "2-"],
    ["point", ["5.00- EUR", "3 EUR"], "2.00- EUR"],
    ["point", ["‑5", "3"], "‑2"],
    ["point", ["-5", "8"], "3"],
    ["point", ["€ -.5", "—€ 5", "5- €"], "€ -10.5"],
    ["point", ["R 5", "R6"], "R 11"],
    ["point", ["5 pln", "6 PLN", "1 zł"], "12 pln"],
    ["point", ["2 Hours", "3 hours"], "5 Hours"],
    ["point", ["₹50,000", "₹60,000"], "₹1,10,000"],
    ["point", ["-0.50", "0.50"], "0.00"],
    ["point", ["+3", "+2"], "5"],
    ["point", ["￥１，２００", "¥1"], "¥1,201"],
    ["point", [" 12 ", "\u200e3"], "15"],
    ["point", ["99999999999999999999.99", "0.01"], "100000000000000000000.00"],
    ["point", ["0.000000000000000000001", "1"], "1.000000000000000000001"],
  ])("in %s of %j is %s", (form, values, text) => {
    expect(total(form, ...values)).toBe(text);
  });
});

it.each([
  "free",
  "",
  "-",
  "$",
  "1e3",
  "0x10",
  "Infinity",
  "12.5.2026",
  "12/05/2026",
  "2026-05-12",
  "3/4",
  "12:30",
  "12 May",
  "12 MAY",
  "9 am",
  "1st",
  "7a",
  "A1",
  "12.50 (paid)",
  "12 paid",
  "3 of 4",
  "12–15",
  "12-15",
  "12 + 3",
  "12..50",
  "12,,50",
  "12.",
  "12,",
  "1 23",
  "12 34",
  "1.234,5.6",
  "1,23,4567",
  "--5",
  "-(5)",
  "(5",
  "5)",
  "-5-",
  "5 -",
  "€5€5",
  "€5 km",
  "km 5",
  "€5/month",
  "5²",
  "1½",
  "½",
  "①",
  "٣",
  "१२",
  "007",
  "0171 234567",
  "+49 171 234 567",
  "+491712345678",
  "555-1234",
  "1_000",
  "1·5",
  "1\n\n2",
  "12€50",
  `${"x".repeat(100)}`,
  "1".repeat(10_001),
  `${" ".repeat(5000)}€${" ".repeat(5000)}5`,
])("“%s” isn't a number", (value) => {
  for (const form of ["point", "comma"] as const) {
    expect(sumOf(["1", value], form)).toEqual({
      problem: expect.stringMatching(/^“.*” isn't a number$/s),
    });
  }
});

it.each<[form: NumberForm, values: string[], problem: string]>([
  ["point", ["1.50", "1.234,50"], "“1.234,50” isn't written like 1,234.50"],
  ["comma", ["1,50", "1,234.50"], "“1,234.50” isn't written like 1.234,50"],
  ["point", ["1", "12,-"], "“12,-” isn't written like 1,234.50"],
  ["point", ["€ 12", "$5"], "“€ 12” has €, but “$5” has $"],
  ["point", ["12 EUR", "3 CHF"], "“12 EUR” has EUR, but “3 CHF” has CHF"],
  ["point", ["$12", "12 USD"], "“$12” has $, but “12 USD” has USD"],
  ["point", ["€ 12", "5"], "“€ 12” has €, but “5” has no currency"],
  ["point", ["5", "€ 12"], "“5” has no currency, but “€ 12” has €"],
  ["point", ["5 km", "12"], "“5 km” has km, but “12” has no unit"],
  ["point", ["5 km", "€ 12"], "“5 km” has km, but “€ 12” has €"],
  ["point", ["12%", "0.5"], "“12%” has %, but “0.5” has no unit"],
  ["point", [], "there is no value"],
])("in %s, %j can't be added up: %s", (form, values, problem) => {
  expect(sumOf(values, form)).toEqual({ problem });
});

it.each<[value: string, forms: string]>([
  ["12", "any"],
  ["1 234", "any"],
  ["1'234", "any"],
  ["€ 12", "any"],
  ["1,234", "open"],
  ["1.234", "open"],
  ["-$ 1.234", "open"],
  ["12.50", "point"],
  [".5", "point"],
  ["0.123", "point"],
  ["1234.567", "point"],
  ["1,234,567", "point"],
  ["1,234.5", "point"],
  ["1,23,456", "point"],
  ["1 234.567", "point"],
  ["12.–", "point"],
  ["12,50", "comma"],
  ["0,123", "comma"],
  ["1.234.567", "comma"],
  ["1.234,-", "comma"],
  ["1'234,567", "comma"],
  ["free", "none"],
])("the notation of “%s” is %s", (value, forms) => {
  expect(formsOf(value)).toBe(forms);
});

describe("an open number in words", () => {
  it.each([
    ["1,234", "1 thousand 234", "1 and 234 thousandths"],
    ["€ 12,000", "12 thousand", "12"],
    ["1,005", "1 thousand 5", "1 and 5 thousandths"],
  ])("%s: %s or %s", (value, point, comma) => {
    expect([inWords(value, "point"), inWords(value, "comma")]).toEqual([point, comma]);
  });
});
