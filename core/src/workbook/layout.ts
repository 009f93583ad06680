import { guessRecipientColumn } from "../list/addressColumns.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import type { SheetCell, SheetRow } from "./sheet.ts";

/** Where the table in a sheet begins and ends. Rows by index; those from `end` are totals and notes below it. */
export interface Layout {
  header: number;
  end: number;
}

export function hasText(cell: SheetCell | undefined): cell is SheetCell {
  return cell !== undefined && cell.text.trim() !== "";
}

export function isAddress(cell: SheetCell | undefined): boolean {
  return cell?.text.includes("@") === true && parseRecipient(cell.text) !== null;
}

/** The table in the rows of a sheet. `header` is known if the person chose it. */
export function layoutOf(rows: readonly SheetRow[], header: number | null): Layout {
  const address = addressColumn(rows);
  const start = header ?? headerIndex(rows, address);
  return { header: start, end: endOf(rows, start + 1, address) };
}

/** The column with the most addresses; null for none. */
function addressColumn(rows: readonly SheetRow[]): number | null {
  const counts = new Map<number, number>();
  for (const { cells } of rows) {
    cells.forEach((cell, column) => {
      if (isAddress(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
    });
  }
  const [most] = [...counts].sort(([left, few], [right, many]) => many - few || left - right);
  return most?.[0] ?? null;
}

function widthOf({ cells }: SheetRow): number {
  return cells.filter(hasText).length;
}

/**
 * The headers are in the first row above the people that is about as wide as the people's and names the column of
 * addresses. Titles are narrower. Without such a row, it's the first person's, and `readHeaders` warns.
 */
function headerIndex(rows: readonly SheetRow[], address: number | null): number {
  const firstPerson = address === null ? -1 : rows.findIndex(({ cells }) => isAddress(cells[address]));
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

function visibleOr(rows: readonly SheetRow[]): readonly SheetRow[] {
  const visible = rows.filter(({ isHidden }) => !isHidden);
  return visible.length > 0 ? visible : rows;
}

function namesAddresses(cell: SheetCell | undefined): boolean {
  return cell !== undefined && guessRecipientColumn([cell.text]) !== null;
}

/** A row of totals below the people, or notes after a blank line, and whatever is below those. */
function endOf(rows: readonly SheetRow[], first: number, address: number | null): number {
  const isTotal = (row: SheetRow) => isTotalRow(row, address);
  const isNote = (row: SheetRow) =>
    widthOf(row) === 1 && !(address !== null && hasText(row.cells[address])) && !row.cells.some(mayBeAddress);
  let end = rows.length;
  for (let row = rows[end - 1]; row && end > first && (isTotal(row) || isNote(row)); row = rows[end - 1]) end -= 1;
  const begins = (at: number) => {
    const [before, row] = [rows[at - 1], rows[at]];
    return row === undefined || isTotal(row) || (before !== undefined && row.line - before.line > 1);
  };
  while (!begins(end)) end += 1;
  // A list of one column has only rows that look like notes.
  return rows.slice(first, end).some((row) => widthOf(row) > 1 || row.cells.some(mayBeAddress)) ? end : rows.length;
}

const TOTAL =
  /^(?:(?:grand|sub)[ -]?)?(?:totals?|sum|average|gesamt(?:summe|betrag)?|(?:zwischen)?summe|insgesamt|totale|totaal|suma|razem|celkem|summa|soma)\P{L}*$/iu;

function isTotalRow({ cells }: SheetRow, address: number | null): boolean {
  if (cells.some(mayBeAddress) || (address !== null && hasText(cells[address]) && !isTotalWord(cells[address]))) {
    return false;
  }
  const filled = cells.filter(hasText);
  return filled.some(isTotalWord) || (address !== null && filled.every(({ isNumber }) => isNumber));
}

function isTotalWord(cell: SheetCell | undefined): boolean {
  return cell !== undefined && TOTAL.test(cell.text.trim());
}

function mayBeAddress(cell: SheetCell | undefined): boolean {
  return cell?.text.includes("@") === true;
}
