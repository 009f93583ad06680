/**
 * The languages in which dates in words can be written, as BCP 47 tags. Names and order of the
 * parts are the platform's own (`Intl`); a test in a real browser compares it with the server's.
 */
export const DATE_LANGUAGES: readonly string[] = [
  "bg",
  "ca",
  "cs",
  "da",
  "de",
  "el",
  "en-GB",
  "es",
  "et",
  "fi",
  "fr",
  "hr",
  "hu",
  "it",
  "ja",
  "ko",
  "lt",
  "lv",
  "nb",
  "nl",
  "pl",
  "pt",
  "ro",
  "sk",
  "sl",
  "sv",
  "tr",
  "uk",
];

/** Whether dates can be written in a language: "" for the default, one of the list. */
export function isDateLanguage(tag: string): boolean {
  return tag === "" || DATE_LANGUAGES.includes(tag);
}
