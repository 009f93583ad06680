import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { tsx } from "./processes.ts";

const module = pathToFileURL(join(import.meta.dirname, "runUntilStopped.ts")).href;

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

it("is no failure when what runs is stopped", async () => {
  // The stack has nothing in it that could die.
  const start = "async () => { setTimeout(() => console.log('go')); setInterval(() => {}, 1000); }";
  expect(await stopped(start)).toEqual([0, ""]);
});

it("is a failure when it is stopped before its start is done, as a check of a deployment may be", async () => {
  const start = "() => new Promise(() => { setInterval(() => {}, 1000); setTimeout(() => console.log('go')); })";
  expect(await stopped(start)).toEqual([1, "Stopped before it was done.\n"]);
});
