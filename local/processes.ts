import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./places.ts";

/** The options with which Node runs our TypeScript in another process. */
export const tsx = ["--import", "tsx"];

/** A part or step that failed. Its message is one sentence for the person at the terminal. */
export class PartFailed extends Error {
  /** The end of its log. */
  readonly log: string;
  constructor(message: string, log = "") {
    super(message);
    this.log = log;
  }
}

let guardInput: Writable | undefined;

/** Reports a process group to the guard (guard.ts): "+pid" or "-pid". The first call starts it. */
function notifyGuard(line: string): void {
  if (!guardInput) {
    const guard = spawn(process.execPath, [...tsx, join(root, "local", "guard.ts")], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    guard.unref();
    guardInput = guard.stdin;
    (guard.stdin as Socket).unref();
  }
  guardInput.write(`${line}\n`);
}

export interface Command {
  /** Begins sentences: "The Firestore emulator". */
  name: string;
  /** This Node unless given. */
  command?: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  log: string;
}

/** A process that we started. */
export interface Running {
  /** Aborted when the process has ended. */
  gone: AbortSignal;
  /** -1 while it runs, and if a signal ended it. */
  exitCode(): number;
  /** Sends the signal, waits, then kills the whole group. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>;
}

/**
 * Starts a command in a process group of its own: Ctrl-C reaches only us, and we stop the parts in
 * order.
 */
export async function launch({
  name,
  command = process.execPath,
  args,
  env,
  log,
}: Command): Promise<Running> {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, "w");
  const child = spawn(command, args, {
    cwd: root,
    env: env ?? process.env,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = new AbortController();
  let exitCode = -1;
  child.once("exit", (code) => {
    exitCode = code ?? -1;
    ended.abort();
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once("spawn", () => resolve(Number(child.pid)));
    child.once("error", (error) =>
      reject(new PartFailed(`${name} could not be started: ${error.message}.`)),
    );
  });
  notifyGuard(`+${pid}`);
  const stop = (signal: NodeJS.Signals, graceMs: number) =>
    stopGroup(pid, ended.signal, signal, graceMs);
  return { gone: ended.signal, exitCode: () => exitCode, stop };
}

/**
 * Runs a command to its end, or kills it after a time (milliseconds). Throws a `PartFailed` if it
 * fails.
 */
export async function runStep(step: Command, atMostMs?: number): Promise<void> {
  const part = await launch(step);
  const timer = atMostMs && setTimeout(() => void part.stop("SIGTERM", 0), atMostMs);
  if (!part.gone.aborted) await once(part.gone, "abort");
  clearTimeout(timer);
  if (part.exitCode() !== 0) throw new PartFailed(`${step.name} failed.`, tail(step.log));
}

/** Ends a process: sends it a signal, waits, then kills its group. */
async function stopGroup(
  pid: number,
  gone: AbortSignal,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  if (!gone.aborted) {
    send(pid, signal);
    const end = Date.now() + graceMs;
    while (!gone.aborted && Date.now() < end) await sleep(50);
  }
  send(-pid, "SIGKILL");
  while (!gone.aborted) await sleep(20);
  notifyGuard(`-${pid}`);
}

/** Sends a signal to a process, or with a negative id to a group, if it still exists. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The last lines of a log, without the lines that explain nothing (`noise`). */
export function tail(path: string, noise?: RegExp, lines = 25): string {
  const all = readFileSync(path, "utf8").trimEnd().split("\n");
  return (noise ? all.filter((line) => !noise.test(line)) : all).slice(-lines).join("\n");
}
