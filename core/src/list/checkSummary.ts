import { readyWords } from "../check/joinedRows.ts";
import { NOT_EMAILED } from "../check/skipReasons.ts";
import type { CheckedRow, CheckSummary } from "../check/types.ts";
import { withCommas } from "../withCommas.ts";

/** Counts the checked rows, and with them how many more the file had. */
export function summarizeRows(rows: readonly CheckedRow[], rowsOverLimit: number): CheckSummary {
  const ready = rows.filter(({ verdict }) => verdict === "ready");
  const duplicates = rows.filter(
    ({ verdict, duplicateOf }) => verdict === "skip" && duplicateOf !== null,
  ).length;
  const joined = rows.filter(({ verdict }) => verdict === "joined").length;
  const counts = {
    total: rows.length,
    ready: ready.length,
    joined,
    skipped: rows.length - ready.length - joined - duplicates,
    duplicates,
    suppressed: rows.filter(({ reason }) => reason === NOT_EMAILED).length,
    notes: ready.filter(({ notes }) => notes.length > 0).length,
    rowsOverLimit,
  };
  return { ...counts, sentence: sentenceOf(counts) };
}

function sentenceOf(counts: Omit<CheckSummary, "sentence">): string {
  const { skipped, duplicates, suppressed, rowsOverLimit } = counts;
  const parts: [number, string][] = [
    [duplicates, duplicates === 1 ? "duplicate" : "duplicates"],
    [suppressed, "on your list of people you don't email"],
    [rowsOverLimit, "above the limit"],
  ];
  const among = parts.filter(([count]) => count > 0).map(([count, word]) => said(count, word));
  const allSkipped = skipped + duplicates + rowsOverLimit;
  const going = readyWords(counts);
  if (allSkipped === 0) return going;
  return `${going} · ${said(allSkipped, "skipped")}${among.length > 0 ? ` (${among.join(", ")})` : ""}`;
}

function said(count: number, word: string): string {
  return `${withCommas(count)} ${word}`;
}
