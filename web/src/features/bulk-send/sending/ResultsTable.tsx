import type { RowResult } from "@sendwright/functions/contract";
import { StatusChip } from "../../../components/StatusChip.tsx";
import styles from "./Results.module.css";

const HIGHLIGHTED = new Set(["failed", "skipped", "warning"]);

/** The table of the specification (section 2, Bulk Send). */
export function ResultsTable({ results }: { results: readonly RowResult[] }) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Row/N</th>
            <th scope="col">Recipient</th>
            <th scope="col">Status</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.row} data-status={HIGHLIGHTED.has(result.status) ? result.status : undefined}>
              <td className={styles.row}>{result.row}</td>
              <td className={styles.recipient}>{result.recipient}</td>
              <td>
                <StatusChip status={result.status} />
              </td>
              <td>{result.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
