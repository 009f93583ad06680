import type { ProblemKind } from "@sendwright/core/check/types";
import { isOpenProblem, type RowView } from "./rowView.ts";

/** A cell of the rows and headers on the screen. */
export interface CellPlace {
  row: number;
  column: number;
}

/** The next cell with something to fix, fill in or check after this one, wrapping around; null if there is no other. */
export function nextProblem(
  views: readonly RowView[],
  headers: readonly string[],
  { row, column }: CellPlace,
): CellPlace | null {
  const errorsIn = (at: number): number[] => {
    const problems = views[at]?.problems;
    if (problems === undefined || problems.size === 0) return [];
    return headers.flatMap((header, index) =>
      problems.get(header)?.some(isOpenProblem) ? [index] : [],
    );
  };
  for (let step = 0; step <= views.length; step += 1) {
    const at = (row + step) % views.length;
    const found = errorsIn(at).find((index) =>
      step === 0 ? index > column : step < views.length || index < column,
    );
    if (found !== undefined) return { row: at, column: found };
  }
  return null;
}

/**
 * The first cell with a problem of these kinds, preferably one that still needs the person, and the
 * state of its row; null if there is no such cell.
 */
export function findProblem(
  views: readonly RowView[],
  headers: readonly string[],
  kinds: ReadonlySet<ProblemKind>,
): (Pick<RowView, "id" | "state"> & { header: string }) | null {
  let quiet: ReturnType<typeof findProblem> = null;
  for (const { id, state, problems } of views) {
    for (const header of headers) {
      const found = problems.get(header)?.filter(({ kind }) => kinds.has(kind)) ?? [];
      if (found.some(isOpenProblem)) return { id, state, header };
      if (found.length > 0) quiet ??= { id, state, header };
    }
  }
  return quiet;
}
