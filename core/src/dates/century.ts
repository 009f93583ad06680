import { hasShortYear } from "./dates.ts";

/** A date with a year of two digits that is read as one of the 2000s. */
export interface OpenCentury {
  /** When it is, as read (UTC, in ms). */
  at: number;
  /** The same text with each year that it can be. */
  texts: Readonly<Record<"1900s" | "2000s", string>>;
}

const BEFORE_YEAR = /^\d{1,2}[./-]\d{1,2}[./-](?=\d{2})/;

/**
 * The two years that a date's text can mean, if it has a year of two digits and was read as this
 * day of the 2000s; else null.
 */
export function openCentury(
  value: string,
  { year, month, day }: { year: number; month: number; day: number },
): OpenCentury | null {
  if (year < 2000 || !hasShortYear(value)) return null;
  const text = value.trim();
  // A month in words has the year at its end; after three numbers there may be a time.
  const at = BEFORE_YEAR.exec(text)?.[0].length ?? text.length - 2;
  const withCentury = (digits: string) => text.slice(0, at) + digits + text.slice(at);
  return {
    at: Date.UTC(year, month - 1, day),
    texts: { "1900s": withCentury("19"), "2000s": withCentury("20") },
  };
}
