import type { Variable } from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";

/** A column of the list as the table shows it. */
export interface ShownColumn {
  header: string;
  isAddress: boolean;
  /** The placeholders that it feeds. */
  variables: readonly Variable[];
}

/** The addresses, then the columns that feed placeholders in the order of these, then the others. */
export function columnsOf(list: Pick<List, "columns" | "mapping">, variables: readonly Variable[]): ShownColumn[] {
  const feeds = feedsOf(list, variables);
  const { address } = list.mapping;
  const fed = variables.flatMap(({ name }) => feeds.get(name) ?? []);
  const isColumn = new Set(list.columns);
  const headers = new Set([...(address === null ? [] : [address]), ...fed, ...list.columns]);
  return [...headers]
    .filter((header) => isColumn.has(header))
    .map((header) => ({
      header,
      isAddress: header === address,
      variables: variables.filter(({ name }) => feeds.get(name) === header),
    }));
}

/** The columns that the email uses; all of them until the address column is known. */
export function neededColumns(columns: readonly ShownColumn[]): readonly ShownColumn[] {
  if (!columns.some(({ isAddress }) => isAddress)) return columns;
  return columns.filter(({ isAddress, variables }) => isAddress || variables.length > 0);
}
