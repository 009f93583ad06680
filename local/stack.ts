import { readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { placesFor } from "./places.ts";
import { type Command, launch, PartFailed, type StackPart, tail } from "./processes.ts";

/** A signal that comes this soon after the first is the same Ctrl-C, passed on by npm. */
const sameKeyPressMs = 1000;

/**
 * Starts parts, keeps them until Ctrl-C or until one dies, stops them all and ends this process.
 * `start` returns how to say that all is ready: a start that fails or is stopped before never says it, and ends as a failure.
 * A second Ctrl-C doesn't wait: the guard kills the rest. `afterStop` runs when all parts have ended on request.
 */
export async function runUntilStopped(
  start: (stack: Stack) => Promise<() => void>,
  afterStop?: () => Promise<void>,
): Promise<never> {
  const stack = new Stack();
  const asked = untilAskedToStop();
  let started = false;
  const failed = start(stack)
    .then((sayReady) => {
      stack.over.throwIfAborted();
      started = true;
      sayReady();
      return stack.untilOneDies();
    })
    .catch((error: unknown) => error);
  const ended = Promise.race([asked, stack.untilOneDies(), failed]);
  const failure = (await ended) ?? (await stopped(stack, started, afterStop));
  if (failure) {
    await stack.stop({ saving: false });
    explain(failure);
  }
  if (!failure && !started) console.error("Stopped before it was done.");
  process.exit(failure || !started ? 1 : 0);
}

/** Does some work beside a stack at these ports, stops it, deletes its files, does what the work returned for then, and ends this process. */
export function runOnce(shift: number, work: (stack: Stack) => Promise<() => unknown>): Promise<never> {
  const { base, firebaseConfig } = placesFor(shift);
  return runUntilStopped(async (stack) => {
    const finish = await work(stack);
    stack.over.throwIfAborted();
    await stack.stop({ saving: false });
    for (const path of [base, firebaseConfig]) rmSync(path, { recursive: true, force: true });
    await finish();
    process.exit(0);
  });
}

/** Ends all parts in order; returns the errors. */
async function stopped(stack: Stack, saving: boolean, afterStop?: () => Promise<void>): Promise<unknown> {
  try {
    await stack.stop({ saving });
    if (saving) await afterStop?.();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Settles at the first Ctrl-C, `kill` or closed terminal. */
function untilAskedToStop(): Promise<undefined> {
  return new Promise((resolve) => {
    let first = 0;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (first === 0) {
          first = Date.now();
          resolve(undefined);
        } else if (Date.now() - first > sameKeyPressMs) process.exit(1);
      });
    }
  });
}

/** One sentence for the person at the terminal; the end of the log where a part has one. What we did not foresee keeps its stack. */
export function explain(failure: unknown): void {
  if (!(failure instanceof PartFailed)) {
    console.error(failure);
    return;
  }
  if (failure.log) console.error(`${failure.log}\n`);
  console.error(failure.message);
}

/** Waits until a URL answers with this status; answers false when `signal` is aborted or the time is over. Throws if it can't be called. */
async function waitForAnswer({ url, status }: { url: string; status: number }, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + startingTakesAtMostMs;
  while (Date.now() < end && !signal.aborted) {
    if ((await statusOf(url, signal)) === status) return true;
    await sleep(150);
  }
  return false;
}

/**
 * As long as one question may take. The Functions emulator starts a process for each that is open or was given up: on a busy machine, one
 * that asks again too soon makes it start several beside each other.
 */
const patienceMs = 60_000;

/** The status that a GET answers with; 0 when nothing answers yet. */
async function statusOf(url: string, signal: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([AbortSignal.timeout(patienceMs), signal]) });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    const { cause } = error as Error;
    if (cause instanceof Error && !("code" in cause)) throw cause; // not the network's: `fetch` itself refuses
    return 0;
  }
}

/** How to start a part, and to stop it. */
export interface PartPlan extends Command {
  /** Absent: ready when it runs. */
  ready?: { url: string; status: number } | undefined;
  /** SIGTERM unless given. */
  stop?: NodeJS.Signals;
  /** What its log says when it will never be ready. */
  hopeless?: RegExp;
  /** Lines of its log that explain nothing. */
  noise?: RegExp;
  /** Saves what the part knows, while it still runs. */
  beforeStop?: () => Promise<void>;
}

/** A quarter of a minute on a quiet machine; one that other work keeps busy may take ten times as long. */
const startingTakesAtMostMs = 240_000;
const stoppingTakesAtMostMs = 25_000;

const askedToStop = new PartFailed("Stopped before it was done.");

/** Several parts that run together: what one of them breaks, all of them end. */
export class Stack {
  #running: { part: StackPart; plan: PartPlan }[] = [];
  #over = new AbortController();

  /** Aborted, with the reason, when a part has failed or the stack is stopped. */
  readonly over = this.#over.signal;

  /**
   * Starts parts side by side and waits until each of them answers. Throws as soon as any part of the stack ends, with the end of its log,
   * and when the stack is stopped.
   */
  async start(plans: PartPlan[]): Promise<void> {
    await Promise.all(plans.map((plan) => this.#startOne(plan)));
  }

  async #startOne(plan: PartPlan): Promise<void> {
    this.over.throwIfAborted();
    const part = await launch(plan);
    if (this.over.aborted) await part.stop("SIGKILL", 0); // while it was being started
    this.over.throwIfAborted();
    this.#running.push({ part, plan });
    let verb = "ended while it was starting";
    const fail = (what: string) => {
      if (this.over.aborted) return;
      this.#over.abort(new PartFailed(`${plan.name} ${what}.`, tail(plan.log, plan.noise)));
    };
    whenAborted(part.gone, () => fail(verb));
    if (plan.ready) {
      // We look into its log, twice a second, for words that say that all waiting is in vain.
      const hopeless = () => plan.hopeless?.test(readFileSync(plan.log, "utf8")) && fail("could not start");
      const timer = setInterval(hopeless, 500);
      const { url } = plan.ready;
      const answered = await waitForAnswer(plan.ready, this.over).catch(({ message }) =>
        fail(`can't be called at ${url}: ${message}`),
      );
      clearInterval(timer);
      if (answered === false) fail(`did not answer at ${url} in time`);
    }
    this.over.throwIfAborted();
    verb = "has stopped by itself";
  }

  /** Settles with the reason when the first part fails. */
  untilOneDies(): Promise<unknown> {
    return new Promise((resolve) => {
      whenAborted(this.over, () => {
        if (this.over.reason !== askedToStop) resolve(this.over.reason);
      });
    });
  }

  /** Stops every part, the last started first, and waits until no process is left. `saving`: the parts save what they know before. */
  async stop({ saving }: { saving: boolean }): Promise<void> {
    this.#over.abort(askedToStop);
    const running = this.#running.splice(0).reverse();
    try {
      for (const { part, plan } of running) {
        if (saving) await plan.beforeStop?.();
        await part.stop(plan.stop ?? "SIGTERM", stoppingTakesAtMostMs);
      }
    } finally {
      await Promise.all(running.map(({ part }) => part.stop("SIGKILL", 0)));
    }
  }
}

function whenAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener("abort", then, { once: true });
}
