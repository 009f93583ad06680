import type { DateFormat, Variable } from "@sendwright/functions/contract";
import { readBlock } from "@sendwright/functions/core";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { type CellKeyboardEvent, type CellKeyDownArgs, DataGrid, type DataGridHandle } from "react-data-grid";
import "react-data-grid/lib/styles.css";
import { isFilled, type TableRow, withCell, withEmptyRows } from "../../../sending/tableRows.ts";
import { headerOf, tableColumns } from "./columns.tsx";
import { pasteBlock } from "./pasteBlock.ts";
import styles from "./table.module.css";
import { pasteMessage } from "./tableMessages.ts";

interface Props {
  rows: readonly TableRow[];
  /** Of the columns, the addresses first. */
  headers: readonly string[];
  variables: readonly Variable[];
  dateFormat: DateFormat;
  maxRows: number;
  onChange: (rows: readonly TableRow[]) => void;
  /** Whether somebody has just been led here: then the table comes into view, with the focus in it. */
  hasArrived: boolean;
}

const ROW = 36;
/** Empty rows to write on in, below the last filled one. */
const ROOM = 3;
const SHOWN = 11;
/** The column after the row's number and the address. */
const FIRST_VALUE = 2;
/** So many rows are all drawn: who searches the page, or hears it, finds each of them. */
const DRAWN = 100;

/** A table that is typed, or pasted in blocks: a row for each person (rule: a typed table; decision 16). */
export default function TypedTable(props: Props) {
  const { rows, headers, variables, dateFormat, maxRows, onChange, hasArrived } = props;
  const id = useId();
  const isShown = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  const hasValues = headers.length > 1;
  const grid = useRef<DataGridHandle>(null);
  const [message, setMessage] = useState("");
  const shown = useMemo(() => withRoom(rows, maxRows), [rows, maxRows]);
  const { columns, onBlock } = useMemo(() => {
    const numbers = new Map(shown.filter(isFilled).map(({ id: row }, index) => [row, index + 1]));
    const onDelete = (gone: number) => onChange(shown.filter((row) => row.id !== gone));
    const onBlock = (row: TableRow, header: string, text: string) => {
      // The row as the table has it, not as it was begun to be written.
      const at = { row: shown.findIndex(({ id: one }) => one === row.id), header };
      const pasted = pasteBlock({ rows: shown, headers, at, block: readBlock(text), maxRows });
      setMessage(pasteMessage(pasted, maxRows));
      onChange(pasted.rows);
    };
    return { onBlock, columns: tableColumns({ headers, variables, dateFormat, numbers, onDelete, onBlock }) };
  }, [shown, headers, variables, dateFormat, maxRows, onChange]);

  useEffect(() => {
    if (!hasArrived || isShown.current) return;
    isShown.current = true;
    place.current?.scrollIntoView({ block: "center" });
    // The first value that is now each person's own; where there is none, the address.
    const idx = hasValues ? FIRST_VALUE : FIRST_VALUE - 1;
    grid.current?.selectCell({ idx, rowIdx: 0 }, { shouldFocusCell: true });
  }, [hasArrived, hasValues]);

  const onKeyDown = (args: CellKeyDownArgs<TableRow>, event: CellKeyboardEvent) => {
    const { mode, column, row, rowIdx } = args;
    const header = headerOf(column);
    if (header === null || !row || !column) return;
    if (mode === "EDIT") {
      if (event.key !== "Enter" || rowIdx + 1 >= shown.length) return;
      event.preventGridDefault();
      // The text takes effect, and the cell below is next.
      grid.current?.selectCell({ idx: column.idx, rowIdx: rowIdx + 1 }, { shouldFocusCell: true });
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventGridDefault();
      event.preventDefault();
      onChange(shown.with(rowIdx, withCell(row, header, "")));
    }
  };

  return (
    <div ref={place} className={styles.place}>
      <p id={id} className={styles.hint}>
        Type, or paste cells from a spreadsheet. Enter goes down, the arrows anywhere; Ctrl+End, then Tab leaves the
        table.
      </p>
      <DataGrid
        ref={grid}
        className={styles.grid ?? ""}
        style={{ blockSize: ROW * (Math.min(shown.length, SHOWN) + 1) + 2 }}
        aria-label="Table of recipients"
        aria-describedby={id}
        columns={columns}
        rows={shown}
        rowKeyGetter={({ id: key }) => key}
        rowHeight={ROW}
        enableVirtualization={shown.length > DRAWN}
        onRowsChange={onChange}
        onCellClick={({ column, selectCell }, { nativeEvent }) => {
          // A finger has no second click and no keys to begin with.
          const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
          if (isTouch && headerOf(column) !== null) selectCell(true);
        }}
        onCellKeyDown={onKeyDown}
        onCellCopy={({ row, column }, event) => {
          const header = headerOf(column);
          if (header === null || document.getSelection()?.isCollapsed === false) return;
          event.clipboardData.setData("text/plain", row.cells.get(header) ?? "");
          event.preventDefault();
        }}
        onCellPaste={({ row, column }, event) => {
          event.preventDefault();
          const header = headerOf(column);
          if (header !== null) onBlock(row, header, event.clipboardData.getData("text/plain"));
          return row;
        }}
        onFill={({ columnKey, sourceRow, targetRow }) => {
          const header = headerOf({ key: columnKey });
          return header === null ? targetRow : withCell(targetRow, header, sourceRow.cells.get(header) ?? "");
        }}
      />
      <p className={styles.hint} role="status">
        {message}
      </p>
    </div>
  );
}

/** The rows, with a few empty ones to write on in below the last that holds anything, up to the limit. */
function withRoom(rows: readonly TableRow[], maxRows: number): readonly TableRow[] {
  const used = rows.findLastIndex(isFilled) + 1;
  const missing = Math.min(used + ROOM, maxRows) - rows.length;
  return missing > 0 ? withEmptyRows(rows, missing) : rows;
}
