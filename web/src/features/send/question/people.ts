import { furtherRowsOf } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import { cellText, type List } from "@sendwright/core/list/list";
import { personNames, saysWho } from "@sendwright/core/recipients/personName";
import { withCommas } from "@sendwright/core/withCommas";

/** Someone who gets an email. */
export interface QuestionPerson {
  /** "Anna Berger · Mia", as far as the list or the values know them; "" if they don't. */
  name: string;
  /** The address, or the text in its place. */
  address: string;
}

/** How many names of one email are shown. */
const MOST_NAMES = 3;
/** A longer value, or one of these words, isn't a name. */
const LONGEST = 60;
/** Headers of columns that say who gets an email about someone else. */
const PARENT = /^(parent|guardian|mother|father|eltern|mutter|vater)/iu;
const NO_NAME = /^(yes|no|true|false|ja|nein|oui|non|si|sí)$/iu;

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
  const all = [...headers, ...own];
  const nameIn = personNames(all);
  const isWho = all.map((header) => header !== null && saysWho(header));
  const namesOf = (row: CheckedRow): string[] => {
    // The values were written for the person of the row's first address.
    if (row.addressed?.insteadOf !== undefined) return [row.name];
    const cells = cellsOf.get(row.id) ?? [];
    const texts = [...headers.map((_, at) => cellText(cells[at]).trim()), ...row.values].map(
      (text) => (isName(text) ? text : ""),
    );
    const parent = texts.find((text, at) => text !== "" && PARENT.test(all[at] ?? ""));
    const recipient = row.name || (parent ?? nameIn(texts));
    return [recipient, ...texts.filter((text, at) => isWho[at] && !recipient.includes(text))];
  };
  return (row) => {
    const rows = [row, ...furtherRowsOf(check.rows, row)];
    const names = [...new Set(rows.flatMap(namesOf))].filter((name) => name !== "");
    const more = names.length - MOST_NAMES;
    const shown = names.slice(0, MOST_NAMES).join(" · ");
    return {
      name: more > 0 ? `${shown} and ${withCommas(more)} more` : shown,
      address: row.address ?? row.recipient,
    };
  };
}

function isName(text: string): boolean {
  return (
    text.length <= LONGEST && /\p{L}/u.test(text) && !text.includes("@") && !NO_NAME.test(text)
  );
}
