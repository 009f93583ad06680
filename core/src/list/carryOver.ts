import { groupBy } from "../groupBy.ts";
import { listInWords, pluralize } from "../pluralize.ts";
import { COPY_FIELDS, COPY_WORDS } from "../recipients/copies.ts";
import { guessRecipientColumn } from "../table/addressColumns.ts";
import { type CarryContext, nameIn, withCorrections, withTypedRows } from "./carriedCells.ts";
import { withCarriedFiles } from "./carriedFiles.ts";
import { applyChange } from "./change.ts";
import { mailboxIn } from "./claims.ts";
import { withFilters } from "./filters.ts";
import { withoutOthers } from "./inOthers.ts";
import {
  cellText,
  type Feed,
  type List,
  type Mapping,
  NO_COLUMN_YET,
  type Row,
  textIn,
} from "./list.ts";
import { mailboxesIn } from "./otherPeople.ts";
import { decisionsOf } from "./samePeople.ts";
import {
  addressIn,
  type ColumnMatches,
  matchedRows,
  type Reread,
  type RowMatches,
} from "./sameRows.ts";
import { sortBy } from "./sort.ts";
import { withSeveral } from "./splitRows.ts";

/**
 * A list that was read again, with every decision that still fits, and the others in a few words
 * each.
 */
export interface CarriedList {
  list: List;
  lost: readonly string[];
}

/**
 * Carries a person's decisions about a list over to the next reading of it (rule: the same list).
 * In the same file, a row's line identifies it. In a corrected one, its mailbox and its other cells
 * do. A decision is lost only if its column, row or file isn't there any more, or, if it is about a
 * person, in another list.
 */
export function carryOver(before: List, read: List, reread: Reread): CarriedList {
  const lost: string[] = [];
  const isSameFile = reread === "same";
  const split = splitAsBefore(before, read, isSameFile, lost);
  if (!isRead(before) || !isRead(split)) {
    const others = withElsewhere(before, split, lost);
    return { list: withCarriedFiles(before, others, NO_CONTEXT, lost), lost };
  }
  const all = { ...before, rows: [...before.rows, ...(before.deleted ?? [])] };
  const columns = matchedColumns(all, split, isSameFile);
  const addressed = withAddressOf(all, split, columns);
  const { found, isSame } = matchedRows(all, addressed, columns, reread);
  const names = namesHere(all, addressed, found, isSame);
  const next = withoutDeleted(before, split, { found, names, isSame, isSameFile }, lost);
  const matched: RowMatches = isSame ? found : new Map();
  if (isSame) for (const header of before.added ?? []) columns.set(header, header);
  const wide = isSame ? withAdded(before, next) : next;
  const mapped = withMappingOf(before, wide, columns, lost);
  // Other people's dates and numbers may be written in another way: ask again.
  if (!isSame) mapped.mapping = { ...mapped.mapping, dates: new Map(), numbers: new Map() };
  else if (before.shown) mapped.shown = shownIn(before.shown, columns);
  const allowed = withShifted(before, mapped, isSame, lost);
  const known: CarryContext = { columns, matched, isSameFile, isSame };
  const typed = withTypedRows(before, allowed, known, lost);
  const corrected = withCorrections(before, typed, known, lost);
  const decided = withRowDecisions(before, corrected, matched, lost, names);
  const filtered = withFilters(before, decided, known, lost);
  const ordered = withOrder(before, withElsewhere(before, filtered, lost), columns, lost);
  return { list: withCarriedFiles(before, ordered, known, lost), lost };
}

/** What rows that were sent showed about the columns that are still there. */
function shownIn(shown: NonNullable<List["shown"]>, columns: ColumnMatches) {
  return new Map(
    [...shown].flatMap(([header, texts]) => {
      const now = columns.get(header);
      return now === undefined ? [] : [[now, texts] as const];
    }),
  );
}

/** Of two lists that have nothing in common. */
const NO_CONTEXT: CarryContext = {
  columns: new Map(),
  matched: new Map(),
  isSameFile: false,
  isSame: false,
};

/** Names in one line the decisions that couldn't be kept; null for none. */
export function lostSentence(lost: readonly string[]): string | null {
  return lost.length === 0 ? null : `Not kept from the list before: ${lost.join("; ")}.`;
}

function isRead({ source }: List): boolean {
  return source.kind === "file" || source.kind === "paste";
}

/** The list in which people with several addresses are written to as in the one before. */
function splitAsBefore(before: List, next: List, isSameFile: boolean, lost: string[]): List {
  const { several } = before;
  if (several === undefined || !isRead(before) || !isRead(next)) return next;
  const columns = matchedColumns(before, next, isSameFile);
  const addressed = withAddressOf(before, next, columns);
  const { address } = addressed.mapping;
  const found = several.columns.flatMap((header) => columns.get(header) ?? []);
  if (address !== null && found.length === several.columns.length && found.includes(address)) {
    const split = withSeveral(addressed, { ...several, columns: found });
    if (split.several) return split;
  }
  if (several.as !== null) lost.push("how to write to people with several addresses");
  return next;
}

/**
 * The rows whose decisions aren't kept, though their person or their address is in the next list,
 * and what a sentence calls the row there.
 */
function namesHere(
  before: List,
  next: List,
  found: RowMatches,
  isSame: boolean,
): ReadonlyMap<Row, string> {
  const isFound = new Set(found.values());
  const gone = groupBy(
    before.rows.filter((row) => !isFound.has(row)),
    (row) => mailboxIn(before, row),
  );
  gone.delete("");
  return new Map(
    next.rows.flatMap((row) => {
      const same = found.get(row.id);
      if (same && isSame) return [];
      const lost = same ? [same] : (gone.get(mailboxIn(next, row)) ?? []);
      return lost.map((one) => [one, nameIn(next, row)] as const);
    }),
  );
}

/**
 * The list without the rows that the person deleted from the one before; in another file they are
 * skipped, to be seen. In another list they are there again. They leave `found`.
 */
function withoutDeleted(
  before: List,
  next: List,
  {
    found,
    names,
    isSame,
    isSameFile,
  }: Pick<CarryContext, "isSame" | "isSameFile"> & {
    found: RowMatches;
    names: ReadonlyMap<Row, string>;
  },
  lost: string[],
): List {
  const isDeleted = new Set(before.deleted);
  const here = [...isDeleted].flatMap((row) => names.get(row) ?? []);
  if (here.length > 0)
    lost.push(`${pluralize(here.length, "row")} that you deleted${alsoHere(here.length, here)}`);
  const deleted = next.rows.filter(({ id }) => {
    const same = found.get(id);
    return same && isDeleted.has(same) && found.delete(id);
  });
  if (deleted.length === 0 || !isSame) return next;
  const isGone = new Set(deleted);
  if (isSameFile) return { ...next, rows: next.rows.filter((row) => !isGone.has(row)), deleted };
  const rows = next.rows.map(
    (row): Row => (isGone.has(row) ? { ...row, skipped: "by_hand" } : row),
  );
  return { ...next, rows };
}

/**
 * Where the columns before are now: under the same header; else, in a list as wide, in the same
 * place under a header that is new. In another file, it must hold the same texts, too: a new column
 * may be in the place of one that is gone.
 */
function matchedColumns(before: List, next: List, isSameFile: boolean): ColumnMatches {
  const isOld = new Set(before.columns);
  const isThere = new Set(next.columns);
  const read = before.columns.filter((header) => !before.added?.includes(header));
  return new Map(
    read.flatMap((header, at): [string, string][] => {
      if (isThere.has(header)) return [[header, header]];
      const there = next.columns[at];
      if (read.length !== next.columns.length || there === undefined || isOld.has(there)) return [];
      return isSameFile || isRenamed(before, header, next, there) ? [[header, there]] : [];
    }),
  );
}

/** The list with the column of addresses that it had before, if that is still there: rows are compared by it. */
function withAddressOf(before: List, next: List, columns: ColumnMatches): List {
  const { address } = addressOf(before, next, columns, []);
  return { ...next, mapping: { ...next.mapping, address } };
}

/** Whether most people have the same text in a column as they had in another one before. */
function isRenamed(before: List, was: string, next: List, now: string): boolean {
  const keysOf = (list: List, header: string) => {
    const at = list.columns.indexOf(header);
    return list.rows.flatMap(({ cells, original = cells }) => {
      const text = cellText(original[at]).trim();
      const address = original.map((cell) => addressIn(cellText(cell))).find((key) => key !== null);
      return text === "" || address === undefined ? [] : `${address}\n${text}`;
    });
  };
  const known = new Set(keysOf(before, was));
  const found = keysOf(next, now);
  return found.length > 0 && found.filter((key) => known.has(key)).length * 2 >= found.length;
}

/** The list with the columns that the person added to the one before. */
function withAdded(before: List, next: List): List {
  const added = (before.added ?? []).filter((header) => !next.columns.includes(header));
  if (added.length === 0) return next;
  const namesFrom = before.namesFrom?.filter((header) => added.includes(header)) ?? [];
  const wide = { ...next, columns: [...next.columns, ...added], added };
  return namesFrom.length === 0 ? wide : { ...wide, namesFrom };
}

function withMappingOf(before: List, next: List, columns: ColumnMatches, lost: string[]): List {
  const { mapping } = before;
  const { address, isAddressLost } = addressOf(before, next, columns, lost);
  const copies = Object.fromEntries(
    COPY_FIELDS.map((field) => {
      const header = mapping[field];
      if (header === null || header === NO_COLUMN_YET) return [field, header];
      const now = columns.get(header);
      if (now === undefined) lost.push(`${COPY_WORDS[field]} from “${header}”`);
      // Not the addresses that were typed before: choose a column again.
      return [field, now ?? NO_COLUMN_YET];
    }),
  ) as Pick<Mapping, "cc" | "bcc">;
  const values = new Map<string, Feed>();
  for (const [name, feed] of mapping.values) {
    const column = feed === "same" ? null : columns.get(feed.column);
    if (feed === "same" || column === null) values.set(name, "same");
    else if (column !== undefined) values.set(name, { column });
    else lost.push(`{{${name}}} from “${feed.column}”`);
  }
  const answersOf = <A>(answers: ReadonlyMap<string, A>, of: string) =>
    new Map(
      [...answers].flatMap(([header, answer]) => {
        const now = before.columns.includes(header) ? columns.get(header) : header;
        if (now !== undefined) return [[now, answer] as const];
        lost.push(`${of} in “${header}”`);
        return [];
      }),
    );
  const dates = answersOf(mapping.dates, "the order of day and month");
  const numbers = answersOf(mapping.numbers, "the notation of numbers");
  return {
    ...next,
    mapping: { address, ...copies, values, dates, numbers },
    repeats: before.repeats,
    ...(before.asTyped && { asTyped: before.asTyped }),
    ...(before.belongs && !isAddressLost && { belongs: true }),
  };
}

/**
 * The column of addresses, if it is still there and still has addresses. A guess that is gone is no
 * decision.
 */
function addressOf(before: List, next: List, columns: ColumnMatches, lost: string[]) {
  const header = before.mapping.address;
  if (header === null) return { address: next.mapping.address, isAddressLost: false };
  const now = columns.get(header);
  const isUsed =
    now !== undefined && next.rows.some((row) => addressIn(textIn(next, row, now)) !== null);
  const wasUsed = before.rows.some((row) => addressIn(textIn(before, row, header)) !== null);
  if (now !== undefined && (isUsed || !wasUsed)) return { address: now, isAddressLost: false };
  const read = before.rows.map((row) => ({ cells: row.original ?? row.cells }));
  if (guessRecipientColumn(before.columns, read) !== header)
    lost.push(`“${header}” as the column of addresses`);
  return { address: next.mapping.address, isAddressLost: true };
}

/**
 * The list in which rows with more values than columns are right, if the person said so about this
 * list.
 */
function withShifted(before: List, next: List, isSame: boolean, lost: string[]): List {
  if (!before.keepShifted) return next;
  if (isSame) return { ...next, keepShifted: true };
  lost.push("that the columns of longer rows are right");
  return next;
}

/** The rows with the decisions about each. Those about a person need the same mailbox. */
function withRowDecisions(
  before: List,
  next: List,
  matched: RowMatches,
  lost: string[],
  names: ReadonlyMap<Row, string>,
): List {
  const left = new Set(before.rows);
  const forgotten: Row[] = [];
  const rows = next.rows.map((row): Row => {
    const same = matched.get(row.id);
    if (same === undefined) return row;
    left.delete(same);
    const asBefore = same.received ? { ...row, received: same.received } : row;
    const isSamePerson = mailboxIn(before, same) === mailboxIn(next, asBefore);
    if (!isSamePerson) forgotten.push(same);
    return {
      ...row,
      ...decisionsOf(same, isSamePerson),
      ...(row.shifted && same.keepShifted && { keepShifted: true }),
      // A draft of an older page knows only the rows.
      ...(isSamePerson &&
        before.elsewhere === undefined &&
        same.excluded === "in_other_list" && { excluded: same.excluded }),
    };
  });
  lost.push(...lostDecisions([...left], forgotten, names));
  return { ...next, rows };
}

/**
 * The decisions that were lost with rows that are gone, or because a row has another person now
 * (`forgotten`). `names`: what those who are in the next list, too, are called there.
 */
function lostDecisions(
  gone: readonly Row[],
  forgotten: readonly Row[],
  names: ReadonlyMap<Row, string>,
): string[] {
  // Decisions about a person go with their row, or with its address.
  const people = [...gone, ...forgotten];
  const counted = (
    among: readonly Row[],
    isLost: (row: Row) => boolean,
    words: (rows: string) => string,
  ) => {
    const rows = among.filter(isLost);
    const named = rows.flatMap((row) => names.get(row) ?? []);
    if (rows.length === 0) return [];
    return [words(pluralize(rows.length, "row")) + alsoHere(rows.length, named)];
  };
  return [
    ...counted(
      gone,
      ({ skipped }) => skipped === "by_hand",
      (rows) => `${rows} that you skipped`,
    ),
    ...counted(
      people,
      ({ skipped, received }) => skipped === "already_received" || received !== undefined,
      (rows) => `${rows} skipped because of an earlier send`,
    ),
    ...counted(
      gone,
      ({ keepShifted }) => keepShifted === true,
      (rows) => `your answer about ${rows} with more values than columns`,
    ),
    ...counted(
      people,
      ({ keepRepeat }) => keepRepeat !== undefined,
      (rows) => `your answer about ${rows} with the same address`,
    ),
    ...counted(
      people,
      ({ inOther }) => inOther !== undefined,
      (rows) => `your answer about ${rows} with an address that is in another list`,
    ),
  ];
}

/** Behind so many rows of the list before: who of them is in the next one, too. */
function alsoHere(count: number, names: readonly string[]): string {
  if (names.length === 0) return "";
  const some = names.length < count ? `${names.length} of them ` : "";
  return `, ${some}also in this list (${listInWords(names)})`;
}

/** The list without the people of the other lists that were compared before. */
function withElsewhere(before: List, next: List, lost: string[]): List {
  const { elsewhere } = before;
  if (elsewhere === undefined) return next;
  const known = mailboxesIn(before);
  const isNew =
    elsewhere.isPartial && [...mailboxesIn(next)].some((mailbox) => !known.has(mailbox));
  if (isNew)
    lost.push(
      `people in ${elsewhere.files.join(", ")} who are new in your list: choose that file again`,
    );
  return withoutOthers({ ...next, elsewhere });
}

function withOrder(before: List, next: List, columns: ColumnMatches, lost: string[]): List {
  const { sorted } = before;
  if (sorted === undefined) return next;
  const header = columns.get(sorted.header);
  if (header !== undefined) return applyChange(next, sortBy(next, header, sorted.isDescending));
  lost.push(`the order by “${sorted.header}”`);
  return next;
}
