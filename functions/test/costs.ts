import { AsyncLocalStorage } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { showSend } from "../src/features/sends/present/show.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/requireUser.ts";
import { firestore } from "../src/platform/firebase.ts";
import { readSend } from "../src/store/sends/read.ts";
import { aPlan, begun, testEngine } from "./sendsWorld.ts";

const RATE = 60;
const DAY = 24 * 3_600_000;

/**
 * Sends a number of emails at 60 a minute by a clock that stops while anyone works, so that the
 * figures are the same on every machine. Returns what Firestore bills to begin, to send, to look
 * once, and to delete.
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
  if (stored?.counts.sent !== mails)
    throw new Error(`Not all were sent: ${JSON.stringify(stored?.counts)}`);
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
 * Follows a number of mails to their end as the page does, by a clock that only waiting moves.
 * Returns what each look cost and told, and all reads together.
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

/**
 * What Firestore bills: documents read (a query without a result is one; a count is one per 1,000
 * entries), written, deleted.
 */
export interface Costs {
  reads: number;
  writes: number;
  deletes: number;
}

/**
 * The two funnels through which every call of Firestore's client goes, with as much of the messages
 * as costs anything.
 */
interface Funnels {
  request(
    method: string,
    request: { writes?: { delete?: string | null }[] },
    ...rest: unknown[]
  ): Promise<unknown>;
  requestStream(
    method: string,
    bidirectional: boolean,
    request: Asked,
    ...rest: unknown[]
  ): Promise<EventEmitter>;
}
interface Asked {
  documents?: unknown[];
}
interface Told {
  document?: unknown;
  documentChange?: unknown;
  result?: { aggregateFields?: Record<string, { integerValue?: string | number }> };
}

/**
 * Counts all calls of this process to Firestore from now on, or those that `isOurs` accepts; the
 * function returns what has been counted since it was called last.
 */
export function countCosts(isOurs = () => true): () => Costs {
  const client = firestore() as unknown as Funnels;
  const { request, requestStream } = client;
  let costs: Costs = { reads: 0, writes: 0, deletes: 0 };

  client.request = (method, asked, ...rest) => {
    if (!isOurs()) return request.call(client, method, asked, ...rest);
    for (const write of asked.writes ?? []) costs[write.delete ? "deletes" : "writes"] += 1;
    return request.call(client, method, asked, ...rest);
  };
  client.requestStream = async (method, bidirectional, asked, ...rest) => {
    const isCounted = isOurs();
    const stream = await requestStream.call(client, method, bidirectional, asked, ...rest);
    if (!isCounted) return stream;
    if (method === "batchGetDocuments") costs.reads += asked.documents?.length ?? 0;
    else countAnswers(stream, method, (reads) => (costs.reads += reads));
    return stream;
  };
  return () => {
    const counted = costs;
    costs = { reads: 0, writes: 0, deletes: 0 };
    return counted;
  };
}

/**
 * Looks at what passes without taking part: a listener would set the stream flowing before its
 * reader is there.
 */
function countAnswers(
  stream: EventEmitter,
  method: string,
  read: (documents: number) => void,
): void {
  const emit = stream.emit.bind(stream);
  let documents = 0;
  stream.emit = (event: string, ...args: unknown[]) => {
    if (event === "data") {
      const n = readsOf(args[0] as Told);
      documents += n;
      read(n);
    }
    if (event === "end" && method === "runQuery" && documents === 0) read(1);
    return emit(event, ...args);
  };
}

function readsOf({ document, documentChange, result }: Told): number {
  if (document || documentChange) return 1;
  const counts = Object.values(result?.aggregateFields ?? {}).map(({ integerValue }) =>
    Number(integerValue ?? 0),
  );
  return counts.reduce((sum, counted) => sum + Math.max(1, Math.ceil(counted / 1_000)), 0);
}
