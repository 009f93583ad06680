import Button from "@mui/material/Button";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import type { Dispatch } from "react";
import { counted, withCommas } from "../../../lib/counted.ts";
import { download } from "../../../lib/download.ts";
import { spreadsheetDelimiter } from "../../../lib/spreadsheetDelimiter.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import type { BulkFormAction } from "../form/bulkFormReducer.ts";
import styles from "./check.module.css";
import { correctedCsv, listName } from "./takenHome.ts";

interface Props {
  form: BulkForm;
  change: Dispatch<BulkFormAction>;
  table: CsvTable;
  /** Whether the table is typed on the screen, where it is seen as it is. */
  isTyped: boolean;
}

/** What a person has changed about the file's rows, with the way back, and the list as it is now to take home. */
export function RowChanges({ form, change, table, isTyped }: Props) {
  const { rowEdits, skipRows } = form;
  const edits = Object.entries(rowEdits).flatMap(([row, cells]) =>
    Object.entries(cells).map(([header, value]) => ({ row: Number(row), header, value })),
  );
  if (edits.length === 0 && skipRows.length === 0) return null;
  return (
    <div className={styles.changes}>
      {edits.length > 0 && (
        <details>
          <summary>{counted(edits.length, "cell")} changed here, not in your file</summary>
          <ul>
            {edits.map(({ row, header, value }) => (
              <li key={`${row} ${header}`}>
                Row {row}, {header}: {value || <em>blank</em>}
                <Button size="small" variant="text" onClick={() => change({ type: "edit", row, header, value: null })}>
                  Undo
                </Button>
              </li>
            ))}
          </ul>
          <Button size="small" onClick={() => change({ type: "undoEdits" })}>
            Undo all
          </Button>
        </details>
      )}
      {skipRows.length > 0 && (
        <p>
          You left out {counted(skipRows.length, "row")}: {shortList(skipRows)}.
          <Button size="small" variant="text" onClick={() => change({ type: "putBack", rows: skipRows })}>
            Put back
          </Button>
        </p>
      )}
      {!isTyped && (
        <p>
          The list as it is now{withoutWhom(skipRows.length, table.rowsOverLimit)}.
          <Button
            size="small"
            variant="text"
            onClick={() =>
              download(`${listName(form.source)} corrected.csv`, correctedCsv(table, form, spreadsheetDelimiter()))
            }
          >
            Download the corrected list
          </Button>
        </p>
      )}
    </div>
  );
}

/** Who is not in the list that is taken home, after a word; "" where everybody is. */
function withoutWhom(leftOut: number, overLimit: number): string {
  if (leftOut === 0) return overLimit === 0 ? "" : `, without ${counted(overLimit, "row")} above the limit`;
  const also = overLimit === 0 ? "" : ` and ${withCommas(overLimit)} above the limit`;
  return `, without ${counted(leftOut, "row")} that you left out${also}`;
}

const LISTED = 12;

function shortList(rows: readonly number[]): string {
  const listed = rows.slice(0, LISTED).join(", ");
  return rows.length > LISTED ? `${listed} and ${rows.length - LISTED} more` : listed;
}
