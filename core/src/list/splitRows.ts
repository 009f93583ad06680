import { MAX_LIST_ROWS } from "../contract/limits.ts";
import { groupBy } from "../groupBy.ts";
import { knownName } from "../recipients/personName.ts";
import { addressKey, formatRecipient, pieceKey, recipientKey } from "../recipients/recipients.ts";
import { mailboxIn } from "./claims.ts";
import {
  type Cell,
  cellText,
  isFilled,
  type List,
  type Row,
  type RowPart,
  type SeveralAddresses,
  textIn,
} from "./list.ts";
import { nameIn } from "./mapping.ts";
import { withoutDecisions } from "./samePeople.ts";
import {
  addressesInCell,
  isSeveral,
  type OwnAddress,
  orderColumns,
  ownAddresses,
  withAddress,
} from "./severalAddresses.ts";

/**
 * The list in which each address of these rows (by id; all without) has a row of its own, with the
 * same line and values, one below the other. Other rows stay, and so does the whole list if it
 * would have more rows than a page holds.
 */
export function splitRows(list: List, columns: readonly string[], ids?: readonly number[]): List {
  const isTarget = ids && new Set(ids);
  const ordered = orderColumns(list, columns);
  let { lastId } = list;
  const rows = list.rows.flatMap((row): Row | Row[] => {
    if (!isFilled(row) || isTarget?.has(row.id) === false) return row;
    const own = ownAddresses(list, row, ordered);
    if (!isSeveral(list, row, own)) return row;
    return own.map((address, index) => {
      if (index > 0) lastId += 1;
      return partOf(list, row, { address, at: index, id: index === 0 ? row.id : lastId });
    });
  });
  return lastId === list.lastId && rows.every((row, index) => row === list.rows[index])
    ? list
    : rows.length > Math.max(MAX_LIST_ROWS, list.rows.length)
      ? list
      : { ...list, rows, lastId };
}

interface NewPart {
  id: number;
  address: OwnAddress;
  at: number;
}

function partOf(list: List, row: Row, { id, address: one, at }: NewPart): Row {
  const { address, name, header, text } = one;
  const written = address === null ? text : formatRecipient({ address, name });
  const position = list.columns.indexOf(list.mapping.address ?? "");
  const whole = row.cells[position] ?? "";
  const withOwn = (cells: readonly Cell[]): Cell[] => {
    const wide = Array.from({ length: Math.max(cells.length, position + 1) });
    return wide.map((_, index) => (index === position ? written : (cells[index] ?? "")));
  };
  // A decision about the person is about the mailbox that the row had.
  const isSame = recipientKey(written) === mailboxIn(list, row);
  const decided = isSame ? row : withoutDecisions(row);
  /** Nor is a name that was filled in from the row's address anyone else's. */
  const withName = (cell: Cell, at: number): Cell => {
    const column = list.columns[at] ?? "";
    const isFromAddress =
      !isSame &&
      list.namesFrom?.includes(column) === true &&
      cellText(cell) === nameIn(row, position, column);
    return isFromAddress ? (knownName(column, name) ?? "") : cell;
  };
  const part: RowPart = row.part ?? {
    of: row.id,
    at,
    header,
    text,
    whole,
    ...(row.corrects !== null && { corrects: row.corrects }),
  };
  const { received, ...rest } = decided;
  const isReceived =
    rest.skipped === null && address !== null && row.received?.includes(addressKey(address));
  return {
    ...rest,
    ...(isReceived && { skipped: "already_received" as const }),
    id,
    cells: withOwn(row.cells).map(withName),
    ...(row.original && { original: withOwn(row.original) }),
    corrects: id === row.id ? row.corrects : null,
    part,
  };
}

/** The list in which the parts of each row are one row again. */
export function joinedRows(list: List): List {
  const parts = list.rows.filter(({ part }) => part !== undefined);
  if (parts.length === 0) return list;
  const groups = groupBy(parts, ({ part }) => part?.of);
  const rows = list.rows.flatMap((row) => {
    if (!row.part) return row;
    const group = groups.get(row.part.of);
    groups.delete(row.part.of);
    return group ? joinedRow(list, group) : [];
  });
  return { ...list, rows };
}

/**
 * The row that had these parts. Addresses corrected since stay, and those of parts that were
 * deleted or skipped are left out: no one else gets them back.
 */
function joinedRow(list: List, parts: readonly Row[]): Row {
  const inList = parts.toSorted((a, b) => (a.part?.at ?? 0) - (b.part?.at ?? 0));
  const unskipped = inList.filter(({ skipped }) => skipped === null);
  const kept = unskipped.length === 0 ? inList : unskipped;
  const [first] = kept;
  if (first === undefined) throw new Error("A row has at least one part.");
  const { part, ...rest } = kept.length === 1 ? first : withoutDecisions(first);
  const whole = part?.whole ?? "";
  const position = list.columns.indexOf(list.mapping.address ?? "");
  const asRead = (cells: readonly Cell[]) =>
    cells.map((cell, index) => (index === position ? whole : cell));
  const before = asRead(first.cells);
  const cells = before.map((cell, index) =>
    joinedCell(list, cell, list.columns[index] ?? "", kept),
  );
  const isAsRead = cells.every((cell, index) => cell === before[index]);
  const original = inList.find((row) => row.original)?.original;
  const { excluded, original: _, ...own } = rest;
  const isOut = inList.every((row) => row.excluded !== undefined);
  return {
    ...own,
    id: inList.find(({ id }) => id === part?.of)?.id ?? first.id,
    cells,
    corrects: inList.find(({ corrects }) => corrects !== null)?.corrects ?? null,
    ...(original && { original: asRead(original) }),
    ...(!original && !isAsRead && first.line !== null && { original: before }),
    ...(isOut && excluded && { excluded }),
  };
}

/** A cell with the addresses that the parts have now. The same cell if nothing changed. */
function joinedCell(list: List, cell: Cell, header: string, parts: readonly Row[]): Cell {
  const { address } = list.mapping;
  if (header !== address && !list.several?.columns.includes(header)) return cell;
  const position = list.columns.indexOf(address ?? "");
  const ofCell = parts.flatMap(({ part, cells }) =>
    part?.header === header ? [{ text: part.text, now: cellText(cells[position]) }] : [],
  );
  const known = new Set(parts.map(({ part }) => recipientKey(part?.text ?? "")));
  let next = cellText(cell);
  for (const piece of addressesInCell(next)) {
    const now = ofCell.flatMap((one) => (one.text === piece.text ? one.now : []));
    const isGone = now.length === 0 && piece.text.includes("@") && !known.has(pieceKey(piece));
    if (isGone || now.some((text) => recipientKey(text) !== pieceKey(piece)))
      next = withAddress(next, piece.text, now.join(", "));
  }
  return next === cellText(cell) ? cell : next;
}

/**
 * The list after the person decided about rows with several addresses; the same list if nothing
 * changes.
 */
export function withSeveral(list: List, several: SeveralAddresses): List {
  const columns = list.columns.filter((header) => several.columns.includes(header));
  if (list.several?.as === several.as && list.several.columns.join("\n") === columns.join("\n"))
    return several.as === "each" ? splitRows(list, columns) : list;
  const whole = joinedRows(list);
  const { address } = whole.mapping;
  const first = address !== null && columns.includes(address) ? address : (columns[0] ?? null);
  if (first === null) return list;
  const mapping = first === address ? whole.mapping : { ...whole.mapping, address: first };
  const decided = { ...whole, mapping, several: { ...several, columns } };
  if (several.as !== "each") return withDecisionsOf(whole, decided);
  const split = splitRows(decided, columns);
  // Too many rows: there is nothing to decide.
  return split === decided && severalRows(decided, columns).length > 0 ? list : split;
}

/** The rows with text that have several addresses in these columns, and these. */
export function severalRows(
  list: Pick<List, "columns" | "mapping" | "rows">,
  columns: readonly string[],
): { row: Row; own: readonly OwnAddress[] }[] {
  const ordered = orderColumns(list, columns);
  const isOne = ordered.length === 1;
  return list.rows.flatMap((row) => {
    // Most lists have one address in each row: reading them all takes too long.
    const text = isOne ? textIn(list, row, ordered[0] ?? "") : "";
    if (isOne && text.indexOf("@") === text.lastIndexOf("@")) return [];
    const own = isFilled(row) ? ownAddresses(list, row, ordered) : [];
    return isSeveral(list, row, own) ? { row, own } : [];
  });
}

/** Rows whose email goes to someone else don't keep a decision about the person before. */
function withDecisionsOf(before: List, after: List): List {
  const known = new Map(before.rows.map((row) => [row.id, row]));
  const rows = after.rows.map((row) => {
    const was = row.part ? undefined : known.get(row.id);
    return was === undefined || mailboxIn(before, was) === mailboxIn(after, row)
      ? row
      : withoutDecisions(row);
  });
  return rows.every((row, index) => row === after.rows[index]) ? after : { ...after, rows };
}

/**
 * The cells of a row by itself: a part doesn't have the addresses of the other parts, so that
 * reading it again doesn't find them twice.
 */
export function ownCells({ columns, mapping, several }: List, { cells, part }: Row): string[] {
  const width = Math.max(columns.length, cells.length);
  const isOthers = (header: string | undefined) =>
    header !== undefined && header !== mapping.address && several?.columns.includes(header);
  return Array.from({ length: width }, (_, at) =>
    part && isOthers(columns[at]) ? "" : cellText(cells[at]),
  );
}
