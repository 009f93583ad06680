import { furtherRowsOf } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { cellText, isFilled, type List } from "@sendwright/core/list/list";
import { ownPeople } from "@sendwright/core/list/rowNames";
import { andMore, listInWords, MAX_LISTED, pluralize } from "@sendwright/core/pluralize";
import { namedPerson, peopleNames } from "@sendwright/core/recipients/peopleNames";
import { asksForName } from "@sendwright/core/recipients/personName";
import { withCommas } from "@sendwright/core/withCommas";
import { whoIs } from "../check/findings.ts";

/** Someone who gets an email. */
export interface QuestionPerson {
  /** "Anna Berger · Mia", as far as the list or the values know them; "" if they don't. */
  name: string;
  /** The address, or the text in its place. */
  address: string;
}

/** How many names of one email are shown. */
const MOST_NAMES = 3;
/**
 * The people of a list that isn't checked: "Anna Berger · Mia (anna@x.org) and bo@x.org"; of more
 * than three, the first and how many more. "2 people" if nothing says who they are.
 */
export function peopleIn(list: List): string {
  const people = list.rows.filter(isFilled);
  const personOf = ownPeople(list);
  const named = people.slice(0, MAX_LISTED).map((row) => {
    const { names, recipient } = personOf(row);
    const name = names.slice(0, MOST_NAMES).join(" · ");
    return recipient === "" ? name : namedPerson({ recipient, name });
  });
  if (named.includes("")) return pluralize(people.length, "person", "people");
  return people.length > MAX_LISTED ? andMore(named, people.length) : listInWords(named);
}

/** The function that names the people of an email: its recipient, then those it is about. */
export function peopleOf(
  list: Pick<List, "columns" | "rows" | "mapping">,
  check: Pick<CheckResult, "columns" | "rows">,
  variables: readonly { name: string }[],
): (row: CheckedRow) => QuestionPerson {
  const cellsOf = new Map(list.rows.map(({ id, cells }) => [id, cells]));
  const headers = list.columns.map((column) => (column === list.mapping.address ? null : column));
  // A value that all rows share isn't anyone's name.
  const own = variables.map(({ name }, at) =>
    check.columns.used[at]?.header == null ? null : name,
  );
  const namesIn = peopleNames([...headers, ...own]);
  const namesOf = (row: CheckedRow): string[] => {
    // The values were written for the person of the row's first address.
    if (row.addressed?.insteadOf !== undefined) return row.name === "" ? [] : [row.name];
    const cells = cellsOf.get(row.id) ?? [];
    const texts = headers.map((_, at) => cellText(cells[at]).trim());
    return namesIn([...texts, ...row.values], row.name);
  };
  return (row) => {
    const rows = [row, ...furtherRowsOf(check.rows, row)];
    const names = [...new Set(rows.flatMap(namesOf))];
    const more = names.length - MOST_NAMES;
    const shown = names.slice(0, MOST_NAMES).join(" · ");
    return {
      name: more > 0 ? `${shown} and ${withCommas(more)} more` : shown,
      address: row.address ?? row.recipient,
    };
  };
}

/** How many recipients are named. */
export const MAX_NAMED = 3;

/** The names, after their number if there are several. */
export function namedWithCount(rows: readonly CheckedRow[]): string {
  return rows.length > 1 ? `${withCommas(rows.length)}: ${firstPeople(rows)}` : firstPeople(rows);
}

/** The first names, and how many more there are. */
export function firstPeople(rows: readonly CheckedRow[]): string {
  return andMore(rows.slice(0, MAX_NAMED).map(whoIs), rows.length);
}

/** How many rows aren't filled in yet, and the first of their people; null for none. */
export function toFillMessage(rows: readonly CheckedRow[]): string | null {
  if (rows.length === 0) return null;
  const written = rows.filter(({ recipient }) => recipient !== "");
  const words = pluralize(rows.length, "row gets no email", "rows get no email");
  return `${words}${written.length > 0 ? `: ${firstPeople(written)}` : ""}`;
}

/** The name in the email tells people who share a mailbox apart. */
export function whoOf(
  row: CheckedRow,
  variables: readonly Variable[],
  addresses: readonly string[] = row.address === null ? [] : [row.address],
): string {
  const at = variables.findIndex(({ name }) => asksForName(name));
  const name = row.name || (row.values[at] ?? "").trim();
  return name === "" || addresses.length === 0 ? whoIs(row) : `${name} (${addresses.join(", ")})`;
}
