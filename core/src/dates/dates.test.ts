import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DateFormat, type DateOrder, dateFormat, dateOrder } from "../contract/templates.ts";
import {
  type ColumnOrder,
  columnOrder,
  dateInWords,
  dayInWords,
  formatDate,
  fullYear,
  isCertain,
  readDate,
  readNumericDate,
  readWordDate,
} from "./dates.ts";
import { formatOrder } from "./formats.ts";
import { formatTime } from "./times.ts";

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

  it.each([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((days, index) => [index + 1, days]))(
    "knows that month %i has %i days",
    (month, days) => {
      const dayOf = (day: number) =>
        formatDate(`${day}.${month}.2025`, { format: "iso", order: "dmy" }).recognized;
      expect([dayOf(days), dayOf(days + 1)]).toEqual([true, false]);
    },
  );

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
      expect(formatDate(value, { format: "long", order })).toEqual({
        text: value,
        recognized: false,
      });
    }
  });

  it("reads again, as the same day, what it wrote in any format", () => {
    const day = fc.date({
      min: new Date("1970-01-01"),
      max: new Date("2999-12-31"),
      noInvalidDate: true,
    });
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
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom(...dateFormat.options),
        (value, format) => {
          const { text, recognized } = formatDate(value, { format, order: "dmy" });
          expect(recognized || text === value).toBe(true);
        },
      ),
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
    .map(([first, separator, second, year]) =>
      [first, second, String(year).padStart(4, "0")].join(separator),
    );

  it("leaves the order to the column only if both parts can be a month; other dates have only one reading", () => {
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
    const isoDay = fc
      .tuple(fc.integer({ min: 1000, max: 2999 }), part, part)
      .map((parts) => parts.join("-"));
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

describe("dates with the month in words", () => {
  /** The day that a value is in either order, null if it isn't a date. */
  function iso(value: string): string | null {
    const [dmy, mdy] = dateOrder.options.map((order) =>
      formatDate(value, { format: "iso", order }),
    );
    expect(dmy).toEqual(mdy);
    return dmy?.recognized ? dmy.text : null;
  }

  const SPACES = [" ", "\u00a0", "\u202f"];
  const day = fc.date({
    min: new Date("1000-01-01"),
    max: new Date("2999-12-31"),
    noInvalidDate: true,
  });
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
    ] as const)(
      "is read as it is written in %s (%s), whatever its case and spaces",
      (language, dateStyle) => {
        const writer = new Intl.DateTimeFormat(language, { dateStyle, timeZone: "UTC" });
        void fc.assert(
          fc.property(day, caseOf, fc.constantFrom(...SPACES), (date, cased, space) => {
            const written = cased(writer.format(date).replaceAll(" ", space));
            expect(iso(written)).toBe(date.toISOString().slice(0, 10));
          }),
        );
      },
    );

    it("is read with its month shortened, in English and German", () => {
      const short = (language: string) => (date: Date) => {
        const month = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" }).format(
          date,
        );
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

    it("is read again as the page writes it, and doesn't decide a column's order", () => {
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
      const piece = fc.constantFrom(
        ..."1 15 31 2026 26 . , - April Mai Mrz may th".split(" "),
        ...SPACES,
        "\n",
        "ä",
      );
      void fc.assert(
        fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
          const value = pieces.join("");
          const written = readWordDate(value);
          if (written)
            expect([written.month >= 1, written.month <= 12, written.day <= 99]).toEqual([
              true,
              true,
              true,
            ]);
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
});

describe("the order of a column", () => {
  it.each<
    [
      why: string,
      values: string[],
      format: DateFormat,
      order: ColumnOrder["order"],
      by: ColumnOrder["by"],
    ]
  >([
    ["a first part above 12 decides", ["01/02/2025", "13/02/2025"], "mmddyyyy", "dmy", "parts"],
    ["a second part above 12 decides", ["01/02/2025", "02/13/2025"], "ddmmyyyy", "mdy", "parts"],
    ["dashes too", ["01-02-2025", "13-02-2025"], "mmddyyyy", "dmy", "parts"],
    ["nothing decides: the format does", ["01/02/2025"], "ddmmyyyy", "dmy", "format"],
    ["nothing decides: dots in the format", ["01/02/2025"], "dmy_dots", "dmy", "format"],
    ["nothing decides: American formats", ["01/02/2025"], "long", "mdy", "format"],
    ["no values", [], "iso", "mdy", "format"],
    [
      "ISO dates and other text say nothing",
      ["2025-04-13", "soon", "", "April 30, 2025"],
      "ddmmyyyy",
      "dmy",
      "format",
    ],
    [
      "a dotted date with a part above 12 too",
      ["31.12.2025", "03/04/2025"],
      "mmddyyyy",
      "dmy",
      "parts",
    ],
    ["other dotted dates say nothing", ["03.04.2025", "03/04/2025"], "mmddyyyy", "mdy", "format"],
    [
      "a date that never was says nothing",
      ["31/02/2025", "12/31/2025"],
      "ddmmyyyy",
      "mdy",
      "parts",
    ],
    [
      "of parts that disagree the greater number",
      ["25/12/2025", "26/12/2025", "12/27/2025"],
      "mmddyyyy",
      "dmy",
      "most",
    ],
    ["a tie falls to the format", ["25/12/2025", "12/25/2025"], "mmddyyyy", "mdy", "format"],
  ])("%s", (_why, values, format, order, by) => {
    expect(columnOrder(values, format)).toEqual({ order, by });
  });

  it("is the answer if there is one, even against the values", () => {
    expect(columnOrder(["12/25/2025"], "mmddyyyy", "dmy")).toEqual({ order: "dmy", by: "answer" });
  });

  it.each<[ColumnOrder["by"], boolean]>([
    ["answer", true],
    ["parts", true],
    ["most", false],
    ["format", false],
  ])("is certain by %s: %s", (by, certain) => {
    expect(isCertain({ order: "dmy", by })).toBe(certain);
  });

  it("that is certain gives each of its dates one reading, in every format", () => {
    const day = fc.integer({ min: 1, max: 28 });
    const dates = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), day), {
      minLength: 1,
      maxLength: 8,
    });
    return fc.assert(
      fc.property(
        dates,
        fc.constantFrom(...dateOrder.options),
        fc.constantFrom(...dateFormat.options),
        (all, as, format) => {
          const values = all.map(([month, of]) =>
            as === "dmy" ? `${of}/${month}/2026` : `${month}/${of}/2026`,
          );
          const column = columnOrder(values, format);
          if (!isCertain(column)) return;
          expect(column.order).toBe(as);
          const read = values.map(
            (value) => formatDate(value, { format: "iso", order: column.order }).text,
          );
          const meant = all.map(([month, of]) =>
            new Date(Date.UTC(2026, month - 1, of)).toISOString().slice(0, 10),
          );
          expect(read).toEqual(meant);
        },
      ),
    );
  });

  it.each<[DateFormat, string]>([
    ["mmddyyyy", "mdy"],
    ["long", "mdy"],
    ["ddmmyyyy", "dmy"],
    ["iso", "mdy"],
    ["dmy_dots", "dmy"],
  ])("of values in the format %s is %s", (format, order) => {
    expect(formatOrder(format)).toBe(order);
  });
});

describe("formatTime", () => {
  it.each([
    ["14:30", "2:30 PM", "14:30"],
    ["14:30:00", "2:30 PM", "14:30"],
    ["2:30 PM", "2:30 PM", "14:30"],
    ["2:30PM", "2:30 PM", "14:30"],
    ["2pm", "2:00 PM", "14:00"],
    ["2 p.m.", "2:00 PM", "14:00"],
    ["12:05 am", "12:05 AM", "00:05"],
    ["12 pm", "12:00 PM", "12:00"],
    ["0:00", "12:00 AM", "00:00"],
    ["9:05", "9:05 AM", "09:05"],
    ["09:05", "9:05 AM", "09:05"],
    ["23:59:59", "11:59 PM", "23:59"],
    [" 2:30\u202fPM ", "2:30 PM", "14:30"],
    ["19:00 Uhr", "7:00 PM", "19:00"],
    ["19.30 Uhr", "7:30 PM", "19:30"],
    ["9 Uhr", "9:00 AM", "09:00"],
    ["18h30", "6:30 PM", "18:30"],
    ["8 h", "8:00 AM", "08:00"],
  ])("writes %j as %s and %s", (value, twelve, twentyFour) => {
    expect(formatTime(value, "12hr")).toEqual({ text: twelve, recognized: true });
    expect(formatTime(value, "24hr")).toEqual({ text: twentyFour, recognized: true });
  });

  it.each([
    "",
    "14",
    "noon",
    "24:00",
    "12:60",
    "12:00:60",
    "13pm",
    "0 am",
    "0:30 am",
    "2:5",
    "2:30 xm",
    "-1:00",
    "2:30 PMx",
    "1:2:3",
    "19.30",
    "24 Uhr",
    "19.60 Uhr",
    "25h",
    "18h5",
  ])("leaves %j as it is", (value) => {
    expect(formatTime(value, "12hr")).toEqual({ text: value, recognized: false });
  });

  it("reads again, as the same minute, what it wrote in either format", () => {
    return fc.assert(
      fc.property(fc.nat(23), fc.nat(59), (hour, minute) => {
        const clock = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        expect(formatTime(formatTime(clock, "12hr").text, "24hr").text).toBe(clock);
      }),
    );
  });
});
