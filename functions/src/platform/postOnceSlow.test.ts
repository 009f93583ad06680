import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postOnce } from "./postOnce.ts";

/** A server in its own process: it answers while ours is blocked, after the requested number of milliseconds. */
const SERVER = `
require("node:http").createServer((request, response) => {
  const [, wait, parts] = request.url.split("/");
  request.resume().once("end", () => setTimeout(() => {
    process.send("answered");
    response.writeHead(200);
    if (parts === "half") response.write("{");
    else response.end("{}");
  }, Number(wait)));
}).listen(0, "127.0.0.1", function () { process.send(this.address().port); });
`;

let server: ChildProcess;
let folder: string;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "post-once-"));
  writeFileSync(join(folder, "server.cjs"), SERVER);
  server = fork(join(folder, "server.cjs"), { execArgv: [] });
  [port] = (await once(server, "message")) as [number];
});
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Posts, and blocks the event loop for this long once the request has reached the socket. */
async function postAndBlock(path: string, { timeout, block }: { timeout: number; block: number }) {
  const answer = postOnce(new URL(`http://127.0.0.1:${port}${path}`), {
    headers: {},
    body: [Buffer.from("x")],
    timeout,
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  // If the blocking work isn't a timer itself, timers are due before the socket is read.
  await new Promise((resolve) => setImmediate(resolve));
  const end = performance.now() + block;
  while (performance.now() < end);
  return answer;
}

it("returns the answer that came while the event loop was blocked past the timeout", async () => {
  const answer = await postAndBlock("/100/whole", { timeout: 200, block: 800 });
  expect(answer).toMatchObject({ status: 200, body: "{}" });
});

it("believes the status of an answer whose end never comes", async () => {
  expect(await postAndBlock("/100/half", { timeout: 200, block: 800 })).toMatchObject({ status: 200, body: "{" });
});

it("says that the answer is lost if there was none, however long the event loop was blocked", async () => {
  expect(await postAndBlock("/60000/whole", { timeout: 200, block: 800 })).toMatchObject({ left: true });
});
