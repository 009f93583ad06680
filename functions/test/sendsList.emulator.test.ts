import { describe, expect, it } from "vitest";
import { cancel, remove, retry } from "../src/features/sends/control/control.ts";
import { maintain, sweep } from "../src/features/sends/maintenance/sweep.ts";
import { listSends } from "../src/features/sends/present/show.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import type { User } from "../src/http/user.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { rowsOf } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { keyOf } from "./answering.ts";
import { aPlan, aSender, begun, NO_END, ownProject, type TestEngine, testEngine } from "./sendsWorld.ts";

/** Lists, quotas, sweeps and deletions: no send delays another. */
ownProject();

const DAY = 24 * 3_600_000;

function sending(): TestEngine {
  return testEngine({ sendMessage: async () => ({ kind: "sent", messageId: "m" }) });
}

/** Begins this many sends that are over at once: none of their rows can be sent. */
async function endedSends(user: User, engine: TestEngine, n: number): Promise<string[]> {
  const plan = aPlan(1);
  const rows = plan.rows.map((row) => ({ ...row, state: "skipped" as const, reason: "No." }));
  const ids: string[] = [];
  for (let i = 0; i < n; i++) {
    engine.pass(1_000);
    ids.push(await begun(user, engine, { ...plan, rows }));
  }
  return ids;
}

describe("the list of sends", () => {
  it("has every open send on its first page, and the others page by page", async () => {
    const user = await aSender();
    const engine = sending();
    const scheduled = await begun(user, engine, aPlan(2, { startAt: engine.now() + 20 * DAY }));
    const ended = await endedSends(user, engine, 120);
    for (const id of ended.slice(-55)) await remove(engine, user.uid, keyOf(user, id));
    const first = await listSends(engine, user.uid);
    expect(first.sends[0]?.id).toBe(keyOf(user, scheduled));
    const open = await listSends(engine, user.uid, null, "open");
    expect(open).toMatchObject({ sends: [{ id: keyOf(user, scheduled) }], before: null });
    expect(open.sends).toHaveLength(1);
    const seen = first.sends.map(({ id }) => id);
    let pages = 1;
    for (let { before } = first; before !== null; pages++) {
      const page = await listSends(engine, user.uid, before);
      seen.push(...page.sends.map(({ id }) => id));
      before = page.before;
    }
    expect(pages).toBeLessThanOrEqual(3);
    const expected = ended.slice(0, 65).reverse();
    expect(seen).toEqual([scheduled, ...expected].map((id) => keyOf(user, id)));
    await expect(listSends(engine, user.uid, "x")).rejects.toMatchObject({ reason: "invalid_input" });
  });
});

describe("the daily quota", () => {
  it("promises nothing twice: other sends' queued emails aren't left", async () => {
    const user = await aSender();
    const engine = sending();
    await begun(user, engine, 430);
    expect(await readQuota(user.uid, null, engine.now())).toMatchObject({ limit: 500, sent: 0, queued: 430, left: 70 });
    await begun(user, engine, aPlan(400, { startAt: engine.now() + 3 * DAY }));
    expect(await readQuota(user.uid, null, engine.now())).toMatchObject({ queued: 430, left: 70 });
  });
});

describe("sweep", () => {
  it("starts due sends although other sends fail at every check, and deletes last", async () => {
    const engine = sending();
    const users = await Promise.all(Array.from({ length: 5 }, () => aSender()));
    const due = engine.now() + DAY;
    const ids = await Promise.all(users.map((user) => begun(user, engine, aPlan(1, { startAt: due }))));
    const broken = new Set(ids.slice(0, 2));
    const { apply, dueSends } = engine.ledger;
    const order: string[] = [];
    engine.ledger = {
      ...engine.ledger,
      // One at a time, so that any send that kept its place would delay the others.
      dueSends: async (now, limit) => (await dueSends(now, limit)).slice(0, 1),
      apply: (send, happens, actor, now) => {
        const id = typeof send === "string" ? send : send.id;
        const kind = typeof happens === "function" ? "" : happens.kind;
        if (kind === "due") order.push(id);
        if (broken.has(id) && kind === "due") return Promise.reject(new Error("broken for ever"));
        return apply(send, happens, actor, now);
      },
    };
    engine.pass(DAY + 1);
    for (let i = 0; i < 8; i++) await sweep(engine);
    await engine.drain();
    for (const id of ids.slice(2)) expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 1 } });
    for (const id of broken) {
      const send = await readSend(id);
      expect(send).toMatchObject({ state: "scheduled" });
      expect(send?.wakeAt ?? 0).toBeGreaterThan(engine.now());
      expect(order.filter((one) => one === id)).toHaveLength(1);
    }
  });

  it("doesn't delete a send that was restarted since it looked", async () => {
    const user = await aSender();
    const engine = testEngine({ sendMessage: async () => ({ kind: "refused", sentence: "No." }) });
    const id = await begun(user, engine, 2);
    await runSlice(engine, user.uid, NO_END);
    engine.pass(DAY - 1_000);
    const stale = await readSend(id);
    if (!stale) throw new Error("No send.");
    await retry(engine, user.uid, keyOf(user, id), null);
    await engine.drain();
    engine.pass(2_000);
    await maintain(engine, stale);
    expect(await readSend(id)).toMatchObject({ state: "done", dataDeleted: false, counts: { failed: 2 } });
    expect((await rowsOf(id).get()).size).toBe(2);
  });

  it("deletes a canceled scheduled send's data a day later", async () => {
    const user = await aSender();
    const engine = sending();
    const id = await begun(user, engine, aPlan(2, { startAt: engine.now() + DAY }));
    await cancel(engine, user.uid, keyOf(user, id));
    engine.pass(DAY + 1);
    await sweep(engine);
    expect(await readSend(id)).toMatchObject({ state: "cancelled", dataDeleted: true, purgeAt: null, wakeAt: null });
    expect((await rowsOf(id).get()).size).toBe(0);
  });
});
