/** A row of `npm run bench`: a number, its goal, and the decision that it informs. */
export interface BenchRow {
  /** `--only` knows it by this name. */
  name: string;
  what: string;
  unit: string;
  /** The goal. */
  atMost: number;
  /** What to do when it is missed. */
  decision: string;
  /** How often it is measured; the median counts. 1 for what doesn't vary: sizes and counts. */
  rounds: number;
  measure(): number | Promise<number>;
}

/** A row as it was measured. */
export interface Measured extends Omit<BenchRow, "measure"> {
  value: number;
  least: number;
  most: number;
  /** When, in ISO 8601. */
  at: string;
}
