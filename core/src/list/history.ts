import { changed, type ListChange } from "./change.ts";
import type { List } from "./list.ts";

/** How many steps can be undone. */
export const MAX_STEPS = 100;

/** A list and its earlier states, the latest last. Unchanged rows are shared, so a step costs little. */
export interface History {
  list: List;
  past: readonly List[];
}

export function historyOf(list: List): History {
  return { list, past: [] };
}

/** The history after one more state of its list. */
export function withList({ list, past }: History, next: List): History {
  return next === list ? { list, past } : { list: next, past: [...past, list].slice(-MAX_STEPS) };
}

/** The history after one step. */
export function stepped(history: History, change: ListChange): History {
  return withList(history, changed(history.list, change));
}

/** The history after its list was read on its own, as from another file. Its rows get ids that no row has had. */
export function replaced(history: History, next: List): History {
  const { lastId } = history.list;
  const rows = next.rows.map((row) => ({ ...row, id: lastId + row.id }));
  return withList(history, { ...next, rows, lastId: lastId + next.lastId });
}

/** The history without its last step; the same if there is none. Ids given out since aren't given to anyone else. */
export function undone(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  return { list: { ...before, lastId: Math.max(before.lastId, history.list.lastId) }, past: history.past.slice(0, -1) };
}
