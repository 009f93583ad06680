import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isFree } from "./ports.ts";
import { runStep, tail, tsx } from "./processes.ts";
import { Stack } from "./stack.ts";

let folder = "";
let stack = new Stack();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-stack-"));
  stack = new Stack();
});
afterEach(async () => {
  await stack.stop({ saving: false });
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A part that runs this script in Node; `port` is where it answers 200. */
function plan(name: string, script: string, port?: number) {
  const ready = port ? { url: `http://127.0.0.1:${port}/`, status: 200 } : undefined;
  const log = join(folder, `${name}.log`);
  return {
    name,
    command: process.execPath,
    args: ["-e", script],
    log,
    ready,
    stop: "SIGTERM" as const,
  };
}

const serve = (port: number) =>
  `require("node:http").createServer((_, res) => res.end("ok")).listen(${port}, "127.0.0.1");`;

describe("a stack", () => {
  it("has started once every part answers, and leaves nothing once it is stopped", async () => {
    const port = await freePort();
    await stack.start([plan("A server", `setTimeout(() => { ${serve(port)} }, 300)`, port)]);
    expect(await isFree(port)).toBe(false);
    await stack.stop({ saving: false });
    expect(await isFree(port)).toBe(true);
  });

  it("names the part that ends while it starts, with the end of its log", async () => {
    const port = await freePort();
    const starting = stack.start([
      plan("The part", 'console.log("no such file"); process.exit(3)', port),
    ]);
    await expect(starting).rejects.toMatchObject({
      message: "The part ended while it was starting.",
      log: "no such file",
    });
  });

  it("does not wait for a part whose log says that it can't start, and omits irrelevant lines", async () => {
    const log =
      'console.log("asked"); console.log("no such function"); setInterval(() => console.log("asked"), 100)';
    const part = {
      ...plan("The part", log, await freePort()),
      hopeless: /no such function/,
      noise: /^asked$/,
    };
    await expect(stack.start([part])).rejects.toMatchObject({
      message: "The part could not start.",
      log: "no such function",
    });
  });

  it("names a command that does not exist", async () => {
    const starting = stack.start([{ ...plan("The part", ""), command: "no-such-command" }]);
    await expect(starting).rejects.toThrow(
      "The part could not be started: spawn no-such-command ENOENT.",
    );
  });

  it.each([
    [
      "waiting for another one",
      async () =>
        stack.start([plan("The slow part", "setInterval(() => {}, 1000)", await freePort())]),
    ],
    [
      "starting another one",
      () => stack.untilOneDies().then(() => stack.start([plan("A part", "")])),
    ],
  ])("fails at once if a part that was ready dies while we are %s", async (_when, goOn) => {
    const port = await freePort();
    const dies =
      'process.stdin; process.on("SIGUSR2", () => { console.log("broken"); process.exit(1) });';
    const pid = join(folder, "pid");
    await stack.start([
      plan(
        "The part",
        `require("node:fs").writeFileSync(${JSON.stringify(pid)}, String(process.pid)); ${dies} ${serve(port)}`,
        port,
      ),
    ]);
    const rest = goOn();
    process.kill(Number(readFileSync(pid, "utf8")), "SIGUSR2");
    const failure = { message: "The part has stopped by itself.", log: "broken" };
    await expect(rest).rejects.toMatchObject(failure);
    expect(await stack.untilOneDies()).toMatchObject(failure);
  });

  it("does not wait for a part at a port that is never called", async () => {
    const starting = stack.start([plan("The part", serve(6000), 6000)]);
    await expect(starting).rejects.toThrow(
      "The part can't be called at http://127.0.0.1:6000/: bad port.",
    );
  });

  it("leaves no grandchild behind, not even one that ignores signals", async () => {
    const port = await freePort();
    const stubborn = `process.on("SIGTERM", () => {}); ${serve(port)}`;
    const parent = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(stubborn)}]);`;
    await stack.start([plan("The part", parent, port)]);
    await stack.stop({ saving: false });
    await expect.poll(() => isFree(port)).toBe(true);
  });

  it("lets parts save their data before they stop, last started first, only if asked to", async () => {
    const order: string[] = [];
    const port = await freePort();
    const saving = (name: string) => ({
      ...plan(name, "setInterval(() => {}, 1000)"),
      beforeStop: async () => void order.push(name),
    });
    await stack.start([{ ...saving("first"), ...plan("first", serve(port), port) }]);
    await stack.start([saving("second")]);
    await stack.stop({ saving: true });
    expect(order).toEqual(["second", "first"]);

    const other = new Stack();
    await other.start([saving("third")]);
    await other.stop({ saving: false });
    expect(order).toEqual(["second", "first"]);
  });
});

describe("a stack that is stopped", () => {
  it("starts nothing more", async () => {
    const port = await freePort();
    await stack.stop({ saving: false });
    await expect(stack.start([plan("A server", serve(port), port)])).rejects.toThrow(
      "Stopped before it was done.",
    );
    expect(await isFree(port)).toBe(true);
  });

  it("has not started, even if it is stopped while it waits", async () => {
    const log = plan(
      "A part",
      'console.log("running"); setInterval(() => {}, 1000)',
      await freePort(),
    );
    const starting = expect(stack.start([log])).rejects.toThrow("Stopped before it was done.");
    await expect.poll(() => existsSync(log.log) && readFileSync(log.log, "utf8")).toBe("running\n");
    await stack.stop({ saving: false });
    await starting;
  });
});

describe("runStep", () => {
  it("keeps the output in the log", async () => {
    const { name, command, args, log } = plan("A step", 'console.log("one"); console.error("two")');
    await runStep({ name, command, args, log });
    expect(readFileSync(log, "utf8")).toBe("one\ntwo\n");
  });

  it("fails with the end of the log", async () => {
    const step = plan("A step", "for (let n = 1; n < 100; n++) console.log(n); process.exit(1)");
    await expect(runStep(step)).rejects.toMatchObject({
      message: "A step failed.",
      log: expect.stringMatching(/^75\n[^a-z]*\n99$/),
    });
    expect(tail(step.log, /[^7]$/, 2)).toBe("87\n97");
  });
});

const stackModule = JSON.stringify(pathToFileURL(join(import.meta.dirname, "stack.ts")).href);

/**
 * Runs a start of its own, and stops it with Ctrl-C as soon as it has written `go`, if it does.
 * Returns its exit code and what it said.
 */
async function ended(start: string): Promise<[number | null, string]> {
  const script = `import { runUntilStopped } from ${stackModule}; await runUntilStopped(async (stack) => { ${start} });`;
  const child = spawn(process.execPath, [...tsx, "--input-type=module", "-e", script]);
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    if (!said.includes("go")) child.kill("SIGINT");
    said += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const [code] = await once(child, "close");
  return [code, said];
}

/** A part of the script that `ended` runs. */
const sleeper = (script: string) =>
  `{ name: "The part", args: ["-e", ${JSON.stringify(script)}], log: ${JSON.stringify(join(folder, "part.log"))} }`;
const stays = "setInterval(() => {}, 1000)";
const readyAndStay = `${stays}; return () => console.log("ready");`;

describe("a start", () => {
  it("is no failure if it is stopped once it is ready", async () => {
    expect(await ended(`${stays}; return () => console.log("go: ready");`)).toEqual([
      0,
      "go: ready\n",
    ]);
  });

  it("is a failure if it is stopped before, as in a deployment check", async () => {
    expect(await ended(`${stays}; console.log("go"); await new Promise(() => {});`)).toEqual([
      1,
      "go\nStopped before it was done.\n",
    ]);
  });

  it("never says that it is ready if it is stopped before, even if all the rest succeeds while its parts end", async () => {
    const slow =
      'process.on("SIGTERM", () => setTimeout(() => process.exit(0), 500)); setInterval(() => {}, 1000)';
    const start = `
      await stack.start([${sleeper(slow)}]);
      console.log("go");
      await new Promise((resolve) => process.once("SIGINT", resolve));
      ${readyAndStay}`;
    expect(await ended(start)).toEqual([1, "go\nStopped before it was done.\n"]);
  });

  it("never says that it is ready if a part has died, and ends at once, whatever else it waits for", async () => {
    const start = `
      await stack.start([${sleeper('console.log("broken"); process.exit(1)')}]);
      await new Promise(() => setInterval(() => {}, 1000));
      ${readyAndStay}`;
    expect(await ended(start)).toEqual([
      1,
      expect.stringMatching(
        /^broken\n\nThe part (has stopped by itself|ended while it was starting)\.\n$/,
      ),
    ]);
  });

  it("never says that it is ready if it fails", async () => {
    expect(await ended(`setTimeout(() => {}, 1e6); throw "no page"; ${readyAndStay}`)).toEqual([
      1,
      "no page\n",
    ]);
  });
});
