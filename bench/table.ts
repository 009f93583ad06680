import type { Measured, Reach } from "./row.ts";

/** A row as one line of a terminal. */
export function lineOf(row: Measured): string {
  const { name, floor, ours, unit, reached } = row;
  const values = `${shown(ours.median)} beside ${shown(floor.median)} ${unit}`;
  const verdict = reached ? "reached" : "NOT REACHED";
  return `  ${name.padEnd(22)} ${ratioOf(row).padEnd(22)} ${wanted(row.reach).padEnd(9)} ${verdict.padEnd(12)} ${values}`;
}

/** The ratio, and from which to which it went where there were several rounds. */
export function ratioOf({ ratio, spread: [least, most], rounds }: Measured): string {
  return rounds === 1 ? ratio.toFixed(2) : `${ratio.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** What is to be reached, in signs. */
export function wanted(reach: Reach): string {
  return "atMost" in reach ? `≤ ${reach.atMost}` : `≥ ${reach.atLeast}`;
}

/** A number with three significant digits. */
export function shown(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

/** A line for each row that both runs have: the ratio before and now. */
export function compared(before: readonly Measured[], now: readonly Measured[]): string[] {
  const old = new Map(before.map((row) => [row.name, row]));
  return now.flatMap((row) => {
    const was = old.get(row.name);
    if (!was) return [];
    const change = ((row.ratio / was.ratio - 1) * 100).toFixed(0);
    return [`  ${row.name.padEnd(22)} ${was.ratio.toFixed(2)} → ${row.ratio.toFixed(2)} (${change} %)`];
  });
}
