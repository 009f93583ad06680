/**
 * Calendars that count years from an emperor's first year, or a republic's. In `gannen`, the first
 * year has its name.
 */
export type EraCalendar = "japanese" | "gannen" | "taiwanese";

interface Era {
  /** From this day on. */
  since: string;
  /** As `g`, `gg` and `ggg` write it. */
  names: readonly [string, string, string];
  /** The year before its first. */
  zero: number;
}

/** The latest first. Excel has no days before 1900. */
const JAPANESE: readonly Era[] = [
  { since: "2019-05-01", names: ["R", "令", "令和"], zero: 2018 },
  { since: "1989-01-08", names: ["H", "平", "平成"], zero: 1988 },
  { since: "1926-12-25", names: ["S", "昭", "昭和"], zero: 1925 },
  { since: "1912-07-30", names: ["T", "大", "大正"], zero: 1911 },
  { since: "1900-01-01", names: ["M", "明", "明治"], zero: 1867 },
];
const TAIWANESE: readonly Era[] = [
  { since: "1900-01-01", names: ["", "民國", "中華民國"], zero: 1911 },
];

/** Private characters, one for each code. */
const MARKS = ["g", "gg", "ggg", "e", "ee"].map((code, index) => ({
  code,
  mark: String.fromCodePoint(0xe000 + index),
}));

/**
 * Written into a format in the place of `g`, `gg`, `ggg`, `e` or `ee`, which the library doesn't
 * write.
 */
export function eraMark(code: string): string {
  const known = code.toLowerCase().slice(0, /^g/i.test(code) ? 3 : 2);
  return `"${MARKS.find((one) => one.code === known)?.mark ?? ""}"`;
}

/** The text of a day (as `2026-04-03`), with its era and the year in the place of their marks. */
export function withEra(text: string, iso: string, calendar: EraCalendar): string {
  const eras = calendar === "taiwanese" ? TAIWANESE : JAPANESE;
  const era = eras.find(({ since }) => iso >= since);
  if (!era) return text;
  const year = Number(iso.slice(0, 4)) - era.zero;
  const isFirst = calendar === "gannen" && year === 1;
  const written = isFirst ? "元" : String(year);
  const [letter, short, name] = era.names;
  const of: Record<string, string> = {
    g: letter,
    gg: short,
    ggg: name,
    e: written,
    ee: isFirst ? written : written.padStart(2, "0"),
  };
  return MARKS.reduce((whole, { code, mark }) => whole.replaceAll(mark, of[code] ?? ""), text);
}
