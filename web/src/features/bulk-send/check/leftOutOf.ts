import type { CheckResult } from "@sendwright/core/check/types";

/** How many rows get no mail, those above the limit too; 0 while nothing is checked. */
export function leftOutOf(check: Pick<CheckResult, "summary"> | null): number {
  if (check === null) return 0;
  const { total, ready, rowsOverLimit } = check.summary;
  return total - ready + rowsOverLimit;
}
