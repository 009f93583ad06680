import { readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { placesFor } from "./places.ts";
import { type Command, launch, PartFailed, type Running, tail } from "./processes.ts";

/** A signal so soon after the first (milliseconds) is the same Ctrl-C, passed on by npm. */
const SAME_KEY_PRESS = 1_000;
/**
 * At most: how long a part may take to start (a quiet machine takes 15 s), to answer one question,
 * and to stop.
 */
const STARTING = 240_000;
/**
 * The Functions emulator starts a process for each question: asking again too soon makes it start
 * several at once.
 */
const ONE_ANSWER = 60_000;
const STOPPING = 25_000;

const stoppedEarly = new PartFailed("Stopped before it was done.");

/**
 * Starts a stack, keeps it until Ctrl-C or until a part ends, stops it and ends this process.
 * `start` returns the function that says that all is ready; it isn't called, and the exit code is
 * 1, if the start fails or is stopped. `afterStop` runs after a normal stop. A second Ctrl-C
 * doesn't wait: the guard kills the rest.
 */
export async function runUntilStopped(
  start: (stack: Stack) => Promise<() => void>,
  afterStop?: () => Promise<void>,
): Promise<never> {
  const stack = new Stack();
  const signal = firstSignal();
  let isReady = false;
  const failed = start(stack)
    .then((sayReady) => {
      stack.over.throwIfAborted();
      isReady = true;
      sayReady();
      return stack.untilOneDies();
    })
    .catch((error: unknown) => error);
  let failure = await Promise.race([signal, stack.untilOneDies(), failed]);
  if (!failure) {
    try {
      await stack.stop({ saving: isReady });
      if (isReady) await afterStop?.();
    } catch (error) {
      failure = error;
    }
  }
  if (failure) {
    await stack.stop({ saving: false });
    printFailure(failure);
  } else if (!isReady) printFailure(stoppedEarly);
  process.exit(failure || !isReady ? 1 : 0);
}

/**
 * Does some work beside a stack at these ports, then stops the stack and deletes its files, calls
 * the function that the work returned, and ends this process.
 */
export function runOnce(
  shift: number,
  work: (stack: Stack) => Promise<() => unknown>,
): Promise<never> {
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

/** Resolves at the first Ctrl-C, `kill` or closed terminal. */
function firstSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    let first = 0;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (first > 0 && Date.now() - first > SAME_KEY_PRESS) process.exit(1);
        first ||= Date.now();
        resolve(undefined);
      });
    }
  });
}

/**
 * Prints a failure: the end of the part's log and one sentence. An error that we didn't foresee
 * keeps its stack.
 */
export function printFailure(failure: unknown): void {
  if (failure instanceof PartFailed && failure.log) console.error(`${failure.log}\n`);
  console.error(failure instanceof PartFailed ? failure.message : failure);
}

type ReadyCheck = { url: string; status: number };

/**
 * Whether a URL answers with a status in time, before `signal` is aborted. Throws if it can't be
 * called.
 */
async function answersInTime({ url, status }: ReadyCheck, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + STARTING;
  while (Date.now() < end && !signal.aborted) {
    if ((await statusOf(url, signal)) === status) return true;
    await sleep(150);
  }
  return false;
}

/** The status that a GET answers with; 0 while nothing answers. */
async function statusOf(url: string, signal: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([AbortSignal.timeout(ONE_ANSWER), signal]),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    const { cause } = error as Error;
    if (cause instanceof Error && !("code" in cause)) throw cause; // `fetch` refuses to call this address
    return 0;
  }
}

/** How to start a part, and to stop it. */
export interface PartPlan extends Command {
  /** The address that answers when it is ready; without it, the part is ready when it runs. */
  ready?: ReadyCheck | undefined;
  /** SIGTERM unless given. */
  stop?: NodeJS.Signals;
  /** A line of its log that means that it can't start. */
  hopeless?: RegExp;
  /** Lines of its log that explain nothing. */
  noise?: RegExp;
  /** Saves its data, while it still runs. */
  beforeStop?: () => Promise<void>;
}

/** Parts that run together. If one fails, all end. */
export class Stack {
  #running: { part: Running; plan: PartPlan }[] = [];
  #over = new AbortController();

  /** Aborted with the reason when a part has failed or the stack is stopped. */
  readonly over = this.#over.signal;

  /**
   * Starts parts and waits until each answers. Throws as soon as any part of the stack ends, or the
   * stack is stopped.
   */
  async start(plans: PartPlan[]): Promise<void> {
    await Promise.all(plans.map((plan) => this.#startOne(plan)));
  }

  async #startOne(plan: PartPlan): Promise<void> {
    this.over.throwIfAborted();
    const part = await launch(plan);
    if (this.over.aborted) await part.stop("SIGKILL", 0);
    this.over.throwIfAborted();
    this.#running.push({ part, plan });
    let verb = "ended while it was starting";
    const fail = (what: string) => {
      if (!this.over.aborted)
        this.#over.abort(new PartFailed(`${plan.name} ${what}.`, tail(plan.log, plan.noise)));
    };
    whenAborted(part.gone, () => fail(verb));
    if (plan.ready) {
      const look = () =>
        plan.hopeless?.test(readFileSync(plan.log, "utf8")) && fail("could not start");
      const timer = setInterval(look, 500);
      const { url } = plan.ready;
      const isReady = await answersInTime(plan.ready, this.over).catch(({ message }) =>
        fail(`can't be called at ${url}: ${message}`),
      );
      clearInterval(timer);
      if (isReady === false) fail(`did not answer at ${url} in time`);
    }
    this.over.throwIfAborted();
    verb = "has stopped by itself";
  }

  /** Resolves with the reason when the first part fails. */
  untilOneDies(): Promise<unknown> {
    return new Promise((resolve) => {
      whenAborted(this.over, () => {
        if (this.over.reason !== stoppedEarly) resolve(this.over.reason);
      });
    });
  }

  /**
   * Stops every part, the last started first, and waits until no process is left. `saving`: the
   * parts save their data.
   */
  async stop({ saving }: { saving: boolean }): Promise<void> {
    this.#over.abort(stoppedEarly);
    const running = this.#running.splice(0).reverse();
    try {
      for (const { part, plan } of running) {
        if (saving) await plan.beforeStop?.();
        await part.stop(plan.stop ?? "SIGTERM", STOPPING);
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
