import { randomUUID } from "node:crypto";
import { MAX_KEPT_MB, MAX_OPEN_SENDS } from "@sendwright/core/contract/limits";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancel, pause, remove, resume, retry } from "../src/features/sends/control/control.ts";
import { requestSlice } from "../src/features/sends/engine.ts";
import type { User } from "../src/http/requireUser.ts";
import { apply } from "../src/store/sends/apply.ts";
import { sendRef } from "../src/store/sends/documents.ts";
import { keptBytes } from "../src/store/sends/quota.ts";
import { openSends } from "../src/store/sends/read.ts";
import { insertTemplate, newTemplateId, templatesOf } from "../src/store/templates.ts";
import { expectSend } from "./expectations.ts";
import type { Answer, Api, Person } from "./harness.ts";
import { attachment } from "./sendForms.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  begun,
  connectedPerson,
  HOUR,
  keyOf,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";
import { startSendsApi } from "./servers.ts";

/**
 * Everything a person may have a limited number of, also requested many times at the same moment.
 */
const AT_ONCE = 30;

/** As many sends of one person as an instance takes at once. */
const SENDS_AT_ONCE = 6;

describe("six calls at once, with one place left", () => {
  let engine: TestEngine;
  let api: Api;
  const startsAt = new Date(Date.now() + HOUR).toISOString();
  beforeAll(async () => {
    engine = testEngine();
    api = await startSendsApi(engine);
  });
  afterAll(() => api.close());

  /** A person with all their places taken but one. */
  async function nearlyFull() {
    const person = await connectedPerson();
    const user: User = { ...person, name: "Ada" };
    const plan = () => aPlan(1, { startAt: engine.now() + HOUR });
    for (let i = 0; i < MAX_OPEN_SENDS - 1; i++) await begun(user, engine, plan());
    return person;
  }
  function send({ token }: Person, size: number, key: string = randomUUID()) {
    const mail = {
      mode: "manual",
      subject: "Hello",
      body: "<p>Hello</p>",
      manual_recipients: "bo@example.org",
    };
    const form = { ...mail, template_id: "", start_at: startsAt };
    const files = size > 0 ? [attachment("a.txt", size)] : [];
    return api.request("POST", "/api/send-bulk", {
      token,
      form,
      files,
      headers: { "idempotency-key": key },
    });
  }
  const short = ({ status, body }: Answer) => `${status} ${body.reason ?? ""}`.trim();

  it.each([
    ["written in one piece", 0],
    ["prepared first, for their files", 500],
  ])("begin one send, and the others get the reason why not (%s)", async (_, size) => {
    const person = await nearlyFull();
    const answers = await Promise.all(
      Array.from({ length: SENDS_AT_ONCE }, () => send(person, size)),
    );
    const refused = Array.from({ length: SENDS_AT_ONCE - 1 }, () => "409 too_many_open_sends");
    expect(answers.map(short).sort()).toEqual(["202", ...refused]);
    expect(await openSends(person.uid)).toHaveLength(MAX_OPEN_SENDS);
  });

  it("begin one send if they come from the same click, and each of them finds it", async () => {
    const person = await nearlyFull();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: SENDS_AT_ONCE }, () => send(person, 0, key)),
    );
    expect(answers.map(short)).toEqual(Array.from({ length: SENDS_AT_ONCE }, () => "202"));
    expect(new Set(answers.map(({ body }) => body.send_id))).toEqual(new Set([key]));
    expect(await openSends(person.uid)).toHaveLength(MAX_OPEN_SENDS);
  });
});

describe("a send that has ended and is sent again", () => {
  /** A person with all their places taken, and a finished send with a failed row. */
  async function full(free = 0) {
    const {
      user,
      engine,
      id: ended,
    } = await aSend(1, answering({ kind: "refused", sentence: "No." }));
    await requestSlice(engine, user.uid, engine.now());
    await engine.drain();
    const plan = () => aPlan(1, { startAt: engine.now() + HOUR });
    for (let i = free; i < MAX_OPEN_SENDS; i++) await begun(user, engine, plan());
    return { user, engine, key: keyOf(user, ended) };
  }

  it("needs a place like a new one", async () => {
    const { user, engine, key } = await full();
    await expect(retry(engine, user.uid, key, null)).rejects.toMatchObject({
      reason: "too_many_open_sends",
    });
    expect(await openSends(user.uid)).toHaveLength(MAX_OPEN_SENDS);
  });

  it("gets the last place, or a new send does: never both", async () => {
    const { user, engine, key } = await full(1);
    const again = retry(engine, user.uid, key, null);
    const news = Array.from({ length: 5 }, () =>
      begun(user, engine, aPlan(1, { startAt: engine.now() + HOUR })),
    );
    const answers = await Promise.allSettled([again, ...news]);
    const refused = answers.flatMap((one) =>
      one.status === "rejected" ? [one.reason.reason] : [],
    );
    expect(refused).toEqual(Array.from({ length: 5 }, () => "too_many_open_sends"));
    expect(await openSends(user.uid)).toHaveLength(MAX_OPEN_SENDS);
  });
});

it("begins one send at once if there is room for the bytes of one", async () => {
  const { user, engine, id } = await aSend(1, answering());
  await sendRef(id).update({ bytes: MAX_KEPT_MB * 1024 * 1024 - 1_000 });
  const calls = Array.from({ length: AT_ONCE }, () => begun(user, engine, 1));
  const answers = await Promise.allSettled(calls);
  const refused = answers.flatMap((one) => (one.status === "rejected" ? [one.reason.reason] : []));
  expect(refused).toEqual(Array.from({ length: AT_ONCE - 1 }, () => "too_much_kept"));
  expect(await keptBytes(user.uid)).toBeLessThanOrEqual(MAX_KEPT_MB * 1024 * 1024);
});

it("keeps one template at once if there is room for one", async () => {
  const uid = randomUUID();
  const fields = {
    name: "T",
    subject: "S",
    body: "<p>B</p>",
    dateFormat: "iso",
    timeFormat: "24hr",
  } as const;
  const keep = () => insertTemplate(uid, newTemplateId(), fields, [], 2);
  await keep();
  const answers = await Promise.allSettled(Array.from({ length: AT_ONCE }, keep));
  const refused = answers.flatMap((one) => (one.status === "rejected" ? [one.reason.reason] : []));
  expect(refused).toEqual(Array.from({ length: AT_ONCE - 1 }, () => "template_limit_reached"));
  expect((await templatesOf(uid)).templates).toHaveLength(2);
});

describe("one person", () => {
  it("has at most twenty open sends, and learns what to do", async () => {
    const user = await aSender();
    const engine = answering();
    const later = () => aPlan(1, { startAt: engine.now() + HOUR });
    const ids: string[] = [];
    for (let i = 0; i < MAX_OPEN_SENDS; i++) ids.push(await begun(user, engine, later()));
    await expect(begun(user, engine, later())).rejects.toMatchObject({
      reason: "too_many_open_sends",
      message: "You have 20 open sends. Wait until one ends, or cancel one.",
    });
    await cancel(engine, user.uid, keyOf(user, ids[0] ?? randomUUID()));
    expect(await begun(user, engine, later())).toContain(user.uid);
  });

  it("gets a place back with the click on Undo, even while the send is still to be deleted", async () => {
    const { user, engine, id: held } = await aSend(aPlan(1, { hold: 10_000 }), answering());
    for (let i = 1; i < MAX_OPEN_SENDS; i++)
      await begun(user, engine, aPlan(1, { startAt: engine.now() + HOUR }));
    await apply(held, { kind: "undone" }, "user", engine.now());
    await expectSend(held, { voided: true });
    expect(await begun(user, engine, 1)).toContain(user.uid);
  });

  it("has at most 1,000 MB of sends kept, and room again once one is deleted", async () => {
    const user = await aSender();
    const engine = answering();
    const file = {
      filename: "a.txt",
      contentType: "text/plain",
      size: 7_000,
      from: Buffer.alloc(7_000),
    };
    const id = await begun(user, engine, aPlan(3, { files: [file] }));
    const bytes = await keptBytes(user.uid);
    expect(bytes).toBeGreaterThan(7_000 + 3 * 400);
    expect(bytes).toBeLessThan(7_000 + 3 * 1_000);
    await cancel(engine, user.uid, keyOf(user, id));
    await sendRef(id).update({ bytes: MAX_KEPT_MB * 1024 * 1024 - 500 });
    await expect(begun(user, engine, 1)).rejects.toMatchObject({
      reason: "too_much_kept",
      message:
        "Your sends take up 1,000 MB of recipients and files. Delete a finished send, or wait until its data is deleted.",
    });
    await remove(engine, user.uid, keyOf(user, id));
    expect(await keptBytes(user.uid)).toBe(0);
    expect(await begun(user, engine, 1)).toContain(user.uid);
  });

  it("gets one slice for a send, however often it is resumed", async () => {
    const { user, engine, id, key } = await aSend(2, answering());
    for (let i = 0; i < 3; i++) await resume(engine, user.uid, key);
    expect(engine.tasks).toEqual([]);
    await pause(engine, user.uid, key);
    for (let i = 0; i < 3; i++) await resume(engine, user.uid, key);
    expect(engine.tasks).toHaveLength(1);
    await engine.drain();
    await expectSend(id, { state: "done" });
  });
});
