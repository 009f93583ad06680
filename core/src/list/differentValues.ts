import type { Variable } from "../contract/templates.ts";
import { areAmounts } from "../numbers/areAmounts.ts";
import type { RenderOptions } from "../placeholders/compiledRow.ts";
import { shownValue } from "../placeholders/emailTrees.ts";
import { tidy } from "../placeholders/grammar.ts";
import { type Joining, type SharedNames, type Summed, sharedText } from "../placeholders/sums.ts";
import { listInWords } from "../pluralize.ts";

/**
 * A value as the email shows it, so that rows which only write it differently agree; as it is where
 * only conditions ask about it.
 */
export function asShown(
  { asked }: SharedNames,
  variable: Pick<Variable, "name" | "type">,
  value: string,
  options: RenderOptions,
): string {
  if (asked.has(variable.name)) return value;
  return tidy(shownValue(variable, value, options)).normalize("NFC");
}

/**
 * Whether rows with these values of a placeholder differ, as far as the email, or its subject or
 * body, depends on them outside of the repeated part.
 */
export function areDifferent(
  shared: SharedNames,
  name: string,
  values: readonly string[],
): boolean {
  return new Set(values.map((value) => sharedText(shared, name, value))).size > 1;
}

/**
 * Names the placeholders in which the rows of an email differ, their places and the ways out:
 * "values for {{Child}} in the subject. Take it out of the subject, or send an email each."
 * `different` has these placeholders with the values of all rows, as `asShown`.
 */
export function differentValues(
  different: ReadonlyMap<string, readonly string[]>,
  joining: Joining,
  sums: ReadonlyMap<string, Summed>,
): string {
  const names = [...different.keys()];
  const namesIn = (place: keyof Joining["in"]) =>
    names.filter((name) => areDifferent(joining.in[place], name, different.get(name) ?? []));
  const [subject, body] = [namesIn("subject"), namesIn("body")];
  const [around = [], movable = []] = [true, false].map((isAround) =>
    body.filter((name) => (joining.asked.has(name) && joining.aroundSums.has(name)) === isAround),
  );
  const canTotal = [...different].every(
    ([name, values]) => !joining.asked.has(name) && (sums.has(name) || areAmounts(values)),
  );
  const isOne = names.length === 1;
  const written = (some: readonly string[]) => listInWords(some.map((name) => `{{${name}}}`));
  const word = (some: readonly string[]) =>
    some.length < names.length ? written(some) : isOne ? "it" : "them";
  const isAllIn = (some: readonly string[]) => some.length === names.length;
  const where = !isAllIn(subject)
    ? ""
    : body.length === 0
      ? " in the subject"
      : isAllIn(body)
        ? " in the subject and the body"
        : "";
  const ways = [
    ...(subject.length > 0 ? [`take ${word(subject)} out of the subject`] : []),
    ...(movable.length > 0 ? [`put ${word(movable)} in the repeated part`] : []),
    ...(around.length > 0 ? [`take the total out of the condition on ${word(around)}`] : []),
  ].join(" and ");
  const total = canTotal ? `use ${isOne ? "its total" : "their totals"}, ` : "";
  const [first = "", ...rest] = `${total}${ways}, or send an email each.`;
  return `values for ${written(names)}${where}. ${first.toUpperCase()}${rest.join("")}`;
}
