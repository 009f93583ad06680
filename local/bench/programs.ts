/** A process of its own that measures one row or several of one kind, and what must run beside it. */
export interface Program {
  /** Its rows are called this, or begin with it and a hyphen. */
  name: string;
  /** From the repository's root; exports `rows`. */
  file: string;
  needs: "nothing" | "emulators" | "functions" | "page" | "product" | "free ports";
}

/** All of `npm run bench`, in the order in which it is measured. */
export const programs: readonly Program[] = [
  { name: "mail", file: "functions/bench/mail/row.ts", needs: "nothing" },
  { name: "check", file: "functions/bench/check/row.ts", needs: "nothing" },
  { name: "growth", file: "functions/bench/growth/row.ts", needs: "nothing" },
  { name: "engine", file: "functions/bench/engine/row.ts", needs: "emulators" },
  { name: "api", file: "functions/bench/api/row.ts", needs: "emulators" },
  { name: "neighbors", file: "functions/bench/neighbors/row.ts", needs: "emulators" },
  { name: "crowd", file: "functions/bench/crowd/row.ts", needs: "emulators" },
  { name: "cost", file: "functions/bench/cost/row.ts", needs: "emulators" },
  { name: "memory", file: "functions/bench/memory/row.ts", needs: "emulators" },
  { name: "start", file: "functions/bench/start/row.ts", needs: "functions" },
  { name: "ready", file: "local/bench/ready/row.ts", needs: "free ports" },
  { name: "landing", file: "local/bench/landing/row.ts", needs: "page" },
  { name: "app", file: "local/bench/app/row.ts", needs: "nothing" },
  { name: "lighthouse", file: "local/bench/lighthouse/row.ts", needs: "product" },
  { name: "page", file: "e2e/bench/page/row.ts", needs: "product" },
];

/** The programs that measure what `--only` names, all when it names nothing. */
export function programsFor(only: readonly string[]): readonly Program[] {
  if (only.length === 0) return programs;
  return programs.filter(({ name }) => only.some((wanted) => wanted === name || wanted.startsWith(`${name}-`)));
}
