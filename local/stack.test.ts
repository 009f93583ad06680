import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runStep, tail } from "./processes.ts";
import { isFree, Stack } from "./stack.ts";

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
  it("is started when every part answers, and gone when it is stopped", async () => {
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

  it("does not wait for a part whose log says that it is in vain, and leaves the noise out", async () => {
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

  it("tells when a part dies by itself", async () => {
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

  it("lets parts save what they know before they stop, the last started first; only when it is asked to", async () => {
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
