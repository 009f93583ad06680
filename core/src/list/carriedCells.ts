import { MAX_LIST_ROWS } from "../contract/limits.ts";
import { andMore, pluralize } from "../pluralize.ts";
import { applyChange } from "./change.ts";
import { type Cell, cellText, isFilled, type List, type Row, textIn } from "./list.ts";
import { namesFor } from "./mapping.ts";
import type { ColumnMatches, RowMatches } from "./sameRows.ts";

/** Corrected cells that a sentence names; the others are counted. */
const MAX_NAMED = 3;

/** The facts about the two readings that the parts of a carried list share. */
export interface CarryContext {
  columns: ColumnMatches;
  /** Empty in another list. */
  matched: RowMatches;
  isSameFile: boolean;
  /** Whether it is the same list (rule: the same list). */
  isSame: boolean;
}

/** The list with the rows that the person typed below those of the file. */
export function withTypedRows(
  before: List,
  next: List,
  { columns, matched, isSame }: CarryContext,
  lost: string[],
): List {
  const isMatched = new Set([...matched.values()].map(({ id }) => id));
  const typed = before.rows.filter(
    (row) => row.line === null && isFilled(row) && !isMatched.has(row.id),
  );
  if (typed.length === 0) return next;
  const room = MAX_LIST_ROWS - next.rows.length;
  const kept = isSame ? typed.slice(0, Math.max(0, room)) : [];
  if (kept.length < typed.length)
    lost.push(pluralize(typed.length - kept.length, "row that you added", "rows that you added"));
  const from = new Map([...columns].map(([header, now]) => [now, before.columns.indexOf(header)]));
  const ids = new Map(kept.map(({ id }, index) => [id, next.lastId + 1 + index]));
  const rows = kept.map((row): Row => {
    const { part } = row;
    const added = {
      ...row,
      id: ids.get(row.id) ?? 0,
      ...(part && { part: { ...part, of: ids.get(part.of) ?? part.of } }),
      cells: next.columns.map((header) => row.cells[from.get(header) ?? -1] ?? ""),
    };
    matched.set(added.id, row);
    return added;
  });
  return { ...next, rows: [...next.rows, ...rows], lastId: next.lastId + kept.length };
}

/** A cell that the person corrected. */
interface CorrectedCell {
  header: string;
  cell: Cell;
  /** As it was read. */
  was: string;
}

/**
 * The list with the cells that the person corrected. A cell that the new list has changed since, or
 * blanked, is as it says, and is named.
 */
export function withCorrections(
  before: List,
  next: List,
  { columns, matched, isSameFile }: CarryContext,
  lost: string[],
): List {
  const isAdded = new Set(before.added);
  const cells: { id: number; header: string; cell: Cell }[] = [];
  const newer: string[] = [];
  let missed = 0;
  const kept = new Set([...matched.values()].map(({ id }) => id));
  for (const row of before.rows)
    if (row.original && !kept.has(row.id)) missed += correctionsOf(before, row, isAdded).length;
  for (const row of next.rows) {
    const same = matched.get(row.id);
    if (same === undefined || (same.original === undefined && isAdded.size === 0)) continue;
    for (const { header, cell, was } of correctionsOf(before, same, isAdded)) {
      const now = columns.get(header);
      const text = now === undefined ? null : textIn(next, row, now);
      // No file blanks a column that it doesn't have.
      const isAsRead = text === was || (text === "" && isAdded.has(header));
      if (now === undefined) missed += 1;
      else if (isSameFile || isAsRead) cells.push({ id: row.id, header: now, cell });
      else if (text !== cellText(cell)) newer.push(`“${now}” of ${nameIn(next, row)}`);
    }
  }
  if (missed > 0) lost.push(pluralize(missed, "corrected cell"));
  if (newer.length > 0)
    lost.push(
      `${pluralize(newer.length, "corrected cell")} that this list has changed or blanked, too (${andMore(newer.slice(0, MAX_NAMED), newer.length)})`,
    );
  const filled = cells.length === 0 ? next : applyChange(next, { type: "cells", cells });
  return withNames(before, filled, matched);
}

/** The cells of a row that aren't as they were read, and those of columns that no file has. */
function correctionsOf({ columns }: List, row: Row, isAdded: ReadonlySet<string>): CorrectedCell[] {
  return columns.flatMap((header, at) => {
    const cell = row.cells[at] ?? "";
    const asRead = isAdded.has(header) ? "" : cellText(cell);
    const was = row.original ? cellText(row.original[at]) : asRead;
    return cellText(cell) === was && typeof cell === "string" ? [] : [{ header, cell, was }];
  });
}

/** What a sentence calls someone in a list: their address, else the first text of their row. */
export function nameIn(list: List, row: Row): string {
  const texts = [textIn(list, row, list.mapping.address ?? ""), ...row.cells.map(cellText)];
  return texts.find((text) => text.trim() !== "") ?? "";
}

/** New rows get the names in their addresses, in the columns that have them. */
function withNames(before: List, list: List, matched: RowMatches): List {
  const cells = (before.namesFrom ?? []).flatMap((header) =>
    [...namesFor(list, header)].flatMap(([id, cell]) =>
      matched.has(id) ? [] : [{ id, header, cell }],
    ),
  );
  return cells.length === 0 ? list : applyChange(list, { type: "cells", cells });
}
