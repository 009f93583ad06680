import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteAccount, findDeletedUsers, finishDeletions, steps } from "../src/features/account/deleteAccount.ts";
import type { User } from "../src/http/user.ts";
import { accountState } from "../src/platform/accounts.ts";
import { auth, bucket, firestore } from "../src/platform/firebase.ts";
import { freshAccessToken } from "../src/platform/googleAuth.ts";
import { readGrant } from "../src/store/grants.ts";
import { readSend } from "../src/store/sends/read.ts";
import { changeSettings } from "../src/store/settings.ts";
import { mortalSteps } from "./mortal.ts";
import { aPlan, aSender, aTemplate, begun, ownProject, type TestEngine, testEngine } from "./sendsWorld.ts";
import { storedFiles, storedTemplates } from "./stored.ts";
import { withoutGoogle } from "./withoutGoogle.ts";

/** If a deletion is interrupted anywhere, the sweep finishes it: no data, permission or user remains. */
ownProject();

const TEN_MINUTES = 600_000;
const DAY = 24 * 60 * 60_000;

let engine: TestEngine;
let user: User;
let refreshToken: string;
beforeEach(async () => {
  engine = testEngine();
  user = await aSender();
  refreshToken = (await readGrant(user.sub))?.refreshToken ?? "";
  const providerData = [{ providerId: "google.com", uid: user.sub, email: user.email }];
  await auth().importUsers([{ uid: user.uid, email: user.email, providerData }]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Gives the person one of everything. */
async function withEverything(): Promise<void> {
  await aTemplate(user.uid);
  await changeSettings(user.uid, { undo_send: false });
  const file = { filename: "a.txt", contentType: "text/plain", size: 1, from: Buffer.from("a") };
  await begun(user, engine, aPlan(2, { files: [file], startAt: engine.now() + DAY }));
}

async function expectNothingLeft(): Promise<void> {
  const left: string[] = [];
  const look = async (collection: FirebaseFirestore.CollectionReference) => {
    for (const { ref } of (await collection.get()).docs) {
      if (ref.path.includes(user.uid) || ref.path.includes(user.sub)) left.push(ref.path);
      await Promise.all((await ref.listCollections()).map(look));
    }
  };
  await Promise.all((await firestore().listCollections()).map(look));
  expect(left).toEqual([]);
  expect(await storedTemplates(user.uid)).toEqual([]);
  expect([...(await storedFiles(`sends/${user.uid}`)), ...(await storedFiles(`users/${user.uid}`))]).toEqual([]);
  expect(await accountState(user.uid)).toBe("gone");
  await expect(freshAccessToken(refreshToken)).rejects.toMatchObject({ reason: "reconnect_required" });
}

/** How many moments a deletion has at which it can be interrupted: before and after each of its steps but the last. */
const MOMENTS = 2 * (Object.keys(steps).length - 1);

describe("a deletion", () => {
  it("that isn't interrupted is complete at once", async () => {
    await withEverything();
    const counted = mortalSteps(steps, Number.POSITIVE_INFINITY);
    expect(await deleteAccount(user.uid, user.sub, engine.now(), counted)).toBe(true);
    expect(counted.met()).toBe(MOMENTS);
    expect(await accountState(user.uid)).toBe("gone");
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingLeft();
  });

  it.each(Array.from({ length: MOMENTS - 1 }, (_, i) => i + 2))(
    "that is cut off at moment %i of its steps is finished by the sweep",
    async (moment) => {
      await withEverything();
      // The rest of the request can only fail: it says that it isn't complete, or gives no answer.
      const answer = deleteAccount(user.uid, user.sub, engine.now(), mortalSteps(steps, moment));
      expect(await answer.catch(() => false)).toBe(false);
      await finishDeletions(engine.now() + TEN_MINUTES);
      await expectNothingLeft();
    },
  );

  it("that is also cut off in the sweep is finished by the next one", async () => {
    for (const moment of [1, 4, 9, 14, 20, 21, 22]) {
      await withEverything();
      await auth().importUsers([{ uid: user.uid, email: user.email }]);
      await deleteAccount(user.uid, user.sub, engine.now(), mortalSteps(steps, 3)).catch(() => false);
      await finishDeletions(engine.now() + TEN_MINUTES, mortalSteps(steps, moment));
      await finishDeletions(engine.now() + 2 * TEN_MINUTES);
      await expectNothingLeft();
    }
  });

  it("continues while Google can't be reached, says that it isn't complete, and the sweep ends the permission", async () => {
    await withEverything();
    const google = withoutGoogle();
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(false);
    expect(await accountState(user.uid)).toBe("gone");
    expect(await storedTemplates(user.uid)).toEqual([]);
    await finishDeletions(engine.now() + TEN_MINUTES);
    expect(await readGrant(user.sub)).not.toBeNull();
    google.mockRestore();
    await finishDeletions(engine.now() + 2 * TEN_MINUTES);
    await expectNothingLeft();
  });

  it("keeps the permission of a person who has come back meanwhile as a new user", async () => {
    withoutGoogle();
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(false);
    vi.restoreAllMocks();
    const providerData = [{ providerId: "google.com", uid: user.sub, email: user.email }];
    await auth().importUsers([{ uid: `new-${user.uid}`, email: user.email, providerData }]);
    await finishDeletions(engine.now() + TEN_MINUTES);
    expect(await readGrant(user.sub)).toMatchObject({ refreshToken });
  });

  it("leaves no file that was still being copied", async () => {
    const id = `${user.uid}_late`;
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
    await bucket().file(`sends/${id}/nonce/0`).save("late", { resumable: false });
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingLeft();
  });
});

describe("a user who was deleted in the authentication service itself", () => {
  it.each([
    ["a template", () => aTemplate(user.uid)],
    ["settings", () => changeSettings(user.uid, { undo_send: false })],
    ["a send that waits for its time", () => begun(user, engine, aPlan(1, { startAt: engine.now() + 3 * DAY }))],
  ])("who had %s is found within two days, and their data deleted", async (_what, give) => {
    await give();
    await auth().deleteUser(user.uid);
    for (const days of [0.5, 1.01]) {
      await findDeletedUsers(engine.now() + days * DAY);
      await finishDeletions(engine.now() + days * DAY + TEN_MINUTES);
      expect(await firestore().collection("owners").doc(user.uid).get()).toMatchObject({ exists: true });
    }
    await findDeletedUsers(engine.now() + 2.02 * DAY);
    await finishDeletions(engine.now() + 2.02 * DAY + 2 * TEN_MINUTES);
    expect((await firestore().collection("owners").doc(user.uid).get()).exists).toBe(false);
    expect((await firestore().collection("settings").doc(user.uid).get()).exists).toBe(false);
    expect(await storedTemplates(user.uid)).toEqual([]);
    expect((await firestore().collection("sends").where("owner", "==", user.uid).get()).size).toBe(0);
  });

  it("is told apart from existing users, who are checked again a day later", async () => {
    const other = await aSender();
    await auth().importUsers([{ uid: other.uid }]);
    const id = await begun(other, engine, aPlan(1, { startAt: engine.now() + 9 * DAY }));
    await findDeletedUsers(engine.now() + DAY + 1_000);
    expect(await readSend(id)).toMatchObject({ state: "scheduled" });
    await auth().deleteUser(other.uid);
    await findDeletedUsers(engine.now() + DAY + TEN_MINUTES);
    expect(await readSend(id)).toMatchObject({ state: "scheduled" });
    for (const days of [2.02, 3.03]) await findDeletedUsers(engine.now() + days * DAY);
    expect(await readSend(id)).toMatchObject({ state: "cancelled", cancelledBy: "ownerDeleted" });
  });

  it("isn't anyone whom the service doesn't know at only one check", async () => {
    const id = await begun(user, engine, aPlan(1, { startAt: engine.now() + 9 * DAY }));
    const nobody = async () => [];
    const all = async (uids: readonly string[]) => [...uids];
    await findDeletedUsers(engine.now() + 1.01 * DAY, all);
    await findDeletedUsers(engine.now() + 2.02 * DAY, nobody);
    await findDeletedUsers(engine.now() + 3.03 * DAY, all);
    expect(await readSend(id)).toMatchObject({ state: "scheduled" });
  });

  it("isn't anyone of many who are all missing at once", async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => aSender()));
    const startAt = engine.now() + 9 * DAY;
    const ids = await Promise.all(others.map((other) => begun(other, engine, aPlan(1, { startAt }))));
    const all = async (uids: readonly string[]) => [...uids];
    for (const days of [1.01, 2.02, 3.03]) await findDeletedUsers(engine.now() + days * DAY, all);
    for (const id of ids) expect(await readSend(id)).toMatchObject({ state: "scheduled" });
  });
});
