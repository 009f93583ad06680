import { AppError } from "../contract/appError.ts";
import type { Variable } from "../contract/templates.ts";
import { linkChecker } from "./linkChecker.ts";
import { checkTogether, checkValue, type MailForm } from "./value.ts";

/** The problems of one set of values, in Direct Send or a manual bulk send. */
export interface CheckedValues {
  /** Required variables without a value. */
  missing: string[];
  /** Values that do not fit their variable. */
  invalid: { variable: string; message: string; suggestion?: string }[];
  /** Values that are sent as they are, although they are no date or time. */
  notes: string[];
}

/** The problems of a set of values (rule: before it goes). */
export function checkValues(
  variables: readonly Variable[],
  values: ReadonlyMap<string, string>,
  mail: MailForm,
): CheckedValues {
  const checked: CheckedValues = { missing: [], invalid: [], notes: [] };
  const given = variables.map(({ name }) => (values.get(name) ?? "").trim());
  const badLinks = linkChecker({ ...mail, variables })(given);
  for (const [index, variable] of variables.entries()) {
    const leadsNowhere = badLinks.has(variable.name);
    for (const { kind, severity, message, suggestion } of checkValue(variable, given[index] ?? "", mail, {
      leadsNowhere,
    })) {
      if (kind === "blank") checked.missing.push(variable.name);
      else if (severity === "note") checked.notes.push(message);
      else checked.invalid.push({ variable: variable.name, message, ...(suggestion !== undefined && { suggestion }) });
    }
  }
  return checked;
}

/**
 * As `checkValues`, for the server; returns the notes.
 * @throws AppError `missing_variables` ("Missing required variables: names", `details.missing`), `invalid_values` or
 * `values_too_long`.
 */
export function requireValues(
  variables: readonly Variable[],
  values: ReadonlyMap<string, string>,
  mail: MailForm,
): string[] {
  const { missing, invalid, notes } = checkValues(variables, values, mail);
  if (missing.length > 0) {
    throw new AppError("missing_variables", `Missing required variables: ${missing.join(", ")}`, {
      details: { missing },
    });
  }
  if (invalid.length > 0) {
    const names = invalid.map(({ variable }) => variable);
    throw new AppError("invalid_values", `${invalid.map(({ message }) => message).join("; ")}.`, {
      details: { invalid: names },
    });
  }
  requireTogether(variables.map(({ name }) => values.get(name) ?? ""));
  return notes;
}

/**
 * Checks the values of one mail together.
 * @throws AppError `values_too_long` when they are too many bytes together.
 */
export function requireTogether(values: readonly string[]): void {
  const finding = checkTogether(values);
  if (finding !== null) throw new AppError("values_too_long", finding.message);
}
