import { PartFailed } from "../processes.ts";

/** The steps of `npm test` that a person may ask for, in their order, with the steps that each of them builds on. */
const steps = {
  lint: [],
  typecheck: [],
  unit: [],
  page: [],
  local: [],
  emulator: [],
  start: [],
  ...({ stories: ["start"] } as const),
} satisfies Record<string, readonly string[]>;

type StepName = keyof typeof steps;

export interface Selection {
  names: Set<StepName>;
  /** Parts of test files' paths; empty means all files. */
  files: string[];
  /** Whether the `*.extra.*` test files run too. */
  extra: boolean;
}

/** Reads the words after `npm test --`: names of steps (none means all of them), parts of test files' paths, and `--all`. */
export function selectSteps(words: string[]): Selection {
  const isStep = (word: string): word is StepName => word in steps;
  const asked = words.filter(isStep);
  const all = Object.keys(steps).filter(isStep);
  const names = asked.length > 0 ? asked.flatMap((name) => [...steps[name], name]) : all;
  const files = words.filter((word) => !isStep(word) && word !== "--all");
  return { names: new Set(names), files, extra: words.includes("--all") };
}

/** How a step ended. A step without tests, such as the linter, counts only when it fails, as one failure. */
export interface Outcome {
  passed: number;
  failed: number;
  /** What its runner says of each failure, with its place and reason. */
  report: string;
}

export const fine: Outcome = { passed: 0, failed: 0, report: "" };

export interface CheckStep {
  name: string;
  /** The steps that must have ended well before. */
  needs?: string[];
  /** It mostly waits: when this step follows it, that one runs beside it. */
  beside?: string;
  run(): Promise<Outcome>;
}

/** A step that has ended, or could not begin. */
export interface Ended extends Outcome {
  step: string;
}

/**
 * Runs steps one after the other, because each keeps all cores busy; one may name a step to run beside. Every step runs, whatever
 * failed before; only one whose need failed is not run, and counts as a failure. `say` gets one line for each.
 */
export async function runSteps(steps: CheckStep[], say: (line: string) => void): Promise<Ended[]> {
  const ended: Ended[] = [];
  let waiting: Promise<Ended>[] = [];
  for (const [index, step] of steps.entries()) {
    const failed = ended.filter((each) => each.failed > 0).map((each) => each.step);
    const running = runOne(step, failed, say);
    if (step.beside !== undefined && step.beside === steps[index + 1]?.name) {
      waiting.push(running);
      continue;
    }
    ended.push(...(await Promise.all([...waiting, running])));
    waiting = [];
  }
  return ended;
}

async function runOne({ name, needs, run }: CheckStep, failed: string[], say: (line: string) => void): Promise<Ended> {
  const need = needs?.find((each) => failed.includes(each));
  if (need) {
    say(`${name.padEnd(20)} not run, because ${need} failed`);
    return { step: name, passed: 0, failed: 1, report: `Not run: it needs ${need}, which failed.` };
  }
  const begin = Date.now();
  const outcome = await run().catch((error: unknown) => ({ passed: 0, failed: 1, report: explained(error) }));
  const { passed, failed: faults } = outcome;
  const counts = [...(passed > 0 ? [`${passed} passed`] : []), ...(faults > 0 ? [`${faults} failed`] : [])].join(", ");
  say(`${name.padEnd(20)}${`${Math.round((Date.now() - begin) / 1000)} s`.padStart(6)}  ${counts}`.trimEnd());
  return { step: name, ...outcome };
}

/** An unforeseen error keeps its stack. */
function explained(error: unknown): string {
  if (error instanceof PartFailed) return `${error.message}\n${error.log}`.trimEnd();
  return error instanceof Error ? String(error.stack) : String(error);
}

/** The end of a run: what failed, and as the very last line the sum over all tests. */
export function summaryOf(ended: Ended[]): string {
  const reports = ended.filter(({ failed }) => failed > 0).map(({ step, report }) => `\n── ${step} ──\n${report}\n`);
  const { passed, failed } = sumOf(ended);
  return [...reports, `${passed} passed, ${failed} failed`].join("\n");
}

/** 0 when nothing failed. (A step of tests that finds none has failed.) */
export function exitCodeOf(ended: Ended[]): number {
  return sumOf(ended).failed === 0 && ended.length > 0 ? 0 : 1;
}

function sumOf(ended: Ended[]): { passed: number; failed: number } {
  const sum = (which: "passed" | "failed") => ended.reduce((total, each) => total + each[which], 0);
  return { passed: sum("passed"), failed: sum("failed") };
}
