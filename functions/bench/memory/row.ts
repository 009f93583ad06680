import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Row } from "../../../bench/row.ts";
import { runSlice } from "../../src/features/sends/work/slice.ts";
import { readSend } from "../../src/store/sends/read.ts";
import { aPlan, aSender, begun, NO_END, ownProject, testEngine } from "../../test/sendsWorld.ts";

const ROWS = 100;
const MB = 1024 * 1024;
/** The most that a deployment can allow. */
const FILES = 25 * MB;
/** An instance's memory and the slices in it (`functions/src/index.ts`), less about 200 MB that it takes when idle. */
const [MEMORY, SLICES, IDLE] = [1_024, 4, 200];

const asked = process.env.SENDWRIGHT_BENCH_SLICE?.split(" ");
if (asked) {
  const peak = await peakOfSlice(asked[0] ?? "", asked[1] ?? "");
  await new Promise((sent) => process.send?.(peak, sent));
  process.exit(0);
}
ownProject();

/** Works one slice in this process with a Gmail that takes 50 ms; returns the bytes at the peak, above what it had when idle. */
async function peakOfSlice(uid: string, id: string): Promise<number> {
  const gmail = createServer((request, response) => {
    request.resume().on("end", () => {
      setTimeout(() => response.setHeader("content-type", "application/json").end('{"id":"m"}'), 50);
    });
  }).listen(0, "127.0.0.1");
  await once(gmail, "listening");
  process.env.GOOGLE_LOCAL_BASE = `http://127.0.0.1:${(gmail.address() as AddressInfo).port}`;
  const engine = testEngine({ freshAccessToken: async () => ({ token: "t", expiresAt: Number.MAX_SAFE_INTEGER }) });
  // The first read and the first call load their libraries before this begins.
  await readSend(id);
  await engine.sendMessage({ accessToken: "t", message: [Buffer.from("To: a@example.org\r\n\r\n")], timeout: 5_000 });
  globalThis.gc?.();
  const idle = process.memoryUsage().rss;
  await runSlice(engine, uid, NO_END);
  const send = await readSend(id);
  if (send?.counts.sent !== ROWS) throw new Error(`Not all were sent: ${JSON.stringify(send?.counts)}`);
  return process.resourceUsage().maxRSS * 1024 - idle;
}

async function measure(): Promise<number> {
  const sender = await aSender();
  const file = { filename: "plan.pdf", contentType: "application/pdf", size: FILES, from: randomBytes(FILES) };
  const id = await begun(sender, testEngine(), aPlan(ROWS, { files: [file] }));
  const env = { ...process.env, SENDWRIGHT_BENCH_SLICE: `${sender.uid} ${id}` };
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The worker ended without an answer.")));
  const [peak] = (await Promise.race([once(child, "message"), ended])) as [number];
  return peak / MB;
}

export const rows: Row[] = [
  {
    name: "memory-25",
    what: `${ROWS} rows with 25 MB of files: what a worker takes at its peak, above idle`,
    unit: "MB",
    atMost: (MEMORY - IDLE) / SLICES,
    rounds: 3,
    decision: `${SLICES} slices no longer fit into an instance of ${MEMORY} MB: fewer at once, more memory, or a lower MAX_TOTAL_BYTES.`,
    measure,
  },
];
