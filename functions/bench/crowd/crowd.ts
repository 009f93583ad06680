import { sweep } from "../../src/features/sends/attend/sweep.ts";
import type { Engine } from "../../src/features/sends/engine.ts";
import { work } from "../../src/features/sends/work/worker.ts";
import type { User } from "../../src/http/user.ts";
import { aPlan, begun, testEngine } from "../../test/sendsWorld.ts";
import { StandingClock } from "./clock.ts";
import { Queue } from "./queue.ts";

const MINUTE = 60_000;
/** A thousand people in a minute. */
const BEGIN_EVERY_MS = 60;
const RATE = 60;
/** About what Gmail takes for a mail. */
const CALL_MS = 400;
/** One in so many tasks that are not the first of a send gets lost on its way: the sweep is to ask again. */
const LOST_EVERY = 20;
const LONGEST = 30 * MINUTE;

/** How it went. */
export interface Crowd {
  /** Seconds from the begin to the first mail, the slowest of all. */
  first: number;
  /** Rows whose mail went out once, and once only. */
  once: number;
  /** Tasks that got lost, and the longest time (seconds) until the sweep had asked for such a slice again. */
  lost: number;
  askedAgain: number;
  /** Minutes until the last mail. */
  minutes: number;
  /** Slices at work at the same time, at most. */
  slices: number;
}

const clock = new StandingClock();
clock.followFirestore();

/** A call of the ledger's may wait for more than one answer, and between them by the real clock. */
function standStillDuring(engine: Engine): void {
  const { freshAccessToken } = engine;
  engine.freshAccessToken = (...given) => clock.during(freshAccessToken(...given));
  const { watchActiveSends, ...calls } = engine.ledger;
  const still = Object.entries(calls).map(([name, call]) => [
    name,
    (...given: unknown[]) => clock.during((call as (...given: unknown[]) => Promise<unknown>)(...given)),
  ]);
  Object.assign(engine.ledger, Object.fromEntries(still), {
    watchActiveSends: (...[owner, onChange, onError]: Parameters<typeof watchActiveSends>) => {
      let resolve = () => {};
      const first = new Promise<void>((done) => {
        resolve = done;
      });
      void clock.during(first);
      const told =
        <T>(heard: (what: T) => void) =>
        (what: T) => {
          heard(what);
          resolve();
        };
      return watchActiveSends(owner, told(onChange), told(onError));
    },
  });
}

/** Has people begin a send of so many rows each, a thousand in a minute, and the sweep come every minute. */
export async function crowd(people: readonly User[], rows: number): Promise<Crowd> {
  const queue = new Queue(clock);
  const began = clock.now();
  const beginnings = new Map<string, number>();
  const firsts = new Map<string, number>();
  const mails = new Map<string, { owner: string; times: number }>();
  const lostAt = new Map<string, number>();
  const seen = { tasks: 0, lost: 0, askedAgain: 0, last: 0 };

  const engine = testEngine({
    rate: RATE,
    now: clock.now,
    sleep: clock.sleep,
    sendMessage: async ({ message }) => {
      await clock.sleep(CALL_MS);
      const to = /^To: .*?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(Buffer.concat(message).toString("latin1"))?.[1] ?? "";
      const mail = mails.get(to);
      if (!mail) throw new Error("A mail went to nobody's recipient.");
      mail.times += 1;
      if (!firsts.has(mail.owner)) firsts.set(mail.owner, clock.now() - (beginnings.get(mail.owner) ?? 0));
      seen.last = clock.now() - began;
      return { kind: "sent", messageId: "m" };
    },
    enqueue: async (uid, at, held) => {
      const lost = lostAt.get(uid);
      if (lost !== undefined) seen.askedAgain = Math.max(seen.askedAgain, clock.now() - lost);
      lostAt.delete(uid);
      if (firsts.has(uid)) seen.tasks += 1;
      if (firsts.has(uid) && seen.tasks % LOST_EVERY === 0) {
        seen.lost += 1;
        lostAt.set(uid, at);
        return;
      }
      const task = { uid, at, ...(held === undefined ? {} : { held }) };
      void queue.add(at, () => work(engine, task));
    },
  });
  standStillDuring(engine);

  const begin = async (user: User, at: number) => {
    await clock.until(at);
    const plan = aPlan(rows);
    for (const { to } of plan.rows) mails.set(to, { owner: user.uid, times: 0 });
    beginnings.set(user.uid, clock.now());
    await clock.during(begun(user, engine, plan));
    await engine.enqueue(user.uid, clock.now());
  };
  const once = () => [...mails.values()].filter(({ times }) => times === 1).length;
  const all = async () => {
    await Promise.all(people.map((user, i) => begin(user, began + i * BEGIN_EVERY_MS)));
    while (once() < people.length * rows && clock.now() < began + LONGEST) {
      await clock.sleep(MINUTE);
      await sweep(engine);
    }
  };
  await clock.run(all());
  return {
    first: Math.max(...people.map(({ uid }) => firsts.get(uid) ?? Number.POSITIVE_INFINITY)) / 1_000,
    once: once(),
    lost: seen.lost,
    askedAgain: seen.askedAgain / 1_000,
    minutes: seen.last / MINUTE,
    slices: queue.most,
  };
}
