import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { project } from "./environment.ts";
import { placesFor, root } from "./places.ts";
import { nextShift, portsFor, shiftProblem, takenPorts } from "./ports.ts";
import { wholeStackParts } from "./stacks.ts";

/** Away from everything else that may run: `npm start`, `npm test`, `npm run emulators`. */
const shift = await nextShift(Number(process.env.SENDWRIGHT_PORT_SHIFT || 3000), wholeStackParts);
const ports = portsFor(shift);
const used = wholeStackParts.map((part) => ports[part]);
const document = `http://127.0.0.1:${ports.firestore}/v1/projects/${project}/databases/(default)/documents/startTest/kept`;
const owner = { authorization: "Bearer owner", "content-type": "application/json" };

type Start = ChildProcess & { output: string };
let running: ChildProcess | undefined;

/**
 * Starts `npm start` and waits for the line it prints when all is ready. Rejects with its output
 * when it ends before.
 */
async function start(options: string[] = [], named = String(shift)): Promise<Start> {
  const env = { ...process.env, SENDWRIGHT_PORT_SHIFT: named };
  const child = spawn(process.execPath, [join(root, "local", "run.mjs"), "start", ...options], {
    env,
    detached: true,
  });
  running = child;
  let output = "";
  return await new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.endsWith("\n") && output.includes("ready"))
        resolve(Object.assign(child, { output }));
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
  const first = await start(["--fresh"]);
  const ready = `Sendwright is ready: http://127.0.0.1:${ports.app} (mailbox: http://127.0.0.1:${ports.google}/mail)\n`;
  expect(first.output).toBe(ready);
  expect((await fetch(`http://127.0.0.1:${ports.app}/api/config`)).status).toBe(401);
  const built = [
    join(root, "functions", "dist", "lib"),
    placesFor(shift).dist,
    placesFor(shift).extension,
  ];
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

it("runs at the next ports if one is taken, says so in one line, and refuses a shift that can't work", {
  timeout: 300_000,
}, async () => {
  const other = createServer();
  // On a Mac, another program has it already.
  await new Promise<void>((resolve) =>
    other.once("error", () => resolve()).listen(5000, "0.0.0.0", resolve),
  );
  try {
    const child = await start([], "");
    const [, moved = "", app = ""] =
      /^Every port moves by (\d+), because .*\nSendwright is ready: (http:\/\/127\.0\.0\.1:\d+) \(mailbox: .*\)\n$/.exec(
        child.output,
      ) ?? [];
    expect(app).toBe(`http://127.0.0.1:${5000 + Number(moved)}`);
    expect((await fetch(app)).status).toBe(200);
    expect((await fetch(`${app}/api/config`)).status).toBe(401);
    const page = await (
      await fetch(`http://127.0.0.1:${portsFor(Number(moved)).google}/mail`)
    ).text();
    expect(page).not.toContain("http://127.0.0.1:5000");

    for (const named of [moved, "1000"]) {
      const refused = await start([], named).catch(({ message }) => message);
      const works = Number(
        /^SENDWRIGHT_PORT_SHIFT=\d+ can't work: .* (\d+) works\.\n$/.exec(refused)?.[1],
      );
      expect([shiftProblem(works), works === Number(moved)]).toEqual([undefined, false]);
    }
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  } finally {
    other.close();
  }
});

it("never says that it is ready if it is stopped before", { timeout: 300_000 }, async () => {
  const ended = start().catch(({ message }) => message);
  await expect
    .poll(async () => (await takenPorts([ports.google])).length, { timeout: 60_000 })
    .toBe(1);
  running?.kill("SIGINT");
  expect(await ended).toBe("Stopped before it was done.\n");
});
