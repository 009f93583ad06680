import Button from "@mui/material/Button";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { counted } from "../../../lib/counted.ts";
import { download } from "../../../lib/download.ts";
import { spreadsheetDelimiter } from "../../../lib/spreadsheetDelimiter.ts";
import { overLimitWarning } from "../csv/readingMessages.ts";
import type { Bulk } from "../useSendForm.ts";
import { undecidedIn } from "./asTyped.ts";
import styles from "./check.module.css";
import { CHECK } from "./goToCheck.ts";
import { Headings } from "./Headings.tsx";
import { correctedCsv, listName, problemRowsCsv } from "./takenHome.ts";

/** What the check of the whole list found, and the questions it leaves. */
export function CheckPanel({ bulk }: { bulk: Bulk }) {
  const { filled: list, check, form } = bulk;
  if (!list) return null;
  const overLimit = overLimitWarning(list, bulk.limit);
  const hasChanges = list.rows.some(({ original, skipped }) => original !== undefined || skipped !== null);
  const problems = check?.problems ?? [];
  const open = check ? undecidedIn(check, list).length : 0;
  const delimiter = form.people.now.raw?.delimiter ?? spreadsheetDelimiter();
  return (
    <div className={styles.panel}>
      {overLimit && <Notice variant="warning">{overLimit}</Notice>}
      <Headings bulk={bulk} list={list} />
      {check && list.rows.length > 0 && (
        <p id={CHECK} className={styles.summary} role="status" tabIndex={-1} data-clean={problems.length === 0}>
          {check.summary.sentence}
          {open > 0 && ` · ${counted(open, "value")} to check`}
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
