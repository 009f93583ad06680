import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it, test } from "vitest";
import { CSV_DELIMITERS } from "./csvDelimiter.ts";
import { findBrokenQuote } from "./csvQuotes.ts";

describe("findBrokenQuote", () => {
  it("agrees with the parser on what is well quoted", () => {
    const text = fc.string({ unit: fc.constantFrom(...'""",;\n a\t|'), maxLength: 30 }).map((given) => `${given}\n`);
    fc.assert(
      fc.property(text, fc.constantFrom(...CSV_DELIMITERS), (given, delimiter) => {
        const { errors } = Papa.parse(given, { delimiter, newline: "\n" });
        expect(findBrokenQuote(given, delimiter) === null).toBe(!errors.some((error) => error.type === "Quotes"));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['"', '"a', '"" ', 'a,"', '"a" ', '"a",', '\n"'])("reads a megabyte of %j in linear time", (unit) => {
    const time = (length: number) => {
      const text = unit.repeat(length / unit.length);
      const started = performance.now();
      findBrokenQuote(text, ",");
      return performance.now() - started;
    };
    time(64_000);
    expect(time(1_000_000)).toBeLessThan(12 * time(250_000) + 50);
  });
});
