import type { ProblemKind } from "@sendwright/core/check/types";
import { firstProblem } from "../table/firstProblem.ts";

/** The id of what the check of a file says, and of the field that a list is written into. */
export const CHECK = "bulk-check";
export const LIST = "bulk-recipients";

/** Moves the focus to the first problem of these kinds, or to what the check says, or to the list; and brings it into view. */
export function goToCheck(kinds: ReadonlySet<ProblemKind>): void {
  const problem = firstProblem(kinds);
  const place = problem ?? document.getElementById(CHECK) ?? document.getElementById(LIST);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: problem ? "center" : "start" });
}
