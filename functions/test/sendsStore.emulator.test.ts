import { DocumentReference } from "firebase-admin/firestore";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { keepLease, releaseLease, takeLease } from "../src/store/leases.ts";
import { readSender } from "../src/store/senders.ts";
import { apply } from "../src/store/sends/apply.ts";
import { rowId, rowsOf } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { retryRows } from "../src/store/sends/retry.ts";
import { claimRow, finishRow, queuedRows, type StoredRow } from "../src/store/sends/rows.ts";
import { settle } from "../src/store/sends/settle.ts";
import { aSender, begun, NO_END, ownProject, testEngine } from "./sendsWorld.ts";

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
  return (await rowsOf(send).doc(rowId(n)).get()).data();
}

/** Lets the next conditional write happen and then loses its answer: Firestore's client repeats it, and is refused. */
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
    expect(await claimRow(row, "first", 1)).toMatchObject({ state: "sending", lease: "first", attempts: 1 });
    expect(await claimRow(row, "second", 1)).toBeNull();
    expect(await stored(row)).toMatchObject({ state: "sending", lease: "first" });
  });

  it("goes to exactly one of many at once", async () => {
    const row = await aQueuedRow();
    const claims = await Promise.all(Array.from({ length: 8 }, (_, i) => claimRow(row, `lease ${i}`, 1)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it("is one's own even if the answer to it was lost", async () => {
    const row = await aQueuedRow();
    loseNextAnswer();
    const claimed = await claimRow(row, "mine", 1);
    expect(claimed).toMatchObject({ state: "sending", lease: "mine" });
    expect(claimed && (await finishRow(claimed, { state: "sent", reason: "", messageId: "m" }))).toMatchObject({
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

  it("written by a worker that froze meanwhile leads to no call", async () => {
    const user = await aSender();
    const engine = testEngine();
    const id = await begun(user, engine, 1);
    const { claimRow: claim } = engine.ledger;
    engine.ledger = {
      ...engine.ledger,
      claimRow: (row, lease, call) => {
        engine.pass(60_000);
        return claim(row, lease, call);
      },
    };
    let calls = 0;
    engine.sendMessage = async () => {
      calls += 1;
      return { kind: "sent", messageId: null };
    };
    expect(await runSlice(engine, user.uid, NO_END)).toEqual({ kind: "busy" });
    expect(calls).toBe(0);
    expect((await rowsOf(id).get()).docs[0]?.data()).toMatchObject({ state: "queued" });
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
    const user = await aSender();
    const engine = testEngine();
    engine.sendMessage = async () => ({ kind: "refused", sentence: "No." });
    const id = await begun(user, engine, 2);
    await runSlice(engine, user.uid, NO_END);
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { failed: 2 } });
    const update = DocumentReference.prototype.update;
    vi.spyOn(DocumentReference.prototype, "update").mockImplementationOnce(async function (
      this: DocumentReference,
      ...args: unknown[]
    ) {
      await retryRows(id, null, engine.now());
      return Reflect.apply(update, this, args);
    });
    await settle(id, engine.now());
    expect(await readSend(id)).toMatchObject({ state: "queued", endedAt: null, counts: { queued: 2, failed: 0 } });
  });
});

describe("a change of a send", () => {
  it("is made on the current send, however many change it at once", async () => {
    const id = await begun(await aSender(), testEngine(), 1);
    const add = () =>
      apply(id, ({ counts, streak }) => ({ kind: "sliceEnded", counts, streak: streak + 1, nextAt: 0 }), "worker", 0);
    await Promise.all(Array.from({ length: 6 }, add));
    expect((await readSend(id))?.streak).toBe(6);
  });
});
