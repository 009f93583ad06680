import { Notice } from "../../../components/ErrorNotice.tsx";
import { counted } from "../../../lib/counted.ts";
import { overLimitWarning } from "../csv/readingMessages.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./check.module.css";
import { ProblemList } from "./ProblemList.tsx";
import { RowChanges } from "./RowChanges.tsx";

/** What the check over all rows found, and what can be done about it. */
export function CheckPanel({ bulk }: { bulk: Bulk }) {
  const { form, change, csv, check } = bulk;
  const { table } = csv;
  if (!table) return null;
  const overLimit = overLimitWarning(table, bulk.limits.MAX_CSV_RECIPIENTS);
  const duplicates = check?.problems.filter(({ kind }) => kind === "duplicate").length ?? 0;
  return (
    <div className={styles.panel}>
      {overLimit && <Notice variant="warning">{overLimit}</Notice>}
      {table.warnings
        .filter(({ kind }) => kind === "header_is_data")
        .map(({ message, line }) => (
          <Notice key={line} variant="warning">
            {message}
          </Notice>
        ))}
      {csv.checkError && <Notice variant="danger">{csv.checkError.message}</Notice>}
      {check && (
        <>
          <p className={styles.summary} role="status" data-clean={check.problems.length === 0}>
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
          {check.problems.length > 0 && <ProblemList bulk={bulk} table={table} problems={check.problems} />}
          <RowChanges form={form} change={change} table={table} isTyped={csv.isTyped} />
        </>
      )}
    </div>
  );
}
