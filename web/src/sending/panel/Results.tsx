import Button from "@mui/material/Button";
import type { RowResult } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { COPY_FIELDS, COPY_WORDS } from "@sendwright/core/recipients/copies";
import { emailRowOf, withoutFurther } from "@sendwright/core/sends/joined";
import { type ShownStatus, STATUS_WORDS, shownStatus } from "@sendwright/core/sends/statusWords";
import { withCommas } from "@sendwright/core/withCommas";
import { memo, type ReactNode, useState } from "react";
import { breakable } from "../../components/breakable.tsx";
import { DataCell, DataRow, DataTable } from "../../components/DataTable.tsx";
import { Filters } from "../../components/Filters.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { StatusChip } from "../../components/StatusChip.tsx";
import { searchFor } from "../../lib/search.ts";
import { copiesOfRow } from "../copies.ts";
import styles from "./Results.module.css";

/** The emails of a send, one of which is shown beside its rows. */
export interface ShownMails {
  /** The row whose email is shown, if any. */
  shown: number | null;
  /** Whether a row has an email, or a person who can be shown in its place. */
  has: (result: RowResult) => boolean;
  /** The name of the button that shows it. */
  label: (result: RowResult) => string;
  show: (row: number) => void;
}

const HIGHLIGHTED = new Set(["failed", "skipped", "warning"]);
const HEADERS = ["Row/N", "Recipient", "Status", "Details"].map((name) => ({ key: name, name }));

interface RowProps {
  result: RowResult;
  resultActions: ((result: RowResult) => ReactNode) | undefined;
  /** Whether its email is shown. */
  isShown: boolean;
  /** Shows its email; undefined if it has none, or emails can't be shown here. */
  show: ShownMails["show"] | undefined;
  label: ShownMails["label"] | undefined;
  /** Whether emails leave as it appears. */
  isLeaving: boolean;
}

const ResultRow = memo(function ResultRow({
  result,
  resultActions,
  isShown,
  show,
  label,
  isLeaving,
}: RowProps) {
  const { row, line, recipient, name, status, reason, files, joined_to } = result;
  const isFurther = joined_to !== undefined;
  const [wasSent] = useState(status === "sent" && !isLeaving);
  const isTicked = status === "sent" && !wasSent;
  const copies = copiesOfRow(result);
  const copied = COPY_FIELDS.filter((field) => copies[field] !== undefined);
  const address = show ? (
    <button
      type="button"
      className={styles.show}
      aria-label={label?.(result)}
      aria-pressed={isShown}
      onClick={() => show(emailRowOf(result))}
    >
      {breakable(recipient)}
    </button>
  ) : (
    <span>{breakable(recipient)}</span>
  );
  // Few elements: scrolling draws each of them.
  return (
    <DataRow
      status={HIGHLIGHTED.has(status) && !isFurther ? status : undefined}
      className={isTicked ? `${styles.result} ${styles.ticked}` : styles.result}
    >
      <DataCell label="Row/N" className={styles.row}>
        {line === null ? (
          row
        ) : (
          <span>
            {row}
            <span className="hint"> · line {line}</span>
          </span>
        )}
      </DataCell>
      <DataCell label="Recipient" className={styles.recipient}>
        {name === undefined && copied.length === 0 ? (
          address
        ) : (
          <div>
            {name !== undefined && (
              <p className={styles.who} dir="auto">
                {name}
              </p>
            )}
            {address}
            {copied.map((field) => (
              <p key={field} className="hint">
                {COPY_WORDS[field]} {breakable(copies[field] ?? "")}
              </p>
            ))}
          </div>
        )}
      </DataCell>
      <DataCell label="Status">
        <StatusChip status={shownStatus(result)} />
      </DataCell>
      <DataCell label="Details" className="breaks">
        {status === "warning" && resultActions && !isFurther ? (
          <div>
            {reason}
            <span className={styles.ways}>{resultActions(result)}</span>
          </div>
        ) : (
          reason
        )}
        {files && <p className="hint">Own files: {files.join(", ")}</p>}
      </DataCell>
    </DataRow>
  );
});

interface TableProps {
  results: readonly RowResult[];
  isLeaving: boolean;
  resultActions?: RowProps["resultActions"];
  mails?: ShownMails | undefined;
}

/** The table of a send's rows. */
function ResultsTable({ results, isLeaving, resultActions, mails }: TableProps) {
  return (
    <DataTable label="Results of each row" headers={HEADERS}>
      {results.map((result) => (
        <ResultRow
          key={result.row}
          result={result}
          isLeaving={isLeaving}
          resultActions={resultActions}
          isShown={mails?.shown === emailRowOf(result)}
          show={mails?.has(result) ? mails.show : undefined}
          label={mails?.label}
        />
      ))}
    </DataTable>
  );
}

const STATUSES: ShownStatus[] = [
  "queued",
  "sending",
  "sent",
  "failed",
  "warning",
  "skipped",
  "cancelled",
];
const RESULTS_AT_ONCE = 250;

interface Props {
  results: readonly RowResult[];
  /** Whether emails leave as this appears: the rows of sent ones are ticked then. */
  isLeaving?: boolean;
  /** Whether you can search them. */
  canSearch?: boolean;
  /** How to find out the outcome of unconfirmed rows. */
  resultActions?: ((result: RowResult) => ReactNode) | undefined;
  /** The emails of the rows, if one of them is shown beside the table. */
  mails?: ShownMails | undefined;
  /** Actions on the rows. */
  actions?: ReactNode;
  /** Buttons that save them. */
  downloads?: ReactNode;
  /** Shown at the end. */
  lastAction?: ReactNode;
}

/** The result of each row, filtered by status, with a download. */
export function Results(props: Props) {
  const {
    results,
    isLeaving = false,
    canSearch = false,
    resultActions,
    mails,
    actions,
    downloads,
    lastAction,
  } = props;
  const [status, setStatus] = useState<ShownStatus | null>(null);
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(RESULTS_AT_ONCE);
  // The numbers are those of the emails, as in the sentence above.
  const counted = withoutFurther(results);
  const joined = results.length - counted.length;
  const statuses = STATUSES.flatMap((kind) => {
    const count = counted.filter((result) => shownStatus(result) === kind).length;
    return count === 0 ? [] : [{ kind, word: STATUS_WORDS[kind], count }];
  });
  const filter = statuses.some(({ kind }) => kind === status) ? status : null;
  const isFound = searchFor(sought);
  const chosen = results.filter(
    (result) =>
      (filter === null || shownStatus(result) === filter) &&
      isFound([result.name ?? "", result.recipient, result.reason, ...(result.files ?? [])]),
  );
  return (
    <>
      {statuses.length > 1 && (
        <Filters
          label="Show rows by status"
          value={filter}
          total={counted.length}
          kinds={statuses}
          onChange={setStatus}
        />
      )}
      {statuses.length > 1 && joined > 0 && (
        <p className="hint">
          {pluralize(joined, "row is", "rows are")} in another row's email and not counted.
        </p>
      )}
      {canSearch && (
        <SearchField
          label="Search people"
          value={sought}
          onChange={setSought}
          found={`${pluralize(chosen.length, "row")} of ${withCommas(results.length)}`}
        />
      )}
      {results.length > 1 && (
        <p className="hint">
          {results.some(({ line }) => line !== null)
            ? "Row/N is the row of your list, with its line in your file."
            : "Row/N counts your recipients."}
        </p>
      )}
      <ResultsTable
        results={chosen.slice(0, most)}
        isLeaving={isLeaving}
        resultActions={resultActions}
        mails={mails}
      />
      <div className="row">
        {chosen.length > most && (
          <Button size="small" onClick={() => setMost(most + RESULTS_AT_ONCE)}>
            Show more rows
          </Button>
        )}
        {actions}
        {downloads}
        {lastAction}
      </div>
    </>
  );
}
