import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it, test } from "vitest";
import { CSV_DELIMITERS } from "../contract/csv.ts";
import { findBrokenQuote } from "./quotes.ts";

describe("findBrokenQuote", () => {
  it("agrees with the parser on correct quoting", () => {
    const text = fc.string({ unit: fc.constantFrom(...'""",;\n a\t|'), maxLength: 30 }).map((given) => `${given}\n`);
    fc.assert(
      fc.property(text, fc.constantFrom(...CSV_DELIMITERS), (given, delimiter) => {
        const { errors } = Papa.parse(given, { delimiter, newline: "\n" });
        expect(findBrokenQuote(given, delimiter) === null).toBe(!errors.some((error) => error.type === "Quotes"));
      }),
    );
  });

  test.each(['"', '"a', '"" ', 'a,"', '"a" ', '"a",', '\n"'])("reads a megabyte of %j in a bounded time", (unit) => {
    expect(() => findBrokenQuote(unit.repeat(1_000_000 / unit.length), ",")).not.toThrow();
  });
});
