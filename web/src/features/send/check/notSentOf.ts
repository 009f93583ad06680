import type { CheckResult } from "@sendwright/core/check/types";

/** How many rows get no email, those above the limit too; 0 until something is checked. */
export function notSentOf(check: Pick<CheckResult, "summary"> | null): number {
  if (check === null) return 0;
  const { total, ready, rowsOverLimit } = check.summary;
  return total - ready + rowsOverLimit;
}
