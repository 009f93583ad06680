import Button from "@mui/material/Button";
import type { Problem } from "@sendwright/core/check/types";
import type { CsvDelimiter } from "@sendwright/core/contract";
import { writeCsv } from "@sendwright/core/csv/write";
import { cellText, type List, type Row } from "@sendwright/core/list/list";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { download } from "../../../lib/download.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { spreadsheetDelimiter } from "../../../lib/spreadsheetDelimiter.ts";
import { overLimitWarning } from "../csv/readingMessages.ts";
import type { SendFormState } from "../useSendForm.ts";
import { undecidedIn } from "./asTyped.ts";
import styles from "./check.module.css";
import { CHECK } from "./goToCheck.ts";
import { Headings } from "./Headings.tsx";

/** What the check of the whole list found, and the questions it leaves. */
export function CheckPanel({ state }: { state: SendFormState }) {
  const { filled: list, check, form } = state;
  if (!list) return null;
  const overLimit = overLimitWarning(list, state.limit);
  const hasChanges = list.rows.some(({ original, skipped }) => original !== undefined || skipped !== null);
  const problems = check?.problems ?? [];
  const open = check ? undecidedIn(check, list).length : 0;
  const delimiter = form.people.now.raw?.delimiter ?? spreadsheetDelimiter();
  return (
    <div className={styles.panel}>
      {overLimit && <Notice variant="warning">{overLimit}</Notice>}
      <Headings state={state} list={list} />
      {check && list.rows.length > 0 && (
        <p id={CHECK} className={styles.summary} role="status" tabIndex={-1} data-clean={problems.length === 0}>
          {check.summary.sentence}
          {open > 0 && ` · ${pluralize(open, "value")} to check`}
        </p>
      )}
      {(problems.length > 0 || hasChanges) && (
        <div className={styles.downloads}>
          {problems.length > 0 && (
            <Button
              size="small"
              variant="text"
              onClick={() =>
                download(`problem rows of ${listName(list)}.csv`, problemRowsCsv(list, problems, delimiter))
              }
            >
              Download the problem rows
            </Button>
          )}
          {hasChanges && (
            <Button
              size="small"
              variant="text"
              onClick={() => download(`${listName(list)} corrected.csv`, correctedCsv(list, delimiter))}
            >
              Download the corrected list
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * A CSV file of the rows with a problem, as they are now, with one more column that says what is wrong. It is meant to be
 * fixed and chosen again, so its cells aren't changed for a spreadsheet.
 */
export function problemRowsCsv(list: List, problems: readonly Problem[], delimiter: CsvDelimiter): string {
  const messages = new Map<number, string[]>();
  for (const { id, message } of problems) messages.set(id, [...(messages.get(id) ?? []), message]);
  const rows = list.rows.flatMap((row) => {
    const wrong = messages.get(row.id);
    return wrong ? [[...wholeRow(list, row), wrong.join("; ")]] : [];
  });
  return writeCsv([...list.columns, freeHeader(list.columns)], rows, { delimiter, formulas: "keep" });
}

function freeHeader(headers: readonly string[]): string {
  let header = "Problem";
  while (headers.includes(header)) header += " found";
  return header;
}

/**
 * The list as a CSV file with its own columns, as it is now, without the rows that a person skipped. It can be chosen
 * again, so its cells aren't changed for a spreadsheet.
 */
export function correctedCsv(list: List, delimiter: CsvDelimiter): string {
  const rows = list.rows.filter(({ skipped }) => skipped === null).map((row) => wholeRow(list, row));
  return writeCsv(list.columns, rows, { delimiter, formulas: "keep" });
}

/** The cells of a row as they are now, those beyond the columns too. */
function wholeRow({ columns }: List, { cells }: Row): string[] {
  const width = Math.max(columns.length, cells.length);
  return Array.from({ length: width }, (_, at) => cellText(cells[at]));
}

/** The name of a list without the ending of a file. */
export function listName({ source }: List): string {
  return source.name.replace(/\.(csv|tsv|txt)$/i, "");
}
