/** The names of the months, first to last: English, German, and as both shorten them. */
const MONTH_NAMES = [
  "january jan januar jänner jaenner jän",
  "february feb februar",
  "march mar märz maerz mär mrz",
  "april apr",
  "may mai",
  "june jun juni",
  "july jul juli",
  "august aug",
  "september sep sept",
  "october oct oktober okt",
  "november nov",
  "december dec dezember dez",
];
const NUMBERS = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

/** A number of each part, as somebody wrote it. */
export interface WrittenDate {
  year: string;
  month: number;
  day: number;
}

const SPACE = "[ \\u00a0\\u202f]";
const DAY_PATTERN = "(\\d{1,2})(?:st|nd|rd|th)?";
const MONTH = "([a-zä]{3,9})\\.?";
/** "15. April 2026", "15 Apr 2026", "15th April, 2026", "15-Apr-26". */
const DAY_FIRST = new RegExp(`^${DAY_PATTERN}(?:\\.${SPACE}?|${SPACE}|-)${MONTH}(?:,?${SPACE}|-)(\\d{4}|\\d{2})$`, "i");
/** "April 15, 2026"; a year of two digits would be a second day. */
const MONTH_FIRST = new RegExp(`^${MONTH}${SPACE}${DAY_PATTERN}(?:,${SPACE}?|${SPACE})(\\d{4})$`, "i");

/**
 * The date that a text without space around it is with its month in words, English or German, full or short. Null for
 * anything else; the day may be one that the calendar does not have. Each part has a bounded length: a long text costs
 * no more.
 */
export function readWordDate(text: string): WrittenDate | null {
  // Some systems write an ä as two characters.
  const composed = text.length > 40 ? text : text.normalize("NFC");
  const dayFirst = DAY_FIRST.exec(composed);
  if (dayFirst) return dated(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = MONTH_FIRST.exec(composed);
  return monthFirst && dated(monthFirst[3], monthFirst[1], monthFirst[2]);
}

function dated(year = "", month = "", day = ""): WrittenDate | null {
  const number = NUMBERS.get(month.toLowerCase());
  return number === undefined ? null : { year, month: number, day: Number(day) };
}
