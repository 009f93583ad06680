import { describe, expect, it } from "vitest";
import { cancel, pause, remove, resume, retry } from "../src/features/sends/control.ts";
import { UNKNOWN } from "../src/features/sends/recover.ts";
import { showSend } from "../src/features/sends/show.ts";
import { runSlice } from "../src/features/sends/slice.ts";
import { sweep } from "../src/features/sends/sweep.ts";
import { work } from "../src/features/sends/worker.ts";
import type { User } from "../src/http/user.ts";
import { firestore } from "../src/platform/firebase.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { newPath, writeFile } from "../src/store/files.ts";
import { readQuota } from "../src/store/quotas.ts";
import { readSender } from "../src/store/senders.ts";
import { readJob } from "../src/store/sendsJobs.ts";
import { rowsOf, snapshotRef } from "../src/store/sendsShape.ts";
import { resumeAfterReconnect } from "../src/store/slices.ts";
import {
  aPlan,
  aSender,
  begun,
  fault,
  mailbox,
  NO_END,
  ownProject,
  rawMail,
  storedFiles,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";

ownProject();

const HOUR = 3_600_000;

async function statesOf(id: string): Promise<string[]> {
  return (await rowsOf(id).orderBy("n").get()).docs.map((doc) => doc.data().state);
}

function keyOf(user: User, id: string): string {
  return id.slice(user.uid.length + 1);
}

/** An engine whose Gmail answers as told, in order, and then sends; what it was given is kept. */
function answering(...answers: GmailAnswer[]): TestEngine & { calls: { at: number; to: string }[] } {
  const calls: { at: number; to: string }[] = [];
  const engine = testEngine();
  engine.sendMessage = async ({ message }) => {
    const to = /^To: .*?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(message.toString("latin1"))?.[1] ?? "";
    calls.push({ at: engine.now(), to });
    return answers.shift() ?? { kind: "sent", messageId: "m" };
  };
  return Object.assign(engine, { calls });
}

describe("what Gmail answers", () => {
  it("decides alone what becomes of a row: tried again only when nothing was sent", async () => {
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
    expect((await readJob(id))?.counts).toMatchObject({ sent: 3, failed: 1, warning: 1 });
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
    expect((await readJob(id))?.counts).toMatchObject({ failed: 0, warning: 0, skipped: 0, ...counts });
    const delivered = (await mailbox(user.email)).flatMap(({ to }) => to);
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(delivered.length).toBe(counts.sent + ("storeFirst" in spec ? 1 : 0));
  });

  it("pauses after ten rows in a row that were not sent, and goes on when told to", async () => {
    const user = await aSender();
    const refusals = Array.from({ length: 13 }, (): GmailAnswer => ({ kind: "refused", sentence: "No." }));
    const engine = answering(...refusals);
    const id = await begun(user, engine, 30);
    expect(await runSlice(engine, user.uid, NO_END)).toEqual({ kind: "idle" });
    expect(await readJob(id)).toMatchObject({ state: "paused", pauseReason: "errors", resumesAt: null });
    expect(engine.calls.length).toBeLessThanOrEqual(13);
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    expect(await readJob(id)).toMatchObject({ state: "done", counts: { sent: 17, failed: 13 } });
  });

  it("pauses at the account's daily limit, loses no row, and resumes by itself at a full hour", async () => {
    const user = await aSender();
    const engine = answering({ kind: "sent", messageId: "m" }, { kind: "daily_limit", retryAfter: null });
    const id = await begun(user, engine, 6);
    await runSlice(engine, user.uid, NO_END);
    const paused = await readJob(id);
    expect(paused).toMatchObject({ state: "paused", pauseReason: "quota", counts: { failed: 0, warning: 0 } });
    expect((paused?.resumesAt ?? 1) % HOUR).toBe(0);
    await sweep(engine);
    expect(engine.tasks).toEqual([]);
    engine.pass((paused?.resumesAt ?? 0) - engine.now() + 1);
    await sweep(engine);
    await engine.drain();
    expect(await readJob(id)).toMatchObject({ state: "done", counts: { sent: 6 } });
  });
});

describe("the connection to Google", () => {
  it("pauses every send when the grant is gone, fails no row, and a new sign-in resumes them", async () => {
    const user = await aSender();
    const engine = testEngine();
    const ids = [await begun(user, engine, 3), await begun(user, engine, 2)];
    await fault({ op: "token", user: user.email, status: 400, reason: "invalid_grant", times: 1 });
    await runSlice(engine, user.uid, NO_END);
    for (const id of ids) {
      expect(await readJob(id)).toMatchObject({ state: "paused", pauseReason: "reconnect", counts: { failed: 0 } });
    }
    await resumeAfterReconnect(user.sub, engine.now());
    await runSlice(engine, user.uid, NO_END);
    for (const id of ids) expect(await readJob(id)).toMatchObject({ state: "done" });
    expect(await mailbox(user.email)).toHaveLength(5);
  });

  it("claims nothing while Google's sign-in is out of order, and tries again later", async () => {
    const user = await aSender();
    const engine = testEngine();
    const id = await begun(user, engine, 2);
    await fault({ op: "token", user: user.email, status: 503, reason: "backendError", times: 8 });
    const end = await runSlice(engine, user.uid, NO_END);
    expect(end).toMatchObject({ kind: "more" });
    expect(await statesOf(id)).toEqual(["queued", "queued"]);
    await engine.drain();
    expect(await readJob(id)).toMatchObject({ state: "done", counts: { sent: 2 } });
  });
});

describe("pace and quota", () => {
  it("keeps one pace for both sends of a user, and another user's goes its own way", async () => {
    const [ada, bo] = [await aSender(), await aSender()];
    const engine = answering();
    engine.rate = 5;
    const ids = [await begun(ada, engine, 7), await begun(ada, engine, 6)];
    const other = await begun(bo, engine, 5);
    const began = engine.now();
    await runSlice(engine, ada.uid, NO_END);
    await runSlice(engine, bo.uid, NO_END);
    expect(await readJob(other)).toMatchObject({ state: "done", counts: { sent: 5 } });
    const first = engine.calls.length;
    expect(first).toBe(10);
    expect(engine.now() - began).toBeLessThan(30_000);
    await engine.drain();
    for (const id of ids) expect(await readJob(id)).toMatchObject({ state: "done" });
    const adas = engine.calls
      .slice(0, 5)
      .concat(engine.calls.slice(10))
      .map(({ at }) => at);
    expect(adas).toHaveLength(13);
    for (let i = 5; i < adas.length; i++) expect((adas[i] ?? 0) - (adas[i - 5] ?? 0)).toBeGreaterThanOrEqual(60_000);
  });

  it("serves a Direct Send before the bulk send that is under way", async () => {
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
    expect(await readJob(direct)).toMatchObject({ state: "done" });
  });

  it("stops at the account's limit by its own count, and says how much is left and when more is", async () => {
    const user = await aSender();
    const engine = answering();
    engine.dailyLimit = () => 4;
    const id = await begun(user, engine, 6);
    await runSlice(engine, user.uid, NO_END);
    expect(engine.calls).toHaveLength(4);
    const paused = await readJob(id);
    expect(paused).toMatchObject({ state: "paused", pauseReason: "quota", counts: { sent: 4, queued: 2 } });
    const quota = await readQuota(user.uid, null, engine.now());
    expect(quota).toMatchObject({ limit: 500, sent: 4, queued: 2, left: 494, more_count: 4 });
    expect(Date.parse(quota.more_at ?? "")).toBe(paused?.resumesAt);
    engine.pass(25 * HOUR);
    await sweep(engine);
    await engine.drain();
    expect(await readJob(id)).toMatchObject({ state: "done", counts: { sent: 6 } });
  });

  it("counts what certainly was not sent neither as sent nor against the limit", async () => {
    const user = await aSender();
    const engine = answering({ kind: "refused", sentence: "No." }, { kind: "slow", retryAfter: null });
    await begun(user, engine, 3);
    await runSlice(engine, user.uid, NO_END);
    await engine.drain();
    expect((await readQuota(user.uid, null, engine.now())).sent).toBe(2);
  });

  it("counts a dead worker's calls into pace and quota", async () => {
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
  it("that come too early wait and go on; doubled, late and replaced ones do no harm", async () => {
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
      if (!task) throw new Error("Nobody asked again.");
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
    expect(await readJob(id)).toMatchObject({ state: "done", counts: { sent: 5 } });
  });

  it("keep to 45 s: nothing is begun after the budget, and no call waits beyond it", async () => {
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
    expect(Math.max(...timeouts)).toBeLessThanOrEqual(46_000);
    expect(engine.tasks).toHaveLength(1);
  });
});

describe("control", () => {
  it("pauses within the mails in flight, resumes and ends", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 40);
    const key = keyOf(user, id);
    const send = engine.sendMessage;
    let pausedAt = -1;
    engine.sendMessage = async (call) => {
      const answer = await send(call);
      if (engine.calls.length === 10) {
        await pause(engine, user.uid, key);
        pausedAt = engine.calls.length;
      }
      return answer;
    };
    expect(await runSlice(engine, user.uid, NO_END)).toEqual({ kind: "idle" });
    expect(engine.calls.length - pausedAt).toBeLessThanOrEqual(4);
    expect(await readJob(id)).toMatchObject({
      state: "paused",
      pauseReason: "user",
      counts: { sent: engine.calls.length },
    });
    await resume(engine, user.uid, key);
    await engine.drain();
    expect(await readJob(id)).toMatchObject({ state: "done", counts: { sent: 40 } });
  });

  it("cancels in the middle: what has gone out stays sent, the rest is skipped", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 40);
    const send = engine.sendMessage;
    engine.sendMessage = async (call) => {
      if (engine.calls.length === 10) await cancel(engine, user.uid, keyOf(user, id));
      return send(call);
    };
    await runSlice(engine, user.uid, NO_END);
    const job = await readJob(id);
    expect(job).toMatchObject({ state: "cancelled", endedAt: expect.any(Number), counts: { queued: 0, sending: 0 } });
    expect(job?.counts.sent).toBe(engine.calls.length);
    expect((job?.counts.sent ?? 0) + (job?.counts.skipped ?? 0)).toBe(40);
    expect(engine.calls.length).toBeLessThanOrEqual(18);
  });

  it("cancels a scheduled send, and nothing goes out when its time comes", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, aPlan(3, { startAt: engine.now() + HOUR }));
    expect(await readJob(id)).toMatchObject({ state: "scheduled" });
    await cancel(engine, user.uid, keyOf(user, id));
    expect(await readJob(id)).toMatchObject({ state: "cancelled", counts: { skipped: 3 } });
    engine.pass(2 * HOUR);
    await sweep(engine);
    await engine.drain();
    expect(engine.calls).toEqual([]);
  });

  it("starts a scheduled send when its time has come, by sweep or by being looked at", async () => {
    const user = await aSender();
    const engine = answering();
    const ids = [1, 2].map(() => begun(user, engine, aPlan(2, { startAt: engine.now() + HOUR })));
    const [swept = "", shown = ""] = await Promise.all(ids);
    await sweep(engine);
    await engine.drain();
    expect(engine.calls).toEqual([]);
    engine.pass(HOUR + 1);
    await showSend(engine, user.uid, keyOf(user, shown), null);
    await engine.drain();
    expect(await readJob(shown)).toMatchObject({ state: "done" });
    await sweep(engine);
    await engine.drain();
    expect(await readJob(swept)).toMatchObject({ state: "done", counts: { sent: 2 } });
  });

  it("sends failed rows again, and an unknown one by the person's word; sent ones never", async () => {
    const user = await aSender();
    const engine = answering({ kind: "refused", sentence: "No." }, { kind: "unknown" });
    const id = await begun(user, engine, 4);
    const key = keyOf(user, id);
    await runSlice(engine, user.uid, NO_END);
    const rows = (await rowsOf(id).get()).docs.map((doc) => doc.data());
    const unknown = rows.find(({ state }) => state === "warning")?.n ?? 0;
    const sent = rows.find(({ state }) => state === "sent")?.n ?? 0;
    await expect(retry(engine, user.uid, key, [sent])).rejects.toMatchObject({ reason: "wrong_state" });
    await expect(retry(engine, user.uid, key, [99])).rejects.toMatchObject({ reason: "wrong_state" });
    const { send } = await retry(engine, user.uid, key, null);
    expect(send).toMatchObject({ state: "queued", ended_at: null, counts: { queued: 1, failed: 0, warning: 1 } });
    await engine.drain();
    expect(await readJob(id)).toMatchObject({ state: "done", counts: { sent: 3, warning: 1 } });
    await expect(retry(engine, user.uid, key, null)).rejects.toMatchObject({ reason: "wrong_state" });
    await retry(engine, user.uid, key, [unknown]);
    await engine.drain();
    expect(await readJob(id)).toMatchObject({ state: "done", counts: { sent: 4, warning: 0 } });
    expect(engine.calls).toHaveLength(6);
  });

  it("refuses what makes no sense, and what is another's", async () => {
    const [user, other] = [await aSender(), await aSender()];
    const engine = answering();
    const id = await begun(user, engine, 1);
    const key = keyOf(user, id);
    for (const act of [pause, resume, cancel, remove]) {
      await expect(act(engine, other.uid, key)).rejects.toMatchObject({ reason: "not_found" });
    }
    await expect(remove(engine, user.uid, key)).rejects.toMatchObject({ reason: "wrong_state" });
    await runSlice(engine, user.uid, NO_END);
    for (const act of [pause, resume, cancel]) {
      await expect(act(engine, user.uid, key)).rejects.toMatchObject({ reason: "wrong_state" });
    }
    await remove(engine, user.uid, key);
    await expect(showSend(engine, user.uid, key, null)).rejects.toMatchObject({ reason: "not_found" });
  });

  it("ends a pause that nobody ends after a week, and says so on every row", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 3);
    await pause(engine, user.uid, keyOf(user, id));
    engine.pass(6 * 24 * HOUR);
    await sweep(engine);
    expect(await readJob(id)).toMatchObject({ state: "paused" });
    engine.pass(2 * 24 * HOUR);
    await sweep(engine);
    expect(await readJob(id)).toMatchObject({
      state: "cancelled",
      endedAt: expect.any(Number),
      counts: { skipped: 3 },
    });
    const reasons = (await rowsOf(id).get()).docs.map((doc) => doc.data().reason);
    expect(new Set(reasons)).toEqual(new Set(["Not sent: the send was paused for a week."]));
  });
});

describe("what is sent and kept", () => {
  it("snapshots the mail and its files: later changes change nothing", async () => {
    const user = await aSender();
    const engine = testEngine();
    const path = newPath(`users/${user.uid}/templates/t/`, "menu.txt");
    await writeFile(path, Buffer.from("soup"), "text/plain");
    const files = [
      { filename: "Menü.txt", contentType: "text/plain", size: 4, from: path },
      { filename: "own.txt", contentType: "text/plain", size: 5, from: Buffer.from("bread") },
    ];
    const id = await begun(user, engine, aPlan(3, { files }));
    await writeFile(path, Buffer.from("stew"), "text/plain");
    let reads = 0;
    const { readFile } = engine.ledger;
    engine.ledger = {
      ...engine.ledger,
      readFile: (from) => {
        reads += 1;
        return readFile(from);
      },
    };
    await runSlice(engine, user.uid, NO_END);
    expect(reads).toBe(2);
    const mails = await mailbox(user.email);
    expect(mails).toHaveLength(3);
    const raw = await rawMail(mails[0]?.id ?? "");
    expect(raw).toContain(Buffer.from("soup").toString("base64"));
    expect(raw).toContain(Buffer.from("bread").toString("base64"));
    expect(await storedFiles(`sends/${id}/`)).toHaveLength(2);
  });

  it("pauses a send whose file is gone instead of trying for ever", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 2);
    await snapshotRef(id).update({
      files: [{ filename: "a", contentType: "text/plain", path: "sends/none", size: 1 }],
    });
    expect(await runSlice(engine, user.uid, NO_END)).toEqual({ kind: "idle" });
    expect(await readJob(id)).toMatchObject({ state: "paused", pauseReason: "errors" });
    expect(await statesOf(id)).toEqual(["queued", "queued"]);
  });

  it("begins nothing when a file of the template is gone", async () => {
    const user = await aSender();
    const files = [{ filename: "a.txt", contentType: "text/plain", size: 1, from: "users/x/none" }];
    await expect(begun(user, testEngine(), aPlan(2, { files }))).rejects.toMatchObject({ reason: "not_found" });
    expect((await firestore().collection("sends").where("owner", "==", user.uid).get()).size).toBe(0);
    expect((await firestore().collectionGroup("rows").get()).docs.filter((d) => d.ref.path.includes(user.uid))).toEqual(
      [],
    );
  });

  it("deletes rows, mail and files a day after the end; the document that stays holds nothing personal", async () => {
    const user = await aSender();
    const engine = answering({ kind: "refused", sentence: "No." });
    const plan = aPlan(3, {
      files: [{ filename: "cv.pdf", contentType: "application/pdf", size: 2, from: Buffer.from("cv") }],
    });
    const id = await begun(user, engine, plan);
    await runSlice(engine, user.uid, NO_END);
    expect((await rowsOf(id).get()).size).toBe(3);
    for (const { expireAt } of (await rowsOf(id).get()).docs.map((doc) => doc.data())) {
      expect(expireAt.toMillis() - engine.now()).toBeGreaterThan(44 * 24 * HOUR);
      expect(expireAt.toMillis() - engine.now()).toBeLessThan(46 * 24 * HOUR);
    }
    const before = await showSend(engine, user.uid, keyOf(user, id), null);
    expect(before.send.deletes_at).not.toBeNull();
    const whole = JSON.stringify((await firestore().collection("sends").doc(id).get()).data());
    for (const personal of ["@", "Person", "Dear", "Hello", "Invitation", "cv.pdf", "No."])
      expect(whole).not.toContain(personal);
    engine.pass(24 * HOUR + 1);
    await sweep(engine);
    expect((await rowsOf(id).get()).size).toBe(0);
    expect((await snapshotRef(id).get()).exists).toBe(false);
    expect(await storedFiles(`sends/${id}/`)).toEqual([]);
    const after = await showSend(engine, user.uid, keyOf(user, id), null);
    expect(after).toMatchObject({ results: [], send: { title: null, counts: { sent: 2, failed: 1 } } });
    await expect(retry(engine, user.uid, keyOf(user, id), null)).rejects.toMatchObject({ reason: "wrong_state" });
    expect(await readJob(id)).toMatchObject({ wakeAt: null });
  });

  it("gives changed rows only, from a cursor, none twice and none left out", async () => {
    const user = await aSender();
    const engine = answering();
    engine.rate = 3;
    const id = await begun(user, engine, 8);
    const key = keyOf(user, id);
    const first = await showSend(engine, user.uid, key, null);
    expect(first.results).toHaveLength(8);
    expect((await showSend(engine, user.uid, key, first.cursor)).results).toEqual([]);
    await runSlice(engine, user.uid, NO_END);
    const second = await showSend(engine, user.uid, key, first.cursor);
    expect(second.results.map(({ row, status }) => `${row} ${status}`)).toEqual(["1 sent", "2 sent", "3 sent"]);
    expect(second.send).toMatchObject({ state: "running", counts: { sent: 3, queued: 5 } });
    await engine.drain();
    const third = await showSend(engine, user.uid, key, second.cursor);
    expect(third.results.map(({ row }) => row)).toEqual([4, 5, 6, 7, 8]);
    expect(third.send).toMatchObject({ state: "done" });
    await expect(showSend(engine, user.uid, key, "x")).rejects.toMatchObject({ reason: "invalid_input" });
  });

  it("wakes a send that nobody works on when its status is asked for, once", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 2);
    await showSend(engine, user.uid, keyOf(user, id), null);
    expect(engine.tasks).toHaveLength(1);
    await engine.drain();
    expect(await readJob(id)).toMatchObject({ state: "done" });
    await showSend(engine, user.uid, keyOf(user, id), null);
    expect(engine.tasks).toEqual([]);
  });
});
