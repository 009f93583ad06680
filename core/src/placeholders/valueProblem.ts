import type { Variable } from "../contract/templates.ts";
import { isEmailAddress } from "../recipients/recipients.ts";
import { isBlank } from "./blank.ts";

/**
 * Why a value doesn't fit its variable (a dropdown's options, the address pattern), as a sentence, or null. A blank
 * value is fine here; `variable.required` says whether one is needed.
 */
export function valueProblem(variable: Variable, value: string): string | null {
  const text = value.trim();
  if (variable.type === "dropdown" && !variable.options.includes(text) && !isBlank(value)) {
    return `"${text}" is not one of the options of {{${variable.name}}}: ${variable.options.join(", ")}.`;
  }
  if (variable.type === "email" && !isEmailAddress(text) && !isBlank(value)) {
    return `"${text}" in {{${variable.name}}} is not an email address.`;
  }
  return null;
}
