import { changed, type ListChange } from "@sendwright/core/list/change";
import { cellText, isFilled, type List, textIn, withoutColumns } from "@sendwright/core/list/list";
import { feedsOf, namesFor } from "@sendwright/core/list/mapping";
import { agreedValues, ownColumns, tableOf } from "@sendwright/core/list/ownValues";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { recipientKey, recipientText } from "@sendwright/core/recipients/recipients";
import { type Email, readList, writtenList } from "@sendwright/web/parts";
import type { Draft } from "../shared/stored.ts";

type Variable = Email["variables"][number];
type People = Pick<Draft, "recipients" | "table" | "asTyped">;

/**
 * The people of the form as a list: the table in which they have values of their own, else their
 * addresses. The addresses say who is in it; the table says what is known of them.
 */
export function listOfDraft(
  { recipients, table: stored, asTyped = [] }: People,
  variables: readonly Variable[],
): List {
  const pieces = recipients.map(recipientText);
  if (!stored)
    return { ...withoutColumns(listOfAddresses(pieces, emptyList()), variables), asTyped };
  const known = readList(stored);
  const table = {
    ...known,
    asTyped: [...new Set([...(known.asTyped ?? []), ...asTyped])],
  };
  const isSame = recipients.join("\n") === recipientsOf(table).join("\n");
  return isSame ? table : withNames(listOfAddresses(pieces, table), table);
}

/** The addresses of a list, as the form keeps them. */
function recipientsOf({ rows }: List): string[] {
  return rows.map(({ cells: [cell] }) => cellText(cell)).filter((text) => text.trim() !== "");
}

/** Gives people who have just come the names in their addresses, in the columns that have those. */
function withNames(list: List, before: List): List {
  const isKnown = new Set(before.rows.map(({ id }) => id));
  const cells = (list.namesFrom ?? []).flatMap((header) =>
    [...namesFor(list, header)].flatMap(([id, cell]) => (isKnown.has(id) ? [] : { id, header, cell })),
  );
  return cells.length === 0 ? list : changed(list, { type: "cells", cells });
}

/** The change of the form when its table has become this one. */
function withTable(table: List): Partial<Draft> {
  return table.rows.some(isFilled)
    ? { table: writtenList(table, ""), recipients: recipientsOf(table) }
    : { table: undefined, recipients: [] };
}

/** The change of the form after a step in its table. */
export function afterStep(list: List, step: ListChange): Partial<Draft> {
  return withTable(changed(list, step));
}

/** The change of the form when a placeholder gets a value for each person. */
export function withOwnValues(
  draft: Pick<Draft, "table">,
  list: List,
  variable: Variable,
  mail: Email,
  values: ReadonlyMap<string, string>,
): Partial<Draft> {
  const shared = Object.fromEntries(values);
  if (!draft.table) return withTable(tableOf(list, [variable], shared, mail.dateFormat));
  return afterStep(list, ownColumns([variable], shared, mail.dateFormat));
}

/** The change of the form when a placeholder gets one value for all. */
export function withSameValue(
  draft: Pick<Draft, "values">,
  list: List,
  variable: Variable,
  mail: Email,
  values: ReadonlyMap<string, string>,
): Partial<Draft> {
  const agreed = agreedValues(list, [variable], Object.fromEntries(values));
  const others = draft.values.filter(([name]) => !Object.hasOwn(agreed, name));
  const step = { type: "feed", feeds: new Map([[variable.name, "same" as const]]) } as const;
  const next = changed(list, step);
  const isAnyOwn = [...feedsOf(next, mail.variables).values()].some((header) => header !== null);
  return {
    values: [...others, ...Object.entries(agreed)],
    ...(isAnyOwn ? withTable(next) : { table: undefined }),
  };
}

/** The values that each person has of their own, for another form. */
export function ownColumnsOf(draft: People, list: List) {
  const headers = draft.table ? list.columns.filter((header) => header !== list.mapping.address) : [];
  return {
    headers,
    valuesOf: new Map(
      list.rows.map((row) => [
        recipientKey(cellText(row.cells[0])),
        headers.map((header) => textIn(list, row, header)),
      ]),
    ),
  };
}
