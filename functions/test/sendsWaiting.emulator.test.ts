import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Places } from "../src/features/sends/places.ts";
import { sendRoutes } from "../src/features/sends/sendRoutes.ts";
import { type Api, type Person, startApi } from "./harness.ts";
import { connectedPerson, type TestEngine, testEngine } from "./sendsWorld.ts";

/** Who may wait for the end of a send, and who gets an answer at once. No worker comes before it is called. */
let api: Api;
let engine: TestEngine;
let people: Person[];
beforeAll(async () => {
  engine = testEngine({ patience: 3_600_000, waiting: new Places(2, 3) });
  api = await startApi(sendRoutes(() => engine));
  people = await Promise.all([connectedPerson(), connectedPerson(), connectedPerson()]);
});
afterAll(() => api.close());

const mail = { template_id: "", subject: "Hello", body: "<p>Hello</p>", mode: "manual" };
const press = (person: Person | undefined, key: string = randomUUID()) =>
  api.request("POST", "/api/send-bulk", {
    ...{ token: person?.token ?? "", headers: { "idempotency-key": key } },
    form: { ...mail, manual_recipients: `${key}@example.org` },
  });
const waiting = (requests: number) => expect.poll(() => engine.waiting.taken(), { timeout: 60_000 }).toBe(requests);

test("two calls of one person and three in all wait for their sends; all others get 202 at once, a repeated key too", async () => {
  const [ada, grace, mary] = people;
  const key = randomUUID();
  const first = press(ada, key);
  await waiting(1);
  const again = press(ada, key);
  await waiting(2);
  for (const repeated of [key, key, randomUUID()]) expect(await press(ada, repeated)).toMatchObject({ status: 202 });
  const third = press(grace);
  await waiting(3);
  const fourth = await press(mary);
  expect(fourth).toMatchObject({ status: 202, body: { success: true, send: { state: "queued" } } });

  await engine.drain();
  for (const { status, body } of await Promise.all([first, again, third])) {
    expect([status, body.message]).toEqual([200, "1 sent."]);
  }
  await waiting(0);
});
