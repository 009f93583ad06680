import { AsyncLocalStorage } from "node:async_hooks";
import { sweep } from "../../src/features/sends/maintenance/sweep.ts";
import { showSend } from "../../src/features/sends/present/show.ts";
import { work } from "../../src/features/sends/work/worker.ts";
import type { User } from "../../src/http/user.ts";
import { readSend } from "../../src/store/sends/read.ts";
import { aPlan, begun, testEngine } from "../sendsWorld.ts";
import { countCosts } from "./costs.ts";

const RATE = 60;
const DAY = 24 * 3_600_000;

/**
 * Sends a number of emails at 60 a minute by a clock that stops while anyone works, so that the figures are the
 * same on every machine. Returns what Firestore bills to begin, to send, to look once, and to delete.
 */
export async function measureCosts(sender: User, mails: number) {
  let clock = Date.now();
  const engine = testEngine({
    rate: RATE,
    now: () => clock,
    sleep: async (ms) => {
      clock += ms;
    },
    sendMessage: async () => ({ kind: "sent", messageId: "m" }),
  });
  const counted = countCosts();
  const id = await begun(sender, engine, aPlan(mails));
  const begin = counted();
  await engine.enqueue(sender.uid, clock);
  for (let task = engine.tasks.shift(); task; task = engine.tasks.shift()) {
    clock = Math.max(clock, task.at);
    await work(engine, task);
  }
  const send = counted();
  const stored = await readSend(id);
  if (stored?.counts.sent !== mails) throw new Error(`Not all were sent: ${JSON.stringify(stored?.counts)}`);
  counted();
  await showSend(engine, sender.uid, stored.key, null);
  const look = counted();
  clock += DAY + 60_000;
  await sweep(engine);
  return { begin, send, look, remove: counted() };
}

/** The page looks every so many milliseconds while mails go out (`sendProgress.ts`). */
const LOOK_EVERY_MS = 2_000;
/** About how long Gmail takes for a mail, with four of them on their way at once. */
const CALL_MS = 400;

/**
 * Follows a number of mails to their end as the page does, by a clock that only waiting moves. Returns what each look
 * cost and told, and all reads together.
 */
export async function measureWatching(sender: User, mails: number) {
  let clock = Date.now();
  let lookedAt = 0;
  let looking: Promise<void> = Promise.resolve();
  const looks: { reads: number; rows: number }[] = [];
  let cursor: string | null = null;
  let id = "";
  const watcher = new AsyncLocalStorage<true>();
  const counted = countCosts(() => watcher.getStore() === true);
  const look = async () => {
    lookedAt = clock;
    const seen = await watcher.run(true, () => showSend(engine, sender.uid, id, cursor));
    cursor = seen.cursor;
    looks.push({ reads: counted().reads, rows: seen.results.length });
  };
  /** Waits, and lets the page look in between. */
  const wait = async (ms: number) => {
    const until = clock + ms;
    await looking;
    while (clock < until) {
      clock = Math.min(until, clock + 100);
      if (id === "" || clock - lookedAt < LOOK_EVERY_MS) continue;
      looking = look();
      await looking;
    }
  };
  const engine = testEngine({
    rate: RATE,
    now: () => clock,
    sleep: wait,
    sendMessage: async () => {
      await wait(CALL_MS);
      return { kind: "sent", messageId: "m" };
    },
  });
  id = (await begun(sender, engine, aPlan(mails))).slice(sender.uid.length + 1);
  await look();
  for (let task = engine.tasks.shift() ?? { uid: sender.uid, at: clock }; task; ) {
    await wait(task.at - clock);
    await work(engine, task);
    const next = engine.tasks.shift();
    if (!next) break;
    task = next;
  }
  await look();
  await look();
  return { looks, reads: looks.reduce((sum, { reads }) => sum + reads, 0) };
}
