import { HANDED_LIST_HASH, type HandedList, type Variable } from "@sendwright/core/contract";
import { ADDRESS, cellText, cellValue, type List, NO_MAPPING } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";
import { freeHeader } from "@sendwright/core/list/read";
import { asksForName, knownName } from "@sendwright/core/recipients/personName";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { openSite } from "../shared/openSite.ts";
import { write } from "../shared/stored.ts";
import { textToHtml } from "../shared/textToHtml.ts";
import { putAside } from "./draftChanges.ts";
import type { PanelForm } from "./usePanelForm.ts";

/**
 * The people of the form as a table: their addresses, their names, the parts of a name that the
 * template asks for, and their own values in columns with the names of their placeholders. The site
 * finds the values by these names, so what has one value for all is no column.
 */
function tableOfPeople(list: List, { draft, template, feeds, values }: PanelForm): string[][] {
  const variables = template.data?.parsed_variables ?? [];
  const address = list.columns.indexOf(list.mapping.address ?? ADDRESS);
  const isOwn = ({ name }: Variable) => (feeds.get(name) ?? null) !== null;
  const own = variables.flatMap(({ name, type }) => {
    const index = list.columns.indexOf(feeds.get(name) ?? "");
    return index < 0 || index === address ? [] : { name, type, index };
  });
  const people = list.rows.map(({ cells }) => recipientText(cellText(cells[address])));
  const parts = people.some(({ name }) => name !== "")
    ? ["Name", ...variables.map(({ name }) => name).filter(asksForName)]
    : [];
  const headers = [...new Set([ADDRESS, ...parts, ...own.map(({ name }) => name)])];
  const guessed = feedsOf({ columns: headers, mapping: NO_MAPPING }, variables);
  const aside = putAside(draft?.table);
  /** Whether all have this value, which isn't the name of one of them. */
  const isSame = ({ name, type }: Variable) => {
    const value = values.get(name) ?? "";
    if (type === "sticky" || !asksForName(name)) return value !== "";
    return aside.has(name) && people.every((person) => knownName(name, person.name) !== value);
  };
  const taken = new Set(
    variables.flatMap((one) => (!isOwn(one) && isSame(one) ? (guessed.get(one.name) ?? []) : [])),
  );
  const columns = headers.slice(1).filter((header) => !taken.has(header));
  const rows = list.rows.map(({ cells }, at) => {
    const { address: bare, name, text } = people[at] ?? recipientText("");
    const valueIn = (header: string) => {
      const known = own.find((one) => one.name === header);
      if (known) return cellValue(cells[known.index], known.type);
      return header === "Name" ? name : (knownName(header, name) ?? "");
    };
    const isBare = name === "" || columns.includes("Name");
    return [isBare ? (bare ?? text) : text, ...columns.map(valueIn)];
  });
  const names = variables.map(({ name }) => name);
  return [[taken.has(ADDRESS) ? freeHeader(ADDRESS, names) : ADDRESS, ...columns], ...rows];
}

/**
 * Opens Bulk Send with these people, their names and values, and the template or text of the form.
 * The list waits in the extension's memory until the site asks for it; the form stays as it is.
 * `table`: a pasted table that they are from.
 */
export async function handToBulkSend(form: PanelForm, list: List, table?: string): Promise<void> {
  const { uid, draft, values, feeds } = form;
  if (!draft) return;
  const handed: HandedList = {
    id: crypto.randomUUID(),
    uid,
    rows: tableOfPeople(list, form),
    ...(table !== undefined && { table }),
    templateId: draft.templateId,
    subject: draft.subject,
    body: textToHtml(draft.body),
    values: [...values].filter(
      ([name, value]) => value !== "" && (feeds.get(name) ?? null) === null,
    ),
  };
  await write({ handed });
  await openSite(`#${HANDED_LIST_HASH}`);
}
