import { PartFailed } from "../processes.ts";
import { type CheckOutcome, failedOnce } from "./outcome.ts";

/** One step of the gate. */
export interface CheckStep {
  name: string;
  /** The steps that must have ended well before. */
  needs?: string[];
  /** It mostly waits: when this step follows it, that one runs beside it. */
  beside?: string;
  run(): Promise<CheckOutcome>;
}

/** A step that has ended, or could not begin. */
export interface Ended {
  step: string;
  outcome: CheckOutcome;
}

/**
 * Runs steps one after the other: each keeps both cores busy by itself, but for one that says beside which other it may run. Every step has its
 * turn, whatever failed before; only one whose need has failed is not run, and counts as a failure. `say` gets one line for each.
 */
export async function runSteps(steps: CheckStep[], say: (line: string) => void): Promise<Ended[]> {
  const ended: Ended[] = [];
  let waiting: Promise<Ended>[] = [];
  for (const [index, step] of steps.entries()) {
    const failed = ended.filter(({ outcome }) => outcome.failed > 0).map((each) => each.step);
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

async function runOne(step: CheckStep, failed: string[], say: (line: string) => void): Promise<Ended> {
  const need = step.needs?.find((each) => failed.includes(each));
  if (need) {
    say(`${step.name.padEnd(20)} not run, because ${need} failed`);
    return {
      step: step.name,
      outcome: failedOnce({ place: "", name: "not run", why: `It needs ${need}, which failed.` }),
    };
  }
  const begin = Date.now();
  const outcome = await step.run().catch((error: unknown) => failedOnce({ place: "", ...explained(error) }));
  const seconds = `${((Date.now() - begin) / 1000).toFixed(0)} s`.padStart(6);
  say(`${step.name.padEnd(20)}${seconds}${counts(outcome)}`);
  return { step: step.name, outcome };
}

function counts({ passed, failed }: CheckOutcome): string {
  if (failed === 0) return passed === 0 ? "" : `  ${passed} passed`;
  return passed === 0 ? "  failed" : `  ${passed} passed, ${failed} failed`;
}

/** What we did not foresee keeps its stack. */
function explained(error: unknown): { name: string; why: string } {
  if (error instanceof PartFailed) return { name: error.message, why: error.log };
  return { name: "an error that nobody foresaw", why: error instanceof Error ? String(error.stack) : String(error) };
}
