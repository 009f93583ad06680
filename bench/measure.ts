const ROUNDS = 3;

/** A number, its goal, and the decision that it informs. */
interface Figure {
  /** `--only` knows it by this name. */
  name: string;
  what: string;
  unit: string;
  /** The goal: one of the two. */
  atMost?: number;
  atLeast?: number;
  /** What to do when it is missed. */
  decision: string;
  /** 3 unless given. With 1, nothing warms up: for a row that takes minutes. */
  rounds?: number;
}

/** A row of `npm run bench`. */
export type BenchRow = Figure &
  ({ atMost: number } | { atLeast: number }) & {
    /** One round; the median counts. */
    measure(): number | Promise<number>;
  };

export interface MeasuredRow extends Figure {
  value: number;
  least: number;
  most: number;
  /** When, in ISO 8601. */
  at: string;
}

/** Measures rows in a process of their own, and reports each to the process that started it. */
export async function run(rows: readonly BenchRow[]): Promise<void> {
  const send = process.send?.bind(process);
  if (!send) throw new Error("npm run bench starts this.");
  const tell = (message: BenchMessage) => new Promise((told) => send(message, told));
  const only = process.env.SENDWRIGHT_BENCH_ONLY ?? "";
  for (const row of rows.filter(({ name }) => isAsked(name, only)))
    await tell(await measureRow(row, (round) => tell({ row: row.name, round })));
  process.exit(0);
}

/** A row that is measured; before it, the number of each round that begins (0 warms up). */
export type BenchMessage = MeasuredRow | { row: string; round: number };

/**
 * Whether `--only` names this row or the kind that its name begins with. Without `--only` all rows
 * are measured.
 */
export function isAsked(name: string, only: string): boolean {
  return only === "" || name === only || name.startsWith(`${only}-`);
}

/**
 * The measures of two rows that have their values from the same rounds: the first row measures
 * them, and the second takes them in their order. If only the second is measured, it has rounds of
 * its own.
 */
export function sharing<Round extends object>(
  measure: () => Promise<Round>,
  first: (round: Round) => number,
  second: (round: Round) => number,
): [first: () => Promise<number>, second: () => Promise<number>] {
  const rounds: Round[] = [];
  return [
    async () => {
      const round = await measure();
      rounds.push(round);
      return first(round);
    },
    async () => second(rounds.shift() ?? (await measure())),
  ];
}

/** Another round warms up first, and doesn't count. */
async function measureRow(
  { measure, ...row }: BenchRow,
  begin: (round: number) => unknown,
): Promise<MeasuredRow> {
  const { rounds = ROUNDS } = row;
  const values: number[] = [];
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round++) {
    await begin(round);
    const value = await measure();
    if (round > 0) values.push(value);
  }
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { ...row, value: quantile(values, 0.5), least, most, at: new Date().toISOString() };
}

/** The value that this part (0 to 1) of the values, at least one, doesn't exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The milliseconds that some work takes. */
export async function took(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/**
 * The milliseconds of processor time that this process spends on some work: other programs on the
 * machine don't count.
 */
export async function worked(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

/** How many times as many milliseconds some work takes as a floor. Prints both: goals need them. */
export function times(own: number, floor: number): number {
  const [shown, plain] = [own, floor].map((each) => Number(each.toPrecision(3)));
  console.log(`    ${shown} ms; the floor ${plain} ms`);
  return own / floor;
}
