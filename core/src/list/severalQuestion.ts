import { MAX_LIST_ROWS } from "../contract/limits.ts";
import type { Variable } from "../contract/templates.ts";
import { pieceKey } from "../recipients/recipients.ts";
import { emailLikeness } from "../table/addressColumns.ts";
import { cellText, type List, type SeveralAddresses } from "./list.ts";
import { copyColumn, feedsOf } from "./mapping.ts";
import { addressesInCell, inOrder } from "./severalAddresses.ts";
import { severalRows } from "./splitRows.ts";

/** What to ask about people with several addresses, or how that was answered. */
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
    let [filled, found] = [0, 0];
    for (const { cells } of rows) {
      const text = cellText(cells[at]).trim();
      if (text === "") continue;
      filled += 1;
      if (text.includes("@") && isOnlyAddresses(text)) found += 1;
    }
    return found > 0 && (found >= filled * MIN_SHARE || emailLikeness(header) > 0);
  });
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
  const fed = new Set(feedsOf(list, variables).values());
  const guessed = candidates.filter(
    (header) => header === mapping.address || !fed.has(header) || !isShared(list, header),
  );
  const columns = inOrder(list, several?.columns ?? guessed);
  const all = severalRows(list, columns);
  const found = all.filter(({ row }) => row.skipped !== "by_hand" && row.excluded !== "filtered");
  const parts = new Map<number, number>();
  for (const { part } of rows) if (part) parts.set(part.of, (parts.get(part.of) ?? 0) + 1);
  const counts = [
    ...found.map(({ own }) => own.length),
    ...(several?.as === "each" ? parts.values() : []),
  ];
  const people = counts.filter((count) => count > 1).length;
  const singles = [
    ...found.flatMap(({ own }) => (own.length === 1 ? (own[0]?.header ?? "") : [])),
    ...rows.flatMap(({ part }) =>
      part && several?.as === "each" && parts.get(part.of) === 1 ? part.header : [],
    ),
  ];
  const twice = singles.filter((header) => header === mapping.address).length;
  const isAnswered = several !== undefined && candidates.length > 1;
  if (counts.length === 0 && !isAnswered) return null;
  const added = all.reduce((sum, { own }) => sum + own.length - 1, 0);
  return {
    people,
    most: Math.max(0, ...counts),
    elsewhere: singles.length - twice,
    twice,
    example: found.find(({ own }) => own.length > 1)?.own.map(({ text }) => text) ?? [],
    candidates: inOrder(list, [...candidates, ...columns]),
    columns,
    as: several?.as ?? null,
    isOpen: several?.as !== "cc" && found.length > 0,
    isTooMany: rows.length + added > MAX_LIST_ROWS,
  };
}
