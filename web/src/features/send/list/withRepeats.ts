import type { CheckResult } from "@sendwright/core/check/types";

/**
 * These rows (by id) and their repeats, which would otherwise be sent in their place. A row may repeat a repeat; rows
 * come in order, so each is found after those before it.
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
