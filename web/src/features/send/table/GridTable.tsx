import type { Formats } from "@sendwright/core/dates/formats";
import type { Cell, List } from "@sendwright/core/list/list";
import { cellText } from "@sendwright/core/list/list";
import { type Ref, useImperativeHandle, useMemo, useRef } from "react";
import {
  type CellMouseArgs,
  type CellMouseEvent,
  DataGrid,
  type DataGridHandle,
  type DataGridProps,
} from "react-data-grid";
import "react-data-grid/lib/styles.css";
import { flushSync } from "react-dom";
import { afterPress } from "../../../lib/afterPress.ts";
import { pastedCells } from "../../../lib/pastedCells.ts";
import { useStable } from "../../../lib/useStable.ts";
import { type CellPlace, nextProblem } from "./findProblem.ts";
import { cellRenderer, type GridRow, gridColumns, headerOf } from "./gridColumns.tsx";
import { useGridLayout } from "./gridLayout.ts";
import { type FirstCell, useFirstCell, useShownRow } from "./gridSelection.ts";
import type { FilesOf } from "./RowFileButton.tsx";
import { ROW } from "./rowHeight.ts";
import { cellAt, type OnRowAction, positionsOf, type RowAction, type RowView } from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";
import styles from "./table.module.css";
import { FIRST_COLUMN, useTableKeys } from "./tableKeys.ts";

/** How other components control the grid. */
export interface TablePlace {
  /** Renders a cell of a shown row, and returns it. */
  goTo: (id: number, header: string) => HTMLElement | null;
  /** Where the focus goes when its button disappears. */
  focus: () => void;
}

export interface GridTableProps {
  ref: Ref<TablePlace>;
  list: List;
  /** The rows on the screen, with the blank ones below. */
  views: readonly RowView[];
  columns: readonly ShownColumn[];
  formats: Formats;
  /** Null if no row has a file of its own. */
  filesOf: FilesOf | null;
  /** Whether you are going from problem to problem. */
  isFixing: boolean;
  act: OnRowAction;
  onCells: (cells: { id: number; header: string; cell: Cell }[]) => void;
  onBlock: (id: number, header: string, text: string) => void;
  onUndo: () => void;
  begin: FirstCell | null;
  /** The id of the text that explains how to use the table. */
  hint: string;
}

/** How many rows are in view; fewer if some are tall. */
const VISIBLE_ROWS = 16;
/**
 * Up to this many rows are all rendered, so that page search and screen readers find each of them.
 */
const DRAWN = 100;

/** The list as a grid with the keys of a spreadsheet (decision 16). */
export default function GridTable(props: GridTableProps) {
  const {
    ref,
    list,
    views,
    columns,
    formats,
    filesOf,
    isFixing,
    act,
    onCells,
    onBlock,
    onUndo,
    begin,
    hint,
  } = props;
  const grid = useRef<DataGridHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const positions = useMemo(() => positionsOf(list.columns), [list.columns]);
  const { widths, headerHeight, heightOf, scale } = useGridLayout(place, {
    list,
    views,
    columns,
    formats,
    positions,
    hasFiles: filesOf !== null,
  });
  const headers = useMemo(() => columns.map(({ header }) => header), [columns]);

  const goTo = ({ row, column }: CellPlace) =>
    grid.current?.selectCell(
      { rowIdx: row, idx: column + FIRST_COLUMN },
      { shouldFocusCell: true },
    );
  const select = (id: number, header: string | null) =>
    goTo({
      row: views.findIndex((view) => view.id === id),
      column: header === null ? 0 : headers.indexOf(header),
    });
  const selected = () =>
    grid.current?.element?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]') ??
    null;

  const onDone = useStable((from: HTMLElement) => {
    const cell = from.closest<HTMLElement>('[role="gridcell"]');
    const next = cell && isFixing ? nextProblem(views, headers, placeOf(cell)) : null;
    if (next === null) cell?.focus();
    else goTo(next);
  });
  const actHere = useStable((action: RowAction) => {
    act(action);
    // Moves the focus off the button, because the next row's button takes its place.
    if (action.type === "remove") select(action.id, null);
  });
  const gridColumnsShown = useMemo(
    () =>
      gridColumns({ columns, positions, formats, filesOf, widths, act: actHere, onDone, onBlock }),
    [columns, positions, formats, filesOf, widths, actHere, onDone, onBlock],
  );
  const keys = useTableKeys({
    grid,
    rows: views.length,
    cells: headers.length,
    nextProblem: isFixing ? (from) => nextProblem(views, headers, from) : null,
    onClear: ({ id, row }, header) => {
      if (cellText(cellAt(row, header, positions)) !== "") onCells([{ id, header, cell: "" }]);
    },
    onUse: ({ id, problems }, header) => {
      const suggestion =
        problems.get(header)?.find((problem) => problem.suggestion !== null)?.suggestion ?? null;
      const from = selected();
      if (suggestion === null || from === null) return false;
      onDone(from);
      act({ type: "use", id, header, suggestion });
      return true;
    },
    onUndo,
  });

  /** The row that was selected last; undefined until the table has selected its first cell. */
  const lastShown = useRef<number | null>(undefined);
  useFirstCell(grid, place, { begin, headers, views, isFixing });
  useShownRow(grid, { views, heightOf, headerHeight });
  useImperativeHandle(ref, () => ({
    goTo: (id, header) => {
      flushSync(() => select(id, header));
      return selected();
    },
    focus: () => selected()?.focus(),
  }));

  const rows: readonly GridRow[] = views;
  const height = views.slice(0, VISIBLE_ROWS).reduce((sum, view) => sum + heightOf(view), 0);

  const renderers = useMemo(() => ({ renderCell: cellRenderer(positions) }), [positions]);

  return (
    <div ref={place} className={styles.place}>
      <DataGrid
        ref={grid}
        className={styles.grid ?? ""}
        style={{ blockSize: Math.min(height, ROW * VISIBLE_ROWS * scale) + headerHeight + 2 }}
        aria-label="Table of recipients"
        aria-describedby={hint}
        columns={gridColumnsShown}
        rows={rows}
        rowKeyGetter={rowKey}
        rowHeight={heightOf}
        rowClass={classOf}
        headerRowHeight={headerHeight}
        renderers={renderers}
        enableVirtualization={views.length > DRAWN}
        {...gridEdits(positions, onCells, onBlock)}
        onSelectedCellChange={({ row }) => {
          const id = row && row.n !== null ? row.id : null;
          // The table selects its first cell: that row's email is shown if it is to be fixed.
          const isChosen = isFixing || lastShown.current !== undefined;
          if (isChosen && id !== null && id !== lastShown.current) act({ type: "show", id });
          lastShown.current = id;
        }}
        onCellClick={editOnTouch}
        onCellDoubleClick={ignoreButtons}
        onCellMouseDown={(_, { currentTarget }) => {
          keys.onPlace();
          openAfterPress(currentTarget);
        }}
        onCellKeyDown={keys.onCellKeyDown}
      />
    </div>
  );
}

/** The place of a cell in the document among the editable cells of the rows, from 0. */
function placeOf(cell: HTMLElement): CellPlace {
  // The grid counts from 1, its headers as the first row.
  const row = Number(cell.parentElement?.getAttribute("aria-rowindex")) - 2;
  const column = Number(cell.getAttribute("aria-colindex")) - 1 - FIRST_COLUMN;
  return { row, column };
}

/** How the grid passes on edited, pasted and filled cells, and what it copies. */
function gridEdits(
  positions: ReadonlyMap<string, number>,
  onCells: GridTableProps["onCells"],
  onBlock: GridTableProps["onBlock"],
): Pick<DataGridProps<GridRow>, "onRowsChange" | "onCellCopy" | "onCellPaste" | "onFill"> {
  return {
    onRowsChange: (rows, { indexes, column }) => {
      const header = headerOf(column);
      const cells = indexes.flatMap((index) => {
        const row = rows[index];
        return header === null || row?.draft === undefined
          ? []
          : [{ id: row.id, header, cell: row.draft }];
      });
      if (cells.length > 0) onCells(cells);
    },
    onCellCopy: ({ row, column }, event) => {
      const header = headerOf(column);
      if (header === null || document.getSelection()?.isCollapsed === false) return;
      event.clipboardData.setData("text/plain", cellText(cellAt(row.row, header, positions)));
      event.preventDefault();
    },
    onCellPaste: ({ row, column }, event) => {
      event.preventDefault();
      const header = headerOf(column);
      if (header !== null) onBlock(row.id, header, pastedCells(event.clipboardData));
      return row;
    },
    onFill: ({ columnKey, sourceRow, targetRow }) => {
      const header = headerOf({ key: columnKey });
      // The blank rows below belong to no one.
      if (header === null || targetRow.n === null) return targetRow;
      return { ...targetRow, draft: cellAt(sourceRow.row, header, positions) ?? "" };
    },
  };
}

function isOnButton(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button") !== null;
}

/** A touch has no second click and no keys to start editing with. */
function editOnTouch(
  { column, selectCell }: CellMouseArgs<GridRow>,
  { nativeEvent, target }: CellMouseEvent,
): void {
  const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
  if (isTouch && !isOnButton(target) && headerOf(column) !== null) selectCell(true);
}

/** A double click on a button doesn't edit its cell. */
function ignoreButtons(_: CellMouseArgs<GridRow>, event: CellMouseEvent): void {
  if (isOnButton(event.target)) event.preventGridDefault();
}

/**
 * A press on a button in a cell selects the cell, which then opens and would move the button: it
 * opens after the press.
 */
function openAfterPress(cell: Element): void {
  if (cell.ariaSelected === "true") return;
  cell.toggleAttribute("data-pressed", true);
  afterPress(() => cell.removeAttribute("data-pressed"));
}

function rowKey({ id }: RowView): number {
  return id;
}

function classOf({ state, isAbove, isShown }: RowView): string {
  const quiet = state === "skipped" || isAbove ? styles.quiet : "";
  return [isShown ? styles.shown : "", quiet].filter(Boolean).join(" ");
}
