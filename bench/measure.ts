import { loadavg } from "node:os";
import type { Measured, Reach, Row } from "./row.ts";

const ROUNDS = 7;

/**
 * Measures the two sides of a row round after round, one beside the other and in turn first, so that what slows the
 * machine slows both. The first round warms up and is forgotten, unless there is only one.
 */
export async function measure({ rounds = ROUNDS, ...row }: Row): Promise<Measured> {
  const before = load();
  const floors: number[] = [];
  const ours: number[] = [];
  if (rounds > 1) await round(row, 0);
  for (let i = 0; i < rounds; i += 1) {
    const [floor, our] = await round(row, i);
    floors.push(floor);
    ours.push(our);
  }
  const ratios = ours.map((value, i) => value / (floors[i] ?? Number.NaN));
  const ratio = median(ratios);
  return {
    name: row.name,
    unit: row.unit,
    floor: { what: row.floor.what, median: median(floors) },
    ours: { what: row.ours.what, median: median(ours) },
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    rounds,
    load: [before, load()],
    reach: row.reach,
    reached: isReached(ratio, row.reach),
    note: typeof row.note === "string" ? row.note : row.note(),
    at: new Date().toISOString(),
  };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that this part (0 to 1) of the values, at least one, does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The milliseconds that work takes. */
export async function took(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** The milliseconds of processor time that this process spends on work: what else runs on the machine does not count. */
export async function worked(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

async function round({ floor, ours }: Row, i: number): Promise<[floor: number, ours: number]> {
  if (i % 2 === 0) return [await floor.measure(), await ours.measure()];
  const our = await ours.measure();
  return [await floor.measure(), our];
}

/** To the two digits that are printed: 1.5000001 is 1.5. */
function isReached(ratio: number, reach: Reach): boolean {
  const shown = Math.round(ratio * 100) / 100;
  return "atMost" in reach ? shown <= reach.atMost : shown >= reach.atLeast;
}

function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}
