import type { CheckResult, Problem } from "@sendwright/core/check/types";
import type { CsvDelimiter, Variable } from "@sendwright/core/contract";
import { writeCsv } from "@sendwright/core/csv/write";
import { groupBy } from "@sendwright/core/groupBy";
import { inOneLine } from "@sendwright/core/list/checkRow";
import type { List } from "@sendwright/core/list/list";
import type { Feeds } from "@sendwright/core/list/mapping";
import type { OverlookedColumn } from "@sendwright/core/list/overlooked";
import { samplesIn } from "@sendwright/core/list/samples";
import { ownCells } from "@sendwright/core/list/splitRows";
import { rowsToFillIn } from "@sendwright/core/list/toFillIn";
import { memo } from "react";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { download } from "../../../lib/download.ts";
import { downloadWorkbook } from "../../../lib/downloadWorkbook.ts";
import { spreadsheetDelimiter } from "../../../lib/spreadsheetDelimiter.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { RawList } from "../form/sendForm.ts";
import styles from "./check.module.css";
import { checkSentence, isRowLeft, overLimitWarning } from "./findings.ts";
import { CHECK } from "./goToCheck.ts";
import { FIRST_IS_PERSON, overlookedMessage } from "./questionWords.ts";
import { ShowSuppressions } from "./Suppressed.tsx";

/**
 * Asks whether a first row that looks like a person is one, or says that the list was read without
 * headers.
 */
function HeaderChoice({ list, raw, onReread }: Pick<PanelProps, "list" | "raw" | "onReread">) {
  if (raw === null) return null;
  if (raw.reading.noHeaders) {
    return (
      <Notice
        action={
          <Button size="small" onClick={() => onReread(raw, { noHeaders: false })}>
            Use it as headers
          </Button>
        }
      >
        The first row is a person. The columns have no headers.
      </Notice>
    );
  }
  const note = list.notes.find(({ kind }) => kind === "header_is_data");
  if (!note) return null;
  return (
    <Notice
      variant="warning"
      action={
        <Button size="small" onClick={() => onReread(raw, { noHeaders: true })}>
          {FIRST_IS_PERSON}
        </Button>
      }
    >
      {note.message}
    </Notice>
  );
}

interface PanelProps {
  /** Without blank rows. */
  list: List;
  check: CheckResult | null;
  /** How many rows are sent. */
  limit: number;
  /** The placeholders of the email. */
  variables: readonly Variable[];
  /** How many people would get exactly the email that they have. */
  again?: number;
  raw: RawList | null;
  /** Reads the list another way. */
  onReread: (raw: RawList, other: { noHeaders: boolean }) => void;
}

/** The results of checking the whole list, and the questions that are still open. */
export function CheckPanel({
  list,
  check,
  limit,
  variables,
  again = 0,
  raw,
  onReread,
}: PanelProps) {
  const overLimit = overLimitWarning(list, limit);
  const problems = check?.problems ?? [];
  return (
    <div className="stack">
      {overLimit && <Notice variant="warning">{overLimit}</Notice>}
      <HeaderChoice list={list} raw={raw} onReread={onReread} />
      {list.notes.map(
        ({ kind, message }) =>
          kind === "lost" && (
            <Notice key={message} variant="warning">
              {message}
            </Notice>
          ),
      )}
      {check && list.rows.length > 0 && (
        <p
          id={CHECK}
          className={styles.summary}
          role="status"
          tabIndex={-1}
          data-clean={problems.length === 0}
        >
          {checkSentence(check, list, variables, again)}
        </p>
      )}
      {check && check.summary.joined > 0 && (
        <p className="hint">Rows with the same address are one email.</p>
      )}
      {check && check.summary.suppressed > 0 && (
        <div>
          <ShowSuppressions />
        </div>
      )}
    </div>
  );
}

interface OverlookedProps {
  list: List;
  feeds: Feeds | null;
  overlooked: readonly OverlookedColumn[];
  change: (action: SendFormAction) => void;
}

/** Columns that the emails seem to lack: one click uses each, and one says that it isn't meant. */
export function OverlookedColumns({ list, feeds, overlooked, change }: OverlookedProps) {
  if (overlooked.length === 0) return null;
  const samples = samplesIn(list);
  return overlooked.map((one) => {
    const { variable, header } = one;
    const now = feeds?.get(variable) ?? null;
    const feed = (from: string | null) => {
      const source = from === null ? "same" : { column: from };
      change({ type: "list", change: { type: "feed", feeds: new Map([[variable, source]]) } });
    };
    return (
      <Notice
        key={variable}
        variant="warning"
        action={
          <>
            <Button size="small" variant="outlined" onClick={() => feed(header)}>
              Use it
            </Button>
            <Button size="small" variant="text" color="secondary" onClick={() => feed(now)}>
              Leave it as it is
            </Button>
          </>
        }
      >
        <p>{overlookedMessage(one)}</p>
        <p>
          {header}: {samples.get(header)}
        </p>
      </Notice>
    );
  });
}

interface DownloadsProps {
  list: List;
  check: CheckResult | null;
  /** That of its file; null for one without. */
  delimiter: CsvDelimiter | null;
}

/**
 * Downloads of the problem rows and the corrected list. Below the table, because they appear while
 * you work in it.
 */
export const ListDownloads = memo(function ListDownloads({
  list,
  check,
  delimiter: own,
}: DownloadsProps) {
  const hasChanges = list.rows.some(
    ({ original, skipped, part }) => original !== undefined || skipped !== null || part,
  );
  const toFill = rowsToFillIn(check, list);
  const isLeft = check !== null && isRowLeft(check, list);
  const problems = isLeft ? check.problems.filter(({ id }) => !toFill.has(id)) : [];
  if (problems.length === 0 && !hasChanges) return null;
  const delimiter = own ?? spreadsheetDelimiter();
  return (
    <div className={styles.downloads}>
      {problems.length > 0 && (
        <Downloads
          label="Download the problem rows"
          name={`problem rows of ${listName(list)}`}
          rows={() => problemRows(list, problems)}
          delimiter={delimiter}
        />
      )}
      {hasChanges && (
        <Downloads
          label="Download the corrected list"
          name={`${listName(list)} corrected`}
          rows={() => correctedRows(list)}
          delimiter={delimiter}
        />
      )}
    </div>
  );
});

interface FileProps {
  label: string;
  /** Without the extension. */
  name: string;
  rows: () => string[][];
  delimiter: CsvDelimiter;
}

/** Offers rows as a workbook, in which all cells are text, and as CSV. */
function Downloads({ label, name, rows, delimiter }: FileProps) {
  const saveCsv = () => {
    const [headers = [], ...cells] = rows();
    download(`${name}.csv`, writeCsv(headers, cells, { delimiter }));
  };
  return (
    <>
      <Button
        size="small"
        variant="text"
        color="secondary"
        onClick={() => void downloadWorkbook(name, "List", rows())}
      >
        {label}
      </Button>
      <Button
        size="small"
        variant="text"
        color="secondary"
        aria-label={`${label} as CSV`}
        onClick={saveCsv}
      >
        As CSV
      </Button>
    </>
  );
}

/**
 * The rows with a problem below their headers, as they are now, with one more column for the
 * problems.
 */
export function problemRows(list: List, problems: readonly Problem[]): string[][] {
  const problemsOf = groupBy(problems, ({ id }) => id);
  const rows = list.rows.flatMap((row) => {
    const wrong = problemsOf.get(row.id)?.map(({ message }) => message);
    return wrong ? [[...ownCells(list, row), inOneLine(wrong)]] : [];
  });
  return [[...list.columns, freeHeader(list.columns)], ...rows];
}

function freeHeader(headers: readonly string[]): string {
  let header = "Problem";
  while (headers.includes(header)) header += " found";
  return header;
}

/** The list as it is now below its own headers, without rows that you skipped. */
export function correctedRows(list: List): string[][] {
  return [
    [...list.columns],
    ...list.rows.filter(({ skipped }) => skipped === null).map((row) => ownCells(list, row)),
  ];
}

/** The name of a list without the file extension. */
export function listName({ source }: List): string {
  return source.name.replace(/\.(csv|tsv|txt|xlsx|xlsm|xls|ods)$/i, "");
}
