import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRow } from "../../../bench/measure.ts";
import { times } from "../../../bench/measure.ts";
import { routes } from "../../src/app.ts";
import { changesNothing } from "../../src/http/rateLimit.ts";
import { COSTLIEST, type CostlyCall, requestOf } from "../../test/costliest.ts";
import { aCostlyPerson, type Costly, LARGEST, type Size } from "../../test/costliestData.ts";
import { type Answer, sendTo } from "../../test/harness.ts";
import { connectedPerson, testEngine } from "../../test/sendsWorld.ts";
import { BUNDLE, type BundledApi, startBundledApi } from "../bundledApi.ts";

/**
 * Milliseconds of the processor that one call may take; what takes more must be kept within its
 * caller's budget.
 */
const MAX_MS = 300;
const MINUTE = 60_000;
/** Small calls: one is too short to be measured. */
const SMALL_CALLS = 20;
/** Calls that one caller makes at once: two at work, and one that waits for its turn. */
const AT_ONCE = 3;

const bundle = process.env.SENDWRIGHT_BENCH_BUNDLE ?? BUNDLE;
const engine = testEngine();

/**
 * By route: what its costliest call has taken, in milliseconds of the processor and megabytes at
 * the peak.
 */
const taken = new Map<string, { ms: number; peak: number }>();
let started: Promise<BundledApi> | undefined;

function instance(): Promise<BundledApi> {
  started ??= startBundledApi(bundle);
  return started;
}

async function askOnce(url: string, call: CostlyCall, owner: Costly): Promise<Answer> {
  const { method, path, given } = await requestOf(call, owner);
  return sendTo(url + path, method, given);
}

/** The milliseconds after which a refused call may be made again. */
function waitOf({ headers }: Answer): number {
  return Number(headers.get("retry-after")) * 1_000;
}

/**
 * Makes a call. Returns its answer, or the milliseconds to wait if it is refused for its rate.
 * Throws for any other.
 */
async function ask(url: string, call: CostlyCall, owner: Costly): Promise<Answer | number> {
  const answer = await askOnce(url, call, owner);
  if (answer.status === 429 && waitOf(answer) < MINUTE) return waitOf(answer);
  if (answer.status === call.status) return answer;
  throw new Error(`${call.route} was answered ${answer.status}: ${answer.body.error}`);
}

/**
 * Whether a call's cost depends on its person's sends; the account ends with them. The call that
 * makes a template of a send's email doesn't, and the call before it makes room for the template.
 */
function isAboutRows(route: string): boolean {
  return /send(?!s\/:id\/template)|received|disconnect|sign-out|DELETE \/api\/account/.test(route);
}

/**
 * Makes each costliest call once, alone, and tells what it took. Two persons make them, because
 * each waits for ten times the processor time that they owe.
 */
async function walk(
  size: Size,
  tell: (route: string, ms: number, peak: number) => void,
): Promise<void> {
  const api = await instance();
  const [many, few] = [
    await aCostlyPerson(engine, size),
    await aCostlyPerson(engine, { ...size, stored: 3 }),
  ];
  for (const call of COSTLIEST) {
    const owner = isAboutRows(call.route) ? many : few;
    for (;;) {
      const before = await api.rest();
      const answer = await ask(api.url, call, owner);
      const { cpu, peak } = await api.cost();
      if (typeof answer !== "number") {
        tell(call.route, cpu - before.cpu, peak);
        break;
      }
      await sleep(answer);
    }
  }
}

/** The milliseconds of the processor of a call that reads one document. */
async function small(): Promise<number> {
  const [api, { token }] = [await instance(), await connectedPerson()];
  const look = async () => {
    const { status } = await sendTo(`${api.url}/api/account/settings`, "GET", { token });
    if (status !== 200) throw new Error(`A small call was answered ${status}.`);
  };
  await look();
  const { cpu: before } = await api.rest();
  for (let i = 0; i < SMALL_CALLS; i++) await look();
  return ((await api.cost()).cpu - before) / SMALL_CALLS;
}

/**
 * The call that takes most, compared with a small one. The first walk, with little data, only warms
 * up.
 */
async function slowest(): Promise<number> {
  await walk({ ...LARGEST, rows: 3, stored: 3, asked: 3 }, () => {});
  await walk(LARGEST, (route, ms, peak) => {
    const known = taken.get(route);
    taken.set(route, { ms: Math.max(known?.ms ?? 0, ms), peak: Math.max(known?.peak ?? 0, peak) });
  });
  for (const [route, { ms, peak }] of byTime())
    console.log(`    ${route}: ${Math.round(ms)} ms, ${Math.round(peak)} MB`);
  return times(byTime()[0]?.[1].ms ?? Number.NaN, await small());
}

function byTime() {
  return [...taken].sort(([, a], [, b]) => b.ms - a.ms);
}

/**
 * Which calls share a limit of processor time and a queue: of each kind, the costliest exceeds its
 * limit most.
 */
function kindOf(route: string): string {
  const endpoint = routes
    .map((one) => one.endpoint)
    .find(({ method, path }) => `${method} ${path}` === route);
  if (!endpoint || endpoint.auth === "none") return "open";
  if (endpoint.rate === "sends") return "sending";
  return changesNothing(endpoint) ? "reading" : "changing";
}

/**
 * The percentage of a minute's processor time that one caller takes who makes a call as often as it
 * is allowed, in an instance of its own. Throws if the call never does its work.
 */
async function shareOf(call: CostlyCall): Promise<number> {
  const stored = isAboutRows(call.route) ? LARGEST.stored : 3;
  const [templates, open] = [LARGEST.templates - AT_ONCE, LARGEST.open - 2 * AT_ONCE];
  const owner = await aCostlyPerson(engine, { ...LARGEST, stored, templates, open });
  const api = await startBundledApi(bundle);
  const { cpu: before } = await api.cost();
  const end = Date.now() + MINUTE;
  let done = 0;
  const caller = async () => {
    while (Date.now() < end) {
      const answer = await askOnce(api.url, call, { ...owner, held: randomUUID() });
      if (answer.status === 429)
        await sleep(Math.min(waitOf(answer), Math.max(0, end - Date.now())));
      // Another of the same caller's calls may have been first, as with a retry of the same rows.
      if (answer.status !== call.status) continue;
      done += 1;
      if (!call.endedBy) continue;
      const { route, id } = call.endedBy;
      const ended = id(answer.body);
      await askOnce(api.url, { route, id: () => ended, status: 200 }, owner);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const share = (100 * ((await api.cost()).cpu - before)) / MINUTE;
  api.stop();
  if (done === 0) throw new Error(`${call.route} never did its work.`);
  console.log(`    ${call.route}: ${done} calls, ${share.toFixed(1)} % of a minute`);
  return share;
}

/** The largest share of a minute of the calls that take too long, the costliest of each kind. */
async function largestShare(): Promise<number> {
  if (taken.size === 0) await slowest();
  const costliest = new Map<string, CostlyCall>();
  for (const [route, { ms }] of byTime()) {
    const call = COSTLIEST.find((one) => one.route === route);
    const kind = kindOf(route);
    if (call && !call.isEnd && ms >= MAX_MS && !costliest.has(kind)) costliest.set(kind, call);
  }
  return Math.max(0, ...(await Promise.all([...costliest.values()].map(shareOf))));
}

export const rows: BenchRow[] = [
  {
    name: "calls-slowest",
    what: "the call of the API that takes longest with the costliest data that the limits allow: ten templates with 200 conditions and links with placeholders, a send of the largest email, 1,000 rows of the longest values; compared with a call that reads one document",
    unit: "times the processor time",
    // The goal of 300 ms on the machine of docs/figures.md, where a small call takes 7.5 ms.
    atMost: 40,
    decision:
      "make the call cheaper; until then, see in calls-minute that its caller can't slow down others.",
    rounds: 1,
    measure: slowest,
  },
  {
    name: "calls-minute",
    what: "the largest share of a minute's processor time that one caller takes who makes such a call of more than 300 ms as often as it is allowed: the costliest call that reads, that changes something and that sends, each in an instance of its own (measured once)",
    unit: "%",
    atMost: 20,
    decision:
      "one person can slow down everyone: charge the call (`PROCESSOR`), or lower the rate of its bucket.",
    rounds: 1,
    measure: largestShare,
  },
];
