import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Problem, ProblemKind } from "@sendwright/core/check/types";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import { useState } from "react";
import { Filters } from "../../../components/Filters.tsx";
import { counted } from "../../../lib/counted.ts";
import { download } from "../../../lib/download.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./check.module.css";
import { ProblemItem } from "./ProblemItem.tsx";
import { kindCounts, problemKey } from "./problemKinds.ts";
import { rowGlimpse } from "./rowGlimpse.ts";
import { listName, problemRowsCsv } from "./takenHome.ts";

const AT_ONCE = 50;
/** A phone's list scrolls with the page, which must not become endless. */
const AT_ONCE_ON_A_PHONE = 10;

interface Props {
  bulk: Bulk;
  table: CsvTable;
  problems: readonly Problem[];
}

/** The problems of all rows: to be filtered, put right in place, left out, or taken home as a file. */
export function ProblemList({ bulk, table, problems }: Props) {
  const { form, mail } = bulk;
  const [kind, setKind] = useState<ProblemKind | null>(null);
  const atOnce = useMediaQuery("(width < 600px)") ? AT_ONCE_ON_A_PHONE : AT_ONCE;
  const [pages, setPages] = useState(1);
  const shown = pages * atOnce;
  const kinds = kindCounts(problems);
  const filter = kinds.some((one) => one.kind === kind) ? kind : null;
  const chosen = filter === null ? problems : problems.filter((problem) => problem.kind === filter);
  const more = chosen.length - shown;
  const choose = (next: ProblemKind | null) => {
    setKind(next);
    setPages(1);
  };
  const save = () =>
    download(`problem rows of ${listName(form.source)}.csv`, problemRowsCsv(table, problems, form.rowEdits));

  return (
    <section aria-label="Problems">
      <Filters label="Show problems by kind" value={filter} total={problems.length} kinds={kinds} onChange={choose} />
      <ul className={styles.problems} tabIndex={-1} aria-label="Problems in the rows">
        {chosen.slice(0, shown).map((problem) => (
          <ProblemItem
            key={problemKey(problem)}
            problem={problem}
            // A table that is typed stands on the screen.
            glimpse={bulk.csv.isTyped ? "" : rowGlimpse(table, problem, form.rowEdits)}
            variables={mail?.variables ?? []}
            bulk={bulk}
          />
        ))}
      </ul>
      <div className={styles.below}>
        {more > 0 && (
          <Button size="small" onClick={() => setPages(pages + 1)}>
            Show {Math.min(more, atOnce)} more of {counted(more, "problem")}
          </Button>
        )}
        <Button size="small" variant="text" onClick={save}>
          Download the problem rows
        </Button>
      </div>
    </section>
  );
}
