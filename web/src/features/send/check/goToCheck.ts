import type { ProblemKind } from "@sendwright/core/check/types";
import { useEffect } from "react";
import { useStable } from "../../../lib/useStable.ts";
import type { RowView } from "../table/rowView.ts";

type Finder = (kinds: ReadonlySet<ProblemKind>) => HTMLElement | null;

/** Of the table on the screen. */
let finder: Finder | null = null;

/** The first cell of the table with a problem of these kinds, rendered if needed; null if there is no such cell. */
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

/** The first cell with a problem of these kinds, preferably an error; null if there is no such cell. */
export function findProblem(
  views: readonly RowView[],
  headers: readonly string[],
  kinds: ReadonlySet<ProblemKind>,
): { id: number; header: string; isError: boolean } | null {
  let quiet: { id: number; header: string; isError: boolean } | null = null;
  for (const { id, problems } of views) {
    for (const header of headers) {
      const found = problems.get(header)?.filter(({ kind }) => kinds.has(kind)) ?? [];
      if (found.some(({ tone }) => tone === "error")) return { id, header, isError: true };
      if (found.length > 0) quiet ??= { id, header, isError: false };
    }
  }
  return quiet;
}

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
