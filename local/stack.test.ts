import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { portShift, portsFor } from "./ports.ts";
import { runStep, tail, tsx } from "./processes.ts";
import { isFree, requireFreePorts, Stack } from "./stack.ts";

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
  return { name, command: process.execPath, args: ["-e", script], log, ready, stop: "SIGTERM" as const };
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
    const starting = stack.start([plan("The part", 'console.log("no such file"); process.exit(3)', port)]);
    await expect(starting).rejects.toMatchObject({
      message: "The part ended while it was starting.",
      log: "no such file",
    });
  });

  it("does not wait for a part whose log says that it can't start, and omits irrelevant lines", async () => {
    const log = 'console.log("asked"); console.log("no such function"); setInterval(() => console.log("asked"), 100)';
    const part = { ...plan("The part", log, await freePort()), hopeless: /no such function/, noise: /^asked$/ };
    await expect(stack.start([part])).rejects.toMatchObject({
      message: "The part could not start.",
      log: "no such function",
    });
  });

  it("names a command that does not exist", async () => {
    const starting = stack.start([{ ...plan("The part", ""), command: "no-such-command" }]);
    await expect(starting).rejects.toThrow("The part could not be started: spawn no-such-command ENOENT.");
  });

  it("reports a part that dies", async () => {
    await stack.start([plan("The part", 'setTimeout(() => { console.log("broken"); process.exit(1) }, 200)')]);
    expect(await stack.untilOneDies()).toMatchObject({ message: "The part has stopped by itself.", log: "broken" });
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

describe("a stack that is stopped while it starts", () => {
  it("starts nothing more", async () => {
    const port = await freePort();
    await stack.stop({ saving: false });
    await stack.start([plan("A server", serve(port), port)]);
    expect(await isFree(port)).toBe(true);
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

const module = pathToFileURL(join(import.meta.dirname, "stack.ts")).href;

/** Runs a start of its own, stops it with Ctrl-C as soon as it has written `go`, and gives its exit code and what it said. */
async function stopped(start: string): Promise<[number | null, string]> {
  const script = `import { runUntilStopped } from ${JSON.stringify(module)}; await runUntilStopped(${start});`;
  const child = spawn(process.execPath, [...tsx, "--input-type=module", "-e", script]);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  child.stdout.once("data", () => child.kill("SIGINT"));
  const [code] = await once(child, "close");
  return [code, said];
}

it("is no failure if a running program is stopped", async () => {
  // The stack has nothing in it that could die.
  const start = "async () => { setTimeout(() => console.log('go')); setInterval(() => {}, 1000); }";
  expect(await stopped(start)).toEqual([0, ""]);
});

it("is a failure if it is stopped before it has started, as in a deployment check", async () => {
  const start = "() => new Promise(() => { setInterval(() => {}, 1000); setTimeout(() => console.log('go')); })";
  expect(await stopped(start)).toEqual([1, "Stopped before it was done.\n"]);
});

/** Listens on a port of the system's choice while `use` runs. */
async function whileListening(use: (port: number) => Promise<void>): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  try {
    await use(address.port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("the ports", () => {
  it("are the ones that tests and README use", () => {
    expect(portsFor(0)).toMatchObject({ app: 5000, functions: 5001, auth: 9099, storage: 9199, google: 4010 });
  });

  it("move together without conflicts", () => {
    const moved = portsFor(100);
    expect(moved).toMatchObject({ app: 5100, google: 4110 });
    expect(new Set(Object.values(moved)).size).toBe(Object.keys(moved).length);
  });

  it.each([
    ["0", 0],
    ["100", 100],
    [undefined, 0],
    ["20000", 20_000],
  ])("reads the shift %s", (text, shift) => {
    expect(portShift(text)).toBe(shift);
  });

  it.each(["abc", "-1", "1.5", "20001", "1e9"])("refuses the shift %s in one sentence", (text) => {
    expect(() => portShift(text)).toThrow(
      `SENDWRIGHT_PORT_SHIFT must be a whole number from 0 to 20000, not "${text}".`,
    );
  });
});

describe("a taken port", () => {
  it("is named, with what to do", async () => {
    await whileListening(async (port) => {
      expect(await isFree(port)).toBe(false);
      const sentence = `Port ${port} is taken by another program: stop it, or set SENDWRIGHT_PORT_SHIFT=1000 to move every port by 1000.`;
      await expect(requireFreePorts([port])).rejects.toThrow(sentence);
    });
  });

  it("is named together with others", async () => {
    await whileListening((first) =>
      whileListening(async (second) => {
        await expect(requireFreePorts([first, second])).rejects.toThrow(`Ports ${first}, ${second} are taken`);
      }),
    );
  });

  it("is free again once its program has ended", async () => {
    let used = 0;
    await whileListening(async (port) => {
      used = port;
    });
    await expect(requireFreePorts([used])).resolves.toBeUndefined();
  });
});
