import type { Formats } from "@sendwright/core/dates/formats";
import type { Cell, List } from "@sendwright/core/list/list";
import { cellText } from "@sendwright/core/list/list";
import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { DataGrid, type DataGridHandle } from "react-data-grid";
import "react-data-grid/lib/styles.css";
import { flushSync } from "react-dom";
import { afterPress } from "../../../lib/afterPress.ts";
import { pastedCells } from "../../../lib/pastedCells.ts";
import { useStable } from "../../../lib/useStable.ts";
import { nextProblem } from "./findProblem.ts";
import { cellRenderer, type GridRow, gridColumns, headerOf } from "./gridColumns.tsx";
import { gridWidths, scaledWidths } from "./gridWidths.ts";
import { guessedLetters, lettersIn } from "./letters.ts";
import type { FilesOf } from "./RowFileButton.tsx";
import { ROW, rowHeight } from "./rowHeight.ts";
import { type OnRowAction, positionsOf, type RowAction, type RowView } from "./rowView.ts";
import { type ShownColumn, shownText } from "./shownColumns.ts";
import styles from "./table.module.css";
import { FIRST_COLUMN, useTableKeys } from "./tableKeys.ts";

/** Focuses the first address, or the first value that each person now has of their own. */
export type FirstCell = "address" | "value";

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
/** How many rows determine the column widths. */
const SAMPLE = 100;
const PLAIN_HEADER = 40;
const TALL_HEADER = 62;

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

  const select = (id: number, header: string | null) => {
    const rowIdx = views.findIndex((view) => view.id === id);
    const column = header === null ? 0 : headers.indexOf(header);
    grid.current?.selectCell({ rowIdx, idx: column + FIRST_COLUMN }, { shouldFocusCell: true });
  };
  const selected = () =>
    grid.current?.element?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]') ??
    null;

  const onDone = useStable((from: HTMLElement) => {
    const cell = from.closest<HTMLElement>('[role="gridcell"]');
    const rowIdx = Number(cell?.parentElement?.getAttribute("aria-rowindex")) - 2;
    const column = Number(cell?.getAttribute("aria-colindex")) - 1 - FIRST_COLUMN;
    const next = isFixing ? nextProblem(views, headers, { row: rowIdx, column }) : null;
    if (next === null) return cell?.focus();
    grid.current?.selectCell(
      { rowIdx: next.row, idx: next.column + FIRST_COLUMN },
      { shouldFocusCell: true },
    );
  });
  const actHere = useStable((action: RowAction) => {
    act(action);
    // Off the button: the next row's takes its place.
    if (action.type === "remove") select(action.id, null);
  });
  const gridded = useMemo(
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
      if (cellText(row.cells[positions.get(header) ?? -1]) !== "")
        onCells([{ id, header, cell: "" }]);
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
  const shownLast = useRef<number | null>(undefined);
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
        columns={gridded}
        rows={rows}
        rowKeyGetter={rowKey}
        rowHeight={heightOf}
        rowClass={classOf}
        headerRowHeight={headerHeight}
        renderers={renderers}
        enableVirtualization={views.length > DRAWN}
        onRowsChange={(rows, { indexes, column }) => {
          const header = headerOf(column);
          const cells = indexes.flatMap((index) => {
            const row = rows[index];
            return header === null || row?.draft === undefined
              ? []
              : [{ id: row.id, header, cell: row.draft }];
          });
          if (cells.length > 0) onCells(cells);
        }}
        onSelectedCellChange={({ row }) => {
          const id = row?.n === null || row === undefined ? null : row.id;
          const isFirst = shownLast.current === undefined;
          if (!isFirst && id !== null && id !== shownLast.current) act({ type: "show", id });
          shownLast.current = id;
        }}
        onCellClick={({ column, selectCell }, { nativeEvent, target }) => {
          // A touch has no second click and no keys to start editing with.
          const isTouch =
            nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
          const isButton = target instanceof Element && target.closest("button") !== null;
          if (isTouch && !isButton && headerOf(column) !== null) selectCell(true);
        }}
        onCellDoubleClick={(_, event) => {
          if (event.target instanceof Element && event.target.closest("button"))
            event.preventGridDefault();
        }}
        onCellMouseDown={(_, { currentTarget }) => {
          keys.onPlace();
          openAfterPress(currentTarget);
        }}
        onCellKeyDown={keys.onCellKeyDown}
        onCellCopy={({ row, column }, event) => {
          const header = headerOf(column);
          if (header === null || document.getSelection()?.isCollapsed === false) return;
          event.clipboardData.setData(
            "text/plain",
            cellText(row.row.cells[positions.get(header) ?? -1]),
          );
          event.preventDefault();
        }}
        onCellPaste={({ row, column }, event) => {
          event.preventDefault();
          const header = headerOf(column);
          if (header !== null) onBlock(row.id, header, pastedCells(event.clipboardData));
          return row;
        }}
        onFill={({ columnKey, sourceRow, targetRow }) => {
          const header = headerOf({ key: columnKey });
          // The blank rows below belong to no one.
          if (header === null || targetRow.n === null) return targetRow;
          return { ...targetRow, draft: sourceRow.row.cells[positions.get(header) ?? -1] ?? "" };
        }}
      />
    </div>
  );
}

interface GridLayoutInput extends Pick<GridTableProps, "list" | "views" | "columns" | "formats"> {
  positions: ReadonlyMap<string, number>;
  hasFiles: boolean;
}

/**
 * The columns' widths and the rows' and the header's heights, in pixels of the reader's text size,
 * and that `scale`.
 */
function useGridLayout(
  place: RefObject<HTMLElement | null>,
  { list, views, columns, formats, positions, hasFiles }: GridLayoutInput,
) {
  const { width, scale, letters } = useMeasures(place);
  const hasTyped = list.rows.length === 0 || list.rows.some(({ line }) => line === null);
  // During editing, the columns keep their widths.
  const [sample] = useState(() => list.rows.slice(0, SAMPLE));
  const problemColumns = useProblemColumns(views);
  const widths = useMemo(() => {
    const textsOf = ({ header, isAddress, variables }: ShownColumn) => {
      const type = isAddress ? undefined : variables[0]?.type;
      return sample.map(({ cells }) =>
        shownText(cells[positions.get(header) ?? -1], type, formats),
      );
    };
    return gridWidths({
      columns,
      textsOf,
      problemColumns,
      letters,
      width,
      hasFiles,
      actions: hasTyped ? 2 : 1,
    });
  }, [columns, sample, positions, formats, problemColumns, letters, width, hasFiles, hasTyped]);
  const scaled = useMemo(() => scaledWidths(widths, scale), [widths, scale]);
  const heightOf = useMemo(() => {
    const known = new WeakMap<RowView, number>();
    const layout = { columns, positions, formats, widths, letters };
    return (view: RowView) => {
      const height = known.get(view) ?? Math.round(rowHeight(view, layout) * scale);
      known.set(view, height);
      return height;
    };
  }, [columns, positions, formats, widths, letters, scale]);
  const headerHeight = (columns.some(isTall) ? TALL_HEADER : PLAIN_HEADER) * scale;
  return { widths: scaled, headerHeight, heightOf, scale };
}

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
function useFirstCell(
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
function useShownRow(
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

function isTall({ header, variables }: ShownColumn): boolean {
  return variables.length > 1 || (variables.length === 1 && variables[0]?.name !== header);
}

function classOf({ state, isAbove, isShown }: RowView): string {
  const quiet = state === "skipped" || isAbove ? styles.quiet : "";
  return [isShown ? styles.shown : "", quiet].filter(Boolean).join(" ");
}

/** The headers of the columns in which a cell has or had a problem. */
function useProblemColumns(views: readonly RowView[]): ReadonlySet<string> {
  const [problemColumns, setProblemColumns] = useState<ReadonlySet<string>>(new Set());
  const fresh = views.flatMap(({ problems }) =>
    [...problems.keys()].filter((header) => !problemColumns.has(header)),
  );
  if (fresh.length === 0) return problemColumns;
  const all = new Set([...problemColumns, ...fresh]);
  setProblemColumns(all);
  return all;
}

/**
 * The reader's text size as a multiple of the usual one, the table's width in pixels of usual text,
 * and the width of its letters.
 */
function useMeasures(place: RefObject<HTMLElement | null>) {
  const [measures, setMeasures] = useState({ width: 0, scale: 1 });
  const [letters, setLetters] = useState(() => guessedLetters);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    setLetters(() => lettersIn(getComputedStyle(element).fontFamily));
    const measure = () => {
      const scale =
        (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
      const width = element.clientWidth / scale;
      setMeasures((before) =>
        before.width === width && before.scale === scale ? before : { width, scale },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return { ...measures, letters };
}
