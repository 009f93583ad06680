import type { DateFormat, Variable } from "../contract/templates.ts";
import { formatDate } from "../dates/dates.ts";
import { DATE_FROM_FIELD, TIME_FROM_FIELD } from "../dates/fields.ts";
import { asksForName } from "../recipients/personName.ts";
import { type RecipientText, recipientText } from "../recipients/recipients.ts";
import { applyChange, type ListChange } from "./change.ts";
import { areOtherNames, matchPeople } from "./claims.ts";
import {
  ADDRESS,
  type Cell,
  cellText,
  cellValue,
  isIncluded,
  type List,
  type Row,
} from "./list.ts";
import { feedsOf, namesFor } from "./mapping.ts";
import { recipientIn } from "./severalAddresses.ts";

type SharedValues = Readonly<Record<string, string>>;

/**
 * Gives placeholders a column of their own, in which the first person keeps the value that everyone
 * had.
 */
export function ownColumns(
  variables: readonly Variable[],
  values: SharedValues,
  dateFormat: DateFormat,
): ListChange {
  const cells = variables.map(
    (variable) =>
      [variable.name, cellForValue(variable, valueFor(values, variable.name), dateFormat)] as const,
  );
  return { type: "columns", values: new Map(cells) };
}

/** Turns addresses into a table with a column for each of these placeholders. */
export function tableWithOwn(
  addresses: List,
  own: readonly Variable[],
  values: SharedValues,
  dateFormat: DateFormat,
): List {
  const wide = applyChange(addresses, ownColumns(own, values, dateFormat));
  // The column of addresses would feed a placeholder with its name.
  return valueFor(values, ADDRESS) === ""
    ? wide
    : applyChange(wide, { type: "feed", feeds: SAME_ADDRESS });
}

interface PreviousTable {
  table: List;
  /** The values that everyone got then. */
  shared: SharedValues;
}

/**
 * A new table in which each person has what they had in the table that was left. What they only had
 * because everyone did, and everyone has something else now, they don't get again.
 */
export function withOwn(
  table: List,
  variables: readonly Variable[],
  left: PreviousTable,
  shared: SharedValues,
): List {
  const feeds = feedsOf(left.table, variables);
  const columns = variables.flatMap((variable) => {
    const { name } = variable;
    // A column that was put aside for one value is still there.
    const aside = name !== ADDRESS && left.table.columns.includes(name) ? name : null;
    const index = left.table.columns.indexOf(feeds.get(name) ?? aside ?? "");
    const [names, before] = [table, left.table].map((list) => namesFor(list, name));
    return index < 0 ? [] : { variable, index, names, before };
  });
  const people = [...matchPeople(peopleIn(table), peopleIn(left.table))].filter(([row, old]) =>
    columns.every(
      ({ index, names, before }) =>
        before?.has(old.id) || !areOtherNames(cellText(old.cells[index]), names?.get(row.id) ?? ""),
    ),
  );
  const cells = columns.flatMap(({ variable, index, before }) => {
    const { name } = variable;
    const isShared = valueFor(shared, name) === valueFor(left.shared, name);
    return people.flatMap(([row, old]) => {
      const cell = old.cells[index] ?? "";
      const value = cellValue(cell, variable.type);
      // A known name comes from the address, which may be another one now.
      const isOwn = asksForName(name)
        ? value !== "" && value !== before?.get(old.id)
        : isShared || value !== valueFor(left.shared, name);
      return isOwn ? [{ id: row.id, header: name, cell }] : [];
    });
  });
  return applyChange(table, { type: "cells", cells });
}

/** The rows that get an email, and their addresses. */
function peopleIn(table: List): [RecipientText, Row][] {
  return unskippedRows(table).map((row) => [recipientText(recipientIn(table, row)), row]);
}

/**
 * What a table that becomes addresses again does to everyone's values: those that all rows have are
 * taken over, as far as their fields can hold them. A name that no row has any more is cleared, so
 * that it isn't someone else's.
 */
export function agreedValues(
  table: List,
  variables: readonly Variable[],
  shared: SharedValues,
): SharedValues {
  const feeds = feedsOf(table, variables);
  const rows = unskippedRows(table);
  const agreed = variables.flatMap((variable) => {
    const { name } = variable;
    const index = table.columns.indexOf(feeds.get(name) ?? "");
    if (index < 0 || name === ADDRESS) return [];
    const values = rows.map(({ cells }) => cellValue(cells[index], variable.type));
    const known = valueFor(shared, name);
    if (asksForName(name))
      return known === "" || values.includes(known) ? [] : [[name, ""] as const];
    const [first, ...others] = values;
    if (first === undefined || others.length === 0 || others.some((value) => value !== first))
      return [];
    return fitsField(variable, first) ? [[name, first] as const] : [];
  });
  return Object.fromEntries(agreed);
}

function fitsField({ type, options }: Variable, value: string): boolean {
  if (type === "date") return value === "" || DATE_FROM_FIELD.test(value);
  if (type === "time") return value === "" || TIME_FROM_FIELD.test(value);
  return type !== "dropdown" || value === "" || options.includes(value);
}

const SAME_ADDRESS = new Map([[ADDRESS, "same" as const]]);

/** A date from a date field has its ISO date; anything else is text. */
function cellForValue({ type }: Variable, value: string, format: DateFormat): Cell {
  if (type !== "date" || !DATE_FROM_FIELD.test(value)) return value;
  return { text: formatDate(value, { format, order: "mdy" }).text, iso: value };
}

/** The rows of a list that are to get an email. */
export function unskippedRows({ rows }: List): Row[] {
  return rows.filter((row) => isIncluded(row) && row.skipped === null);
}

/** The value that everyone gets for a placeholder. Safe for names that every object has. */
export function valueFor(values: SharedValues, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? "") : "";
}
