import { cpus } from "node:os";
import { PartFailed } from "./processes.ts";

/**
 * The steps of `npm test` that you can ask for, in their order, with the steps that each of them
 * needs.
 */
const STEPS: Record<string, readonly string[]> = {
  lint: [],
  typecheck: [],
  unit: [],
  page: [],
  local: [],
  emulator: [],
  start: [],
  stories: ["start"],
};

export interface Selection {
  names: Set<string>;
  /** Parts of test files' paths; empty means all files. */
  files: string[];
  /** Whether the `*.extra.*` test files run too. */
  extra: boolean;
  /**
   * Whether only the checks of a change run: no emulators, no builds, and of the tests only those
   * that the change affects.
   */
  changed: boolean;
}

/**
 * Reads the words after `npm test --`: steps (without one, all of them), parts of test files'
 * paths, `--all` and `--changed`.
 */
export function selectSteps(words: string[]): Selection {
  const changed = words.includes("--changed");
  const all = changed ? ["lint", "typecheck", "unit", "page", "local"] : Object.keys(STEPS);
  const asked = words
    .filter((word) => word in STEPS)
    .flatMap((name) => [...(STEPS[name] ?? []), name]);
  const files = words.filter((word) => !(word in STEPS) && !word.startsWith("--"));
  return {
    names: new Set(asked.length > 0 ? asked : all),
    files,
    extra: words.includes("--all"),
    changed,
  };
}

/** How many tests passed and failed, and what the runner says about each failure. */
export interface Outcome {
  passed: number;
  failed: number;
  report: string;
}

export interface CheckStep {
  name: string;
  /** The steps that must have passed. */
  needs?: string[];
  /** The step that follows, if both run at the same time: for a step that mostly waits. */
  beside?: string;
  /** A step without tests returns nothing, and throws if it fails. */
  run(): Promise<Outcome | undefined>;
}

type StepResult = Outcome & { step: string };

/**
 * Runs steps one after the other, because each keeps all cores busy. A failed step doesn't stop the
 * others, except those that need it. `say` gets a line about each: its time, and the processors'
 * (once for steps that run at the same time).
 */
export async function runSteps(
  steps: CheckStep[],
  say: (line: string) => void,
): Promise<StepResult[]> {
  const ended: StepResult[] = [];
  let running: Promise<StepResult>[] = [];
  for (const [index, step] of steps.entries()) {
    const failed = ended.filter((each) => each.failed > 0).map((each) => each.step);
    const isBeside = step.beside !== undefined && step.beside === steps[index + 1]?.name;
    running.push(runOne(step, { failed, isBeside }, say));
    if (isBeside) continue;
    ended.push(...(await Promise.all(running)));
    running = [];
  }
  return ended;
}

/**
 * The processor time (milliseconds) of the whole machine since its start: its growth is that of a
 * step and all its parts, if nothing else runs.
 */
function processorTime(): number {
  const used = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
  return used.reduce((sum, each) => sum + each, 0);
}

async function runOne(
  { name, needs, beside, run }: CheckStep,
  { failed, isBeside }: { failed: string[]; isBeside: boolean },
  say: (line: string) => void,
): Promise<StepResult> {
  const need = needs?.find((each) => failed.includes(each));
  if (need) {
    say(`${name.padEnd(20)} not run, because ${need} failed`);
    return { step: name, passed: 0, failed: 1, report: `Not run: it needs ${need}, which failed.` };
  }
  const [begin, used] = [Date.now(), processorTime()];
  const outcome = (await run().catch(outcomeOf)) ?? { passed: 0, failed: 0, report: "" };
  const counts = (["passed", "failed"] as const).flatMap((kind) =>
    outcome[kind] > 0 ? `${outcome[kind]} ${kind}` : [],
  );
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`.padStart(6);
  const processors = isBeside ? `: in those of ${beside}` : seconds(processorTime() - used);
  const times = `${seconds(Date.now() - begin)}  processors${processors}`;
  say(`${name.padEnd(20)}${times}  ${counts.join(", ")}`.trimEnd());
  return { step: name, ...outcome };
}

/** An error that we didn't foresee keeps its stack. */
function outcomeOf(error: unknown): Outcome {
  const said = error instanceof PartFailed ? `${error.message}\n${error.log}`.trimEnd() : undefined;
  return {
    passed: 0,
    failed: 1,
    report: said ?? (error instanceof Error ? String(error.stack) : String(error)),
  };
}

/** What failed, then as the very last line the sum of all tests; and the exit code. */
export function summaryOf(ended: StepResult[]): { text: string; code: 0 | 1 } {
  const reports = ended
    .filter(({ failed }) => failed > 0)
    .map(({ step, report }) => `\n── ${step} ──\n${report}\n`);
  const sum = (kind: "passed" | "failed") => ended.reduce((total, each) => total + each[kind], 0);
  const text = [...reports, `${sum("passed")} passed, ${sum("failed")} failed`].join("\n");
  return { text, code: sum("failed") === 0 && ended.length > 0 ? 0 : 1 };
}
