import type { RowResult } from "@sendwright/functions/contract";
import { StatusChip } from "../../../components/StatusChip.tsx";
import styles from "./Sending.module.css";

/** What became of each person's email. */
export function ResultList({ results }: { results: readonly RowResult[] }) {
  return (
    <ul className={styles.results} aria-label="What became of each email">
      {results.map(({ row, recipient, status, reason }) => (
        <li key={row}>
          <StatusChip status={status} />
          <span className={styles.recipient}>{recipient}</span>
          {reason !== "" && <span className={styles.reason}>{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
