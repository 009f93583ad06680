import { mailboxIn } from "./claims.ts";
import { cellText, isFilled, type List, type Row } from "./list.ts";
import { fileRowOf } from "./listFiles.ts";
import { matchedRows, type RowMatches } from "./sameRows.ts";

/**
 * Removes from a row the decisions that were made about another person. Returns the row itself if
 * there are none.
 */
export function withoutDecisions(row: Row): Row {
  if (
    row.keepRepeat === undefined &&
    row.inOther === undefined &&
    row.received === undefined &&
    row.skipped !== "already_received"
  )
    return row;
  const { keepRepeat: _, inOther: __, received: ___, ...rest } = row;
  return { ...rest, skipped: row.skipped === "already_received" ? null : row.skipped };
}

type Decisions = Pick<Row, "skipped" | "keepRepeat" | "inOther" | "received">;

/** The decisions about the person of a row; fewer if they have another mailbox now. */
export function decisionsOf(row: Row, isSameMailbox: boolean): Decisions {
  const { skipped, keepRepeat, inOther, received } = isSameMailbox ? row : withoutDecisions(row);
  return {
    skipped,
    ...(keepRepeat !== undefined && { keepRepeat }),
    ...(inOther !== undefined && { inOther }),
    ...(received && { received }),
  };
}

/**
 * Moves decisions about people to their new rows in a list of which some rows were overwritten, so
 * that they apply to no one else (rule: decisions follow people). A row with only another address is
 * corrected, unless the rows of a block were pasted over others.
 */
export function moveDecisions(before: List, after: List, isBlock: boolean): List {
  const known = new Map(before.rows.map((row) => [row.id, row]));
  const written = after.rows.filter((row) => row !== known.get(row.id));
  const address = after.columns.indexOf(after.mapping.address ?? "");
  const isCorrected = (row: Row, was: Row | undefined) =>
    !(isBlock && written.length > 1) &&
    row.cells.every((cell, at) => at === address || cellText(cell) === cellText(was?.cells[at]));
  const others = written.filter((row) => !isCorrected(row, known.get(row.id)));
  const found = others.length === 0 ? new Map<number, Row>() : movedPeople(before, after, others);
  const isSkipped = repeatsOfSkipped(after, others);
  const isOther = new Set(others);
  let { lastId } = after;
  /** A row of its own, which shares no files with rows that were split with it. */
  const alone = (row: Row): Row => {
    if (row.part === undefined) return row;
    const whole = row.cells[address] ?? "";
    const header = after.mapping.address ?? "";
    lastId += 1;
    return { ...row, part: { of: lastId, at: row.part.at, header, text: cellText(whole), whole } };
  };
  const withOwn = (row: Row, was: Row | undefined): Row => {
    const id = isOther.has(row) ? found.get(row.id)?.id : row.id;
    const same = id === undefined ? undefined : known.get(id);
    const { keepRepeat: _, inOther: __, received: ___, ...rest } = row;
    if (same === undefined) {
      const skipped = isSkipped(row) ? "by_hand" : null;
      return alone({ ...rest, ...(row.earlier && { earlier: [] }), skipped, corrects: null });
    }
    const asBefore = same.received ? { ...rest, received: same.received } : rest;
    const isSameMailbox = mailboxIn(before, same) === mailboxIn(after, asBefore);
    if (same === was) return isSameMailbox ? row : withoutDecisions(row);
    const own = {
      ...rest,
      ...decisionsOf(same, isSameMailbox),
      ...(row.earlier && { earlier: same.earlier ?? same.cells }),
      corrects: same.corrects,
    };
    return fileRowOf(same) === fileRowOf(row) ? own : alone(own);
  };
  const files = new Map<number, number>();
  const rows = after.rows.map((row): Row => {
    const was = known.get(row.id);
    const next = row === was ? row : withOwn(row, was);
    const same = isOther.has(row) ? found.get(row.id) : was;
    if (same && !files.has(fileRowOf(same))) files.set(fileRowOf(same), fileRowOf(next));
    return next;
  });
  return withHandPairs({ ...after, rows, lastId }, files);
}

/** By the id of a row: the one that had its person before, among those that were written over. */
function movedPeople(before: List, after: List, written: readonly Row[]): RowMatches {
  const isWritten = new Set(written.map(({ id }) => id));
  const asNow = ({ original: _, part: __, ...row }: Row): Row => ({ ...row, line: row.id });
  const rowsOf = (list: List) => ({
    ...list,
    rows: list.rows.filter(({ id }) => isWritten.has(id)).map(asNow),
  });
  const columns = new Map(after.columns.map((header) => [header, header]));
  const compared = { ...rowsOf(before), added: [] };
  return matchedRows(compared, rowsOf(after), columns, "other").found;
}

/** Whether a row is the same as one that was skipped by hand and wasn't written over. */
function repeatsOfSkipped(after: List, written: readonly Row[]): (row: Row) => boolean {
  const isWritten = new Set(written);
  const keyOf = (row: Row) => JSON.stringify([mailboxIn(after, row), row.cells.map(cellText)]);
  const skipped = after.rows.filter((row) => row.skipped === "by_hand" && !isWritten.has(row));
  const keys = new Set(skipped.filter(isFilled).map(keyOf));
  return (row) => keys.size > 0 && isFilled(row) && keys.has(keyOf(row));
}

/** Files chosen by hand follow their row (`files`: where it is now); the page asks about others. */
function withHandPairs(list: List, files: ReadonlyMap<number, number>): List {
  const { files: chosen } = list;
  if (chosen === undefined || chosen.byHand.size === 0) return list;
  const pairs = [...chosen.byHand];
  const byHand = new Map([
    ...pairs.filter(([row]) => !files.has(row)),
    ...pairs.flatMap(([row, pair]) => {
      const now = files.get(row);
      return now === undefined ? [] : [[now, pair] as const];
    }),
  ]);
  return { ...list, files: { ...chosen, byHand } };
}
