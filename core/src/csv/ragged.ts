/** What is wrong with the number of a row's cells ("has 2 values, but …"), or null. */
export function raggedness(cells: readonly string[], columns: number): string | null {
  if (cells.length === columns) return null;
  const values = cells.length === 1 ? "1 value" : `${cells.length} values`;
  return `has ${values}, but there ${columns === 1 ? "is 1 column" : `are ${columns} columns`}.`;
}
