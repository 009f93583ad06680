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
    // In words or in numbers, as it says, and numbers are taken for another day only where it says
    // so.
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

/** Language, in words, with the day of the week. */
const EXAMPLES = [
  ["", "January 31, 2025", "Friday, January 31, 2025"],
  ["bg", "31 януари 2025 г.", "петък, 31 януари 2025 г."],
  ["ca", "31 de gener del 2025", "divendres, 31 de gener del 2025"],
  ["cs", "31. ledna 2025", "pátek 31. ledna 2025"],
  ["da", "31. januar 2025", "fredag den 31. januar 2025"],
  ["de", "31. Januar 2025", "Freitag, 31. Januar 2025"],
  ["el", "31 Ιανουαρίου 2025", "Παρασκευή 31 Ιανουαρίου 2025"],
  ["en-GB", "31 January 2025", "Friday, 31 January 2025"],
  ["es", "31 de enero de 2025", "viernes, 31 de enero de 2025"],
  ["et", "31. jaanuar 2025", "reede, 31. jaanuar 2025"],
  ["fi", "31. tammikuuta 2025", "perjantai 31. tammikuuta 2025"],
  ["fr", "31 janvier 2025", "vendredi 31 janvier 2025"],
  ["hr", "31. siječnja 2025.", "petak, 31. siječnja 2025."],
  ["hu", "2025. január 31.", "2025. január 31., péntek"],
  ["it", "31 gennaio 2025", "venerdì 31 gennaio 2025"],
  ["ja", "2025年1月31日", "2025年1月31日金曜日"],
  ["ko", "2025년 1월 31일", "2025년 1월 31일 금요일"],
  ["lt", "2025 m. sausio 31 d.", "2025 m. sausio 31 d., penktadienis"],
  ["lv", "2025. gada 31. janvāris", "piektdiena, 2025. gada 31. janvāris"],
  ["nb", "31. januar 2025", "fredag 31. januar 2025"],
  ["nl", "31 januari 2025", "vrijdag 31 januari 2025"],
  ["pl", "31 stycznia 2025", "piątek, 31 stycznia 2025"],
  ["pt", "31 de janeiro de 2025", "sexta-feira, 31 de janeiro de 2025"],
  ["ro", "31 ianuarie 2025", "vineri, 31 ianuarie 2025"],
  ["sk", "31. januára 2025", "piatok 31. januára 2025"],
  ["sl", "31. januar 2025", "petek, 31. januar 2025"],
  ["sv", "31 januari 2025", "fredag 31 januari 2025"],
  ["tr", "31 Ocak 2025", "31 Ocak 2025 Cuma"],
  ["uk", "31 січня 2025 р.", "пʼятниця, 31 січня 2025 р."],
];

describe("a date in words", () => {
  it.each(EXAMPLES)("in %j is %s, and with its day %s", (language, short, full) => {
    const write = (weekday: boolean) =>
      formatDate("2025-01-31", { format: "long", order: "mdy", language, weekday }).text;
    expect([write(false), write(true)]).toEqual([short, full]);
  });

  it("has an example of each language here", () => {
    expect(EXAMPLES.map(([language]) => language)).toEqual(["", ...DATE_LANGUAGES]);
  });

  it.each([
    ["zh-Hant", "2025年1月31日"],
    ["zh-Hant-TW", "2025年1月31日"],
    ["sr-Latn", "31. januar 2025."],
    ["sr-Cyrl-RS", "31. јануар 2025."],
    ["es-419", "31 de enero de 2025"],
  ])("in a language with a script or a region (%s) is %s", (language, text) => {
    expect(formatDate("2025-01-31", { format: "long", order: "mdy", language }).text).toBe(text);
  });

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
