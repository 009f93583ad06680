import { randomUUID } from "node:crypto";
import type { SendAnswer } from "@sendwright/core/contract/sends";
import { WriteBatch } from "firebase-admin/firestore";
import { afterEach, describe, expect, it, vi } from "vitest";
import { accept } from "../src/features/sends/accept/accept.ts";
import { move, remove, undo } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/requireUser.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { rowCollection, sendDocId, snapshotRef } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { expectSend, refused } from "./expectations.ts";
import { storedFiles } from "./owners.ts";
import { answering, aPlan, aSender, ownProject } from "./sendsWorld.ts";

/** A held send can be undone as if it had never begun; otherwise it goes out automatically. */
ownProject();
afterEach(() => void vi.restoreAllMocks());

type Engine = ReturnType<typeof answering>;
const withFile = {
  files: [{ filename: "a.txt", contentType: "text/plain", size: 1, from: Buffer.from("a") }],
};

interface Held {
  user: User;
  engine: Engine;
  key: string;
  id: string;
  press(hold?: number): Promise<{ status: number; body: SendAnswer }>;
}

/** A click on Send with a hold of ten seconds. */
async function pressed(rows = 3): Promise<Held> {
  const [user, engine] = [await aSender(), answering()];
  engine.owners.add(user.uid);
  const key = randomUUID();
  const press = async (hold = 10) => {
    const input = { idempotency_key: key, hold, subject: "Hello" };
    const { status, body } = await accept(engine, { user, input, files: [] }, async () =>
      aPlan(rows, withFile),
    );
    return { status, body: body as SendAnswer };
  };
  const { status, body } = await press();
  expect(status).toBe(202);
  expect(body.send).toMatchObject({
    state: "scheduled",
    held_until: body.send.starts_at,
    counts: { queued: rows },
  });
  return { user, engine, key, id: sendDocId(user.uid, key), press };
}

/** The first commit is the undo itself; the second deletes the held send. */
function killAtSecondCommit(): void {
  const { commit } = WriteBatch.prototype;
  const spy = vi.spyOn(WriteBatch.prototype, "commit");
  spy.mockImplementationOnce(function (this: WriteBatch) {
    return commit.call(this);
  });
  spy.mockRejectedValueOnce(new Error("killed"));
}

async function expectNothingOf({ user, engine, key, id }: Held): Promise<void> {
  expect(await readSend(id)).toBeNull();
  expect((await rowCollection(id).count().get()).data().count).toBe(0);
  expect((await snapshotRef(id).get()).exists).toBe(false);
  expect(await storedFiles(`sends/${id}/`)).toEqual([]);
  expect((await listSends(engine, user.uid)).sends).toEqual([]);
  await refused(showSend(engine, user.uid, key, null), "not_found");
}

describe("a send that is held", () => {
  it("goes out when the hold is over, through the task that was asked for", async () => {
    const { engine, id } = await pressed();
    await sweep(engine);
    await expectSend(id, { state: "scheduled" });
    expect(engine.calls).toEqual([]);
    await engine.drain();
    const done = await readSend(id);
    expect(done).toMatchObject({ state: "done", heldUntil: null, counts: { sent: 3 } });
    expect(Math.min(...engine.calls.map(({ at }) => at))).toBeGreaterThanOrEqual(
      done?.startsAt ?? Number.NaN,
    );
  });

  it("goes out although that task was lost, through the sweep or a look", async () => {
    const [swept, shown] = [await pressed(), await pressed()];
    for (const { engine } of [swept, shown]) {
      engine.tasks.splice(0);
      engine.pass(10_001);
    }
    await sweep(swept.engine);
    await showSend(shown.engine, shown.user.uid, shown.key, null);
    for (const { engine, id } of [swept, shown]) {
      await engine.drain();
      await expectSend(id, { state: "done", counts: { sent: 3 } });
    }
  });

  it("is the same send for the same call again, with another hold or without one", async () => {
    const { engine, press } = await pressed();
    expect((await press()).body.send.state).toBe("scheduled");
    expect((await press(0)).body.send.state).toBe("scheduled");
    await engine.drain();
    expect(await press()).toMatchObject({ status: 200, body: { success: true } });
    expect(engine.calls).toHaveLength(3);
  });
});

describe("undo", () => {
  it("leaves nothing, sends nothing, counts nothing, and the key is free", async () => {
    const held = await pressed();
    const { user, engine, key, id, press } = held;
    expect(await undo(engine, user.uid, key)).toEqual({ success: true });
    await expectNothingOf(held);
    expect(engine.tasks).toHaveLength(1);
    await engine.drain();
    expect(engine.calls).toEqual([]);
    expect(await readQuota(user.uid, null, engine.now())).toMatchObject({
      sent: 0,
      queued: 0,
      left: 500,
    });
    // Its answer may have been lost: a second call finds nothing there.
    await refused(undo(engine, user.uid, key), "not_found");
    expect((await press()).status).toBe(202);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 3 } });
  });

  it("that comes too late says so, with the current send", async () => {
    const { user, engine, key } = await pressed();
    await engine.drain();
    await expect(undo(engine, user.uid, key)).rejects.toMatchObject({
      reason: "too_late_to_undo",
      message: "It is too late to undo this send.",
      details: { send: { state: "done", counts: { sent: 3 } } },
    });
  });

  it("of a send that was over and then deleted isn't a success: it had gone out", async () => {
    const { user, engine, key } = await pressed();
    await engine.drain();
    await remove(engine, user.uid, key);
    await refused(undo(engine, user.uid, key), "too_late_to_undo");
  });

  it("is over for a send that was moved", async () => {
    const { user, engine, key, id } = await pressed();
    await move(engine, user.uid, key, new Date(engine.now() + 3_600_000).toISOString());
    await expectSend(id, { state: "scheduled", heldUntil: null });
    await refused(undo(engine, user.uid, key), "too_late_to_undo");
  });

  it("is not for a send that wasn't held", async () => {
    const [user, engine] = [await aSender(), answering()];
    const input = { idempotency_key: randomUUID() };
    const startAt = engine.now() + 3_600_000;
    await accept(engine, { user, input, files: [] }, async () => aPlan(1, { startAt }));
    await refused(undo(engine, user.uid, input.idempotency_key), "too_late_to_undo");
  });

  it("at the moment when the hold ends sends everything or nothing", async () => {
    for (let round = 0; round < 12; round++) {
      const held = await pressed(2);
      const { user, engine, key, id } = held;
      engine.pass(10_001);
      const task = engine.tasks.shift();
      if (!task) throw new Error("No task was asked for.");
      const late = new Promise((resolve) => setTimeout(resolve, round * 2));
      const [undone] = await Promise.allSettled([
        late.then(() => undo(engine, user.uid, key)),
        work(engine, task),
      ]);
      await engine.drain();
      if (undone.status === "fulfilled") {
        expect(engine.calls).toEqual([]);
        await expectNothingOf(held);
      } else {
        expect(undone.reason).toMatchObject({ reason: "too_late_to_undo" });
        await expectSend(id, { state: "done", counts: { sent: 2 } });
      }
    }
  });

  it("whose request is killed before it could delete anything is finished by the next caller", async () => {
    for (const next of ["sweep", "undo", "press"] as const) {
      const held = await pressed();
      const { user, engine, key, id, press } = held;
      killAtSecondCommit();
      await undo(engine, user.uid, key);
      vi.restoreAllMocks();
      await expectSend(id, { state: "preparing", voided: true });
      await engine.drain();
      expect(engine.calls).toEqual([]);
      expect((await listSends(engine, user.uid)).sends).toEqual([]);
      if (next === "press") expect((await press()).body.send.state).toBe("scheduled");
      if (next === "undo") await refused(undo(engine, user.uid, key), "not_found");
      if (next === "sweep") await sweep(engine);
      if (next !== "press") await expectNothingOf(held);
    }
  });
});
