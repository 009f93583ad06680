import { AppError } from "@sendwright/core/contract/appError";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { finishDeletions } from "../src/features/account/deleteAccount.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import type { User } from "../src/http/requireUser.ts";
import { accountState, hasUser } from "../src/platform/accounts.ts";
import { auth, firestore } from "../src/platform/firebase.ts";
import { readGrant } from "../src/store/grants.ts";
import { readSender } from "../src/store/senders.ts";
import { openSends, readSend } from "../src/store/sends/read.ts";
import { ROWS } from "../src/store/spending.ts";
import { rowsOfDay } from "../src/store/userLock.ts";
import { standStill } from "./callCounts.ts";
import { expectSend } from "./expectations.ts";
import { Died, dieAt, mortal } from "./failures.ts";
import { type Api, consent, signIn, startApi } from "./harness.ts";
import {
  aPlan,
  begun,
  connectedPerson,
  fault,
  mailbox,
  type TestEngine,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";
import { startSendsApi } from "./servers.ts";

/** The sends of a person whom the authentication service has disabled, or doesn't know any more. */
let api: Api;
let user: User & { token: string };
let engine: TestEngine;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = { ...(await connectedPerson()), name: "Ada" };
  engine = testEngine({ accountState });
});

const disable = (disabled: boolean) => auth().updateUser(user.uid, { disabled });

/** The page's exact call at a sign-in. */
async function storeToken(): Promise<number> {
  const code = await consent(user.email);
  const json = { authorization_code: code };
  return (await api.request("POST", "/api/auth/google/store-token", { json })).status;
}

/** Begins a send that waits for Google to be connected again. */
async function waitingForReconnect(): Promise<string> {
  const id = await begun(user, engine, 2);
  await fault({ op: "token", user: user.email, status: 400, reason: "invalid_grant", times: 1 });
  await wholeSlice(engine, user);
  await expectSend(id, { pauseReason: "reconnect" });
  return id;
}

describe("a disabled user", () => {
  it("has every send paused with that reason, and emails no one until they resume as an active one", async () => {
    const ids = [await begun(user, engine, 3), await begun(user, engine, 2)];
    await disable(true);
    await wholeSlice(engine, user);
    for (const id of ids) {
      const paused = {
        state: "paused",
        pauseReason: "disabled",
        resumesAt: null,
        counts: { sending: 0 },
      };
      await expectSend(id, paused);
    }
    expect(await mailbox(user.email)).toEqual([]);
    const sends = await startSendsApi(engine);
    const resume = () =>
      sends.request("POST", `/api/sends/${ids[0]?.slice(user.uid.length + 1)}/resume`, user);
    expect(await resume()).toMatchObject({ status: 401 });
    await disable(false);
    expect(await resume()).toMatchObject({ status: 200 });
    await expect.poll(() => mailbox(user.email)).toHaveLength(3);
    await expect.poll(() => engine.atRest()).toBe(true);
    await sends.close();
  });

  it("has a scheduled send paused when its time comes", async () => {
    const id = await begun(user, engine, aPlan(2, { startAt: engine.now() + 60_000 }));
    await disable(true);
    engine.pass(61_000);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "paused", pauseReason: "disabled" });
  });

  it("has nothing resumed by a sign-in at Google", async () => {
    const id = await waitingForReconnect();
    await disable(true);
    expect(await storeToken()).toBe(200);
    await expectSend(id, { state: "paused", pauseReason: "reconnect" });
    await disable(false);
    expect(await storeToken()).toBe(200);
    await expectSend(id, { state: "queued", pauseReason: null });
  });

  it("is checked once per slice, and a missing answer is waited for", async () => {
    const asked: string[] = [];
    engine.accountState = async (uid) => {
      asked.push(uid);
      return "active";
    };
    const ids = [await begun(user, engine, 3), await begun(user, engine, 2)];
    await wholeSlice(engine, user);
    expect(asked).toEqual([user.uid]);
    for (const id of ids) await expectSend(id, { state: "done" });

    const later = await begun(user, engine, 1);

    engine.accountState = async () => {
      throw new AppError("service_unavailable", "The server is busy.");
    };
    standStill();
    const at = engine.now() + 60_000;
    expect(await wholeSlice(engine, user)).toEqual({ kind: "more", at });
    expect((await readSender(user.uid))?.nextSliceAt).toBe(at);
    await expectSend(later, { counts: { queued: 1 } });
    expect(await mailbox(user.email)).toHaveLength(5);
  });
});

describe("a user who was deleted elsewhere", () => {
  it("emails no one, and the sweep leaves nothing of their sends and no permission", async () => {
    const ids = [await begun(user, engine, 3), await begun(user, engine, 2)];
    await auth().deleteUser(user.uid);
    await wholeSlice(engine, user);
    for (const id of ids) await expectSend(id, { cancelledBy: "ownerDeleted" });
    expect(await openSends(user.uid)).toEqual([]);
    await engine.drain();
    await finishDeletions(engine.now() + 600_000);
    for (const id of ids) expect(await readSend(id)).toBeNull();
    expect(await readSender(user.uid)).toBeNull();
    expect(await readGrant(user.sub)).toBeNull();
    expect(await mailbox(user.email)).toEqual([]);
  });

  it("keeps the permission that they gave as a new user, and what they used up of the day; no old send is resumed", async () => {
    const id = await waitingForReconnect();
    const other = await begun(user, engine, 1);
    await firestore().collection("owners").doc(user.uid).update("rows.left", 5);
    await auth().deleteUser(user.uid);
    const { uid } = await signIn(api, user.email);
    expect(uid).not.toBe(user.uid);
    await expectSend(id, { state: "cancelled", cancelledBy: "ownerDeleted" });
    expect(await hasUser(user.sub)).toBe(true);
    await engine.drain();
    await wholeSlice(engine, user);
    await expectSend(other, { cancelledBy: "ownerDeleted" });
    await finishDeletions(engine.now() + 600_000);
    expect(await readGrant(user.sub)).not.toBeNull();
    expect(await mailbox(user.email)).toEqual([]);
    await begun({ ...user, uid }, engine, 1);
    expect((await rowsOfDay(uid))?.left).toBeLessThan(ROWS.atOnce / 2);
  });

  it("keeps the new user's permission if an old send is due only after the sign-in", async () => {
    const id = await begun(user, engine, 1);
    await auth().deleteUser(user.uid);
    await signIn(api, user.email);
    await wholeSlice(engine, user);
    await expectSend(id, { cancelledBy: "ownerDeleted" });
    await finishDeletions(engine.now() + 600_000);
    expect(await readGrant(user.sub)).not.toBeNull();
    expect(await mailbox(user.email)).toEqual([]);
  });

  it.each([
    ["raiseTombstone", "before"],
    ["raiseTombstone", "after"],
  ] as const)(
    "is dismissed even if the worker that notices it dies at %s (%s)",
    async (step, moment) => {
      const id = await begun(user, engine, 2);
      await auth().deleteUser(user.uid);
      await expect(wholeSlice(mortal(engine, dieAt(step, moment)), user)).rejects.toThrow(Died);
      engine.pass(60_000);
      await sweep(engine);
      await engine.drain();
      await expectSend(id, {
        cancelledBy: "ownerDeleted",
        counts: { sent: 0 },
      });
      await finishDeletions(engine.now() + 600_000);
      expect(await readGrant(user.sub)).toBeNull();
      expect(await mailbox(user.email)).toEqual([]);
    },
  );
});
