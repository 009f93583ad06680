import { HANDED_LIST_HASH, type HandedList, type Variable } from "@sendwright/core/contract";
import { asksForName, knownName } from "@sendwright/core/recipients/personName";
import { recipientKey, recipientText } from "@sendwright/core/recipients/recipients";
import { openSite } from "../shared/openSite.ts";
import { write } from "../shared/stored.ts";
import { textToHtml } from "../shared/textToHtml.ts";
import type { PanelForm } from "./usePanelForm.ts";

/** Columns with a value for each person, by the key of their mailbox. */
interface OwnColumns {
  headers: readonly string[];
  valuesOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * People as a table: their addresses, their names, the parts of a name that the template asks for,
 * and the values that they have of their own.
 */
function tableOfPeople(
  texts: readonly string[],
  variables: readonly Pick<Variable, "name">[],
  own: OwnColumns,
): string[][] {
  const people = texts.map(recipientText);
  const isNamed = people.some(({ name }) => name !== "");
  const parts = variables.flatMap(({ name }) =>
    isNamed && asksForName(name) && name !== "Name" && !own.headers.includes(name) ? name : [],
  );
  const columns = isNamed && !own.headers.includes("Name") ? ["Name"] : [];
  const rows = people.map(({ address, name, text }) => [
    address ?? text,
    ...columns.map(() => name),
    ...parts.map((part) => (name === "" ? "" : (knownName(part, name) ?? ""))),
    ...(own.valuesOf.get(recipientKey(text)) ?? own.headers.map(() => "")),
  ]);
  return [["Email", ...columns, ...parts, ...own.headers], ...rows];
}

/**
 * Opens Bulk Send with these people, their names and values, and the template or text of the form.
 * The list waits in the extension's memory until the site asks for it; the form stays as it is.
 * `table`: a pasted table that they are from.
 */
export async function handToBulkSend(
  form: PanelForm,
  texts: readonly string[],
  table?: string,
): Promise<void> {
  const { uid, draft, template, values, ownColumns } = form;
  if (!draft) return;
  const variables = template.data?.parsed_variables ?? [];
  const handed: HandedList = {
    id: crypto.randomUUID(),
    uid,
    rows: tableOfPeople(texts, variables, ownColumns),
    ...(table !== undefined && { table }),
    templateId: draft.templateId,
    subject: draft.subject,
    body: textToHtml(draft.body),
    values: [...values].filter(([, value]) => value !== ""),
  };
  await write({ handed });
  await openSite(`#${HANDED_LIST_HASH}`);
}
