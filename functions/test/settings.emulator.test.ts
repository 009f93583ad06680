import { randomUUID } from "node:crypto";
import { deleteAccount, getSettings, saveSettings } from "@sendwright/core/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { sendDocId } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { type Api, type Person, signIn, startApi } from "./harness.ts";
import { aTemplate } from "./sendsWorld.ts";

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await signIn(api);
});

const read = async ({ token }: Person) => (await api.call(getSettings, {}, { token })).body.settings;
const put = (json: unknown) => api.request("PUT", "/api/account/settings", { token: ada.token, json });
const DEFAULTS = { undo_send: true, hours: { from: 8, to: 20 }, time_zone: null };

test("settings have defaults until a person changes some; the others stay", async () => {
  expect(await read(ada)).toEqual(DEFAULTS);
  expect((await put({ undo_send: false })).body).toMatchObject({ settings: { ...DEFAULTS, undo_send: false } });
  await put({ hours: { from: 9, to: 17 }, time_zone: "Asia/Kolkata" });
  expect(await read(ada)).toEqual({ undo_send: false, hours: { from: 9, to: 17 }, time_zone: "Asia/Kolkata" });
  await put({ time_zone: null });
  expect(await read(ada)).toEqual({ undo_send: false, hours: { from: 9, to: 17 }, time_zone: null });
  expect(await read(await signIn(api))).toEqual(DEFAULTS);
});

test.each([
  [{ hours: { from: 20, to: 8 } }, '"hours" must begin before they end, both on one day.'],
  [{ hours: { from: 8 } }, '"hours.to" is missing.'],
  [{ time_zone: "Europe/Berlim" }, '"time_zone" is not a time zone (such as Europe/Berlin).'],
  [{ time_zone: "+01:00" }, '"time_zone" is not a time zone (such as Europe/Berlin).'],
])("refuses %j", async (json, error) => {
  expect(await put(json)).toMatchObject({ status: 400, body: { reason: "invalid_input", error } });
  expect(await read(ada)).toEqual(DEFAULTS);
});

test("they are deleted with the account", async () => {
  await api.call(saveSettings, { undo_send: false }, { token: ada.token });
  await api.call(deleteAccount, {}, { token: ada.token });
  expect((await firestore().collection("settings").doc(ada.uid).get()).exists).toBe(false);
});

test("a send resumes in the hours of its call, else in those of the account; without a zone in any", async () => {
  const template_id = await aTemplate(ada.uid, { subject: "Hi", body: "<p>Hi</p>" });
  const begun = async (more: Record<string, string>) => {
    const key = randomUUID();
    const form = { template_id, recipient: "bo@example.org", hold: "10", ...more };
    const answer = await api.request("POST", "/api/send", {
      ...{ token: ada.token, form, headers: { "idempotency-key": key } },
    });
    return answer.status === 202 ? (await readSend(sendDocId(ada.uid, key)))?.goesOnIn : answer.body.error;
  };
  const hours = JSON.stringify({ from: 6, to: 12 });
  const zone = { time_zone: "Europe/Berlin" };
  expect(await begun({})).toBeNull();
  expect(await begun(zone)).toEqual({ timeZone: "Europe/Berlin", from: 8, to: 20 });
  expect(await begun({ ...zone, hours })).toEqual({ timeZone: "Europe/Berlin", from: 6, to: 12 });
  expect(await begun({ hours })).toBe('"hours" needs "time_zone", or one in the settings of the account.');
  await put({ hours: { from: 9, to: 17 }, time_zone: "Asia/Kolkata" });
  expect(await begun({})).toEqual({ timeZone: "Asia/Kolkata", from: 9, to: 17 });
  expect(await begun(zone)).toEqual({ timeZone: "Europe/Berlin", from: 9, to: 17 });
  expect(await begun({ hours })).toEqual({ timeZone: "Asia/Kolkata", from: 6, to: 12 });
});
