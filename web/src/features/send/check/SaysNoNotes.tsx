import type { CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { groupBy } from "@sendwright/core/groupBy";
import type { CellChange } from "@sendwright/core/list/cells";
import { pluralize } from "@sendwright/core/pluralize";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";

interface Props {
  check: Pick<CheckResult, "problems" | "columns">;
  /** The placeholders of the email. */
  variables: readonly Variable[];
  /** Writes these cells. */
  onCells: (cells: readonly CellChange[]) => void;
}

/** How many words are quoted. */
const QUOTED = 3;

/**
 * For each column of a condition whose rows say no in words: they count as a value, and one click
 * makes them blank.
 */
export function SaysNoNotes({ check, variables, onCells }: Props) {
  const found = check.problems.flatMap(({ kind, column, id, value }) =>
    kind === "condition" && column !== null ? [{ column, id, value }] : [],
  );
  const isRequired = (column: string) =>
    variables.some(({ required }, at) => required && check.columns.used[at]?.header === column);
  return [...groupBy(found, ({ column }) => column)].map(([column, problems]) => {
    const ids = [...new Set(problems.map(({ id }) => id))];
    const words = [...new Set(problems.map(({ value }) => `“${value}”`))];
    const more = words.length > QUOTED ? " and others" : "";
    const clear = () => onCells(ids.map((id) => ({ id, header: column, cell: "" })));
    return (
      <Notice
        key={column}
        action={
          // A blank value for a required placeholder would skip the row.
          isRequired(column) ? null : (
            <Button size="small" onClick={clear}>
              Make {ids.length === 1 ? "it" : "them"} blank
            </Button>
          )
        }
      >
        {pluralize(ids.length, "row has", "rows have")} {words.slice(0, QUOTED).join(", ")}
        {more} in {column}, which counts as a value. Only a blank cell means no.
      </Notice>
    );
  });
}
