import type { Attachment } from "@sendwright/core/contract/templates";
import { afterEach, describe, expect, test, vi } from "vitest";
import { cancel } from "../src/features/sends/control/control.ts";
import { findReceived } from "../src/features/sends/present/presentReceived.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { firestore } from "../src/platform/firebase.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { UnreadableDocument } from "../src/store/documentSchema.ts";
import { readGoogleAccount, unlinkAnyway } from "../src/store/grants.ts";
import { readSender, senders } from "../src/store/senders.ts";
import { knownRowsOf, rowCollection, rowId, sendRef } from "../src/store/sends/documents.ts";
import { duePurges, dueSends } from "../src/store/sends/due.ts";
import { deleteAllSends } from "../src/store/sends/purge.ts";
import { endedSends, openSends, readSend, watchSend } from "../src/store/sends/read.ts";
import { retryRows } from "../src/store/sends/retry.ts";
import { changedRows, readEmailRow } from "../src/store/sends/rows.ts";
import { changeSettings, readKnownSettings } from "../src/store/settings.ts";
import {
  appendAttachment,
  insertTemplate,
  newTemplateId,
  readTemplate,
  removeAttachment,
  removeTemplate,
  templatesOf,
  updateTemplate,
} from "../src/store/templates.ts";
import { raiseTombstone } from "../src/store/tombstones.ts";
import { expectSend, refused } from "./expectations.ts";
import { Died, dieAt, mortal } from "./failures.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  aTemplate,
  begun,
  HOUR,
  ownProject,
  statesOf,
  wholeSlice,
} from "./sendsWorld.ts";

ownProject();

afterEach(() => {
  vi.restoreAllMocks();
});

/** The log's lines from now on; the logger took the console's methods when it was loaded. */
function logged(): () => Record<string, unknown>[] {
  const stderr: NodeJS.WriteStream = Reflect.get(console, "_stderr");
  const write = vi.spyOn(stderr, "write").mockReturnValue(true);
  return () => write.mock.calls.map(([line]) => JSON.parse(String(line)));
}

test("due sends that can't be read are tried less and less, take no one's place, and are one line of the log; one that was corrected is due like any other", async () => {
  const [user, engine] = [await aSender(), answering()];
  const ids = [
    await begun(user, engine, 1),
    await begun(user, engine, 1),
    await begun(user, engine, 1),
  ];
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
  expect(new Set(lines()[0]?.documents as string[])).toEqual(
    new Set([`sends/${first}`, `sends/${second}`]),
  );

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

  await sendRef(first).update({ counts: (await readSend(whole))?.counts });
  const corrected = (await dueSends(await wakes(), 100)).find(({ id }) => id === first);
  const stored = await sendRef(first).withConverter(null).get();
  expect(stored.get("unreadable")).toBeUndefined();
  expect(corrected?.updateTime).toEqual(stored.updateTime);
  await deleteAllSends(user.uid);
});

test("a send that can't be read is never served, and doesn't delay the others", async () => {
  const [user, engine] = [await aSender(), answering()];
  const [broken, whole] = [await begun(user, engine, 1), await begun(user, engine, 1)];
  await sendRef(broken).update({ state: "queued", counts: "many" });
  await expect(readSend(broken)).rejects.toThrow(UnreadableDocument);
  expect((await openSends(user.uid)).map(({ id }) => id)).toEqual([whole]);
  expect((await dueSends(Number.MAX_SAFE_INTEGER, 100)).map(({ id }) => id)).toEqual([whole]);
  await wholeSlice(engine, user);
  await expectSend(whole, { state: "done", counts: { sent: 1 } });
  expect(await statesOf(broken)).toEqual(["queued"]);
  // Its owner's deletion still deletes it.
  expect(await deleteAllSends(user.uid)).toBe(true);
  expect((await sendRef(broken).get()).exists).toBe(false);
  expect((await rowCollection(broken).count().get()).data().count).toBe(0);
});

test("a row that can't be read is never sent, is shown as such, and doesn't stop other rows", async () => {
  const { user, engine, id } = await aSend(3, answering());
  const send = await readSend(id);
  if (!send) throw new Error("There is no send.");
  await rowCollection(id).doc(rowId(1)).update({ values: "none" });
  await rowCollection(id).doc(rowId(3)).update({ line: "third" });
  await refused(readEmailRow(id, 1), "unreadable", "This row can't be read.");
  expect(await changedRows(send, null)).toMatchObject({
    rows: [
      { n: 1, state: "queued" },
      { n: 2, state: "queued" },
      { n: 3, state: "queued", reason: "This row can't be read." },
    ],
  });
  const later = await begun(user, engine, 1);
  await wholeSlice(engine, user);
  expect(await statesOf(id)).toEqual(["failed", "sent", "failed"]);
  await expectSend(id, { state: "done", counts: { sent: 1, failed: 2 } });
  await expectSend(later, { state: "done", counts: { sent: 1 } });
  const { rows } = await changedRows(send, null);
  expect(rows.map(({ reason }) => reason)).toEqual([
    "This row can't be read.",
    "",
    "This row can't be read.",
  ]);
});

test("a send with rows that can't be read can be canceled, and its failed rows sent again", async () => {
  const { user, engine, id, key } = await aSend(2, answering());
  await rowCollection(id).doc(rowId(1)).update({ values: "none" });
  const { send } = await cancel(engine, user.uid, key);
  expect(send).toMatchObject({ state: "cancelled", counts: { skipped: 2 } });
  await retryRows(id, { rows: [2], now: engine.now() });
  await wholeSlice(engine, user);
  expect(await statesOf(id)).toEqual(["skipped", "sent"]);
});

test("a row that can't be read counts as unconfirmed, and doesn't block looks at others", async () => {
  const [user, engine] = [await aSender(), answering()];
  const { mail, rows } = aPlan(2);
  const id = await begun(user, engine, { ...aPlan(2), rows });
  await rowCollection(id)
    .doc(rowId(1))
    .update({ state: "resting", from: { send: id, n: 2 } } as never);
  const people = rows.map(({ n, to }) => ({ row: n, recipient: to }));
  const { received } = await findReceived(engine, user.uid, { subject: mail.subject, people });
  expect(received).toMatchObject([
    { row: 1, by: "mailbox" },
    { row: 2, by: "mailbox" },
  ]);
  expect(await knownRowsOf(id, [1, 2])).toMatchObject([
    { n: 1, state: "warning", mailbox: expect.any(String), from: { send: id, n: 2 } },
    { n: 2, state: "queued" },
  ]);
});

test("a row that newer code wrote under a lease that died stops none of its owner's sends", async () => {
  const [user, engine] = [await aSender(), answering()];
  const [newer, other] = [await begun(user, engine, 1), await begun(user, engine, 1)];
  const worker = mortal(engine, dieAt("sendMessage", "before"));
  await expect(wholeSlice(worker, user)).rejects.toThrow(Died);
  await rowCollection(newer)
    .doc(rowId(1))
    .update({ values: { later: "another shape" }, note: 7 } as never);
  engine.pass(60_000);
  await wholeSlice(engine, user);
  expect([await statesOf(newer), await statesOf(other)].flat().sort()).toEqual(["sent", "warning"]);
  await expectSend(other, { state: "done" });
  expect((await readSender(user.uid))?.dead).toEqual([]);
});

test("a template that can't be read is listed separately and can be deleted; the others are listed", async () => {
  const user = await aSender();
  const [broken, whole] = [
    await aTemplate(user.uid, { name: "Broken" }),
    await aTemplate(user.uid, { name: "Whole" }),
  ];
  await firestore().collection("templates").doc(broken).update({ timeFormat: "decimal" });
  expect(await templatesOf(user.uid)).toMatchObject({
    templates: [{ id: whole }],
    unreadable: [{ id: broken, name: "Broken" }],
  });
  const words = { reason: "unreadable", message: "This template can't be read." };
  await expect(readTemplate(user.uid, broken)).rejects.toMatchObject(words);
  await expect(removeAttachment(user.uid, broken, "x")).rejects.toMatchObject(words);
  await refused(removeTemplate("somebody", broken), "not_found");
  await removeTemplate(user.uid, broken);
  expect((await templatesOf(user.uid)).unreadable).toEqual([]);
});

test("settings that can't be read count as not chosen, and the next change replaces them", async () => {
  const { uid } = await aSender();
  await firestore().collection("settings").doc(uid).set({ hours: "always", undo_send: false });
  expect(await readKnownSettings(uid)).toMatchObject({
    isReadable: false,
    settings: { undo_send: true },
  });
  await changeSettings(uid, { time_zone: "Europe/Berlin" });
  expect(await readKnownSettings(uid)).toMatchObject({
    isReadable: true,
    settings: { undo_send: true, time_zone: "Europe/Berlin" },
  });
});

test("a grant that can't be read counts as none: the next sign-in replaces it, and a deletion deletes it", async () => {
  const user = await aSender();
  await firestore().collection("grants").doc(user.sub).update({ scopes: "all" });
  expect(await readGoogleAccount(user.sub)).toBeNull();
  const engine = answering();
  const id = await begun(user, engine, 1);
  await wholeSlice(engine, user);
  await expectSend(id, { state: "paused", pauseReason: "reconnect" });
  await unlinkAnyway(user.sub);
  expect((await firestore().collection("grants").doc(user.sub).get()).exists).toBe(false);
});

test("the list counts sends that can't be read, and pages past them; each says so when it is opened", async () => {
  const [user, engine] = [await aSender(), answering()];
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) {
    ids.push(await begun(user, engine, 1));
    engine.pass(1_000);
  }
  await wholeSlice(engine, user);
  const [oldest = "", ...others] = ids;
  for (const id of others) await sendRef(id).update({ counts: "many" } as never);
  const page = await endedSends(user.uid, null, 2);
  expect(page.sends.map(({ id }) => id)).toEqual([oldest]);
  expect(page.unreadable).toHaveLength(3);
  expect(await listSends(engine, user.uid)).toMatchObject({
    sends: [{ state: "done" }],
    unreadable: 3,
  });
  await refused(
    showSend(engine, user.uid, others[0]?.slice(user.uid.length + 1) ?? "", null),
    "unreadable",
    "This send can't be read.",
  );
});

test("no one works for a sender that can't be read, and the account can still be deleted", async () => {
  const { user, engine, id } = await aSend(1, answering());
  await senders()
    .doc(user.uid)
    .set({ pace: "fast" } as never);
  await expect(wholeSlice(engine, user)).rejects.toThrow(UnreadableDocument);
  expect(await statesOf(id)).toEqual(["queued"]);
  // The page still loads, and offers no sending.
  expect(await readQuota(user.uid, null)).toMatchObject({ left: 0 });
  await raiseTombstone(user.uid, engine.now());
  await expect(readSender(user.uid)).rejects.toThrow(UnreadableDocument);
  await expectSend(id, { state: "cancelled" });
});

/** Documents that a later version wrote: during a deployment, and after a rollback. */
describe("documents of a later version", () => {
  /** Fields unknown to this version, at the top and inside a known field. */
  const NEWER = { later: { kept: true } };

  test("a send in a state of a later version is neither sent nor lost, and goes out once it can be read", async () => {
    const { user, engine, id } = await aSend(2, answering());
    const { state } = (await sendRef(id).get()).data() ?? {};
    const now = engine.now() + HOUR;
    await sendRef(id).update({ state: "of_a_later_version", wakeAt: now } as never);

    await wholeSlice(engine, user);
    expect((await dueSends(now, 100)).map((due) => due.id)).not.toContain(id);
    await expect(readSend(id)).rejects.toThrow(UnreadableDocument);
    expect(engine.calls).toEqual([]);
    expect(await statesOf(id)).toEqual(["queued", "queued"]);

    await sendRef(id).update({ state });
    await wholeSlice(engine, user);
    expect(await statesOf(id)).toEqual(["sent", "sent"]);
    expect(engine.calls).toHaveLength(2);
  });

  test("a row in a state of a later version isn't sent, and stays as it is", async () => {
    const { user, engine, id } = await aSend(2, answering());
    await rowCollection(id)
      .doc(rowId(2))
      .update({ state: "of_a_later_version" } as never);
    await wholeSlice(engine, user);
    await wholeSlice(engine, user);
    expect(engine.calls).toHaveLength(1);
    const row = await rowCollection(id).doc(rowId(2)).withConverter(null).get();
    expect(row.get("state")).toBe("of_a_later_version");
  });

  test("fields that a later version added stay when this one works on a send", async () => {
    const { user, engine, id } = await aSend(1, answering());
    const row = rowCollection(id).doc(rowId(1));
    await sendRef(id).update(NEWER as never);
    await row.update(NEWER as never);
    await wholeSlice(engine, user);
    await senders()
      .doc(user.uid)
      .update(NEWER as never);
    await begun(user, engine, 1);
    await wholeSlice(engine, user);

    expect(await statesOf(id)).toEqual(["sent"]);
    for (const document of [sendRef(id), row, senders().doc(user.uid)]) {
      expect((await document.withConverter(null).get()).data()).toMatchObject(NEWER);
    }
  });

  test("fields that a later version added to a template and its files stay when this one changes them", async () => {
    const { uid } = await aSender();
    const id = newTemplateId();
    const fields = {
      name: "N",
      subject: "S",
      body: "B",
      dateFormat: "iso",
      timeFormat: "24hr",
    } as const;
    const file = (name: string): Attachment => {
      return { original_filename: name, storage_path: name, size: 1, content_type: "text/plain" };
    };
    await insertTemplate(uid, id, fields, [file("a"), file("b")], 10);
    const document = firestore().collection("templates").doc(id);
    await document.update({ ...NEWER, attachments: [{ ...file("a"), ...NEWER }, file("b")] });

    await appendAttachment(uid, id, file("c"), ({ attachments }) => attachments);
    await removeAttachment(uid, id, "b");
    await updateTemplate(uid, id, { ...fields, name: "M" }, undefined, () => undefined);
    expect((await document.get()).data()).toMatchObject({
      ...NEWER,
      name: "M",
      attachments: [{ ...file("a"), ...NEWER }, file("c")],
    });
  });
});

test("a send that can't be read any more is an error of who watches it, not of the process", async () => {
  const id = await begun(await aSender(), answering(), 1);
  logged();
  const causes: unknown[] = [];
  const stop = watchSend(
    id,
    () => void sendRef(id).update({ counts: "many" } as never),
    (cause) => causes.push(cause),
  );

  await expect.poll(() => causes).toEqual([expect.any(UnreadableDocument)]);
  stop();
});
