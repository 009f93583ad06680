import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATE_LANGUAGES } from "../contract/dateLanguages.ts";
import { dateFormat, dateOrder } from "../contract/templates.ts";
import { formatDate, readDate } from "./dates.ts";
import { DATE_FORMATS, dateStyleOf, formatsAsked } from "./formats.ts";

describe("a date format", () => {
  it.each(dateFormat.options)("has its line in the table: %s", (format) => {
    const entry = DATE_FORMATS[format];
    const written = entry.write({ year: 2025, month: 1, day: 31 }, {});
    expect(entry.isLike(written, entry.order)).toBe(true);
    // In words or in numbers, as it says, and numbers are taken for another day only where it says so.
    expect(/[a-z]/i.test(written)).toBe(entry.isInWords);
    const other = entry.write({ year: 2025, month: 4, day: 3 }, {});
    const days = dateOrder.options.map((order) =>
      order === "dmy" ? /^0?3/.test(other) : /^0?4/.test(other),
    );
    expect(days.some(Boolean)).toBe(entry.isAmbiguous);
    expect(entry.pattern).toMatch(/M/);
  });

  it("is found by one text only, in each order", () => {
    for (const order of dateOrder.options) {
      for (const text of [
        "01/31/2025",
        "31.01.2025",
        "2025-01-31",
        "January 31, 2025",
        "3-4-2025",
      ]) {
        const like = dateFormat.options.filter((format) =>
          DATE_FORMATS[format].isLike(text, order),
        );
        expect([text, order, like.length]).toEqual([text, order, 1]);
      }
    }
  });
});

describe("a date in words", () => {
  it.each([["", "January 31, 2025", "Friday, January 31, 2025"]])(
    "in %j is %s, and with its day %s",
    (language, short, full) => {
      const write = (weekday: boolean) =>
        formatDate("2025-01-31", { format: "long", order: "mdy", language, weekday }).text;
      expect([write(false), write(true)]).toEqual([short, full]);
    },
  );

  it.each(["xx-invalid-tag", "!", "zz", "de; x"])(
    "in a language that can't be written (%s) is in American English",
    (language) => {
      const { text } = formatDate("2025-01-31", { format: "long", order: "mdy", language });
      expect(text).toBe("January 31, 2025");
    },
  );

  it("isn't another day if it is read, in whichever language it was written", () => {
    const day = fc.date({
      min: new Date("1970-01-01"),
      max: new Date("2999-12-31"),
      noInvalidDate: true,
    });
    return fc.assert(
      fc.property(
        day,
        fc.constantFrom(...DATE_LANGUAGES),
        fc.boolean(),
        fc.constantFrom(...dateOrder.options),
        (date, language, weekday, order) => {
          const as = { format: "long", order, language, weekday } as const;
          const written = formatDate(date.toISOString(), as).text;
          const read = readDate(written);
          if (read !== null) expect(read[order].day).toBe(date.getUTCDate());
          // So a text that is written twice stays as it is.
          expect(formatDate(written, as).text).toBe(written);
        },
      ),
    );
  });

  it("says nothing in numbers", () => {
    for (const format of dateFormat.options) {
      if (DATE_FORMATS[format].isInWords) continue;
      const plain = formatDate("2025-01-31", { format, order: "mdy" }).text;
      const style = dateStyleOf({ dateFormat: format, date_language: "de", date_weekday: true });
      expect(formatDate("2025-01-31", { ...style, order: "mdy" }).text).toBe(plain);
    }
  });
});

it("takes the formats that a call names, and the email's own for the others", () => {
  const own = {
    dateFormat: "long",
    timeFormat: "24hr",
    date_language: "de",
    date_weekday: true,
  } as const;
  expect(formatsAsked({}, own)).toEqual(own);
  expect(formatsAsked({ dateFormat: "iso", date_language: "", date_weekday: false }, own)).toEqual({
    dateFormat: "iso",
    timeFormat: "24hr",
    date_language: "",
    date_weekday: false,
  });
});
