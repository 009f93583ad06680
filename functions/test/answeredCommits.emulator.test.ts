import { randomUUID } from "node:crypto";
import { Firestore } from "firebase-admin/firestore";
import { afterAll, describe, expect, it } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { answerCommits, ownRequests, type Requests } from "./answeredCommits.ts";
import { createAll } from "./createAll.ts";

const own = new Firestore({ projectId: "demo-sendwright" });
afterAll(() => own.terminate());

/**
 * A Firestore whose commits get this error; `isApplied`: whether the emulator commits first.
 * `batches`: how many batches get it.
 */
function answering(error: Error, isApplied: boolean, batches = 0): Firestore {
  let left = batches;
  const { request } = ownRequests();
  const requests: Requests = {
    async request(method, ...rest) {
      const fails = method === "commit" || (method === "batchWrite" && left-- > 0);
      if (!fails) return request.call(this, method, ...rest);
      if (isApplied) await request.call(this, method, ...rest);
      throw error;
    },
  };
  answerCommits(requests);
  return Object.assign(own, requests);
}

const withoutAWord = Object.assign(new Error("2 UNKNOWN: "), { code: 2, details: "" });
const cancelled = Object.assign(new Error("1 CANCELLED"), {
  code: 1,
  details: "call already cancelled. Use…",
});
const aDocument = () => own.doc(`settings/${randomUUID()}`);

describe("a commit that the emulator applied, and answered with a listener's error", () => {
  it.each([withoutAWord, cancelled])("returns the time of its write ($message)", async (error) => {
    answering(error, true);
    const document = aDocument();
    const { writeTime } = await document.set({ kept: true });
    const found = await document.get();
    expect(found.data()).toEqual({ kept: true });
    expect(found.updateTime?.isEqual(writeTime)).toBe(true);
    await document.delete();
    expect((await document.get()).exists).toBe(false);
  });

  it("isn't retried in a transaction", async () => {
    const firestore = answering(withoutAWord, true);
    const document = aDocument();
    await firestore.runTransaction(async (transaction) => {
      transaction.create(document, {
        times: ((await transaction.get(document)).get("times") ?? 0) + 1,
      });
    });
    expect((await document.get()).data()).toEqual({ times: 1 });
  });
});

it("a writer of many documents repeats a batch that was answered so", async () => {
  const writer = answering(withoutAWord, true, 1).bulkWriter();
  const documents = [aDocument(), aDocument()];
  const writes = Promise.all(documents.map((document) => writer.set(document, { kept: true })));
  await Promise.all([writer.close(), writes]);
  for (const document of documents) expect((await document.get()).data()).toEqual({ kept: true });
});

it("documents that can't all be created fail with the database's error", async () => {
  const one = firestore().doc(`settings/${randomUUID()}`);
  await one.set({ kept: true });
  const all = Array.from(
    { length: 120 },
    (_, i) => [firestore().doc(`settings/${one.id}-${i}`), {}] as const,
  );
  await expect(createAll([...all, [one, {}]])).rejects.toThrow("ALREADY_EXISTS");
});

it("any other error is unchanged", async () => {
  const refused = Object.assign(new Error("7 PERMISSION_DENIED"), {
    code: 7,
    details: "Not yours.",
  });
  answering(refused, false);
  await expect(aDocument().set({ kept: true })).rejects.toThrow("PERMISSION_DENIED");
});
