import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { deleteAccount, getSettings, saveSettings } from "@sendwright/core/contract";
import { DocumentReference, Query } from "firebase-admin/firestore";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { auth, firestore } from "../src/platform/firebase.ts";
import { freshAccessToken } from "../src/platform/googleAuth.ts";
import { readGrant } from "../src/store/grants.ts";
import { sendDocId } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { expectSend } from "./expectations.ts";
import { type Api, type Person, signIn, startApi } from "./harness.ts";
import { storedFiles, storedTemplates } from "./owners.ts";
import { aTemplate, testEngine } from "./sendsWorld.ts";
import { startSendsApi } from "./servers.ts";

let api: Api;
/** The send calls with a worker beside them. */
let sends: Api;
let ada: Person;
beforeAll(async () => {
  [api, sends] = await Promise.all([startApi(), startSendsApi(testEngine())]);
});
afterAll(() => Promise.all([api.close(), sends.close()]));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
beforeEach(async () => {
  ada = await signIn(api);
});

const template = {
  name: "T",
  subject: "S",
  body: "B",
  dateFormat: "iso",
  timeFormat: "24hr",
} as const;
const files = [{ field: "files", name: "a.txt", content: "a" }];
const connected = async () => (await api.call(contract.getConfig, {}, ada)).body.config.connected;

test("the configuration contains the limits", async () => {
  const { body } = await api.call(contract.getConfig, {}, ada);
  expect(body.config).toEqual({
    limits: contract.DEFAULT_LIMITS,
    extensionId: "",
    userEmail: ada.email,
    quota: { limit: 500, sent: 0, queued: 0, left: 500, more_at: null, more_count: 0 },
    sendRate: 60,
    connected: true,
  });
});

test("disconnecting ends the permission at Google and deletes it; twice does no harm", async () => {
  const grant = await readGrant(ada.sub);
  await api.call(contract.disconnect, {}, ada);
  expect(await connected()).toBe(false);
  expect(await readGrant(ada.sub)).toBeNull();
  await expect(freshAccessToken(grant?.refreshToken ?? "")).rejects.toMatchObject({
    reason: "reconnect_required",
  });
  await api.call(contract.disconnect, {}, ada);
  await signIn(api, ada.email);
  expect(await connected()).toBe(true);
});

const mail = {
  mode: "manual",
  template_id: "",
  subject: "S",
  body: "<p>B</p>",
  manual_recipients: "bob@example.com",
};
const sendBulk = (form: Record<string, string>) =>
  sends.request("POST", "/api/send-bulk", {
    token: ada.token,
    form: { ...mail, ...form },
    files: [{ field: "attachments", name: "a.txt", content: "a" }],
  });

test("a send without permission waits, and resumes after the next sign-in", async () => {
  await api.call(contract.disconnect, {}, ada);
  const id = String((await sendBulk({})).body.send_id);
  const state = async () => (await api.call(contract.getSend, { id }, ada)).body.send;
  expect(await state()).toMatchObject({
    state: "paused",
    pause_reason: "reconnect",
    counts: { queued: 1, failed: 0 },
  });
  await signIn(api, ada.email);
  expect(await state()).toMatchObject({ state: "queued", pause_reason: null });
});

const scheduled = async () => {
  const begun = await sendBulk({ start_at: new Date(Date.now() + 86_400_000).toISOString() });
  return `${ada.uid}_${begun.body.send_id}`;
};

async function signOutEverywhere(cancel_sends: boolean) {
  // Sessions are told apart by whole seconds.
  vi.useFakeTimers({ now: Date.now() + 2_000, toFake: ["Date"] });
  const { body } = await api.call(contract.signOutEverywhere, { cancel_sends }, ada);
  vi.useRealTimers();
  return body;
}

async function expectSignedOut(token: string): Promise<void> {
  const answer = await api.request("PUT", "/api/account/settings", { token, json: {} });
  expect(answer).toMatchObject({ status: 401, body: { reason: "token_invalid" } });
}

test.each([
  ["and its scheduled sends continue", false, "scheduled", { success: true }],
  [
    "and cancels its sends on request",
    true,
    "cancelled",
    { success: true, stopped: 1, not_stopped: 0 },
  ],
])("signing out everywhere ends every session, %s", async (_what, cancel_sends, state, answer) => {
  const id = await scheduled();
  const other = (await signIn(api, ada.email)).token;
  expect(await signOutEverywhere(cancel_sends)).toEqual(answer);
  for (const token of [ada.token, other]) await expectSignedOut(token);
  await expectSend(id, { state });
});

test("signing out everywhere cancels every other send if one can't be canceled, and ends the sessions", async () => {
  const [first, broken, last] = [await scheduled(), await scheduled(), await scheduled()];
  const { update } = DocumentReference.prototype;
  vi.spyOn(DocumentReference.prototype, "update").mockImplementation(function (
    this: DocumentReference,
    ...change
  ) {
    return this.id === broken ? Promise.reject(new Error("broken")) : update.apply(this, change);
  });
  expect(await signOutEverywhere(true)).toEqual({ success: true, stopped: 2, not_stopped: 1 });
  await expectSignedOut(ada.token);
  // Their emails are counted at once, too.
  const counts = { queued: 0, skipped: 1 };
  for (const id of [first, last]) await expectSend(id, { state: "cancelled", counts });
  await expectSend(broken, { state: "scheduled" });
});

test("a canceled send counts as canceled even if its rows can't be counted", async () => {
  const id = await scheduled();
  vi.spyOn(firestore(), "runTransaction").mockRejectedValue(new Error("broken"));
  expect(await signOutEverywhere(true)).toEqual({ success: true, stopped: 1, not_stopped: 0 });
  await expectSend(id, { state: "cancelled" });
});

test("signing out everywhere ends the sessions even if the sends can't be read", async () => {
  await scheduled();
  vi.spyOn(Query.prototype, "get").mockRejectedValueOnce(new Error("broken"));
  expect(await signOutEverywhere(true)).toEqual({ success: true, stopped: 0, not_stopped: null });
  await expectSignedOut(ada.token);
});

test("a deleted account leaves no data, and everyone else's stays", async () => {
  const grace = await signIn(api);
  for (const token of [ada.token, grace.token]) {
    await api.call(contract.createTemplate, template, { token, files });
  }
  const sent = await sendBulk({ start_at: new Date(Date.now() + 86_400_000).toISOString() });
  const send = firestore().collection("sends").doc(`${ada.uid}_${sent.body.send_id}`);
  expect((await send.collection("rows").get()).size).toBe(1);
  expect(await storedFiles(`sends/${send.id}/`)).toHaveLength(1);
  await api.call(contract.deleteAccount, {}, ada);
  expect((await send.get()).exists).toBe(false);
  for (const name of ["rows", "snapshot"]) expect((await send.collection(name).get()).size).toBe(0);
  expect(await storedFiles(`sends/${send.id}/`)).toEqual([]);
  expect(await storedTemplates(ada.uid)).toEqual([]);
  expect(await storedFiles(`users/${ada.uid}/`)).toEqual([]);
  expect(await readGrant(ada.sub)).toBeNull();
  expect((await firestore().collection("owners").doc(ada.uid).get()).exists).toBe(false);
  await expect(auth().getUser(ada.uid)).rejects.toMatchObject({ code: "auth/user-not-found" });
  const again = await api.request("DELETE", "/api/account", ada);
  expect(again).toMatchObject({ status: 401, body: { reason: "token_invalid" } });

  expect(await storedTemplates(grace.uid)).toHaveLength(1);
  expect(await storedFiles(`users/${grace.uid}/`)).toHaveLength(1);
  expect(await readGrant(grace.sub)).not.toBeNull();

  const back = await signIn(api, ada.email);
  const { body } = await api.call(contract.listTemplates, {}, back);
  expect(body.templates).toEqual([]);
});

describe("settings", () => {
  const read = async ({ token }: Person) =>
    (await api.call(getSettings, {}, { token })).body.settings;
  const put = (json: unknown) =>
    api.request("PUT", "/api/account/settings", { token: ada.token, json });
  const DEFAULTS = {
    undo_send: true,
    hours: { from: 8, to: 20 },
    time_zone: null,
    reply_to: "",
    signature: "",
  };

  test("settings have defaults until a person changes some; the others stay", async () => {
    expect(await read(ada)).toEqual(DEFAULTS);
    expect((await put({ undo_send: false })).body).toMatchObject({
      settings: { ...DEFAULTS, undo_send: false },
    });
    await put({ hours: { from: 9, to: 17 }, time_zone: "Asia/Kolkata" });
    expect(await read(ada)).toMatchObject({
      undo_send: false,
      hours: { from: 9, to: 17 },
      time_zone: "Asia/Kolkata",
    });
    await put({ time_zone: null });
    expect(await read(ada)).toMatchObject({
      undo_send: false,
      hours: { from: 9, to: 17 },
      time_zone: null,
    });
    expect(await read(await signIn(api))).toEqual(DEFAULTS);
  });

  test.each([
    [{ hours: { from: 20, to: 8 } }, '"hours" must start before they end, on the same day.'],
    [{ hours: { from: 8 } }, '"hours.to" is missing.'],
    [{ time_zone: "Europe/Berlim" }, '"time_zone" is not a time zone (such as Europe/Berlin).'],
    [{ time_zone: "+01:00" }, '"time_zone" is not a time zone (such as Europe/Berlin).'],
  ])("refuses %j", async (json, error) => {
    expect(await put(json)).toMatchObject({
      status: 400,
      body: { reason: "invalid_input", error },
    });
    expect(await read(ada)).toEqual(DEFAULTS);
  });

  test("they are deleted with the account", async () => {
    await api.call(saveSettings, { undo_send: false }, ada);
    await api.call(deleteAccount, {}, ada);
    expect((await firestore().collection("settings").doc(ada.uid).get()).exists).toBe(false);
  });

  test("a send resumes in the hours of its call, else in those of the account; without a zone in any", async () => {
    const template_id = await aTemplate(ada.uid, { subject: "Hi", body: "<p>Hi</p>" });
    const begun = async (more: Record<string, string>) => {
      const key = randomUUID();
      const form = { template_id, recipient: "bo@example.org", hold: "10", ...more };
      const answer = await api.request("POST", "/api/send", {
        token: ada.token,
        form,
        headers: { "idempotency-key": key },
      });
      return answer.status === 202
        ? (await readSend(sendDocId(ada.uid, key)))?.resumeHours
        : answer.body.error;
    };
    const hours = JSON.stringify({ from: 6, to: 12 });
    const zone = { time_zone: "Europe/Berlin" };
    expect(await begun({})).toBeNull();
    expect(await begun(zone)).toEqual({ timeZone: "Europe/Berlin", from: 8, to: 20 });
    expect(await begun({ ...zone, hours })).toEqual({ timeZone: "Europe/Berlin", from: 6, to: 12 });
    expect(await begun({ hours })).toBe(
      '"hours" needs "time_zone", or a time zone in the settings.',
    );
    await put({ hours: { from: 9, to: 17 }, time_zone: "Asia/Kolkata" });
    expect(await begun({})).toEqual({ timeZone: "Asia/Kolkata", from: 9, to: 17 });
    expect(await begun(zone)).toEqual({ timeZone: "Europe/Berlin", from: 9, to: 17 });
    expect(await begun({ hours })).toEqual({ timeZone: "Asia/Kolkata", from: 6, to: 12 });
  });
});
