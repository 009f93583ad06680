import { randomUUID } from "node:crypto";
import type { Counts } from "@sendwright/core/contract/sends";
import { WriteBatch } from "firebase-admin/firestore";
import { afterEach, describe, expect, it, vi } from "vitest";
import { begin, earlierSend } from "../src/features/sends/accept/begin.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/user.ts";
import { rowsOf, sendDocId } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { Died, dieAt, mortal, type Step } from "./mortal.ts";
import { aPlan, aSender, begun, mailbox, NO_END, ownProject, type TestEngine, testEngine } from "./sendsWorld.ts";

ownProject();

afterEach(() => {
  vi.restoreAllMocks();
});

/** The automatic steps after a death: time passes, the sweep comes every minute, tasks are worked. */
async function lifeGoesOn(engine: TestEngine, id: string): Promise<void> {
  for (let minutes = 0; minutes < 6; minutes++) {
    await engine.drain();
    if ((await readSend(id))?.endedAt) return;
    engine.pass(60_000);
    await sweep(engine);
  }
}

interface Row {
  to: string;
  state: string;
}

async function rowsIn(id: string): Promise<Row[]> {
  return (await rowsOf(id).get()).docs.map((doc) => doc.data());
}

/** Compares the ledger with the mailbox: no one twice, and `sent` exactly if it is there, unless no one can know. */
async function expectTrue(person: User, id: string): Promise<{ mails: number; counts: Counts }> {
  const send = await readSend(id);
  const rows = await rowsIn(id);
  const inMailbox = (await mailbox(person.email)).flatMap(({ to }) => to);
  expect(new Set(inMailbox).size).toBe(inMailbox.length);
  for (const { to, state } of rows) {
    const there = inMailbox.some((address) => address.includes(to));
    if (state === "sent") expect(there).toBe(true);
    else if (state !== "warning") expect(there).toBe(false);
  }
  expect(send).toMatchObject({ state: "done", endedAt: expect.any(Number) });
  const counts = send?.counts ?? ({} as Counts);
  expect(counts.queued + counts.sending).toBe(0);
  for (const state of ["sent", "failed", "skipped", "warning"] as const) {
    expect([state, counts[state]]).toEqual([state, rows.filter((row) => row.state === state).length]);
  }
  return { mails: inMailbox.length, counts };
}

/** Where it dies, and the final state of one row's mailbox and ledger. */
const matrix: [Step, "before" | "after", mails: number, state: "sent" | "warning"][] = [
  ["takeLease", "before", 1, "sent"],
  ["takeLease", "after", 1, "sent"],
  ["readGrant", "before", 1, "sent"],
  ["readGrant", "after", 1, "sent"],
  ["freshAccessToken", "before", 1, "sent"],
  ["freshAccessToken", "after", 1, "sent"],
  ["readSnapshot", "after", 1, "sent"],
  ["apply", "before", 1, "sent"],
  ["apply", "after", 1, "sent"],
  ["queuedRows", "after", 1, "sent"],
  // Before the claim, after it, during the call, after Gmail stored the email, after the answer.
  ["claimRow", "before", 1, "sent"],
  ["claimRow", "after", 0, "warning"],
  ["sendMessage", "before", 0, "warning"],
  ["sendMessage", "after", 1, "warning"],
  ["finishRow", "before", 1, "warning"],
  ["finishRow", "after", 1, "sent"],
  // After the last row.
  ["settle", "before", 1, "sent"],
  ["settle", "after", 1, "sent"],
  ["releaseLease", "before", 1, "sent"],
  ["releaseLease", "after", 1, "sent"],
];

describe("the crash matrix", () => {
  it.each(matrix)("a worker that dies at %s (%s)", async (step, moment, mails, state) => {
    const engine = testEngine();
    const person = await aSender();
    const id = await begun(person, engine, 1);
    const worker = mortal(engine, dieAt(step, moment));
    await expect(runSlice(worker, person.uid, NO_END)).rejects.toThrow(Died);
    await lifeGoesOn(engine, id);
    const found = await expectTrue(person, id);
    expect({ mails: found.mails, [state]: found.counts[state] }).toEqual({ mails, [state]: 1 });
  });

  it.each(matrix)("a worker that dies at %s (%s), among nine rows", async (step, moment) => {
    const engine = testEngine();
    const person = await aSender();
    const id = await begun(person, engine, 9);
    await expect(runSlice(mortal(engine, dieAt(step, moment)), person.uid, NO_END)).rejects.toThrow(Died);
    await lifeGoesOn(engine, id);
    const { counts } = await expectTrue(person, id);
    expect(counts.sent).toBeGreaterThanOrEqual(5);
    // Only rows in its hands can be unconfirmed.
    expect(counts.warning).toBeLessThanOrEqual(4);
  });

  it.each([
    ["rowsOfLease", "before"],
    ["rowsOfLease", "after"],
    ["finishRow", "before"],
    ["finishRow", "after"],
    ["settle", "before"],
    ["settle", "after"],
    ["keepLease", "before"],
    ["keepLease", "after"],
  ] as const)("a second worker that dies at %s (%s) while it judges the first one's rows", async (step, moment) => {
    const engine = testEngine();
    const person = await aSender();
    const id = await begun(person, engine, 3);
    const first = mortal(engine, dieAt("sendMessage", "after"));
    await expect(runSlice(first, person.uid, NO_END)).rejects.toThrow(Died);
    engine.pass(60_000);
    const second = mortal(engine, dieAt(step, moment));
    await expect(runSlice(second, person.uid, NO_END)).rejects.toThrow(Died);
    await lifeGoesOn(engine, id);
    const { counts } = await expectTrue(person, id);
    expect(counts.sent + counts.warning).toBe(3);
    expect(counts.warning).toBeGreaterThanOrEqual(1);
  });

  it.each<[Step, "before" | "after", number?]>([
    ["readSender", "before"],
    ["readSender", "after"],
    ["openSends", "before"],
    ["openSends", "after"],
    ["readSend", "before", 10_000],
    ["readSend", "after", 10_000],
    ["apply", "before", 10_000],
    ["apply", "after", 10_000],
  ])("a task that dies at %s (%s), before its slice", async (step, moment, hold = 0) => {
    const engine = testEngine();
    const person = await aSender();
    const id = await begun(person, engine, aPlan(1, { hold }));
    const task = { uid: person.uid, at: engine.now() + hold, ...(hold > 0 ? { held: id } : {}) };
    await expect(work(mortal(engine, dieAt(step, moment)), task)).rejects.toThrow(Died);
    expect(await mailbox(person.email)).toEqual([]);
    await lifeGoesOn(engine, id);
    expect(await expectTrue(person, id)).toMatchObject({ mails: 1, counts: { sent: 1 } });
  });

  it("a worker that dies before it enqueues the next slice", async () => {
    const engine = testEngine({ rate: 2 });
    const person = await aSender();
    const id = await begun(person, engine, 5);
    const worker = mortal(engine, dieAt("enqueue", "before"));
    await runSlice(worker, person.uid, NO_END);
    expect(worker.dead()).toBe(true);
    expect(engine.tasks).toEqual([]);
    await lifeGoesOn(engine, id);
    expect(await expectTrue(person, id)).toMatchObject({ mails: 5, counts: { sent: 5 } });
  });

  it("a request that dies while it prepares the send: nothing is sent, and the key is free again", async () => {
    const engine = testEngine();
    const person = await aSender();
    engine.owners.add(person.uid);
    const call = { user: person, key: randomUUID(), fingerprint: "same" };
    const id = sendDocId(person.uid, call.key);
    const commit = WriteBatch.prototype.commit;
    vi.spyOn(WriteBatch.prototype, "commit")
      .mockImplementationOnce(function (this: WriteBatch) {
        return commit.call(this);
      })
      .mockRejectedValue(new Died());
    await expect(begin(call, aPlan(1_000), engine.now())).rejects.toThrow(Died);
    vi.restoreAllMocks();
    expect(await readSend(id)).toMatchObject({ state: "preparing" });
    // If someone asks again before the sweep, the answer isn't that this was another send.
    expect(await earlierSend(call)).toMatchObject({ state: "preparing" });
    await runSlice(engine, person.uid, NO_END);
    expect(await mailbox(person.email)).toEqual([]);
    engine.pass(11 * 60_000);
    await sweep(engine);
    expect(await earlierSend(call)).toBeNull();
    expect(await rowsIn(id)).toEqual([]);
    expect(await begin(call, aPlan(3), engine.now())).toBe(true);
    await runSlice(engine, person.uid, NO_END);
    expect(await expectTrue(person, id)).toMatchObject({ mails: 3 });
  });

  it("a lease that passes to another while its holder sleeps: the rows in the sleeper's hands are unconfirmed, and stay so", async () => {
    const engine = testEngine();
    const person = await aSender();
    const id = await begun(person, engine, 1);
    const sleeper = {
      ...engine,
      sendMessage: async (call: Parameters<typeof engine.sendMessage>[0]) => {
        const answer = await engine.sendMessage(call);
        engine.pass(60_000);
        expect(await runSlice(engine, person.uid, NO_END)).toEqual({ kind: "idle" });
        return answer;
      },
    };
    expect(await runSlice(sleeper, person.uid, NO_END)).toEqual({ kind: "busy" });
    expect(await expectTrue(person, id)).toMatchObject({ mails: 1, counts: { warning: 1, sent: 0 } });
  });
});
