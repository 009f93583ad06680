import type { ReactNode } from "react";
import styles from "./DataTable.module.css";

/** Explicit roles: a browser may drop a table's roles if its parts aren't laid out as a table. */
const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

interface TableProps {
  /** The name of the table, and of the area in which it scrolls. */
  label: string;
  headers: readonly { key: string; name: string }[];
  /** Its rows, `DataRow`s. */
  children: ReactNode;
}

/** A scrolling table, or a list of blocks in a narrow window. */
export function DataTable({ label, headers, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label} {...ROLES.table}>
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {headers.map(({ key, name }) => (
              <th key={key} scope="col" {...ROLES.header}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>{children}</tbody>
      </table>
    </section>
  );
}

interface RowProps {
  /** The state that its look depends on. */
  status?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** A row of a `DataTable`; its children are `DataCell`s. */
export function DataRow({ status, children, className }: RowProps) {
  return (
    <tr data-status={status} className={className} {...ROLES.row}>
      {children}
    </tr>
  );
}

interface CellProps {
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

/** A cell of a `DataRow`. */
export function DataCell({ label, children, className }: CellProps) {
  return (
    <td data-label={label} className={className} {...ROLES.cell}>
      {children}
    </td>
  );
}
