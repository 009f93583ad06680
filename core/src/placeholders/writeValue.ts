import type { Variable, VariableType } from "../contract/templates.ts";
import { isBlank } from "../isBlank.ts";
import { bareAddress } from "../recipients/recipients.ts";
import { escapeHtml } from "./htmlText.ts";

/**
 * Why a value doesn't fit its variable (a dropdown's options, the address pattern), as a sentence,
 * or null. A blank value is fine here; `variable.required` says whether one is needed.
 */
export function valueProblem(variable: Variable, value: string): string | null {
  const text = value.trim();
  if (variable.type === "dropdown" && !variable.options.includes(text) && !isBlank(value)) {
    return `"${text}" is not one of the options of {{${variable.name}}}: ${variable.options.join(", ")}.`;
  }
  if (variable.type === "email" && bareAddress(text) === null && !isBlank(value)) {
    return `"${text}" in {{${variable.name}}} is not an email address.`;
  }
  return null;
}

/** Where a value goes: a subject line, the text of a body, or an attribute of a body's tag. */
export type ValuePlace = "subject" | "text" | "attribute";

/** A marked value shows in a preview where it came from. */
export interface Mark {
  name: string;
  type: VariableType;
  isMissing: boolean;
}

const LINE_BREAK = /\r\n?|[\n\u0085\u2028\u2029]/g;
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Text on one line: each run of line breaks and control characters becomes one space, so that no
 * header can begin in it.
 */
export function oneLine(text: string): string {
  return text.replace(CONTROL_CHARACTERS, " ");
}

/**
 * A person's value as written in its place: in a subject on one line, in a body escaped, with
 * `<br>` for line breaks in text. Marked text is wrapped in `<span data-variable data-type>`, with
 * `data-missing` for a gap.
 */
export function writeValue(value: string, place: ValuePlace, mark: Mark | null): string {
  if (place === "subject") return oneLine(value);
  if (place === "attribute") return escapeHtml(oneLine(value));
  const lines = value.split(LINE_BREAK).map((line) => escapeHtml(oneLine(line)));
  const html = lines.join("<br>");
  if (!mark) return html;
  const missing = mark.isMissing ? ' data-missing="true"' : "";
  return `<span data-variable="${escapeHtml(mark.name)}" data-type="${mark.type}"${missing}>${html}</span>`;
}
