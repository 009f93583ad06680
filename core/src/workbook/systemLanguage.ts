import { addLocale, getLocale, type LocaleData, listLocales } from "numfmt";

/**
 * A BCP 47 language as the library of formats knows it. One that it doesn't know is added from the
 * browser's data.
 */
export function systemLanguage(language: string): string {
  if (listLocales().includes(language)) return language;
  const { language: base, region = "" } = new Intl.Locale(language).maximize();
  const tag = `${base}-${region}`;
  if (listLocales().includes(tag)) return tag;
  const isKnown = listLocales().includes(base);
  if (isKnown && new Intl.Locale(base).maximize().region === region) return base;
  const known = isKnown ? (getLocale(base) ?? null) : null;
  addLocale(
    {
      ...(known ?? calendarNames(language)),
      ...marksOf(language),
      format: formatOf(language, known),
    },
    tag,
  );
  return tag;
}

/**
 * The language of Windows' number for it, such as `407`; null if the library has no names for it.
 */
export function languageOfWindows(id: number): string | null {
  // Formats of its own for languages that decline the month after the day: the 3rd *of* April.
  if (id >= 0xf000) {
    const plain = (id & 0x3ff) | 0x400;
    const language = DECLINING.get(plain);
    return language === undefined || !getLocale(plain)
      ? null
      : declining(plain.toString(16), language);
  }
  return getLocale(id) ? id.toString(16) : null;
}

/** The sign between the day and the month of a short date. */
export function dateSeparatorOf(language: string): string {
  return getLocale(language)?.format?.dateSep?.trim() || "/";
}

/** Languages that decline a month beside its day, by Windows' number. */
const DECLINING: ReadonlyMap<number, string> = new Map([
  [0x405, "cs"],
  [0x40b, "fi"],
  [0x415, "pl"],
  [0x419, "ru"],
  [0x41a, "hr"],
  [0x41b, "sk"],
  [0x422, "uk"],
  [0x423, "be"],
  [0x427, "lt"],
]);
/** In these, the month comes after its day. */
const AFTER_ITS_DAY = new Set(["cs", "fi", "sk", "uk"]);

/**
 * The language to write a format in whose month is beside its day, if that declines it; else null.
 */
export function declinedLanguage(
  language: string,
  order: "day first" | "month first",
): string | null {
  const own = /^\d[\da-f]{2,3}$/.test(language)
    ? DECLINING.get(Number.parseInt(language, 16))
    : [...DECLINING.values()].find((one) => one === language.split("-")[0]);
  if (own === undefined || (order === "month first" && AFTER_ITS_DAY.has(own))) return null;
  return declining(language, own);
}

function declining(known: string, language: string): string {
  const tag = `${language}-fc00`;
  if (!listLocales().includes(tag))
    addLocale({ ...getLocale(known), mmmm: calendarNames(language).mmmm }, tag);
  return tag;
}

const DAY = { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" } as const;
/** The 3 April 2026, a Friday. */
const APRIL_3 = Date.UTC(2026, 3, 3);
const DAY_MS = 86_400_000;

function calendarNames(
  language: string,
): Pick<LocaleData, "mmmm" | "mmm" | "dddd" | "ddd" | "ampm"> {
  const part = (
    options: Intl.DateTimeFormatOptions,
    type: Intl.DateTimeFormatPartTypes,
    time: number,
  ) => {
    const parts = new Intl.DateTimeFormat(language, {
      ...options,
      timeZone: "UTC",
      calendar: "gregory",
    }).formatToParts(time);
    return (parts.find((one) => one.type === type)?.value ?? "").replace(/\.$/, "");
  };
  const months = (month: "long" | "short") =>
    Array.from({ length: 12 }, (_, at) =>
      part({ day: "numeric", month }, "month", Date.UTC(2026, at, 3)),
    );
  const weekdays = (weekday: "long" | "short") =>
    Array.from({ length: 7 }, (_, at) => part({ weekday }, "weekday", APRIL_3 + (at + 2) * DAY_MS));
  const ampm = [0.3, 0.6].map((at) =>
    part({ hour: "numeric", hour12: true }, "dayPeriod", APRIL_3 + at * DAY_MS),
  );
  return {
    mmmm: months("long"),
    mmm: months("short"),
    dddd: weekdays("long"),
    ddd: weekdays("short"),
    ampm,
  } as Pick<LocaleData, "mmmm" | "mmm" | "dddd" | "ddd" | "ampm">;
}

function marksOf(language: string): Pick<LocaleData, "decimal" | "group"> {
  const parts = new Intl.NumberFormat(language, { numberingSystem: "latn" }).formatToParts(
    1_234_567.8,
  );
  const mark = (type: string, or: string) => parts.find((part) => part.type === type)?.value ?? or;
  return { decimal: mark("decimal", "."), group: mark("group", ",") };
}

/**
 * How days are written, as the library describes it: the order of day, month and year, and the
 * texts between them.
 */
function formatOf(language: string, known: LocaleData | null): NonNullable<LocaleData["format"]> {
  const parts = new Intl.DateTimeFormat(language, {
    ...DAY,
    calendar: "gregory",
    numberingSystem: "latn",
  }).formatToParts(APRIL_3);
  const at = (type: string) => parts.findIndex((part) => part.type === type);
  const dateOrder = at("year") < at("day") ? 2 : at("day") < at("month") ? 1 : 0;
  const dateSep = parts.find(({ type }) => type === "literal")?.value ?? "/";
  if (known?.format?.dateOrder === dateOrder && known.format.dateSep === dateSep)
    return known.format;
  const isPadded = (type: string) => parts[at(type)]?.value.length === 2;
  return { ...known?.format, dateOrder, dateSep, padDd: isPadded("day"), padMm: isPadded("month") };
}
