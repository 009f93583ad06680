import { Timestamp } from "firebase-admin/firestore";
import { describe, expect, it } from "vitest";
import { isFuzz } from "../../test/seed.ts";
import { pause } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { firestore } from "../src/platform/firebase.ts";
import { settle } from "../src/store/sends/apply.ts";
import { rowCollection, rowId } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { expectSend } from "./expectations.ts";
import {
  aSender,
  begun,
  HOUR,
  keyOf,
  ownProject,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";

/** Sends that take days, with a moved clock; the test plays Firestore's TTL policy. */
ownProject();

/** Five sends of 1,000 rows at 500 a day in `npm run fuzz`. */
const ROWS = isFuzz ? 1_000 : 60;
const timeout = isFuzz ? 15 * 60_000 : 300_000;

const DAY = 24 * HOUR;

/** An engine whose Gmail takes this many emails a day, and knows how many each address got. */
function aGmail(perDay: number): TestEngine & { delivered: Map<string, number> } {
  const delivered = new Map<string, number>();
  const engine = testEngine({ dailyLimit: () => perDay });
  engine.sendMessage = async ({ message }) => {
    const to =
      /^To: .*?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(Buffer.concat(message).toString("latin1"))?.[1] ??
      "";
    delivered.set(to, (delivered.get(to) ?? 0) + 1);
    return { kind: "sent", messageId: "m" };
  };
  return Object.assign(engine, { delivered });
}

/** Deletes expired documents, as Firestore's TTL policy does. */
async function playTtl(now: number): Promise<void> {
  for (const group of ["rows", "snapshot"]) {
    const expired = firestore()
      .collectionGroup(group)
      .where("expireAt", "<=", Timestamp.fromMillis(now));
    await Promise.all((await expired.get()).docs.map((doc) => doc.ref.delete()));
  }
}

async function aDayPasses(engine: TestEngine): Promise<void> {
  engine.pass(DAY + HOUR);
  await playTtl(engine.now());
  await sweep(engine);
  await engine.drain();
}

async function reasonsOf(id: string): Promise<string[]> {
  const rows = (await rowCollection(id).get()).docs.map((doc) => doc.data());
  return [...new Set(rows.filter(({ state }) => state === "skipped").map(({ reason }) => reason))];
}

describe("a daily quota", () => {
  it("makes five sends take ten days, and every row ends in its true state", {
    timeout,
  }, async () => {
    const user = await aSender();
    const engine = aGmail(ROWS / 2);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await begun(user, engine, ROWS));
    await engine.enqueue(user.uid, engine.now());
    await engine.drain();
    for (let day = 0; day < 12; day++) await aDayPasses(engine);
    for (const id of ids) {
      await expectSend(id, {
        state: "done",
        counts: { sent: ROWS, skipped: 0, queued: 0 },
      });
    }
    expect([...engine.delivered.values()].every((n) => n === 1)).toBe(true);
    expect(engine.delivered.size).toBe(5 * ROWS);
    const last = await readSend(ids[4] ?? "");
    expect((last?.deletesAt ?? 0) - (last?.endedAt ?? 0)).toBe(DAY);
    await aDayPasses(engine);
    for (const id of ids) await expectSend(id, { dataDeleted: true, counts: { sent: ROWS } });
  });

  it("that is too small ends a send after 30 days, and the rest says so", {
    timeout: 300_000,
  }, async () => {
    const user = await aSender();
    const engine = aGmail(1);
    const id = await begun(user, engine, 40);
    const start = engine.now();
    await engine.enqueue(user.uid, engine.now());
    await engine.drain();
    while (engine.now() < start + 29 * DAY) await aDayPasses(engine);
    await expectSend(id, { state: "paused", pauseReason: "quota" });
    engine.pass(start + 30 * DAY - engine.now());
    await playTtl(engine.now());
    await sweep(engine);
    const send = await readSend(id);
    expect(send).toMatchObject({
      state: "cancelled",
      endedAt: expect.any(Number),
      counts: { queued: 0 },
    });
    expect(send?.counts.sent).toBe(engine.delivered.size);
    expect((send?.counts.sent ?? 0) + (send?.counts.skipped ?? 0)).toBe(40);
    expect(await reasonsOf(id)).toEqual(["Not sent: a send ends after 30 days."]);
  });
});

describe("a pause without an end", () => {
  it("is canceled seven days after it began, not seven days after the send began", async () => {
    const user = await aSender();
    const engine = aGmail(1);
    const id = await begun(user, engine, 20);
    await engine.enqueue(user.uid, engine.now());
    await engine.drain();
    for (let day = 0; day < 8; day++) await aDayPasses(engine);
    await pause(engine, user.uid, keyOf(user, id));
    engine.pass(6 * DAY);
    await sweep(engine);
    await expectSend(id, { state: "paused", pauseReason: "user" });
    engine.pass(DAY);
    await sweep(engine);
    await expectSend(id, { state: "cancelled", endedAt: expect.any(Number) });
    expect(await reasonsOf(id)).toEqual(["Not sent: the send was paused for a week."]);
  });
});

describe("a missing row", () => {
  it("counts as nothing, least of all as skipped", async () => {
    const user = await aSender();
    const engine = aGmail(100);
    const id = await begun(user, engine, 3);
    await rowCollection(id).doc(rowId(2)).delete();
    await settle(id, engine.now());
    expect((await readSend(id))?.counts).toMatchObject({ total: 3, queued: 2, skipped: 0 });
  });
});

describe("a send's document", () => {
  it("has its last day written once, 45 days after the start", async () => {
    const user = await aSender();
    const engine = aGmail(100);
    const id = await begun(user, engine, 2);
    const start = (await readSend(id))?.startsAt ?? 0;
    for (const doc of (await rowCollection(id).get()).docs) {
      expect(doc.data().expireAt).toEqual(Timestamp.fromMillis(start + 45 * DAY));
    }
  });
});
