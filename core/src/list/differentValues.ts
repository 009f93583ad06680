import type { Variable } from "../contract/templates.ts";
import { areAmounts } from "../numbers/areAmounts.ts";
import type { RenderOptions } from "../placeholders/compiledRow.ts";
import { shownValue } from "../placeholders/emailTrees.ts";
import { tidy } from "../placeholders/grammar.ts";
import { type Joining, type SharedNames, type Summed, sharedText } from "../placeholders/sums.ts";
import { listInWords } from "../pluralize.ts";

/** A placeholder outside of the repeated part in which the rows of an email differ. */
export interface Difference {
  name: string;
  isInSubject: boolean;
  isInBody: boolean;
  /** The values of all rows, as the email shows them. */
  values: readonly string[];
  /** By row, all that the email depends on: rows with the same text agree. */
  texts: readonly string[];
}

/** How rows with these values of a placeholder differ; null if they don't. */
export function differenceIn(
  joining: Joining,
  variable: Pick<Variable, "name" | "type">,
  values: readonly string[],
  options: RenderOptions,
): Difference | null {
  const { name } = variable;
  const shownIn = (shared: SharedNames) =>
    values.map((value) => asShown(shared, variable, value, options));
  const textsIn = (shared: SharedNames) =>
    shownIn(shared).map((value) => sharedText(shared, name, value));
  const [subject, body] = [textsIn(joining.in.subject), textsIn(joining.in.body)];
  const isInSubject = new Set(subject).size > 1;
  const isInBody = new Set(body).size > 1;
  if (!isInSubject && !isInBody) return null;
  const texts = subject.map((text, at) => JSON.stringify([text, body[at]]));
  return { name, isInSubject, isInBody, values: shownIn(joining), texts };
}

/**
 * A value as the email shows it, so that rows which only write it differently agree. Conditions
 * compare it as it is written.
 */
function asShown(
  { asked }: SharedNames,
  variable: Pick<Variable, "name" | "type">,
  value: string,
  options: RenderOptions,
): string {
  if (asked.has(variable.name)) return value;
  return tidy(shownValue(variable, value, options)).normalize("NFC");
}

/**
 * Names the placeholders in which the rows of an email differ, their places and the ways out:
 * "values for {{Child}} in the subject. Take it out of the subject, or send an email each."
 */
export function differentValues(
  different: readonly Difference[],
  { asked, aroundSums }: Joining,
  sums: ReadonlyMap<string, Summed>,
): string {
  const [pronoun, totals] = different.length === 1 ? ["it", "its total"] : ["them", "their totals"];
  const words = (some: readonly Difference[]) =>
    some.length === different.length ? pronoun : namesInWords(some);
  const isAround = ({ name }: Difference) => asked.has(name) && aroundSums.has(name);
  const inSubject = different.filter(({ isInSubject }) => isInSubject);
  const inBody = different.filter(({ isInBody }) => isInBody);
  const around = inBody.filter(isAround);
  const movable = inBody.filter((one) => !isAround(one));
  const canTotal = different.every(
    ({ name, values }) => !asked.has(name) && (sums.has(name) || areAmounts(values)),
  );
  const ways: string[] = [];
  if (inSubject.length > 0) ways.push(`take ${words(inSubject)} out of the subject`);
  if (movable.length > 0) ways.push(`put ${words(movable)} in the repeated part`);
  if (around.length > 0) ways.push(`take the total out of the condition on ${words(around)}`);
  const total = canTotal ? `use ${totals}, ` : "";
  const advice = `${total}${ways.join(" and ")}, or send an email each.`;
  return `values for ${namesInWords(different)}${placeInWords(different)}. ${capitalized(advice)}`;
}

function namesInWords(some: readonly Difference[]): string {
  return listInWords(some.map(({ name }) => `{{${name}}}`));
}

/** The place in which all of them differ; "" for the body, where most do. */
function placeInWords(different: readonly Difference[]): string {
  if (!different.every(({ isInSubject }) => isInSubject)) return "";
  if (different.every(({ isInBody }) => isInBody)) return " in the subject and the body";
  return different.some(({ isInBody }) => isInBody) ? "" : " in the subject";
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
