import { READS } from "@sendwright/core/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyOf } from "./answering.ts";
import { standStill } from "./clock.ts";
import type { Api, Person } from "./harness.ts";
import { aPlan, begun, connectedPerson, startSendsApi, type TestEngine, testEngine } from "./sendsWorld.ts";

/** What looking at large sends uses up, and what it leaves. */
const ROWS = 1_000;

let engine: TestEngine;
let api: Api;
beforeAll(async () => {
  engine = testEngine();
  api = await startSendsApi(engine);
});
afterAll(() => api.close());

async function aLargeSend(rows: number): Promise<{ person: Person; path: string }> {
  const person = await connectedPerson();
  const user = { ...person, name: "Ada" };
  const id = await begun(user, engine, aPlan(rows, { startAt: engine.now() + 3_600_000 }));
  return { person, path: `/api/sends/${keyOf(user, id)}` };
}

test("whole looks are charged by row, those at the same time too; the send can still be cancelled", async () => {
  standStill();
  const { person, path } = await aLargeSend(ROWS);
  const given = { token: person.token };
  const looks = await Promise.all(Array.from({ length: 20 }, () => api.request("GET", path, given)));
  const whole = looks.filter(({ status }) => status === 200);
  expect(whole).toHaveLength(READS.documents.atOnce / ROWS);
  for (const { body } of whole) expect(body.results).toHaveLength(ROWS);
  expect(await api.request("GET", path, given)).toMatchObject({ status: 429, body: { reason: "rate_limited" } });
  expect(await api.request("POST", `${path}/cancel`, given)).toMatchObject({ status: 200 });
});

test("looks at what has changed cost what they bring: following a large send goes on", async () => {
  standStill();
  const { person, path } = await aLargeSend(ROWS);
  const given = { token: person.token };
  const { body } = await api.request("GET", path, given);
  for (let i = 0; i < 20; i++) {
    const look = await api.request("GET", `${path}?after=${body.cursor}`, given);
    expect(look).toMatchObject({ status: 200, body: { results: [] } });
  }
});

test("what can be corrected is charged for the rows that it was looked for in", async () => {
  standStill();
  const { person, path } = await aLargeSend(ROWS);
  const given = { token: person.token };
  await api.request("POST", `${path}/cancel`, given);
  const looks = await Promise.all(Array.from({ length: 8 }, () => api.request("GET", `${path}/corrections`, given)));
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200, 429]));
});
