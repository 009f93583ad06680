import { describe, expect, it } from "vitest";
import { resume } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { UNKNOWN } from "../src/features/sends/work/recover.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { readSender } from "../src/store/senders.ts";
import { rowsOf } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { resumeAfterReconnect } from "../src/store/sends/slices.ts";
import { answering, HOUR, keyOf, statesOf } from "./answering.ts";
import { standStill } from "./clock.ts";
import { aPlan, aSender, begun, fault, mailbox, NO_END, ownProject, testEngine } from "./sendsWorld.ts";

ownProject();

describe("Gmail's answer", () => {
  it("alone decides how a row ends: it is retried only if nothing was sent", async () => {
    const user = await aSender();
    const engine = answering(
      { kind: "slow", retryAfter: 3_000 },
      { kind: "not_left" },
      { kind: "refused", sentence: "Gmail rejected the address." },
      { kind: "unknown" },
    );
    const id = await begun(user, engine, 5);
    await runSlice(engine, user.uid, NO_END);
    await engine.drain();
    expect((await readSend(id))?.counts).toMatchObject({ sent: 3, failed: 1, warning: 1 });
    expect(engine.calls).toHaveLength(7);
    const rows = (await rowsOf(id).get()).docs.map((doc) => doc.data());
    expect(
      rows
        .filter(({ state }) => state !== "sent")
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(["Gmail rejected the address.", UNKNOWN].sort());
  });

  it.each([
    ["429 with Retry-After", { status: 429, reason: "rateLimitExceeded", retryAfter: 2, times: 2 }, { sent: 3 }],
    ["403 with a rate reason", { status: 403, reason: "userRateLimitExceeded", times: 1 }, { sent: 3 }],
    ["400", { status: 400, reason: "invalidArgument", message: "Invalid To header", times: 1 }, { sent: 2, failed: 1 }],
    ["a server error", { status: 503, reason: "backendError", times: 1 }, { sent: 2, warning: 1 }],
    ["a lost answer", { reset: true, storeFirst: true, times: 1 }, { sent: 2, warning: 1 }],
    ["a reset", { reset: true, times: 1 }, { sent: 2, warning: 1 }],
  ])("%s, from the local Gmail", async (_, spec, counts) => {
    const user = await aSender();
    const engine = testEngine();
    const id = await begun(user, engine, 3);
    await fault({ op: "send", user: user.email, ...spec });
    await runSlice(engine, user.uid, NO_END);
    await engine.drain();
    expect((await readSend(id))?.counts).toMatchObject({ failed: 0, warning: 0, skipped: 0, ...counts });
    const delivered = (await mailbox(user.email)).flatMap(({ to }) => to);
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(delivered.length).toBe(counts.sent + ("storeFirst" in spec ? 1 : 0));
  });

  it("pauses after ten rows in a row that weren't sent, and resumes on request", async () => {
    const user = await aSender();
    const refusals = Array.from({ length: 13 }, (): GmailAnswer => ({ kind: "refused", sentence: "No." }));
    const engine = answering(...refusals);
    const id = await begun(user, engine, 30);
    expect(await runSlice(engine, user.uid, NO_END)).toEqual({ kind: "idle" });
    expect(await readSend(id)).toMatchObject({ state: "paused", pauseReason: "errors", resumesAt: null });
    expect(engine.calls.length).toBeLessThanOrEqual(13);
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 17, failed: 13 } });
  });

  it("pauses at the account's daily limit, loses no row, and resumes automatically at a full hour", async () => {
    const user = await aSender();
    const engine = answering({ kind: "sent", messageId: "m" }, { kind: "daily_limit", retryAfter: null });
    const id = await begun(user, engine, 6);
    await runSlice(engine, user.uid, NO_END);
    const paused = await readSend(id);
    expect(paused).toMatchObject({ state: "paused", pauseReason: "quota", counts: { failed: 0, warning: 0 } });
    expect((paused?.resumesAt ?? 1) % HOUR).toBe(0);
    await sweep(engine);
    expect(engine.tasks).toEqual([]);
    engine.pass((paused?.resumesAt ?? 0) - engine.now() + 1);
    await sweep(engine);
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 6 } });
  });
});

describe("the connection to Google", () => {
  it("pauses every send if the grant is gone, fails no row, and a new sign-in resumes them", async () => {
    const user = await aSender();
    const engine = testEngine();
    const ids = [await begun(user, engine, 3), await begun(user, engine, 2)];
    await fault({ op: "token", user: user.email, status: 400, reason: "invalid_grant", times: 1 });
    await runSlice(engine, user.uid, NO_END);
    for (const id of ids) {
      expect(await readSend(id)).toMatchObject({ state: "paused", pauseReason: "reconnect", counts: { failed: 0 } });
    }
    await resumeAfterReconnect(user.sub, async () => true, engine.now());
    await runSlice(engine, user.uid, NO_END);
    for (const id of ids) expect(await readSend(id)).toMatchObject({ state: "done" });
    expect(await mailbox(user.email)).toHaveLength(5);
  });

  it("claims nothing while Google's sign-in doesn't work, and tries again later", async () => {
    const user = await aSender();
    const engine = testEngine();
    const id = await begun(user, engine, 2);
    await fault({ op: "token", user: user.email, status: 503, reason: "backendError", times: 8 });
    const end = await runSlice(engine, user.uid, NO_END);
    expect(end).toMatchObject({ kind: "more" });
    expect(await statesOf(id)).toEqual(["queued", "queued"]);
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 2 } });
  });
});

describe("pace and quota", () => {
  it("keeps one pace for both sends of a user, and another for another user", async () => {
    standStill();
    const [ada, bo] = [await aSender(), await aSender()];
    const engine = answering();
    engine.rate = 5;
    const ids = [await begun(ada, engine, 7), await begun(ada, engine, 6)];
    const other = await begun(bo, engine, 5);
    const began = engine.now();
    await runSlice(engine, ada.uid, NO_END);
    await runSlice(engine, bo.uid, NO_END);
    expect(await readSend(other)).toMatchObject({ state: "done", counts: { sent: 5 } });
    const first = engine.calls.length;
    expect(first).toBe(10);
    expect(engine.now() - began).toBeLessThan(30_000);
    await engine.drain();
    for (const id of ids) expect(await readSend(id)).toMatchObject({ state: "done" });
    const adas = engine.calls
      .slice(0, 5)
      .concat(engine.calls.slice(10))
      .map(({ at }) => at);
    expect(adas).toHaveLength(13);
    for (let i = 5; i < adas.length; i++) expect((adas[i] ?? 0) - (adas[i - 5] ?? 0)).toBeGreaterThanOrEqual(60_000);
  });

  it("serves a Direct Send before the bulk send in progress", async () => {
    const user = await aSender();
    const engine = answering();
    engine.rate = 3;
    await begun(user, engine, 9);
    await runSlice(engine, user.uid, NO_END);
    const plan = aPlan(1, { kind: "direct" });
    const direct = await begun(user, engine, plan);
    engine.pass(62_000);
    await runSlice(engine, user.uid, NO_END);
    expect(engine.calls[3]?.to).toBe(plan.rows[0]?.to);
    expect(await readSend(direct)).toMatchObject({ state: "done" });
  });

  it("stops at the account's limit by its own count, and says how much is left and when more is", async () => {
    const user = await aSender();
    const engine = answering();
    engine.dailyLimit = () => 4;
    const id = await begun(user, engine, 6);
    await runSlice(engine, user.uid, NO_END);
    expect(engine.calls).toHaveLength(4);
    const paused = await readSend(id);
    expect(paused).toMatchObject({ state: "paused", pauseReason: "quota", counts: { sent: 4, queued: 2 } });
    const quota = await readQuota(user.uid, null, engine.now());
    expect(quota).toMatchObject({ limit: 500, sent: 4, queued: 2, left: 494, more_count: 4 });
    expect(Date.parse(quota.more_at ?? "")).toBe(paused?.resumesAt);
    engine.pass(25 * HOUR);
    await sweep(engine);
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 6 } });
  });

  it("counts emails that certainly weren't sent neither as sent nor against the limit", async () => {
    const user = await aSender();
    const engine = answering({ kind: "refused", sentence: "No." }, { kind: "slow", retryAfter: null });
    await begun(user, engine, 3);
    await runSlice(engine, user.uid, NO_END);
    await engine.drain();
    expect((await readQuota(user.uid, null, engine.now())).sent).toBe(2);
  });

  it("counts a dead worker's calls into pace and quota", async () => {
    standStill();
    const user = await aSender();
    const engine = answering();
    await begun(user, engine, 4);
    const finish = engine.ledger.finishRow;
    engine.ledger = { ...engine.ledger, finishRow: () => Promise.reject(new Error("dead")) };
    await expect(runSlice(engine, user.uid, NO_END)).rejects.toThrow("dead");
    engine.ledger = { ...engine.ledger, finishRow: finish };
    engine.pass(50_000);
    await runSlice(engine, user.uid, NO_END);
    const sender = await readSender(user.uid);
    expect(sender?.dead).toEqual([]);
    expect(Object.values(sender?.hours ?? {})).toEqual([4]);
    expect(Object.values(sender?.pace.window ?? {}).reduce((sum, n) => sum + n, 0)).toBe(4);
  });
});

describe("tasks", () => {
  it("that come too early wait and continue; doubled, late and replaced ones do no harm", async () => {
    standStill();
    const user = await aSender();
    const engine = answering();
    engine.rate = 2;
    const id = await begun(user, engine, 5);
    await work(engine, { uid: user.uid, at: engine.now() });
    expect(engine.calls).toHaveLength(2);
    const [next] = engine.tasks.splice(0);
    if (!next) throw new Error("No task was enqueued.");
    expect(next.at - engine.now()).toBeGreaterThan(50_000);
    // Replaced: not the one that is due next.
    await work(engine, { uid: user.uid, at: next.at - 1 });
    expect(engine.tasks).toEqual([]);
    // Early, as from a queue that ignores delays: it waits out its budget and asks again, and again.
    let rounds = 0;
    for (let task: typeof next | undefined = next; engine.calls.length < 4; task = engine.tasks.shift()) {
      if (!task) throw new Error("No one asked again.");
      await work(engine, task);
      rounds += 1;
    }
    expect(rounds).toBeLessThanOrEqual(3);
    // Twice at once, and late.
    const last = engine.tasks.splice(0)[0] ?? next;
    engine.pass(600_000);
    await Promise.all([work(engine, last), work(engine, last)]);
    await engine.drain();
    expect(engine.calls).toHaveLength(5);
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 5 } });
  });

  it("keep to 45 s: nothing begins after the budget, and no call waits beyond it", async () => {
    standStill();
    const user = await aSender();
    const engine = answering();
    const timeouts: number[] = [];
    const send = engine.sendMessage;
    const began = engine.now();
    engine.sendMessage = (call) => {
      timeouts.push(engine.now() - began + call.timeout);
      engine.pass(4_000);
      return send(call);
    };
    await begun(user, engine, 60);
    await work(engine, { uid: user.uid, at: began });
    expect(engine.calls.length).toBeLessThan(15);
    expect(Math.max(...timeouts)).toBeLessThanOrEqual(45_000);
    expect(engine.tasks).toHaveLength(1);
  });
});
