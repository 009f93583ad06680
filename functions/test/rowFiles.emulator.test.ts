import type { AppError } from "@sendwright/core/contract/appError";
import { HOUR } from "@sendwright/core/dates/units";
import { afterEach, describe, expect, it, vi } from "vitest";
import { resume, retry, undo } from "../src/features/sends/control/control.ts";
import type { Engine } from "../src/features/sends/engine.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { MemoryBudget } from "../src/features/sends/memoryBudget.ts";
import { memoryOf } from "../src/features/sends/work/ownFiles.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { bucket, firestore } from "../src/platform/firebase.ts";
import { readBy, readFor } from "../src/store/documentSchema.ts";
import { copyFile } from "../src/store/files.ts";
import { voidSend } from "../src/store/sends/create.ts";
import { rowCollection, snapshotRef } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { snapshotDoc } from "../src/store/sends/schemas.ts";
import { rowFilePath } from "../src/store/sends/sendFilePaths.ts";
import { uploadsOf } from "../src/store/uploads.ts";
import { expectSend } from "./expectations.ts";
import { Died, dieAt, mortal, type Step } from "./failures.ts";
import { storedFiles } from "./owners.ts";
import {
  answering,
  aPlan,
  aSender,
  begun,
  keyOf,
  ownProject,
  REFUSAL,
  statesOf,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";
import { deliveredSlips, slipFor, withSlips } from "./slips.ts";

/** A file for each row, from the upload to the mailbox. */
ownProject();
afterEach(() => {
  vi.restoreAllMocks();
});

/** A new sender's send of rows with a file each. */
async function aSendOfSlips(rows: number, more: Parameters<typeof aPlan>[1] = {}) {
  const user = await aSender();
  const engine = testEngine();
  const plan = await withSlips(user, aPlan(rows, more));
  const id = await begun(user, engine, plan);
  return { user, engine, plan, id };
}

/** Every receiver got exactly their own file, and no one two emails. */
async function expectOwnSlips(account: string): Promise<number> {
  const delivered = await deliveredSlips(account);
  expect(delivered.map(([to, texts]) => [to, texts])).toEqual(
    delivered.map(([to]) => [to, [slipFor(to)]]),
  );
  expect(new Set(delivered.map(([to]) => to)).size).toBe(delivered.length);
  return delivered.length;
}

describe("a send of files", () => {
  it("copies each content once, and everyone gets their own", async () => {
    const { user, engine, plan, id } = await aSendOfSlips(7);
    const send = await readSend(id);
    const copies = plan.rowContents.map(({ hash }) => rowFilePath(id, send?.nonce ?? "", hash));
    expect(await storedFiles(`sends/${id}/`)).toEqual(copies.sort());
    await wholeSlice(engine, user);
    await expectSend(id, { state: "done", counts: { sent: 7 } });
    expect(await expectOwnSlips(user.email)).toBe(7);
  });

  it("keeps a file an attachment that has the name of a picture of the body", async () => {
    const user = await aSender();
    const picture = "picture-0123456789abcdef.png";
    const planned = await withSlips(user, aPlan(1));
    const rows = planned.rows.map((row) => ({
      ...row,
      files: (row.files ?? []).map((file) => ({ ...file, filename: picture })),
    }));
    const mail = { ...planned.mail, body: `<p>Look <img src="cid:${picture}"></p>` };
    const engine = testEngine();
    await begun(user, engine, { ...planned, rows, mail });
    await wholeSlice(engine, user);
    expect(await expectOwnSlips(user.email)).toBe(1);
  });

  it("doesn't begin if contents are gone when they are copied: names them all, and leaves nothing behind", async () => {
    const user = await aSender();
    const plan = await withSlips(user, aPlan(60));
    const gone = [3, 30, 59].map((i) => plan.rowContents[i]);
    for (const content of gone)
      await bucket()
        .file(content?.from ?? "")
        .delete();
    const failure = await begun(user, testEngine(), plan).catch((cause: unknown) => cause);
    const { details, reason } = failure as AppError;
    expect(reason).toBe("files_missing");
    expect(new Set(details?.files as string[])).toEqual(new Set(gone.map((one) => one?.hash)));
    expect(await storedFiles(`sends/${user.uid}`)).toEqual([]);
    const left = await firestore().collection("sends").where("owner", "==", user.uid).get();
    expect(left.size).toBe(0);
  });

  it("leaves no copy behind if its preparation is given up while it copies", async () => {
    const user = await aSender();
    const engine = testEngine();
    const plan = await withSlips(user, aPlan(60));
    const file = Object.getPrototypeOf(bucket().file("any"));
    const { copy } = file;
    let copies = 0;
    vi.spyOn(file, "copy").mockImplementation(async function (this: unknown, ...given: unknown[]) {
      if (++copies === 55) {
        const found = await firestore().collection("sends").where("owner", "==", user.uid).get();
        for (const { id } of found.docs) await voidSend(id, engine.now() + 100_000);
      }
      return copy.apply(this, given);
    });
    await expect(begun(user, engine, plan)).rejects.toThrow("The key was taken.");
    expect(await storedFiles(`sends/${user.uid}`)).toEqual([]);
    const left = await firestore().collection("sends").where("owner", "==", user.uid).get();
    expect(left.size).toBe(0);
  });

  it("copies at most fifty at once", async () => {
    const user = await aSender();
    const plan = await withSlips(user, aPlan(120));
    const file = Object.getPrototypeOf(bucket().file("any"));
    const { copy } = file;
    let [open, most] = [0, 0];
    vi.spyOn(file, "copy").mockImplementation(function (this: unknown, ...given: unknown[]) {
      most = Math.max(most, ++open);
      return copy.apply(this, given).finally(() => open--);
    });
    await begun(user, testEngine(), plan);
    expect([open, most]).toEqual([0, 50]);
  });

  it("sends no other bytes under a file's name, and nothing in place of a missing one: only that row fails", async () => {
    const { user, engine, plan, id } = await aSendOfSlips(4);
    const { nonce = "" } = (await readSend(id)) ?? {};
    const pathOf = (i: number) => rowFilePath(id, nonce, plan.rowContents[i]?.hash ?? "");
    await copyFile(pathOf(0), pathOf(1));
    await bucket().file(pathOf(2)).delete();
    await wholeSlice(engine, user);
    await expectSend(id, { state: "done", counts: { sent: 2, failed: 2 } });
    const rows = (await rowCollection(id).get()).docs.map((doc) => doc.data());
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ["sent", ""],
      ["failed", 'The file "slip 2.pdf" is not the one that was added.'],
      ["failed", 'The file "slip 3.pdf" no longer exists.'],
      ["sent", ""],
    ]);
    expect(await expectOwnSlips(user.email)).toBe(2);
  });
});

/** Storage that answers what it is told, for the paths of rows' files. */
function withStorage(engine: Engine, answer: () => Promise<Buffer>): void {
  engine.ledger = { ...engine.ledger, readFile: answer };
}

describe("a file that can't be loaded for now", () => {
  const outOfOrder = () => Promise.reject(Object.assign(new Error("503"), { code: 503 }));

  it("is a fault of the send: no row is touched, it rests a minute, and then it is sent", async () => {
    const { user, engine, id } = await aSendOfSlips(3);
    const { readFile } = engine.ledger;
    withStorage(engine, outOfOrder);
    const end = await wholeSlice(engine, user);
    expect(end).toMatchObject({ kind: "more" });
    expect(end.kind === "more" && end.at - engine.now()).toBeGreaterThan(50_000);
    expect(await statesOf(id)).toEqual(["queued", "queued", "queued"]);
    await expectSend(id, { faults: 1, counts: { failed: 0 } });
    engine.ledger = { ...engine.ledger, readFile };
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 3 } });
    expect(await expectOwnSlips(user.email)).toBe(3);
  });

  it("pauses the send after three times in a row, without a row's loss, and resumes on request", async () => {
    const { user, engine, id } = await aSendOfSlips(2);
    const { readFile } = engine.ledger;
    withStorage(engine, outOfOrder);
    await wholeSlice(engine, user);
    await engine.drain();
    await expectSend(id, { state: "paused", pauseReason: "errors" });
    expect(await statesOf(id)).toEqual(["queued", "queued"]);
    engine.ledger = { ...engine.ledger, readFile };
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    expect(await expectOwnSlips(user.email)).toBe(2);
  });

  it("is claimed only if there is still time for the call: else the next slice sends the row", async () => {
    const { user, engine, id } = await aSendOfSlips(1);
    const { readFile } = engine.ledger;
    const budget = { claimUntil: engine.now() + 33_000, callUntil: engine.now() + 45_000 };
    engine.ledger = {
      ...engine.ledger,
      readFile: async (path) => {
        const content = await readFile(path);
        engine.pass(34_000);
        return content;
      },
      claimRow: () => Promise.reject(new Error("It was claimed without time for the call.")),
    };
    expect(await runSlice(engine, user.uid, budget)).toMatchObject({ kind: "more" });
    expect(await statesOf(id)).toEqual(["queued"]);
    engine.ledger = { ...testEngine().ledger };
    await engine.drain();
    expect(await expectOwnSlips(user.email)).toBe(1);
  });
});

describe("the memory for rows' files", () => {
  it("is shared by all lanes, which wait for room before they take a permit", async () => {
    const [first, second] = [await aSendOfSlips(6), await aSendOfSlips(6)];
    const engine = answering();
    const most = Math.max(...first.plan.rowContents.map(({ size }) => size));
    engine.memory = new MemoryBudget(memoryOf(most) * 2);
    const { readFile } = engine.ledger;
    const { sendMessage } = engine;
    let [open, peak] = [0, 0];
    engine.ledger = {
      ...engine.ledger,
      readFile: (path) => {
        peak = Math.max(peak, ++open);
        return readFile(path);
      },
    };
    engine.sendMessage = (call) => sendMessage(call).finally(() => open--);
    await Promise.all([first, second].map(({ user }) => wholeSlice(engine, user)));
    expect([open, peak]).toEqual([0, 2]);
    expect(engine.calls).toHaveLength(12);
    for (const { id } of [first, second]) await expectSend(id, { state: "done" });
  });

  it("ends a slice that gets none: its rows stay queued for the next one", async () => {
    const { user, engine, id } = await aSendOfSlips(2);
    const { memory } = engine;
    engine.memory = new MemoryBudget(1);
    const release = await engine.memory.take(1, 0);
    const budget = { claimUntil: engine.now() + 300, callUntil: engine.now() + 45_000 };
    expect(await runSlice(engine, user.uid, budget)).toMatchObject({ kind: "more" });
    expect([await statesOf(id), engine.tasks.length]).toEqual([["queued", "queued"], 1]);
    release?.();
    engine.memory = memory;
    await engine.drain();
    expect(await expectOwnSlips(user.email)).toBe(2);
  });
});

describe("a worker that dies over a row with a file", () => {
  it.each<[Step, "before" | "after", mails: number, state: string]>([
    ["readFile", "before", 1, "sent"],
    ["readFile", "after", 1, "sent"],
    ["claimRow", "before", 1, "sent"],
    ["claimRow", "after", 0, "warning"],
    ["sendMessage", "after", 1, "warning"],
    ["finishRow", "after", 1, "sent"],
  ])("at %s (%s)", async (step, moment, mails, state) => {
    const { user, engine, id } = await aSendOfSlips(1);
    await expect(wholeSlice(mortal(engine, dieAt(step, moment)), user)).rejects.toThrow(Died);
    for (let minutes = 0; minutes < 6; minutes++) {
      engine.pass(60_000);
      await sweep(engine, ["starts"]);
      await engine.drain();
    }
    expect(await statesOf(id)).toEqual([state]);
    expect(await expectOwnSlips(user.email)).toBe(mails);
  });
});

describe("the files of a send", () => {
  it("are deleted with its data, and so are the uploads that it was made of; no others", async () => {
    const { user, engine, id, plan } = await aSendOfSlips(2);
    const other = await withSlips(user, aPlan(1));
    await wholeSlice(engine, user);
    expect((await uploadsOf(user.uid)).size).toBe(3);
    engine.pass(25 * HOUR);
    await sweep(engine, ["deletions"]);
    expect(await storedFiles(`sends/${id}/`)).toEqual([]);
    const left = [...(await uploadsOf(user.uid)).keys()];
    expect(left).toEqual(other.rowContents.map(({ hash }) => hash));
    expect(left).not.toContain(plan.rowContents[0]?.hash);
  });

  it("go with an undone send, whose uploads stay for the next one", async () => {
    const { user, engine, id } = await aSendOfSlips(2, { hold: 10_000 });
    await undo(engine, user.uid, keyOf(user, id));
    await sweep(engine, ["starts"]);
    expect(await storedFiles(`sends/${id}/`)).toEqual([]);
    expect((await uploadsOf(user.uid)).size).toBe(2);
  });

  it("are still there for a retry", async () => {
    const user = await aSender();
    const engine = answering(REFUSAL);
    const { sendMessage } = testEngine();
    const id = await begun(user, engine, await withSlips(user, aPlan(1)));
    await wholeSlice(engine, user);
    expect(await statesOf(id)).toEqual(["failed"]);
    engine.sendMessage = sendMessage;
    await retry(engine, user.uid, keyOf(user, id), null);
    await engine.drain();
    expect(await expectOwnSlips(user.email)).toBe(1);
  });
});

describe("a version that doesn't know files of rows", () => {
  /** How such a version reads an email: its files are a list. */
  const earlier = readBy(snapshotDoc.omit({ mostOfRow: true }));
  const asBefore: Engine["ledger"]["readSnapshot"] = (id) =>
    readFor("The email of this send", async () => {
      const found = await snapshotRef(id).withConverter(earlier).get();
      return found.data() ?? null;
    });

  it("sends none of these emails: the send pauses and waits, and this version continues it", async () => {
    const { user, engine, id } = await aSendOfSlips(3);
    const old = { ...engine, ledger: { ...engine.ledger, readSnapshot: asBefore } };
    await wholeSlice(old, user);
    await expectSend(id, { state: "paused", pauseReason: "errors" });
    expect(await statesOf(id)).toEqual(["queued", "queued", "queued"]);
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    expect(await expectOwnSlips(user.email)).toBe(3);
  });

  it("sends every other email that this version stored", async () => {
    const user = await aSender();
    const engine = testEngine();
    const file = {
      filename: "all.txt",
      contentType: "text/plain",
      size: 1,
      from: Buffer.from("a"),
    };
    const id = await begun(user, engine, aPlan(2, { files: [file] }));
    const old = { ...engine, ledger: { ...engine.ledger, readSnapshot: asBefore } };
    await wholeSlice(old, user);
    await expectSend(id, { state: "done", counts: { sent: 2 } });
  });
});
