import type { CheckResult } from "../check/types.ts";
import { occurrences } from "../occurrences.ts";
import { asksForName } from "../recipients/personName.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { fits, type LocalPart, localPart, wordsForAddress } from "./addressWords.ts";
import { type CheckSettings, checkList } from "./check.ts";
import { filledList, isFilled, type List, type Row, textIn } from "./list.ts";
import { type SeveralQuestion, severalQuestion } from "./severalQuestion.ts";

/** Signs that a column of names and the addresses beside it belong to different people. */
export interface Mismatch {
  /** The header of the column of names. */
  column: string;
  /**
   * Rows that the names seem to be off: 1 if each name is one row too low. Null if the column was
   * sorted alone.
   */
  off: number | null;
  /** The first and last row with this fault, in the order in which the list was read. */
  from: number;
  to: number;
  /** Whether `to` is the end of the list. */
  isToEnd: boolean;
  /**
   * Whether the table shows its rows in another order, or not all: its row numbers are others then.
   */
  isMoved: boolean;
  /** Up to three rows: the name there, its address, and the address that fits the name. */
  examples: { row: number; name: string; address: string; fits: string }[];
}

/** The check of a list on the page, where someone can be asked. */
export interface PageCheck extends CheckResult {
  /** Null if nothing seems wrong, or the person said that the list is right. */
  mismatch?: Mismatch | null;
  /** Null if no one has several addresses, and nothing was decided about them. */
  several?: SeveralQuestion | null;
}

/**
 * Checks the included rows of a list, and whether the names and addresses of the whole list belong
 * together.
 */
export function checkOnPage(list: List, checking: CheckSettings): PageCheck {
  return {
    ...checkList(filledList(list), { whole: list, ...checking }),
    mismatch: list.belongs ? null : findMismatch(list),
    several: severalQuestion(list, checking.variables),
  };
}

/** With fewer rows that can be scored, a better fit may be chance. */
const MIN_SCORED = 20;
/** How many rows names can be off, the most likely first. */
const OFFS = [1, -1, 2, -2, 3, -3];
/** The least number of rows that must fit better elsewhere. */
const MIN_GAIN = 6;
const EXAMPLES = 3;
/** A word in the addresses of more rows than this doesn't identify a row. */
const TOO_COMMON = 20;

/**
 * A row of the list, in the words of its name and of its address's local part; either may be empty.
 */
interface ComparedRow extends LocalPart {
  row: number;
  name: string;
  address: string;
  words: readonly string[];
}

/**
 * Compares the names in a list with the local parts of its addresses, and again with the names
 * moved by one to three rows or in any order. Null unless another arrangement fits clearly better
 * than the list as it is (rule: belonging).
 */
export function findMismatch(list: List): Mismatch | null {
  const { address } = list.mapping;
  if (address === null) return null;
  // As they were read: sorting and filters change who is beside whom.
  const rows = list.rows
    .filter((row) => isFilled(row) && (row.part?.at ?? 0) === 0)
    .toSorted((a, b) => a.id - b.id);
  const people = rows.map((row) => parseRecipient(textIn(list, row, address))?.address ?? "");
  for (const column of list.columns) {
    if (column === address || !asksForName(column)) continue;
    const scored = rows.map((row, index) =>
      scoredRow(index + 1, textIn(list, row, column), people[index] ?? ""),
    );
    if (scored.filter(isScorable).length < MIN_SCORED) continue;
    const found = findShift(scored) ?? findSorting(scored);
    if (found)
      return {
        column,
        ...found,
        isToEnd: found.to === rows.length,
        isMoved: isMovedIn(list, rows),
      };
  }
  return null;
}

/** Whether the rows that the table shows aren't these, in this order. */
function isMovedIn(list: List, asRead: readonly Row[]): boolean {
  const shown = filledList(list).rows.filter(isFilled);
  return shown.length !== asRead.length || shown.some((row, index) => row !== asRead[index]);
}

function scoredRow(row: number, name: string, address: string): ComparedRow {
  return { row, name: name.trim(), address, words: wordsForAddress(name), ...localPart(address) };
}

/** Whether a row has a name and an address that could belong to a person. */
function isScorable({ words, pieces }: ComparedRow): boolean {
  return words.length > 0 && pieces.length > 0;
}

type ShiftedNames = Omit<Mismatch, "column" | "isToEnd" | "isMoved">;

/**
 * The best run of rows whose names fit the addresses some rows away, if it is clearly better than
 * the list as it is.
 */
function findShift(scored: readonly ComparedRow[]): ShiftedNames | null {
  const here = scored.map((one) => fits(one, one));
  let best: (RowRun & { off: number }) | null = null;
  for (const off of OFFS) {
    // The name in a row belongs to the address `off` rows above it.
    const gains = scored.map((one, index) => {
      const other = scored[index - off];
      return Number(other !== undefined && fits(one, other)) - Number(here[index]);
    });
    const run = bestRun(gains);
    if (run !== null && run.gain >= MIN_GAIN && run.gain > (best?.gain ?? 0))
      best = { ...run, off };
  }
  if (best === null) return null;
  const { from, to, gain, off } = best;
  const inside = scored.slice(from, to + 1);
  const now = inside.filter((one) => here[one.row - 1]).length;
  // Most of these rows fit the moved arrangement, and few fit their own.
  if (gain < inside.filter(isScorable).length / 2 || now > (gain + now) / 4) return null;
  const pairs = inside.flatMap((one) => {
    const other = scored[one.row - 1 - off];
    return other && !here[one.row - 1] && fits(one, other) ? [[one, other] as const] : [];
  });
  return { off, from: from + 1, to: to + 1, examples: examplesOf(pairs) };
}

interface RowRun {
  from: number;
  to: number;
  gain: number;
}

/** The consecutive entries with the highest sum; null if none is above 0. */
function bestRun(values: readonly number[]): RowRun | null {
  let best: RowRun | null = null;
  let from = 0;
  let gain = 0;
  for (const [index, value] of values.entries()) {
    if (gain <= 0) {
      gain = 0;
      from = index;
    }
    gain += value;
    if (gain > (best?.gain ?? 0)) best = { from, to: index, gain };
  }
  return best;
}

/** Finds names that fit one address best, but in most rows that of another row. */
function findSorting(scored: readonly ComparedRow[]): ShiftedNames | null {
  const byPiece = new Map<string, ComparedRow[]>();
  for (const one of scored) {
    for (const piece of new Set(one.pieces)) {
      const rows = byPiece.get(piece);
      if (rows) rows.push(one);
      else byPiece.set(piece, [one]);
    }
  }
  const here = scored.filter((one) => fits(one, one));
  const isHere = new Set(here);
  const moved = scored.flatMap((one) => {
    const other = isHere.has(one) ? null : bestFit(one, byPiece);
    return other ? [[one, other] as const] : [];
  });
  const known = scored.filter(isScorable).length;
  if (moved.length < known / 2 || here.length > (here.length + moved.length) / 4) return null;
  const rows = moved.map(([{ row }]) => row);
  return { off: null, from: rows[0] ?? 0, to: rows.at(-1) ?? 0, examples: examplesOf(moved) };
}

/** The row whose address has more words of a name than any other; null if there is none. */
function bestFit(
  { words }: ComparedRow,
  byPiece: ReadonlyMap<string, readonly ComparedRow[]>,
): ComparedRow | null {
  const found = words.map((word) => byPiece.get(word) ?? []);
  const counts = occurrences(found.filter((rows) => rows.length <= TOO_COMMON).flat());
  const most = Math.max(...counts.values());
  const [best, ...others] = [...counts].filter(([, count]) => count === most);
  return best && others.length === 0 ? best[0] : null;
}

function examplesOf(pairs: readonly (readonly [ComparedRow, ComparedRow])[]): Mismatch["examples"] {
  return pairs
    .slice(0, EXAMPLES)
    .map(([{ row, name, address }, { address: fits }]) => ({ row, name, address, fits }));
}
