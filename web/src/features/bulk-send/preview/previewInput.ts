import type { CheckResult } from "@sendwright/core/check/types";
import type { PreviewInput } from "../../../data/previews.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import type { BulkMail } from "../form/bulkMail.ts";
import { rowVariables } from "./rowVariables.ts";

/** The values of the row on screen: of the file's row, or in manual mode those that hold for all. */
function variablesOf(form: BulkForm, mail: BulkMail, check: CheckResult | null): Record<string, string> {
  const row = check?.rows.find(({ n }) => n === form.previewRow);
  if (form.mode === "csv") return row && check ? rowVariables(mail.variables, row, check.dateOrders, mail) : {};
  return Object.fromEntries(Object.entries(form.values));
}

/**
 * The row to show: the one that was asked for, else the first that gets a mail, or in manual mode the first with an
 * address; null while there is nothing to be shown.
 */
export function previewedRow(form: BulkForm, mail: BulkMail | null, check: CheckResult | null): number | null {
  const isGone = form.mode === "csv" && check !== null && !check.rows.some(({ n }) => n === form.previewRow);
  if (!mail || (form.previewRow !== null && !isGone)) return form.previewRow;
  if (mail.subject.trim() === "" && mail.body === "") return null;
  const isList = form.mode === "manual";
  const isUsable = ({ address, verdict }: CheckResult["rows"][number]) =>
    isList ? address !== null : verdict === "ready";
  return check?.rows.find(isUsable)?.n ?? null;
}

/** What the server is to render, or null while no preview was asked for. */
export function previewInput(form: BulkForm, mail: BulkMail | null, check: CheckResult | null): PreviewInput | null {
  if (form.previewRow === null || !mail || (form.mode === "csv" && !check)) return null;
  const variables = variablesOf(form, mail, check);
  const formats = { dateFormat: mail.dateFormat, timeFormat: mail.timeFormat };
  if (form.choice.kind === "template") return { template_id: form.choice.id, variables, ...formats };
  return { template_id: "", variables, subject: form.subject, body: form.body, ...formats };
}
