import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

test.each(["SIGTERM", "SIGINT"] as const)("one line when it listens, and a clean end at %s", async (signal) => {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
    env: { PATH: process.env.PATH, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = /^Local Google: (http:\/\/127\.0\.0\.1:\d+) \(mailbox: \1\/mail\)\n$/.exec(line.toString())?.[1];
  expect((await fetch(`${url}/mail.json`)).status).toBe(200);
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
});
