import type { Problem } from "@sendwright/core/check/types";
import { groupBy } from "@sendwright/core/groupBy";
import type { CellChange } from "@sendwright/core/list/cells";
import type { List } from "@sendwright/core/list/list";
import { pluralize } from "@sendwright/core/pluralize";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import styles from "./check.module.css";
import { isUndecided } from "./findings.ts";

interface Props {
  list: List;
  problems: readonly Problem[];
  /** Writes these cells. */
  onCells: (cells: readonly CellChange[]) => void;
}

/**
 * For each column with years of two digits that may be of another century: one answer, which writes
 * the years in full.
 */
export function CenturyQuestions({ list, problems, onCells }: Props) {
  const undecided = problems.filter((one) => one.kind === "year" && isUndecided(one, list));
  const columns = groupBy(undecided, ({ column }) => column ?? "");
  return [...columns].map(([column, found]) => {
    const [first] = found;
    const write = (years: "1900s" | "2000s") =>
      onCells(
        found.flatMap(({ id, century }) =>
          century ? { id, header: column, cell: century.texts[years] } : [],
        ),
      );
    const rows = new Set(found.map(({ id }) => id)).size;
    const year = new Date(first?.century?.at ?? 0).getUTCFullYear();
    return (
      <Notice
        key={column}
        variant="warning"
        action={
          <fieldset className={styles.answer}>
            <legend className="unseen">The century of dates in {column}</legend>
            <Button size="small" variant="outlined" onClick={() => write("1900s")}>
              {rows === 1 ? `In ${year - 100}` : `All in the 1900s`}
            </Button>
            <Button size="small" variant="outlined" onClick={() => write("2000s")}>
              {rows === 1 ? `In ${year}` : `All in the 2000s`}
            </Button>
          </fieldset>
        }
      >
        <p>
          {pluralize(rows, "date")} in {column} {rows === 1 ? "has" : "have"} a year of two digits
          and would be in the future. Is {first?.value.trim()} in {year - 100} or in {year}?
        </p>
      </Notice>
    );
  });
}
