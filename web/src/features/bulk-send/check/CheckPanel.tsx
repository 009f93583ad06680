import { Notice } from "../../../components/ErrorNotice.tsx";
import { counted } from "../../../lib/counted.ts";
import { overLimitWarning } from "../csv/readingMessages.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./check.module.css";
import { CHECK } from "./goToCheck.ts";
import { Headings } from "./Headings.tsx";
import { ProblemList } from "./ProblemList.tsx";
import { RowChanges } from "./RowChanges.tsx";

/** What the check over all rows found, and what can be done about it. */
export function CheckPanel({ bulk }: { bulk: Bulk }) {
  const { form, change, csv, check } = bulk;
  const { table } = csv;
  if (!table) return null;
  const overLimit = overLimitWarning(table, bulk.limits.MAX_CSV_RECIPIENTS);
  const duplicates = check?.problems.filter(({ kind }) => kind === "duplicate").length ?? 0;
  // A table that has just been begun is no list of mistakes: it stands above, with its empty cells.
  const isToBeFilled =
    csv.isTyped &&
    check !== null &&
    check.summary.ready === 0 &&
    check.problems.length > 0 &&
    check.problems.every(({ kind }) => kind === "blank");
  return (
    <div className={styles.panel}>
      {overLimit && <Notice variant="warning">{overLimit}</Notice>}
      <Headings bulk={bulk} table={table} />
      {csv.checkError && <Notice variant="danger">{csv.checkError.message}</Notice>}
      {check && (
        <>
          <p id={CHECK} className={styles.summary} role="status" tabIndex={-1} data-clean={check.problems.length === 0}>
            {check.summary.sentence}
          </p>
          {duplicates > 0 && (
            <label className={styles.duplicates}>
              <input
                type="checkbox"
                checked={form.keepDuplicates}
                onChange={(event) => change({ type: "keepDuplicates", keep: event.target.checked })}
              />
              Send to the same address more than once ({counted(duplicates, "duplicate")})
            </label>
          )}
          {isToBeFilled ? (
            <p className={styles.toFill}>
              Still to be filled in: {counted(check.problems.length, "cell")} of the table.
            </p>
          ) : (
            check.problems.length > 0 && <ProblemList bulk={bulk} table={table} problems={check.problems} />
          )}
          <RowChanges form={form} change={change} table={table} isTyped={csv.isTyped} />
        </>
      )}
    </div>
  );
}
