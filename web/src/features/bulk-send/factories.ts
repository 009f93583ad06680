import { checkRows } from "@sendwright/core/check/checkRows";
import type { CheckResult } from "@sendwright/core/check/types";
import { type DateOrder, DEFAULT_LIMITS, type Template, type Variable } from "@sendwright/core/contract";
import { type CsvTable, readCsv } from "@sendwright/core/csv/readCsv";
import { aTemplate, aVariable } from "../../testing/templates.ts";
import { EMPTY_BULK_FORM } from "./form/bulkForm.ts";
import { bulkMail } from "./form/bulkMail.ts";
import type { Given } from "./form/validationErrors.ts";

/** Things of Bulk Send for its tests, each complete and with the parts that a test names. */
export function aMail(parts: Partial<Template> = {}) {
  const template = aTemplate(parts);
  const mail = bulkMail({ ...EMPTY_BULK_FORM, choice: { kind: "template", id: template.id } }, template);
  if (!mail) throw new Error("A template makes a mail.");
  return mail;
}

export function aTable(text = "Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n"): CsvTable {
  return readCsv(text, { maxRows: 1_000 });
}

export function aCheck(
  table: CsvTable,
  variables: readonly Variable[] = [aVariable("Name")],
  dateOrders: Record<string, DateOrder> = {},
): CheckResult {
  const formats = { body: "", dateFormat: "mmddyyyy", timeFormat: "12hr" } as const;
  return checkRows({ ...table, ...formats, variables, dateOrders, recipientColumn: "Email" });
}

/** What a form that nothing is wrong with has around it. */
export function aGiven(parts: Partial<Given> = {}): Given {
  return {
    limits: DEFAULT_LIMITS,
    mail: aMail(),
    recipientColumn: "Email",
    headers: null,
    csvError: null,
    checkError: null,
    check: null,
    now: Date.parse("2026-11-20T10:00:00Z"),
    isSignedIn: true,
    ...parts,
  };
}
