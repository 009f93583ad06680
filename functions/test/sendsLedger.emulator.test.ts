import { randomUUID } from "node:crypto";
import { DocumentReference, Transaction } from "firebase-admin/firestore";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cancel, pause, resume, retry } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { presentAllRows, presentRows } from "../src/features/sends/present/view.ts";
import type { User } from "../src/http/requireUser.ts";
import { forgetGrant, readGoogleAccount, readGrant, storeGrant } from "../src/store/grants.ts";
import { keepLease, readSender, releaseLease, takeLease } from "../src/store/senders.ts";
import { apply, settle } from "../src/store/sends/apply.ts";
import { rowCollection, rowId } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { retryRows } from "../src/store/sends/retry.ts";
import {
  claimedRows,
  claimRow,
  finishRow,
  queuedRows,
  type StoredRow,
} from "../src/store/sends/rows.ts";
import { standStill } from "./callCounts.ts";
import { expectSend } from "./expectations.ts";
import { Died, dieAt, mortal } from "./failures.ts";
import { googleBase } from "./harness.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  begun,
  fault,
  ownProject,
  statesOf,
  type TestEngine,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/** The ledger is true at every moment, even if workers came late or two things happened at once. */
ownProject();

afterEach(() => {
  vi.restoreAllMocks();
});

async function aQueuedRow(): Promise<StoredRow> {
  const id = await begun(await aSender(), testEngine(), 1);
  const [row] = await queuedRows(id, 0, 1);
  if (!row || "isUnreadable" in row) throw new Error("No row is queued.");
  return row;
}

async function stored({ send, n }: StoredRow) {
  return (await rowCollection(send).doc(rowId(n)).get()).data();
}

/** Lets this time pass before each claim. */
function freezeAtClaims(engine: TestEngine, ms: number): void {
  const { claimRow: claim } = engine.ledger;
  engine.ledger.claimRow = (...claimed) => {
    engine.pass(ms);
    return claim(...claimed);
  };
}

/**
 * Lets the next conditional write happen and then loses its answer: Firestore's client repeats it,
 * and is refused.
 */
function loseNextAnswer(): void {
  const update = DocumentReference.prototype.update;
  vi.spyOn(DocumentReference.prototype, "update").mockImplementationOnce(async function (
    this: DocumentReference,
    ...args: unknown[]
  ) {
    await Reflect.apply(update, this, args);
    return Reflect.apply(update, this, args);
  });
}

describe("a claim", () => {
  it("is refused to the second caller, and keeps the first one's", async () => {
    const row = await aQueuedRow();
    expect(await claimRow(row, "first", 1)).toMatchObject({
      state: "sending",
      lease: "first",
      attempts: 1,
    });
    expect(await claimRow(row, "second", 1)).toBeNull();
    expect(await stored(row)).toMatchObject({ state: "sending", lease: "first" });
  });

  it("goes to exactly one of many at once", async () => {
    const row = await aQueuedRow();
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, i) => claimRow(row, `lease ${i}`, 1)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it("is one's own even if the answer to it was lost", async () => {
    const row = await aQueuedRow();
    loseNextAnswer();
    const claimed = await claimRow(row, "mine", 1);
    expect(claimed).toMatchObject({ state: "sending", lease: "mine" });
    expect(
      claimed && (await finishRow(claimed, { state: "sent", reason: "", messageId: "m" })),
    ).toMatchObject({
      state: "sent",
    });
  });

  it("that another has judged can't be concluded any more", async () => {
    const claimed = await claimRow(await aQueuedRow(), "dead", 1);
    if (!claimed) throw new Error("It was not claimed.");
    await finishRow(claimed, { state: "warning", reason: "Unknown." });
    expect(await finishRow(claimed, { state: "sent", reason: "", messageId: "m" })).toBeNull();
    expect(await stored(claimed)).toMatchObject({ state: "warning", messageId: null });
  });

  it.each([
    ["written by a worker that has 5 s of its lease left leads to a call", 39_999, 1, "sent"],
    ["written by a worker that froze meanwhile leads to no call", 40_000, 0, "queued"],
  ])("%s", async (_, frozen, sent, state) => {
    standStill();
    const { user, engine, id } = await aSend(1, answering());
    freezeAtClaims(engine, frozen);
    await wholeSlice(engine, user);
    expect(engine.calls).toHaveLength(sent);
    expect((await rowCollection(id).get()).docs[0]?.data()).toMatchObject({ state });
  });

  it("that takes long: pace and quota count its email in the second of its call, with its own recipients", async () => {
    standStill();
    const plan = aPlan(2);
    const rows = plan.rows.map((row) => ({ ...row, recipients: row.n === 1 ? 3 : 1 }));
    const { user, engine } = await aSend({ ...plan, rows }, answering());
    freezeAtClaims(engine, 1_500);
    await wholeSlice(engine, user);
    const expected: Record<string, number> = {};
    for (const { at, to } of engine.calls) {
      const second = Math.floor(at / 1_000);
      expected[second] = (expected[second] ?? 0) + (to === rows[0]?.to ? 3 : 1);
    }
    const sender = await readSender(user.uid);
    const counted = Object.entries(sender?.pace.window ?? {}).filter(([, calls]) => calls !== 0);
    expect(Object.fromEntries(counted)).toEqual(expected);
    expect(Object.values(sender?.hours ?? {})).toEqual([4]);
  });
});

describe("a lease", () => {
  it("goes to exactly one of many at once, the first time and later", async () => {
    const { uid } = await aSender();
    for (const now of [1_000, 1_000_000]) {
      const leases = await Promise.all(Array.from({ length: 8 }, () => takeLease(uid, now)));
      expect(leases.filter(Boolean)).toHaveLength(1);
      expect(await takeLease(uid, now + 44_000)).toBeNull();
    }
  });

  it("passes on if it wasn't renewed; the earlier holder can't keep, change or release it", async () => {
    const { uid } = await aSender();
    const first = await takeLease(uid, 0);
    const second = await takeLease(uid, 45_001);
    if (!first || !second) throw new Error("No lease.");
    expect(second.dead).toEqual([{ id: first.id, counted: 0 }]);
    expect(await keepLease(first, 45_002)).toBe(false);
    expect(await releaseLease(first, 7)).toBe(false);
    expect((await readSender(uid))?.lease?.id).toBe(second.id);
    expect(await keepLease(second, 60_000)).toBe(true);
    expect(await takeLease(uid, 100_000)).toBeNull();
    expect(await releaseLease(second, 100_000)).toBe(true);
    expect(await takeLease(uid, 100_001)).not.toBeNull();
  });

  it("is one's own even if the answer to it was lost", async () => {
    const { uid } = await aSender();
    const first = await takeLease(uid, 0);
    if (first) await releaseLease(first, 0);
    loseNextAnswer();
    const held = await takeLease(uid, 10);
    if (!held) throw new Error("No lease.");
    loseNextAnswer();
    expect(await keepLease(held, 20)).toBe(true);
    expect(await releaseLease(held, 30)).toBe(true);
  });
});

describe("settling", () => {
  it("counts again if the send changes between counting and writing", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    engine.sendMessage = async () => ({ kind: "refused", sentence: "No." });
    const id = await begun(user, engine, 2);
    await wholeSlice(engine, user);
    await expectSend(id, { state: "done", counts: { failed: 2 } });
    const update = DocumentReference.prototype.update;
    vi.spyOn(DocumentReference.prototype, "update").mockImplementationOnce(async function (
      this: DocumentReference,
      ...args: unknown[]
    ) {
      await retryRows(id, { rows: null, now: engine.now() });
      return Reflect.apply(update, this, args);
    });
    await settle(id, engine.now());
    await expectSend(id, {
      state: "queued",
      endedAt: null,
      counts: { queued: 2, failed: 0 },
    });
  });
});

describe("a change of a send", () => {
  it("is made on the current send, however many change it at once", async () => {
    const id = await begun(await aSender(), testEngine(), 1);
    const add = () =>
      apply(
        id,
        ({ counts, suppressed, streak }) => ({
          kind: "sliceEnded",
          counts,
          suppressed,
          streak: streak + 1,
          nextAt: 0,
        }),
        "worker",
        0,
      );
    await Promise.all(Array.from({ length: 6 }, add));
    expect((await readSend(id))?.streak).toBe(6);
  });
});

const aRunningSend = (rows: number) =>
  aSend(rows, testEngine({ sendMessage: async () => ({ kind: "refused", sentence: "No." }) }));

async function claimFirst(id: string): Promise<void> {
  const [row] = await queuedRows(id, 0, 1);
  if (!row || "isUnreadable" in row || !(await claimRow(row, randomUUID(), 1)))
    throw new Error("The row could not be claimed.");
}

it("a running send ends although a worker whose lease is long gone claimed a row of it and died", async () => {
  const { user, engine, id } = await aSend(3, answering());
  await claimFirst(id);
  expect(await wholeSlice(engine, user)).toEqual({ kind: "idle" });
  expect(await statesOf(id)).toEqual(["warning", "sent", "sent"]);
  await expectSend(id, { state: "done", counts: { sent: 2, warning: 1 } });
});

describe("a canceled send", () => {
  it("ends although a worker whose lease is long gone claimed a row of it and died", async () => {
    const { user, engine, id, key } = await aRunningSend(3);
    // That worker's lease was recovered before its claim arrived: no lease leads to this row any
    // more.
    await claimFirst(id);
    const { send } = await cancel(engine, user.uid, key);
    expect(send.counts).toMatchObject({ skipped: 2, sending: 1 });
    await sweep(engine);
    await expectSend(id, {
      state: "cancelled",
      counts: { skipped: 2, warning: 1, sending: 0 },
    });
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
    const slice = wholeSlice(engine, user);
    await expect.poll(() => claimedRows(id)).toHaveLength(1);
    await cancel(engine, user.uid, key);
    await sweep(engine);
    await expectSend(id, { state: "cancelled", endedAt: null });
    answer();
    await slice;
    await sweep(engine);
    await expectSend(id, { counts: { sent: 1, skipped: 2, warning: 0 } });
  });
});

describe("the counts", () => {
  it("are those of the rows if one row is asked for twice", async () => {
    const { user, engine, id, key } = await aRunningSend(2);
    await wholeSlice(engine, user);
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
    vi.spyOn(Transaction.prototype, "get").mockImplementationOnce(async function (
      this: Transaction,
      query,
    ) {
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
    const { user, engine, id } = await aSend(2, testEngine());
    await endAtGoogle(user);
    await wholeSlice(engine, user);
    await expectSend(id, {
      state: "paused",
      pauseReason: "reconnect",
      counts: { queued: 2 },
    });
    expect(await readGoogleAccount(user.sub)).toBeNull();
  });

  it.each(["before", "after"] as const)(
    "is deleted also if a worker dies %s it deletes it",
    async (moment) => {
      const { user, engine, id, key } = await aRunningSend(2);
      await endAtGoogle(user);
      await expect(wholeSlice(mortal(engine, dieAt("forgetGrant", moment)), user)).rejects.toThrow(
        Died,
      );
      const paused = { state: "paused", pauseReason: "reconnect", counts: { queued: 2 } };
      await expectSend(id, paused);
      engine.pass(60_000);
      await resume(engine, user.uid, key);
      await engine.drain();
      await expectSend(id, paused);
      expect(await readGoogleAccount(user.sub)).toBeNull();
    },
  );

  it("is kept if it was only refused once, and if a new one has been given meanwhile", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    await begun(user, engine, 2);
    await fault({ op: "send", user: user.email, status: 401, times: 4 });
    await wholeSlice(engine, user);
    expect(await readGoogleAccount(user.sub)).not.toBeNull();
    const grant = await readGrant(user.sub);
    if (!grant) throw new Error("No grant.");
    await storeGrant({ ...grant, refreshToken: "a newer one" });
    await forgetGrant(grant);
    expect(await readGrant(user.sub)).toMatchObject({ refreshToken: "a newer one" });
  });
});
