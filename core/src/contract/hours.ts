import * as z from "zod/mini";

/**
 * Whether a text names a time zone ("Europe/Berlin"). An offset ("+01:00") doesn't: it has no
 * summer time.
 */
export function isTimeZone(text: unknown): text is string {
  if (typeof text !== "string" || !/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** An IANA name, as a browser gives it. */
export const timeZoneField = z
  .string()
  .check(
    z.maxLength(64, "is not a time zone (such as Europe/Berlin)"),
    z.refine(isTimeZone, "is not a time zone (such as Europe/Berlin)"),
  );

/** Whole hours of one day on a person's clock, from 0 to 24. Hours across midnight are refused. */
export const hoursOfDay = z
  .object({
    from: z.int().check(z.minimum(0), z.maximum(23)),
    to: z.int().check(z.minimum(1), z.maximum(24)),
  })
  .check(z.refine(({ from, to }) => from < to, "must start before they end, on the same day"));
export type HoursOfDay = z.infer<typeof hoursOfDay>;

/** When a send that the daily quota interrupted resumes, unless the person chose other hours. */
export const DEFAULT_HOURS: HoursOfDay = { from: 8, to: 20 };

/** Hours of a day, and their time zone. */
export interface ZonedHours extends HoursOfDay {
  timeZone: string;
}
