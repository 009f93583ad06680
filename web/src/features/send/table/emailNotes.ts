import { leadingRow, rowsOfEmail } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { groupBy } from "@sendwright/core/groupBy";
import { pluralize } from "@sendwright/core/pluralize";
import { personNames } from "@sendwright/core/recipients/peopleNames";
import { saysWho } from "@sendwright/core/recipients/personName";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { withCommas } from "@sendwright/core/withCommas";

type NamedVariables = readonly Pick<Variable, "name">[];

/**
 * A function that says with which rows a checked row is one email: "3 rows in one email", "In one
 * email with row 3 (Anna)"; "" if it has an email of its own, or none.
 */
export function emailNotes(
  rows: readonly CheckedRow[],
  variables: NamedVariables,
): (row: CheckedRow | undefined) => string {
  const namesOf = namesIn(variables);
  return (row) => {
    if (row?.further !== undefined)
      return `${pluralize(row.further.length + 1, "row")} in one email`;
    if (row?.joinedTo === undefined) return "";
    const own = namesOf(row);
    // Of the leading row's names, the one that isn't this row's, too: of another child.
    const name = namesOf(leadingRow(rows, row)).find((one, at) => one !== "" && one !== own[at]);
    return `In one email with row ${withCommas(row.joinedTo)}${name === undefined ? "" : ` (${name})`}`;
  };
}

/**
 * A function that tells a checked row from the others with its mailbox: by a name, else by another
 * value that not all of them have. "" if it is the only row, or has no such value.
 */
export function ownNames(
  rows: readonly CheckedRow[],
  variables: NamedVariables,
): (row: CheckedRow | undefined) => string {
  const namesOf = namesIn(variables);
  const textsOf = (row: CheckedRow) => [...namesOf(row), ...row.values];
  const addressed = rows.filter(({ address }) => address !== null);
  const groups = groupBy(addressed, ({ address }) => addressKey(address ?? ""));
  const found = new Map<number, string>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const all = group.map((row) => ({ id: row.id, texts: textsOf(row) }));
    const isTelling = all[0]?.texts.map((text, at) => all.some(({ texts }) => texts[at] !== text));
    for (const { id, texts } of all)
      found.set(id, texts.find((text, at) => text !== "" && isTelling?.[at]) ?? "");
  }
  return (row) => (row && found.get(row.id)) ?? "";
}

function namesIn(variables: NamedVariables): (row: CheckedRow) => string[] {
  const nameIn = personNames(variables.map(({ name }) => name));
  const who = variables.flatMap(({ name }, at) => (saysWho(name) ? at : []));
  return ({ name, values }) => [...who.map((at) => values[at] ?? ""), nameIn(values), name];
}

/** The ids of the rows whose email the preview shows, if you asked for the row with this id. */
export function shownIds(check: CheckResult | null, id: number | null): ReadonlySet<number> {
  if (id === null) return new Set();
  const row = check?.rows.find((one) => one.id === id);
  return new Set(row && check ? rowsOfEmail(check.rows, row).map((one) => one.id) : [id]);
}
