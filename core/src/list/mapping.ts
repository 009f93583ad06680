import type { CheckedColumns } from "../check/types.ts";
import type { Variable } from "../contract/templates.ts";
import { looseName } from "../placeholders/likeness.ts";
import type { CopyField } from "../recipients/copies.ts";
import { asksForName, knownName } from "../recipients/personName.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { nearlyNamedColumns, suggestColumns } from "./columns.ts";
import { cellText, isWrittenAgain, type List, type Row, textIn } from "./list.ts";

/**
 * By placeholder, in their order: the header of the column that feeds it; null if none does, so that
 * everyone gets the same value.
 */
export type Feeds = ReadonlyMap<string, string | null>;

type NamedPlaceholder = Pick<Variable, "name" | "type">;

/**
 * Decides which column feeds each placeholder: the one that the person chose, else the one with its
 * name, else the one whose header differs only in case and spaces. A sticky placeholder has one
 * value for everyone unless a column has its name. All others have one value for everyone.
 */
export function feedsOf(
  { columns, mapping }: Pick<List, "columns" | "mapping">,
  variables: readonly NamedPlaceholder[],
): Feeds {
  const isColumn = new Set(columns);
  const chosen = new Map<string, string | null>();
  for (const { name } of variables) {
    const feed = mapping.values.get(name);
    if (feed === "same") chosen.set(name, null);
    else if (feed !== undefined && isColumn.has(feed.column)) chosen.set(name, feed.column);
  }
  const open = variables.filter(
    ({ name, type }) => !chosen.has(name) && !isColumn.has(name) && type !== "sticky",
  );
  // A column with the name of one placeholder isn't used for another.
  const taken = new Set([...chosen.values(), ...variables.map(({ name }) => name)]);
  const near = nearlyNamedColumns(
    open,
    columns.filter((header) => !taken.has(header)),
  );
  return new Map(
    variables.map(({ name }) => {
      const guess = isColumn.has(name) ? name : (near.get(name) ?? null);
      return [name, chosen.has(name) ? (chosen.get(name) ?? null) : guess];
    }),
  );
}

/** The header of the column whose addresses get a copy; null if there is none. */
export function copyColumn(
  { columns, mapping }: Pick<List, "columns" | "mapping">,
  field: CopyField,
): string | null {
  const header = mapping[field];
  return header !== null && columns.includes(header) ? header : null;
}

/**
 * The column of each placeholder, and those without one, except where the person chose the same value
 * for everyone.
 */
export function columnsReport(
  { mapping }: Pick<List, "mapping">,
  variables: readonly Variable[],
  feeds: Feeds,
): CheckedColumns {
  const without = variables.filter(
    ({ name }) => feeds.get(name) === null && mapping.values.get(name) !== "same",
  );
  return {
    used: variables.map(({ name }) => ({ variable: name, header: feeds.get(name) ?? null })),
    missing: without.map(({ name, required }) => ({
      variable: name,
      required,
      message: `No column for {{${name}}}.`,
    })),
  };
}

/**
 * The headers of the columns that the email doesn't use: for the address, a copy or a placeholder.
 */
export function unusedColumns(
  { columns, mapping, several }: Pick<List, "columns" | "mapping" | "several">,
  feeds: Feeds,
): string[] {
  const own = several !== undefined && several.as !== null ? several.columns : [];
  const used = new Set([mapping.address, mapping.cc, mapping.bcc, ...own, ...feeds.values()]);
  return columns.filter((header) => !used.has(header));
}

/**
 * The unused columns of which nothing is in the email, not even a placeholder with their name and
 * other values.
 */
export function foreignColumns(
  list: Pick<List, "columns" | "mapping" | "several">,
  feeds: Feeds,
): string[] {
  const named = new Set([...feeds.keys()].map(looseName));
  return unusedColumns(list, feeds).filter((header) => !named.has(looseName(header)));
}

/**
 * By placeholder: the unused columns that look like it, if no column has its values and the person
 * hasn't said that everyone gets the same.
 */
export function likelyColumns(
  list: Pick<List, "columns" | "mapping" | "several">,
  feeds: Feeds,
): ReadonlyMap<string, readonly string[]> {
  const open = [...feeds].flatMap(([name, header]) =>
    header === null && list.mapping.values.get(name) !== "same" ? name : [],
  );
  return suggestColumns(open, unusedColumns(list, feeds));
}

/** In another email to people of an earlier send: whether a row has the value that it had in that send. */
function isAsEarlier(list: List, row: Row, header: string): boolean {
  const at = list.columns.indexOf(header);
  return (
    list.added?.includes(header) !== true &&
    (row.earlier === undefined || cellText(row.earlier[at]) === cellText(row.cells[at]))
  );
}

/**
 * In another email to people of an earlier send: the headers of the columns in which everyone still
 * has the value that they had in that send.
 */
export function earlierColumns(list: List): ReadonlySet<string> {
  if (!isWrittenAgain(list)) return new Set();
  const isFrom = (header: string) =>
    list.rows.every((row) => isAsEarlier(list, row, header)) &&
    list.rows.some((row) => textIn(list, row, header).trim() !== "");
  return new Set(list.columns.filter(isFrom));
}

/**
 * The rows (by id) whose people would get the email that they have: the same template with the same
 * values.
 */
export function rowsAsEarlier(
  list: List,
  { template, revision }: { template: string; revision: string | undefined },
  feeds: Feeds,
): ReadonlySet<number> {
  const { earlier } = list;
  const isSameText = earlier?.template === template && earlier?.revision === revision;
  // Each value of that send is in a column with its placeholder's name.
  const isSameUse = [...feeds].every(([name, header]) => header === name);
  if (!earlier || !isSameText || !isSameUse) return new Set();
  const names = [...feeds.keys()];
  const same = list.rows.filter((row) => names.every((one) => isAsEarlier(list, row, one)));
  return new Set(same.map(({ id }) => id));
}

/**
 * By row: the names that were read before. Reading those of 10,000 rows takes too long for each key
 * that is typed.
 */
const namesRead = new WeakMap<Row, Map<string, string | null>>();

/**
 * By row id: the name, or the part of it, that a placeholder asks for, where the row's address
 * comes with a name, as in `Ann Good <ann@example.org>`. Empty for a placeholder that asks for
 * something else.
 */
export function namesFor(list: List, placeholder: string): ReadonlyMap<number, string> {
  const { address } = list.mapping;
  if (address === null || !asksForName(placeholder)) return new Map();
  const position = list.columns.indexOf(address);
  return new Map(
    list.rows.flatMap((row) => {
      const name = nameIn(row, position, placeholder);
      return name === null ? [] : [[row.id, name] as const];
    }),
  );
}

/** The name that a row's address gives a placeholder; null for none. `position`: of the addresses. */
export function nameIn(row: Row, position: number, placeholder: string): string | null {
  const text = cellText(row.cells[position]);
  if (!text.trimEnd().endsWith(">")) return null;
  const names = namesRead.get(row) ?? new Map<string, string | null>();
  namesRead.set(row, names);
  const key = `${position} ${placeholder}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  const name = knownName(placeholder, parseRecipient(text)?.name ?? "");
  names.set(key, name);
  return name;
}
