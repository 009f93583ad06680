import type { RowView } from "./rowView.ts";

/** A cell of the rows and headers on the screen. */
export interface CellPlace {
  row: number;
  column: number;
}

/** The next cell with an error after this one, wrapping around; null if there is no other. */
export function nextProblem(
  views: readonly RowView[],
  headers: readonly string[],
  { row, column }: CellPlace,
): CellPlace | null {
  const errorsIn = (at: number): number[] => {
    const problems = views[at]?.problems;
    if (problems === undefined || problems.size === 0) return [];
    return headers.flatMap((header, index) =>
      problems.get(header)?.some(({ tone }) => tone === "error") ? [index] : [],
    );
  };
  for (let step = 0; step <= views.length; step += 1) {
    const at = (row + step) % views.length;
    const found = errorsIn(at).find((index) => (step === 0 ? index > column : step < views.length || index < column));
    if (found !== undefined) return { row: at, column: found };
  }
  return null;
}
