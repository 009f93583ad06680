import type { RowResult } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { COPY_FIELDS, COPY_WORDS } from "@sendwright/core/recipients/copies";
import { namedPerson } from "@sendwright/core/recipients/peopleNames";
import { emailRowOf, withoutFurther } from "@sendwright/core/sends/joined";
import { type ShownStatus, STATUS_WORDS, shownStatus } from "@sendwright/core/sends/statusWords";
import { withCommas } from "@sendwright/core/withCommas";
import { memo, type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { breakable } from "../../components/breakable.tsx";
import { DataCell, DataRow, DataTable } from "../../components/DataTable.tsx";
import { Filters } from "../../components/Filters.tsx";
import { isolated } from "../../components/isolated.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { StatusChip } from "../../components/StatusChip.tsx";
import { searchFor } from "../../lib/search.ts";
import type { ChosenPeople } from "../again/PeopleChoice.tsx";
import { copiesOfRow } from "../copies.ts";
import styles from "./Results.module.css";

/** The emails of a send, one of which is shown beside its rows. */
interface ShownMails {
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
  /** Chooses its person; undefined if they can't be, or no one is choosing. */
  choose: ChosenPeople["choose"] | undefined;
  isChosen: boolean;
  /** Whether emails leave as it appears. */
  isLeaving: boolean;
}

const ResultRow = memo(function ResultRow({
  result,
  resultActions,
  isShown,
  show,
  label,
  choose,
  isChosen,
  isLeaving,
}: RowProps) {
  const { row, line, recipient, name, status, reason, files, joined_to } = result;
  const isFurther = joined_to !== undefined;
  const [wasSent] = useState(status === "sent" && !isLeaving);
  const isTicked = status === "sent" && !wasSent;
  const copies = copiesOfRow(result);
  const copied = COPY_FIELDS.filter((field) => copies[field] !== undefined);
  // While people are chosen, the whole row is its box.
  const address =
    show && !choose ? (
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
  const number = choose ? (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={`${row}: ${namedPerson(result)}`}
        onChange={(event) => choose([row], event.target.checked)}
      />
      {row}
    </label>
  ) : (
    row
  );
  // Few elements: scrolling draws each of them.
  return (
    <DataRow
      status={HIGHLIGHTED.has(status) && !isFurther ? status : undefined}
      className={isTicked ? `${styles.result} ${styles.ticked}` : styles.result}
    >
      <DataCell label="Row/N" className={styles.row}>
        {line === null ? (
          number
        ) : (
          <span>
            {number}
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
              <p className={styles.who}>
                <bdi>{name}</bdi>
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
            {isolated(reason)}
            <span className={styles.ways}>{resultActions(result)}</span>
          </div>
        ) : (
          isolated(reason)
        )}
        {files && <p className="hint">Own files: {isolated(files.join(", "))}</p>}
      </DataCell>
    </DataRow>
  );
});

interface TableProps {
  results: readonly RowResult[];
  isLeaving: boolean;
  resultActions?: RowProps["resultActions"];
  mails?: ShownMails | undefined;
  choice: ChosenPeople | null;
}

/** The table of a send's rows. */
function ResultsTable({ results, isLeaving, resultActions, mails, choice }: TableProps) {
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
          choose={choice && canBeChosen(result) ? choice.choose : undefined}
          isChosen={choice?.rows.has(result.row) ?? false}
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

/** Which results the table has: those with a status that match the search. */
export interface ResultSearch {
  /** The statuses that there are, with the number of their emails. */
  statuses: { kind: ShownStatus; word: string; count: number }[];
  status: ShownStatus | null;
  setStatus: (status: ShownStatus | null) => void;
  sought: string;
  setSought: (sought: string) => void;
  found: RowResult[];
}

export function useResultSearch(results: readonly RowResult[]): ResultSearch {
  const [asked, setStatus] = useState<ShownStatus | null>(null);
  const [sought, setSought] = useState("");
  // The numbers are those of the emails, as in the sentence above.
  const counted = withoutFurther(results);
  const statuses = STATUSES.flatMap((kind) => {
    const count = counted.filter((result) => shownStatus(result) === kind).length;
    return count === 0 ? [] : [{ kind, word: STATUS_WORDS[kind], count }];
  });
  const status = statuses.some(({ kind }) => kind === asked) ? asked : null;
  const isFound = searchFor(sought);
  const found = results.filter(
    (result) =>
      (status === null || shownStatus(result) === status) &&
      isFound([result.name ?? "", result.recipient, result.reason, ...(result.files ?? [])]),
  );
  return { statuses, status, setStatus, sought, setSought, found };
}

/** Whether another email can go to just this person: the further rows of an email come with it. */
function canBeChosen({ status, joined_to }: RowResult): boolean {
  return status === "sent" && joined_to === undefined;
}

/** Rows with the row of each one's email, which is the one that can be chosen. */
function withEmailRows(found: readonly RowResult[], results: readonly RowResult[]): RowResult[] {
  const rows = new Set(found.flatMap((result) => [result.row, emailRowOf(result)]));
  return results.filter(({ row }) => rows.has(row));
}

interface ChoosingProps {
  choice: ChosenPeople;
  /** The rows in the table. */
  shown: readonly RowResult[];
}

/** Says how many people are chosen, and chooses all in the table. */
function Choosing({ choice: { rows, choose }, shown }: ChoosingProps) {
  const offered = shown.filter(canBeChosen).map(({ row }) => row);
  const hidden = rows.size - offered.filter((row) => rows.has(row)).length;
  const isRest = offered.length > 1 && offered.some((row) => !rows.has(row));
  return (
    <>
      <p role="status" className="hint tabular">
        {withCommas(rows.size)} chosen{hidden > 0 && `, ${withCommas(hidden)} not shown`}
      </p>
      {isRest && (
        <Button size="small" variant="text" color="secondary" onClick={() => choose(offered, true)}>
          Choose all {withCommas(offered.length)} shown
        </Button>
      )}
    </>
  );
}

const NO_RESULTS: RowResult[] = [];

/** The parts of the table that only the page of a send has. */
export interface PageParts {
  /** The search for people; without it, there is only the filter. */
  search?: ResultSearch;
  /** The emails of the rows, if one of them is shown beside the table. */
  mails?: ShownMails;
  /** The people being chosen for another email; null while no one is choosing. */
  choice?: ChosenPeople | null;
  /** Begins and ends that, around what says who is chosen. */
  chooser?: (chosen: ReactNode) => ReactNode;
}

interface Props extends PageParts {
  results: readonly RowResult[];
  /** Whether emails leave as this appears: the rows of sent ones are ticked then. */
  isLeaving?: boolean;
  /** How to find out the outcome of unconfirmed rows. */
  resultActions?: ((result: RowResult) => ReactNode) | undefined;
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
    search,
    resultActions,
    mails,
    choice = null,
    chooser,
    actions,
    downloads,
    lastAction,
  } = props;
  const own = useResultSearch(search ? NO_RESULTS : results);
  const { statuses, status, setStatus, sought, setSought, found } = search ?? own;
  const [most, setMost] = useState(RESULTS_AT_ONCE);
  const emails = withoutFurther(results).length;
  const joined = results.length - emails;
  const rows = choice ? withEmailRows(found, results) : found;
  const shown = rows.slice(0, most);
  return (
    <>
      {statuses.length > 1 && (
        <Filters
          label="Show rows by status"
          value={status}
          total={emails}
          kinds={statuses}
          onChange={setStatus}
        />
      )}
      {statuses.length > 1 && joined > 0 && (
        <p className="hint">
          {pluralize(joined, "row is", "rows are")} in another row's email and not counted.
        </p>
      )}
      {search && (
        <SearchField
          label="Search people"
          value={sought}
          onChange={setSought}
          found={`${pluralize(rows.length, "row")} of ${withCommas(results.length)}`}
        />
      )}
      {results.length > 1 && (
        <p className="hint">
          {results.some(({ line }) => line !== null)
            ? "Row/N is the row of your list, with its line in your file."
            : "Row/N counts your recipients."}
        </p>
      )}
      {chooser?.(choice && <Choosing choice={choice} shown={shown} />)}
      <ResultsTable
        results={shown}
        isLeaving={isLeaving}
        resultActions={resultActions}
        mails={mails}
        choice={choice}
      />
      <div className="row">
        {rows.length > most && (
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
