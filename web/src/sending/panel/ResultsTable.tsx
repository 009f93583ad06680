import type { RowResult } from "@sendwright/functions/contract";
import { memo, type ReactNode } from "react";
import { breakable } from "../../components/breakable.tsx";
import { DataCell, DataRow, DataTable } from "../../components/DataTable.tsx";
import { StatusChip, shownStatus } from "../../components/StatusChip.tsx";
import styles from "./Results.module.css";

const HIGHLIGHTED = new Set(["failed", "skipped", "warning"]);
const HEADERS = ["Row/N", "Recipient", "Status", "Details"].map((name) => ({ key: name, name }));

interface RowProps {
  result: RowResult;
  ways: ((result: RowResult) => ReactNode) | undefined;
}

const ResultRow = memo(function ResultRow({ result, ways }: RowProps) {
  const { row, line, recipient, status, reason } = result;
  return (
    <DataRow status={HIGHLIGHTED.has(status) ? status : undefined} className={styles.result}>
      <DataCell label="Row/N" className={styles.row} title={line === null ? undefined : `Line ${line} of the file`}>
        {row}
      </DataCell>
      <DataCell label="Recipient" className={styles.recipient}>
        <span>{breakable(recipient)}</span>
      </DataCell>
      <DataCell label="Status">
        <StatusChip status={shownStatus(result)} />
      </DataCell>
      <DataCell label="Details" className={styles.reason}>
        {(reason !== "" || status === "warning") && (
          <div>
            {reason}
            {status === "warning" && ways && <span className={styles.ways}>{ways(result)}</span>}
          </div>
        )}
      </DataCell>
    </DataRow>
  );
});

interface Props {
  results: readonly RowResult[];
  ways?: RowProps["ways"];
}

/** The table of a send's rows. */
export function ResultsTable({ results, ways }: Props) {
  return (
    <DataTable label="Results of each row" headers={HEADERS}>
      {results.map((result) => (
        <ResultRow key={result.row} result={result} ways={ways} />
      ))}
    </DataTable>
  );
}
