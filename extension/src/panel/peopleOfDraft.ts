import type { Variable } from "@sendwright/core/contract";
import { applyChange, type ListChange } from "@sendwright/core/list/change";
import { cellText, isFilled, type List, withoutColumns } from "@sendwright/core/list/list";
import { feedsOf, namesFor } from "@sendwright/core/list/mapping";
import {
  agreedValues,
  ownColumns,
  tableWithOwn,
  unskippedRows,
} from "@sendwright/core/list/ownValues";
import { emptyList, listOfAddresses, recipientsIn } from "@sendwright/core/list/read";
import { type RecipientText, recipientText } from "@sendwright/core/recipients/recipients";
import { type Email, readList, writtenList } from "@sendwright/web/parts";
import type { Draft } from "../shared/stored.ts";
import { withRecipients } from "./draftChanges.ts";

type People = Pick<Draft, "recipients" | "typed" | "table" | "asTyped">;

/**
 * The people of the form as a list: the table in which they have values of their own, else their
 * addresses. The addresses say who is in it; the table says what is known of them.
 */
export function listOfDraft(
  { recipients, typed, table: stored, asTyped = [] }: People,
  variables: readonly Variable[],
): List {
  const pieces = recipients.map(recipientText);
  const known = stored && readList(stored);
  if (!known || !isFed(known, variables))
    return { ...withoutColumns(listOfAddresses(pieces, emptyList()), variables), asTyped };
  const table = {
    ...known,
    asTyped: [...new Set([...(known.asTyped ?? []), ...asTyped])],
  };
  const inTable = recipientsOf(table);
  const isLonger = inTable.every((text, at) => text === recipients[at]);
  if (isLonger) return withNew(table, [...pieces.slice(inTable.length), ...typedPiece(typed)]);
  // The source tells lists apart: this is still the same one.
  const list = listOfAddresses([...pieces, ...typedPiece(typed)], table);
  return withNames({ ...list, source: table.source }, table);
}

/** Whether a placeholder has a value for each person. */
function isFed(list: List, variables: readonly Variable[]): boolean {
  return [...feedsOf(list, variables).values()].some((header) => header !== null);
}

/** The list with new people below; the list itself if there are none. */
function withNew(list: List, people: readonly RecipientText[]): List {
  if (people.length === 0) return list;
  const { rows, lastId } = listOfAddresses(people, { ...list, rows: [] });
  return withNames({ ...list, rows: [...list.rows, ...rows], lastId }, list);
}

/** The people of a list who aren't skipped, and further people whose mailbox it doesn't have. */
export function withPeople(list: List, further: readonly string[]): List {
  const there = recipientsOf(list);
  const others = withRecipients(there, further).slice(there.length);
  return withNew({ ...list, rows: unskippedRows(list) }, others.map(recipientText));
}

/** The address that isn't a chip yet: a table has no field for it, but it must not be missed. */
function typedPiece(typed: string): RecipientText[] {
  return typed.trim() === "" ? [] : [recipientText(typed)];
}

/** The addresses of a list, as the form keeps them. */
function recipientsOf({ rows }: List): string[] {
  return rows.map(({ cells: [cell] }) => cellText(cell)).filter((text) => text.trim() !== "");
}

/** Gives people who have just come the names in their addresses, in the columns that have those. */
function withNames(list: List, before: List): List {
  const isKnown = new Set(before.rows.map(({ id }) => id));
  const cells = (list.namesFrom ?? []).flatMap((header) =>
    [...namesFor(list, header)].flatMap(([id, cell]) =>
      isKnown.has(id) ? [] : { id, header, cell },
    ),
  );
  return cells.length === 0 ? list : applyChange(list, { type: "cells", cells });
}

/** The change of the form when its table has become this one. */
export function withTable(table: List): Partial<Draft> {
  const stored = table.rows.some(isFilled) ? writtenList(table, "") : undefined;
  return { table: stored, recipients: recipientsOf(table), typed: "" };
}

/** The change of the form after a step in its table. */
export function changeTable(list: List, step: ListChange): Partial<Draft> {
  return withTable(applyChange(list, step));
}

/** The parts that a change of a placeholder's values needs. */
interface ValuesInput {
  draft: Pick<Draft, "typed" | "values">;
  list: List;
  isTable: boolean;
  mail: Email;
  /** The values that everyone gets. */
  values: ReadonlyMap<string, string>;
}

/** The change of the form when a placeholder gets a value for each person. */
export function withOwnValues(
  variable: Variable,
  { draft, list, isTable, mail, values }: ValuesInput,
): Partial<Draft> {
  const shared = Object.fromEntries(values);
  if (isTable) return changeTable(list, ownColumns([variable], shared, mail.dateFormat));
  const people = listOfAddresses([...recipientsIn(list), ...typedPiece(draft.typed)], list);
  return withTable(tableWithOwn(people, [variable], shared, mail.dateFormat));
}

/** The change of the form when a placeholder gets one value for all. */
export function withSameValue(
  variable: Variable,
  { draft, list, mail, values }: Omit<ValuesInput, "isTable">,
): Partial<Draft> {
  const agreed = agreedValues(list, [variable], Object.fromEntries(values));
  const others = draft.values.filter(([name]) => !Object.hasOwn(agreed, name));
  const feeds = new Map([[variable.name, "same" as const]]);
  const next = applyChange(list, { type: "feed", feeds });
  // Chips can't show who is skipped.
  const left = isFed(next, mail.variables) ? next : { ...next, rows: unskippedRows(next) };
  return {
    ...withTable(next),
    recipients: recipientsOf(left),
    values: [...others, ...Object.entries(agreed)],
  };
}
