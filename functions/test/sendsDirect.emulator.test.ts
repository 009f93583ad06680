import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { undoSend } from "@sendwright/core/contract";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { realEngine } from "../src/features/sends/engine.ts";
import { sendRoutes } from "../src/features/sends/sendRoutes.ts";
import { storeGrant } from "../src/store/grants.ts";
import { type Answer, type Api, aTag, type Person, startApi, type TestFile } from "./harness.ts";
import {
  aCsv,
  aTemplate,
  aWriter,
  connectedPerson,
  fault,
  mailbox,
  rawMail,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";
import { startSendsApi } from "./servers.ts";

let engine: TestEngine;
let api: Api;

beforeAll(async () => {
  // A call that waited for the end of a hold would return it as over, or nothing before the test
  // is.
  engine = testEngine({ patience: 3_600_000 });
  api = await startSendsApi(engine);
});
afterAll(() => api.close());

const VARIABLES = JSON.stringify({ "Full Name": "Bo Li", "Talk Date": "2026-12-01" });

interface Given {
  recipient: string;
  key?: string;
  variables?: string;
  files?: TestFile[];
}

async function send(person: Person, template_id: string, given: Given): Promise<Answer> {
  return api.request("POST", "/api/send", {
    token: person.token,
    headers: given.key ? { "idempotency-key": given.key } : {},
    form: { template_id, recipient: given.recipient, variables: given.variables ?? VARIABLES },
    files: given.files ?? [],
  });
}

function someone(): string {
  return `p-${aTag()}@example.org`;
}

describe("Direct Send", () => {
  it.each([
    ["{{Topic|text:}}", "<p>Hi</p>", "With these values, the subject is blank."],
    ["Hi", "<p>{{#Topic}}Fees{{/Topic}}</p>", "With these values, the email has no text."],
  ])("refuses an email of %j and %j that its values empty", async (subject, body, error) => {
    const { person } = await aWriter();
    const form = { template_id: await aTemplate(person.uid, { subject, body }), variables: "{}" };
    for (const [call, to] of [
      ["/api/send", { recipient: someone() }],
      [
        "/api/send-bulk",
        {
          mode: "manual",
          manual_recipients: someone(),
          date_format_preference: "long",
          time_format_preference: "12hr",
        },
      ],
      ["/api/test-send", {}],
    ] as const) {
      const answer = await api.request("POST", call, {
        token: person.token,
        form: { ...form, ...to },
        files: [],
      });
      expect([call, answer.status, answer.body]).toMatchObject([
        call,
        400,
        { reason: "blank_email", error },
      ]);
    }
    expect(await mailbox(person.email)).toEqual([]);
  });

  it("sends one separate email to each recipient, files included", async () => {
    const { person, template_id: template } = await aWriter();
    const to = [someone(), someone()];
    const files = [{ field: "attachments", name: "menu.txt", content: "soup", type: "text/plain" }];
    const answer = await send(person, template, { recipient: to.join(","), files });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      message: "2 sent.",
      send: { kind: "direct", state: "done", first_person: to[0] },
    });
    const mails = await mailbox(person.email);
    expect(mails.map((mail) => mail.to.join()).sort()).toEqual([...to].sort());
    const raw = await rawMail(mails[0]?.id ?? "");
    expect(raw).toContain("Subject: Hello Bo Li");
    expect(raw).toMatch(/^Message-ID: <[\w-]+@example\.com>\r$/m);
    expect(raw).toContain(Buffer.from("soup").toString("base64"));
    expect(to.filter((address) => raw.includes(address))).toHaveLength(1);
  });

  it("lists who got it and who didn't if only part went out", async () => {
    const { person, template_id: template } = await aWriter();
    const [good, refused, lost] = [someone(), someone(), someone()];
    const local = (address: string) => address.slice(0, address.indexOf("@"));
    await fault({
      op: "send",
      user: person.email,
      match: local(refused),
      status: 400,
      reason: "invalidArgument",
    });
    await fault({
      op: "send",
      user: person.email,
      match: local(lost),
      reset: true,
      storeFirst: true,
    });
    const answer = await send(person, template, { recipient: [good, refused, lost].join(",") });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: false,
      reason: "partially_sent",
      message: "1 sent, 1 failed, 1 unconfirmed.",
      error: "1 sent, 1 failed, 1 unconfirmed.",
    });
    const { results } = contract.sendDirect.output.parse(answer.body);
    expect(results.map(({ recipient, status }) => [recipient, status])).toEqual([
      [good, "sent"],
      [refused, "failed"],
      [lost, "warning"],
    ]);
  });

  it("says so if no one got it", async () => {
    const { person, template_id: template } = await aWriter();
    await fault({
      op: "send",
      user: person.email,
      status: 400,
      reason: "invalidArgument",
      message: "Invalid To header",
    });
    const answer = await send(person, template, { recipient: someone() });
    expect(answer.body).toMatchObject({
      success: false,
      reason: "send_failed",
      message: "1 failed.",
    });
    expect(contract.sendDirect.output.parse(answer.body).results[0]?.reason).toBe(
      "Gmail rejected the address.",
    );
  });

  it("is done once for one key, with any number of calls at once", async () => {
    const { person, template_id: template } = await aWriter();
    const given = { recipient: someone(), key: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(person, template, given)),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ success: true, send_id: given.key });
    }
    expect(await mailbox(person.email)).toHaveLength(1);
    expect((await send(person, template, given)).body).toMatchObject({
      success: true,
      message: "1 sent.",
    });
    expect(await mailbox(person.email)).toHaveLength(1);
  });

  it.each<[string, (given: Given) => Given]>([
    ["another recipient", (given) => ({ ...given, recipient: someone() })],
    ["another value", (given) => ({ ...given, variables: VARIABLES.replace("Bo", "Li") })],
    [
      "a file more",
      (given) => ({ ...given, files: [{ field: "attachments", name: "a.txt", content: "a" }] }),
    ],
  ])("refuses the same key with %s, and sends nothing", async (_, change) => {
    const { person, template_id: template } = await aWriter();
    const given = { recipient: someone(), key: randomUUID() };
    await send(person, template, given);
    const answer = await send(person, template, change(given));
    expect({ status: answer.status, reason: answer.body.reason }).toEqual({
      status: 409,
      reason: "idempotency_conflict",
    });
    expect(await mailbox(person.email)).toHaveLength(1);
  });

  it("treats the same content as the same, with the values in any order", async () => {
    const { person, template_id: template } = await aWriter();
    const given = { recipient: someone(), key: randomUUID() };
    await send(person, template, given);
    const turned = JSON.stringify({ "Talk Date": "2026-12-01", "Full Name": "Bo Li" });
    expect((await send(person, template, { ...given, variables: turned })).status).toBe(200);
    expect(await mailbox(person.email)).toHaveLength(1);
  });

  it("lets two people use the same key", async () => {
    const key = randomUUID();
    for (const person of [await connectedPerson(), await connectedPerson()]) {
      const answer = await send(person, await aTemplate(person.uid), { recipient: someone(), key });
      expect(answer.body).toMatchObject({ success: true, send_id: key });
    }
  });

  it("refuses the key of a deleted send: it can never send again", async () => {
    const { person, template_id: template } = await aWriter();
    const given = { recipient: someone(), key: randomUUID() };
    await send(person, template, given);
    await api.call(contract.deleteSend, { id: given.key }, person);
    expect((await send(person, template, given)).body).toMatchObject({
      reason: "idempotency_conflict",
    });
    expect((await api.call(contract.listSends, {}, person)).body.sends).toEqual([]);
    expect(await mailbox(person.email)).toHaveLength(1);
  });

  it("waits, paused, for a missing grant", async () => {
    const { person, template_id: template } = await aWriter();
    await storeGrant({ ...person, refreshToken: "revoked", scopes: [], name: "", hd: null });
    const answer = await send(person, template, { recipient: someone() });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ success: true, message: "Paused. 1 to go." });
    expect(answer.body.send).toMatchObject({ state: "paused", pause_reason: "reconnect" });
  });
});

describe("a request", () => {
  it("answers 202 with the present state if the pace asks for a rest, and the rest follows", async () => {
    const slow = testEngine({ rate: 4 });
    const own = await startSendsApi(slow);
    const { person, template_id } = await aWriter();
    const answer = await own.request("POST", "/api/send-bulk", {
      token: person.token,
      form: { mode: "csv", template_id, recipient_template: "Email" },
      files: [{ field: "csv_file", name: "a.csv", content: aCsv(6).text }],
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ success: true, message: "4 sent, 2 to go." });
    expect(contract.sendBulk.output.parse(answer.body).results).toHaveLength(6);
    await expect.poll(() => slow.tasks.length).toBe(1);
    await slow.drain();
    const id = String(answer.body.send_id);
    expect((await own.call(contract.getSend, { id }, person)).body.send).toMatchObject({
      state: "done",
    });
    await own.close();
  });

  it("answers after its time limit, even if the worker is slow", async () => {
    const stuck = testEngine({ patience: 1_500 });
    let answers: () => void = () => {};
    stuck.sendMessage = () =>
      new Promise((resolve) => {
        answers = () => resolve({ kind: "unknown" });
      });
    const own = await startSendsApi(stuck);
    const { person, template_id } = await aWriter();
    const began = Date.now();
    const answer = await own.request("POST", "/api/send", {
      token: person.token,
      form: { template_id, recipient: someone(), variables: VARIABLES },
    });
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_500);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ success: true, message: "1 to go." });
    const atRest = () => {
      answers();
      return stuck.atRest();
    };
    await expect.poll(atRest).toBe(true);
    await own.close();
  });

  it("claims no row itself: without a worker everything stays queued", async () => {
    const idle = testEngine({ patience: 500 });
    const own = await startSendsApi(idle);
    idle.enqueue = async (uid, at) => void idle.tasks.push({ uid, at });
    const { person, template_id } = await aWriter();
    const answer = await own.request("POST", "/api/send", {
      token: person.token,
      form: { template_id, recipient: someone(), variables: VARIABLES },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ message: "1 to go.", send: { state: "queued" } });
    expect(await mailbox(person.email)).toEqual([]);
    await idle.drain();
    expect(await mailbox(person.email)).toHaveLength(1);
    await own.close();
  });

  it("that finds another worker busy waits for it, and then does its own work", async () => {
    const { person, template_id: template } = await aWriter();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        send(person, template, { recipient: someone(), key: randomUUID() }),
      ),
    );
    for (const answer of answers)
      expect(answer.body).toMatchObject({ success: true, message: "1 sent." });
    expect(await mailbox(person.email)).toHaveLength(3);
  });
});

describe("a test mail", () => {
  it("goes to the signed-in address with the data on screen, and says that it is a test", async () => {
    const { person, template_id } = await aWriter();
    const variables = { "Full Name": "Bo Li", "Talk Date": "2026-12-01" };
    const { status, body } = await api.call(contract.testSend, { template_id, variables }, person);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, send: { kind: "test" } });
    const mails = await mailbox(person.email);
    expect(mails).toMatchObject([{ subject: "[Test] Hello Bo Li" }]);
    expect(mails[0]?.to.join()).toContain(person.email);
  });

  it("is refused with gaps in it", async () => {
    const { person, template_id } = await aWriter();
    const answer = await api.request("POST", "/api/test-send", {
      token: person.token,
      json: { template_id },
    });
    expect(answer.body).toMatchObject({
      reason: "missing_variables",
      missing: ["Full Name", "Talk Date"],
    });
  });
});

describe("the list", () => {
  it("shows one's own sends, newest first, with their titles and subjects", async () => {
    const { person, template_id: template } = await aWriter();
    await send(person, template, { recipient: someone() });
    await send(person, await aTemplate(person.uid, { name: "Second", subject: "Once more" }), {
      recipient: someone(),
    });
    const { sends } = (await api.call(contract.listSends, {}, person)).body;
    expect(sends.map(({ title, subject }) => [title, subject])).toEqual([
      ["Second", "Once more"],
      ["Invitation", "Hello {{Full Name}}"],
    ]);
    const other = await connectedPerson();
    expect((await api.call(contract.listSends, {}, other)).body.sends).toEqual([]);
    const answer = await api.request("GET", `/api/sends/${sends[0]?.id}`, other);
    expect(answer.status).toBe(404);
  });
});

/** `hold`, on the wire. */
describe("a call with hold", () => {
  let person: Person;
  let form: Record<string, string>;
  beforeAll(async () => {
    const { template_id, ...writer } = await aWriter({ subject: "Hello", body: "<p>Hello</p>" });
    person = writer.person;
    form = { template_id, recipient: "bo@example.org" };
  });

  const direct = (more: Record<string, string>, key = randomUUID()) =>
    api.request("POST", "/api/send", {
      token: person.token,
      form: { ...form, ...more },
      headers: { "idempotency-key": key },
    });

  test("a click keeps its place only for the writes: it waits neither for its hold nor for its worker", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => direct({ hold: "10" })));
    for (const { status, body } of answers) {
      expect(status).toBe(202);
      expect(body).toMatchObject({
        success: true,
        send: { state: "scheduled", held_until: expect.any(String) },
      });
    }
    expect(engine.atRest()).toBe(true);
  });

  test("without hold, and with a hold of 0, it answers as usual", async () => {
    for (const more of [{}, { hold: "0" }]) {
      const { status, body } = await direct(more);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        send: { state: "done", held_until: null },
        message: "1 sent.",
      });
    }
  });

  test.each(["11", "-1", "1.5", "soon"])("refuses a hold of %s", async (hold) => {
    expect(await direct({ hold })).toMatchObject({
      status: 400,
      body: { reason: "invalid_input" },
    });
  });

  test("undo ends it, once; too late, it says why and returns the send", async () => {
    const { body } = await direct({ hold: "10" });
    const id = String(body.send_id);
    const undo = (of: string) => api.request("POST", `/api/sends/${of}/undo`, person);
    expect((await api.call(undoSend, { id }, person)).body).toEqual({
      success: true,
    });
    expect(await undo(id)).toMatchObject({ status: 404, body: { reason: "not_found" } });
    const gone = await direct({});
    expect(await undo(String(gone.body.send_id))).toMatchObject({
      status: 409,
      body: {
        success: false,
        reason: "too_late_to_undo",
        send: { state: "done", counts: { sent: 1 } },
      },
    });
  });
});

/**
 * Who may wait for the end of a send, and who gets an answer at once. No worker comes before it is
 * called.
 */
describe("the places of those who wait", () => {
  let api: Api;
  let engine: TestEngine;
  let people: Person[];
  beforeAll(async () => {
    engine = testEngine({ patience: 3_600_000, waiting: realEngine().waiting });
    api = await startApi(sendRoutes(() => engine));
    people = await Promise.all([connectedPerson(), connectedPerson(), connectedPerson()]);
  });
  afterAll(() => api.close());

  const mail = { template_id: "", subject: "Hello", body: "<p>Hello</p>", mode: "manual" };
  const press = (person: Person | undefined, key: string = randomUUID()) =>
    api.request("POST", "/api/send-bulk", {
      token: person?.token ?? "",
      headers: { "idempotency-key": key },
      form: { ...mail, manual_recipients: `${key}@example.org` },
    });
  const waiting = (requests: number) =>
    expect.poll(() => engine.waiting.taken(), { timeout: 60_000 }).toBe(requests);

  test("two calls of one person and three in all wait for their sends; all others get 202 at once, a repeated key too", async () => {
    const [ada, grace, mary] = people;
    const key = randomUUID();
    const first = press(ada, key);
    await waiting(1);
    const again = press(ada, key);
    await waiting(2);
    for (const repeated of [key, key, randomUUID()])
      expect(await press(ada, repeated)).toMatchObject({ status: 202 });
    const third = press(grace);
    await waiting(3);
    const fourth = await press(mary);
    expect(fourth).toMatchObject({
      status: 202,
      body: { success: true, send: { state: "queued" } },
    });

    await engine.drain();
    for (const { status, body } of await Promise.all([first, again, third])) {
      expect([status, body.message]).toEqual([200, "1 sent."]);
    }
    await waiting(0);
  });
});
