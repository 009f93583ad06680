import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cancel, remove, retry } from "../src/features/sends/control/control.ts";
import { doDueWork, sweep } from "../src/features/sends/maintenance/sweep.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import type { User } from "../src/http/requireUser.ts";
import { firestore } from "../src/platform/firebase.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { newPath, writeFile } from "../src/store/files.ts";
import { rowCollection, sendDocId, sendRef, snapshotRef } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { expectSend, refused } from "./expectations.ts";
import { storedFiles } from "./owners.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  begun,
  HOUR,
  keyOf,
  mailbox,
  ownProject,
  rawMail,
  statesOf,
  type TestEngine,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/** What is kept of sends, listed and deleted; no send delays another. */
ownProject();

describe("a send's stored data", () => {
  it("is a snapshot of the email and its files: later changes have no effect", async () => {
    const [user, engine] = [await aSender(), testEngine()];
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
    await wholeSlice(engine, user);
    expect(reads).toBe(2);
    const mails = await mailbox(user.email);
    expect(mails).toHaveLength(3);
    const raw = await rawMail(mails[0]?.id ?? "");
    expect(raw).toContain(Buffer.from("soup").toString("base64"));
    expect(raw).toContain(Buffer.from("bread").toString("base64"));
    expect(await storedFiles(`sends/${id}/`)).toHaveLength(2);
  });

  it("gives each row the email and the files of its own send, also if one slice serves several sends", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    for (const subject of ["First", "Second"]) {
      const files = [
        {
          filename: "a.txt",
          contentType: "text/plain",
          size: subject.length,
          from: Buffer.from(subject),
        },
      ];
      await begun(user, engine, aPlan(1, { mail: { ...aPlan(0).mail, subject }, files }));
      engine.pass(1);
    }
    await wholeSlice(engine, user);
    const mails = await mailbox(user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["First", "Second"]);
    for (const { id, subject } of mails) {
      expect(await rawMail(id)).toContain(Buffer.from(subject).toString("base64"));
    }
  });

  it("pauses a send whose file is gone instead of retrying forever", async () => {
    const { user, engine, id } = await aSend(2, answering());
    await snapshotRef(id).update({
      files: [{ filename: "a", contentType: "text/plain", path: "sends/none", size: 1 }],
    });
    expect(await wholeSlice(engine, user)).toEqual({ kind: "idle" });
    await expectSend(id, { state: "paused", pauseReason: "errors" });
    expect(await statesOf(id)).toEqual(["queued", "queued"]);
  });

  it("begins nothing if a file of the template is gone", async () => {
    const user = await aSender();
    const files = [{ filename: "a.txt", contentType: "text/plain", size: 1, from: "users/x/none" }];
    await refused(begun(user, testEngine(), aPlan(2, { files })), "not_found");
    expect((await firestore().collection("sends").where("owner", "==", user.uid).get()).size).toBe(
      0,
    );
    expect(
      (await firestore().collectionGroup("rows").get()).docs.filter((d) =>
        d.ref.path.includes(user.uid),
      ),
    ).toEqual([]);
  });

  it("loses rows, email and files a day after the end; the remaining document contains nothing personal", async () => {
    const plan = aPlan(3, {
      files: [
        { filename: "cv.pdf", contentType: "application/pdf", size: 2, from: Buffer.from("cv") },
      ],
    });
    const { user, engine, id, key } = await aSend(
      plan,
      answering({ kind: "refused", sentence: "No." }),
    );
    await wholeSlice(engine, user);
    expect((await rowCollection(id).get()).size).toBe(3);
    for (const { expireAt } of (await rowCollection(id).get()).docs.map((doc) => doc.data())) {
      expect(expireAt.toMillis() - engine.now()).toBeGreaterThan(44 * DAY);
      expect(expireAt.toMillis() - engine.now()).toBeLessThan(46 * DAY);
    }
    const before = await showSend(engine, user.uid, key, null);
    expect(before.send.deletes_at).not.toBeNull();
    const whole = JSON.stringify((await firestore().collection("sends").doc(id).get()).data());
    for (const personal of ["@", "Person", "Dear", "Hello", "Invitation", "cv.pdf", "No."])
      expect(whole).not.toContain(personal);
    engine.pass(DAY + 1);
    await sweep(engine);
    expect((await rowCollection(id).get()).size).toBe(0);
    expect((await snapshotRef(id).get()).exists).toBe(false);
    expect(await storedFiles(`sends/${id}/`)).toEqual([]);
    const after = await showSend(engine, user.uid, key, null);
    expect(after).toMatchObject({
      results: [],
      send: { title: null, subject: null, counts: { sent: 2, failed: 1 } },
    });
    await refused(retry(engine, user.uid, key, null), "wrong_state");
    await expectSend(id, { wakeAt: null });
  });

  it("returns only changed rows, from a cursor, each exactly once", async () => {
    const [user, engine] = [await aSender(), answering()];
    engine.rate = 3;
    const id = await begun(user, engine, 8);
    const key = keyOf(user, id);
    const first = await showSend(engine, user.uid, key, null);
    expect(first.results).toHaveLength(8);
    expect((await showSend(engine, user.uid, key, first.cursor)).results).toEqual([]);
    await wholeSlice(engine, user);
    const second = await showSend(engine, user.uid, key, first.cursor);
    expect(second.results.map(({ row, status }) => `${row} ${status}`)).toEqual([
      "1 sent",
      "2 sent",
      "3 sent",
    ]);
    expect(second.send).toMatchObject({ state: "running", counts: { sent: 3, queued: 5 } });
    await engine.drain();
    const third = await showSend(engine, user.uid, key, second.cursor);
    expect(third.results.map(({ row }) => row)).toEqual([4, 5, 6, 7, 8]);
    expect(third.send).toMatchObject({ state: "done" });
    await refused(showSend(engine, user.uid, key, "x"), "invalid_input");
  });

  it("wakes a send that no one works on when its status is asked for, once", async () => {
    const { user, engine, id, key } = await aSend(2, answering());
    engine.pass(60_000);
    await showSend(engine, user.uid, key, null);
    expect(engine.tasks).toHaveLength(1);
    await engine.drain();
    await expectSend(id, { state: "done" });
    await showSend(engine, user.uid, key, null);
    expect(engine.tasks).toEqual([]);
  });
});

const DAY = 24 * HOUR;

/** Begins a send that is over at once: none of its rows can be sent. */
function anEndedSend(user: User, engine: TestEngine): Promise<string> {
  const plan = aPlan(1);
  const rows = plan.rows.map((row) => ({ ...row, state: "skipped" as const, reason: "No." }));
  return begun(user, engine, { ...plan, rows });
}

/** Copies the document of a person's send until there are this many, each newer than the last. */
async function multiplied(user: User, engine: TestEngine, id: string, count: number) {
  const data = (await sendRef(id).get()).data();
  const ids = [id, ...Array.from({ length: count - 1 }, () => sendDocId(user.uid, randomUUID()))];
  const batch = firestore().batch();
  for (const each of ids) {
    engine.pass(1_000);
    batch.set(sendRef(each), { ...data, key: keyOf(user, each), createdAt: engine.now() });
  }
  await batch.commit();
  return ids;
}

describe("the list of sends", () => {
  it("has every open send on its first page, and the others page by page", async () => {
    const [user, engine] = [await aSender(), answering()];
    const scheduled = await begun(user, engine, aPlan(2, { startAt: engine.now() + 20 * DAY }));
    const kept = await multiplied(user, engine, await anEndedSend(user, engine), 65);
    const removed = await anEndedSend(user, engine);
    await remove(engine, user.uid, keyOf(user, removed));
    await multiplied(user, engine, removed, 55);
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
    const expected = [scheduled, ...kept.toReversed()];
    expect(seen).toEqual(expected.map((id) => keyOf(user, id)));
    await refused(listSends(engine, user.uid, "x"), "invalid_input");
  });
});

describe("the daily quota", () => {
  it("promises nothing twice: other sends' queued emails aren't left", async () => {
    const [user, engine] = [await aSender(), answering()];
    await begun(user, engine, 430);
    expect(await readQuota(user.uid, null, engine.now())).toMatchObject({
      limit: 500,
      sent: 0,
      queued: 430,
      left: 70,
    });
    await begun(user, engine, aPlan(400, { startAt: engine.now() + 3 * DAY }));
    expect(await readQuota(user.uid, null, engine.now())).toMatchObject({ queued: 430, left: 70 });
  });
});

describe("sweep", () => {
  it("asks at once for slices of users whose worker died, before any of their sends is due", async () => {
    const [user, engine] = [await aSender(), answering()];
    await begun(user, engine, 1);
    await engine.ledger.takeLease(user.uid, engine.now());
    engine.pass(50_000);
    expect(await engine.ledger.dueSends(engine.now(), 100)).toEqual([]);
    await sweep(engine);
    expect(engine.tasks.map(({ uid }) => uid)).toEqual([user.uid]);
  });

  it("leaves failed checks for five minutes, so that they take no one's place", async () => {
    const engine = answering();
    const id = await begun(await aSender(), engine, aPlan(1, { startAt: engine.now() + HOUR }));
    const { apply } = engine.ledger;
    engine.ledger.apply = (send, happens, actor, now) => {
      const isSetBack = typeof happens === "object" && happens.kind === "attentionFailed";
      return isSetBack ? apply(send, happens, actor, now) : Promise.reject(new Error("broken"));
    };
    engine.pass(HOUR);
    await sweep(engine);
    engine.pass(4 * 60_000);
    expect(await engine.ledger.dueSends(engine.now(), 100)).toEqual([]);
    engine.pass(2 * 60_000);
    expect((await engine.ledger.dueSends(engine.now(), 100)).map((send) => send.id)).toEqual([id]);
  });

  it("starts due sends although other sends fail at every check, and deletes last", async () => {
    const engine = answering();
    const users = await Promise.all(Array.from({ length: 5 }, () => aSender()));
    const due = engine.now() + DAY;
    const ids = await Promise.all(
      users.map((user) => begun(user, engine, aPlan(1, { startAt: due }))),
    );
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
    for (const id of ids.slice(2)) await expectSend(id, { state: "done", counts: { sent: 1 } });
    for (const id of broken) {
      const send = await readSend(id);
      expect(send).toMatchObject({ state: "scheduled" });
      expect(send?.wakeAt ?? 0).toBeGreaterThan(engine.now());
      expect(order.filter((one) => one === id)).toHaveLength(1);
    }
  });

  it("doesn't delete a send that was restarted since it looked", async () => {
    const { user, engine, id, key } = await aSend(
      2,
      testEngine({ sendMessage: async () => ({ kind: "refused", sentence: "No." }) }),
    );
    await wholeSlice(engine, user);
    engine.pass(DAY - 1_000);
    const stale = await readSend(id);
    if (!stale) throw new Error("No send.");
    await retry(engine, user.uid, key, null);
    await engine.drain();
    engine.pass(2_000);
    await doDueWork(engine, stale);
    await expectSend(id, {
      state: "done",
      dataDeleted: false,
      counts: { failed: 2 },
    });
    expect((await rowCollection(id).get()).size).toBe(2);
  });

  it("deletes a canceled scheduled send's data a day later", async () => {
    const [user, engine] = [await aSender(), answering()];
    const id = await begun(user, engine, aPlan(2, { startAt: engine.now() + DAY }));
    await cancel(engine, user.uid, keyOf(user, id));
    engine.pass(DAY + 1);
    await sweep(engine);
    await expectSend(id, {
      state: "cancelled",
      dataDeleted: true,
      purgeAt: null,
      wakeAt: null,
    });
    expect((await rowCollection(id).get()).size).toBe(0);
  });
});
