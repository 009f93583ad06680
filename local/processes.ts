import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./places.mjs";

/** A part of the stack that could not start or died; its message is one sentence for the person at the terminal. */
export class PartFailed extends Error {
  /**
   * @param {string} message
   * @param {string} [log] the end of the part's log
   */
  constructor(message, log = "") {
    super(message);
    this.log = log;
  }
}

/** @type {import("node:stream").Writable | undefined} */
let guardInput;

/** Tells the guard (local/guard.mjs) of a group that began or ended; the first call starts it. */
function tellGuard(/** @type {string} */ line) {
  if (!guardInput) {
    const guard = spawn(process.execPath, [join(root, "local", "guard.mjs")], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    guard.unref();
    guardInput = guard.stdin;
    /** @type {import("node:net").Socket} */ (guard.stdin).unref();
  }
  guardInput.write(`${line}\n`);
}

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {number} pid
 * @property {string} log path of its log
 * @property {AbortSignal} gone aborted when the process has ended
 * @property {() => number} exitCode -1 while it runs, and when a signal has ended it
 * @property {(signal: NodeJS.Signals, graceMs: number) => Promise<void>} stop asks, waits, then kills the whole group
 */

/**
 * Starts a part of the stack as the head of a process group of its own (Ctrl-C reaches only us, and we stop it in order).
 * @param {{ name: string, command: string, args: string[], env?: NodeJS.ProcessEnv, log: string }} options
 * @returns {Promise<Part>}
 */
export async function launch({ name, command, args, env = process.env, log }) {
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
  const pid = await new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(Number(child.pid)));
    child.once("error", (error) => reject(new PartFailed(`${name} could not be started: ${error.message}.`)));
  });
  const stop = (/** @type {NodeJS.Signals} */ signal, /** @type {number} */ graceMs) =>
    stopGroup(pid, ended.signal, signal, graceMs);
  return { name, pid, log, gone: ended.signal, exitCode: () => exitCode, stop };
}

/**
 * Runs a command to its end, with its output in a log.
 * @param {{ name: string, command: string, args: string[], env?: NodeJS.ProcessEnv, log: string, signal?: AbortSignal }} step
 * @param {number} [lines] how many lines of the log tell what went wrong
 * @throws {PartFailed} when it fails, with the end of its log
 */
export async function runStep(step, lines) {
  const part = await launch(step);
  if (!part.gone.aborted) await once(part.gone, "abort");
  if (part.exitCode() !== 0) throw new PartFailed(`${step.name} failed.`, tail(step.log, lines));
}

/**
 * Asks a process to end, waits for it, then kills what is left of its group.
 * @param {number} pid
 * @param {AbortSignal} gone
 * @param {NodeJS.Signals} signal
 * @param {number} graceMs
 */
async function stopGroup(pid, gone, signal, graceMs) {
  if (!gone.aborted) {
    send(pid, signal);
    const end = Date.now() + graceMs;
    while (!gone.aborted && Date.now() < end) await sleep(50);
  }
  send(-pid, "SIGKILL");
  while (!gone.aborted) await sleep(20);
  tellGuard(`-${pid}`);
}

/**
 * Sends a signal; a process or group that is already gone is no error.
 * @param {number} pid negative for a group
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}

/**
 * The last lines of a log.
 * @param {string} path
 * @param {number} [lines]
 */
export function tail(path, lines = 25) {
  return readFileSync(path, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
}
