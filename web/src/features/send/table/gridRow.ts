import type { Cell } from "@sendwright/core/list/list";
import type { RowView } from "./rowView.ts";

/**
 * A row as the grid holds it: includes a cell that is being edited or filled, until that becomes a change of the list.
 */
export interface GridRow extends RowView {
  draft?: Cell;
}

/** The header of a column with values; null for the others. */
export function headerOf(column: { key: string } | undefined): string | null {
  return column?.key.startsWith("cell ") ? column.key.slice("cell ".length) : null;
}

/** How editors and buttons identify a row. */
export function rowName(n: number | null): string {
  return n === null ? "a new row" : `row ${n}`;
}
