import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { xlsxOf } from "../testing/workbooks.ts";
import { Display } from "./display.ts";
import { readWorkbook } from "./readWorkbook.ts";

type Pair = [
  code: string,
  value: number | string,
  text: string,
  source: string,
  language?: string,
  from?: 1904,
];

const { pairs, sources }: { pairs: Pair[]; sources: Record<string, string> } = JSON.parse(
  readFileSync(new URL("fixtures/formats.json", import.meta.url), "utf8"),
);

describe("pairs of a format and a value", () => {
  const displays = new Map<string, Display>();
  const displayIn = (language: string) => {
    const display = displays.get(language) ?? new Display(language);
    displays.set(language, display);
    return display;
  };

  test("are many, each once and with its source", () => {
    expect(pairs.length).toBeGreaterThan(300);
    const keys = pairs.map(([code, value, , , language, from]) =>
      JSON.stringify([code, value, language, from]),
    );
    expect(new Set(keys).size).toBe(pairs.length);
    const known = (source: string) =>
      /^[\w-]+\/[\w.-]+#\d+$/.test(source) || (source.split(" ")[0] ?? "") in sources;
    expect(pairs.filter(([, , , source]) => !known(source))).toEqual([]);
  });

  test.each(pairs)("%s writes %s as %s: %s", (code, value, text, _, language = "en-US", from) => {
    const display = displayIn(language);
    const cell =
      typeof value === "number"
        ? display.cell(value, code, from === 1904)
        : display.text(value, code);
    expect([cell.text, cell.isFormatUnknown]).toEqual([text, undefined]);
  });
});

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
  ["mm:ss.0", 0.5, "00:00.0", "00:00,0"],
  ["[", 1.5, "1.5", "1,5"],
])("writes a number as %s: %d", (format, value, inEnglish, inGerman) => {
  expect(english.cell(value, format, false).text).toBe(inEnglish);
  expect(german.cell(value, format, false).text).toBe(inGerman);
});

test.each([
  ["yyyy-mm-dd", "2026-04-03", "2026-04-03"],
  ["dd.mm.yyyy", "03.04.2026", "03.04.2026"],
  ["dd.mm.yyyy;@", "03.04.2026", "03.04.2026"],
  ["m/d/yy", "4/3/2026", "03.04.2026"],
  ["d. mmmm yyyy", "3. April 2026", "3. April 2026"],
  ["ddd, d mmm yy", "Fri, 3 Apr 26", "Fr, 3 Apr 26"],
  ["[$-407]dddd", "Freitag", "Freitag"],
  ["[$-409]d-mmm-yy;@", "3-Apr-26", "3-Apr-26"],
  ["[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "Friday, April 3, 2026", "Freitag, 3. April 2026"],
  ['yyyy"年"m月d日', "2026年4月3日", "2026年4月3日"],
])("writes a date as %s", (format, inEnglish, inGerman) => {
  expect(english.cell(APRIL_3, format, false)).toMatchObject({
    text: inEnglish,
    iso: "2026-04-03",
  });
  expect(german.cell(APRIL_3, format, false)).toMatchObject({ text: inGerman, iso: "2026-04-03" });
});

test.each([
  ["0", 5, "5"],
  ["0.000", 5, "5"],
  ["[", 1.5, "1.5"],
  ["dd.mm.yyyy ", APRIL_3, "2026-04-03"],
])(
  "reads a format of more than 255 characters as a plain number or day: %s",
  (part, value, text) => {
    const format = part.repeat(9_000 / part.length);
    expect(english.cell(value, format, false)).toMatchObject({ text, isFormatUnknown: true });
    expect(english.cell(5, `${'0"'.padEnd(254, "x")}"`, false)).toMatchObject({
      text: `5${"x".repeat(252)}`,
    });
  },
);

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

test.each([
  ['[$-407]#,##0.00\\ "€"', 1234.5, "1,234.50 €", "1.234,50 €"],
  ["[$₹-4009]\\ #,##,##0.00", 1234.5, "₹ 1,234.50", "₹ 1.234,50"],
  ['"Rs."#,##0.00', 1234.5, "Rs.1,234.50", "Rs.1.234,50"],
  ["#,0", 12_345.6789, "12,346", "12.346"],
  ['General" Personen"', 5, "5 Personen", "5 Personen"],
  ['General" Personen"', 123_456_789_012, "123456789012 Personen", "123456789012 Personen"],
  ["General", 123_456_789_012.25, "123456789012.25", "123456789012,25"],
  ["#,##0.00", 23.205, "23.21", "23,21"],
  ["0.00", 8.325, "8.33", "8,33"],
  ["0%", 0.285, "29%", "29%"],
  ["[$-F400]h:mm:ss", 0.75, "6:00:00 PM", "18:00:00"],
  ["0.00_", 5, "5.00", "5,00"],
])("writes %s: %d", (code, value, inEnglish, inGerman) => {
  expect(english.cell(value, code, false)).toMatchObject({ text: inEnglish });
  expect(german.cell(value, code, false)).toMatchObject({ text: inGerman });
});

test("rounds half a cent up, whatever its binary fraction is", () => {
  const wrong = Array.from({ length: 10_000 }, (_, cents) => cents).filter((cents) => {
    const price = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}5`);
    const up = cents + 1;
    return (
      english.cell(price, "0.00", false).text !==
      `${Math.floor(up / 100)}.${String(up % 100).padStart(2, "0")}`
    );
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["[$-de-DE]d. mmmm yyyy", "3. April 2026"],
  ["[$-405]d. mmmm yyyy", "3. dubna 2026"],
  ["[$-40C]dddd d mmmm yyyy", "vendredi 3 avril 2026"],
  ["[$-FC19]d mmmm yyyy", "3 апреля 2026"],
  ['[$-411]ggge"年"m"月"d"日"', "令和8年4月3日"],
  ["[$-411]ge.mm.dd", "R8.04.03"],
  ["[$-411]ggee", "令08"],
  ["[$-404]e\\/m\\/d", "115/4/3"],
  ["[$-1070000]d\\/m\\/yyyy", "3/4/2569"],
  ["[$-107041E]d\\/m\\/yy", "3/4/69"],
])(
  "writes a date in the language and calendar of its format, whatever the computer's: %s",
  (code, text) => {
    for (const display of [english, german]) {
      expect(display.cell(APRIL_3, code, false)).toEqual({ text, iso: "2026-04-03" });
    }
  },
);

test("a slash in a date is the separator of the computer's language, a quoted one is a slash", () => {
  const said = (display: Display, code: string) => display.cell(APRIL_3, code, false);
  const day = { iso: "2026-04-03", byLanguage: "2026-04-03" };
  expect(said(german, "[$-407]d/\\ mmmm\\ yyyy")).toEqual({ text: "3. April 2026", ...day });
  expect(said(german, "dd/mm/yyyy")).toEqual({ text: "03.04.2026", ...day });
  expect(said(english, "dd/mm/yyyy")).toEqual({ text: "03/04/2026", ...day });
  expect(said(german, 'd"/"m')).toEqual({ text: "3/4", iso: "2026-04-03" });
});

test("months beside their day are declined, on the computer's own and on long dates, too", () => {
  const text = (language: string, code: string) =>
    new Display(language).cell(45_688, code, false).text;
  expect(text("cs", "d. mmmm yyyy")).toBe("31. ledna 2025");
  expect(text("cs-CZ", "[$-F800]dddd, mmmm dd, yyyy")).toBe("pátek 31. ledna 2025");
  expect(text("pl-PL", "d mmmm yyyy")).toBe("31 stycznia 2025");
  expect(text("lt", "[$-F800]dddd, mmmm dd, yyyy")).toBe("2025 m. sausio 31 d., penktadienis");
  expect(text("pl-PL", "mmmm yyyy")).toBe("styczeń 2025");
});

test("names the first year of an era as its format asks", () => {
  const first = 43_586;
  const japanese = new Display("ja");
  expect(japanese.cell(first, '[$-ja-JP-x-gannen]ggge"年"', false).text).toBe("令和元年");
  expect(japanese.cell(first, '[$-ja-JP-x-gannen]gggee"年"', false).text).toBe("令和元年");
  expect(japanese.cell(first, 'ggge"年"', false)).toMatchObject({
    text: "令和1年",
    byLanguage: "2019-05-01",
  });
  expect(japanese.cell(first - 1, 'ggge"年"m"月"d"日"', false).text).toBe("平成31年4月30日");
});

test.each([
  ["m/d/yy", "3/04/2026", "en-NZ"],
  ["m/d/yy", "3.4.2026", "sr-Latn-RS"],
  ["d mmmm", "3 Aprili", "sw"],
  ["#,##0.00", "1 234,50", "fr-BE"],
])("knows languages that its library doesn't: %s", (code, text, language) => {
  const value = code.startsWith("#") ? 1234.5 : APRIL_3;
  expect(new Display(language).cell(value, code, false).text.replace(/[\u00a0\u202f]/g, " ")).toBe(
    text,
  );
});

test.each([
  ["a format that no one can read", "0 Euro"],
  ["a code that isn't closed", '0" Euro'],
  ["digits of another script", "[$-2000401]0"],
  ["numbers in words", "[DBNum1]0"],
  ["several percent signs", "0%%"],
  ["a percentage of thousands", "0,%"],
  ["thousands on both sides of the point", "#,.#,"],
  ["a color in German", "[Rot]0"],
  ["no section for the number", "[>100]0;[<-100]0"],
])("writes a plain number, and says so, for %s", (_, code) => {
  expect(english.cell(5, code, false)).toEqual({
    text: "5",
    isNumber: true,
    isFormatUnknown: true,
  });
});

test.each([
  ["the Jewish calendar", "[$-80D]d/m/yyyy", "[$-8040D]d/m/yyyy"],
  ["a language without names", "[$-400]mmmm", "[$-46E]d mmmm yyyy"],
])("writes a plain day, and says so, for %s", (_, __, code) => {
  expect(english.cell(APRIL_3, code, false)).toEqual({
    text: "2026-04-03",
    iso: "2026-04-03",
    isFormatUnknown: true,
  });
});

test.each<[string, number, string]>([
  ["# ?/?", 1.99, "2"],
  ["# ?/?", 0.99, "1"],
  ["# ?/?", 1.5, "1 1/2"],
  ["# ??/??", 1.99, "1 98/99"],
  ["# ??/??", -1.99, "-1 98/99"],
  ["# ??/??", -0.96, "-24/25"],
  ["# ?/4", -1.99, "-2"],
  ["# ?/4", 0.01, "0"],
  ["# ?/4", -0.01, "0"],
  ['# ?/?" hours"', 1.99, "2 hours"],
  ["0 ?/?", 0.5, "0 1/2"],
  ["# ?/?;(# ?/?)", -1.5, "(1 1/2)"],
  ["0;(# ?/?)", 1.5, "2"],
])("writes a fraction as %s: %d", (code, value, text) => {
  expect(english.cell(value, code, false)).toEqual({ text, isNumber: true });
});

test("writes plain hours, and says so, for hours that are counted twice", () => {
  expect(english.cell(3.5, '[h]" of "h', false)).toEqual({
    text: "84:00:00",
    isFormatUnknown: true,
  });
});

test("takes a format that the workbook lacks for one that isn't understood", () => {
  expect(english.cell(5, null, false)).toEqual({
    text: "5",
    isNumber: true,
    isFormatUnknown: true,
  });
});

test("blanks what a format hides, and says so", () => {
  expect(english.cell(5, ";;;", false)).toEqual({ text: "", isHidden: true });
  expect(english.cell(0, "0;-0;;@", false)).toEqual({ text: "", isHidden: true });
  expect(english.text("Ada", ";;;")).toEqual({ text: "", isHidden: true });
});

test("adds to a text what its format does, and nothing else", () => {
  expect(english.text("Ada", '"Ms. "@')).toEqual({ text: "Ms. Ada" });
  expect(english.text("Ada", '0;0;0;@" (new)"')).toEqual({ text: "Ada (new)" });
  for (const code of ["@", "0.00", "dd.mm.yyyy", "General", "0;-0", null]) {
    expect(english.text("  two  spaces ", code)).toEqual({ text: "  two  spaces " });
  }
});

test("takes the section of a format that is for the value", () => {
  expect(english.cell(0, 'dd.mm.yyyy;;"none"', false)).toEqual({ text: "none", isNumber: true });
  expect(english.cell(APRIL_3, 'dd.mm.yyyy;;"none"', false)).toEqual({
    text: "03.04.2026",
    iso: "2026-04-03",
  });
});

test("writes a time before midnight only in workbooks from 1904", () => {
  expect(english.cell(-0.0625, "[h]:mm", true)).toEqual({ text: "-1:30" });
  expect(english.cell(-0.0625, "[h]:mm", false)).toEqual({ text: "", isError: true });
});

test("is an error, not a bare number, for a time beyond the year 9999", () => {
  for (const code of ["h:mm", "[h]:mm:ss", "mm:ss.0"]) {
    expect(english.cell(123_456_789, code, false)).toEqual({ text: "", isError: true });
  }
});

test("counts days with a time without a month", () => {
  expect(english.cell(0.5, 'd"d "h"h"', false)).toEqual({ text: "0d 12h" });
});

describe("formats that a workbook has no entry for", () => {
  const textOf = (id: number, value: number, language: string | null) => {
    const styles = `<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs>`;
    const text = (of: string) => `<c t="inlineStr"><is><t>${of}</t></is></c>`;
    const rows = `<row>${text("Email")}${text("Value")}</row><row>${text("a@example.org")}<c s="1"><v>${value}</v></c></row>`;
    const reading = { sheet: null, language, headerRow: null, withHidden: false, noHeaders: false };
    const { rows: read, warnings, example } = readWorkbook(xlsxOf(rows, { styles }), reading, 10);
    const cell = read[0]?.cells[1] ?? "";
    return [typeof cell === "string" ? cell : cell.text, warnings.length, example !== null];
  };

  test.each([
    [[5, 6], 1234.5, "$1,235", "1.235 €"],
    [[7, 8, 44], 1234.5, "$1,234.50", "1.234,50 €"],
    [[42], 1234.5, "$1,235", "1.235 €"],
    [[41], 1234.5, "1,235", "1.235"],
    [[43], 1234.5, "1,234.50", "1.234,50"],
    [[37, 38], -1234.5, "(1,235)", "-1.235"],
    [
      [14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
      APRIL_3,
      "4/3/2026",
      "03.04.2026",
    ],
    [[15], APRIL_3, "3-Apr-26", "03. Apr 26"],
    [[32, 33, 34, 35], 0.375, "9:00:00", "09:00:00"],
  ])("are those of the computer: %j", (ids, value, inEnglish, inGerman) => {
    for (const id of ids) {
      expect(textOf(id, value, null)).toEqual([inEnglish, 0, true]);
      expect(textOf(id, value, "de")).toEqual([inGerman, 0, true]);
    }
  });

  test("and that no computer has are a note on the row", () => {
    expect(textOf(300, 1234.5, null)).toEqual(["1234.5", 1, true]);
  });
});
