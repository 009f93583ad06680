/** One side of a row: what is measured, in words, and the measuring. Each call gives one value in the row's unit. */
interface Side {
  what: string;
  measure(): number | Promise<number>;
}

/** How near to its floor (or how far above it) ours is to be. */
export type Reach = { atMost: number } | { atLeast: number };

/**
 * A row of `npm run bench`: ours beside a floor. A floor is honest code that a good engineer would write who needs nothing of
 * what the product promises; it lies beside what it is a floor for, and both are measured in the same round.
 */
export interface Row {
  /** What `--only` and `--compare` know it by. */
  name: string;
  /** "ms", "kB", "reads a mail". */
  unit: string;
  floor: Side;
  ours: Side;
  reach: Reach;
  /** What was found, before and after, and what would have to change to come closer; asked for when all rounds are over. */
  note: string | (() => string);
  /** 1 for what does not vary: sizes and counts. */
  rounds?: number;
}

/** A row as it was measured. */
export interface Measured {
  name: string;
  unit: string;
  floor: { what: string; median: number };
  ours: { what: string; median: number };
  /** The median of the rounds' ratios of ours to the floor, and the least and the largest of them. */
  ratio: number;
  spread: [least: number, most: number];
  rounds: number;
  /** The machine's load average over the last minute, as the row began and ended. */
  load: [before: number, after: number];
  reach: Reach;
  reached: boolean;
  note: string;
  /** When, in ISO 8601. */
  at: string;
}
