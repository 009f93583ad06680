import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import {
  bounds,
  choicesByName,
  countField,
  entrySchemas,
  idField,
  isFromAnotherVersion,
  isTooDeep,
  jsonField,
  lineOfText,
  listOf,
  MAX_JSON_DEPTH,
  rowNumbersField,
  textsByName,
  timeField,
  yesNoField,
} from "./endpoint.ts";
import { hoursOfDay, isTimeZone } from "./hours.ts";
import * as contract from "./index.ts";
import { tooManyRequests } from "./messages.ts";

// As on the server, whose zod brings its English words; the page loads none.
z.config(z.locales.en());

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

  test.each([
    [null],
    [[]],
    ["text"],
    [1],
    [{ Name: 1 }],
    [{ Name: null }],
    [{ "twelve chars": "x" }],
  ])("refuses %j", (given) => expect(schema.safeParse(given).success).toBe(false));
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
    [
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [i, 0])),
      "must not have more than 2 entries",
    ],
  ])("%#: refuses it once, and says why", (given, message) => {
    expect(schema.safeParse(given).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe("refuses a field with a bound once, with the first problem", () => {
  const texts = textsByName({ entries: 2, nameLength: 3, textLength: 4 });
  const list = listOf(
    z.strictObject({ line: z.number("must be a number"), keep: z.optional(z.literal(true)) }),
    {
      most: 2,
    },
  );
  const many = <T>(value: T) =>
    Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [i + 1, value]));

  test.each<[z.ZodMiniType, unknown, string, (string | number)[]]>([
    [texts, many(1), "must not have more than 2 entries", []],
    [texts, { a: 1, b: 2 }, "must be text", ["a"]],
    [texts, { a: "12345", b: 2 }, "must not be longer than 4 characters", ["a"]],
    [texts, { abcd: 1 }, "must not have names longer than 3 characters", []],
    [list, {}, "must be a list", []],
    [list, Array(10_000).fill(1), "must not have more than 2 entries", []],
    [list, [{ line: 1 }, { line: "1" }], "must be a number", [1, "line"]],
    [list, [{ line: 1, more: 1 }], 'Unrecognized key: "more"', [0]],
    [rowNumbersField(1, 2), [], "must have at least 1 entries", []],
    [rowNumbersField(1, 2), Array(10_000).fill("x"), "must not have more than 2 entries", []],
    [rowNumbersField(1, 2), ["1", "2"], "must be a row number", [0]],
    [rowNumbersField(1, 2), [1, 0.5], "must be a row number", [1]],
    [rowNumbersField(1, 2), "1,2", "must be a list", []],
  ])("%#", (schema, given, message, path) => {
    expect(schema.safeParse(given).error?.issues).toEqual([
      expect.objectContaining({ message, path }),
    ]);
  });

  test("returns a value within its bounds unchanged", () => {
    for (const given of [{}, { __proto__: "a" }, { abc: "1234", b: "" }])
      expect(texts.parse(given)).toEqual(given);
    expect(list.parse([{ line: 1 }, { line: 2, keep: true }])).toEqual([
      { line: 1 },
      { line: 2, keep: true },
    ]);
    expect(rowNumbersField(0, 2).parse([7, 1])).toEqual([7, 1]);
    expect(rowNumbersField(1, 2).parse([7])).toEqual([7]);
    expect(texts.parse({ a: "1", b: "2" })).toEqual({ a: "1", b: "2" });
  });
});

describe("fields that travel as text", () => {
  test("refuses broken JSON", () => {
    const parsed = jsonField(z.array(z.number())).safeParse("[1,");
    expect(parsed.error?.issues[0]?.message).toBe("is not valid JSON");
  });

  test.each([["true", true] as const, ["false", false] as const])(
    "%s is a yes or no",
    (wire, value) => {
      expect(z.decode(yesNoField, wire)).toBe(value);
      expect(z.encode(yesNoField, value)).toBe(wire);
    },
  );

  test.each(["yes", "TRUE", "1", ""])("%j is not a yes or no", (wire) => {
    expect(yesNoField.safeParse(wire).success).toBe(false);
  });

  test("decodes an encoded count", () => {
    expect(z.encode(countField, z.decode(countField, "12"))).toBe("12");
    expect(z.decode(countField, "999999999")).toBe(999_999_999);
    for (const wire of ["-1", "1.5", "", "1e3", "1000000000"])
      expect(countField.safeParse(wire).success).toBe(false);
  });
});

describe("one line of text", () => {
  test.each(["a\nb", "a\rb", "a\u0000b", "a\u007fb", "a\u0085b", "a\u009fb"])(
    "refuses %j",
    (text) => {
      expect(lineOfText(10).safeParse(text).success).toBe(false);
    },
  );
  test("allows the full length in any script", () => {
    expect(lineOfText(4).parse("Žöé漢")).toBe("Žöé漢");
    expect(lineOfText(4).safeParse("12345").success).toBe(false);
  });
});

test.each(["__x__", "____", "__proto__"])(
  "refuses the id %s: Firestore reserves such names",
  (id) => {
    expect(idField.safeParse(id).success).toBe(false);
  },
);

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
    (one): one is contract.Endpoint =>
      typeof one === "object" && one !== null && "method" in one && "path" in one,
  );
  for (const { rate, method } of endpoints) if (rate === "reads") expect(method).toBe("GET");
});

it.each([
  [1, "Too many requests. Please try again in 1 second."],
  [60, "Too many requests. Please try again in 60 seconds."],
  [120, "Too many requests. Please try again in 120 seconds."],
  [121, "Too many requests. Please try again in 3 minutes."],
  [3_600, "Too many requests. Please try again in 60 minutes."],
])("%i to wait", (seconds, words) => {
  expect(tooManyRequests(seconds)).toBe(words);
});

test.each([
  ["a field that the call knows", contract.sendBulk, "mode", false],
  ["its files", contract.sendBulk, "csv_file", false],
  ["a field of a later version in a call that sends", contract.sendBulk, "priority", true],
  [
    "a field of a later version in a call that controls a send",
    contract.retrySend,
    "priority",
    true,
  ],
  ["a field of a later version in another call", contract.saveTemplate, "priority", false],
  ["a removed field", contract.sendBulk, "column_map", true],
])("tells whether a request is from another version: %s", (_what, endpoint, field, isForeign) => {
  expect(isFromAnotherVersion(endpoint, field)).toBe(isForeign);
});

describe("a time zone", () => {
  it.each(["Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "UTC", "Asia/Calcutta"])(
    "%s is one",
    (name) => expect(isTimeZone(name)).toBe(true),
  );
  it.each([
    "",
    "+01:00",
    "Europe/Berlim",
    "Mars/Olympus",
    "Europe/Berlin ",
    "x".repeat(100),
    1,
    null,
  ])("%j is none", (name) => expect(isTimeZone(name)).toBe(false));
});

describe("hours of a day", () => {
  it.each([
    [0, 24, true],
    [8, 20, true],
    [23, 24, true],
    [8, 8, false],
    [22, 6, false],
    [-1, 8, false],
    [8, 25, false],
    [8.5, 20, false],
  ])("from %s to %s: %s", (from, to, allowed) =>
    expect(hoursOfDay.safeParse({ from, to }).success).toBe(allowed),
  );
});

/** Schemas that wrap another one and accept nothing more than it does. */
const WRAPPERS = new Set([
  "optional",
  "nullable",
  "default",
  "prefault",
  "nonoptional",
  "readonly",
  "catch",
]);
/** Schemas whose values are always small. */
const SMALL = new Set([
  "number",
  "int",
  "boolean",
  "null",
  "undefined",
  "enum",
  "literal",
  "never",
]);

/**
 * The unbounded places of an input. `z.array`, `z.record` and the like count as unbounded even with
 * a maximum: zod checks every entry before it counts, and adds an issue for each.
 */
function unboundedIn(schema: z.core.$ZodType, path = "input"): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (SMALL.has(def.type)) return [];
  if (WRAPPERS.has(def.type)) return unboundedIn((def as z.core.$ZodOptionalDef).innerType, path);
  switch (def.type) {
    case "object": {
      const open =
        def.catchall === undefined || def.catchall._zod.def.type === "never" ? [] : [path];
      return [
        ...open,
        ...Object.entries(def.shape).flatMap(([name, field]) =>
          unboundedIn(field, `${path}.${name}`),
        ),
      ];
    }
    case "union":
      return def.options.flatMap((option) => unboundedIn(option, path));
    case "pipe":
      return [...new Set([...unboundedIn(def.in, path), ...unboundedIn(def.out, path)])];
    case "string":
      return (def.checks ?? []).some(hasMaximum) ? [] : [path];
    case "custom": {
      const entries = bounds.get(schema as z.ZodMiniType)?.entries;
      const each = entrySchemas.get(schema as z.ZodMiniType);
      return [
        ...(Number.isFinite(entries) ? [] : [path]),
        ...(each ? unboundedIn(each, `${path}[]`) : []),
      ];
    }
    default:
      return [path];
  }
}

function hasMaximum({ _zod: { def } }: z.core.$ZodCheck<never>): boolean {
  return def.check === "max_length" || def.check === "length_equals";
}

const all: unknown[] = Object.values(contract);
const endpoints = all.filter(
  (one): one is contract.Endpoint =>
    typeof one === "object" && one !== null && "method" in one && "path" in one,
);

test.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
  "%s accepts nothing without a bound",
  (_, { input }) => expect(unboundedIn(input)).toEqual([]),
);

test("checks every endpoint", () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(30);
});

test("finds an unbounded place at any depth", () => {
  const short = z.string().check(z.maxLength(3));
  const bounded = {
    short,
    optional: z.optional(short),
    time: timeField,
    count: countField,
    rows: rowNumbersField(0, 3),
    names: jsonField(textsByName({ entries: 1, nameLength: 1, textLength: 1 })),
    list_of: listOf(z.object({ short }), { most: 3 }),
    choices: choicesByName({ entries: 1, nameLength: 1 }, ["a"]),
    word: z.enum(["a"]),
  };
  const unbounded = {
    text: z.string(),
    optional_text: z._default(z.optional(z.nullable(z.string())), "x"),
    pattern: z.string().check(z.regex(/^a+$/)),
    late: z.pipe(z.string(), short),
    time: z.iso.datetime(),
    list: z.array(short),
    counted_list: z.array(short).check(z.maxLength(3)),
    record: z.record(short, short),
    union: z.union([z.literal(""), z.string()]),
    json: jsonField(z.string()),
    anything: z.unknown(),
    own_check: z.custom<string>((given) => typeof given === "string"),
    loose: z.looseObject({ short }),
    inside: z.object({ text: z.string() }),
    endless: textsByName({ entries: Number.POSITIVE_INFINITY, nameLength: 1, textLength: 1 }),
    endless_list: listOf(short, { most: Number.POSITIVE_INFINITY }),
    list_of_texts: listOf(z.string(), { most: 3 }),
  };
  expect(unboundedIn(z.object(bounded))).toEqual([]);
  const expected = Object.keys(unbounded).map(
    (name) => `input.${name}${{ inside: ".text", list_of_texts: "[]" }[name] ?? ""}`,
  );
  expect(unboundedIn(z.object(unbounded))).toEqual(expected);
});

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test.each([
  [nested(MAX_JSON_DEPTH), false],
  [nested(MAX_JSON_DEPTH + 1), true],
  ["[".repeat(1_000_000), true],
  [`{"a":${nested(MAX_JSON_DEPTH)}}`, true],
  [JSON.stringify({ text: `"${"[{".repeat(100)}\\"`, ["{".repeat(100)]: "\\" }), false],
  [`[${"[],".repeat(100)}[]]`, false],
])("%#: how deep JSON is", (json, isDeep) => expect(isTooDeep(json)).toBe(isDeep));

test("doesn't parse deep JSON", () => {
  const { error } = jsonField(z.unknown()).safeParse(nested(MAX_JSON_DEPTH + 1));
  expect(error?.issues.map(({ message }) => message)).toEqual(["is nested too deeply"]);
});
