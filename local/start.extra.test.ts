import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { project } from "./environment.ts";
import { placesFor, root } from "./places.ts";
import { portShift, portsFor } from "./ports.ts";
import { takenPorts } from "./stack.ts";

/** Away from everything else that may run: `npm start`, `npm test`, `npm run emulators`. */
const shift = portShift(process.env.SENDWRIGHT_PORT_SHIFT ?? "3000") + 2000;
const ports = portsFor(shift);
const used = Object.values(ports).filter((port) => port !== ports.hosting);
const document = `http://127.0.0.1:${ports.firestore}/v1/projects/${project}/databases/(default)/documents/startTest/kept`;
const owner = { authorization: "Bearer owner", "content-type": "application/json" };

let running: ChildProcess | undefined;

/** Starts `npm start` and waits for the line it prints when all is ready. Rejects with its output when it ends before. */
async function start(...options: string[]): Promise<ChildProcess> {
  const env = { ...process.env, SENDWRIGHT_PORT_SHIFT: String(shift) };
  const child = spawn(process.execPath, [join(root, "local", "run.mjs"), "start", ...options], { env, detached: true });
  running = child;
  let output = "";
  return await new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.endsWith("\n") && output.includes("ready")) resolve(Object.assign(child, { output }));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(output)));
  });
}

/** The processes below this one, its children's children included. */
function family(pid: number): number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" });
  const pairs = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(pid);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

beforeAll(() => rm(placesFor(shift).base, { recursive: true, force: true }));
afterEach(() => {
  running?.kill("SIGKILL"); // the guard ends its parts
});

it("starts everything, keeps its data over a stop, builds nothing again, and leaves no process and no port behind", {
  timeout: 300_000,
}, async () => {
  const first = await start("--fresh");
  const ready = `Sendwright is ready: http://127.0.0.1:${ports.app} (mailbox: http://127.0.0.1:${ports.google}/mail)\n`;
  expect((first as ChildProcess & { output: string }).output).toBe(ready);
  expect((await fetch(`http://127.0.0.1:${ports.app}/api/config`)).status).toBe(401);
  const built = [join(root, "functions", "dist", "lib"), placesFor(shift).dist, placesFor(shift).extension];
  const builtAt = () => built.map((folder) => statSync(folder).mtimeMs);
  const before = builtAt();
  const fields = { text: { stringValue: "kept" } };
  await fetch(document, { method: "PATCH", headers: owner, body: JSON.stringify({ fields }) });
  const members = family(Number(first.pid));
  expect(members.length).toBeGreaterThanOrEqual(4);

  first.kill("SIGINT");
  const [code] = await once(first, "exit");
  expect(code).toBe(0);
  expect(await takenPorts(used)).toEqual([]);
  await expect.poll(() => members.filter(alive), { timeout: 5000 }).toEqual([]);

  const second = await start();
  const answer = await fetch(document, { headers: owner });
  expect(await answer.json()).toMatchObject({ fields });
  expect(builtAt()).toEqual(before);

  second.kill("SIGKILL");
  await expect.poll(() => takenPorts(used), { timeout: 10_000 }).toEqual([]);
});
