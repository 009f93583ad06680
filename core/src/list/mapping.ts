import { nearlyNamedColumns, suggestColumns } from "../check/columns.ts";
import type { CheckedColumns } from "../check/types.ts";
import type { Variable } from "../contract/templates.ts";
import type { Feed, List } from "./list.ts";

/** By placeholder, in their order: the header of the column that feeds it; null if everyone gets the same value. */
export type Feeds = ReadonlyMap<string, string | null>;

type Named = Pick<Variable, "name" | "type">;

/**
 * Decides which column feeds each placeholder: the one that the person chose, else the one with its name, else the one
 * whose header differs only in case and spaces. A sticky placeholder has one value for everyone unless a column has its
 * name. All others have one value for everyone.
 */
export function feedsOf({ columns, mapping }: Pick<List, "columns" | "mapping">, variables: readonly Named[]): Feeds {
  const isColumn = new Set(columns);
  const chosen = new Map<string, Feed>(
    [...mapping.values].filter(([, feed]) => feed === "same" || isColumn.has(feed.column)),
  );
  const open = variables.filter(({ name }) => !chosen.has(name));
  const taken = new Set([...chosen.values()].flatMap((feed) => (feed === "same" ? [] : feed.column)));
  const free = columns.filter((header) => !taken.has(header));
  const near = nearlyNamedColumns(
    open.filter(({ type }) => type !== "sticky"),
    free,
  );
  return new Map(
    variables.map(({ name }) => {
      const feed = chosen.get(name);
      if (feed !== undefined) return [name, feed === "same" ? null : feed.column];
      return [name, isColumn.has(name) ? name : (near.get(name) ?? null)];
    }),
  );
}

/** What the feeds of a list leave over: placeholders without a column, columns without a placeholder, and likely pairs. */
export function columnsReport(
  { columns, mapping }: Pick<List, "columns" | "mapping">,
  variables: readonly Variable[],
  feeds: Feeds,
): CheckedColumns {
  const taken = new Set([mapping.address, ...feeds.values()]);
  const unused = columns.filter((header) => !taken.has(header));
  const without = variables.filter(({ name }) => feeds.get(name) === null && mapping.values.get(name) !== "same");
  return {
    used: variables.map(({ name }) => ({ variable: name, header: feeds.get(name) ?? null })),
    unused,
    missing: without.map(({ name, required }) => ({ variable: name, required, message: `No column for {{${name}}}.` })),
    suggestions: suggestColumns(without, unused),
  };
}
