/** American English, as it is written if no language is chosen. */
export const DEFAULT_LANGUAGE = "en-US";

/**
 * A tag that `Intl` takes, with its script and region (`zh-Hant`, `sr-Latn-RS`, `es-419`). A later
 * version may store one that isn't in our list.
 */
const TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

const writers = new Map<string, Intl.DateTimeFormat>();

/**
 * A day in words: `January 31, 2025`, or `Freitag, 31. Januar 2025` in `de` with the day of the
 * week. A language that can't be written is American English. `day` is a UTC date.
 */
export function dayInLanguage(day: Date, language: string, hasWeekday: boolean): string {
  return writerOf(language, hasWeekday ? "full" : "long").format(day);
}

/** A day in numbers, as a language writes it: `31.01.2025`. `day` is a UTC date. */
export function numbersInLanguage(day: Date, language: string): string {
  return writerOf(language, "numbers").format(day);
}

const NUMBERS = { day: "2-digit", month: "2-digit", year: "numeric" } as const;

function writerOf(language: string, style: "full" | "long" | "numbers"): Intl.DateTimeFormat {
  const tag = TAG.test(language) ? language : DEFAULT_LANGUAGE;
  const key = `${tag} ${style}`;
  let writer = writers.get(key);
  if (!writer) {
    writer = new Intl.DateTimeFormat([tag, DEFAULT_LANGUAGE], {
      ...(style === "numbers" ? NUMBERS : { dateStyle: style }),
      timeZone: "UTC",
      calendar: "gregory",
      numberingSystem: "latn",
    });
    writers.set(key, writer);
  }
  return writer;
}
