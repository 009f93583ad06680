import { AppError } from "../contract/appError.ts";
import {
  type Comparison,
  MAX_PLACEHOLDER_LENGTH,
  nameProblem,
  newPlaceholder,
  type Placeholder,
  SUM,
  tidy,
} from "./grammar.ts";
import { escapeHtml } from "./htmlText.ts";

function tidied({ name, options, fallback, ...given }: Placeholder): Placeholder {
  const isSum = given.isSum ?? false;
  const type = isSum ? "text" : given.type;
  return {
    name: tidy(name),
    type,
    isSum,
    options:
      type === "dropdown" ? [...new Set(options.map(tidy))].filter((option) => option !== "") : [],
    fallback: type === "text" && fallback !== null ? tidy(fallback) : null,
  };
}

function contentOf({ name, type, options, fallback, isSum }: Placeholder, typed: boolean): string {
  if (isSum) return fallback === null ? `${name}|${SUM}` : `${name}|${SUM}:${fallback}`;
  if (type === "dropdown") return `${name}|dropdown:${options.join(",")}`;
  if (type !== "text") return `${name}|${type}`;
  if (fallback !== null) return `${name}|text:${fallback}`;
  return typed ? `${name}|text` : name;
}

const BRACE = /[{}]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Why a placeholder that a person is editing can't be written, as a sentence, or null. The grammar
 * has no escapes: a
 * name can't contain a brace, a `|` or a sign at its beginning, an option no comma, a fallback no
 * brace.
 */
export function placeholderProblem(placeholder: Placeholder): string | null {
  const tidy = tidied(placeholder);
  if (tidy.name === "") return "A placeholder needs a name.";
  const problem = nameProblem(tidy.name);
  if (problem) return `The placeholder ${problem}.`;
  if (tidy.type === "dropdown") {
    if (tidy.options.length === 0) return "A dropdown needs at least one option.";
    if (tidy.options.some((option) => option.includes(",")))
      return "An option can't contain a comma.";
    if (tidy.options.some((option) => BRACE.test(option))) return "An option can't contain { or }.";
  }
  if (tidy.fallback !== null && BRACE.test(tidy.fallback))
    return "The text for a blank value can't contain { or }.";
  const content = contentOf(tidy, true);
  if (CONTROL_CHARACTER.test(content)) return "A placeholder can't contain unprintable characters.";
  if (content.length > MAX_PLACEHOLDER_LENGTH) return "The placeholder is too long.";
  return null;
}

/** Why a condition that a person is editing can't be written, as a sentence, or null. */
export function conditionProblem({ name, value }: Comparison): string | null {
  const problem = placeholderProblem(newPlaceholder(name));
  if (problem !== null || value === null) return problem;
  if (name.includes("=")) return "A placeholder with = in its name can't be compared.";
  if (tidy(value) === "") return "Enter the value to compare with.";
  if (/[{}|]/.test(value)) return "The value can't contain {, } or |.";
  return CONTROL_CHARACTER.test(tidy(value))
    ? "The value can't contain unprintable characters."
    : null;
}

/**
 * A placeholder (or token: one whose type `text` was written out keeps it) as written in a subject
 * ("text") or in a body ("html": escaped). Reading it again gives the same placeholder, tidied:
 * outer spaces and empty or repeated options are removed. Throws `invalid_input` with the sentence
 * of `placeholderProblem`.
 */
export function serializePlaceholder(
  placeholder: Placeholder & { typed?: boolean | undefined },
  markup: "text" | "html" = "text",
): string {
  const problem = placeholderProblem(placeholder);
  if (problem) throw new AppError("invalid_input", problem);
  const written = `{{${contentOf(tidied(placeholder), placeholder.typed ?? false)}}}`;
  return markup === "html" ? escapeHtml(written) : written;
}
