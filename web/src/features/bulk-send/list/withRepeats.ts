import type { CheckResult } from "@sendwright/core/check/types";

/** Rows (by id), and those that aren't sent only because one of these is: they would move up if it were skipped. */
export function withRepeats({ rows }: Pick<CheckResult, "rows">, ids: readonly number[]): number[] {
  const isMeant = new Set(ids);
  const numbers = new Set(rows.flatMap(({ id, n }) => (isMeant.has(id) ? n : [])));
  const behind = rows.filter(
    ({ duplicateOf, verdict }) => duplicateOf !== null && verdict === "skip" && numbers.has(duplicateOf),
  );
  return [...new Set([...ids, ...behind.map(({ id }) => id)])];
}
