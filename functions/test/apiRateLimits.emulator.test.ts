import { randomUUID } from "node:crypto";
import { RATES, READS } from "@sendwright/core/contract";
import { Query, Transaction } from "firebase-admin/firestore";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { chanceOf } from "../../test/chance.ts";
import { seed } from "../../test/seed.ts";
import { retry } from "../src/features/sends/control/control.ts";
import { findReceived } from "../src/features/sends/present/presentReceived.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import * as limits from "../src/http/rateLimit.ts";
import { firestore } from "../src/platform/firebase.ts";
import { countCall } from "../src/store/apiRateLimits.ts";
import { allRows, STORED_ROWS, sendRef } from "../src/store/sends/documents.ts";
import { standStill } from "./callCounts.ts";
import { refused } from "./expectations.ts";
import type { Api, Person } from "./harness.ts";
import {
  answering,
  aPlan,
  aSender,
  begun,
  connectedPerson,
  copySend,
  keyOf,
  over,
  REFUSAL,
  type TestEngine,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";
import { startSendsApi } from "./servers.ts";

const LIMIT = RATES.demo_previews.calls;
const START = 1_800_000_000_000;

test("the limit applies to any 60 seconds, not to each minute of the clock", async () => {
  const caller = randomUUID();
  const at = (seconds: number) => countCall("demo_previews", caller, START + seconds * 1000);
  for (let i = 0; i < LIMIT - 1; i++) expect(await at(50)).toBe(0);
  expect(await at(58.5)).toBe(0);
  expect(await at(61)).toBe(49);
  expect(await at(109.9)).toBe(1);
  expect(await at(110)).toBe(0);
});

test("a refused call costs nothing later", async () => {
  const caller = randomUUID();
  for (let i = 0; i < LIMIT; i++) await countCall("demo_previews", caller, START);
  for (let i = 1; i < 60; i++)
    expect(await countCall("demo_previews", caller, START + i * 1000)).toBe(60 - i);
  expect(await countCall("demo_previews", caller, START + 60_000)).toBe(0);
});

test("of many calls at once exactly the limit passes, in any instance", async () => {
  const caller = randomUUID();
  const waits = await Promise.all(
    Array.from({ length: LIMIT + 15 }, () => countCall("demo_previews", caller, START)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(LIMIT);
});

test("at any rhythm, no 60 seconds contain more calls than the limit", async () => {
  const caller = randomUUID();
  const chance = chanceOf(seed);
  const passed: number[] = [];
  let now = START;
  for (let i = 0; i < 120; i++) {
    now += Math.floor(chance.number() ** 3 * 9_000);
    if ((await countCall("demo_previews", caller, now)) === 0) passed.push(now);
  }
  for (const time of passed) {
    expect(
      passed.filter((other) => other > time - 60_000 && other <= time).length,
    ).toBeLessThanOrEqual(LIMIT);
  }
  expect(passed.length).toBeGreaterThan(LIMIT);
});

test("exports are counted by the day", async () => {
  const caller = randomUUID();
  const at = (hours: number) => countCall("exports", caller, START + hours * 3_600_000);
  for (let i = 0; i < RATES.exports.calls; i++) expect(await at(i)).toBe(0);
  expect(await at(10)).toBe(14 * 3_600);
  expect(await at(23)).toBe(3_600);
  expect([await at(24), await at(24)]).toEqual([0, 3_600]);
});

test("callers and buckets are counted separately, and a counter has an expiry time", async () => {
  const caller = randomUUID();
  for (let i = 0; i < LIMIT; i++) await countCall("demo_previews", caller, START);
  // The other bucket's limit is higher, so counting both together would leave nothing for the
  // smaller one.
  for (let i = 0; i < LIMIT; i++) await countCall("sign_ins", caller, START);
  expect(await countCall("exports", caller, START)).toBe(0);
  expect(await countCall("demo_previews", `${caller}x`, START)).toBe(0);
  const kept = (await firestore().collection("rates").get()).docs.map((document) =>
    document.data(),
  );
  expect(kept.every(({ expireAt }) => typeof expireAt?.toMillis() === "number")).toBe(true);
});

/** What looks at large sends cost, and the remaining allowance. */
describe("the charge by documents", () => {
  const ROWS = 1_000;
  /** Looks at as many rows as a person here has left. */
  const LOOKS = 5;

  let engine: TestEngine;
  let api: Api;
  beforeAll(async () => {
    engine = testEngine();
    api = await startSendsApi(engine);
  });
  afterAll(() => api.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function aLargeSend(rows: number): Promise<{ person: Person; path: string; id: string }> {
    const person = await connectedPerson();
    const user = { ...person, name: "Ada" };
    const id = await begun(user, engine, aPlan(rows, { startAt: engine.now() + 3_600_000 }));
    limits.chargeDocuments(person.sub, READS.documents.atOnce - LOOKS * ROWS);
    return { person, path: `/api/sends/${keyOf(user, id)}`, id };
  }

  test("charges whole looks by row, also simultaneous ones; the send can still be canceled", async () => {
    standStill();
    const { person, path } = await aLargeSend(ROWS);
    const given = person;
    const looks = await Promise.all(
      Array.from({ length: LOOKS + 1 }, () => api.request("GET", path, given)),
    );
    const whole = looks.filter(({ status }) => status === 200);
    expect(whole).toHaveLength(LOOKS);
    for (const { body } of whole) expect(body.results).toHaveLength(ROWS);
    expect(await api.request("GET", path, given)).toMatchObject({
      status: 429,
      body: { reason: "rate_limited" },
    });
    expect(await api.request("POST", `${path}/cancel`, given)).toMatchObject({ status: 200 });
    expect(await api.request("POST", `${path}/retry`, { ...given, json: {} })).toMatchObject({
      status: 409,
    });
  });

  test("reads the rows of a send at rest once for all whole looks, and again when it changes or a worker takes it", async () => {
    const { person, path, id } = await aLargeSend(3);
    const reads = vi.spyOn(Transaction.prototype, "get");
    const looksWith = async (status: string) => {
      reads.mockClear();
      const looks = await Promise.all([1, 2, 3].map(() => api.request("GET", path, person)));
      const row = expect.objectContaining({ status });
      for (const look of looks)
        expect(look).toMatchObject({ status: 200, body: { results: [row, row, row] } });
      return reads.mock.calls.length;
    };
    expect(await looksWith("queued")).toBe(1);
    expect(await looksWith("queued")).toBe(0);
    await api.request("POST", `${path}/cancel`, person);
    expect(await looksWith("skipped")).toBe(1);
    await sendRef(id).update({ worker: "w" });
    expect(await looksWith("skipped")).toBe(3);
  });

  test("charges looks at changes by their results: following a large send continues", async () => {
    standStill();
    const { person, path } = await aLargeSend(ROWS);
    const given = person;
    const { body } = await api.request("GET", path, given);
    for (let i = 0; i < 20; i++) {
      const look = await api.request("GET", `${path}?after=${body.cursor}`, given);
      expect(look).toMatchObject({ status: 200, body: { results: [] } });
    }
  });

  test("charges corrections for the rows that were searched", async () => {
    standStill();
    const { person, path } = await aLargeSend(ROWS);
    const given = person;
    await api.request("POST", `${path}/cancel`, given);
    const looks = await Promise.all(
      Array.from({ length: LOOKS + 1 }, () => api.request("GET", `${path}/corrections`, given)),
    );
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  /** The documents charged to a person from now on, less those given back. */
  function charged(uid: string): () => number {
    const charges = vi.spyOn(limits, "chargeDocuments");
    const spent = vi.spyOn(limits, "spendDocuments");
    const questions = vi.spyOn(limits, "chargeQuestion");
    const all = () => [charges, spent, questions].flatMap(({ mock }) => mock.calls);
    return () => all().reduce((sum, [of, n]) => sum + (of === uid ? n : 0), 0);
  }

  test("charges a list for the documents it passes over, too", async () => {
    const [user, engine] = [await aSender(), answering()];
    const ids = [
      await begun(user, engine, 1),
      await begun(user, engine, 1),
      await begun(user, engine, 1),
    ];
    await wholeSlice(engine, user);
    await sendRef(ids[0] ?? "").update({ hidden: true });
    await sendRef(ids[1] ?? "").update({ counts: "many" } as never);
    const cost = charged(user.uid);
    expect((await listSends(engine, user.uid)).sends).toHaveLength(1);
    // Three sends and one heading.
    expect(cost()).toBe(4);
  });

  test("charges a look at a send for the rows that correct it, and for their send each time it is read", async () => {
    const { user, engine, key } = await over(3, {
      answers: { 1: REFUSAL, 2: REFUSAL, 3: REFUSAL },
    });
    await begun(
      user,
      engine,
      aPlan(3, { corrects: { send: key, rows: [1, 2, 3], here: [1, 2, 3] } }),
    );
    const cost = charged(user.uid);
    await showSend(engine, user.uid, key, null);
    expect(cost()).toBe(3 + 3 + 2);
  });

  test("charges for every send that corrects the same send", async () => {
    const { user, engine, key } = await over(1, { answers: { 1: REFUSAL } });
    const id = await begun(user, engine, aPlan(1, { corrects: { send: key, rows: [1] } }));
    const charge = async () => {
      const cost = charged(user.uid);
      await showSend(engine, user.uid, key, null);
      return cost();
    };
    const before = await charge();
    await copySend(
      id,
      Array.from({ length: 20 }, () => user.uid),
    );
    expect((await charge()) - before).toBeGreaterThanOrEqual(20);
  });

  test("charges by the rows read to find out who received an email, for a question and for a retry", async () => {
    const { user, engine, key, addresses } = await over(2, { answers: { 1: REFUSAL, 2: REFUSAL } });
    const [to = ""] = addresses;
    const { rows, ...plan } = aPlan(3);
    await begun(user, engine, { ...plan, rows: rows.map((row) => ({ ...row, to })) });
    const cost = charged(user.uid);
    await findReceived(engine, user.uid, {
      subject: plan.mail.subject,
      people: [{ row: 1, recipient: to }],
    });
    // One person asked about; no deleted template with this subject; the failed row and the three; their two sends.
    expect(cost()).toBe(1 + 1 + 1 + 3 + 2);
    await refused(retry(engine, user.uid, key, [1]), "already_received");
    // The email of the send whose row is sent again comes first.
    expect(cost()).toBe(8 + 1 + 8);
  });

  test("one question reads at most about 50,000 rows, and is charged for those", async () => {
    const [user, engine] = [await aSender(), answering()];
    await begun(user, engine, 1);
    const found = await allRows(STORED_ROWS).limit(1).get();
    const page = { docs: Array.from({ length: 1_000 }, () => found.docs[0]) };
    const reads = vi.spyOn(Query.prototype, "get").mockResolvedValue(page as never);
    const cost = charged(user.uid);
    const people = Array.from({ length: 10_000 }, (_, i) => ({
      row: i + 1,
      recipient: `p${i}@example.org`,
    }));
    const asked = findReceived(engine, user.uid, { subject: "Hello", people });
    await refused(asked, "too_much_kept");
    expect(reads.mock.calls.length).toBeLessThanOrEqual(70);
    expect(cost()).toBeGreaterThan(50_000);
  });
});
