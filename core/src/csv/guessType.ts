import type { VariableType } from "../contract/templates.ts";
import { readDate } from "../dates/dates.ts";
import { formatTime } from "../dates/times.ts";
import { parseRecipient } from "../recipients/recipients.ts";

/** How many values of a column we look at. */
const SAMPLE = 200;
/** The part of a column that must be dates (times): a typo in a few cells doesn't make it text. */
const MIN_SHARE = 0.8;

/**
 * The type of placeholder that a column's values fit. An email only when all of them are addresses,
 * or the others would keep their rows from being sent; never a dropdown, whose options would refuse
 * the next file's values.
 */
export function guessType(values: Iterable<string>): VariableType {
  const filled: string[] = [];
  for (const value of values) {
    if (value.trim() !== "") filled.push(value);
    if (filled.length === SAMPLE) break;
  }
  if (filled.length === 0) return "text";
  const share = (fits: (value: string) => boolean) => filled.filter(fits).length / filled.length;
  if (share((value) => parseRecipient(value) !== null) === 1) return "email";
  if (share((value) => readDate(value) !== null) >= MIN_SHARE) return "date";
  if (share((value) => formatTime(value, "24hr").recognized) >= MIN_SHARE) return "time";
  return "text";
}
