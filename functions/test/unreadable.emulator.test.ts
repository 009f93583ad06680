import { afterEach, expect, test, vi } from "vitest";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { UnreadableDocument } from "../src/store/documentSchema.ts";
import { readSender, senders } from "../src/store/senders.ts";
import { rowId, rowsOf, sendRef } from "../src/store/sends/documents.ts";
import { duePurges, dueSends } from "../src/store/sends/due.ts";
import { deleteAllSends } from "../src/store/sends/purge.ts";
import { openSends, readSend } from "../src/store/sends/read.ts";
import { changedRows, readRow } from "../src/store/sends/readRows.ts";
import { raiseTombstone } from "../src/store/tombstones.ts";
import { answering, statesOf } from "./answering.ts";
import { aSender, begun, NO_END, ownProject } from "./sendsWorld.ts";

ownProject();

const HOUR = 3_600_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** The lines of the log from now on: the logger took hold of the console's methods when it was loaded. */
function logged(): () => Record<string, unknown>[] {
  const stderr: NodeJS.WriteStream = Reflect.get(console, "_stderr");
  const write = vi.spyOn(stderr, "write").mockReturnValue(true);
  return () => write.mock.calls.map(([line]) => JSON.parse(String(line)));
}

test("due sends that cannot be read are tried less and less, take nobody's place, and are one line of the log", async () => {
  const user = await aSender();
  const engine = answering();
  const ids = [await begun(user, engine, 1), await begun(user, engine, 1), await begun(user, engine, 1)];
  const [first = "", second = "", whole = ""] = ids;
  const now = engine.now() + 24 * HOUR;
  await sendRef(whole).update({ wakeAt: now - 1 });
  for (const id of [first, second])
    await sendRef(id).update({ counts: "many", wakeAt: now - 2, purgeAt: now - 2 } as never);
  const lines = logged();

  expect((await dueSends(now, 2)).map(({ id }) => id)).toEqual([whole]);
  expect(lines()).toMatchObject([
    { severity: "ERROR", message: "due sends cannot be read", count: 2, fields: ["counts"] },
  ]);
  expect(new Set(lines()[0]?.documents as string[])).toEqual(new Set([`sends/${first}`, `sends/${second}`]));

  const wakes = async () => (await sendRef(first).withConverter(null).get()).get("wakeAt");
  expect(await wakes()).toBe(now + HOUR);
  for (const hours of [2, 4, 8, 16, 24, 24]) {
    const at = await wakes();
    expect((await dueSends(at - 1, 100)).map(({ id }) => id)).not.toContain(first);
    expect(await wakes()).toBe(at);
    await dueSends(at, 100);
    expect((await wakes()) - at).toBe(hours * HOUR);
  }
  await duePurges(now, 2);
  expect((await sendRef(first).withConverter(null).get()).get("purgeAt")).toBeGreaterThan(now);
  await deleteAllSends(user.uid);
});

test("a send that cannot be read is served by nobody, and keeps no other from being served", async () => {
  const user = await aSender();
  const engine = answering();
  const [broken, whole] = [await begun(user, engine, 1), await begun(user, engine, 1)];
  await sendRef(broken).update({ state: "queued", counts: "many" });
  await expect(readSend(broken)).rejects.toThrow(UnreadableDocument);
  expect((await openSends(user.uid)).map(({ id }) => id)).toEqual([whole]);
  expect((await dueSends(Number.MAX_SAFE_INTEGER, 100)).map(({ id }) => id)).toEqual([whole]);
  await runSlice(engine, user.uid, NO_END);
  expect(await readSend(whole)).toMatchObject({ state: "done", counts: { sent: 1 } });
  expect(await statesOf(broken)).toEqual(["queued"]);
  // Its owner's deletion deletes it all the same.
  expect(await deleteAllSends(user.uid)).toBe(true);
  expect((await sendRef(broken).get()).exists).toBe(false);
  expect((await rowsOf(broken).count().get()).data().count).toBe(0);
});

test("a row that cannot be read is never sent", async () => {
  const user = await aSender();
  const engine = answering();
  const id = await begun(user, engine, 1);
  const send = await readSend(id);
  if (!send) throw new Error("There is no send.");
  expect(await changedRows(send, null)).toMatchObject({ rows: [{ n: 1, state: "queued" }] });
  await rowsOf(id).doc(rowId(1)).update({ values: "none" });
  await expect(readRow(id, 1)).rejects.toThrow(UnreadableDocument);
  await expect(runSlice(engine, user.uid, NO_END)).rejects.toThrow(UnreadableDocument);
  expect((await rowsOf(id).where("state", "==", "sent").count().get()).data().count).toBe(0);
});

test("for a sender that cannot be read nobody works, and the account can still be deleted", async () => {
  const user = await aSender();
  const engine = answering();
  const id = await begun(user, engine, 1);
  await senders()
    .doc(user.uid)
    .set({ pace: "fast" } as never);
  await expect(runSlice(engine, user.uid, NO_END)).rejects.toThrow(UnreadableDocument);
  expect(await statesOf(id)).toEqual(["queued"]);
  await raiseTombstone(user.uid, engine.now());
  await expect(readSender(user.uid)).rejects.toThrow(UnreadableDocument);
  expect(await readSend(id)).toMatchObject({ state: "cancelled" });
});
