import type { List } from "./list.ts";

/** How many steps can be undone. */
export const MAX_STEPS = 100;

/**
 * Something with a list (null for none), and its earlier states, the latest last. What didn't
 * change is shared.
 */
export interface History<State extends { list: List | null }> {
  now: State;
  past: readonly State[];
}

export function historyOf<State extends { list: List | null }>(now: State): History<State> {
  return { now, past: [] };
}

/** Adds a state to a history. Returns the same history if nothing changed. */
export function addStep<State extends { list: List | null }>(
  history: History<State>,
  next: State,
): History<State> {
  const { now, past } = history;
  return next === now ? history : { now: next, past: [...past, now].slice(-MAX_STEPS) };
}

/** Gives the rows of a list that was read on its own ids that no row of this history has had. */
export function withOwnIds<State extends { list: List | null }>(
  { now, past }: History<State>,
  next: List,
): List {
  const used = Math.max(0, ...[now, past.at(-1)].map((state) => state?.list?.lastId ?? 0));
  if (used === 0) return next;
  return {
    ...next,
    rows: next.rows.map((row) => ({ ...row, id: used + row.id })),
    lastId: used + next.lastId,
  };
}

/**
 * Takes the last step of a history back. Returns the same history if there is none. Ids given out
 * since aren't given to anyone else.
 */
export function undoStep<State extends { list: List | null }>(
  history: History<State>,
): History<State> {
  const before = history.past.at(-1);
  if (!before) return history;
  const lastId = Math.max(before.list?.lastId ?? 0, history.now.list?.lastId ?? 0);
  const now = before.list === null ? before : { ...before, list: { ...before.list, lastId } };
  return { now, past: history.past.slice(0, -1) };
}
