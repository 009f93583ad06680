import { measure } from "./measure.ts";
import type { Row } from "./row.ts";

/** Measures rows, the whole life of a process of their own, and tells each to the process that has started this one. */
export async function run(rows: readonly Row[]): Promise<void> {
  const tell = process.send?.bind(process);
  if (!tell) throw new Error("npm run bench starts this.");
  for (const row of rows.filter(isWanted)) {
    const measured = await measure(row);
    await new Promise((told) => tell(measured, told));
  }
  process.exit(0);
}

/** `--only` names rows, or a kind of them, which is how their names begin. */
function isWanted({ name }: Row): boolean {
  const only = (process.env.SENDWRIGHT_BENCH_ONLY ?? "").split(",").filter(Boolean);
  return only.length === 0 || only.some((wanted) => wanted === name || name.startsWith(`${wanted}-`));
}
