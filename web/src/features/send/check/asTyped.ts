import type { CheckResult, Problem, ProblemKind } from "@sendwright/core/check/types";
import type { List } from "@sendwright/core/list/list";

/** Values of these kinds are sent as typed; only the person knows if that is right. */
export const AS_TYPED_KINDS: ReadonlySet<ProblemKind> = new Set(["date", "time", "domain"]);

/** Whether a value looks wrong, and the person hasn't said yet to send it as typed. */
export function isUndecided(
  { kind, value }: Pick<Problem, "kind" | "value">,
  { asTyped }: Pick<List, "asTyped">,
): boolean {
  return AS_TYPED_KINDS.has(kind) && asTyped?.includes(value.trim()) !== true;
}

/** The undecided values of rows that will be sent. */
export function undecidedIn({ rows, problems }: Pick<CheckResult, "rows" | "problems">, list: Pick<List, "asTyped">) {
  const found = problems.filter((problem) => isUndecided(problem, list));
  const ready = new Set(found.length > 0 ? rows.filter(({ verdict }) => verdict === "ready").map(({ n }) => n) : []);
  return found.filter(({ row }) => ready.has(row));
}
