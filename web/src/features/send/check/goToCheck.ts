import type { ProblemKind } from "@sendwright/core/check/types";
import { firstProblem } from "../table/firstProblem.ts";

/** The id of a file's check result, and of the address field. */
export const CHECK = "bulk-check";
export const LIST = "bulk-recipients";

/** Focuses the first problem of these kinds, else the check result, else the list, and scrolls it into view. */
export function goToCheck(kinds: ReadonlySet<ProblemKind>): void {
  const problem = firstProblem(kinds);
  const place = problem ?? document.getElementById(CHECK) ?? document.getElementById(LIST);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: problem ? "center" : "start" });
}
