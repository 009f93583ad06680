import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import type { RowResult } from "@sendwright/functions/contract";
import { memo } from "react";
import { StatusChip } from "../../../components/StatusChip.tsx";
import { sentSearch } from "../../../components/sentSearch.ts";
import styles from "./Results.module.css";

const HIGHLIGHTED = new Set(["failed", "skipped", "warning"]);

interface RowProps {
  result: RowResult;
  sender: string;
  /** Absent while the row cannot be sent again. */
  onAgain: ((row: number) => void) | undefined;
}

const ResultRow = memo(function ResultRow({ result, sender, onAgain }: RowProps) {
  const { row, line, recipient, status, reason } = result;
  const isUnknown = status === "warning";
  return (
    <tr data-status={HIGHLIGHTED.has(status) ? status : undefined}>
      <td className={styles.row} title={line === null ? undefined : `Line ${line} of the file`}>
        {row}
      </td>
      <td className={styles.recipient}>{recipient}</td>
      <td>
        <StatusChip status={status} />
      </td>
      <td className={styles.reason}>
        {reason}
        {isUnknown && (
          <span className={styles.ways}>
            <Link href={sentSearch(sender, recipient)} target="_blank" rel="noreferrer">
              Look in your Sent folder
            </Link>
            {onAgain && (
              <Button size="small" onClick={() => onAgain(row)}>
                Send again
                <span className="unseen"> to {recipient}</span>
              </Button>
            )}
          </span>
        )}
      </td>
    </tr>
  );
});

interface Props {
  results: readonly RowResult[];
  sender: string;
  onAgain?: ((row: number) => void) | undefined;
}

/** The table of the specification (section 2, Bulk Send). */
export function ResultsTable({ results, sender, onAgain }: Props) {
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
            <ResultRow key={result.row} result={result} sender={sender} onAgain={onAgain} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
