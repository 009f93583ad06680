import { describe, expect, it } from "vitest";
import { cancel, move, remove } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { showMail } from "../src/features/sends/present/mail.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { readSend } from "../src/store/sends/read.ts";
import { answering, HOUR, keyOf } from "./answering.ts";
import { aPlan, aSender, begun, NO_END, ownProject } from "./sendsWorld.ts";

/** The content and actions of a send's page, apart from following it. */
ownProject();

const iso = (time: number) => new Date(time).toISOString();

describe("moving a scheduled send", () => {
  it("makes it begin then, and not before", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, aPlan(2, { startAt: engine.now() + HOUR }));
    const later = iso(engine.now() + 3 * HOUR);
    expect((await move(engine, user.uid, keyOf(user, id), later)).send).toMatchObject({
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
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 2 } });
  });

  it.each([
    ["now", () => "now"],
    ["a time that has come", (now: number) => iso(now - HOUR)],
  ])("to %s sends it now", async (_what, startAt) => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, aPlan(2, { startAt: engine.now() + 20 * HOUR }));
    const { send } = await move(engine, user.uid, keyOf(user, id), startAt(engine.now()));
    expect(send).toMatchObject({ state: "queued" });
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 2 } });
  });

  it("is refused for a send that has begun, a time too far ahead and another's send", async () => {
    const [user, other] = [await aSender(), await aSender()];
    const engine = answering();
    const id = await begun(user, engine, aPlan(1, { startAt: engine.now() + HOUR }));
    const key = keyOf(user, id);
    const later = iso(engine.now() + 2 * HOUR);
    const tooFar = iso(engine.now() + 31 * 24 * HOUR);
    await expect(move(engine, other.uid, key, later)).rejects.toMatchObject({ reason: "not_found" });
    await expect(move(engine, user.uid, key, tooFar)).rejects.toMatchObject({ reason: "invalid_input" });
    await move(engine, user.uid, key, "now");
    await engine.drain();
    await expect(move(engine, user.uid, key, later)).rejects.toMatchObject({ reason: "wrong_state" });
    await expect(move(engine, user.uid, key, "now")).rejects.toMatchObject({ reason: "wrong_state" });
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
    await expect(showMail(engine, user.uid, key, 9)).rejects.toMatchObject({ reason: "not_found" });
    await expect(showMail(engine, other.uid, key, 1)).rejects.toMatchObject({ reason: "not_found" });
    await runSlice(engine, user.uid, NO_END);
    engine.pass(25 * HOUR);
    await sweep(engine);
    await expect(showMail(engine, user.uid, key, 1)).rejects.toMatchObject({ reason: "wrong_state" });
    await remove(engine, user.uid, key);
    await expect(showMail(engine, user.uid, key, 1)).rejects.toMatchObject({ reason: "not_found" });
  });
});

describe("canceled rows", () => {
  it("are told apart from skipped ones, for each row and for the send", async () => {
    const user = await aSender();
    const engine = answering();
    const plan = aPlan(3, { startAt: engine.now() + HOUR });
    const rows = plan.rows.map((row) => (row.n === 1 ? { ...row, state: "skipped" as const, reason: "No." } : row));
    const id = await begun(user, engine, { ...plan, rows });
    const { send } = await cancel(engine, user.uid, keyOf(user, id));
    expect(send).toMatchObject({ state: "cancelled", cancelled: 2, counts: { skipped: 3 } });
    const { results } = await showSend(engine, user.uid, keyOf(user, id), null);
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
    const user = await aSender();
    const engine = answering();
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
    expect(await readSend(id)).toMatchObject({ state: "running", counts: { sent: 10 } });
    expect(Math.abs(Date.parse((await nextAt()) ?? "") - began - 60_000)).toBeLessThan(40_000);
    expect(new Set(during)).toEqual(new Set([null]));
    await engine.drain();
    expect(await nextAt()).toBeNull();
  });
});
