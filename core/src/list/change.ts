import type { DateOrder, NumberForm } from "../contract/templates.ts";
import { type ListFiles, NO_FILES } from "../pairing/rowFiles.ts";
import type { CopyField } from "../recipients/copies.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { fits, localPart, wordsForAddress } from "./addressWords.ts";
import {
  type CellChange,
  type Paste,
  pasteBlock,
  tidyCell,
  withBlankRows,
  withCells,
  withRows,
  withRowsBelow,
} from "./cells.ts";
import { mailboxIn } from "./claims.ts";
import { withoutOthers } from "./inOthers.ts";
import {
  type Cell,
  cellText,
  type Exclusion,
  type Feed,
  isFilled,
  isIncluded,
  type List,
  type Mapping,
  type PeopleElsewhere,
  type Repeats,
  type Row,
  type RowFilter,
  type SeveralAddresses,
  type Skip,
  type Sorting,
  textIn,
} from "./list.ts";
import { withAcceptedOf } from "./listFiles.ts";
import { namesFor } from "./mapping.ts";
import { mergePeopleElsewhere } from "./otherPeople.ts";
import { withoutDecisions } from "./samePeople.ts";
import { joinedRows, splitRows, withSeveral } from "./splitRows.ts";

/** One step of a person's work on a list. */
export type ListChange =
  /**
   * Cells have other texts, or dates. So many blank rows come below first; their ids follow
   * `lastId`.
   */
  | { type: "cells"; cells: readonly CellChange[]; add?: number }
  | Paste
  /** Blank rows are added below, to type in. */
  | { type: "add"; count: number }
  | { type: "delete"; ids: readonly number[] }
  /**
   * These rows aren't sent. `inPart`, by id: mailboxes that already got this email, so that the
   * row's other addresses get it.
   */
  | {
      type: "skip";
      ids: readonly number[];
      as: Skip;
      inPart?: ReadonlyMap<number, readonly string[]>;
    }
  | { type: "restore"; ids: readonly number[] }
  /** The decision about rows that share a mailbox, for the whole list. */
  | { type: "repeats"; repeats: Repeats }
  | { type: "repeat"; id: number; isKept: boolean }
  /** Which columns have a person's own addresses, and how to write to several of them. */
  | ({ type: "several" } & SeveralAddresses)
  /** Each address in the address cell of these rows gets a row. */
  | { type: "split"; ids: readonly number[] }
  | { type: "address"; header: string }
  /**
   * Which column's addresses get a copy; null for none, `NO_COLUMN_YET` for one that is still to be
   * chosen.
   */
  | { type: "copies"; field: CopyField; header: string | null }
  /** Where the values of placeholders come from; null leaves it to the guess. */
  | { type: "feed"; feeds: ReadonlyMap<string, Feed | null> }
  | { type: "dates"; header: string; order: DateOrder }
  /** How the numbers of a column are written. */
  | { type: "numbers"; header: string; form: NumberForm }
  /** These texts are sent as typed, in every row. */
  | { type: "asTyped"; texts: readonly string[] }
  /**
   * The values of these shifted rows are in the right columns; null says so of every row of the
   * list.
   */
  | { type: "keepShifted"; ids: readonly number[] | null }
  /** Rows with text come in this order; blank ones follow. `sortBy` makes it. */
  | { type: "order"; ids: readonly number[]; by?: Sorting }
  /** A filter doesn't include these rows. `filterBy` makes it. */
  | { type: "filter"; ids: readonly number[]; filter?: RowFilter }
  /** Rows of these people aren't included, nor rows that get one of their mailboxes later. */
  | { type: "skipOthers"; others: PeopleElsewhere }
  /** Whether the people of these rows are those in the other list. */
  | { type: "inOther"; ids: readonly number[]; isIn: boolean }
  /** All rows are included. */
  | { type: "include" }
  /** The names and addresses in each row belong together. */
  | { type: "belongs" }
  /** Other files for one person each, or another decision about them. */
  | { type: "files"; files: ListFiles }
  /**
   * Each placeholder gets a column of its own: with the names in the addresses, else blank, except
   * that the first person keeps its value so far, if that can be theirs.
   */
  | { type: "columns"; values: ReadonlyMap<string, Cell> };

/** Applies a change to a list. Returns the same list if nothing changes. */
export function applyChange(list: List, change: ListChange): List {
  const next = afterChange(list, change);
  return next === list ? list : withAcceptedOf(list, withoutOthers(next));
}

function afterChange(list: List, change: ListChange): List {
  switch (change.type) {
    case "cells":
      return withRowsBelow(list, change.add, (roomy) => withCells(roomy, change.cells));
    case "paste":
      return pasteBlock(list, change).list;
    case "add":
      return withBlankRows(list, change.count);
    case "delete":
      return withoutRows(list, change.ids);
    case "skip":
      return withReceived(withSkips(list, change.ids, change.as), change.inPart);
    case "restore":
      return withSkips(list, change.ids, null);
    case "repeats":
      return withRepeats(list, change.repeats);
    case "repeat":
      return withRows(list, [change.id], (row) =>
        row.keepRepeat === change.isKept ? row : { ...row, keepRepeat: change.isKept },
      );
    case "several":
      return withSeveral(list, { columns: change.columns, as: change.as });
    case "split":
      return splitRows(list, [list.mapping.address ?? ""], change.ids);
    case "address":
      return withAddressColumn(list, change.header);
    case "copies":
      return withCopies(list, change.field, change.header);
    case "feed":
      return withFeeds(list, change.feeds);
    case "dates":
      return list.mapping.dates.get(change.header) === change.order
        ? list
        : withMapping(list, {
            dates: new Map(list.mapping.dates).set(change.header, change.order),
          });
    case "numbers":
      return list.mapping.numbers.get(change.header) === change.form
        ? list
        : withMapping(list, {
            numbers: new Map(list.mapping.numbers).set(change.header, change.form),
          });
    case "asTyped":
      return withAsTyped(list, change.texts);
    case "keepShifted":
      if (change.ids === null) return list.keepShifted ? list : { ...list, keepShifted: true };
      return withRows(list, change.ids, (row) =>
        row.shifted && !row.keepShifted ? { ...row, keepShifted: true } : row,
      );
    case "order":
      return sortedBy(inOrder(list, change.ids), change.by);
    case "filter":
      return filteredBy(withExclusion(list, change.ids, "filtered"), change.filter);
    case "skipOthers":
      return { ...list, elsewhere: mergePeopleElsewhere(list.elsewhere, change.others) };
    case "inOther":
      return withRows(list, change.ids, (row) =>
        row.inOther === change.isIn ? row : { ...row, inOther: change.isIn },
      );
    case "include":
      return withAllIncluded(list);
    case "belongs":
      return list.belongs ? list : { ...list, belongs: true };
    case "files":
      return withFiles(list, change.files);
    case "columns":
      return withColumns(list, change.values);
  }
}

/** An answer for all rows takes the place of those for single ones. */
function withRepeats(list: List, repeats: Repeats): List {
  const ids = list.rows.map(({ id }) => id);
  const answered = withRows(list, ids, (row) => {
    const { keepRepeat, ...undecided } = row;
    return keepRepeat === undefined ? row : undecided;
  });
  return repeats === answered.repeats ? answered : { ...answered, repeats };
}

function withFiles(list: List, files: ListFiles): List {
  if (files === (list.files ?? NO_FILES)) return list;
  const { files: _, ...rest } = list;
  return files.files.length === 0 ? rest : { ...rest, files };
}

function withAsTyped(list: List, texts: readonly string[]): List {
  const added = texts.filter((text) => !list.asTyped?.includes(text));
  return added.length === 0 ? list : { ...list, asTyped: [...(list.asTyped ?? []), ...added] };
}

function withMapping(list: List, mapping: Partial<Mapping>): List {
  return { ...list, mapping: { ...list.mapping, ...mapping } };
}

/**
 * The list with another column for copies. Its addresses aren't written to in any other way then:
 * no one gets the email and a copy.
 */
function withCopies(list: List, field: CopyField, header: string | null): List {
  if (list.mapping[field] === header) return list;
  const { several } = list;
  const left = several?.columns.filter((one) => one !== header) ?? [];
  const free =
    several && left.length < several.columns.length
      ? withSeveral(list, { ...several, columns: left })
      : list;
  return withMapping(free, { [field]: header });
}

/** The list with another column of addresses: decisions about people go with the column before. */
function withAddressColumn(list: List, header: string): List {
  if (header === list.mapping.address) return list;
  const whole = joinedRows(list);
  // Names were compared with the addresses before.
  const { belongs: _, several, ...rest } = whole;
  const next = withMapping(rest, { address: header });
  const ids = whole.rows.flatMap((row) => (withoutDecisions(row) === row ? [] : row.id));
  const decided = withRows(next, ids, (row) =>
    mailboxIn(whole, row) === mailboxIn(next, row) ? row : withoutDecisions(row),
  );
  // The columns of a person's addresses still are, with another one first.
  return several?.columns.includes(header) ? withSeveral(decided, several) : decided;
}

function withoutRows(list: List, ids: readonly number[]): List {
  const isGone = new Set(ids);
  const rows = list.rows.filter(({ id }) => !isGone.has(id));
  if (rows.length === list.rows.length) return list;
  const ofFile = list.rows.filter((row) => isGone.has(row.id) && row.line !== null);
  const deleted = [...(list.deleted ?? []), ...ofFile];
  return { ...list, rows, ...(deleted.length > 0 && { deleted }) };
}

/**
 * The list with its rows in the order of these ids, and all others behind them; the same list if
 * that changes nothing.
 */
function inOrder(list: List, ids: readonly number[]): List {
  const rank = new Map(ids.map((id, index) => [id, index]));
  const rankOf = ({ id }: Row) => rank.get(id) ?? ids.length;
  const rows = list.rows.toSorted((a, b) => rankOf(a) - rankOf(b));
  return rows.every((row, index) => row === list.rows[index]) ? list : { ...list, rows };
}

function withExclusion(list: List, ids: readonly number[], excluded: Exclusion): List {
  return withRows(list, ids, (row) => (row.excluded ? row : { ...row, excluded }));
}

function filteredBy(list: List, filter: RowFilter | undefined): List {
  return filter === undefined ? list : { ...list, filters: [...(list.filters ?? []), filter] };
}

function sortedBy(list: List, by: Sorting | undefined): List {
  const { sorted } = list;
  const isSame =
    by === undefined || (sorted?.header === by.header && sorted.isDescending === by.isDescending);
  return isSame ? list : { ...list, sorted: by };
}

function withAllIncluded(list: List): List {
  const { elsewhere, filters, ...rest } = list;
  const isAll = list.rows.every(
    ({ excluded, inOther }) => excluded === undefined && inOther === undefined,
  );
  if (elsewhere === undefined && filters === undefined && isAll) return list;
  return { ...rest, rows: list.rows.map(({ excluded: _, inOther: __, ...row }) => row) };
}

/** A row that is sent again after all is sent to all of its addresses. */
function withSkips(list: List, ids: readonly number[], skipped: Skip | null): List {
  return withRows(list, ids, (row) => {
    const { received, ...rest } = row;
    const isAsBefore = row.skipped === skipped && (skipped !== null || received === undefined);
    return isAsBefore ? row : skipped === null ? { ...rest, skipped } : { ...row, skipped };
  });
}

function withReceived(
  list: List,
  mailboxes: ReadonlyMap<number, readonly string[]> = new Map(),
): List {
  return withRows(list, mailboxes.keys(), (row) => {
    const before = row.received ?? [];
    const more = (mailboxes.get(row.id) ?? []).filter((mailbox) => !before.includes(mailbox));
    return more.length === 0 ? row : { ...row, received: [...before, ...more] };
  });
}

function withFeeds(list: List, feeds: ReadonlyMap<string, Feed | null>): List {
  const values = new Map(list.mapping.values);
  let isChanged = false;
  for (const [name, feed] of feeds) {
    if (isSameFeed(values.get(name) ?? null, feed)) continue;
    isChanged = true;
    if (feed === null) values.delete(name);
    else values.set(name, feed);
  }
  return isChanged ? withMapping(list, { values }) : list;
}

function isSameFeed(one: Feed | null, other: Feed | null): boolean {
  if (one === null || other === null || one === "same" || other === "same") return one === other;
  return one.column === other.column;
}

function withColumns(list: List, values: ReadonlyMap<string, Cell>): List {
  const isThere = new Set(list.columns);
  // The column of addresses feeds no placeholder: a placeholder with its name keeps its value for
  // everyone.
  const names = [...values.keys()].filter((name) => name !== list.mapping.address);
  const added = names.filter((name) => !isThere.has(name));
  const wide = added.length === 0 ? list : withAddedColumns(list, added, values);
  return withFeeds(wide, new Map(names.map((name) => [name, { column: name }])));
}

function withAddedColumns(
  list: List,
  added: readonly string[],
  values: ReadonlyMap<string, Cell>,
): List {
  const width = list.columns.length;
  const first = list.rows.find((row) => isIncluded(row) && row.skipped === null);
  const filling = added.map((name) => {
    const value = values.get(name) ?? "";
    return {
      name,
      names: namesFor(list, name),
      value: first && !isSomeoneElses(list, first, value) ? value : "",
    };
  });
  const rows = list.rows.map((row): Row => {
    if (!isFilled(row)) return row;
    const cells = Array.from({ length: width }, (_, index) => row.cells[index] ?? "");
    const own = filling.map(
      ({ names, value }) => names.get(row.id) ?? (row === first ? value : ""),
    );
    return { ...row, cells: [...cells, ...own.map(tidyCell)] };
  });
  const named = filling.flatMap(({ name, names }) => (names.size > 0 ? [name] : []));
  const namesFrom = [...(list.namesFrom ?? []), ...named];
  const columns = [...list.columns, ...added];
  return {
    ...list,
    columns,
    rows,
    added: [...(list.added ?? []), ...added],
    ...(namesFrom.length > 0 && { namesFrom }),
  };
}

/**
 * Whether a value is the name in another row's address, and not in this one's: then it was written
 * for that person.
 */
function isSomeoneElses(list: List, row: Row, value: Cell): boolean {
  const words = wordsForAddress(cellText(value));
  const { address } = list.mapping;
  if (words.length === 0 || address === null) return false;
  const fitsIn = (one: Row) =>
    fits({ words }, localPart(parseRecipient(textIn(list, one, address))?.address ?? ""));
  return !fitsIn(row) && list.rows.some(fitsIn);
}
