import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import type { Template, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatTime } from "@sendwright/core/dates/times";
import type { PreviewInput } from "../../../data/previews.ts";
import type { Email } from "../form/email.ts";
import type { SendForm } from "../form/sendForm.ts";

type Checked = Pick<CheckResult, "rows" | "dateOrders">;

/**
 * The row to show: the requested one, else the first that gets an email, else the first with an address that nobody
 * skipped; null if there is nothing to show.
 */
export function previewedRow(form: SendForm, mail: Email | null, check: Checked | null): CheckedRow | null {
  if (!mail || !check || (mail.subject.trim() === "" && mail.body === "")) return null;
  const asked = check.rows.find(({ id }) => id === form.previewRow);
  const skipped = new Set(form.people.now.list?.rows.flatMap((row) => (row.skipped === null ? [] : row.id)));
  // In manual mode a missing value keeps everyone back.
  const isList = form.people.now.mode === "manual";
  const ready = isList ? undefined : check.rows.find(({ verdict }) => verdict === "ready");
  return asked ?? ready ?? check.rows.find(({ id, address }) => address !== null && !skipped.has(id)) ?? null;
}

/** What the server renders for a row; without one, for a requested preview in manual mode. Null for nothing. */
export function previewInput(
  form: SendForm,
  mail: Email | null,
  check: Checked | null,
  row: CheckedRow | null,
): PreviewInput | null {
  const { choice, subject, body, values, people, previewRow } = form;
  if (!mail) return null;
  if (!row && (people.now.mode === "csv" || previewRow === null)) return null;
  const variables = row && check ? rowVariables(mail.variables, row, check.dateOrders, mail) : { ...values };
  const formats = { dateFormat: mail.dateFormat, timeFormat: mail.timeFormat };
  if (choice.kind === "template") return { template_id: choice.id, variables, ...formats };
  return { template_id: "", variables, subject, body, ...formats };
}

/**
 * What a preview or a test of a checked row is rendered with: dates and times already in the template's formats,
 * because how `1/2/2025` is read was decided by its whole column (rule: format of the preview).
 */
function rowVariables(
  variables: readonly Variable[],
  row: Pick<CheckedRow, "values">,
  dateOrders: CheckResult["dateOrders"],
  formats: Pick<Template, "dateFormat" | "timeFormat">,
): Record<string, string> {
  return Object.fromEntries(
    variables.map(({ name, type }, index) => {
      const value = row.values[index] ?? "";
      if (type === "time") return [name, formatTime(value, formats.timeFormat).text];
      if (type !== "date") return [name, value];
      return [name, formatDate(value, { format: formats.dateFormat, order: dateOrders.get(name) ?? "mdy" }).text];
    }),
  );
}
