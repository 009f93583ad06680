import { randomUUID } from "node:crypto";
import { undoSend } from "@sendwright/core/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api, Person } from "./harness.ts";
import { aTemplate, connectedPerson, startSendsApi, type TestEngine, testEngine } from "./sendsWorld.ts";

/** The call with `hold`, on the wire. */
let api: Api;
let person: Person;
let engine: TestEngine;
let form: Record<string, string>;
beforeAll(async () => {
  // A call that waited for the end of a hold would return it as over, or nothing before the test is.
  engine = testEngine({ patience: 3_600_000 });
  api = await startSendsApi(engine);
  person = await connectedPerson();
  const template_id = await aTemplate(person.uid, { subject: "Hello", body: "<p>Hello</p>" });
  form = { template_id, recipient: "bo@example.org" };
});
afterAll(() => api.close());

const direct = (more: Record<string, string>, key = randomUUID()) =>
  api.request("POST", "/api/send", {
    ...{ token: person.token, form: { ...form, ...more }, headers: { "idempotency-key": key } },
  });

test("a click keeps its place only for the writes: it waits neither for its hold nor for its worker", async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => direct({ hold: "10" })));
  for (const { status, body } of answers) {
    expect(status).toBe(202);
    expect(body).toMatchObject({ success: true, send: { state: "scheduled", held_until: expect.any(String) } });
  }
  expect(engine.atRest()).toBe(true);
});

test("without hold, and with a hold of 0, it answers as usual", async () => {
  for (const more of [{}, { hold: "0" }]) {
    const { status, body } = await direct(more);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, send: { state: "done", held_until: null }, message: "1 sent." });
  }
});

test.each(["11", "-1", "1.5", "soon"])("refuses a hold of %s", async (hold) => {
  expect(await direct({ hold })).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
});

test("undo ends it, once; too late, it says why and returns the send", async () => {
  const { body } = await direct({ hold: "10" });
  const id = String(body.send_id);
  const undo = (of: string) => api.request("POST", `/api/sends/${of}/undo`, { token: person.token });
  expect((await api.call(undoSend, { id }, { token: person.token })).body).toEqual({ success: true });
  expect(await undo(id)).toMatchObject({ status: 404, body: { reason: "not_found" } });
  const gone = await direct({});
  expect(await undo(String(gone.body.send_id))).toMatchObject({
    status: 409,
    body: { success: false, reason: "too_late_to_undo", send: { state: "done", counts: { sent: 1 } } },
  });
});
