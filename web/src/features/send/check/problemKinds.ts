import type { Problem, ProblemKind } from "@sendwright/core/check/types";

/** The name of each kind of problem in the filter. */
const KIND_WORDS: Record<ProblemKind, string> = {
  recipient_missing: "No address",
  recipient_invalid: "Not an address",
  domain: "Probably a mistyped address",
  duplicate: "Duplicates",
  sibling: "Same mailbox, different values",
  blank: "Blank values",
  option: "Not an option",
  email: "Invalid address in a value",
  link: "Not a working link",
  too_long: "Too long",
  date: "Not a date",
  date_order: "Different order of day and month",
  time: "Not a time",
  unreadable: "Unreadable characters",
  ragged: "Missing or extra cells",
};

export function kindWord(kind: ProblemKind): string {
  return KIND_WORDS[kind];
}

export interface KindCount {
  kind: ProblemKind;
  word: string;
  count: number;
}

/** How many problems there are of each kind, in the order of the table above. */
export function kindCounts(problems: readonly Problem[]): KindCount[] {
  const counts = new Map<ProblemKind, number>();
  for (const { kind } of problems) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return (Object.keys(KIND_WORDS) as ProblemKind[]).flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [{ kind, word: KIND_WORDS[kind], count }];
  });
}

/** The next row with a problem after the current one (null if there is no current row), wrapping around. */
export function nextProblemRow(problems: readonly Problem[], after: number | null): number | null {
  const rows = [...new Set(problems.map(({ row }) => row))].sort((a, b) => a - b);
  return rows.find((row) => row > (after ?? 0)) ?? rows[0] ?? null;
}
