import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { placesFor } from "./places.ts";
import { type Command, launch, PartFailed, type StackPart, tail } from "./processes.ts";

/** A signal that comes this soon after the first is the same Ctrl-C, passed on by npm. */
const sameKeyPressMs = 1000;

/**
 * Starts parts, keeps them until Ctrl-C or until one dies, stops them all and ends this process.
 * A second Ctrl-C doesn't wait: the guard kills the rest. `afterStop` runs when all parts have ended on request.
 * Who is stopped before `start` has come to its end ends as a failure: a check that was broken off has found nothing to be fine.
 */
export async function runUntilStopped(
  start: (stack: Stack) => Promise<void>,
  afterStop?: () => Promise<void>,
): Promise<never> {
  const stack = new Stack();
  let started = false;
  const running = start(stack)
    .then(() => {
      started = true;
      return stack.untilOneDies();
    })
    .catch((error: unknown) => error);
  const failure = (await Promise.race([untilAskedToStop(), running])) ?? (await stopped(stack, started, afterStop));
  if (failure) {
    await stack.stop({ saving: false });
    explain(failure);
  }
  if (!failure && !started) console.error("Stopped before it was done.");
  process.exit(failure || !started ? 1 : 0);
}

/** Does some work beside a stack at these ports, stops it, deletes its files and ends this process. */
export function runOnce(shift: number, work: (stack: Stack) => Promise<void>): Promise<never> {
  const { base, firebaseConfig } = placesFor(shift);
  return runUntilStopped(async (stack) => {
    await work(stack);
    await stack.stop({ saving: false });
    for (const path of [base, firebaseConfig]) rmSync(path, { recursive: true, force: true });
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
function explain(failure: unknown): void {
  if (!(failure instanceof PartFailed)) {
    console.error(failure);
    return;
  }
  if (failure.log) console.error(`${failure.log}\n`);
  console.error(failure.message);
}

/** Whether nothing listens on this port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The ports of the list that something else listens on. */
export async function takenPorts(ports: number[]): Promise<number[]> {
  const free = await Promise.all(ports.map(isFree));
  return ports.filter((_port, index) => !free[index]);
}

/** Waits until a URL answers with this status; answers false when `signal` is aborted or the time is over. */
export async function waitForAnswer(
  url: string,
  { status, timeoutMs, signal }: { status: number; timeoutMs: number; signal?: AbortSignal },
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && !signal?.aborted) {
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

/** The status that a GET answers with; 0 when nothing answers. */
async function statusOf(url: string, signal?: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])]),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0; // not listening yet
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

/** Several parts that run together: what one of them breaks, all of them end. */
export class Stack {
  #running: { part: StackPart; plan: PartPlan }[] = [];
  #stopping = false;

  /** Starts parts side by side and waits until each of them answers. Throws the name of the one that did not, with the end of its log. */
  async start(plans: PartPlan[]): Promise<void> {
    await Promise.all(plans.map((plan) => this.#startOne(plan)));
  }

  async #startOne(plan: PartPlan): Promise<void> {
    const part = await launch(plan);
    if (this.#stopping) return part.stop("SIGKILL", 0); // stopped while it was being started
    this.#running.push({ part, plan });
    if (!plan.ready) return;
    const { url, status } = plan.ready;
    const hopeless = watchFor(plan.log, plan.hopeless);
    const signal = AbortSignal.any([part.gone, hopeless.seen]);
    const answered = await waitForAnswer(url, { status, timeoutMs: startingTakesAtMostMs, signal });
    hopeless.stop();
    if (this.#stopping || answered) return;
    const late = hopeless.seen.aborted ? "could not start" : `did not answer at ${url} in time`;
    const what = part.gone.aborted ? "ended while it was starting" : late;
    throw new PartFailed(`${plan.name} ${what}.`, tail(plan.log, plan.noise));
  }

  /** Settles with the reason when the first part dies by itself. */
  async untilOneDies(): Promise<PartFailed> {
    return new Promise((resolve) => {
      for (const { part, plan } of this.#running) {
        const tell = () => {
          if (this.#stopping) return;
          resolve(new PartFailed(`${plan.name} has stopped by itself.`, tail(plan.log, plan.noise)));
        };
        if (part.gone.aborted) tell();
        else part.gone.addEventListener("abort", tell);
      }
    });
  }

  /** Stops every part, the last started first, and waits until no process is left. `saving`: the parts save what they know before. */
  async stop({ saving }: { saving: boolean }): Promise<void> {
    this.#stopping = true;
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

/** Looks into a log, twice a second, for words that say that all waiting is in vain. */
function watchFor(log: string, words: RegExp | undefined): { seen: AbortSignal; stop: () => void } {
  const seen = new AbortController();
  const timer = setInterval(() => words?.test(readFileSync(log, "utf8")) && seen.abort(), 500);
  return { seen: seen.signal, stop: () => clearInterval(timer) };
}

/** Throws one sentence when something else listens on a port of ours. */
export async function requireFreePorts(ports: number[]): Promise<void> {
  const taken = await takenPorts(ports);
  if (taken.length === 0) return;
  const [which, verb] = taken.length === 1 ? ["Port", "is"] : ["Ports", "are"];
  throw new PartFailed(
    `${which} ${taken.join(", ")} ${verb} taken by another program: stop it, or set SENDWRIGHT_PORT_SHIFT=1000 to move every port by 1000.`,
  );
}
