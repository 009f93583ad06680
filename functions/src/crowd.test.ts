import { API_INSTANCES } from "@sendwright/core/contract/limits";
import { MINUTE } from "@sendwright/core/dates/units";
import { expect, it, vi } from "vitest";
import { quantile } from "../../bench/measure.ts";
import { chanceOf } from "../../test/chance.ts";
import { isFuzz } from "../../test/seed.ts";
import { Clock, Gmail, Instances, Ledgers, Queue } from "../test/simulation.ts";
import { SLICES_PER_INSTANCE } from "./deployment.ts";
import type { Engine } from "./features/sends/engine.ts";
import { findSend, workOnSend } from "./features/sends/maintenance/wake.ts";
import { work } from "./features/sends/work/worker.ts";
import { PLACES } from "./http/arrivals.ts";
import { sendWorker } from "./index.ts";
import type { StoredRow } from "./store/sends/rows.ts";

/** A message is only its address: composing it waits for no one. */
vi.mock("./features/sends/work/loadMail.ts", () => ({
  loadMail: async () => ({
    mostOfRow: 0,
    compose: async ({ to }: StoredRow) => ({ message: to, recipients: 1, note: "" }),
  }),
}));

/**
 * A crowd by a simulated clock: the figures of docs/cost.md. The worker, its pace and the look of a
 * page at a send are the product's; the queue and the instances have the limits of `index.ts`.
 */
const BEGIN = Date.parse("2026-11-27T08:00:00Z");
const TIMEOUT = 30 * MINUTE;
const RATE = 60;
/** What the API takes to begin a send, and for a look at one; and how often a page looks. */
const BEGIN_MS = 1_000;
const LOOK_MS = 50;
const LOOK_EVERY_MS = 2_000;
/** Gmail's limit for a project: 1.2 million units a minute, of which an email takes 100. */
const GMAIL_A_MINUTE = 12_000;

interface Person {
  uid: string;
  at: number;
  rows: number;
}

/** People who begin within a minute, with 1 to 300 rows: half of them with 7 at most. */
function people(n: number): Person[] {
  const chance = chanceOf(1);
  return Array.from({ length: n }, (_, i) => ({
    uid: `u${i}`,
    at: BEGIN + chance.integer(0, MINUTE),
    rows: Math.floor(300 ** (chance.number() ** 1.5)),
  }));
}

/** Has people send, each with a page that looks until the end. */
async function simulate(all: readonly Person[], gmailAMinute = GMAIL_A_MINUTE) {
  const { maxInstances, taskQueueTrigger } = sendWorker.__endpoint;
  const { maxDispatchesPerSecond, maxConcurrentDispatches } = taskQueueTrigger?.rateLimits ?? {};
  expect(maxConcurrentDispatches).toBe(Number(maxInstances) * SLICES_PER_INSTANCE);
  const clock = new Clock(BEGIN);
  const ledgers = new Ledgers(clock);
  const gmail = new Gmail(clock, gmailAMinute);
  const queue = new Queue(clock, Number(maxDispatchesPerSecond));
  const workers = new Instances(clock, Number(maxInstances), SLICES_PER_INSTANCE);
  const api = new Instances(clock, API_INSTANCES, PLACES);
  const tasks: Promise<void>[] = [];
  const engine = {
    now: clock.now,
    sleep: clock.sleep,
    random: chanceOf(2).number,
    rate: RATE,
    dailyLimit: () => 2_000,
    ledger: ledgers.functions,
    accountState: () => clock.after(() => "active" as const),
    freshAccessToken: () => clock.after(() => ({ token: "", expiresAt: Number.POSITIVE_INFINITY })),
    sendMessage: gmail.send,
    enqueue: async (uid: string, at: number) => {
      await clock.step();
      tasks.push(queue.turnOf(at).then(() => workers.run(() => work(engine, { uid, at }))));
    },
  } as Partial<Engine> as Engine;

  async function live({ uid, at, rows }: Person): Promise<void> {
    await clock.until(at);
    await api.run(async () => {
      await clock.sleep(BEGIN_MS);
      ledgers.begin(
        uid,
        Array.from({ length: rows }, (_, i) => ({ n: i + 1, to: `${uid}/${i + 1}` })),
      );
      await engine.enqueue(uid, clock.now());
    });
    for (let isOver = false; !isOver; ) {
      await clock.sleep(LOOK_EVERY_MS);
      await api.run(async () => {
        await clock.sleep(LOOK_MS);
        isOver = (await workOnSend(engine, await findSend(engine, uid, uid))).state === "done";
      });
    }
  }

  await clock.run(Promise.all(all.map(live)));
  await clock.run(Promise.all(tasks));
  const waits = new Map(all.map((person) => [person.uid, waitsOf(person, gmail)] as const));
  return { ledgers, gmail, workers, api, waits };
}

/** Milliseconds from a person's click to the first and to the last email. */
function waitsOf({ uid, at, rows }: Person, { arrived }: Gmail): { first: number; last: number } {
  const times = Array.from({ length: rows }, (_, i) => arrived.get(`${uid}/${i + 1}`)?.[0]);
  const known = times.map((time) => (time ?? Number.NaN) - at);
  return { first: Math.min(...known), last: Math.max(...known) };
}

type Simulated = Awaited<ReturnType<typeof simulate>>;
/** Of the middle person, of 95 in 100, and of everyone. */
const PARTS = [0.5, 0.95, 1];

/** Seconds until the first and the last email, refusals, and the most slices and calls at once. */
function figuresOf({ gmail, workers, api, waits }: Simulated) {
  const secondsTo = (which: "first" | "last") => {
    const all = [...waits.values()].map((each) => each[which]);
    return PARTS.map((part) => Math.round(quantile(all, part) / 1_000));
  };
  return [
    ...secondsTo("first"),
    ...secondsTo("last"),
    gmail.refused,
    workers.busiest,
    api.busiest,
  ] as const;
}

/** Instances start at other times with one person more, and make others wait for some seconds. */
const OTHER_STARTS_MS = 10_000;

/** By people: the figures of docs/cost.md. `npm run fuzz` simulates the larger crowds, too. */
const FIGURES: Readonly<Record<number, readonly number[]>> = {
  1000: [3, 42, 157, 9, 192, 320, 6_347, 147, 66],
  ...(isFuzz && {
    2000: [23, 164, 363, 50, 338, 518, 34_925, 322, 160],
  }),
};

it.each(Object.entries(FIGURES))(
  "%s people who begin within a minute",
  {
    timeout: TIMEOUT,
  },
  async (n, documented) => {
    const all = people(Number(n));
    const simulated = await simulate(all);
    const { gmail, ledgers } = simulated;
    expect([...gmail.arrived.values()].filter((times) => times.length !== 1)).toEqual([]);
    expect(gmail.arrived.size).toBe(all.reduce((sum, { rows }) => sum + rows, 0));
    // A document takes about one write a second.
    expect(Math.max(...ledgers.writesOfDocument.values())).toBeLessThanOrEqual(10);
    const isNear = (figure: number, known = Number.NaN) =>
      Math.abs(figure - known) <= Math.max(2, known / 10);
    const figures = figuresOf(simulated);
    expect(
      figures.filter((figure, i) => !isNear(figure, documented[i])),
      `These differ from docs/cost.md by more than a tenth; all are now ${figures.join(", ")}.`,
    ).toEqual([]);
  },
);

it("no one waits for an account with 2,000 emails", async () => {
  const others = people(200);
  const large = { uid: "large", at: BEGIN, rows: 2_000 };
  const without = await simulate(others, Number.POSITIVE_INFINITY);
  const beside = await simulate([large, ...others], Number.POSITIVE_INFINITY);
  const later = [...without.waits].filter(([uid, alone]) => {
    const { first, last } = beside.waits.get(uid) ?? { first: Number.NaN, last: Number.NaN };
    return !(first <= alone.first + OTHER_STARTS_MS && last <= alone.last + OTHER_STARTS_MS);
  });
  expect(later).toEqual([]);
  expect(beside.gmail.arrived.size).toBe(without.gmail.arrived.size + large.rows);
});
