import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { DateFormat, TimeFormat, Variable } from "@sendwright/core/contract";
import { readBlock } from "@sendwright/core/csv/block";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { DataGrid, type DataGridHandle } from "react-data-grid";
import "react-data-grid/lib/styles.css";
import { flushSync } from "react-dom";
import { isFilled, type TableRow, withCell, withEmptyRows } from "../../../sending/tableRows.ts";
import { headerOf, isWide, tableColumns } from "./columns.tsx";
import { pasteBlock } from "./pasteBlock.ts";
import styles from "./table.module.css";
import { ADDRESS_COLUMN, useTableKeys } from "./tableKeys.ts";
import { pasteMessage } from "./tableMessages.ts";

/** The first address, or the first value that is now each person's own. */
export type FirstCell = "address" | "value";

interface Props {
  rows: readonly TableRow[];
  /** Of the columns, the addresses first. */
  headers: readonly string[];
  variables: readonly Variable[];
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
  maxRows: number;
  onChange: (rows: readonly TableRow[]) => void;
  onUndo: () => void;
  /** Where somebody begins who has just come here: then the table comes into view, with the focus in it. */
  begin: FirstCell | null;
}

interface Told {
  rows: readonly TableRow[];
  message: string;
  /** Then it can be undone here. */
  isDeletion: boolean;
}

const ROW = 36;
/** Empty rows to write on in, below the last filled one. */
const ROOM = 3;
const SHOWN = 11;
/** So many rows are all drawn: who searches the page, or hears it, finds each of them. */
const DRAWN = 100;

/** A table that is typed, or pasted in blocks: a row for each person (rule: a typed table; decision 16). */
export default function TypedTable(props: Props) {
  const { rows, headers, variables, dateFormat, timeFormat, maxRows, onChange, onUndo, begin } = props;
  const isNarrow = useMediaQuery("(width < 600px)");
  const id = useId();
  const isShown = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  const hasValues = headers.length > 1;
  const grid = useRef<DataGridHandle>(null);
  /** What is said of a change, while the table is as the change left it. */
  const [told, setTold] = useState<Told | null>(null);
  const shown = useMemo(() => withRoom(rows, maxRows), [rows, maxRows]);
  const { columns, onBlock } = useMemo(() => {
    const numbers = new Map(shown.filter(isFilled).map(({ id: row }, index) => [row, index + 1]));
    const onDelete = (gone: number) => {
      const rowIdx = shown.findIndex(({ id: row }) => row === gone);
      const left = shown.toSpliced(rowIdx, 1);
      setTold({ rows: left, message: `Row ${numbers.get(gone)} is deleted.`, isDeletion: true });
      onChange(left);
      // Off the button: the one of the next row takes its place.
      grid.current?.selectCell({ idx: ADDRESS_COLUMN, rowIdx }, { shouldFocusCell: true });
    };
    const onBlock = (row: TableRow, header: string, text: string) => {
      // The row as the table has it, not as it was begun to be written.
      const at = { row: shown.findIndex(({ id: one }) => one === row.id), header };
      const pasted = pasteBlock({ rows: shown, headers, at, block: readBlock(text), maxRows });
      setTold({ rows: pasted.rows, message: pasteMessage(pasted, maxRows), isDeletion: false });
      onChange(pasted.rows);
    };
    const formats = { dateFormat, timeFormat };
    return { onBlock, columns: tableColumns({ headers, variables, formats, isNarrow, numbers, onDelete, onBlock }) };
  }, [shown, headers, variables, dateFormat, timeFormat, isNarrow, maxRows, onChange]);

  useEffect(() => {
    if (isShown.current) return;
    isShown.current = true;
    const idx = begin === "value" && hasValues ? ADDRESS_COLUMN + 1 : ADDRESS_COLUMN;
    // Tab comes into the table at a cell to write in, not at its headings.
    grid.current?.selectCell({ idx, rowIdx: 0 }, { shouldFocusCell: begin !== null });
    if (begin !== null) place.current?.scrollIntoView({ block: begin === "value" ? "center" : "nearest" });
  }, [begin, hasValues]);

  const keys = useTableKeys({
    grid,
    rows: shown.length,
    cells: headers.length,
    onClear: (rowIdx, header) => {
      const row = shown[rowIdx];
      if (row) onChange(shown.with(rowIdx, withCell(row, header, "")));
    },
    onUndo,
  });
  const now = told?.rows === rows ? told : null;
  const takeBack = () => {
    flushSync(onUndo);
    // The button goes: the focus is where the row was.
    grid.current?.element?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]')?.focus();
  };

  return (
    <div ref={place} className={styles.place} data-wide={isWide(headers)}>
      <p id={id} className={styles.hint}>
        {isNarrow
          ? "Tap a cell to write in it, or paste cells from a spreadsheet."
          : "Type, or paste cells from a spreadsheet. Tab goes on, Enter to the next row; Ctrl+Z takes back; Ctrl+End, then Tab leaves the table."}
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
        onCellMouseDown={keys.onPlace}
        onCellKeyDown={keys.onCellKeyDown}
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
      <div className={styles.message}>
        <p className={styles.hint} role="status">
          {now?.message}
        </p>
        {now?.isDeletion && (
          <Button size="small" variant="text" onClick={takeBack}>
            Undo
          </Button>
        )}
      </div>
    </div>
  );
}

/** The rows, with a few empty ones to write on in below the last that holds anything, up to the limit. */
function withRoom(rows: readonly TableRow[], maxRows: number): readonly TableRow[] {
  const used = rows.findLastIndex(isFilled) + 1;
  const missing = Math.min(used + ROOM, maxRows) - rows.length;
  return missing > 0 ? withEmptyRows(rows, missing) : rows;
}
