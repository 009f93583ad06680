import type { RowState, RowView } from "./rowView.ts";

export type RowFilter = NonNullable<RowState>;

export const STATE_WORDS: Record<RowFilter, string> = { fix: "To fix", ready: "Ready", skipped: "Skipped" };

/** How many rows each filter has. */
export function filterCounts(views: readonly RowView[]): { kind: RowFilter; word: string; count: number }[] {
  const counts = { fix: 0, ready: 0, skipped: 0 };
  for (const { state } of views) if (state !== null) counts[state] += 1;
  return (Object.keys(STATE_WORDS) as RowFilter[]).map((kind) => ({
    kind,
    word: STATE_WORDS[kind],
    count: counts[kind],
  }));
}

/** A chosen filter and its rows at that time, so that none of them disappears during your work. */
export interface Chosen {
  filter: RowFilter;
  ids: ReadonlySet<number>;
}

export function chosenNow(filter: RowFilter, views: readonly RowView[]): Chosen {
  return { filter, ids: new Set(views.filter(({ state }) => state === filter).map(({ id }) => id)) };
}

/** The rows to show, and how many more now match the filter. */
export function filtered(
  views: readonly RowView[],
  chosen: Chosen | null,
): { shown: readonly RowView[]; more: number } {
  if (chosen === null) return { shown: views, more: 0 };
  const more = views.filter(({ id, state }) => state === chosen.filter && !chosen.ids.has(id)).length;
  return { shown: views.filter(({ id }) => chosen.ids.has(id)), more };
}
