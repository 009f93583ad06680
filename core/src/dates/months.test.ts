import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateOrder } from "../contract/templates.ts";
import { dateInWords, formatDate, readDate, readNumericDate } from "./dates.ts";
import { readWordDate } from "./months.ts";

/** The day that a value is in either order, null if it isn't a date. */
function iso(value: string): string | null {
  const [dmy, mdy] = dateOrder.options.map((order) => formatDate(value, { format: "iso", order }));
  expect(dmy).toEqual(mdy);
  return dmy?.recognized ? dmy.text : null;
}

const SPACES = [" ", "\u00a0", "\u202f"];
const day = fc.date({ min: new Date("1000-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });
const caseOf = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize("NFD"),
);

describe("a date whose month is a word", () => {
  it.each([
    ["15. April 2026", "2026-04-15"],
    ["15.April 2026", "2026-04-15"],
    ["15. Apr. 2026", "2026-04-15"],
    ["15 April 2026", "2026-04-15"],
    ["15 Apr 2026", "2026-04-15"],
    ["15 April, 2026", "2026-04-15"],
    ["15-Apr-2026", "2026-04-15"],
    ["15-Apr-26", "2026-04-15"],
    ["15. April 26", "2026-04-15"],
    ["15th April 2026", "2026-04-15"],
    ["April 15, 2026", "2026-04-15"],
    ["April 15 2026", "2026-04-15"],
    ["Apr. 15, 2026", "2026-04-15"],
    ["April 1st, 2026", "2026-04-01"],
    ["1. März 2026", "2026-03-01"],
    ["1. Ma\u0308rz 2026", "2026-03-01"],
    ["1. Maerz 2026", "2026-03-01"],
    ["1. Mrz. 2026", "2026-03-01"],
    ["1. JÄNNER 2026", "2026-01-01"],
    ["31. Dez 2026", "2026-12-31"],
    ["Sept. 30, 2026", "2026-09-30"],
    ["29. Februar 2028", "2028-02-29"],
    ["  15. April 2026 ", "2026-04-15"],
  ])("%j is %s, in either order", (value, expected) => {
    expect(iso(value)).toBe(expected);
  });

  it.each([
    "15.4.",
    "15. April",
    "April 2026",
    "April 15",
    "April 15, 26",
    "31. April 2026",
    "30. Februar 2026",
    "29. Februar 2026",
    "0. April 2026",
    "32. Mai 2026",
    "15. Aprul 2026",
    "15. Aprilia 2026",
    "15 Ap 2026",
    "15April2026",
    "15. April 202",
    "15. April 20266",
    "15. April 0202",
    "15. April 2026 soon",
    "am 15. April 2026",
    "15.. April 2026",
    "15. 4. April 2026",
    "15.\nApril 2026",
    "constructor 15, 2026",
    "١٥ April 2026",
  ])("%j stays what it is", (value) => {
    expect(iso(value)).toBeNull();
  });

  it.each([
    ["en-GB", "long"],
    ["en-GB", "medium"],
    ["en-US", "long"],
    ["en-US", "medium"],
    ["en-AU", "long"],
    ["de-DE", "long"],
    ["de-CH", "long"],
    ["de-AT", "long"],
  ] as const)("is read as it is written in %s (%s), whatever its case and spaces", (language, dateStyle) => {
    const writer = new Intl.DateTimeFormat(language, { dateStyle, timeZone: "UTC" });
    void fc.assert(
      fc.property(day, caseOf, fc.constantFrom(...SPACES), (date, cased, space) => {
        const written = cased(writer.format(date).replaceAll(" ", space));
        expect(iso(written)).toBe(date.toISOString().slice(0, 10));
      }),
    );
  });

  it("is read with its month shortened, in English and German", () => {
    const short = (language: string) => (date: Date) => {
      const month = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" }).format(date);
      return `${date.getUTCDate()}. ${month} ${date.getUTCFullYear()}`;
    };
    void fc.assert(
      fc.property(
        day,
        fc.constantFrom(short("en-GB"), short("en-US"), short("de-DE"), short("de-AT")),
        (date, write) => {
          expect(iso(write(date))).toBe(date.toISOString().slice(0, 10));
        },
      ),
    );
  });

  it("is read again as the page says it, and says nothing of a column's order", () => {
    void fc.assert(
      fc.property(day, fc.constantFrom(...dateOrder.options), (date, order) => {
        const read = readDate(date.toISOString());
        const words = read && dateInWords(read, order);
        expect(iso(words ?? "")).toBe(date.toISOString().slice(0, 10));
        expect(readDate(words ?? "")).toMatchObject({ shows: null, isOpen: false });
        expect(readNumericDate(words ?? "")).toBeNull();
      }),
    );
  });

  it("never throws, and reads any mix of its pieces as one day or none", () => {
    const piece = fc.constantFrom(..."1 15 31 2026 26 . , - April Mai Mrz may th".split(" "), ...SPACES, "\n", "ä");
    void fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const value = pieces.join("");
        const written = readWordDate(value);
        if (written) expect([written.month >= 1, written.month <= 12, written.day <= 99]).toEqual([true, true, true]);
        const read = iso(value);
        if (read) expect(new Date(read).toISOString().slice(0, 10)).toBe(read);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(["1", "April ", "15. ", "ä", "a\u0308", "15-", "Mai 1, "])(
    "costs no more for a long text: %j again and again",
    (piece) => {
      // Looked at letter by letter from each place, one of these takes longer than a test may.
      const long = piece.repeat(1_000_000);
      for (let i = 0; i < 100; i += 1) expect(readWordDate(long)).toBeNull();
    },
  );
});
