import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../contract/appError.ts";
import { variableType } from "../contract/templates.ts";
import type { Placeholder } from "./grammar.ts";
import { placeholderProblem, serializePlaceholder } from "./serialize.ts";
import { type Markup, tokenize } from "./tokenize.ts";

function aPlaceholder(given: Partial<Placeholder> = {}): Placeholder {
  return { name: "Name", type: "text", options: [], fallback: null, ...given };
}

function readBack(source: string, markup: Markup): Placeholder {
  const [token, ...more] = tokenize(source, markup);
  if (token?.kind !== "placeholder" || token.problem || more.length > 0)
    throw new Error(`${source} is no placeholder`);
  const { name, type, options, fallback, isSum } = token;
  return { name, type, options, fallback, ...(isSum && { isSum }) };
}

describe("serializePlaceholder", () => {
  it.each<[Partial<Placeholder>, string]>([
    [{}, "{{Name}}"],
    [{ name: " First\u00a0Name " }, "{{First Name}}"],
    [{ fallback: "there" }, "{{Name|text:there}}"],
    [{ fallback: "" }, "{{Name|text:}}"],
    [{ isSum: true }, "{{Name|sum}}"],
    [{ isSum: true, fallback: " 0 ", type: "date" }, "{{Name|sum:0}}"],
    [{ isSum: true, fallback: "" }, "{{Name|sum:}}"],
    [{ type: "sticky", fallback: "lost" }, "{{Name|sticky}}"],
    [{ type: "date", options: ["lost"] }, "{{Name|date}}"],
    [{ type: "dropdown", options: [" a ", "", "b c", "a"] }, "{{Name|dropdown:a,b c}}"],
  ])("writes %j as %s", (given, expected) => {
    expect(serializePlaceholder(aPlaceholder(given))).toBe(expected);
  });

  it("escapes in a body", () => {
    expect(serializePlaceholder(aPlaceholder({ name: 'R&D <"b">' }), "html")).toBe(
      "{{R&amp;D &lt;&quot;b&quot;&gt;}}",
    );
  });

  it("keeps a type that was written out", () => {
    expect(serializePlaceholder({ ...aPlaceholder(), typed: true })).toBe("{{Name|text}}");
  });

  it.each<[Partial<Placeholder>, string]>([
    [{ name: " \u200b" }, "A placeholder needs a name."],
    [{ name: "a{b" }, "The placeholder has {, } or | in its name."],
    [{ name: "a|b" }, "The placeholder has {, } or | in its name."],
    [{ name: "#a" }, "The placeholder has a name that begins with #."],
    [{ name: "a\u0007" }, "The placeholder has an unprintable character in its name."],
    [{ type: "dropdown", options: [" "] }, "A dropdown needs at least one option."],
    [{ type: "dropdown", options: ["a,b"] }, "An option can't contain a comma."],
    [{ type: "dropdown", options: ["a}"] }, "An option can't contain { or }."],
    [
      { type: "dropdown", options: ["a\u0000"] },
      "A placeholder can't contain unprintable characters.",
    ],
    [{ fallback: "{you}" }, "The text for a blank value can't contain { or }."],
  ])("refuses %j", (given, problem) => {
    expect(placeholderProblem(aPlaceholder(given))).toBe(problem);
    expect(() => serializePlaceholder(aPlaceholder(given))).toThrow(
      new AppError("invalid_input", problem),
    );
  });

  it("refuses more options than fit", () => {
    const options = ["x".repeat(10_000)];
    expect(placeholderProblem(aPlaceholder({ type: "dropdown", options }))).toBe(
      "The placeholder is too long.",
    );
  });

  it("is read back as the same placeholder, in subjects and bodies, with any content", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom(
          ..."ab #&;<>|:,/\u00a0\u200b\n".split(""),
          "&amp;",
          "<b>",
          "</p>",
          "&nbsp;",
        ),
        maxLength: 6,
      }),
    );
    const placeholder = fc.record({
      name: text,
      type: fc.constantFrom(...variableType.options),
      options: fc.array(text, { maxLength: 4 }),
      fallback: fc.option(text),
      isSum: fc.boolean(),
    });
    return fc.assert(
      fc.property(placeholder, fc.constantFrom<Markup>("text", "html"), (given, markup) => {
        fc.pre(placeholderProblem(given) === null);
        const written = serializePlaceholder(given, markup);
        const back = readBack(written, markup);
        expect(serializePlaceholder(back, markup)).toBe(written);
        expect([back.type, back.isSum ?? false]).toEqual([
          given.isSum ? "text" : given.type,
          given.isSum,
        ]);
        const tidy =
          given.name === given.name.trim() && !/[\s\u00ad\u200b\u2060\ufeff]/.test(given.name);
        if (tidy) expect(back.name).toBe(given.name);
      }),
    );
  });
});
