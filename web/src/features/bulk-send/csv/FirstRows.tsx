import type { CsvTable } from "@sendwright/functions/core";
import { breakable } from "../../../components/breakable.tsx";
import { DataCell, DataRow, DataTable } from "../../../components/DataTable.tsx";
import styles from "./csv.module.css";

const ROWS = 5;
const COLUMNS = 20;
const CHARACTERS = 80;

/** The first rows as they were read: whether the encoding is right is seen best in the names themselves. */
export function FirstRows({ table }: { table: CsvTable }) {
  const headers = table.headers.slice(0, COLUMNS);
  const more = table.headers.length - headers.length;
  const columns = headers.map((key) => ({ key, name: key.slice(0, CHARACTERS) }));
  const rest = more > 0 ? [{ key: "", name: `and ${more} more` }] : [];
  return (
    <DataTable label="The first rows of the file" headers={[...columns, ...rest]} className={styles.peek}>
      {table.rows.slice(0, ROWS).map(({ n, cells }) => (
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
