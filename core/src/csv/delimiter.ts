import Papa from "papaparse";
import { CSV_DELIMITERS, type CsvDelimiter } from "../contract/csv.ts";

const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 50;

/**
 * The delimiter that makes the best table of the first rows of a CSV text with LF line breaks: many columns, and the
 * same number in each row. If none makes two columns, it returns one that occurs nowhere, so that a single column may
 * hold commas.
 */
export function detectDelimiter(text: string): CsvDelimiter {
  const isCut = text.length > SAMPLE_CHARACTERS;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const judged = CSV_DELIMITERS.map((delimiter) => ({ delimiter, ...judge(sample, delimiter, isCut) }));
  const columned = judged.filter((one) => one.columns > 1);
  const candidates = columned.length > 0 ? columned : judged.filter((one) => one.sameShare === 1);
  const best = candidates.reduce<(typeof judged)[number] | undefined>(
    (winner, one) => (winner === undefined || score(one) > score(winner) ? one : winner),
    undefined,
  );
  return best?.delimiter ?? ",";
}

function score({ columns, sameShare }: { columns: number; sameShare: number }): number {
  return columns * (0.2 + 0.8 * sameShare);
}

/** Columns of the first row that has any text, and which share of the rows below has as many. */
function judge(sample: string, delimiter: CsvDelimiter, isCut: boolean): { columns: number; sameShare: number } {
  const { data } = Papa.parse<string[]>(sample, { delimiter, newline: "\n", preview: SAMPLE_ROWS + 1 });
  if (isCut && data.length <= SAMPLE_ROWS) data.pop();
  const [header, ...rows] = data.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  if (header === undefined) return { columns: 0, sameShare: 0 };
  const same = rows.filter((cells) => cells.length === header.length).length;
  return { columns: header.length, sameShare: rows.length === 0 ? 1 : same / rows.length };
}
