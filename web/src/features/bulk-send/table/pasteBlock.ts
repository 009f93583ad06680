import { type TableRow, withCell, withEmptyRows } from "../../../sending/tableRows.ts";

interface Pasting {
  rows: readonly TableRow[];
  headers: readonly string[];
  /** The cell that was pasted into: the upper left one of the block. */
  at: { row: number; header: string };
  block: readonly (readonly string[])[];
  maxRows: number;
}

interface Pasted {
  rows: readonly TableRow[];
  /** Rows of the block for which there was no room. */
  rowsLeftOut: number;
  /** Columns of the block beside the table. */
  columnsLeftOut: number;
}

const bare = (name: string) => name.trim().toLowerCase().replace(/\s+/g, "");

/** The columns that the block's own first row names, where it names columns of this table and nothing else. */
function namedColumns(first: readonly string[], headers: readonly string[]): string[] | null {
  const found = first.map((cell) => headers.find((header) => bare(header) === bare(cell)));
  const isAll = found.every((header) => header !== undefined) && new Set(found).size === found.length;
  return isAll ? (found as string[]) : null;
}

/** The table with a pasted block of cells in it (rule: a typed table). */
export function pasteBlock({ rows, headers, at, block, maxRows }: Pasting): Pasted {
  const named = block.length > 1 ? namedColumns(block[0] ?? [], headers) : null;
  const lines = named ? block.slice(1) : block;
  const columns = named ?? headers.slice(headers.indexOf(at.header));
  const end = Math.min(at.row + lines.length, Math.max(maxRows, rows.length));
  const all = withEmptyRows(rows, Math.max(0, end - rows.length));
  for (const [index, line] of lines.slice(0, end - at.row).entries()) {
    const row = all[at.row + index];
    if (!row) break;
    all[at.row + index] = columns
      .slice(0, line.length)
      .reduce((filled, header, column) => withCell(filled, header, (line[column] ?? "").trim()), row);
  }
  const width = Math.max(...lines.map((line) => line.length), 0);
  return {
    rows: all,
    rowsLeftOut: lines.slice(end - at.row).filter((line) => line.some((cell) => cell.trim() !== "")).length,
    columnsLeftOut: Math.max(0, width - columns.length),
  };
}
