import type { RowResult } from "@sendwright/functions/contract";
import { memo, type ReactNode } from "react";
import { breakable } from "../../components/breakable.tsx";
import { StatusChip, shownStatus } from "../../components/StatusChip.tsx";
import styles from "./Results.module.css";

const HIGHLIGHTED = new Set(["failed", "skipped", "warning"]);

interface RowProps {
  result: RowResult;
  ways: ((result: RowResult) => ReactNode) | undefined;
}

const ResultRow = memo(function ResultRow({ result, ways }: RowProps) {
  const { row, line, recipient, status, reason } = result;
  return (
    <tr data-status={HIGHLIGHTED.has(status) ? status : undefined}>
      <td className={styles.row} title={line === null ? undefined : `Line ${line} of the file`}>
        {row}
      </td>
      <td className={styles.recipient}>{breakable(recipient)}</td>
      <td>
        <StatusChip status={shownStatus(result)} />
      </td>
      <td className={styles.reason}>
        {reason}
        {status === "warning" && ways && <span className={styles.ways}>{ways(result)}</span>}
      </td>
    </tr>
  );
});

interface Props {
  results: readonly RowResult[];
  ways?: RowProps["ways"];
}

/** The table of a send's rows. */
export function ResultsTable({ results, ways }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.scroller} aria-label="Results of each row" tabIndex={0}>
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
            <ResultRow key={result.row} result={result} ways={ways} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
