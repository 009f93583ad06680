import type { CheckResult } from "@sendwright/core/check/types";
import { DEFAULT_LIMITS, type Template, type Variable } from "@sendwright/core/contract";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { checkList } from "@sendwright/core/list/check";
import { historyOf } from "@sendwright/core/list/history";
import type { List } from "@sendwright/core/list/list";
import { listOfTable } from "@sendwright/core/list/read";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { emailOf } from "./form/email.ts";
import { EMPTY_FORM, type ListPart, NO_PEOPLE, type SendForm } from "./form/sendForm.ts";
import type { ValidationInput } from "./submit/sendErrors.ts";

/** Complete test objects of Bulk Send; a test overrides only the parts it needs. */
export function aMail(parts: Partial<Template> = {}) {
  const template = aTemplate(parts);
  const mail = emailOf({ ...EMPTY_FORM, choice: { kind: "template", id: template.id } }, template);
  if (!mail) throw new Error("A template makes an email.");
  return mail;
}

export function aList(text = "Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n"): List {
  return listOfTable(readCsv(text, { maxRows: 10_000 }), { kind: "file", name: "people.csv" });
}

/** A list as the form holds it, whose row ids have been used up to `used`. */
export function withIdsAfter(used: number, list: List): List {
  return {
    ...list,
    rows: list.rows.map((row) => ({ ...row, id: used + row.id })),
    lastId: used + list.lastId,
  };
}

/** A form with a list in CSV mode. */
export function aForm(
  list: List | null = aList(),
  parts: Partial<SendForm> = {},
  raw: ListPart["raw"] = null,
): SendForm {
  return { ...EMPTY_FORM, people: historyOf({ ...NO_PEOPLE, list, raw }), ...parts };
}

export function aCheck(
  list: List = aList(),
  variables: readonly Variable[] = [aVariable("Name")],
  more: Partial<Parameters<typeof checkList>[1]> = {},
): CheckResult {
  const formats = { subject: "", body: "", dateFormat: "mmddyyyy", timeFormat: "12hr" } as const;
  return checkList(list, { ...formats, variables, values: new Map(), limit: 1_000, ...more });
}

/** The context of a form without errors. */
export function aGiven(parts: Partial<ValidationInput> = {}): ValidationInput {
  return {
    limits: DEFAULT_LIMITS,
    mail: aMail(),
    list: aList(),
    readError: null,
    checkError: null,
    check: null,
    now: Date.parse("2026-11-20T10:00:00Z"),
    isSignedIn: true,
    fileErrors: [],
    ...parts,
  };
}
