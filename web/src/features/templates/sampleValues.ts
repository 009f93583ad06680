import type { Variable } from "@sendwright/core/contract";
import { beginsLink, SAMPLE_LINK } from "../../lib/beginsLink.ts";

/** The sample text for a placeholder, by a word in its name; the first match counts. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/first.?name|given.?name|vorname/i, "Ada"],
  [/last.?name|family.?name|surname|nachname/i, "Lovelace"],
  [/company|organi[sz]ation|firm/i, "Analytical Engines"],
  [/name$/i, "Ada Lovelace"],
  [/amount|price|total|sum|fee|cost/i, "120.00"],
  [/link|url|website/i, SAMPLE_LINK],
  [/city|place|venue|town/i, "Delft"],
  [/number|\bno\b|\bid\b/i, "1024"],
];

/** A day that can't be a month, so that the preview shows which number is which. */
const SAMPLE_DAY = "28";

function sampleOf({ name, type, options }: Variable, today: Date): string {
  const month = String(today.getMonth() + 1).padStart(2, "0");
  if (type === "date") return [today.getFullYear(), month, SAMPLE_DAY].join("-");
  if (type === "time") return "14:30";
  if (type === "email") return "ada@example.org";
  if (type === "dropdown") return options[0] ?? name;
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

/** A value for each variable of an email with this body, made up unless it is known. */
export function sampleValues(
  variables: readonly Variable[],
  body: string,
  known: ReadonlyMap<string, string> = new Map(),
  today = new Date(),
): Record<string, string> {
  const made = (variable: Variable) => (beginsLink(body, variable.name) ? SAMPLE_LINK : sampleOf(variable, today));
  return Object.fromEntries(variables.map((variable) => [variable.name, known.get(variable.name) ?? made(variable)]));
}
