import { CSV_DELIMITERS, type CsvDelimiter } from "../contract/csv.ts";
import { occurrences } from "../occurrences.ts";
import { readAddresses } from "../recipients/copies.ts";
import { isAddress } from "../table/layout.ts";
import { RowScanner } from "./rowScanner.ts";

const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 50;

/**
 * The separator of a text, and another that fits as well, which only a person can rule out; null
 * for none.
 */
export interface DetectedDelimiter {
  delimiter: CsvDelimiter;
  other: CsvDelimiter | null;
  /** In which share of the first rows there is an address, or several, in its column. */
  addresses: number;
}

/**
 * The delimiter under which most of the first rows have an address in one column. Where several do,
 * the one that makes the best table: many columns, and the same number in each row. If none makes
 * two columns, it returns one that occurs nowhere, so that a single column may hold commas.
 */
export function detectDelimiter(text: string, named?: CsvDelimiter): DetectedDelimiter {
  const isCut = text.length > SAMPLE_CHARACTERS;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  // Without their separators, rows have the same cells.
  const holds = new Map<string, boolean>();
  const judged = CSV_DELIMITERS.map((delimiter) => judge(sample, delimiter, isCut, holds));
  const mostAddresses = Math.max(...judged.map(({ addresses }) => addresses));
  const able = judged.filter(({ addresses }) => addresses === mostAddresses);
  const given = able.find(({ delimiter }) => delimiter === named);
  if (given) return { delimiter: given.delimiter, other: null, addresses: mostAddresses };
  const columned = able.filter((one) => one.columns > 1);
  const candidates = columned.length > 0 ? columned : able.filter((one) => one.sameShare === 1);
  const [best, next] = (candidates.length > 0 ? candidates : able).toSorted(
    (one, other) => score(other) - score(one),
  );
  if (best === undefined) return { delimiter: ",", other: null, addresses: 0 };
  const isTie = next !== undefined && next.columns > 1 && score(next) === score(best);
  return {
    delimiter: best.delimiter,
    other: isTie ? next.delimiter : null,
    addresses: mostAddresses,
  };
}

interface DelimiterScore {
  delimiter: CsvDelimiter;
  columns: number;
  sameShare: number;
  addresses: number;
}

function score({ columns, sameShare }: DelimiterScore): number {
  return columns * (0.2 + 0.8 * sameShare);
}

/**
 * How many columns most rows have, which share of the rows below the headers has as many, and which
 * share of all rows has addresses in the column with the most. None if a quotation mark doesn't
 * close.
 */
function judge(
  sample: string,
  delimiter: CsvDelimiter,
  isCut: boolean,
  holds: Map<string, boolean>,
): DelimiterScore {
  const isCopied = delimiter === "\t" && sample.includes(delimiter);
  const scanner = new RowScanner(sample, delimiter, isCopied ? "copied" : "written");
  const counts: number[] = [];
  const addresses = new Map<number, number>();
  while (counts.length <= SAMPLE_ROWS && scanner.next()) {
    // The sample may end within a row.
    if (isCut && (scanner.end === sample.length || scanner.broken !== -1)) break;
    counts.push(scanner.count);
    scanner.cells.forEach((cell, column) => {
      const isHeld = holds.get(cell) ?? holdsAddresses(cell);
      holds.set(cell, isHeld);
      if (isHeld) addresses.set(column, (addresses.get(column) ?? 0) + 1);
    });
  }
  const isBroken = !isCut && scanner.broken !== -1;
  const columns = mostFrequent(counts);
  const same = counts.filter((count) => count === columns).length;
  return {
    delimiter,
    columns,
    // The first of them has the headers.
    sameShare: counts.length < 2 ? 1 : (same - 1) / (counts.length - 1),
    addresses: isBroken ? 0 : Math.max(0, ...addresses.values()) / Math.max(1, counts.length),
  };
}

/** Whether a cell is an address, or several: `ann@example.org; bo@example.org` is one cell. */
function holdsAddresses(cell: string): boolean {
  return cell.includes("@") && (isAddress(cell) || readAddresses(cell, "").problem === null);
}

/** The number that occurs most often; of several, the first. */
function mostFrequent(numbers: readonly number[]): number {
  const [most] = [...occurrences(numbers)].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}
