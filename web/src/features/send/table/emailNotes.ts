import { leadingRow, rowsOfEmail } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { personNames } from "@sendwright/core/recipients/personName";

/**
 * A function that says with which rows a checked row is one email: "3 rows in one email", "In one
 * email with row 3 · Anna"; "" if it has an email of its own, or none.
 */
export function emailNotes(
  rows: readonly CheckedRow[],
  variables: readonly Pick<Variable, "name">[],
): (row: CheckedRow | undefined) => string {
  const nameOf = personNames(variables.map(({ name }) => name));
  return (row) => {
    if (row?.further !== undefined)
      return `${pluralize(row.further.length + 1, "row")} in one email`;
    if (row?.joinedTo === undefined) return "";
    const leading = leadingRow(rows, row);
    const name = leading.name || nameOf(leading.values);
    return `In one email with row ${row.joinedTo}${name === "" ? "" : ` · ${name}`}`;
  };
}

/** The ids of the rows whose email the preview shows, if you asked for the row with this id. */
export function shownIds(check: CheckResult | null, id: number | null): ReadonlySet<number> {
  if (id === null) return new Set();
  const row = check?.rows.find((one) => one.id === id);
  return new Set(row && check ? rowsOfEmail(check.rows, row).map((one) => one.id) : [id]);
}
