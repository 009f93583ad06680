import Button from "@mui/material/Button";
import type { Dispatch } from "react";
import { counted } from "../../../lib/counted.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import type { BulkFormAction } from "../form/bulkFormReducer.ts";
import styles from "./check.module.css";

/** What a person has changed about the file's rows, with the way back. */
export function RowChanges({ form, change }: { form: BulkForm; change: Dispatch<BulkFormAction> }) {
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
          <Button size="small" variant="text" onClick={() => change({ type: "skip", rows: skipRows, skip: false })}>
            Put back
          </Button>
        </p>
      )}
    </div>
  );
}

const LISTED = 12;

function shortList(rows: readonly number[]): string {
  const listed = rows.slice(0, LISTED).join(", ");
  return rows.length > LISTED ? `${listed} and ${rows.length - LISTED} more` : listed;
}
