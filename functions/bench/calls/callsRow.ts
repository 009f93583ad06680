import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchRow, quantile } from "../../../bench/measure.ts";
import { aCostlyPerson, COSTLIEST, type Costly, type CostlyCall, requestOf } from "../../test/costliest.ts";
import { type Answer, sendTo } from "../../test/harness.ts";
import { testEngine } from "../../test/sendsWorld.ts";
import { type BundledApi, startBundledApi } from "../bundledApi.ts";

/** Milliseconds of the processor that one call may take; what takes more must be kept within its caller's budget. */
const MOST_MS = 300;
const MINUTE = 60_000;
/** Calls that one caller makes at once: two at work, and one that waits for its turn. */
const AT_ONCE = 3;

Object.assign(process.env, { FUNCTION_TARGET: "api", FUNCTION_SIGNATURE_TYPE: "http" });
const bundle = process.env.SENDWRIGHT_BENCH_BUNDLE ?? join(process.cwd(), "functions", "dist");
const engine = testEngine();

/** By route: what its costliest calls have taken, in milliseconds of the processor and megabytes at the peak. */
const taken = new Map<string, { ms: number[]; peak: number }>();
let started: Promise<BundledApi> | undefined;

function instance(): Promise<BundledApi> {
  started ??= startBundledApi(bundle);
  return started;
}

/** Makes a call. Returns its answer, or the milliseconds to wait if it is refused for its rate. Throws for any other. */
async function ask(url: string, call: CostlyCall, owner: Costly): Promise<Answer | number> {
  const { method, path, given } = await requestOf(call, owner);
  const answer = await sendTo(url + path, method, given);
  if (answer.status === 429) return Number(answer.headers.get("retry-after")) * 1_000;
  if (answer.status === call.status) return answer;
  throw new Error(`${call.route} was answered ${answer.status}: ${answer.body.error}`);
}

/** Makes each costliest call once, alone. Returns the milliseconds of the one that took most. */
async function walk(): Promise<number> {
  const api = await instance();
  const owner = await aCostlyPerson(engine);
  let most = 0;
  for (const call of COSTLIEST) {
    for (;;) {
      const before = await api.rest();
      const answer = await ask(api.url, call, owner);
      const { cpu, peak } = await api.cost();
      if (typeof answer === "number") {
        await sleep(answer);
        continue;
      }
      const known = taken.get(call.route) ?? { ms: [], peak: 0 };
      taken.set(call.route, { ms: [...known.ms, cpu - before.cpu], peak: Math.max(known.peak, peak) });
      most = Math.max(most, cpu - before.cpu);
      break;
    }
  }
  return most;
}

/** The percentage of a minute's processor time that one caller takes who makes a call as often as it is allowed. */
async function shareOf(call: CostlyCall): Promise<number> {
  const api = await instance();
  const owner = await aCostlyPerson(engine);
  const { cpu: before } = await api.cost();
  const end = Date.now() + MINUTE;
  const caller = async () => {
    while (Date.now() < end) {
      const answer = await ask(api.url, call, { ...owner, held: randomUUID() });
      if (typeof answer === "number") await sleep(Math.min(answer, Math.max(0, end - Date.now())));
      else if (call.endedBy) {
        const { route, id } = call.endedBy;
        const ended = id(answer.body);
        await ask(api.url, { route, id: () => ended, status: 200 }, owner);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return (100 * ((await api.cost()).cpu - before)) / MINUTE;
}

/** The largest share of a minute of all routes whose costliest call takes too long. */
async function largestShare(): Promise<number> {
  if (taken.size === 0) await walk();
  let most = 0;
  for (const [route, { ms, peak }] of [...taken].sort(([, a], [, b]) => quantile(b.ms, 0.5) - quantile(a.ms, 0.5))) {
    const call = COSTLIEST.find((one) => one.route === route);
    const isLong = call !== undefined && quantile(ms, 0.5) >= MOST_MS && !call.isEnd;
    const share = isLong ? await shareOf(call) : 0;
    most = Math.max(most, share);
    const minute = isLong ? `, ${share.toFixed(1)} % of a minute` : "";
    console.log(`    ${route}: ${Math.round(quantile(ms, 0.5))} ms, ${Math.round(peak)} MB${minute}`);
  }
  return most;
}

export const rows: BenchRow[] = [
  {
    name: "calls-slowest",
    what: "the call of the API that takes longest with the costliest data that the limits allow: ten templates with 200 conditions and links with placeholders, a send of the largest email, 1,000 rows of the longest values",
    unit: "ms of processor time",
    atMost: MOST_MS,
    decision: "make the call cheaper; until then, see in calls-minute that its caller can't slow down others.",
    rounds: 2,
    measure: walk,
  },
  {
    name: "calls-minute",
    what: "the largest share of a minute's processor time that one caller takes who makes such a call of more than 300 ms as often as it is allowed (measured once)",
    unit: "%",
    atMost: 20,
    decision: "one person can slow down everyone: charge the call (`PROCESSOR`), or lower the rate of its bucket.",
    rounds: 1,
    measure: largestShare,
  },
];
