import { READS } from "@sendwright/core/contract";
import { Query, Transaction } from "firebase-admin/firestore";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { retry } from "../src/features/sends/control/control.ts";
import { findReceived } from "../src/features/sends/present/findReceived.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import * as limits from "../src/http/rateLimit.ts";
import { allRows, sendRef } from "../src/store/sends/documents.ts";
import { answering, keyOf } from "./answering.ts";
import { standStill } from "./clock.ts";
import type { Api, Person } from "./harness.ts";
import { over, REFUSAL } from "./overSend.ts";
import {
  aPlan,
  aSender,
  begun,
  connectedPerson,
  NO_END,
  startSendsApi,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";

/** The charge for looking at large sends, and the remaining allowance. */
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
  limits.chargeDocuments(person.uid, READS.documents.atOnce - LOOKS * ROWS);
  return { person, path: `/api/sends/${keyOf(user, id)}`, id };
}

test("charges whole looks by row, also simultaneous ones; the send can still be canceled", async () => {
  standStill();
  const { person, path } = await aLargeSend(ROWS);
  const given = { token: person.token };
  const looks = await Promise.all(Array.from({ length: 20 }, () => api.request("GET", path, given)));
  const whole = looks.filter(({ status }) => status === 200);
  expect(whole).toHaveLength(LOOKS);
  for (const { body } of whole) expect(body.results).toHaveLength(ROWS);
  expect(await api.request("GET", path, given)).toMatchObject({ status: 429, body: { reason: "rate_limited" } });
  expect(await api.request("POST", `${path}/cancel`, given)).toMatchObject({ status: 200 });
  expect(await api.request("POST", `${path}/retry`, { ...given, json: {} })).toMatchObject({ status: 409 });
});

test("reads the rows of a send at rest once for all whole looks, and again when it changes or a worker takes it", async () => {
  const { person, path, id } = await aLargeSend(3);
  const reads = vi.spyOn(Transaction.prototype, "get");
  const looksWith = async (status: string) => {
    reads.mockClear();
    const looks = await Promise.all([1, 2, 3].map(() => api.request("GET", path, { token: person.token })));
    const row = expect.objectContaining({ status });
    for (const look of looks) expect(look).toMatchObject({ status: 200, body: { results: [row, row, row] } });
    return reads.mock.calls.length;
  };
  expect(await looksWith("queued")).toBe(1);
  expect(await looksWith("queued")).toBe(0);
  await api.request("POST", `${path}/cancel`, { token: person.token });
  expect(await looksWith("skipped")).toBe(1);
  await sendRef(id).update({ worker: "w" });
  expect(await looksWith("skipped")).toBe(3);
});

test("charges looks at changes by their results: following a large send continues", async () => {
  standStill();
  const { person, path } = await aLargeSend(ROWS);
  const given = { token: person.token };
  const { body } = await api.request("GET", path, given);
  for (let i = 0; i < 20; i++) {
    const look = await api.request("GET", `${path}?after=${body.cursor}`, given);
    expect(look).toMatchObject({ status: 200, body: { results: [] } });
  }
});

test("charges corrections for the rows that were searched", async () => {
  standStill();
  const { person, path } = await aLargeSend(ROWS);
  const given = { token: person.token };
  await api.request("POST", `${path}/cancel`, given);
  const looks = await Promise.all(Array.from({ length: 8 }, () => api.request("GET", `${path}/corrections`, given)));
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

/** The documents charged to a person from now on, less those given back. */
function charged(uid: string): () => number {
  const charges = vi.spyOn(limits, "chargeDocuments");
  const spent = vi.spyOn(limits, "spendDocuments");
  return () => [...charges.mock.calls, ...spent.mock.calls].reduce((sum, [of, n]) => sum + (of === uid ? n : 0), 0);
}

test("charges a list for the documents it passes over, too", async () => {
  const user = await aSender();
  const engine = answering();
  const ids = [await begun(user, engine, 1), await begun(user, engine, 1), await begun(user, engine, 1)];
  await runSlice(engine, user.uid, NO_END);
  await sendRef(ids[0] ?? "").update({ hidden: true });
  await sendRef(ids[1] ?? "").update({ counts: "many" } as never);
  const cost = charged(user.uid);
  expect((await listSends(engine, user.uid)).sends).toHaveLength(1);
  // Three sends and one heading.
  expect(cost()).toBe(4);
});

test("charges a look at a send for the rows that correct it", async () => {
  const { user, engine, key } = await over(3, { answers: { 1: REFUSAL, 2: REFUSAL, 3: REFUSAL } });
  await begun(user, engine, aPlan(3, { corrects: { send: key, rows: [1, 2, 3], here: [1, 2, 3] } }));
  const cost = charged(user.uid);
  await showSend(engine, user.uid, key, null);
  expect(cost()).toBe(3 + 3);
});

test("charges by the rows read to find out who received an email, for a question and for a retry", async () => {
  const { user, engine, key, addresses } = await over(2, { answers: { 1: REFUSAL, 2: REFUSAL } });
  const [to = ""] = addresses;
  const { rows, ...plan } = aPlan(3);
  await begun(user, engine, { ...plan, rows: rows.map((row) => ({ ...row, to })) });
  const cost = charged(user.uid);
  await findReceived(engine, user.uid, { subject: plan.mail.subject, people: [{ row: 1, recipient: to }] });
  // One person asked about; the failed row and the three.
  expect(cost()).toBe(1 + 1 + 3);
  await expect(retry(engine, user.uid, key, [1])).rejects.toMatchObject({ reason: "already_received" });
  expect(cost()).toBe(5 + 1 + 1 + 3);
});

test("one question reads at most about 50,000 rows, and is charged for those", async () => {
  const user = await aSender();
  const engine = answering();
  await begun(user, engine, 1);
  const found = await allRows().limit(1).get();
  const page = { docs: Array.from({ length: 1_000 }, () => found.docs[0]) };
  const reads = vi.spyOn(Query.prototype, "get").mockResolvedValue(page as never);
  const cost = charged(user.uid);
  const people = Array.from({ length: 10_000 }, (_, i) => ({ row: i + 1, recipient: `p${i}@example.org` }));
  const asked = findReceived(engine, user.uid, { subject: "Hello", people });
  await expect(asked).rejects.toMatchObject({ reason: "too_much_kept" });
  expect(reads.mock.calls.length).toBeLessThanOrEqual(70);
  expect(cost()).toBeGreaterThan(50_000);
});
