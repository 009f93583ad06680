import { describe, expect, it } from "vitest";
import { retry } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { showSend } from "../src/features/sends/present/show.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { firestore } from "../src/platform/firebase.ts";
import { newPath, writeFile } from "../src/store/files.ts";
import { rowsOf, snapshotRef } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { answering, HOUR, keyOf, statesOf } from "./answering.ts";
import { aPlan, aSender, begun, mailbox, NO_END, ownProject, rawMail, testEngine } from "./sendsWorld.ts";
import { storedFiles } from "./stored.ts";

ownProject();

describe("a send's stored data", () => {
  it("is a snapshot of the email and its files: later changes have no effect", async () => {
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

  it("gives each row the email and the files of its own send, also if one slice serves several sends", async () => {
    const user = await aSender();
    const engine = testEngine();
    for (const subject of ["First", "Second"]) {
      const files = [
        { filename: "a.txt", contentType: "text/plain", size: subject.length, from: Buffer.from(subject) },
      ];
      await begun(user, engine, aPlan(1, { mail: { ...aPlan(0).mail, subject }, files }));
      engine.pass(1);
    }
    await runSlice(engine, user.uid, NO_END);
    const mails = await mailbox(user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["First", "Second"]);
    for (const { id, subject } of mails) {
      expect(await rawMail(id)).toContain(Buffer.from(subject).toString("base64"));
    }
  });

  it("pauses a send whose file is gone instead of retrying forever", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 2);
    await snapshotRef(id).update({
      files: [{ filename: "a", contentType: "text/plain", path: "sends/none", size: 1 }],
    });
    expect(await runSlice(engine, user.uid, NO_END)).toEqual({ kind: "idle" });
    expect(await readSend(id)).toMatchObject({ state: "paused", pauseReason: "errors" });
    expect(await statesOf(id)).toEqual(["queued", "queued"]);
  });

  it("begins nothing if a file of the template is gone", async () => {
    const user = await aSender();
    const files = [{ filename: "a.txt", contentType: "text/plain", size: 1, from: "users/x/none" }];
    await expect(begun(user, testEngine(), aPlan(2, { files }))).rejects.toMatchObject({ reason: "not_found" });
    expect((await firestore().collection("sends").where("owner", "==", user.uid).get()).size).toBe(0);
    expect((await firestore().collectionGroup("rows").get()).docs.filter((d) => d.ref.path.includes(user.uid))).toEqual(
      [],
    );
  });

  it("loses rows, email and files a day after the end; the remaining document contains nothing personal", async () => {
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
    expect(after).toMatchObject({ results: [], send: { title: null, subject: null, counts: { sent: 2, failed: 1 } } });
    await expect(retry(engine, user.uid, keyOf(user, id), null)).rejects.toMatchObject({ reason: "wrong_state" });
    expect(await readSend(id)).toMatchObject({ wakeAt: null });
  });

  it("returns only changed rows, from a cursor, each exactly once", async () => {
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

  it("wakes a send that no one works on when its status is asked for, once", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 2);
    engine.pass(60_000);
    await showSend(engine, user.uid, keyOf(user, id), null);
    expect(engine.tasks).toHaveLength(1);
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done" });
    await showSend(engine, user.uid, keyOf(user, id), null);
    expect(engine.tasks).toEqual([]);
  });
});
