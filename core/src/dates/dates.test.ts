import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DateFormat, type DateOrder, dateFormat, dateOrder } from "../contract/templates.ts";
import { dateInWords, dayInWords, formatDate, fullYear, readDate, readNumericDate } from "./dates.ts";
import { formatOrder } from "./order.ts";

function iso(value: string, order: DateOrder = "mdy"): string | null {
  const { text, recognized } = formatDate(value, { format: "iso", order });
  return recognized ? text : null;
}

describe("formatDate", () => {
  it.each<[DateFormat, string]>([
    ["mmddyyyy", "04/01/2025"],
    ["long", "April 1, 2025"],
    ["ddmmyyyy", "01/04/2025"],
    ["iso", "2025-04-01"],
    ["dmy_dots", "01.04.2025"],
  ])("writes %s as %s", (format, text) => {
    expect(formatDate("2025-04-01", { format, order: "mdy" })).toEqual({ text, recognized: true });
  });

  it.each<[value: string, order: DateOrder, expected: string]>([
    ["2025-04-01", "dmy", "2025-04-01"],
    ["2025-4-1", "mdy", "2025-04-01"],
    ["2025-04-01T14:30", "mdy", "2025-04-01"],
    ["2025-04-01 14:30:00", "mdy", "2025-04-01"],
    ["2025-04-01T23:30:00.000Z", "mdy", "2025-04-01"],
    ["2025-04-01T00:30:00+14:00", "mdy", "2025-04-01"],
    ["2025-04-01T23:30:00-1200", "mdy", "2025-04-01"],
    ["01/04/2025", "dmy", "2025-04-01"],
    ["01/04/2025", "mdy", "2025-01-04"],
    ["1.4.2025", "dmy", "2025-04-01"],
    ["1.4.2025", "mdy", "2025-04-01"],
    ["1-4-2025", "mdy", "2025-01-04"],
    ["25/12/2025", "mdy", "2025-12-25"],
    ["12-25-2025", "dmy", "2025-12-25"],
    ["1-4-25", "dmy", "2025-04-01"],
    ["4/1/68", "mdy", "2068-04-01"],
    ["4/1/69", "mdy", "1969-04-01"],
    ["12/31/99", "mdy", "1999-12-31"],
    ["29.02.2024", "dmy", "2024-02-29"],
    ["April 1, 2025", "dmy", "2025-04-01"],
    ["april 1 2025", "mdy", "2025-04-01"],
    ["Apr. 1, 2025", "mdy", "2025-04-01"],
    ["May 31, 2025", "mdy", "2025-05-31"],
    ["  2025-04-01\u00a0", "mdy", "2025-04-01"],
  ])("reads %j (%s) as %s", (value, order, expected) => {
    expect(iso(value, order)).toBe(expected);
  });

  it.each([
    "",
    " ",
    "soon",
    "31/02/2025",
    "02/31/2025",
    "2025-02-29",
    "2025-13-01",
    "2025-00-10",
    "2025-01-00",
    "0000-01-01",
    "0099-04-01",
    "0202-07-12",
    "13/13/2025",
    "12.13.2025",
    "29/02/2025",
    "1/2",
    "1/2/",
    "1/2/025",
    "1/2-2025",
    "1/2/2025x",
    "x1/2/2025",
    "Aprul 1, 2025",
    "April 31, 2025",
    "April 1",
    "2025-04-01T",
    "2025-04-01Tnoon",
    "45748",
    "-1/2/2025",
    "١/٢/٢٠٢٥",
    "2025-04-01\n2025-04-02",
  ])("leaves %j as it is, in either order", (value) => {
    for (const order of ["dmy", "mdy"] as const) {
      expect(formatDate(value, { format: "long", order })).toEqual({ text: value, recognized: false });
    }
  });

  it("reads again, as the same day, what it wrote in any format", () => {
    const day = fc.date({ min: new Date("1970-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });
    return fc.assert(
      fc.property(day, fc.constantFrom(...dateFormat.options), (date, format) => {
        const written = formatDate(date.toISOString(), { format, order: "mdy" }).text;
        expect(iso(written, formatOrder(format))).toBe(date.toISOString().slice(0, 10));
        // What the page has written for a preview is written the same by the server.
        expect(formatDate(written, { format, order: formatOrder(format) }).text).toBe(written);
      }),
    );
  });

  it("gives any text it does not recognize back unchanged, and never throws", () => {
    return fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...dateFormat.options), (value, format) => {
        const { text, recognized } = formatDate(value, { format, order: "dmy" });
        expect(recognized || text === value).toBe(true);
      }),
    );
  });
});

describe("fullYear", () => {
  it.each([
    ["0027", "2027"],
    ["0099", "1999"],
    ["0002", "0002"],
    ["0202", "0202"],
    ["2027", "2027"],
    ["", ""],
  ])("makes of %j %j", (typed, meant) => {
    expect(fullYear(typed)).toBe(meant);
  });
});

describe("readDate", () => {
  const part = fc.integer({ min: 0, max: 40 });
  const written = fc
    .tuple(part, fc.constantFrom(".", "/", "-"), part, fc.integer({ min: 0, max: 2999 }))
    .map(([first, separator, second, year]) => [first, second, String(year).padStart(4, "0")].join(separator));

  it("leaves the order to the column only where both parts can be a month; whatever else is one day in either order", () => {
    return fc.assert(
      fc.property(written, (value) => {
        const date = readDate(value);
        const [first = 0, second = 0] = value.split(/[./-]/).map(Number);
        const canBeEither = !value.includes(".") && first <= 12 && second <= 12;
        if (date) expect(date.isOpen).toBe(canBeEither && first !== second);
        const readings = dateOrder.options.map((order) => iso(value, order));
        expect(new Set(readings).size).toBe(date?.isOpen ? 2 : 1);
      }),
    );
  });

  it("finds an order only in numeric dates: other text shows none and leaves none open", () => {
    const named = fc
      .tuple(
        fc.constantFrom("May", "June.", "dec"),
        part,
        fc.constantFrom(" ", ", "),
        fc.integer({ min: 0, max: 2999 }),
      )
      .map(([month, day, separator, year]) => `${month} ${day}${separator}${year}`);
    const isoDay = fc.tuple(fc.integer({ min: 1000, max: 2999 }), part, part).map((parts) => parts.join("-"));
    return fc.assert(
      fc.property(fc.oneof(written, named, isoDay, fc.string()), (value) => {
        const date = readDate(value);
        const numeric = readNumericDate(value);
        if (numeric !== null) expect(numeric).toEqual(date);
        else if (date !== null) expect([date.shows, date.isOpen]).toEqual([null, false]);
      }),
    );
  });

  it.each([
    ["25/12/2025", "dmy"],
    ["12/25/2025", "mdy"],
    ["25.12.2025", "dmy"],
    ["03.04.2025", null],
    ["03/04/2025", null],
    ["2025-12-25", null],
  ])("%s shows the order %s", (value, shows) => {
    expect(readDate(value)?.shows).toBe(shows);
  });
});

describe("a date in words", () => {
  it.each<[DateOrder, string, string]>([
    ["dmy", "3 April 2026", "3 April"],
    ["mdy", "March 4, 2026", "March 4"],
  ])("%s: %s", (order, words, day) => {
    const date = readDate("03/04/2026");
    expect(date && [dateInWords(date, order), dayInWords(date, order)]).toEqual([words, day]);
  });
});
