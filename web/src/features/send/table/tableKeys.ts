import type { RefObject } from "react";
import { useRef } from "react";
import type { CellKeyboardEvent, CellKeyDownArgs, DataGridHandle } from "react-data-grid";
import { isComposing } from "../../../lib/isComposing.ts";
import type { CellPlace } from "./findProblem.ts";
import { type GridRow, headerOf } from "./gridColumns.tsx";

/** The first column with a value, after the row numbers. */
export const FIRST_COLUMN = 1;

interface KeysInput {
  grid: RefObject<DataGridHandle | null>;
  /** How many rows the table shows, with the blank ones below the list. */
  rows: number;
  /** How many cells of a row can be edited. */
  cells: number;
  /** During fixing, the cell of the next problem, where Enter goes; null if there is no other. */
  nextProblem: ((from: CellPlace) => CellPlace | null) | null;
  onClear: (row: GridRow, header: string) => void;
  /** Applies the suggestion for a cell; returns whether there was one. */
  onUse: (row: GridRow, header: string) => boolean;
  onUndo: () => void;
}

type Args = CellKeyDownArgs<GridRow>;

/** Keeps a key from the grid and from the browser. */
function take(event: CellKeyboardEvent): void {
  event.preventGridDefault();
  event.preventDefault();
}

/**
 * The keys of the table, as in a spreadsheet. Tab moves from cell to cell and then to the next row.
 * Enter moves to the next row, to the column where Tab started. An up or down arrow ends editing.
 * None of them reaches the buttons of a row, but the right arrow steps through the buttons of a
 * cell. At the first and last cells, Tab leaves the table.
 */
export function useTableKeys({
  grid,
  rows,
  cells,
  nextProblem,
  onClear,
  onUse,
  onUndo,
}: KeysInput) {
  /** The column where moving along a row with Tab started. */
  const tabStart = useRef<number | null>(null);

  const go = (args: Args, event: CellKeyboardEvent, idx: number, rowIdx: number) => {
    take(event);
    // Committing the text may create the row to move to.
    if (args.mode === "EDIT") args.onClose(true);
    grid.current?.selectCell({ idx, rowIdx }, { shouldFocusCell: true });
  };

  const goToNextRow = (args: Args, event: CellKeyboardEvent) => {
    go(args, event, tabStart.current ?? args.column.idx, args.rowIdx + 1);
    tabStart.current = null;
  };

  const goToProblem = (args: Args, event: CellKeyboardEvent) => {
    const { column, rowIdx } = args;
    const problem = nextProblem?.({ row: rowIdx, column: column.idx - FIRST_COLUMN });
    // If there is no other, Enter starts and ends the editing of this cell.
    if (problem) go(args, event, problem.column + FIRST_COLUMN, problem.row);
  };

  const onTab = (args: Args, event: CellKeyboardEvent) => {
    const { column, rowIdx, mode } = args;
    const next = nextCell(column.idx, rowIdx, event.shiftKey, cells);
    if (next.rowIdx < 0 || (mode === "SELECT" && next.rowIdx >= rows)) {
      if (mode === "EDIT") args.onClose(true);
      // The browser moves the focus from here.
      event.preventGridDefault();
      return;
    }
    tabStart.current = next.rowIdx === rowIdx ? (tabStart.current ?? column.idx) : next.idx;
    go(args, event, next.idx, next.rowIdx);
  };

  const onEditingKey = (args: Args, event: CellKeyboardEvent) => {
    const { key, shiftKey, target } = event;
    const isText = target instanceof HTMLTextAreaElement;
    if (key === "Enter") {
      // A line break.
      if (shiftKey && isText) event.preventGridDefault();
      else if (nextProblem !== null) goToProblem(args, event);
      else goToNextRow(args, event);
      return;
    }
    // In a list of options and in multi-line text, the arrows have their own function.
    if (isText || target instanceof HTMLSelectElement) return;
    const down = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (down === undefined) return;
    go(args, event, args.column.idx, Math.max(0, args.rowIdx + down));
    tabStart.current = null;
  };

  const onEnter = (args: Args, event: CellKeyboardEvent, header: string) => {
    if (event.ctrlKey || event.metaKey) {
      if (onUse(args.row, header)) take(event);
    } else if (nextProblem !== null) {
      goToProblem(args, event);
    } else if (tabStart.current !== null) {
      // The last cell of a row that Tab was moved along, left blank.
      goToNextRow(args, event);
    }
  };

  const onCellKey = (args: Args, event: CellKeyboardEvent) => {
    const { key, target } = event;
    const header = headerOf(args.column);
    if (isUndo(event)) {
      take(event);
      onUndo();
    } else if (key.startsWith("Arrow")) {
      tabStart.current = null;
      const right = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (right !== undefined && goToButton(target, right)) take(event);
    } else if (target instanceof HTMLButtonElement && (key === "Enter" || key === " ")) {
      // The browser clicks the button.
      event.preventGridDefault();
    } else if (key === "Enter" && header !== null) {
      onEnter(args, event, header);
    } else if ((key === "Delete" || key === "Backspace") && header !== null) {
      take(event);
      onClear(args.row, header);
    }
  };

  const onCellKeyDown = (args: Args, event: CellKeyboardEvent) => {
    const isEditing = args.mode === "EDIT";
    if (isEditing && isComposing(event)) event.preventGridDefault();
    else if (event.key === "Tab") onTab(args, event);
    else if (isEditing) onEditingKey(args, event);
    else onCellKey(args, event);
  };

  return {
    onCellKeyDown,
    /** After a click on a cell, Tab starts over. */
    onPlace: () => {
      tabStart.current = null;
    },
  };
}

/**
 * Moves the focus to the next button of a cell, or from its first back to the cell; returns whether
 * it could.
 */
function goToButton(from: EventTarget, by: number): boolean {
  if (!(from instanceof HTMLElement)) return false;
  const cell = from.closest<HTMLElement>('[role="gridcell"]');
  const buttons: HTMLElement[] = [...(cell?.querySelectorAll("button") ?? [])];
  const at = buttons.indexOf(from);
  const next = buttons[at + by];
  // In a cell that has only buttons, they get the focus, never the cell.
  const isOnButtons = buttons.some(({ tabIndex }) => tabIndex === 0);
  const target = next ?? (by === -1 && at === 0 && !isOnButtons ? cell : null);
  target?.focus();
  return target !== null && target !== undefined;
}

function isUndo({ ctrlKey, metaKey, shiftKey, key }: CellKeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "z";
}

/** The cell where Tab goes, through the rows; it may be beyond them. */
function nextCell(
  idx: number,
  rowIdx: number,
  isBack: boolean,
  cells: number,
): { idx: number; rowIdx: number } {
  const next = idx + (isBack ? -1 : 1);
  if (next < FIRST_COLUMN) return { idx: FIRST_COLUMN + cells - 1, rowIdx: rowIdx - 1 };
  if (next >= FIRST_COLUMN + cells) return { idx: FIRST_COLUMN, rowIdx: rowIdx + 1 };
  return { idx: next, rowIdx };
}
