import { readDate } from "../dates/dates.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { guessRecipientColumn, mayHaveAddress } from "./addressColumns.ts";
import { type AnyCell, hasText, type TableRow, textOfCell } from "./rows.ts";

/**
 * Where the table in some rows begins and ends. Rows by index; those from `end` are totals and
 * notes below it.
 */
export interface TableBounds {
  header: number;
  end: number;
}

export function isAddress(cell: AnyCell): boolean {
  const text = textOfCell(cell);
  return text.includes("@") && parseRecipient(text) !== null;
}

/** How many rows have an address in the column that has the most. */
export function addressRows(rows: readonly TableRow[]): number {
  return addressColumn(rows)?.people.length ?? 0;
}

/** The table in some rows. `header` is known if the person chose it. */
export function layoutOf(rows: readonly TableRow[], header: number | null): TableBounds {
  const addresses = addressColumn(rows);
  const start = header ?? headerIndex(rows, addresses);
  const named = rows[start];
  const people = { address: addresses?.column ?? null, width: named ? widthOf(named) : 0 };
  return { header: start, end: endOf(rows, start + 1, people) };
}

/** Rows that are judged: a page holds no more, and the rest of a longer table looks like them. */
const JUDGED_ROWS = 10_000;

interface AddressColumn {
  column: number;
  /** The rows with an address in it, by index. */
  people: number[];
}

/** The column with the most addresses; null for none. */
function addressColumn(rows: readonly TableRow[]): AddressColumn | null {
  const found = new Map<number, number[]>();
  for (let at = 0; at < Math.min(rows.length, JUDGED_ROWS); at++) {
    rows[at]?.cells.forEach((cell, column) => {
      if (!isAddress(cell)) return;
      const people = found.get(column);
      if (people) people.push(at);
      else found.set(column, [at]);
    });
  }
  const [most] = [...found].sort(
    ([left, few], [right, many]) => many.length - few.length || left - right,
  );
  return most ? { column: most[0], people: most[1] } : null;
}

function widthOf({ cells }: TableRow): number {
  let width = 0;
  for (const cell of cells) if (hasText(cell)) width += 1;
  return width;
}

/**
 * The headers are in the first row above the people that is about as wide as the people's and names
 * the column of addresses. Titles are narrower, even if they have an address. Without such a row,
 * it's the first person's, and `readHeaders` warns.
 */
function headerIndex(rows: readonly TableRow[], addresses: AddressColumn | null): number {
  const address = addresses?.column ?? null;
  const firstPerson = addresses === null ? -1 : firstPersonIn(rows, addresses);
  const above = firstPerson === -1 ? rows.slice(0, TITLE_ROWS) : rows.slice(0, firstPerson);
  const person = rows[firstPerson];
  const width = person ? widthOf(person) : Math.max(...above.map(widthOf));
  const wide = above.filter((row) => widthOf(row) >= Math.max(Math.min(width, 2), width / 2));
  const naming = wide.filter(({ cells }) => address === null || hasText(cells[address]));
  const candidates = visibleOr(naming.length > 0 ? naming : wide);
  const found =
    candidates.find(({ cells }) => address !== null && namesAddresses(cells[address])) ??
    // In one column, a title is as wide as the header below it.
    (width === 1 && person ? candidates.at(-1) : candidates[0]);
  return found ? rows.indexOf(found) : Math.max(0, firstPerson);
}

/** How far down the headers of a sheet without addresses can be. */
const TITLE_ROWS = 50;
const NO_ROW: TableRow = { line: 0, cells: [] };

/**
 * The first row with an address below the row that names them, or else as wide as most; -1 for
 * none.
 */
function firstPersonIn(rows: readonly TableRow[], { column, people }: AddressColumn): number {
  const widths = people.map((at) => widthOf(rows[at] ?? NO_ROW));
  const usual = widths.toSorted((left, right) => left - right)[Math.floor(widths.length / 2)] ?? 0;
  const naming = rows
    .slice(0, TITLE_ROWS)
    .findIndex(
      (row) =>
        namesAddresses(row.cells[column]) &&
        widthOf(row) >= Math.max(Math.min(usual, 2), usual / 2),
    );
  const before = people.filter((at) => at < naming);
  // A name of the column between people is no header.
  if (naming > 0 && before.length < people.length - before.length) {
    return people.find((at) => at > naming) ?? -1;
  }
  return people.find((_, index) => (widths[index] ?? 0) >= usual / 2) ?? -1;
}

function visibleOr(rows: readonly TableRow[]): readonly TableRow[] {
  const visible = rows.filter(({ isHidden }) => !isHidden);
  return visible.length > 0 ? visible : rows;
}

function namesAddresses(cell: AnyCell): boolean {
  const text = textOfCell(cell);
  return text.length < 100 && !mayHaveAddress(text) && guessRecipientColumn([text]) !== null;
}

/** The columns of the people: which holds the addresses, and how many there are. */
interface PeopleColumns {
  address: number | null;
  width: number;
}

/** Where the table ends: at a row of totals, or at notes after a blank line. */
function endOf(rows: readonly TableRow[], first: number, people: PeopleColumns): number {
  const { address } = people;
  const isTotal = (row: TableRow) => isTotalRow(row, people);
  const isNote = (row: TableRow) =>
    widthOf(row) === 1 &&
    !(address !== null && hasText(row.cells[address])) &&
    !row.cells.some(mayBeAddress);
  let end = rows.length;
  for (
    let row = rows[end - 1];
    row && end > first && (isTotal(row) || isNote(row));
    row = rows[end - 1]
  )
    end -= 1;
  const begins = (at: number) => {
    const [before, row] = [rows[at - 1], rows[at]];
    return (
      row === undefined ||
      isTotal(row) ||
      (before !== undefined && row.line - lastLineOf(before) > 1)
    );
  };
  while (!begins(end)) end += 1;
  if (end === rows.length) return end;
  // A list of one column has only rows that look like notes.
  return rows.slice(first, end).some((row) => widthOf(row) > 1 || row.cells.some(mayBeAddress))
    ? end
    : rows.length;
}

/** The line where a row ends: a cell of separated text may have line breaks. */
function lastLineOf({ line, cells, count }: TableRow): number {
  if (count === undefined) return line;
  return cells.reduce<number>(
    (last, cell) => last + (textOfCell(cell).match(/\n/g)?.length ?? 0),
    line,
  );
}

const TOTAL =
  /^(?:(?:grand|sub)[ -]?)?(?:totals?|sum|average|gesamt(?:summe|betrag)?|(?:zwischen)?summe|insgesamt|totale|totaal|suma|razem|celkem|summa|soma)\P{L}*$/iu;
const NUMBER =
  /^\(?[-+−]?\s*(?:\p{Sc}|[A-Z]{3}\b)?\s*\d[\d.,'’\s]*(?:E[-+]?\d+)?\s*(?:%|\p{Sc}|[A-Z]{2,3})?\)?$/u;

/**
 * A row of nothing but numbers is one of totals, unless only the address is missing: then it's a
 * person with a number.
 */
function isTotalRow({ cells }: TableRow, { address, width }: PeopleColumns): boolean {
  if (
    cells.some(mayBeAddress) ||
    (address !== null && hasText(cells[address]) && !isTotalWord(cells[address]))
  ) {
    return false;
  }
  const filled = cells.filter(hasText);
  if (filled.some(isTotalWord)) return true;
  const isWhole = filled.length > 1 && filled.length === width - 1;
  return address !== null && !isWhole && filled.every(isNumber);
}

/** Judged by its text in every source. */
function isNumber(cell: AnyCell): boolean {
  const text = textOfCell(cell).trim();
  return NUMBER.test(text) && readDate(text) === null;
}

function isTotalWord(cell: AnyCell): boolean {
  return TOTAL.test(textOfCell(cell).trim());
}

function mayBeAddress(cell: AnyCell): boolean {
  return textOfCell(cell).includes("@");
}
