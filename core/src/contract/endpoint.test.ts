import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  choicesByName,
  countField,
  idField,
  jsonField,
  lineOfText,
  listOf,
  rowNumbers,
  textsByName,
  timeField,
  yesNoField,
} from "./endpoint.ts";
import * as contract from "./index.ts";

describe("texts by name", () => {
  const schema = textsByName({ entries: 2, nameLength: 11, textLength: 5 });

  test("accepts a name that every object inherits", () => {
    const wire = '{"__proto__":"a","constructor":"b"}';
    const decoded = z.decode(jsonField(schema), wire);
    expect(Object.entries(decoded)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
    expect(z.encode(jsonField(schema), decoded)).toBe(wire);
  });

  test.each([[null], [[]], ["text"], [1], [{ Name: 1 }], [{ Name: null }], [{ "twelve chars": "x" }]])(
    "refuses %j",
    (given) => expect(schema.safeParse(given).success).toBe(false),
  );
});

describe("choices by name", () => {
  const schema = choicesByName({ entries: 2, nameLength: 11 }, ["dmy", "mdy"]);

  test("accepts a name that every object inherits", () => {
    const decoded = z.decode(jsonField(schema), '{"__proto__":"dmy","Due":"mdy"}');
    expect(Object.entries(decoded)).toEqual([
      ["__proto__", "dmy"],
      ["Due", "mdy"],
    ]);
  });

  test.each([
    [[], "must be an object"],
    [{ Due: "ymd" }, "must be one of: dmy, mdy"],
    [{ Due: { toString: "dmy" } }, "must be one of: dmy, mdy"],
    [{ "twelve chars": "dmy" }, "must not have names longer than 11 characters"],
    [{ a: "dmy", b: "dmy", c: "dmy" }, "must not have more than 2 entries"],
    [Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [i, 0])), "must not have more than 2 entries"],
  ])("%#: refuses it once, and says why", (given, message) => {
    expect(schema.safeParse(given).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe("refuses a field with a bound once, with the first problem", () => {
  const texts = textsByName({ entries: 2, nameLength: 3, textLength: 4 });
  const list = listOf(z.strictObject({ line: z.number("must be a number"), keep: z.literal(true).optional() }), {
    most: 2,
  });
  const many = <T>(value: T) => Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [i + 1, value]));

  test.each<[z.ZodType, unknown, string, (string | number)[]]>([
    [texts, many(1), "must not have more than 2 entries", []],
    [texts, { a: 1, b: 2 }, "must be text", ["a"]],
    [texts, { a: "12345", b: 2 }, "must not be longer than 4 characters", ["a"]],
    [texts, { abcd: 1 }, "must not have names longer than 3 characters", []],
    [list, {}, "must be a list", []],
    [list, Array(10_000).fill(1), "must not have more than 2 entries", []],
    [list, [{ line: 1 }, { line: "1" }], "must be a number", [1, "line"]],
    [list, [{ line: 1, more: 1 }], 'Unrecognized key: "more"', [0]],
    [rowNumbers(1, 2), [], "must have at least 1 entries", []],
    [rowNumbers(1, 2), Array(10_000).fill("x"), "must not have more than 2 entries", []],
    [rowNumbers(1, 2), ["1", "2"], "must be the number of a row", [0]],
    [rowNumbers(1, 2), [1, 0.5], "must be the number of a row", [1]],
    [rowNumbers(1, 2), "1,2", "must be a list", []],
  ])("%#", (schema, given, message, path) => {
    expect(schema.safeParse(given).error?.issues).toEqual([expect.objectContaining({ message, path })]);
  });

  test("returns a value within its bounds unchanged", () => {
    for (const given of [{}, { __proto__: "a" }, { abc: "1234", b: "" }]) expect(texts.parse(given)).toEqual(given);
    expect(list.parse([{ line: 1 }, { line: 2, keep: true }])).toEqual([{ line: 1 }, { line: 2, keep: true }]);
    expect(rowNumbers(0, 2).parse([7, 1])).toEqual([7, 1]);
  });
});

describe("fields that travel as text", () => {
  test("refuses broken JSON", () => {
    const parsed = jsonField(z.array(z.number())).safeParse("[1,");
    expect(parsed.error?.issues[0]?.message).toBe("is not valid JSON");
  });

  test.each([["true", true] as const, ["false", false] as const])("%s is a yes or no", (wire, value) => {
    expect(z.decode(yesNoField, wire)).toBe(value);
    expect(z.encode(yesNoField, value)).toBe(wire);
  });

  test.each(["yes", "TRUE", "1", ""])("%j is not a yes or no", (wire) => {
    expect(yesNoField.safeParse(wire).success).toBe(false);
  });

  test("decodes an encoded count", () => {
    expect(z.encode(countField, z.decode(countField, "12"))).toBe("12");
    for (const wire of ["-1", "1.5", "", "1e3", "12345678901"]) expect(countField.safeParse(wire).success).toBe(false);
  });
});

describe("one line of text", () => {
  test.each(["a\nb", "a\rb", "a\u0000b", "a\u007fb", "a\u0085b", "a\u009fb"])("refuses %j", (text) => {
    expect(lineOfText(10).safeParse(text).success).toBe(false);
  });
  test("allows the full length in any script", () => {
    expect(lineOfText(4).parse("Žöé漢")).toBe("Žöé漢");
    expect(lineOfText(4).safeParse("12345").success).toBe(false);
  });
});

test.each(["__x__", "____", "__proto__"])("refuses the id %s: Firestore reserves such names", (id) => {
  expect(idField.safeParse(id).success).toBe(false);
});

test.each(["a", "__x", "x__", "a-B_9"])("%s is an id", (id) => {
  expect(idField.safeParse(id).success).toBe(true);
});

test("sends times in UTC", () => {
  expect(timeField.safeParse("2026-12-01T10:00:00Z").success).toBe(true);
  expect(timeField.safeParse("2026-12-01T10:00:00+02:00").success).toBe(false);
  expect(timeField.safeParse("tomorrow").success).toBe(false);
});

test("each call that changes something is counted in the database", () => {
  const all: unknown[] = Object.values(contract);
  const endpoints = all.filter(
    (one): one is contract.Endpoint => typeof one === "object" && one !== null && "method" in one && "path" in one,
  );
  for (const { rate, method } of endpoints) if (rate === "reads") expect(method).toBe("GET");
});
