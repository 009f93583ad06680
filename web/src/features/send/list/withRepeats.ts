import type { CheckResult } from "@sendwright/core/check/types";

/**
 * Rows (by id), and those that aren't sent only because one of these is: they would move up if it were skipped. A row may
 * repeat one that repeats another. Rows come in order, so each is found after those before it.
 */
export function withRepeats({ rows }: Pick<CheckResult, "rows">, ids: readonly number[]): number[] {
  const all = new Set(ids);
  const numbers = new Set(rows.flatMap(({ id, n }) => (all.has(id) ? n : [])));
  for (const { id, n, duplicateOf, verdict } of rows) {
    if (duplicateOf === null || verdict !== "skip" || !numbers.has(duplicateOf)) continue;
    all.add(id);
    numbers.add(n);
  }
  return [...all];
}
