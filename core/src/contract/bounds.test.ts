import { expect, test } from "vitest";
import * as z from "zod";
import {
  bounds,
  choicesByName,
  countField,
  entrySchemas,
  jsonField,
  listOf,
  rowNumbers,
  textsByName,
  timeField,
} from "./endpoint.ts";
import * as contract from "./index.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "./json.ts";

/** Schemas that wrap another one and accept nothing more than it does. */
const WRAPPERS = new Set(["optional", "nullable", "default", "prefault", "nonoptional", "readonly", "catch"]);
/** Schemas whose values are always small. */
const SMALL = new Set(["number", "int", "boolean", "null", "undefined", "enum", "literal", "never"]);

/**
 * The unbounded places of an input. `z.array`, `z.record` and the like count as unbounded even with a maximum: zod
 * checks every entry before it counts, and adds an issue for each.
 */
function unboundedIn(schema: z.core.$ZodType, path = "input"): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (SMALL.has(def.type)) return [];
  if (WRAPPERS.has(def.type)) return unboundedIn((def as z.core.$ZodOptionalDef).innerType, path);
  switch (def.type) {
    case "object": {
      const open = def.catchall === undefined || def.catchall._zod.def.type === "never" ? [] : [path];
      return [...open, ...Object.entries(def.shape).flatMap(([name, field]) => unboundedIn(field, `${path}.${name}`))];
    }
    case "union":
      return def.options.flatMap((option) => unboundedIn(option, path));
    case "pipe":
      return [...new Set([...unboundedIn(def.in, path), ...unboundedIn(def.out, path)])];
    case "string":
      return (def.checks ?? []).some(hasMaximum) ? [] : [path];
    case "custom": {
      const entries = bounds.get(schema as z.ZodType)?.entries;
      const each = entrySchemas.get(schema as z.ZodType);
      return [...(Number.isFinite(entries) ? [] : [path]), ...(each ? unboundedIn(each, `${path}[]`) : [])];
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
  (one): one is contract.Endpoint => typeof one === "object" && one !== null && "method" in one && "path" in one,
);

test.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
  "%s accepts nothing without a bound",
  (_, { input }) => expect(unboundedIn(input)).toEqual([]),
);

test("checks every endpoint", () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(30);
});

test("finds an unbounded place at any depth", () => {
  const short = z.string().max(3);
  const bounded = {
    ...{ short, optional: short.optional(), time: timeField, count: countField, rows: rowNumbers(0, 3) },
    ...{ names: jsonField(textsByName({ entries: 1, nameLength: 1, textLength: 1 })) },
    ...{ list_of: listOf(z.object({ short }), { most: 3 }) },
    ...{ choices: choicesByName({ entries: 1, nameLength: 1 }, ["a"]), word: z.enum(["a"]) },
  };
  const unbounded = {
    text: z.string(),
    optional_text: z.string().nullable().optional().default("x"),
    pattern: z.string().regex(/^a+$/),
    late: z.string().pipe(short),
    time: z.iso.datetime(),
    list: z.array(short),
    counted_list: z.array(short).max(3),
    record: z.record(short, short),
    union: z.union([z.literal(""), z.string()]),
    json: jsonField(z.string()),
    anything: z.unknown(),
    own_check: z.custom<string>((given) => typeof given === "string"),
    loose: z.object({ short }).loose(),
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
