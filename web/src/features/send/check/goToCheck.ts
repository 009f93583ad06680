import type { ProblemKind } from "@sendwright/core/check/types";
import { useEffect } from "react";
import { useStable } from "../../../lib/useStable.ts";

type Finder = (kinds: ReadonlySet<ProblemKind>) => HTMLElement | null;

/** Of the table on the screen. */
let finder: Finder | null = null;

/**
 * The first cell of the table with a problem of these kinds, rendered if needed; null if there is
 * no such cell.
 */
export function firstProblem(kinds: ReadonlySet<ProblemKind>): HTMLElement | null {
  return finder?.(kinds) ?? null;
}

/** Makes the problems of this table available as long as it's on the screen. */
export function useProblemFinder(latest: Finder): void {
  const find = useStable(latest);
  useEffect(() => {
    finder = find;
    return () => {
      if (finder === find) finder = null;
    };
  }, [find]);
}

/** The id of a file's check result, and of the address field. */
export const CHECK = "bulk-check";
export const LIST = "bulk-recipients";

/**
 * Focuses the first problem of these kinds, else the check result, else the list, and scrolls it
 * into view.
 */
export function goToCheck(kinds: ReadonlySet<ProblemKind>): void {
  const problem = firstProblem(kinds);
  const place = problem ?? document.getElementById(CHECK) ?? document.getElementById(LIST);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: problem ? "center" : "start" });
}
