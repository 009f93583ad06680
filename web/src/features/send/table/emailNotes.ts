import { leadingRow, rowsOfEmail } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { personNames, saysWho } from "@sendwright/core/recipients/personName";
import { withCommas } from "@sendwright/core/withCommas";

/**
 * A function that says with which rows a checked row is one email: "3 rows in one email", "In one
 * email with row 3 · Anna"; "" if it has an email of its own, or none.
 */
export function emailNotes(
  rows: readonly CheckedRow[],
  variables: readonly Pick<Variable, "name">[],
): (row: CheckedRow | undefined) => string {
  const nameIn = personNames(variables.map(({ name }) => name));
  const who = variables.flatMap(({ name }, at) => (saysWho(name) ? at : []));
  const namesOf = ({ name, values }: CheckedRow) => [
    ...who.map((at) => values[at] ?? ""),
    nameIn(values),
    name,
  ];
  return (row) => {
    if (row?.further !== undefined)
      return `${pluralize(row.further.length + 1, "row")} in one email`;
    if (row?.joinedTo === undefined) return "";
    const own = namesOf(row);
    // Of the leading row's names, the one that isn't this row's, too: of another child.
    const name = namesOf(leadingRow(rows, row)).find((one, at) => one !== "" && one !== own[at]);
    return `In one email with row ${withCommas(row.joinedTo)}${name === undefined ? "" : ` · ${name}`}`;
  };
}

/** The ids of the rows whose email the preview shows, if you asked for the row with this id. */
export function shownIds(check: CheckResult | null, id: number | null): ReadonlySet<number> {
  if (id === null) return new Set();
  const row = check?.rows.find((one) => one.id === id);
  return new Set(row && check ? rowsOfEmail(check.rows, row).map((one) => one.id) : [id]);
}
