import { describe, expect, it, vi } from "vitest";
import {
  cancel,
  move,
  pause,
  remove,
  resume,
  retry,
} from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { listSends, showMail, showSend } from "../src/features/sends/present/show.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { rowCollection } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { expectSend, refused } from "./expectations.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  begun,
  HOUR,
  keyOf,
  ownProject,
  statesOf,
  wholeSlice,
} from "./sendsWorld.ts";

/** The content and actions of a send's page, apart from following it. */
ownProject();

describe("control", () => {
  it("pauses within the emails in flight, resumes and ends", async () => {
    const { user, engine, id, key } = await aSend(40, answering());
    const send = engine.sendMessage;
    const reads = vi.spyOn(engine.ledger, "queuedRows");
    const ends = vi.spyOn(engine.ledger, "settle");
    let pausedAt = -1;
    engine.sendMessage = async (call) => {
      const answer = await send(call);
      if (engine.calls.length === 10) {
        await pause(engine, user.uid, key);
        pausedAt = engine.calls.length;
      }
      return answer;
    };
    expect(await wholeSlice(engine, user)).toEqual({ kind: "idle" });
    expect(engine.calls.length - pausedAt).toBeLessThanOrEqual(4);
    // The first rows, and perhaps those read ahead; none after the pause.
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
    await expectSend(id, {
      state: "paused",
      pauseReason: "user",
      counts: { sent: engine.calls.length },
    });
    reads.mockClear();
    ends.mockClear();
    await resume(engine, user.uid, key);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 40 } });
    // A page of twenty and the rest, and all of it at once.
    expect(reads).toHaveBeenCalledTimes(2);
    expect(ends).toHaveBeenCalledTimes(1);
  });

  it("asks for a worker when a send is resumed, and for none if it is running already", async () => {
    const { user, engine, key } = await aSend(1, answering());
    await resume(engine, user.uid, key);
    expect(engine.tasks).toEqual([]);
    await pause(engine, user.uid, key);
    await resume(engine, user.uid, key);
    expect(engine.tasks).toHaveLength(1);
  });

  it("cancels in the middle: sent emails stay sent, the rest is skipped", async () => {
    const { user, engine, id, key } = await aSend(40, answering());
    const deliver = engine.sendMessage;
    engine.sendMessage = async (call) => {
      if (engine.calls.length === 10) await cancel(engine, user.uid, key);
      return deliver(call);
    };
    await wholeSlice(engine, user);
    const send = await readSend(id);
    expect(send).toMatchObject({
      state: "cancelled",
      endedAt: expect.any(Number),
      counts: { queued: 0, sending: 0 },
    });
    expect(send?.counts.sent).toBe(engine.calls.length);
    expect((send?.counts.sent ?? 0) + (send?.counts.skipped ?? 0)).toBe(40);
    expect(engine.calls.length).toBeLessThanOrEqual(18);
  });

  it("cancels a scheduled send, and nothing goes out when its time comes", async () => {
    const { user, engine, id, key } = await aSend(
      aPlan(3, { startAt: Date.now() + HOUR }),
      answering(),
    );
    await expectSend(id, { state: "scheduled" });
    await cancel(engine, user.uid, key);
    await expectSend(id, { state: "cancelled", counts: { skipped: 3 } });
    engine.pass(2 * HOUR);
    await sweep(engine);
    await engine.drain();
    expect(engine.calls).toEqual([]);
  });

  it("starts a scheduled send when its time has come, through the sweep or a look", async () => {
    const [user, engine] = [await aSender(), answering()];
    const ids = [1, 2].map(() => begun(user, engine, aPlan(2, { startAt: engine.now() + HOUR })));
    const [swept = "", shown = ""] = await Promise.all(ids);
    await sweep(engine);
    await engine.drain();
    expect(engine.calls).toEqual([]);
    engine.pass(HOUR + 1);
    await showSend(engine, user.uid, keyOf(user, shown), null);
    await engine.drain();
    await expectSend(shown, { state: "done" });
    await sweep(engine);
    await engine.drain();
    await expectSend(swept, { state: "done", counts: { sent: 2 } });
  });

  it("sends failed rows again, and an unconfirmed one if a person names it; sent ones never", async () => {
    const { user, engine, id, key } = await aSend(
      4,
      answering({ kind: "refused", sentence: "No." }, { kind: "unknown" }),
    );
    await wholeSlice(engine, user);
    const rows = (await rowCollection(id).get()).docs.map((doc) => doc.data());
    const unknown = rows.find(({ state }) => state === "warning")?.n ?? 0;
    const sent = rows.find(({ state }) => state === "sent")?.n ?? 0;
    await refused(retry(engine, user.uid, key, [sent]), "wrong_state");
    await refused(retry(engine, user.uid, key, [99]), "wrong_state");
    const { send } = await retry(engine, user.uid, key, null);
    expect(send).toMatchObject({
      state: "queued",
      ended_at: null,
      counts: { queued: 1, failed: 0, warning: 1 },
    });
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 3, warning: 1 } });
    await refused(retry(engine, user.uid, key, null), "wrong_state");
    await retry(engine, user.uid, key, [unknown]);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 4, warning: 0 } });
    expect(engine.calls).toHaveLength(6);
  });

  it("sends a canceled row after all if a person names it; a row skipped from the start never", async () => {
    const plan = aPlan(3, { startAt: Date.now() + HOUR });
    const rows = plan.rows.map((row) =>
      row.n === 3 ? { ...row, state: "skipped" as const, reason: "No." } : row,
    );
    const { user, engine, id, key } = await aSend({ ...plan, rows }, answering());
    const { sends } = await listSends(engine, user.uid);
    expect(sends).toMatchObject([{ counts: { total: 3, queued: 2, skipped: 1 } }]);
    const { send: cancelled } = await cancel(engine, user.uid, key);
    expect(cancelled).toMatchObject({ cancelled: 2, counts: { skipped: 3 } });
    await refused(retry(engine, user.uid, key, [1, 3]), "wrong_state");
    await refused(retry(engine, user.uid, key, null), "wrong_state");
    const { send } = await retry(engine, user.uid, key, [1]);
    expect(send).toMatchObject({
      state: "queued",
      cancelled: 1,
      counts: { queued: 1, skipped: 2 },
    });
    await engine.drain();
    expect(await statesOf(id)).toEqual(["sent", "skipped", "skipped"]);
    const { results } = await showSend(engine, user.uid, key, null);
    expect(results.map((row) => row.cancelled)).toEqual([undefined, true, undefined]);
    expect(engine.calls).toHaveLength(1);
  });

  it("refuses calls that make no sense, and those for another's send", async () => {
    const [user, other] = [await aSender(), await aSender()];
    const engine = answering();
    const id = await begun(user, engine, 1);
    const key = keyOf(user, id);
    for (const act of [pause, resume, cancel, remove]) {
      await refused(act(engine, other.uid, key), "not_found");
    }
    await refused(remove(engine, user.uid, key), "wrong_state");
    await wholeSlice(engine, user);
    for (const act of [pause, resume, cancel]) {
      await refused(act(engine, user.uid, key), "wrong_state");
    }
    await remove(engine, user.uid, key);
    await refused(showSend(engine, user.uid, key, null), "not_found");
  });

  it("cancels a pause without an end after a week, and says so on every row", async () => {
    const { user, engine, id, key } = await aSend(3, answering());
    await pause(engine, user.uid, key);
    engine.pass(6 * 24 * HOUR);
    await sweep(engine);
    await expectSend(id, { state: "paused" });
    engine.pass(2 * 24 * HOUR);
    await sweep(engine);
    await expectSend(id, {
      state: "cancelled",
      endedAt: expect.any(Number),
      counts: { skipped: 3 },
    });
    const reasons = (await rowCollection(id).get()).docs.map((doc) => doc.data().reason);
    expect(new Set(reasons)).toEqual(new Set(["Not sent: the send was paused for a week."]));
  });
});

it("cancels only a send that hasn't begun if the call asks for that", async () => {
  const [user, engine] = [await aSender(), answering()];
  const begunNow = keyOf(user, await begun(user, engine, 2));
  await refused(
    cancel(engine, user.uid, begunNow, "scheduled"),
    "wrong_state",
    "This send has already begun or ended, so it wasn't canceled.",
  );
  const later = keyOf(
    user,
    await begun(user, engine, aPlan(2, { startAt: engine.now() + 3_600_000 })),
  );
  const { send } = await cancel(engine, user.uid, later, "scheduled");
  expect(send).toMatchObject({ state: "cancelled", cancelled: 2 });
});

const iso = (time: number) => new Date(time).toISOString();

describe("moving a scheduled send", () => {
  it("makes it begin then, and not before", async () => {
    const { user, engine, id, key } = await aSend(
      aPlan(2, { startAt: Date.now() + HOUR }),
      answering(),
    );
    const later = iso(engine.now() + 3 * HOUR);
    expect((await move(engine, user.uid, key, later)).send).toMatchObject({
      state: "scheduled",
      starts_at: later,
    });
    engine.pass(2 * HOUR);
    await sweep(engine);
    await engine.drain();
    expect(engine.calls).toEqual([]);
    engine.pass(HOUR + 1_000);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 2 } });
  });

  it.each([
    ["now", () => "now"],
    ["a time that has come", (now: number) => iso(now - HOUR)],
  ])("to %s sends it now", async (_what, startAt) => {
    const { user, engine, id, key } = await aSend(
      aPlan(2, { startAt: Date.now() + 20 * HOUR }),
      answering(),
    );
    const { send } = await move(engine, user.uid, key, startAt(engine.now()));
    expect(send).toMatchObject({ state: "queued" });
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 2 } });
  });

  it("is refused for a send that has begun, a time too far ahead and another's send", async () => {
    const [user, other] = [await aSender(), await aSender()];
    const engine = answering();
    const id = await begun(user, engine, aPlan(1, { startAt: engine.now() + HOUR }));
    const key = keyOf(user, id);
    const later = iso(engine.now() + 2 * HOUR);
    const tooFar = iso(engine.now() + 31 * 24 * HOUR);
    await refused(move(engine, other.uid, key, later), "not_found");
    await refused(move(engine, user.uid, key, tooFar), "invalid_input");
    await move(engine, user.uid, key, "now");
    await engine.drain();
    await refused(move(engine, user.uid, key, later), "wrong_state");
    await refused(move(engine, user.uid, key, "now"), "wrong_state");
    expect(engine.calls).toHaveLength(1);
  });
});

describe("the email of a send", () => {
  it("is shown as it went to each row, until its data is deleted", async () => {
    const [user, other] = [await aSender(), await aSender()];
    const engine = answering();
    const id = await begun(user, engine, 2);
    const key = keyOf(user, id);
    const shown = await showMail(engine, user.uid, key, 2);
    expect(shown).toMatchObject({
      rendered_subject: "Hello Person 2",
      variables: { "Full Name": "Person 2" },
      mail: { template_id: null, subject: "Hello {{Full Name}}", dateFormat: "long", files: [] },
    });
    expect(shown.rendered_text).toContain("Dear Person 2, see you.");
    expect(shown.recipient).toMatch(/^p2-/);
    await refused(showMail(engine, user.uid, key, 9), "not_found");
    await refused(showMail(engine, other.uid, key, 1), "not_found");
    await wholeSlice(engine, user);
    engine.pass(25 * HOUR);
    await sweep(engine);
    await refused(showMail(engine, user.uid, key, 1), "wrong_state");
    await remove(engine, user.uid, key);
    await refused(showMail(engine, user.uid, key, 1), "not_found");
  });
});

describe("canceled rows", () => {
  it("are told apart from skipped ones, for each row and for the send", async () => {
    const plan = aPlan(3, { startAt: Date.now() + HOUR });
    const rows = plan.rows.map((row) =>
      row.n === 1 ? { ...row, state: "skipped" as const, reason: "No." } : row,
    );
    const { user, engine, key } = await aSend({ ...plan, rows }, answering());
    const { send } = await cancel(engine, user.uid, key);
    expect(send).toMatchObject({ state: "cancelled", cancelled: 2, counts: { skipped: 3 } });
    const { results } = await showSend(engine, user.uid, key, null);
    expect(results.map(({ status, cancelled }) => [status, cancelled])).toEqual([
      ["skipped", undefined],
      ["skipped", true],
      ["skipped", true],
    ]);
    expect((await listSends(engine, user.uid)).sends[0]).toMatchObject({ cancelled: 2 });
  });
});

describe("the next emails", () => {
  it("are announced between two slices, and not while email goes out or if none is to come", async () => {
    const [user, engine] = [await aSender(), answering()];
    engine.rate = 10;
    const id = await begun(user, engine, 15);
    const key = keyOf(user, id);
    const nextAt = async () => (await showSend(engine, user.uid, key, null)).send.next_at;
    const began = engine.now();
    const during: unknown[] = [];
    const deliver = engine.sendMessage;
    engine.sendMessage = async (call) => {
      during.push(await nextAt());
      return deliver(call);
    };
    await runSlice(engine, user.uid, { claimUntil: began + 40_000, callUntil: began + 45_000 });
    await expectSend(id, { state: "running", counts: { sent: 10 } });
    expect(Math.abs(Date.parse((await nextAt()) ?? "") - began - 60_000)).toBeLessThan(40_000);
    expect(new Set(during)).toEqual(new Set([null]));
    await engine.drain();
    expect(await nextAt()).toBeNull();
  });
});
