import type { CheckResult, Problem } from "../check/types.ts";
import type { List, Row } from "./list.ts";

/**
 * Whether an error is only that something isn't filled in yet: a blank in a table, row or column
 * that is written here (rule: not filled in yet). A blank in a list that was read is an error.
 */
export function isToFillIn(
  { kind, column }: Pick<Problem, "kind" | "column">,
  { line }: Pick<Row, "line">,
  { source, added }: Pick<List, "source" | "added">,
): boolean {
  if (kind !== "blank" && kind !== "recipient_missing") return false;
  if (source.kind === "addresses" || source.kind === "table") return true;
  const isRead = source.kind === "people" || line !== null;
  return !isRead || (column !== null && (added?.includes(column) ?? false));
}

/** The rows (by id) that lack nothing but what isn't filled in yet; none before the first check. */
export function rowsToFillIn(
  check: Pick<CheckResult, "rows" | "problems"> | null,
  list: Pick<List, "source" | "added" | "rows"> | null,
): ReadonlySet<number> {
  if (check === null || list === null) return new Set();
  const of = new Map(list.rows.map((row) => [row.id, row]));
  const toFill = new Set<number>();
  const wrong = new Set<number>();
  for (const problem of check.problems) {
    const row = of.get(problem.id);
    if (problem.severity !== "error" || row === undefined) continue;
    (isToFillIn(problem, row, list) ? toFill : wrong).add(problem.id);
  }
  const skipped = check.rows.filter(
    ({ id, verdict }) => verdict === "skip" && of.get(id)?.skipped === null,
  );
  return new Set(skipped.flatMap(({ id }) => (toFill.has(id) && !wrong.has(id) ? id : [])));
}
