import type { RowResult } from "../contract/sends.ts";
import { recipientKey } from "../recipients/recipients.ts";
import { mailboxIn, onlyOnes } from "./claims.ts";
import {
  ADDRESS,
  cellText,
  filledList,
  isFilled,
  isIncluded,
  type List,
  type Row,
} from "./list.ts";
import { freeHeader } from "./read.ts";
import { RESULT_SUFFIX } from "./resultFile.ts";

/** A table to download: the person's own list with the results of a send. */
export interface ResultTable {
  headers: string[];
  rows: string[][];
  /** How many results belong to a row of the list. */
  matched: number;
}

/** What the columns of results are called, and the words for a row's result. */
interface ResultWords {
  headers: readonly string[];
  /** One cell for each of these headers. */
  cellsOf: (result: RowResult) => string[];
  /** The first cells of a row that wasn't part of the send; the others are blank. */
  notIncluded: readonly string[];
}

/**
 * All columns of a list in their order, with the results beside them (rule: results). `isSent`: it
 * is the list as it was sent, so the n-th included row is row n of the results. Any other list is
 * matched by line and mailbox, else by mailbox if that is unique on both sides. Results without a
 * row follow at the end, so no one is missing. `results` are those of people, without the line that
 * counts the rows above the limit.
 */
export function withResults(
  list: List,
  results: readonly RowResult[],
  isSent: boolean,
  words: ResultWords,
): ResultTable {
  const byRow = isSent ? sentRows(list, results) : matchedRows(list, results);
  const blank = words.headers.map(() => "");
  const address = list.columns.indexOf(list.mapping.address ?? ADDRESS);
  const rows = list.rows.filter(isFilled).map((row) => {
    const result = byRow.get(row.id);
    const own = list.columns.map((_, index) => cellText(row.cells[index]));
    return [
      ...own,
      ...(result
        ? words.cellsOf(result)
        : [...words.notIncluded, ...blank.slice(words.notIncluded.length)]),
    ];
  });
  const used = new Set(byRow.values());
  const others = results.filter((result) => !used.has(result));
  for (const result of others) {
    rows.push([
      ...list.columns.map((_, index) => (index === address ? result.recipient : "")),
      ...words.cellsOf(result),
    ]);
  }
  const headers = [...list.columns];
  for (const header of words.headers) headers.push(freeHeader(header, headers, RESULT_SUFFIX));
  return { headers, rows, matched: used.size };
}

function sentRows(list: List, results: readonly RowResult[]): Map<number, RowResult> {
  const byNumber = new Map(results.map((result) => [result.row, result]));
  return new Map(
    filledList(list).rows.flatMap(({ id }, index) => {
      const result = byNumber.get(index + 1);
      return result ? [[id, result] as const] : [];
    }),
  );
}

function matchedRows(list: List, results: readonly RowResult[]): Map<number, RowResult> {
  const found = new Map<number, RowResult>();
  const rows = list.rows.filter(isIncluded);
  const byLine = new Map(
    results.flatMap((result) => (result.line === null ? [] : [[result.line, result] as const])),
  );
  const isSame = (row: Row, { recipient }: RowResult) =>
    mailboxIn(list, row) === recipientKey(recipient);
  for (const row of rows) {
    const result = row.line === null ? undefined : byLine.get(row.line);
    if (result && isSame(row, result)) found.set(row.id, result);
  }
  const used = new Set(found.values());
  const left = onlyOnes(
    results.filter((one) => !used.has(one)).map((one) => [recipientKey(one.recipient), one]),
  );
  const open = onlyOnes(
    rows.filter(({ id }) => !found.has(id)).map((row) => [mailboxIn(list, row), row]),
  );
  for (const [mailbox, row] of open) {
    const result = left.get(mailbox);
    if (result && mailbox !== "") found.set(row.id, result);
  }
  // In the file that was sent, a line whose address was corrected since is still the same row.
  const inPlace = rows.filter(
    ({ id, line }) => found.has(id) && found.get(id)?.line === line,
  ).length;
  if (inPlace * 2 < results.length) return found;
  const matched = new Set(found.values());
  const isInList = new Set(rows.map((row) => mailboxIn(list, row)));
  for (const row of rows.filter(({ id, line }) => !found.has(id) && line !== null)) {
    const result = byLine.get(row.line ?? 0);
    if (result && !matched.has(result) && !isInList.has(recipientKey(result.recipient)))
      found.set(row.id, result);
  }
  return found;
}
