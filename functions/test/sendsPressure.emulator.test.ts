import { randomUUID } from "node:crypto";
import { MAX_KEPT_MB, MAX_OPEN_SENDS } from "@sendwright/core/contract/limits";
import { describe, expect, it } from "vitest";
import { cancel, pause, remove, resume } from "../src/features/sends/control/control.ts";
import { apply } from "../src/store/sends/apply.ts";
import { sendRef } from "../src/store/sends/documents.ts";
import { keptBytes } from "../src/store/sends/quota.ts";
import { readSend } from "../src/store/sends/read.ts";
import { answering, HOUR, keyOf } from "./answering.ts";
import { aPlan, aSender, begun, ownProject } from "./sendsWorld.ts";

/** The most one person can ask for at once. */
ownProject();

describe("one person", () => {
  it("has at most twenty open sends, and learns what to do", async () => {
    const user = await aSender();
    const engine = answering();
    const later = () => aPlan(1, { startAt: engine.now() + HOUR });
    const ids: string[] = [];
    for (let i = 0; i < MAX_OPEN_SENDS; i++) ids.push(await begun(user, engine, later()));
    await expect(begun(user, engine, later())).rejects.toMatchObject({
      reason: "too_many_open_sends",
      message: "You have 20 open sends. Wait until one ends, or cancel one.",
    });
    await cancel(engine, user.uid, keyOf(user, ids[0] ?? randomUUID()));
    expect(await begun(user, engine, later())).toContain(user.uid);
  });

  it("gets a place back with the click on Undo, even while the send is still to be deleted", async () => {
    const user = await aSender();
    const engine = answering();
    const held = await begun(user, engine, aPlan(1, { hold: 10_000 }));
    for (let i = 1; i < MAX_OPEN_SENDS; i++) await begun(user, engine, aPlan(1, { startAt: engine.now() + HOUR }));
    await apply(held, { kind: "undone" }, "user", engine.now());
    expect(await readSend(held)).toMatchObject({ voided: true });
    expect(await begun(user, engine, 1)).toContain(user.uid);
  });

  it("has at most 1,000 MB of sends kept, and room again once one is deleted", async () => {
    const user = await aSender();
    const engine = answering();
    const file = { filename: "a.txt", contentType: "text/plain", size: 7_000, from: Buffer.alloc(7_000) };
    const id = await begun(user, engine, aPlan(3, { files: [file] }));
    const bytes = await keptBytes(user.uid);
    expect(bytes).toBeGreaterThan(7_000 + 3 * 400);
    expect(bytes).toBeLessThan(7_000 + 3 * 1_000);
    await cancel(engine, user.uid, keyOf(user, id));
    await sendRef(id).update({ bytes: MAX_KEPT_MB * 1024 * 1024 - 500 });
    await expect(begun(user, engine, 1)).rejects.toMatchObject({
      reason: "too_much_kept",
      message:
        "Your sends hold 1,000 MB of recipients and files. Delete a finished send, or wait until its data is deleted.",
    });
    await remove(engine, user.uid, keyOf(user, id));
    expect(await keptBytes(user.uid)).toBe(0);
    expect(await begun(user, engine, 1)).toContain(user.uid);
  });

  it("gets one slice for a send, however often it is resumed", async () => {
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 2);
    const key = keyOf(user, id);
    for (let i = 0; i < 3; i++) await resume(engine, user.uid, key);
    expect(engine.tasks).toEqual([]);
    await pause(engine, user.uid, key);
    for (let i = 0; i < 3; i++) await resume(engine, user.uid, key);
    expect(engine.tasks).toHaveLength(1);
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done" });
  });
});
