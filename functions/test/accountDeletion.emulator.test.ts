import { describe, expect, it } from "vitest";
import { deleteAccount, finishDeletions, steps } from "../src/features/account/deleteAccount.ts";
import { pause } from "../src/features/sends/control/control.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/user.ts";
import { firestore } from "../src/platform/firebase.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { readSender, senders } from "../src/store/senders.ts";
import { sendsCollection } from "../src/store/sends/documents.ts";
import { deleteAllSends } from "../src/store/sends/purge.ts";
import { readSend } from "../src/store/sends/read.ts";
import { resumeAfterReconnect } from "../src/store/sends/slices.ts";
import { changeSettings } from "../src/store/settings.ts";
import { raiseTombstone } from "../src/store/tombstones.ts";
import { copySend } from "./copiedSends.ts";
import { aPlan, aSender, begun, mailbox, NO_END, ownProject, type TestEngine, testEngine } from "./sendsWorld.ts";
import { storedFiles } from "./stored.ts";

/** No data of a person comes back after the deletion of their account, whatever was in flight then. */
ownProject();

const TEN_MINUTES = 600_000;
const withFile = { files: [{ filename: "a.txt", contentType: "text/plain", size: 1, from: Buffer.from("a") }] };

interface Moment {
  engine: TestEngine;
  user: User;
  key: string;
}

async function expectNothingOf(uid: string): Promise<void> {
  expect((await sendsCollection().where("owner", "==", uid).get()).size).toBe(0);
  for (const group of ["rows", "snapshot"]) {
    const left = (await firestore().collectionGroup(group).get()).docs.filter(({ ref }) => ref.path.includes(uid));
    expect(left).toEqual([]);
  }
  expect(await storedFiles(`sends/${uid}`)).toEqual([]);
  expect((await senders().doc(uid).get()).exists).toBe(false);
  expect((await firestore().collection("settings").doc(uid).get()).exists).toBe(false);
}

it("keeps the daily count of a Google account that deletes its account here and comes back", async () => {
  const user = await aSender();
  const engine = testEngine();
  await begun(user, engine, 3);
  await runSlice(engine, user.uid, NO_END);
  expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
  const again = await aSender(user.email);
  expect(again.sub).toBe(user.sub);
  const sentOf = async () => (await readQuota(again.uid, { sub: again.sub, hd: null }, engine.now())).sent;
  expect(await sentOf()).toBe(3);
  await begun(again, engine, 2);
  await runSlice(engine, again.uid, NO_END);
  expect(await sentOf()).toBe(5);
  const other = await aSender();
  expect((await readQuota(other.uid, { sub: other.sub, hd: null }, engine.now())).sent).toBe(0);
});

describe("an account that is being deleted", () => {
  it("begins no more sends, and ten minutes later no data in flight has survived", async () => {
    const user = await aSender();
    const engine = testEngine();
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
    await changeSettings(user.uid, { undo_send: false });
    await expect(begun(user, engine, aPlan(2, withFile))).rejects.toMatchObject({ reason: "not_found" });
    await runSlice(engine, user.uid, NO_END);
    expect(await mailbox(user.email)).toEqual([]);
    await finishDeletions(engine.now() + TEN_MINUTES / 2);
    expect(await readSender(user.uid)).not.toBeNull();
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingOf(user.uid);
  });

  it("has its sends stopped before anything is deleted, and a new sign-in resumes none", async () => {
    const user = await aSender();
    const engine = testEngine();
    const { sendMessage } = engine;
    const ids: string[] = [];
    engine.sendMessage = async (call) => {
      await raiseTombstone(user.uid, engine.now());
      return sendMessage(call);
    };
    ids.push(await begun(user, engine, 30));
    await runSlice(engine, user.uid, NO_END);
    ids.push(await begun(user, testEngine(), 1).catch(() => ""));
    expect(await readSend(ids[0] ?? "")).toMatchObject({ state: "cancelled", cancelledBy: "ownerDeleted" });
    expect((await mailbox(user.email)).length).toBeLessThanOrEqual(8);
    await resumeAfterReconnect(user.sub, async () => true, engine.now());
    expect(await readSend(ids[0] ?? "")).toMatchObject({ state: "cancelled" });
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingOf(user.uid);
  });

  it("has more old sends than are read at once, and all of them are deleted", async () => {
    const user = await aSender();
    const engine = testEngine();
    const rows = aPlan(2).rows.map((row) => ({ ...row, state: "skipped" as const, reason: "No." }));
    await copySend(await begun(user, engine, aPlan(2, { rows })), Array(120).fill(user.uid));
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
    expect((await sendsCollection().where("owner", "==", user.uid).get()).size).toBe(0);
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingOf(user.uid);
  });

  it("has more sends than fit a request: the answer says so, and the sweep deletes the rest", async () => {
    const user = await aSender();
    const engine = testEngine();
    for (let i = 0; i < 3; i++) await begun(user, engine, aPlan(2, withFile));
    const tooMany = { ...steps, deleteAllSends: (uid: string) => deleteAllSends(uid, Date.now() - 1) };
    expect(await deleteAccount(user.uid, user.sub, engine.now(), tooMany)).toBe(false);
    expect((await sendsCollection().where("owner", "==", user.uid).get()).size).toBe(3);
    await finishDeletions(engine.now() + TEN_MINUTES);
    await expectNothingOf(user.uid);
  });

  it.each([
    ["running", async (at: Moment) => void (await runSlice(at.engine, at.user.uid, NO_END))],
    ["queued", async () => {}],
    ["scheduled", async () => {}],
    ["paused", async ({ engine, user, key }: Moment) => void (await pause(engine, user.uid, key))],
  ])("leaves no trace of a send that is %s, nor of its queued task, even ten minutes later", async (state, reach) => {
    const user = await aSender();
    const engine = testEngine({ rate: 2 });
    const startAt = state === "scheduled" ? engine.now() + TEN_MINUTES : null;
    const id = await begun(user, engine, aPlan(6, { ...withFile, startAt }));
    await reach({ engine, user, key: id.slice(user.uid.length + 1) });
    expect(await readSend(id)).toMatchObject({ state });
    engine.tasks.push({ uid: user.uid, at: engine.now() });
    const sent = (await mailbox(user.email)).length;
    expect(await deleteAccount(user.uid, user.sub, engine.now())).toBe(true);
    await engine.drain();
    await finishDeletions(engine.now() + TEN_MINUTES);
    engine.tasks.push({ uid: user.uid, at: engine.now() });
    await engine.drain();
    await expectNothingOf(user.uid);
    expect(await mailbox(user.email)).toHaveLength(sent);
  });

  it("isn't written again by a task that comes late", async () => {
    const user = await aSender();
    const engine = testEngine();
    await work(engine, { uid: user.uid, at: engine.now() });
    await expectNothingOf(user.uid);
  });
});
