import { randomUUID } from "node:crypto";
import { HOUR, MINUTE } from "@sendwright/core/dates/units";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bucket } from "../src/platform/firebase.ts";
import { stuckNow } from "../src/store/sends/operatorView.ts";
import { deleteOldUploads, renewUploads, storeUploads, uploadsOf } from "../src/store/uploads.ts";
import { owners } from "../src/store/userLock.ts";
import { ownProject } from "./sendsWorld.ts";

/** When uploads are deleted. The project is this test's own, so the sweep meets no other's. */
ownProject();

let uid: string;
beforeEach(() => {
  uid = randomUUID();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const store = (...texts: string[]) =>
  storeUploads(
    uid,
    texts.map((text) => ({ contentType: "text/plain", content: Buffer.from(text) })),
    Date.now(),
  );
const dueAt = async (): Promise<number | undefined> =>
  (await owners().doc(uid).get()).get("uploadsUntil");
const later = (ms: number) => Date.now() + ms;

it("an upload lives for 24 hours, whenever the sweep looks", async () => {
  await store("a", "b");
  await deleteOldUploads(later(16 * MINUTE));
  expect((await uploadsOf(uid)).size).toBe(2);
  const due = (await dueAt()) ?? 0;
  expect(Math.abs(due - later(24 * HOUR))).toBeLessThan(MINUTE);
  await deleteOldUploads(due - 1);
  expect((await uploadsOf(uid)).size).toBe(2);
  await deleteOldUploads(later(24 * HOUR + MINUTE));
  expect([(await uploadsOf(uid)).size, await dueAt()]).toEqual([0, undefined]);
});

it("an upload beside the sweep is found by the next one", async () => {
  await store("early");
  const { update } = Object.getPrototypeOf(owners().doc(uid));
  const racing = vi.spyOn(Object.getPrototypeOf(owners().doc(uid)), "update");
  racing.mockImplementationOnce(async function (this: unknown, ...given: unknown[]) {
    await owners()
      .doc(uid)
      .set({ uploadsUntil: later(40 * HOUR) }, { merge: true });
    return update.apply(this, given);
  });
  await deleteOldUploads(later(25 * HOUR));
  expect([(await uploadsOf(uid)).size, (await dueAt()) !== undefined]).toEqual([0, true]);
});

it("a failure for one person keeps no one else's", async () => {
  const [other, mine] = [randomUUID(), uid];
  await store("mine");
  uid = other;
  await store("theirs");
  const getFiles = vi.spyOn(Object.getPrototypeOf(bucket()), "getFiles");
  getFiles.mockRejectedValueOnce(new Error("Storage is out of order."));
  await deleteOldUploads(later(25 * HOUR));
  const left = await Promise.all([mine, other].map(async (one) => (await uploadsOf(one)).size));
  expect(left.sort()).toEqual([0, 1]);
  await deleteOldUploads(later(26 * HOUR));
  for (const one of [mine, other]) expect((await uploadsOf(one)).size).toBe(0);
});

it("a content that is needed again begins its day anew once it is half a day old", async () => {
  const [{ hash = "" } = {}] = await store("again");
  const stored = await uploadsOf(uid);
  expect(await renewUploads(uid, stored, [hash], later(11 * HOUR))).toBe(0);
  expect((await uploadsOf(uid)).get(hash)).toEqual(stored.get(hash));
  expect(await renewUploads(uid, stored, [hash], later(13 * HOUR))).toBe(1);
  const renewed = (await uploadsOf(uid)).get(hash);
  expect(renewed).toMatchObject({ size: 5, contentType: "text/plain" });
  expect(renewed?.storedAt).toBeGreaterThan(stored.get(hash)?.storedAt ?? 0);
});

it("an operator sees uploads that no sweep deleted", async () => {
  await store("stuck");
  const stuck = async (hours: number) =>
    (await stuckNow(later(hours * HOUR), 100)).filter(({ id }) => id === uid);
  expect(await stuck(1)).toEqual([]);
  expect(await stuck(2)).toEqual([
    { kind: "account", id: uid, reason: "its uploads are due for deletion", since: await dueAt() },
  ]);
});
