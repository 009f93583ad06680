import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRow } from "../../../bench/measure.ts";
import { GMAIL_FILES_MB } from "../../src/config.ts";
import { SLICES_PER_INSTANCE } from "../../src/deployment.ts";
import { realEngine } from "../../src/features/sends/engine.ts";
import { runSlice } from "../../src/features/sends/work/slice.ts";
import { readSend } from "../../src/store/sends/read.ts";
import { aPlan, aSender, begun, NO_END, testEngine } from "../../test/sendsWorld.ts";
import { withOwnFiles } from "../../test/slips.ts";
import { MEMORY } from "../bundledApi.ts";

/** Twice as many as a person's lanes take at once. */
const EMAILS = 8;
const GMAIL_MS = 500;
const MB = 1024 ** 2;

/** A child of this program works the slices of these users at once, as an instance does. */
const users = process.env.SENDWRIGHT_BENCH_USERS;
if (users) {
  const { memory } = realEngine();
  const slices = (JSON.parse(users) as string[]).map((uid) =>
    runSlice(testEngine({ memory }), uid, NO_END),
  );
  await Promise.all(slices);
  await new Promise((told) => process.send?.(peakOfProcess(), told));
  process.exit(0);
}

/** In megabytes. Where the system doesn't know the peak, the present memory has to do. */
function peakOfProcess(): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
  } catch {
    return process.memoryUsage.rss() / MB;
  }
}

/** A Google that gives a token for anything, and takes each email without keeping it. */
async function startGoogle(): Promise<Server> {
  const token = { access_token: "token", expires_in: 3_600, token_type: "Bearer" };
  const google = createServer(async (request, response) => {
    request.resume();
    await once(request, "end");
    const isEmail = request.url?.includes("/messages/send") ?? false;
    if (isEmail) await sleep(GMAIL_MS);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isEmail ? { id: "m" } : token));
  }).listen(0, "127.0.0.1");
  await once(google, "listening");
  return google;
}

/** A send whose emails have a file each that is as large as one may be; a content of the sender's. */
async function aLargeSend(): Promise<{ uid: string; id: string }> {
  const user = await aSender();
  const { rows, rowContents } = await withOwnFiles(user, aPlan(1), [
    randomBytes(GMAIL_FILES_MB * MB),
  ]);
  const plan = aPlan(EMAILS);
  const withFiles = plan.rows.map((row) => ({ ...row, files: rows[0]?.files ?? [] }));
  const id = await begun(user, testEngine(), { ...plan, rows: withFiles, rowContents });
  return { uid: user.uid, id };
}

async function peak(): Promise<number> {
  const sends = [];
  for (let i = 0; i < SLICES_PER_INSTANCE; i++) sends.push(await aLargeSend());
  const google = await startGoogle();
  const { port } = google.address() as AddressInfo;
  const env = {
    ...process.env,
    GOOGLE_LOCAL_BASE: `http://127.0.0.1:${port}`,
    SENDWRIGHT_BENCH_USERS: JSON.stringify(sends.map(({ uid }) => uid)),
  };
  const execArgv = [`--max-old-space-size=${MEMORY / 2}`];
  const child = fork(process.argv[1] ?? "", { env, execArgv });
  const [megabytes] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("The worker has ended."))),
  ]);
  google.close();
  for (const { id } of sends) {
    const counts = (await readSend(id))?.counts;
    if (counts?.sent !== EMAILS) throw new Error(`Not all were sent: ${JSON.stringify(counts)}`);
  }
  return megabytes;
}

export const rows: BenchRow[] = [
  {
    name: "memory",
    what: `the most memory of a worker that sends ${EMAILS} emails with a file of ${GMAIL_FILES_MB} MB of its own for each of ${SLICES_PER_INSTANCE} people, four at a time for each, compared with an instance's ${MEMORY} MB`,
    unit: "times the memory of an instance",
    atMost: 1,
    decision:
      "an instance is ended while it sends, and the emails in flight are unconfirmed: lower ROW_FILES_BYTES.",
    measure: async () => (await peak()) / MEMORY,
  },
];
