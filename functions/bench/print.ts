/** Begins a table. */
export function heading(text: string): void {
  console.log(`\n${text}`);
}

/** One line of a table. */
export function figure(name: string, value: string): void {
  console.log(`  ${name.padEnd(58)} ${value}`);
}

/** Takes measured values, at least one; gives the middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
