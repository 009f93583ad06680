import Button from "@mui/material/Button";
import type { RowResult, RowStatus } from "@sendwright/functions/contract";
import { type ReactNode, useState } from "react";
import { Filters } from "../../components/Filters.tsx";
import { download } from "../../lib/download.ts";
import styles from "./Results.module.css";
import { ResultsTable } from "./ResultsTable.tsx";
import { resultsCsv } from "./resultsCsv.ts";

const WORDS: Record<RowStatus, string> = {
  queued: "Waiting",
  sending: "Sending",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
  warning: "Warning",
};
const AT_ONCE = 250;

interface Props {
  results: readonly RowResult[];
  /** Takes a row whose outcome is unknown; gives the ways to find it out. */
  ways?: ((result: RowResult) => ReactNode) | undefined;
  /** What can be done with the rows. */
  actions?: ReactNode;
  /** What ends them. */
  lastAction?: ReactNode;
}

/** What became of each row: filtered by status, to be taken home as a file. */
export function Results({ results, ways, actions, lastAction }: Props) {
  const [status, setStatus] = useState<RowStatus | null>(null);
  const [most, setMost] = useState(AT_ONCE);
  const statuses = (Object.keys(WORDS) as RowStatus[]).flatMap((one) => {
    const count = results.filter((result) => result.status === one).length;
    return count === 0 ? [] : [{ kind: one, word: WORDS[one], count }];
  });
  const filter = statuses.some(({ kind }) => kind === status) ? status : null;
  const chosen = filter === null ? results : results.filter((result) => result.status === filter);
  return (
    <>
      {statuses.length > 1 && (
        <Filters
          label="Show rows by status"
          value={filter}
          total={results.length}
          kinds={statuses}
          onChange={setStatus}
        />
      )}
      <ResultsTable results={chosen.slice(0, most)} ways={ways} />
      <div className={styles.actions}>
        {chosen.length > most && (
          <Button size="small" onClick={() => setMost(most + AT_ONCE)}>
            Show more rows
          </Button>
        )}
        {actions}
        <Button size="small" onClick={() => download("results.csv", resultsCsv(results))}>
          Download results as CSV
        </Button>
        {lastAction}
      </div>
    </>
  );
}
