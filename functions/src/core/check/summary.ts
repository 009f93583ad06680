import type { CheckedRow, CheckSummary } from "./types.ts";

/** Takes the checked rows, how many more the file had, and how many the person leaves out; counts them. */
export function summarise(rows: readonly CheckedRow[], rowsOverLimit: number, byChoice: number): CheckSummary {
  const ready = rows.filter(({ verdict }) => verdict === "ready");
  const duplicates = rows.filter(({ verdict, duplicateOf }) => verdict === "skip" && duplicateOf !== null).length;
  const counts = {
    total: rows.length,
    ready: ready.length,
    skipped: rows.length - ready.length - duplicates,
    duplicates,
    byChoice,
    notes: ready.filter(({ notes }) => notes.length > 0).length,
    rowsOverLimit,
  };
  return { ...counts, sentence: sentenceOf(counts) };
}

function sentenceOf(counts: Omit<CheckSummary, "sentence">): string {
  const parts: [number, string][] = [
    [counts.skipped, "left out"],
    [counts.duplicates, counts.duplicates === 1 ? "duplicate" : "duplicates"],
    [counts.rowsOverLimit, "above the limit"],
  ];
  const others = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString("en-US")} ${word}`);
  return [`${counts.ready.toLocaleString("en-US")} ready`, ...others].join(" · ");
}
