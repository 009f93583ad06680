import type { RefObject } from "react";
import { useRef } from "react";
import type { CellKeyboardEvent, CellKeyDownArgs, DataGridHandle } from "react-data-grid";
import type { TableRow } from "../../../sending/tableRows.ts";
import { headerOf } from "./columns.tsx";

/** The column of the addresses, after the rows' numbers. */
export const ADDRESS_COLUMN = 1;

interface Given {
  grid: RefObject<DataGridHandle | null>;
  rows: number;
  /** How many cells of a row are written in. */
  cells: number;
  onClear: (rowIdx: number, header: string) => void;
  onUndo: () => void;
}

/**
 * The keys of a typed table, as in a spreadsheet: Tab goes from cell to cell and on to the next row, Enter to the next row, there to
 * where Tab began; an arrow up or down ends what is being typed. None of them comes upon the button that deletes a row.
 * At the first and the last cell Tab leaves the table.
 */
export function useTableKeys({ grid, rows, cells, onClear, onUndo }: Given) {
  /** The column in which going along a row with Tab began. */
  const begun = useRef<number | null>(null);

  const onCellKeyDown = (args: CellKeyDownArgs<TableRow>, event: CellKeyboardEvent) => {
    const { column, rowIdx, mode } = args;
    if (mode === "SELECT" && isUndo(event)) {
      event.preventGridDefault();
      event.preventDefault();
      return onUndo();
    }
    const header = headerOf(column);
    if (header === null) return;
    const go = (idx: number, row: number) => {
      event.preventGridDefault();
      event.preventDefault();
      // With what is written a row may come that was not there to go to.
      if (mode === "EDIT") args.onClose(true);
      grid.current?.selectCell({ idx, rowIdx: row }, { shouldFocusCell: true });
    };
    if (event.key === "Tab") {
      const next = nextCell(column.idx, rowIdx, event.shiftKey, cells);
      if (next.rowIdx < 0 || (mode === "SELECT" && next.rowIdx >= rows)) {
        if (mode === "EDIT") args.onClose(true);
        // The browser goes on from here.
        return event.preventGridDefault();
      }
      begun.current = next.rowIdx === rowIdx ? (begun.current ?? column.idx) : next.idx;
      go(next.idx, next.rowIdx);
    } else if (mode === "EDIT") {
      if (event.nativeEvent.isComposing) return;
      const rowsOn = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      // In a list of options the arrows choose.
      if (rowsOn === undefined || (event.key !== "Enter" && event.target instanceof HTMLSelectElement)) return;
      go(event.key === "Enter" ? (begun.current ?? column.idx) : column.idx, Math.max(0, rowIdx + rowsOn));
      begun.current = null;
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventGridDefault();
      event.preventDefault();
      onClear(rowIdx, header);
    } else if (event.key.startsWith("Arrow")) {
      begun.current = null;
    }
  };
  return {
    onCellKeyDown,
    /** A cell was clicked: what Tab went along is over. */
    onPlace: () => {
      begun.current = null;
    },
  };
}

function isUndo({ ctrlKey, metaKey, shiftKey, key }: CellKeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "z";
}

/** The cell that Tab goes to, through the rows; it may be beyond them. */
function nextCell(idx: number, rowIdx: number, isBack: boolean, cells: number): { idx: number; rowIdx: number } {
  const next = idx + (isBack ? -1 : 1);
  if (next < ADDRESS_COLUMN) return { idx: ADDRESS_COLUMN + cells - 1, rowIdx: rowIdx - 1 };
  if (next >= ADDRESS_COLUMN + cells) return { idx: ADDRESS_COLUMN, rowIdx: rowIdx + 1 };
  return { idx: next, rowIdx };
}
