import { describe, expect, test } from "vitest";
import { Display } from "./display.ts";

const APRIL_3 = 46_115;
const english = new Display("en-US");
const german = new Display("de");

test.each([
  ["General", 34.3, "34.3", "34,3"],
  ["General", 4006381333931, "4006381333931", "4006381333931"],
  ["General", 0.1 + 0.2, "0.3", "0,3"],
  ["@", 12, "12", "12"],
  ["0.00", 34.3, "34.30", "34,30"],
  ['"$"#,##0.00', 34.3, "$34.30", "$34,30"],
  ['_("$"* #,##0.00_);_("$"* (#,##0.00)', 1234.5, "$1,234.50", "$1.234,50"],
  ['_-* #,##0.00 "€"_-', -34.3, "-34.30 €", "-34,30 €"],
  ["#,##0.00 [$€-407]", 1234.5, "1,234.50 €", "1.234,50 €"],
  ["0.0%", 0.125, "12.5%", "12,5%"],
  ["0%", 0.5, "50%", "50%"],
  ["00000", 1067, "01067", "01067"],
  ['"No. "0', 5, "No. 5", "No. 5"],
  ["[h]:mm", 1.5, "36:00", "36:00"],
  ["hh:mm", 0.5, "12:00", "12:00"],
  ["mm:ss.0", 0.5, "00:00.0", "00:00.0"],
  ["[", 1.5, "1.5", "1,5"],
])("writes a number as %s: %d", (format, value, inEnglish, inGerman) => {
  expect(english.cell(value, format, false).text).toBe(inEnglish);
  expect(german.cell(value, format, false).text).toBe(inGerman);
});

test.each([
  ["yyyy-mm-dd", "2026-04-03", "2026-04-03"],
  ["dd.mm.yyyy", "03.04.2026", "03.04.2026"],
  ["dd.mm.yyyy;@", "03.04.2026", "03.04.2026"],
  ["m/d/yy", "04/03/2026", "03.04.2026"],
  ["d. mmmm yyyy", "3. April 2026", "3. April 2026"],
  ["ddd, d mmm yy", "Fri, 3 Apr 26", "Fr, 3 Apr 26"],
  ["[$-407]dddd", "Freitag", "Freitag"],
  ["[$-409]d-mmm-yy;@", "3-Apr-26", "3-Apr-26"],
  ["[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "Friday, April 3, 2026", "Freitag, 3. April 2026"],
  ['yyyy"年"m月d日', "2026年4月3日", "2026年4月3日"],
])("writes a date as %s", (format, inEnglish, inGerman) => {
  expect(english.cell(APRIL_3, format, false)).toMatchObject({ text: inEnglish, iso: "2026-04-03" });
  expect(german.cell(APRIL_3, format, false)).toMatchObject({ text: inGerman, iso: "2026-04-03" });
});

describe("the day of a date", () => {
  const iso = (value: number, from1904 = false) => english.cell(value, "dd/mm/yyyy", from1904).iso;

  test("is counted from 1900, with Excel's 29 February, or from 1904", () => {
    expect([1, 59, 61, 46_115.99999999].map((value) => iso(value))).toEqual([
      "1900-01-01",
      "1900-02-28",
      "1900-03-01",
      "2026-04-03",
    ]);
    expect(iso(0, true)).toBe("1904-01-01");
  });

  test("is an error if there's no such day", () => {
    for (const value of [-1, 0, 0.5, 60, 2_958_466]) {
      expect(english.cell(value, "dd/mm/yyyy", false)).toEqual({ text: "", isError: true });
    }
  });
});

test("says which texts depend on the language", () => {
  const depends = (value: number, format: string) => english.cell(value, format, false).byLanguage;
  expect(depends(34.3, "General")).toBe("34.3");
  expect(depends(34, "General")).toBeUndefined();
  expect(depends(0.5, "0%")).toBeUndefined();
  expect(depends(APRIL_3, "m/d/yy")).toBe("2026-04-03");
  expect(depends(APRIL_3, "mmmm")).toBe("2026-04-03");
  expect(depends(APRIL_3, "[$-407]mmmm")).toBeUndefined();
  expect(depends(APRIL_3, "dd.mm.yyyy")).toBeUndefined();
});
