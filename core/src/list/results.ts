import type { RowResult } from "../contract/sends.ts";
import { groupBy } from "../groupBy.ts";
import { pieceKey, recipientKey } from "../recipients/recipients.ts";
import { emailRowOf } from "../sends/joined.ts";
import { isUnnamed } from "../sends/received.ts";
import { mailboxIn } from "./claims.ts";
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
import { ownPeople } from "./rowNames.ts";
import { ownAddresses } from "./severalAddresses.ts";

/** A table to download: the person's own list with the results of a send. */
export interface ResultTable {
  headers: string[];
  rows: string[][];
  /** How many results belong to a row of the list. */
  matched: number;
}

/** The names of the columns of results, and the words for a row's result. */
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
 * matched by line and mailbox, else by mailbox if one email went there, for as many rows as it has
 * here. Results without a row follow at the end, so no one is missing. `results` are those of
 * people, without the line that counts the rows above the limit.
 */
export function withResults(
  given: List,
  results: readonly RowResult[],
  isSent: boolean,
  words: ResultWords,
): ResultTable {
  const { list, byRow } = rowsOfResults(given, results, isSent);
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

/**
 * Results in which the list names the people whom the server doesn't have, because someone skipped
 * their rows (rule: people by name). `isSent` as in `withResults`.
 */
export function withOwnPeople(given: List, results: RowResult[], isSent: boolean): RowResult[] {
  if (!results.some(isUnnamed)) return results;
  const { list, byRow } = rowsOfResults(given, results, isSent);
  const personOf = ownPeople(list);
  const rows = new Map(list.rows.map((row) => [byRow.get(row.id)?.row, row]));
  return results.map((result) => {
    const row = isUnnamed(result) && rows.get(result.row);
    if (!row) return result;
    const { names, recipient } = personOf(row);
    return { ...result, recipient, ...(names.length > 0 && { name: names.join(" · ") }) };
  });
}

/** The list with the rows that the results have, and the result of each row by its id. */
function rowsOfResults(given: List, results: readonly RowResult[], isSent: boolean) {
  const list = isSent ? given : splitLike(given, results);
  return { list, byRow: isSent ? sentRows(list, results) : matchedRows(list, results) };
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

function resultsByLine(results: readonly RowResult[]): ReadonlyMap<number, RowResult[]> {
  const byLine = new Map<number, RowResult[]>();
  for (const result of results) {
    if (result.line === null) continue;
    const ofLine = byLine.get(result.line);
    if (ofLine) ofLine.push(result);
    else byLine.set(result.line, [result]);
  }
  return byLine;
}

/**
 * A list that was read again, in which a row is as many as it has results: those of its line whose
 * address is one of its own.
 */
function splitLike(list: List, results: readonly RowResult[]): List {
  const { address } = list.mapping;
  const byLine = resultsByLine(results);
  if (address === null || [...byLine.values()].every(({ length }) => length < 2)) return list;
  const position = list.columns.indexOf(address);
  let { lastId } = list;
  const rows = list.rows.flatMap((row): Row | Row[] => {
    const ofLine = row.line === null ? [] : (byLine.get(row.line) ?? []);
    if (ofLine.length < 2 || row.part) return row;
    const own = new Set(ownAddresses(list, row, list.columns).map(pieceKey));
    const mailbox = mailboxIn(list, row);
    const keys = new Set(ofLine.map(({ recipient }) => recipientKey(recipient)));
    const others = ofLine.flatMap(({ recipient }): Row | [] => {
      const key = recipientKey(recipient);
      if (!own.has(key) || key === mailbox) return [];
      lastId += 1;
      const cells = row.cells.map((cell, at) => (at === position ? recipient : cell));
      return { ...row, id: lastId, cells };
    });
    // A cell with several addresses is no person by itself.
    return others.length > 1 && !keys.has(mailbox) ? others : [row, ...others];
  });
  return { ...list, rows, lastId };
}

/** Then it doesn't matter which of them belongs to which row. */
function areOneEmail(results: readonly RowResult[]): boolean {
  return new Set(results.map(emailRowOf)).size === 1;
}

function matchedRows(list: List, results: readonly RowResult[]): Map<number, RowResult> {
  const found = new Map<number, RowResult>();
  const rows = list.rows.filter(isIncluded);
  const byLine = resultsByLine(results);
  const isSame = (row: Row, { recipient }: RowResult) =>
    mailboxIn(list, row) === recipientKey(recipient);
  for (const row of rows) {
    const ofLine = row.line === null ? [] : (byLine.get(row.line) ?? []);
    const result = ofLine.find((one) => isSame(row, one));
    if (result) found.set(row.id, result);
  }
  const used = new Set(found.values());
  const left = groupBy(
    results.filter((one) => !used.has(one)),
    ({ recipient }) => recipientKey(recipient),
  );
  const open = groupBy(
    rows.filter(({ id }) => !found.has(id)),
    (row) => mailboxIn(list, row),
  );
  for (const [mailbox, ofMailbox] of open) {
    const its = left.get(mailbox) ?? [];
    if (mailbox === "" || its.length !== ofMailbox.length || !areOneEmail(its)) continue;
    for (const [at, { id }] of ofMailbox.entries()) {
      const result = its[at];
      if (result) found.set(id, result);
    }
  }
  // In the file that was sent, a line whose address was corrected since is still the same row.
  const inPlace = rows.filter(
    ({ id, line }) => found.has(id) && found.get(id)?.line === line,
  ).length;
  if (inPlace * 2 < results.filter((one) => !isUnnamed(one)).length) return found;
  const matched = new Set(found.values());
  const isInList = new Set(rows.map((row) => mailboxIn(list, row)));
  for (const row of rows.filter(({ id, line }) => !found.has(id) && line !== null)) {
    const [result, another] = (byLine.get(row.line ?? 0) ?? []).filter((one) => !matched.has(one));
    if (!result || another) continue;
    if (isUnnamed(result) || !isInList.has(recipientKey(result.recipient)))
      found.set(row.id, result);
  }
  return found;
}
