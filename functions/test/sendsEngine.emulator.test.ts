import { describe, expect, it } from "vitest";
import { resumeAfterReconnect } from "../src/features/account/resumeAfterReconnect.ts";
import { resume, retry } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { showSend } from "../src/features/sends/present/show.ts";
import { UNKNOWN } from "../src/features/sends/work/recover.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/requireUser.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { readSender } from "../src/store/senders.ts";
import { rowCollection, sendRef } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { standStill } from "./callCounts.ts";
import { expectSend } from "./expectations.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  begun,
  fault,
  HOUR,
  keyOf,
  mailbox,
  ownProject,
  statesOf,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";

ownProject();

type AnswerCase = [
  name: string,
  fault: Record<string, unknown>,
  counts: { sent: number; failed?: number; warning?: number },
];

/** An answer to the first email, which Gmail had already stored. */
function stored(name: string, answer: Record<string, unknown>): AnswerCase {
  return [
    `${name} after the email was stored`,
    { ...answer, storeFirst: true, times: 1 },
    { sent: 2, warning: 1 },
  ];
}

describe("Gmail's answer", () => {
  it("alone decides how a row ends: it is retried only if nothing was sent", async () => {
    const { user, engine, id } = await aSend(
      5,
      answering(
        { kind: "slow", retryAfter: 3_000 },
        { kind: "not_left" },
        { kind: "refused", sentence: "Gmail rejected the address." },
        { kind: "unknown" },
      ),
    );
    await wholeSlice(engine, user);
    await engine.drain();
    expect((await readSend(id))?.counts).toMatchObject({ sent: 3, failed: 1, warning: 1 });
    expect(engine.calls).toHaveLength(7);
    const rows = (await rowCollection(id).get()).docs.map((doc) => doc.data());
    expect(
      rows
        .filter(({ state }) => state !== "sent")
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(["Gmail rejected the address.", UNKNOWN].sort());
  });

  it.each<AnswerCase>([
    [
      "429 with Retry-After",
      { status: 429, reason: "rateLimitExceeded", retryAfter: 2, times: 2 },
      { sent: 3 },
    ],
    [
      "403 with a rate reason",
      { status: 403, reason: "userRateLimitExceeded", times: 1 },
      { sent: 3 },
    ],
    [
      "400",
      { status: 400, reason: "invalidArgument", message: "Invalid To header", times: 1 },
      { sent: 2, failed: 1 },
    ],
    ["a server error", { status: 503, reason: "backendError", times: 1 }, { sent: 2, warning: 1 }],
    ...[409, 499, 500, 502, 504].map((status) => stored(`a ${status}`, { status })),
    stored("a 200 that breaks off", { status: 200, body: '{"id":"18' }),
    stored("a 403 of a fault inside Google", { status: 403, reason: "backendError" }),
    ["a lost answer", { reset: true, storeFirst: true, times: 1 }, { sent: 2, warning: 1 }],
    ["a reset", { reset: true, times: 1 }, { sent: 2, warning: 1 }],
  ])("%s, from the local Gmail", async (_, spec, counts) => {
    const { user, engine, id } = await aSend(3, testEngine());
    await fault({ op: "send", user: user.email, ...spec });
    await wholeSlice(engine, user);
    await engine.drain();
    expect((await readSend(id))?.counts).toMatchObject({
      failed: 0,
      warning: 0,
      skipped: 0,
      ...counts,
    });
    const delivered = (await mailbox(user.email)).flatMap(({ to }) => to);
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(delivered.length).toBe(counts.sent + ("storeFirst" in spec ? 1 : 0));
    if (!("warning" in counts)) return;
    // No retry sends it, and no sweep, unless its row is named.
    const left = { state: "done", counts };
    await expect(retry(engine, user.uid, keyOf(user, id), null)).rejects.toThrow();
    await sweep(engine);
    await engine.drain();
    await expectSend(id, left);
    expect((await mailbox(user.email)).flatMap(({ to }) => to)).toEqual(delivered);
  });

  it.each<[GmailAnswer, number, string | null]>([
    [{ kind: "slow", retryAfter: null }, 1, null],
    [{ kind: "not_left" }, 1, null],
    [{ kind: "daily_limit", retryAfter: null }, 0, "quota"],
    [{ kind: "reconnect" }, 0, "reconnect"],
    [{ kind: "unauthorized" }, 0, null],
    [{ kind: "refused", sentence: "No." }, 0, null],
    [{ kind: "unknown" }, 0, null],
  ])(
    "%j closes the window for further calls so many times: %i; it pauses for %s",
    async (answer, closings, pauseReason) => {
      standStill();
      const { user, engine, id } = await aSend(1, answering(answer, answer));
      const soon = engine.now() + 500;
      await runSlice(engine, user.uid, { claimUntil: soon, callUntil: soon });
      expect((await readSender(user.uid))?.pace.closings).toBe(closings);
      await expectSend(id, { pauseReason });
    },
  );

  it("pauses after ten rows in a row that weren't sent, and resumes on request", async () => {
    const user = await aSender();
    const refusals = Array.from(
      { length: 13 },
      (): GmailAnswer => ({ kind: "refused", sentence: "No." }),
    );
    const engine = answering(...refusals);
    const id = await begun(user, engine, 30);
    expect(await wholeSlice(engine, user)).toEqual({ kind: "idle" });
    await expectSend(id, {
      state: "paused",
      pauseReason: "errors",
      resumesAt: null,
    });
    expect(engine.calls.length).toBeLessThanOrEqual(13);
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 17, failed: 13 } });
  });

  it("pauses at the account's daily limit, loses no row, and resumes automatically at a full hour", async () => {
    const { user, engine, id } = await aSend(
      6,
      answering({ kind: "sent", messageId: "m" }, { kind: "daily_limit", retryAfter: null }),
    );
    await wholeSlice(engine, user);
    const paused = await readSend(id);
    expect(paused).toMatchObject({
      state: "paused",
      pauseReason: "quota",
      counts: { failed: 0, warning: 0 },
    });
    expect((paused?.resumesAt ?? 1) % HOUR).toBe(0);
    await sweep(engine);
    expect(engine.tasks).toEqual([]);
    engine.pass((paused?.resumesAt ?? 0) - engine.now() + 1);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 6 } });
  });
});

describe("the connection to Google", () => {
  it("pauses every send if the grant is gone, fails no row, and a new sign-in resumes them", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    const ids = [await begun(user, engine, 3), await begun(user, engine, 2)];
    await fault({ op: "token", user: user.email, status: 400, reason: "invalid_grant", times: 1 });
    await wholeSlice(engine, user);
    for (const id of ids) {
      await expectSend(id, {
        state: "paused",
        pauseReason: "reconnect",
        counts: { failed: 0 },
      });
    }
    await resumeAfterReconnect(user.sub, async () => true, engine.now());
    await wholeSlice(engine, user);
    for (const id of ids) await expectSend(id, { state: "done" });
    expect(await mailbox(user.email)).toHaveLength(5);
  });

  it("claims nothing while Google's sign-in doesn't work, and tries again later", async () => {
    const { user, engine, id } = await aSend(2, testEngine());
    await fault({ op: "token", user: user.email, status: 503, reason: "backendError", times: 8 });
    const end = await wholeSlice(engine, user);
    expect(end).toMatchObject({ kind: "more" });
    expect(await statesOf(id)).toEqual(["queued", "queued"]);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 2 } });
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
    await wholeSlice(engine, ada);
    await wholeSlice(engine, bo);
    await expectSend(other, { state: "done", counts: { sent: 5 } });
    const first = engine.calls.length;
    expect(first).toBe(10);
    expect(engine.now() - began).toBeLessThan(30_000);
    await engine.drain();
    for (const id of ids) await expectSend(id, { state: "done" });
    const adas = engine.calls
      .slice(0, 5)
      .concat(engine.calls.slice(10))
      .map(({ at }) => at);
    expect(adas).toHaveLength(13);
    for (let i = 5; i < adas.length; i++)
      expect((adas[i] ?? 0) - (adas[i - 5] ?? 0)).toBeGreaterThanOrEqual(60_000);
  });

  it("serves a Direct Send before the bulk send in progress", async () => {
    const [user, engine] = [await aSender(), answering()];
    engine.rate = 3;
    await begun(user, engine, 9);
    await wholeSlice(engine, user);
    const plan = aPlan(1, { kind: "direct" });
    const direct = await begun(user, engine, plan);
    engine.pass(62_000);
    await wholeSlice(engine, user);
    expect(engine.calls[3]?.to).toBe(plan.rows[0]?.to);
    await expectSend(direct, { state: "done" });
  });

  it("counts every recipient, copies included, and never begins an email that passes the limit", async () => {
    const [user, engine] = [await aSender(), answering()];
    engine.dailyLimit = () => 8;
    const plan = aPlan(4);
    const rows = plan.rows.map((row, i) => (i === 1 ? row : { ...row, recipients: 3 }));
    const id = await begun(user, engine, { ...plan, rows });
    await wholeSlice(engine, user);
    await expectSend(id, {
      state: "paused",
      pauseReason: "quota",
      counts: { sent: 3, queued: 1 },
    });
    // Three, one and three; of the other one, about as many as of these.
    expect(await readQuota(user.uid, null, engine.now())).toMatchObject({
      sent: 7,
      queued: 3,
      left: 490,
    });
    engine.pass(25 * HOUR);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 4 } });
  });

  it("waits until the pace has room for all recipients of an email", async () => {
    standStill();
    const [user, engine] = [await aSender(), answering()];
    engine.rate = 5;
    const plan = aPlan(4);
    const id = await begun(user, engine, {
      ...plan,
      rows: plan.rows.map((row) => ({ ...row, recipients: 2 })),
    });
    await wholeSlice(engine, user);
    expect(engine.calls).toHaveLength(2);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 4 } });
  });

  it.each([
    [[1, 1], 60],
    [[1, 2], 40],
    [[3, 3], 20],
  ])(
    "shows the emails a minute that the pace leaves to emails with %j recipients: %i",
    async (recipients, rate) => {
      const engine = testEngine({ rate: 60 });
      const plan = aPlan(2);
      const rows = plan.rows.map((row, i) => ({ ...row, recipients: recipients[i] ?? 1 }));
      const { user, key } = await aSend({ ...plan, rows }, engine);
      expect((await showSend(engine, user.uid, key, null)).send.rate).toBe(rate);
    },
  );

  it("stops at the account's limit by its own count, and says how much is left and when more is", async () => {
    const [user, engine] = [await aSender(), answering()];
    engine.dailyLimit = () => 4;
    const id = await begun(user, engine, 6);
    await wholeSlice(engine, user);
    expect(engine.calls).toHaveLength(4);
    const paused = await readSend(id);
    expect(paused).toMatchObject({
      state: "paused",
      pauseReason: "quota",
      counts: { sent: 4, queued: 2 },
    });
    const quota = await readQuota(user.uid, null, engine.now());
    expect(quota).toMatchObject({ limit: 500, sent: 4, queued: 2, left: 494, more_count: 4 });
    expect(Date.parse(quota.more_at ?? "")).toBe(paused?.resumesAt);
    engine.pass(25 * HOUR);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 6 } });
  });

  it("counts emails that certainly weren't sent neither as sent nor against the limit", async () => {
    const user = await aSender();
    const engine = answering(
      { kind: "refused", sentence: "No." },
      { kind: "slow", retryAfter: null },
    );
    await begun(user, engine, 3);
    await wholeSlice(engine, user);
    await engine.drain();
    expect((await readQuota(user.uid, null, engine.now())).sent).toBe(2);
  });

  it("counts a dead worker's calls into pace and quota", async () => {
    standStill();
    const [user, engine] = [await aSender(), answering()];
    await begun(user, engine, 4);
    const finish = engine.ledger.finishRow;
    engine.ledger = { ...engine.ledger, finishRow: () => Promise.reject(new Error("dead")) };
    await expect(wholeSlice(engine, user)).rejects.toThrow("dead");
    engine.ledger = { ...engine.ledger, finishRow: finish };
    engine.pass(50_000);
    await wholeSlice(engine, user);
    const sender = await readSender(user.uid);
    expect(sender?.dead).toEqual([]);
    expect(Object.values(sender?.hours ?? {})).toEqual([4]);
    expect(Object.values(sender?.pace.window ?? {}).reduce((sum, n) => sum + n, 0)).toBe(4);
  });
});

describe("tasks", () => {
  it("that come too early wait and continue; doubled, late and replaced ones do no harm", async () => {
    standStill();
    const [user, engine] = [await aSender(), answering()];
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
    // Early, as from a queue that ignores delays: it waits out its budget and asks again, and
    // again.
    let rounds = 0;
    for (
      let task: typeof next | undefined = next;
      engine.calls.length < 4;
      task = engine.tasks.shift()
    ) {
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
    await expectSend(id, { state: "done", counts: { sent: 5 } });
  });

  it.each([
    ["28 s early: it waits and sends", 28_000, 4],
    ["more than 28 s early: it leaves the sending to another", 28_001, 2],
  ])("that come %s", async (_, early, sent) => {
    standStill();
    const [user, engine] = [await aSender(), answering()];
    engine.rate = 2;
    await begun(user, engine, 4);
    await work(engine, { uid: user.uid, at: engine.now() });
    const [next] = engine.tasks.splice(0);
    if (!next) throw new Error("No task was enqueued.");
    engine.pass(next.at - early - engine.now());
    await work(engine, next);
    expect(engine.calls).toHaveLength(sent);
    expect(engine.tasks.map(({ at }) => at)).toEqual(sent === 4 ? [] : [next.at]);
  });

  it("keep to 45 s: nothing begins after the budget, and no call waits beyond it", async () => {
    standStill();
    const [user, engine] = [await aSender(), answering()];
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

const HOURS = { from: 8, to: 20, timeZone: "Europe/Berlin" };
type Engine = ReturnType<typeof answering>;

function itBecomes(engine: Engine, time: string): void {
  engine.pass(Date.parse(time) - engine.now());
}

/**
 * A send of four emails, begun in Berlin at nine in the evening before the clocks go forward; two
 * go out a day.
 */
async function interrupted(
  resumeHours: typeof HOURS | null,
): Promise<{ engine: Engine; user: User; id: string }> {
  const [user, engine] = [await aSender(), answering()];
  engine.dailyLimit = () => 2;
  itBecomes(engine, "2027-03-27T20:00:00Z");
  const id = await begun(user, engine, aPlan(4, { resumeHours }));
  await engine.enqueue(user.uid, engine.now());
  await engine.drain();
  await expectSend(id, {
    state: "paused",
    pauseReason: "quota",
    counts: { sent: 2, queued: 2 },
  });
  return { engine, user, id };
}

async function resumesAt(id: string): Promise<string> {
  return new Date((await readSend(id))?.resumesAt ?? 0).toISOString();
}

/** It resumes automatically only in its person's hours. */
describe("a send that the quota interrupted", () => {
  it("resumes at eight in the morning of its zone, not at night when the quota returns", async () => {
    const { engine, id } = await interrupted(HOURS);
    expect(await resumesAt(id)).toBe("2027-03-29T06:00:00.000Z");
    itBecomes(engine, "2027-03-29T05:59:30Z");
    await sweep(engine);
    await engine.drain();
    expect(engine.calls).toHaveLength(2);
    itBecomes(engine, "2027-03-29T06:00:00Z");
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 4 } });
  });

  it("resumes when the quota returns if no hours are set", async () => {
    const { id } = await interrupted(null);
    expect(await resumesAt(id)).toBe("2027-03-28T21:00:00.000Z");
  });

  it("resumes at any hour if its person resumes it", async () => {
    const { engine, user, id } = await interrupted(HOURS);
    itBecomes(engine, "2027-03-28T22:00:00Z");
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 4 } });
  });

  it("rests again if the slice comes only after the hours", async () => {
    const { engine, id } = await interrupted(HOURS);
    itBecomes(engine, "2027-03-29T17:59:59Z");
    await sweep(engine);
    await expectSend(id, { state: "queued" });
    itBecomes(engine, "2027-03-29T18:00:01Z");
    await engine.drain();
    expect(engine.calls).toHaveLength(2);
    await expectSend(id, { state: "paused", pauseReason: "quota" });
    expect(await resumesAt(id)).toBe("2027-03-30T06:00:00.000Z");
  });
});

describe("looks at a send that waits for the queue", () => {
  async function waiting() {
    const user = await aSender();
    let now = Date.now();
    const engine = testEngine({ now: () => now });
    const pass = (ms: number) => {
      now += ms;
    };
    const id = await begun(user, engine, 1);
    const look = () => showSend(engine, user.uid, keyOf(user, id), null);
    return { user, engine, pass, look };
  }

  type Waiting = Awaited<ReturnType<typeof waiting>>;

  /** Tasks asked for by two people who look every second for a time. */
  async function watched({ engine, pass, look }: Waiting, seconds: number): Promise<number> {
    const before = engine.tasks.length;
    for (let i = 0; i < seconds; i++) {
      await Promise.all([look(), look()]);
      pass(1_000);
    }
    return engine.tasks.length - before;
  }

  it("ask for only a few more tasks, later each time, however many people look", async () => {
    const send = await waiting();
    expect(await watched(send, 4)).toBe(0);
    const tasks = await watched(send, 110);
    expect(tasks).toBeGreaterThanOrEqual(3);
    expect(tasks).toBeLessThanOrEqual(5);
  });

  it.each([
    ["5 s late if no worker had it", null, 5_000],
    ["50 s late if a worker may have died over it", "w", 50_000],
  ])("ask for a lost task when it is %s", async (_, worker, late) => {
    standStill();
    const engine = answering();
    engine.rate = 2;
    const { user, id, key } = await aSend(3, engine);
    await work(engine, { uid: user.uid, at: engine.now() });
    const [lost] = engine.tasks.splice(0);
    if (!lost) throw new Error("No task was enqueued.");
    await sendRef(id).update({ worker });
    engine.pass(lost.at + late - 1 - engine.now());
    await showSend(engine, user.uid, key, null);
    expect(engine.tasks).toEqual([]);
    engine.pass(1);
    await showSend(engine, user.uid, key, null);
    expect(engine.tasks).toHaveLength(1);
  });

  it("ask once if the person has sent nothing yet, and the send goes out", async () => {
    const { user, engine, pass, look } = await waiting();
    expect(await readSender(user.uid)).toBeNull();
    pass(60_000);
    await Promise.all(Array.from({ length: 8 }, look));
    expect(engine.tasks).toHaveLength(1);
    await engine.drain();
    expect((await look()).send).toMatchObject({ state: "done", counts: { sent: 1 } });
  });
});
