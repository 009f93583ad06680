import { MAX_LIST_ROWS } from "../contract/limits.ts";
import type { Variable } from "../contract/templates.ts";
import { groupBy } from "../groupBy.ts";
import { pieceKey } from "../recipients/recipients.ts";
import { emailLikeness } from "../table/addressColumns.ts";
import { cellText, type List, type SeveralAddresses } from "./list.ts";
import { copyColumn, feedsOf } from "./mapping.ts";
import { addressesInCell, orderColumns } from "./severalAddresses.ts";
import { severalRows } from "./splitRows.ts";

/** The question about people with several addresses, or its answer. */
export interface SeveralQuestion {
  /** How many rows of the source have more than one address. */
  people: number;
  /** The most addresses that a row has. */
  most: number;
  /** How many rows have their only address in another column. */
  elsewhere: number;
  /** How many rows have their only address twice in its cell. */
  twice: number;
  /** The addresses of the first of them, as written; blank after the rows were split. */
  example: readonly string[];
  /** The columns of addresses that may be the person's own. */
  candidates: readonly string[];
  /** Those that are. */
  columns: readonly string[];
  as: SeveralAddresses["as"];
  /** Whether someone still has to decide. */
  isOpen: boolean;
  /** Whether an email to each would be more rows than a page holds. */
  isTooMany: boolean;
}

/** The part of a column's filled cells that must be nothing but addresses. */
const MIN_SHARE = 1 / 4;

/**
 * The columns whose cells are addresses, one or several, and the column of addresses. Those that
 * say who gets a copy are decided about.
 */
function addressColumns(list: List): string[] {
  const { columns, mapping, rows, source } = list;
  // Addresses of an earlier send were in Cc and Bcc, which has its own question.
  if (source.kind === "people") return columns.filter((header) => header === mapping.address);
  const copied = [copyColumn(list, "cc"), copyColumn(list, "bcc")];
  return columns.filter((header, at) => {
    if (header === mapping.address) return true;
    if (copied.includes(header)) return false;
    const filled = rows.map(({ cells }) => cellText(cells[at]).trim()).filter(Boolean);
    const found = filled.filter((text) => text.includes("@") && isOnlyAddresses(text)).length;
    return found > 0 && (found >= filled.length * MIN_SHARE || emailLikeness(header) > 0);
  });
}

/** Those of them that are most likely the person's own, until someone decides. */
function likelyOwn(
  list: List,
  variables: readonly Variable[],
  candidates: readonly string[],
): string[] {
  const fed = new Set(feedsOf(list, variables).values());
  return candidates.filter(
    (header) => header === list.mapping.address || !fed.has(header) || !isShared(list, header),
  );
}

/**
 * Whether rows share an address in a column. If the email shows it, too, it is rather someone
 * else's, such as a teacher's.
 */
function isShared({ columns, rows }: List, header: string): boolean {
  const at = columns.indexOf(header);
  const keys = rows.flatMap(({ cells }) => addressesInCell(cellText(cells[at])).map(pieceKey));
  return new Set(keys).size < keys.length;
}

function isOnlyAddresses(text: string): boolean {
  return addressesInCell(text).every(({ address }) => address !== null);
}

/** Null if no one has several addresses, and nothing was decided about them. */
export function severalQuestion(
  list: List,
  variables: readonly Variable[],
): SeveralQuestion | null {
  const { mapping, several, rows } = list;
  if (mapping.address === null) return null;
  const candidates = addressColumns(list);
  const columns = orderColumns(list, several?.columns ?? likelyOwn(list, variables, candidates));
  const all = severalRows(list, columns);
  const found = all.filter(({ row }) => row.skipped !== "by_hand" && row.excluded !== "filtered");
  const parts = several?.as === "each" ? rows.flatMap(({ part }) => part ?? []) : [];
  /** Of each person, the columns in which their addresses are. */
  const headers = [
    ...found.map(({ own }) => own),
    ...groupBy(parts, (part) => part.of).values(),
  ].map((addresses) => addresses.map(({ header }) => header));
  const isAnswered = several !== undefined && candidates.length > 1;
  if (headers.length === 0 && !isAnswered) return null;
  const singles = headers.filter(({ length }) => length === 1).flat();
  const twice = singles.filter((header) => header === mapping.address).length;
  const added = all.reduce((sum, { own }) => sum + own.length - 1, 0);
  return {
    people: headers.filter(({ length }) => length > 1).length,
    most: Math.max(0, ...headers.map(({ length }) => length)),
    elsewhere: singles.length - twice,
    twice,
    example: found.find(({ own }) => own.length > 1)?.own.map(({ text }) => text) ?? [],
    candidates: orderColumns(list, [...candidates, ...columns]),
    columns,
    as: several?.as ?? null,
    isOpen: several?.as !== "cc" && found.length > 0,
    isTooMany: rows.length + added > MAX_LIST_ROWS,
  };
}
