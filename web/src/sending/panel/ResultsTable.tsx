import type { RowResult } from "@sendwright/core/contract";
import { memo, type ReactNode } from "react";
import { breakable } from "../../components/breakable.tsx";
import { DataCell, DataRow, DataTable } from "../../components/DataTable.tsx";
import { StatusChip, shownStatus } from "../../components/StatusChip.tsx";
import styles from "./Results.module.css";

/** The emails of a send, one of which is shown beside its rows. */
export interface MailsBeside {
  /** The row whose email is shown, if any. */
  shown: number | null;
  /** Whether a row has an email. */
  has: (result: RowResult) => boolean;
  show: (row: number) => void;
}

const HIGHLIGHTED = new Set(["failed", "skipped", "warning"]);
const HEADERS = ["Row/N", "Recipient", "Status", "Details"].map((name) => ({ key: name, name }));

interface RowProps {
  result: RowResult;
  ways: ((result: RowResult) => ReactNode) | undefined;
  /** Whether its email is shown. */
  isShown: boolean;
  /** Shows its email; undefined if it has none, or emails can't be shown here. */
  show: MailsBeside["show"] | undefined;
}

const ResultRow = memo(function ResultRow({ result, ways, isShown, show }: RowProps) {
  const { row, line, recipient, name, status, reason } = result;
  return (
    <DataRow status={HIGHLIGHTED.has(status) ? status : undefined} className={styles.result}>
      <DataCell label="Row/N" className={styles.row}>
        <span>
          {row}
          {line !== null && <span className={styles.soft}> · line {line}</span>}
        </span>
      </DataCell>
      <DataCell label="Recipient" className={styles.recipient}>
        <div>
          {show ? (
            <button
              type="button"
              className={styles.show}
              aria-label={`Email to ${recipient}`}
              aria-pressed={isShown}
              onClick={() => show(row)}
            >
              {breakable(recipient)}
            </button>
          ) : (
            <span>{breakable(recipient)}</span>
          )}
          {name !== undefined && (
            <p className={styles.soft} dir="auto">
              {name}
            </p>
          )}
        </div>
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
  mails?: MailsBeside | undefined;
}

/** The table of a send's rows. */
export function ResultsTable({ results, ways, mails }: Props) {
  return (
    <DataTable label="Results of each row" headers={HEADERS}>
      {results.map((result) => (
        <ResultRow
          key={result.row}
          result={result}
          ways={ways}
          isShown={mails?.shown === result.row}
          show={mails?.has(result) ? mails.show : undefined}
        />
      ))}
    </DataTable>
  );
}
