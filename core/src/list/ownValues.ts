import type { DateFormat, Variable } from "../contract/templates.ts";
import { formatDate } from "../dates/dates.ts";
import { DATE_FROM_FIELD, TIME_FROM_FIELD } from "../dates/fields.ts";
import { asksForName } from "../recipients/personName.ts";
import { changed } from "./change.ts";
import { mailboxIn, onlyOnes } from "./claims.ts";
import { ADDRESS, type Cell, cellValue, isIncluded, type List, type Row, textIn } from "./list.ts";
import { feedsOf, namesFor } from "./mapping.ts";

/**
 * The placeholders whose values can differ: all except sticky ones, or those if there are no others. A half-typed date
 * or time stays a field for everyone, where it is an error.
 */
export function ownVariables(variables: readonly Variable[], unfinished: readonly string[]): readonly Variable[] {
  const others = variables.filter(({ name }) => name !== ADDRESS);
  const free = others.filter(({ type }) => type !== "sticky");
  return (free.length > 0 ? free : others).filter(({ name }) => !unfinished.includes(name));
}

interface Own {
  variables: readonly Variable[];
  dateFormat: DateFormat;
}

type Shared = Readonly<Record<string, string>>;

/**
 * Turns addresses into a table with a column for each of these placeholders, filled with the value that everyone had. A
 * column for names has each person's own name if known; otherwise the cell stays blank except for the first person, so
 * that no one is greeted by someone else's name.
 */
export function tableOf(addresses: List, { variables: own, dateFormat }: Own, values: Shared): List {
  const wide = changed(addresses, { type: "columns", values: new Map(own.map(({ name }) => [name, ""])) });
  // The column of addresses would feed a placeholder with its name.
  const kept = valueFor(values, ADDRESS) === "" ? wide : changed(wide, { type: "feed", feeds: SAME_ADDRESS });
  const cells = kept.rows.flatMap((row, index) =>
    own
      .filter(({ name }) => !asksForName(name) || (index === 0 && textIn(kept, row, name) === ""))
      .map((variable) => ({
        id: row.id,
        header: variable.name,
        cell: cellOf(variable, valueFor(values, variable.name), dateFormat),
      })),
  );
  return changed(kept, { type: "cells", cells });
}

interface Left {
  table: List;
  /** The values that everyone got then. */
  shared: Shared;
}

/** A new table in which each person has what they had of their own in the table that was left. */
export function withOwn(table: List, variables: readonly Variable[], left: Left): List {
  const feeds = feedsOf(left.table, variables);
  const [before, now] = [left.table, table].map(rowsByMailbox);
  const cells = variables.flatMap((variable) => {
    const { name } = variable;
    const header = feeds.get(name) ?? null;
    if (header === null) return [];
    const names = asksForName(name) ? namesFor(left.table, name) : null;
    const index = left.table.columns.indexOf(header);
    return [...(now ?? [])].flatMap(([mailbox, row]) => {
      const old = before?.get(mailbox);
      const cell = old?.cells[index] ?? "";
      const value = cellValue(cell, variable.type);
      // A known name comes from the address, which may be another one now.
      const isOwn = names ? value !== "" && value !== names.get(old?.id ?? 0) : value !== valueFor(left.shared, name);
      return old && isOwn ? [{ id: row.id, header: name, cell }] : [];
    });
  });
  return changed(table, { type: "cells", cells });
}

/** The rows that get an email, by mailbox, without those that share one. */
function rowsByMailbox(table: List): Map<string, Row> {
  const rows = onlyOnes(meantRows(table).map((row) => [mailboxIn(table, row), row]));
  rows.delete("");
  return rows;
}

/**
 * What a table that becomes addresses again does to everyone's values: those that all rows have are taken over, as far
 * as their fields can hold them. A name that no row has any more is cleared, so that it isn't someone else's.
 */
export function agreedValues(table: List, variables: readonly Variable[], shared: Shared): Shared {
  const feeds = feedsOf(table, variables);
  const rows = meantRows(table);
  const agreed = variables.flatMap((variable) => {
    const { name } = variable;
    const index = table.columns.indexOf(feeds.get(name) ?? "");
    if (index < 0 || name === ADDRESS) return [];
    const values = rows.map(({ cells }) => cellValue(cells[index], variable.type));
    const known = valueFor(shared, name);
    if (asksForName(name)) return known === "" || values.includes(known) ? [] : [[name, ""] as const];
    const [first, ...others] = values;
    if (first === undefined || others.length === 0 || others.some((value) => value !== first)) return [];
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
function cellOf({ type }: Variable, value: string, format: DateFormat): Cell {
  if (type !== "date" || !DATE_FROM_FIELD.test(value)) return value;
  return { text: formatDate(value, { format, order: "mdy" }).text, iso: value };
}

/** The rows of a list that are to get an email. */
export function meantRows({ rows }: List): Row[] {
  return rows.filter((row) => isIncluded(row) && row.skipped === null);
}

/** The value that everyone gets for a placeholder. Safe for names that every object has. */
export function valueFor(values: Shared, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? "") : "";
}
