import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import type { RowResult } from "@sendwright/functions/contract";
import { type ReactNode, useState } from "react";
import { Filters } from "../../components/Filters.tsx";
import { type ShownStatus, shownStatus, statusWord } from "../../components/StatusChip.tsx";
import { counted, withCommas } from "../../lib/counted.ts";
import { download } from "../../lib/download.ts";
import { spreadsheetDelimiter } from "../../lib/spreadsheetDelimiter.ts";
import styles from "./Results.module.css";
import { type MailsBeside, ResultsTable } from "./ResultsTable.tsx";
import { resultsCsv } from "./resultsCsv.ts";

const STATUSES: ShownStatus[] = ["queued", "sending", "sent", "failed", "warning", "skipped", "cancelled"];
const AT_ONCE = 250;

interface Props {
  results: readonly RowResult[];
  /** Whether one can look for somebody among them. */
  canSearch?: boolean;
  /** Takes a row whose outcome is unknown; gives the ways to find it out. */
  ways?: ((result: RowResult) => ReactNode) | undefined;
  /** The mails of the rows, where one of them is looked at beside. */
  mails?: MailsBeside | undefined;
  /** What can be done with the rows. */
  actions?: ReactNode;
  /** What ends them. */
  lastAction?: ReactNode;
}

function isSought({ recipient, reason }: RowResult, sought: string): boolean {
  const text = sought.trim().toLowerCase();
  return text === "" || recipient.toLowerCase().includes(text) || reason.toLowerCase().includes(text);
}

/** What became of each row: filtered by status, to be taken home as a file. */
export function Results({ results, canSearch = false, ways, mails, actions, lastAction }: Props) {
  const [status, setStatus] = useState<ShownStatus | null>(null);
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(AT_ONCE);
  const statuses = STATUSES.flatMap((kind) => {
    const count = results.filter((result) => shownStatus(result) === kind).length;
    return count === 0 ? [] : [{ kind, word: statusWord(kind), count }];
  });
  const filter = statuses.some(({ kind }) => kind === status) ? status : null;
  const chosen = results.filter(
    (result) => (filter === null || shownStatus(result) === filter) && isSought(result, sought),
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
        <TextField
          type="search"
          size="small"
          placeholder="Search people"
          className={styles.search ?? ""}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          helperText={sought === "" ? undefined : `${counted(chosen.length, "row")} of ${withCommas(results.length)}`}
          slotProps={{ htmlInput: { "aria-label": "Search people" }, formHelperText: { role: "status" } }}
        />
      )}
      <ResultsTable results={chosen.slice(0, most)} ways={ways} mails={mails} />
      <div className={styles.actions}>
        {chosen.length > most && (
          <Button size="small" onClick={() => setMost(most + AT_ONCE)}>
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
