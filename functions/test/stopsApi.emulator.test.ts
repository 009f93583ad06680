import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { allStops, beginStop, endStop } from "../src/store/stops.ts";
import { type Answer, type Person, signIn } from "./harness.ts";
import { aTemplate, aWriter, mailbox, testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/**
 * What a person whose account is stopped gets from the API (decision 26). Below the API:
 * `stops.emulator.test.ts`.
 */
const engine = testEngine();
const api = wholeApi(engine);

const REASON = "We are asking you about your sends first.";
let ada: { person: Person; template_id: string };
beforeEach(async () => {
  ada = await aWriter();
  engine.owners.add(ada.person.uid);
});
const stop = (reason = REASON) => beginStop(ada.person.uid, reason, Date.now());

function send(key: string = randomUUID()): Promise<Answer> {
  const variables = JSON.stringify({ "Full Name": "Bo Li", "Talk Date": "2026-12-01" });
  return api.request("POST", "/api/send", {
    token: ada.person.token,
    headers: { "idempotency-key": key },
    form: { template_id: ada.template_id, recipient: "bo@example.org", variables },
  });
}

const PAUSED = {
  state: "paused",
  pause_reason: "stopped",
  pause_note: REASON,
  resumes_at: null,
  next_at: null,
};

describe("a person whose sends are stopped", () => {
  it("has a new send accepted, and reads everywhere that it waits and why", async () => {
    await stop();
    const key = randomUUID();
    const answer = await send(key);
    expect(answer).toMatchObject({
      status: 202,
      body: { success: true, message: "Paused. 1 to go.", send: PAUSED },
    });
    // The same click again finds it.
    expect(await send(key)).toMatchObject({ status: 202, body: { send: { id: key, ...PAUSED } } });
    expect((await api.call(contract.getSend, { id: key }, ada.person)).body.send).toMatchObject(
      PAUSED,
    );
    expect((await api.call(contract.listSends, {}, ada.person)).body.sends).toMatchObject([PAUSED]);
    expect(await mailbox(ada.person.email)).toEqual([]);
    await endStop(ada.person.uid);
    engine.pass(15_000);
    // A look at the send does what the sweep would do.
    await api.call(contract.getSend, { id: key }, ada.person);
    await expect.poll(() => mailbox(ada.person.email)).toHaveLength(1);
    await expect.poll(() => engine.atRest()).toBe(true);
    const { send: over } = (await api.call(contract.getSend, { id: key }, ada.person)).body;
    expect(over).toMatchObject({ state: "done", pause_reason: null });
    expect(over).not.toHaveProperty("pause_note");
  });

  it("reads it in the configuration, with the last reason, until it is over", async () => {
    const stopped = async () =>
      (await api.call(contract.getConfig, {}, ada.person)).body.config.stopped;
    expect(await stopped()).toBeUndefined();
    await stop();
    expect(await stopped()).toBe(REASON);
    await stop("");
    expect(await stopped()).toBe("");
    await endStop(ada.person.uid);
    expect(await stopped()).toBeUndefined();
  });

  it("has no empty note if the operator gave no reason", async () => {
    await stop("");
    const { send: paused } = (await send()).body as { send: object };
    expect(paused).toMatchObject({ state: "paused", pause_reason: "stopped" });
    expect(paused).not.toHaveProperty("pause_note");
  });

  it("can disconnect Google and delete the account; the stop stays, without their id, and stops their new account", async () => {
    const { uid, sub, email } = ada.person;
    await beginStop(uid, REASON, Date.now(), sub);
    await send();
    expect((await api.call(contract.disconnect, {}, ada.person)).status).toBe(200);
    expect(await api.call(contract.deleteAccount, {}, ada.person)).toMatchObject({
      body: { complete: true },
    });
    expect((await firestore().collection("stops").doc(uid).get()).exists).toBe(false);
    const [kept, ...others] = (await allStops(100)).filter((one) => one.reason === REASON);
    expect([Object.keys(kept ?? {}), others]).toEqual([["reason", "since", "uid"], []]);

    const back = await signIn(api, email);
    expect(back.uid).not.toBe(uid);
    expect((await api.call(contract.getConfig, {}, back)).body.config.stopped).toBe(REASON);
    ada = { person: back, template_id: await aTemplate(back.uid) };
    engine.owners.add(ada.person.uid);
    expect(await send()).toMatchObject({ status: 202, body: { send: PAUSED } });
    await endStop(ada.person.uid, sub);
    expect((await api.call(contract.getConfig, {}, back)).body.config.stopped).toBeUndefined();
  });

  it("can't read or end it as a client of the database", async () => {
    await stop();
    const { token } = await signIn(api, ada.person.email);
    const project = process.env.GCLOUD_PROJECT;
    const at = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/projects/${project}/databases/(default)/documents/stops/${ada.person.uid}`;
    const headers = { authorization: `Bearer ${token}` };
    const statuses = ["GET", "DELETE"].map(
      async (method) => (await fetch(at, { method, headers })).status,
    );
    expect(await Promise.all(statuses)).toEqual([403, 403]);
    expect((await firestore().collection("stops").doc(ada.person.uid).get()).exists).toBe(true);
  });
});
