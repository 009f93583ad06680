import type { Template, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatOrder } from "@sendwright/core/dates/order";
import { formatTime } from "@sendwright/core/dates/times";
import { isBlank } from "@sendwright/core/placeholders";

/** Enough of a long value to recognize it. */
const ENOUGH = 80;

const NUMBER_WORDS = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Says that all people, at least two, get the same email. */
export function sameValues(people: number): string {
  if (people === 2) return "Both get the same values";
  return `All ${NUMBER_WORDS[people - 3] ?? people} get the same values`;
}

export interface SharedValue {
  name: string;
  value: string;
}

interface SharedValuesInput extends Pick<Template, "dateFormat" | "timeFormat"> {
  variables: readonly Variable[];
}

/** Each placeholder with the text that every email has in its place. */
export function sharedValues(template: SharedValuesInput, values: Readonly<Record<string, string>>): SharedValue[] {
  const given = new Map(Object.entries(values));
  return template.variables.flatMap((variable) => {
    const value = inTheMail(variable, (given.get(variable.name) ?? "").trim(), template).replace(/\s+/g, " ");
    if (value === "") return [];
    return { name: variable.name, value: value.length > ENOUGH ? `${value.slice(0, ENOUGH).trimEnd()}…` : value };
  });
}

function inTheMail({ type, fallback }: Variable, value: string, { dateFormat, timeFormat }: SharedValuesInput): string {
  if (isBlank(value)) return fallback ?? "";
  if (type === "time") return formatTime(value, timeFormat).text;
  if (type !== "date") return value;
  return formatDate(value, { format: dateFormat, order: formatOrder(dateFormat) }).text;
}
