import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./places.ts";

/** What Node needs to run our TypeScript in a process of its own. */
export const tsx = ["--import", "tsx"];

/** A part of the stack that could not start or died; its message is one sentence for the person at the terminal. */
export class PartFailed extends Error {
  /** The end of the part's log. */
  readonly log: string;
  constructor(message: string, log = "") {
    super(message);
    this.log = log;
  }
}

let guardInput: Writable | undefined;

/** Tells the guard (guard.ts) of a group that began or ended; the first call starts it. */
function tellGuard(line: string): void {
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
  /** Begins its sentences: "The Firestore emulator". */
  name: string;
  /** This Node unless given. */
  command?: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  log: string;
}

export interface StackPart {
  name: string;
  pid: number;
  log: string;
  /** Aborted when the process has ended. */
  gone: AbortSignal;
  /** -1 while it runs, and when a signal has ended it. */
  exitCode(): number;
  /** Asks, waits, then kills the whole group. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>;
}

/** Starts a part of the stack as the head of a process group of its own (Ctrl-C reaches only us, and we stop it in order). */
export async function launch(given: Command): Promise<StackPart> {
  const { name, command = process.execPath, args, env = process.env, log } = given;
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, "w");
  const child = spawn(command, args, { cwd: root, env, detached: true, stdio: ["ignore", output, output] });
  closeSync(output);
  const ended = new AbortController();
  let exitCode = -1;
  child.once("exit", (code) => {
    exitCode = code ?? -1;
    ended.abort();
  });
  child.once("spawn", () => tellGuard(`+${child.pid}`));
  const pid = await new Promise<number>((resolve, reject) => {
    child.once("spawn", () => resolve(Number(child.pid)));
    child.once("error", (error) => reject(new PartFailed(`${name} could not be started: ${error.message}.`)));
  });
  const stop = (signal: NodeJS.Signals, graceMs: number) => stopGroup(pid, ended.signal, signal, graceMs);
  return { name, pid, log, gone: ended.signal, exitCode: () => exitCode, stop };
}

/** Runs a command to its end. Throws a `PartFailed` with the end of its log when it fails. */
export async function runStep(step: Command): Promise<void> {
  const part = await launch(step);
  if (!part.gone.aborted) await once(part.gone, "abort");
  if (part.exitCode() !== 0) throw new PartFailed(`${step.name} failed.`, tail(step.log));
}

/** Asks a process to end, waits for it, then kills the rest of its group. */
async function stopGroup(pid: number, gone: AbortSignal, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  if (!gone.aborted) {
    send(pid, signal);
    const end = Date.now() + graceMs;
    while (!gone.aborted && Date.now() < end) await sleep(50);
  }
  send(-pid, "SIGKILL");
  while (!gone.aborted) await sleep(20);
  tellGuard(`-${pid}`);
}

/** Sends a signal to a process (a negative id: to a group); one that is already gone is no error. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The last lines of a log, without its noise. */
export function tail(path: string, noise?: RegExp, lines = 25): string {
  const all = readFileSync(path, "utf8").trimEnd().split("\n");
  return (noise ? all.filter((line) => !noise.test(line)) : all).slice(-lines).join("\n");
}
