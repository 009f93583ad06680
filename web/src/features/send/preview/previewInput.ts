import { furtherRowsOf, leadingRow } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { type Formats, formatsOf } from "@sendwright/core/dates/formats";
import { formatTime } from "@sendwright/core/dates/times";
import { previewedDate } from "@sendwright/core/list/moments";
import { compileTemplate } from "@sendwright/core/placeholders";
import type { PreviewInput } from "../../../data/previews.ts";
import { type Email, unsigned } from "../form/email.ts";
import type { SendForm } from "../form/sendForm.ts";

type PreviewCheck = Pick<CheckResult, "rows" | "dateOrders" | "openDates" | "numberForms">;

/**
 * The row to show: the requested one, or that whose email it is part of; else the first that gets an
 * email, else the first that has an address and isn't skipped; null if there is none.
 */
export function previewedRow(
  form: SendForm,
  mail: Email | null,
  check: PreviewCheck | null,
): CheckedRow | null {
  if (!mail || !check || (mail.subject.trim() === "" && mail.body === "")) return null;
  const asked = check.rows.find(({ id }) => id === form.previewRow);
  const skipped = new Set(
    form.people.now.list?.rows.flatMap((row) => (row.skipped === null ? [] : row.id)),
  );
  // In manual mode a missing value blocks everyone.
  const isList = form.people.now.mode === "manual";
  const ready = isList ? undefined : check.rows.find(({ verdict }) => verdict === "ready");
  return (
    (asked && leadingRow(check.rows, asked)) ??
    ready ??
    check.rows.find(({ id, address }) => address !== null && !skipped.has(id)) ??
    null
  );
}

/**
 * The server's input for a row; for a preview requested without rows in manual mode, uses the
 * shared values. Null if there is nothing to show.
 */
export function previewInput(
  form: SendForm,
  mail: Email | null,
  check: PreviewCheck | null,
  row: CheckedRow | null,
): PreviewInput | null {
  const { choice, subject, body, values, people, previewRow } = form;
  if (!mail) return null;
  if (!row && (people.now.mode === "csv" || previewRow === null)) return null;
  const formats = formatsOf(mail);
  const given = {
    ...(row && check ? emailValues(mail, row, check) : { variables: { ...values } }),
    ...formats,
  };
  if (choice.kind === "template") return { template_id: choice.id, ...given };
  return { template_id: "", subject, body, ...given, ...unsigned(form) };
}

/** The values of an email: its row's, its further rows', and how its sums are read. */
export function emailValues(mail: Email, row: CheckedRow, check: PreviewCheck) {
  const { rows, numberForms } = check;
  const valuesOf = (one: CheckedRow) => rowVariables(mail.variables, one, check, mail);
  // The check may still be that of the template before, in which rows were joined.
  const isJoined = row.further !== undefined && compileTemplate(mail).joining !== null;
  const further = isJoined ? furtherRowsOf(rows, row) : [];
  return {
    variables: valuesOf(row),
    ...(further.length > 0 && { rows: further.map(valuesOf) }),
    ...(numberForms.size > 0 && { number_forms: Object.fromEntries(numberForms) }),
  };
}

/**
 * The values that render a preview or test of a checked row. Dates and times are already in the
 * template's formats, because the whole column decides how to read `1/2/2025` (rule: format of the
 * preview). Dates in words are in English here, which can be read again; the server writes them in
 * the email's language.
 */
function rowVariables(
  variables: readonly Variable[],
  row: Pick<CheckedRow, "values">,
  check: PreviewCheck,
  formats: Formats,
): Record<string, string> {
  return Object.fromEntries(
    variables.map((variable, index) => {
      const { name, type } = variable;
      const value = row.values[index] ?? "";
      if (type === "time") return [name, formatTime(value, formats.timeFormat).text];
      if (type !== "date") return [name, value];
      return [name, previewedDate(variable, value, check, formats.dateFormat)];
    }),
  );
}
