import Button from "@mui/material/Button";
import type { CsvDelimiter, RowResult } from "@sendwright/core/contract";
import { writeCsv } from "@sendwright/core/csv/write";
import { type ReactNode, useState } from "react";
import { Filters } from "../../components/Filters.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { type ShownStatus, shownStatus, statusWord } from "../../components/StatusChip.tsx";
import { download } from "../../lib/download.ts";
import { pluralize, withCommas } from "../../lib/pluralize.ts";
import { searchFor } from "../../lib/search.ts";
import { spreadsheetDelimiter } from "../../lib/spreadsheetDelimiter.ts";
import styles from "./Results.module.css";
import { type MailsBeside, ResultsTable } from "./ResultsTable.tsx";

const STATUSES: ShownStatus[] = ["queued", "sending", "sent", "failed", "warning", "skipped", "cancelled"];
const RESULTS_AT_ONCE = 250;

interface Props {
  results: readonly RowResult[];
  /** Whether you can search them. */
  canSearch?: boolean;
  /** How to find out the outcome of unconfirmed rows. */
  ways?: ((result: RowResult) => ReactNode) | undefined;
  /** The emails of the rows, if one of them is shown beside the table. */
  mails?: MailsBeside | undefined;
  /** Actions on the rows. */
  actions?: ReactNode;
  /** Shown at the end. */
  lastAction?: ReactNode;
}

/** The result of each row, filtered by status, with a download. */
export function Results({ results, canSearch = false, ways, mails, actions, lastAction }: Props) {
  const [status, setStatus] = useState<ShownStatus | null>(null);
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(RESULTS_AT_ONCE);
  const statuses = STATUSES.flatMap((kind) => {
    const count = results.filter((result) => shownStatus(result) === kind).length;
    return count === 0 ? [] : [{ kind, word: statusWord(kind), count }];
  });
  const filter = statuses.some(({ kind }) => kind === status) ? status : null;
  const isFound = searchFor(sought);
  const chosen = results.filter(
    (result) =>
      (filter === null || shownStatus(result) === filter) &&
      isFound([result.name ?? "", result.recipient, result.reason]),
  );
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
      {canSearch && (
        <SearchField
          label="Search people"
          value={sought}
          onChange={setSought}
          found={`${pluralize(chosen.length, "row")} of ${withCommas(results.length)}`}
        />
      )}
      <ResultsTable results={chosen.slice(0, most)} ways={ways} mails={mails} />
      <div className={styles.actions}>
        {chosen.length > most && (
          <Button size="small" onClick={() => setMost(most + RESULTS_AT_ONCE)}>
            Show more rows
          </Button>
        )}
        {actions}
        <Button size="small" onClick={() => download("results.csv", resultsCsv(results, spreadsheetDelimiter()))}>
          Download results as CSV
        </Button>
        {lastAction}
      </div>
    </>
  );
}

/**
 * The results as a CSV file for a spreadsheet, in the words of the page. Cells that it would run as formulas are
 * escaped.
 */
export function resultsCsv(results: readonly RowResult[], delimiter: CsvDelimiter): string {
  const rows = results.map((result) => [
    String(result.row),
    result.line === null ? "" : String(result.line),
    result.recipient,
    statusWord(shownStatus(result)),
    result.reason,
  ]);
  return writeCsv(["Row/N", "Line", "Recipient", "Status", "Details"], rows, { delimiter });
}
