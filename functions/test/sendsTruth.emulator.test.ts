import { randomUUID } from "node:crypto";
import { Transaction } from "firebase-admin/firestore";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cancel, pause, resume, retry } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { presentAllRows, presentRows } from "../src/features/sends/present/view.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import type { User } from "../src/http/user.ts";
import { forgetGrant, readGoogleAccount, readGrant, storeGrant } from "../src/store/grants.ts";
import { readSend } from "../src/store/sends/read.ts";
import { claimedRows, claimRow, finishRow, queuedRows } from "../src/store/sends/rows.ts";
import { googleBase } from "./harness.ts";
import { Died, dieAt, mortal } from "./mortal.ts";
import { aPlan, aSender, begun, fault, NO_END, ownProject, type TestEngine, testEngine } from "./sendsWorld.ts";

/** A send's own account of itself is true at every moment, even if workers came late or two things happened at once. */
ownProject();
afterEach(() => void vi.restoreAllMocks());

const keyOf = (id: string, user: User) => id.slice(user.uid.length + 1);

async function aRunningSend(rows: number): Promise<{ user: User; engine: TestEngine; id: string; key: string }> {
  const user = await aSender();
  const engine = testEngine({ sendMessage: async () => ({ kind: "refused", sentence: "No." }) });
  const id = await begun(user, engine, rows);
  return { user, engine, id, key: keyOf(id, user) };
}

async function claimFirst(id: string): Promise<void> {
  const [row] = await queuedRows(id, 0, 1);
  if (!row || "isUnreadable" in row || !(await claimRow(row, randomUUID(), 1)))
    throw new Error("The row could not be claimed.");
}

describe("a canceled send", () => {
  it("ends although a worker whose lease is long gone claimed a row of it and died", async () => {
    const { user, engine, id, key } = await aRunningSend(3);
    // That worker's lease was recovered before its claim arrived: no lease leads to this row any more.
    await claimFirst(id);
    const { send } = await cancel(engine, user.uid, key);
    expect(send.counts).toMatchObject({ skipped: 2, sending: 1 });
    await sweep(engine);
    expect(await readSend(id)).toMatchObject({ state: "cancelled", counts: { skipped: 2, warning: 1, sending: 0 } });
    expect((await readSend(id))?.endedAt).not.toBeNull();
  });

  it("waits for the worker that holds a row of it", async () => {
    const { user, engine, id, key } = await aRunningSend(3);
    let answer: () => void = () => {};
    engine.sendMessage = () =>
      new Promise((resolve) => {
        answer = () => resolve({ kind: "sent", messageId: "m" });
      });
    engine.rate = 1;
    const slice = runSlice(engine, user.uid, NO_END);
    await expect.poll(() => claimedRows(id)).toHaveLength(1);
    await cancel(engine, user.uid, key);
    await sweep(engine);
    expect(await readSend(id)).toMatchObject({ state: "cancelled", endedAt: null });
    answer();
    await slice;
    await sweep(engine);
    expect(await readSend(id)).toMatchObject({ counts: { sent: 1, skipped: 2, warning: 0 } });
  });
});

describe("the counts", () => {
  it("are those of the rows if one row is asked for twice", async () => {
    const { user, engine, id, key } = await aRunningSend(2);
    await runSlice(engine, user.uid, NO_END);
    const { send } = await retry(engine, user.uid, key, [1, 1]);
    expect(send.counts).toMatchObject({ total: 2, queued: 1, failed: 1 });
    expect((await readSend(id))?.counts).toMatchObject({ queued: 1, failed: 1 });
  });

  it("add up in the answer to a retry and to a pause while a worker runs", async () => {
    const { user, engine, id, key } = await aRunningSend(4);
    const [first, second] = await queuedRows(id, 0, 2);
    if (!first || !second) throw new Error("No rows.");
    await finishRow(first, { state: "failed", reason: "No." });
    await finishRow(second, { state: "sent", reason: "" });
    const retried = await retry(engine, user.uid, key, [1]);
    expect(retried.send.counts).toMatchObject({ total: 4, queued: 3, sent: 1, failed: 0 });
    const paused = await pause(engine, user.uid, key);
    expect(paused.send.counts).toMatchObject({ total: 4, queued: 3, sent: 1, failed: 0 });
  });
});

describe("the rows of an answer", () => {
  it("are returned once each, and the next look returns one that changed while they were read", async () => {
    const { user, engine, id } = await aRunningSend(0);
    const large = await begun(user, engine, aPlan(1_000));
    expect(large).not.toBe(id);
    const [row] = await queuedRows(large, 0, 1);
    const { get } = Transaction.prototype;
    vi.spyOn(Transaction.prototype, "get").mockImplementationOnce(async function (this: Transaction, query) {
      const page = await get.call(this, query);
      if (row) await finishRow(row, { state: "sent", reason: "" });
      return page;
    });
    const send = await readSend(large);
    if (!send) throw new Error("No send.");
    const { results, cursor } = await presentAllRows(send);
    expect(results.map(({ row: n }) => n)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1));
    const next = await presentRows({ ...send, worker: "a worker's lease" }, cursor);
    expect(next.results).toMatchObject([{ row: 1, status: "sent" }]);
  });
});

describe("the permission to send", () => {
  const endAtGoogle = ({ email }: User) =>
    fetch(`${googleBase()}/grants?user=${encodeURIComponent(email)}`, { method: "DELETE" });

  it("is deleted if Google no longer honors it, so that no one sees it as valid", async () => {
    const user = await aSender();
    const engine = testEngine();
    const id = await begun(user, engine, 2);
    await endAtGoogle(user);
    await runSlice(engine, user.uid, NO_END);
    expect(await readSend(id)).toMatchObject({ state: "paused", pauseReason: "reconnect", counts: { queued: 2 } });
    expect(await readGoogleAccount(user.sub)).toBeNull();
  });

  it.each(["before", "after"] as const)("is deleted also if a worker dies %s it deletes it", async (moment) => {
    const { user, engine, id, key } = await aRunningSend(2);
    await endAtGoogle(user);
    await expect(runSlice(mortal(engine, dieAt("forgetGrant", moment)), user.uid, NO_END)).rejects.toThrow(Died);
    const paused = { state: "paused", pauseReason: "reconnect", counts: { queued: 2 } };
    expect(await readSend(id)).toMatchObject(paused);
    engine.pass(60_000);
    await resume(engine, user.uid, key);
    await engine.drain();
    expect(await readSend(id)).toMatchObject(paused);
    expect(await readGoogleAccount(user.sub)).toBeNull();
  });

  it("is kept if it was only refused once, and if a new one has been given meanwhile", async () => {
    const user = await aSender();
    const engine = testEngine();
    await begun(user, engine, 2);
    await fault({ op: "send", user: user.email, status: 401, times: 4 });
    await runSlice(engine, user.uid, NO_END);
    expect(await readGoogleAccount(user.sub)).not.toBeNull();
    const grant = await readGrant(user.sub);
    if (!grant) throw new Error("No grant.");
    await storeGrant({ ...grant, refreshToken: "a newer one" });
    await forgetGrant(grant);
    expect(await readGrant(user.sub)).toMatchObject({ refreshToken: "a newer one" });
  });
});
