import type { CheckResult } from "@sendwright/core/check/types";
import { type Limits, limitExceeded, NO_VALID_ADDRESS } from "@sendwright/core/contract";
import { counted } from "../../../lib/counted.ts";

/** The count of the checked list, as the person types. */
export function listCounter({ summary, problems }: Pick<CheckResult, "summary" | "problems">, limits: Limits): string {
  const invalid = problems.filter(({ kind }) => kind === "recipient_invalid").length;
  const parts = [`${counted(summary.total, "recipient")} of at most ${limits.MAX_MANUAL_RECIPIENTS}`];
  if (invalid > 0) parts.push(`${invalid} not an address`);
  if (summary.duplicates > 0) parts.push(counted(summary.duplicates, "duplicate"));
  if (summary.ready < summary.total && summary.ready > 0) parts.push(`${summary.ready} get the email`);
  return parts.join(" · ");
}

/** What is wrong with the checked list as a whole, in the fixed words (rule: words), or null. */
export function listProblem({ rows }: Pick<CheckResult, "rows">, limits: Limits): string | null {
  if (rows.length > limits.MAX_MANUAL_RECIPIENTS) return limitExceeded(limits.MAX_MANUAL_RECIPIENTS);
  if (rows.length > 0 && rows.every(({ address }) => address === null)) return NO_VALID_ADDRESS;
  return null;
}
