import type { Variable } from "../contract/templates.ts";
import { groupBy } from "../groupBy.ts";
import { pluralize } from "../pluralize.ts";
import { personNames } from "../recipients/peopleNames.ts";
import { saysWho } from "../recipients/personName.ts";
import { addressKey } from "../recipients/recipients.ts";
import { withCommas } from "../withCommas.ts";
import { leadingRow } from "./joinedRows.ts";
import type { CheckedRow } from "./types.ts";

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
    // A name that both rows have, such as the parent's, wouldn't say which row it is.
    const name = namesOf(leadingRow(rows, row)).find((one, at) => one !== "" && one !== own[at]);
    return `In one email with row ${withCommas(row.joinedTo)}${name === undefined ? "" : ` (${name})`}`;
  };
}

/**
 * A function that tells a checked row from the others with its mailbox: by the first of its names,
 * then of its other values, that not all of them have; if some share that, by more ("Anna · Leo"). ""
 * if it is the only row, or has the same values as all others.
 */
export function ownNames(
  rows: readonly CheckedRow[],
  variables: NamedVariables,
): (row: CheckedRow | undefined) => string {
  const namesOf = namesIn(variables);
  const addressed = rows.filter(({ address }) => address !== null);
  const found = new Map<number, string>();
  for (const group of groupBy(addressed, ({ address }) => addressKey(address ?? "")).values()) {
    if (group.length === 1) continue;
    const texts = group.map((row) => [...namesOf(row), ...row.values]);
    const differs = texts[0]?.map((text, at) => texts.some((other) => other[at] !== text)) ?? [];
    const named = group.map(({ id }, n) => ({
      id,
      texts: texts[n]?.filter((_, at) => differs[at]) ?? [],
    }));
    divide(named, found, []);
  }
  return (row) => (row && found.get(row.id)) ?? "";
}

interface NamedRow {
  id: number;
  /** Only those that not all rows of the mailbox have. */
  texts: readonly string[];
}

/** Collects, by row, the first texts that divide these rows until each is alone. */
function divide(rows: readonly NamedRow[], found: Map<number, string>, words: string[], at = 0) {
  if (rows.length === 1 || at === rows[0]?.texts.length) {
    for (const { id, texts } of rows)
      found.set(id, words.join(" · ") || (texts.find((text) => text !== "") ?? ""));
    return;
  }
  const parts = groupBy(rows, ({ texts }) => texts[at] ?? "");
  for (const [text, part] of parts)
    divide(part, found, text === "" || parts.size === 1 ? words : [...words, text], at + 1);
}

/** A function that returns the names in a row's values: always as many, "" for those it lacks. */
function namesIn(variables: NamedVariables): (row: CheckedRow) => string[] {
  const nameIn = personNames(variables.map(({ name }) => name));
  const who = variables.flatMap(({ name }, at) => (saysWho(name) ? at : []));
  return ({ name, values }) => [...who.map((at) => values[at] ?? ""), nameIn(values), name];
}
