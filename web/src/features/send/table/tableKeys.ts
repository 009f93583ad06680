import type { RefObject } from "react";
import { useRef } from "react";
import type { CellKeyboardEvent, CellKeyDownArgs, DataGridHandle } from "react-data-grid";
import type { CellPlace } from "./findProblem.ts";
import { type GridRow, headerOf } from "./gridColumns.tsx";

/** The first column with a value, after the row numbers. */
export const FIRST_COLUMN = 1;

interface KeysInput {
  grid: RefObject<DataGridHandle | null>;
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
  const begun = useRef<number | null>(null);

  const onCellKeyDown = (args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) => {
    const { column, row, rowIdx, mode } = args;
    const handled = () => {
      event.preventGridDefault();
      event.preventDefault();
    };
    const go = (idx: number, to: number) => {
      handled();
      // Committing the text may create the row to move to.
      if (mode === "EDIT") args.onClose(true);
      grid.current?.selectCell({ idx, rowIdx: to }, { shouldFocusCell: true });
    };
    const goToProblem = () => {
      const to = nextProblem?.({ row: rowIdx, column: column.idx - FIRST_COLUMN });
      // If there is no other, Enter starts and ends the editing of this cell.
      if (to) go(to.column + FIRST_COLUMN, to.row);
    };
    if (event.key === "Tab") {
      const next = nextCell(column.idx, rowIdx, event.shiftKey, cells);
      if (next.rowIdx < 0 || (mode === "SELECT" && next.rowIdx >= rows)) {
        if (mode === "EDIT") args.onClose(true);
        // The browser moves the focus from here.
        return event.preventGridDefault();
      }
      begun.current = next.rowIdx === rowIdx ? (begun.current ?? column.idx) : next.idx;
      return go(next.idx, next.rowIdx);
    }
    const header = headerOf(column);
    if (mode === "EDIT") {
      if (event.nativeEvent.isComposing) return event.preventGridDefault();
      if (event.key === "Enter" && event.shiftKey && event.target instanceof HTMLTextAreaElement) {
        return event.preventGridDefault();
      }
      if (event.key === "Enter" && nextProblem !== null) return goToProblem();
      const rowsOn = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      // In a list of options and in multi-line text, the arrows have their own function.
      const isOwn =
        event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement;
      if (rowsOn === undefined || (event.key !== "Enter" && isOwn)) return;
      go(
        event.key === "Enter" ? (begun.current ?? column.idx) : column.idx,
        Math.max(0, rowIdx + rowsOn),
      );
      begun.current = null;
      return;
    }
    if (isUndo(event)) {
      handled();
      return onUndo();
    }
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      begun.current = null;
      if (goToButton(event.target, event.key === "ArrowRight" ? 1 : -1)) handled();
      return;
    }
    // The browser clicks the button.
    if (event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ")) {
      return event.preventGridDefault();
    }
    if (header === null) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (onUse(row, header)) handled();
    } else if (event.key === "Enter" && nextProblem !== null) {
      goToProblem();
    } else if (event.key === "Enter" && begun.current !== null) {
      // The last cell of a row that Tab was moved along, left blank.
      go(begun.current, rowIdx + 1);
      begun.current = null;
    } else if (event.key === "Delete" || event.key === "Backspace") {
      handled();
      onClear(row, header);
    } else if (event.key.startsWith("Arrow")) {
      begun.current = null;
    }
  };
  return {
    onCellKeyDown,
    /** After a click on a cell, Tab starts over. */
    onPlace: () => {
      begun.current = null;
    },
  };
}

/**
 * Moves the focus to the next button of a cell, or from its first back to the cell; returns whether
 * it could.
 */
function goToButton(from: EventTarget, by: 1 | -1): boolean {
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
