import { type RefObject, useEffect, useRef } from "react";
import type { DataGridHandle } from "react-data-grid";
import { useStable } from "../../../lib/useStable.ts";
import { nextProblem } from "./findProblem.ts";
import type { RowView } from "./rowView.ts";
import { FIRST_COLUMN } from "./tableKeys.ts";

/** Focuses the first address, or the first value that each person now has of their own. */
export type FirstCell = "address" | "value";

interface FirstCellInput {
  begin: FirstCell | null;
  headers: readonly string[];
  views: readonly RowView[];
  /** Whether these are the rows to fix. */
  isFixing: boolean;
}

/**
 * Selects the first cell once: Tab enters the table at an editable cell, not at its headers. Among
 * the rows to fix, this is the first cell to fix, since a key changes the selected cell.
 */
export function useFirstCell(
  grid: RefObject<DataGridHandle | null>,
  place: RefObject<HTMLElement | null>,
  { begin, headers, views, isFixing }: FirstCellInput,
): void {
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const first = begin === "value" && headers.length > 1 ? 1 : 0;
    const problem = isFixing ? nextProblem(views, headers, { row: 0, column: -1 }) : null;
    const { row, column } = problem ?? { row: 0, column: first };
    grid.current?.selectCell(
      { idx: column + FIRST_COLUMN, rowIdx: row },
      { shouldFocusCell: begin !== null },
    );
    if (begin !== null)
      place.current?.scrollIntoView({ block: begin === "value" ? "center" : "nearest" });
  }, [grid, place, begin, headers, views, isFixing]);
}

interface ShownRowInput {
  views: readonly RowView[];
  heightOf: (view: RowView) => number;
  headerHeight: number;
}

/** Scrolls the table, and not the page, to the row that the preview shows. */
export function useShownRow(
  grid: RefObject<DataGridHandle | null>,
  { views, heightOf, headerHeight }: ShownRowInput,
): void {
  const shownId = views.find(({ isShown }) => isShown)?.id ?? null;
  const showRow = useStable(() => {
    const box = grid.current?.element;
    const at = views.findIndex(({ id }) => id === shownId);
    const view = views[at];
    if (!box || !view) return;
    const top = views.slice(0, at).reduce((sum, before) => sum + heightOf(before), 0);
    const room = box.clientHeight - headerHeight;
    const isInView = top >= box.scrollTop && top + heightOf(view) <= box.scrollTop + room;
    if (!isInView) box.scrollTop = Math.max(0, top - (room - heightOf(view)) / 2);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is shown.
  useEffect(showRow, [shownId]);
}
