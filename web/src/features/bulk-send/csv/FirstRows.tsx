import type { CsvTable } from "@sendwright/core/csv/readCsv";
import { breakable } from "../../../components/breakable.tsx";
import { DataCell, DataRow, DataTable } from "../../../components/DataTable.tsx";
import { fixedCells, type RowEdits } from "../form/rowEdits.ts";
import styles from "./csv.module.css";

const ROWS = 5;
const COLUMNS = 20;
const CHARACTERS = 80;

/**
 * The first rows as they were read, with what was put right in them: whether the encoding is right is seen best in the names
 * themselves.
 */
export function FirstRows({ table, edits }: { table: CsvTable; edits: RowEdits }) {
  const headers = table.headers.slice(0, COLUMNS);
  const more = table.headers.length - headers.length;
  const columns = headers.map((key) => ({ key, name: key.slice(0, CHARACTERS) }));
  const rest = more > 0 ? [{ key: "", name: `and ${more} more` }] : [];
  const rows = table.rows.slice(0, ROWS).map((row) => ({ n: row.n, cells: fixedCells(table.headers, row, edits) }));
  return (
    <DataTable label="The first rows of the file" headers={[...columns, ...rest]} className={styles.peek}>
      {rows.map(({ n, cells }) => (
        <DataRow key={n}>
          {columns.map(({ key, name }, index) => (
            <DataCell key={key} label={name}>
              <span>{breakable((cells[index] ?? "").slice(0, CHARACTERS))}</span>
            </DataCell>
          ))}
        </DataRow>
      ))}
    </DataTable>
  );
}
