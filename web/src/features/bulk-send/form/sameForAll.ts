import { nearlyNamedColumns } from "@sendwright/core/check/columns";
import type { BulkForm } from "./bulkForm.ts";
import type { BulkMail } from "./bulkMail.ts";
import { isTyped } from "./typedTable.ts";

type Choices = Pick<BulkForm, "columnMap" | "sameForAll">;
type Variables = Pick<BulkMail, "variables">;

/** A variable may be called like something every object has. */
export function givenValue(values: BulkForm["values"], name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? "") : "";
}

/**
 * The variables that have one value for everybody: those of which a person said so, and the sticky ones that no column
 * was chosen for or is named like. `headers` are the file's (null: a typed table).
 */
export function namesForAll(form: Choices, { variables }: Variables, headers: readonly string[] | null): string[] {
  const isChosen = (name: string) => Object.hasOwn(form.columnMap, name);
  const chosen = variables.filter(({ name, type }) => {
    if (Object.hasOwn(form.sameForAll, name)) return form.sameForAll[name];
    return type === "sticky" && !isChosen(name) && !headers?.includes(name);
  });
  return chosen.map(({ name }) => name);
}

/** The variables that have a value for each person in a typed table. */
export function namesInTable(form: Choices, mail: Variables): string[] {
  const same = new Set(namesForAll(form, mail, null));
  return mail.variables.flatMap(({ name }) => (same.has(name) ? [] : [name]));
}

/** What a file or table feeds the mail with, as it goes to the check and into the call. */
export interface Feeding {
  /** Variable → header, where the two differ. */
  columnMap: Record<string, string>;
  /** Variable → the value of all rows. */
  sameForAll: Record<string, string>;
  /** Variables whose column was taken although its header is written in another way. */
  taken: ReadonlyMap<string, string>;
}

/** What feeds each variable of the mail. */
export function feedingOf(
  form: Choices & Pick<BulkForm, "values" | "source">,
  mail: Variables,
  headers: readonly string[],
): Feeding {
  const isOwn = form.source !== null && isTyped(form.source.content);
  const same = namesForAll(form, mail, isOwn ? null : headers);
  const open = mail.variables.filter(({ name }) => !same.includes(name));
  const chosen = Object.entries(form.columnMap).filter(([variable]) => open.some(({ name }) => name === variable));
  const free = headers.filter((header) => !chosen.some(([, taken]) => taken === header));
  const undecided = open.filter(({ name }) => !Object.hasOwn(form.columnMap, name));
  const taken = nearlyNamedColumns(undecided, free);
  return {
    columnMap: Object.fromEntries([...taken, ...chosen.filter(([, header]) => header !== NO_COLUMN)]),
    sameForAll: Object.fromEntries(same.map((name) => [name, givenValue(form.values, name)])),
    taken,
  };
}

/** The answers for columns that are there: a typed table loses and regains columns. */
export function ordersOf({ dateOrders, source }: Pick<BulkForm, "dateOrders" | "source">, headers: readonly string[]) {
  if (!source || !isTyped(source.content)) return dateOrders;
  return Object.fromEntries(Object.entries(dateOrders).filter(([header]) => headers.includes(header)));
}

/** A person's choice that no column feeds a variable, also none with nearly its name. */
export const NO_COLUMN = "";
