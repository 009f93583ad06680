import type { CheckedColumns, CheckedRow } from "../check/types.ts";
import { listInWords, MAX_LISTED } from "../pluralize.ts";
import { peopleNames, personNames } from "../recipients/peopleNames.ts";
import { saysWho } from "../recipients/personName.ts";
import { recipientText } from "../recipients/recipients.ts";
import { shortened } from "../shortened.ts";
import { withCommas } from "../withCommas.ts";
import { ADDRESS, cellText, type List, type Row } from "./list.ts";

/**
 * Returns a function that finds who a row of a list is for, by all of its columns: the names of its
 * people ("Anna Berger", "Mia"), and the address, or the text in its place.
 */
export function ownPeople({ columns, mapping }: Pick<List, "columns" | "mapping">) {
  const at = columns.indexOf(mapping.address ?? ADDRESS);
  const namesIn = peopleNames(columns.map((column, index) => (index === at ? null : column)));
  return ({ cells }: Pick<Row, "cells">): { names: string[]; recipient: string } => {
    const texts = columns.map((_, index) => cellText(cells[index]).trim());
    const { address, name, text } = recipientText(texts[at] ?? "");
    return { names: namesIn(texts, name), recipient: address ?? text };
  };
}

/** Names rows by their numbers: "row 3", "rows 3 and 5". */
export function nameRowNumbers(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "row" : "rows"} ${listInWords(numbers.map(withCommas))}`;
}

/**
 * Returns a function that names rows at the beginning of a sentence: by their people, if their
 * values tell these apart, or else by their numbers. `common` are placeholders in which the rows
 * of one email should agree.
 */
export function rowNames(
  { columns }: { columns: Pick<CheckedColumns, "used"> },
  common: ReadonlySet<string>,
): (rows: readonly CheckedRow[]) => string {
  const own = columns.used.map(({ variable, header }) => (header === null ? null : variable));
  const nameIn = personNames(own);
  const who = own.flatMap((variable, at) => (variable !== null && saysWho(variable) ? at : []));
  const [repeated] = who.filter((at) => !common.has(own[at] ?? ""));
  const ways: ((values: readonly string[]) => string)[] = [
    nameIn,
    ...[repeated, ...who].map((at) => (values: readonly string[]) => values[at ?? -1] ?? ""),
  ];
  return (rows) => {
    for (const nameOf of ways) {
      const names = rows.map(({ values }) => shortened(nameOf(values)));
      if (!names.includes("") && new Set(names).size === names.length)
        return listInWords(withOneSurname(names));
    }
    return `Rows ${listInWords(rows.map(({ n }) => withCommas(n)))}`;
  };
}

/** "Anna Meyer" and "Tim Meyer" are "Anna" and "Tim Meyer". */
function withOneSurname(names: readonly string[]): readonly string[] {
  const surname = / \S+$/.exec(names[0] ?? "")?.[0];
  const isOne = surname !== undefined && names.every((name) => name.endsWith(surname));
  if (!isOne || names.length > MAX_LISTED) return names;
  return names.map((name, at) => (at === names.length - 1 ? name : name.slice(0, -surname.length)));
}
