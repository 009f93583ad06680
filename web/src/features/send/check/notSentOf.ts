import type { CheckResult } from "@sendwright/core/check/types";

/** How many rows get no email, including those above the limit; 0 before the first check. */
export function notSentOf(check: Pick<CheckResult, "summary"> | null): number {
  if (check === null) return 0;
  const { total, ready, rowsOverLimit } = check.summary;
  return total - ready + rowsOverLimit;
}
