import { OAuth2Client } from "google-auth-library";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  deleteAccount,
  endOrphanGrants,
  findDeletedUsers,
  finishDeletions,
  steps,
} from "../src/features/account/deleteAccount.ts";
import { resumeAfterReconnect } from "../src/features/account/resumeAfterReconnect.ts";
import { pause } from "../src/features/sends/control/control.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/requireUser.ts";
import { accountState } from "../src/platform/accounts.ts";
import { auth, bucket, firestore } from "../src/platform/firebase.ts";
import { freshAccessToken } from "../src/platform/googleAuth.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { readGrant, uncheckedGrants, unlinkAnyway, unlinkGoogle } from "../src/store/grants.ts";
import { FRESH, readSender, senders } from "../src/store/senders.ts";
import { sendsCollection } from "../src/store/sends/documents.ts";
import { deleteAllSends } from "../src/store/sends/purge.ts";
import { changeSettings } from "../src/store/settings.ts";
import { addSuppressions } from "../src/store/suppressions.ts";
import { raiseTombstone } from "../src/store/tombstones.ts";
import { expectSend, refused } from "./expectations.ts";
import { mortalSteps, withoutGoogle } from "./failures.ts";
import { everythingOf, storedFiles, storedTemplates } from "./owners.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  aTemplate,
  begun,
  copySend,
  HOUR,
  mailbox,
  ownProject,
  type TestEngine,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/**
 * No data, permission or user remains or comes back, whatever interrupts the deletion or was in
 * flight then.
 */
ownProject();
afterEach(() => void vi.restoreAllMocks());

const TEN_MINUTES = 600_000;
const DAY = 24 * 60 * 60_000;

describe("an interrupted deletion", () => {
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
  /** Gives the person one of everything. */
  async function withEverything(): Promise<void> {
    await aTemplate(user.uid);
    await changeSettings(user.uid, { undo_send: false });
    await addSuppressions(user.uid, ["ann@example.org"], "typed", 1, () => {});
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
    expect([
      ...(await storedFiles(`sends/${user.uid}`)),
      ...(await storedFiles(`users/${user.uid}`)),
    ]).toEqual([]);
    expect(await accountState(user.uid)).toBe("gone");
    await refused(freshAccessToken(refreshToken), "reconnect_required");
  }

  /**
   * How many moments a deletion has at which it can be interrupted: before and after each of its
   * steps but the last.
   */
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
        // The rest of the request can only fail: it says that it isn't complete, or gives no
        // answer.
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
        await deleteAccount(user.uid, user.sub, engine.now(), mortalSteps(steps, 3)).catch(
          () => false,
        );
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
      [
        "a send that waits for its time",
        () => begun(user, engine, aPlan(1, { startAt: engine.now() + 3 * DAY })),
      ],
    ])("who had %s is found within two days, and their data deleted", async (_what, give) => {
      await give();
      await auth().deleteUser(user.uid);
      for (const days of [0.5, 1.01]) {
        await findDeletedUsers(engine.now() + days * DAY);
        await finishDeletions(engine.now() + days * DAY + TEN_MINUTES);
        expect(await firestore().collection("owners").doc(user.uid).get()).toMatchObject({
          exists: true,
        });
      }
      await findDeletedUsers(engine.now() + 2.02 * DAY);
      await finishDeletions(engine.now() + 2.02 * DAY + 2 * TEN_MINUTES);
      expect((await firestore().collection("owners").doc(user.uid).get()).exists).toBe(false);
      expect((await firestore().collection("settings").doc(user.uid).get()).exists).toBe(false);
      expect(await storedTemplates(user.uid)).toEqual([]);
      expect(
        (await firestore().collection("sends").where("owner", "==", user.uid).get()).size,
      ).toBe(0);
    });

    it("is distinguished from existing users, who are checked again a day later", async () => {
      const other = await aSender();
      await auth().importUsers([{ uid: other.uid }]);
      const id = await begun(other, engine, aPlan(1, { startAt: engine.now() + 9 * DAY }));
      await findDeletedUsers(engine.now() + DAY + 1_000);
      await expectSend(id, { state: "scheduled" });
      await auth().deleteUser(other.uid);
      await findDeletedUsers(engine.now() + DAY + TEN_MINUTES);
      await expectSend(id, { state: "scheduled" });
      for (const days of [2.02, 3.03]) await findDeletedUsers(engine.now() + days * DAY);
      await expectSend(id, { state: "cancelled", cancelledBy: "ownerDeleted" });
      // The Google account is known, so that its stop and its counts outlive the user, and its
      // permission doesn't.
      expect(await readSender(other.uid)).toMatchObject({ unlink: other.sub });
    });

    it("isn't anyone whom the service doesn't know at only one check", async () => {
      const id = await begun(user, engine, aPlan(1, { startAt: engine.now() + 9 * DAY }));
      const nobody = async () => [];
      const all = async (uids: readonly string[]) => [...uids];
      await findDeletedUsers(engine.now() + 1.01 * DAY, all);
      await findDeletedUsers(engine.now() + 2.02 * DAY, nobody);
      await findDeletedUsers(engine.now() + 3.03 * DAY, all);
      await expectSend(id, { state: "scheduled" });
    });

    it("isn't assumed if many are missing at once", async () => {
      const others = await Promise.all(Array.from({ length: 6 }, () => aSender()));
      const startAt = engine.now() + 9 * DAY;
      const ids = await Promise.all(
        others.map((other) => begun(other, engine, aPlan(1, { startAt }))),
      );
      const all = async (uids: readonly string[]) => [...uids];
      for (const days of [1.01, 2.02, 3.03]) await findDeletedUsers(engine.now() + days * DAY, all);
      for (const id of ids) await expectSend(id, { state: "scheduled" });
    });
  });
});

const withFile = {
  files: [{ filename: "a.txt", contentType: "text/plain", size: 1, from: Buffer.from("a") }],
};

interface Moment {
  engine: TestEngine;
  user: User;
  key: string;
}

async function expectNothingOf(uid: string): Promise<void> {
  expect((await sendsCollection().where("owner", "==", uid).get()).size).toBe(0);
  for (const group of ["rows", "snapshot"]) {
    const left = (await firestore().collectionGroup(group).get()).docs.filter(({ ref }) =>
      ref.path.includes(uid),
    );
    expect(left).toEqual([]);
  }
  expect(await storedFiles(`sends/${uid}`)).toEqual([]);
  expect((await senders().doc(uid).get()).exists).toBe(false);
  expect((await firestore().collection("settings").doc(uid).get()).exists).toBe(false);
}

it("keeps the daily count of a Google account that deletes its account here and comes back", async () => {
  const [user, engine] = [await aSender(), testEngine()];
  await begun(user, engine, 3);
  await wholeSlice(engine, user);
  expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
  const again = await aSender(user.email);
  expect(again.sub).toBe(user.sub);
  const sentOf = async () =>
    (await readQuota(again.uid, { sub: again.sub, hd: null }, engine.now())).sent;
  expect(await sentOf()).toBe(3);
  await begun(again, engine, 2);
  await wholeSlice(engine, again);
  expect(await sentOf()).toBe(5);
  const other = await aSender();
  expect((await readQuota(other.uid, { sub: other.sub, hd: null }, engine.now())).sent).toBe(0);
});

describe("an account that is being deleted", () => {
  it("begins no more sends, and ten minutes later no data in flight has survived", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
    await changeSettings(user.uid, { undo_send: false });
    await refused(begun(user, engine, aPlan(2, withFile)), "not_found");
    await wholeSlice(engine, user);
    expect(await mailbox(user.email)).toEqual([]);
    await finishDeletions(engine.now() + TEN_MINUTES / 2);
    expect(await readSender(user.uid)).not.toBeNull();
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingOf(user.uid);
  });

  it("has its sends stopped before anything is deleted, and a new sign-in resumes none", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    const { sendMessage } = engine;
    const ids: string[] = [];
    engine.sendMessage = async (call) => {
      await raiseTombstone(user.uid, engine.now());
      return sendMessage(call);
    };
    ids.push(await begun(user, engine, 30));
    await wholeSlice(engine, user);
    ids.push(await begun(user, testEngine(), 1).catch(() => ""));
    await expectSend(ids[0] ?? "", {
      state: "cancelled",
      cancelledBy: "ownerDeleted",
    });
    expect((await mailbox(user.email)).length).toBeLessThanOrEqual(8);
    await resumeAfterReconnect(user.sub, async () => true, engine.now());
    await expectSend(ids[0] ?? "", { state: "cancelled" });
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingOf(user.uid);
  });

  it("has more old sends than are read at once, and all of them are deleted", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    const rows = aPlan(2).rows.map((row) => ({ ...row, state: "skipped" as const, reason: "No." }));
    await copySend(await begun(user, engine, aPlan(2, { rows })), Array(120).fill(user.uid));
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
    expect((await sendsCollection().where("owner", "==", user.uid).get()).size).toBe(0);
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingOf(user.uid);
  });

  it("has more sends than fit a request: the answer says so, and the sweep deletes the rest", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    for (let i = 0; i < 3; i++) await begun(user, engine, aPlan(2, withFile));
    const tooMany = {
      ...steps,
      deleteAllSends: (uid: string) => deleteAllSends(uid, Date.now() - 1),
    };
    expect(await deleteAccount(user.uid, user.sub, engine.now(), tooMany)).toBe(false);
    expect((await sendsCollection().where("owner", "==", user.uid).get()).size).toBe(3);
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingOf(user.uid);
  });

  it.each([
    ["running", async (at: Moment) => void (await wholeSlice(at.engine, at.user))],
    ["queued", async () => {}],
    ["scheduled", async () => {}],
    ["paused", async ({ engine, user, key }: Moment) => void (await pause(engine, user.uid, key))],
  ])(
    "leaves no trace of a send that is %s, nor of its queued task, even ten minutes later",
    async (state, reach) => {
      const startAt = state === "scheduled" ? Date.now() + TEN_MINUTES : null;
      const { user, engine, id } = await aSend(
        aPlan(6, { ...withFile, startAt }),
        testEngine({ rate: 2 }),
      );
      await reach({ engine, user, key: id.slice(user.uid.length + 1) });
      await expectSend(id, { state });
      engine.tasks.push({ uid: user.uid, at: engine.now() });
      const sent = (await mailbox(user.email)).length;
      expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
      await engine.drain();
      await finishDeletions(engine.now() + TEN_MINUTES);
      engine.tasks.push({ uid: user.uid, at: engine.now() });
      await engine.drain();
      await expectNothingOf(user.uid);
      expect(await mailbox(user.email)).toHaveLength(sent);
    },
  );

  it("isn't written again by a task that comes late", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    await work(engine, { uid: user.uid, at: engine.now() });
    await expectNothingOf(user.uid);
  });
});

describe("of a deleted account", () => {
  /** A person with one of everything, including a finished send. */
  async function gone(): Promise<User> {
    const [user, engine] = [await aSender(), answering()];
    await aTemplate(user.uid);
    await changeSettings(user.uid, { undo_send: false });
    await begun(user, engine, 2);
    await wholeSlice(engine, user);
    return user;
  }

  it("leaves only the tombstone", async () => {
    const user = await gone();
    expect(await deleteAccount(user.uid, user.sub)).toBe(true);
    const left = Object.keys(await everythingOf([{ ...user, token: "" }]));
    expect(left.map((path) => path.split("/")[0]).sort()).toEqual(["senders"]);
    expect(await readSender(user.uid)).toMatchObject({
      ...FRESH,
      goneAt: expect.any(Number),
      unlink: user.sub,
    });
  });

  it("deletes the files of a send that can't be read any more", async () => {
    const user = await aSender();
    const id = await begun(user, answering(), aPlan(1, { ...withFile }));
    await firestore().collection("sends").doc(id).update({ counts: "broken" });
    expect(await storedFiles(`sends/${id}/`)).toHaveLength(1);
    expect(await deleteAccount(user.uid, user.sub)).toBe(true);
    expect(await storedFiles(`sends/${id}/`)).toEqual([]);
  });

  it("deletes the permission even if Google refuses to end it; a person who disconnects keeps it and gets an error", async () => {
    const { sub } = await aSender();
    vi.spyOn(OAuth2Client.prototype, "revokeToken").mockImplementation(() =>
      Promise.reject(new Error("refused")),
    );
    await refused(unlinkGoogle(sub), "google_oauth_error");
    expect(await readGrant(sub)).not.toBeNull();
    await unlinkAnyway(sub);
    expect(await readGrant(sub)).toBeNull();
  });

  it("the tombstone stays as long as there is a send", async () => {
    const user = await gone();
    const began = Date.now();
    await raiseTombstone(user.uid, began);
    // The time of this sweep is over before its first send.
    vi.spyOn(Date, "now").mockReturnValueOnce(began - HOUR);
    await finishDeletions(began + HOUR);
    expect(await readSender(user.uid)).not.toBeNull();
    await finishDeletions(began + 2 * HOUR);
    expect(await readSender(user.uid)).toBeNull();
    expect((await firestore().collection("sends").where("owner", "==", user.uid).get()).size).toBe(
      0,
    );
  });
});

it("a sign-in that can't be checked is checked again an hour later", async () => {
  const { sub } = await aSender();
  const isDue = async (at: number) =>
    (await uncheckedGrants(at, 100)).some((grant) => grant.sub === sub);
  vi.spyOn(auth(), "getUserByProviderUid").mockRejectedValue(new Error("broken"));
  const then = Date.now() + HOUR;
  expect(await isDue(then)).toBe(true);
  await endOrphanGrants(then);
  expect(await readGrant(sub)).not.toBeNull();
  expect([await isDue(then + HOUR - 60_000), await isDue(then + HOUR)]).toEqual([false, true]);
});
