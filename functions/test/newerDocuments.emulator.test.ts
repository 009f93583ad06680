import type { Attachment } from "@sendwright/core/contract/templates";
import { expect, test } from "vitest";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { firestore } from "../src/platform/firebase.ts";
import { UnreadableDocument } from "../src/store/documentSchema.ts";
import { senders } from "../src/store/senders.ts";
import { rowId, rowsOf, sendRef } from "../src/store/sends/documents.ts";
import { dueSends } from "../src/store/sends/due.ts";
import { readSend } from "../src/store/sends/read.ts";
import {
  appendAttachment,
  insertTemplate,
  newTemplateId,
  removeAttachment,
  updateTemplate,
} from "../src/store/templates.ts";
import { answering, HOUR, statesOf } from "./answering.ts";
import { aSender, begun, NO_END, ownProject } from "./sendsWorld.ts";

/** This code reads documents that a later version wrote: during a deployment, and after a rollback. */
ownProject();

/** Fields unknown to this version, at the top and inside a known field. */
const NEWER = { later: { kept: true } };

test("a send in a state of a later version is neither sent nor lost, and goes out once it can be read", async () => {
  const user = await aSender();
  const engine = answering();
  const id = await begun(user, engine, 2);
  const { state } = (await sendRef(id).get()).data() ?? {};
  const now = engine.now() + HOUR;
  await sendRef(id).update({ state: "of_a_later_version", wakeAt: now } as never);

  await runSlice(engine, user.uid, NO_END);
  expect(await dueSends(now, 10)).toEqual([]);
  await expect(readSend(id)).rejects.toThrow(UnreadableDocument);
  expect(engine.calls).toEqual([]);
  expect(await statesOf(id)).toEqual(["queued", "queued"]);

  await sendRef(id).update({ state });
  await runSlice(engine, user.uid, NO_END);
  expect(await statesOf(id)).toEqual(["sent", "sent"]);
  expect(engine.calls).toHaveLength(2);
});

test("a row in a state of a later version isn't sent, and stays as it is", async () => {
  const user = await aSender();
  const engine = answering();
  const id = await begun(user, engine, 2);
  await rowsOf(id)
    .doc(rowId(2))
    .update({ state: "of_a_later_version" } as never);
  await runSlice(engine, user.uid, NO_END);
  await runSlice(engine, user.uid, NO_END);
  expect(engine.calls).toHaveLength(1);
  const row = await rowsOf(id).doc(rowId(2)).withConverter(null).get();
  expect(row.get("state")).toBe("of_a_later_version");
});

test("fields that a later version added stay when this one works on a send", async () => {
  const user = await aSender();
  const engine = answering();
  const id = await begun(user, engine, 1);
  const row = rowsOf(id).doc(rowId(1));
  await sendRef(id).update(NEWER as never);
  await row.update(NEWER as never);
  await runSlice(engine, user.uid, NO_END);
  await senders()
    .doc(user.uid)
    .update(NEWER as never);
  await begun(user, engine, 1);
  await runSlice(engine, user.uid, NO_END);

  expect(await statesOf(id)).toEqual(["sent"]);
  for (const document of [sendRef(id), row, senders().doc(user.uid)]) {
    expect((await document.withConverter(null).get()).data()).toMatchObject(NEWER);
  }
});

test("fields that a later version added to a template and its files stay when this one changes them", async () => {
  const { uid } = await aSender();
  const id = newTemplateId();
  const fields = { name: "N", subject: "S", body: "B", dateFormat: "iso", timeFormat: "24hr" } as const;
  const file = (name: string): Attachment => {
    return { original_filename: name, storage_path: name, size: 1, content_type: "text/plain" };
  };
  await insertTemplate(uid, id, fields, [file("a"), file("b")], 10);
  const document = firestore().collection("templates").doc(id);
  await document.update({ ...NEWER, attachments: [{ ...file("a"), ...NEWER }, file("b")] });

  await appendAttachment(uid, id, file("c"), () => undefined);
  await removeAttachment(uid, id, "b");
  await updateTemplate(uid, id, { ...fields, name: "M" }, undefined);
  expect((await document.get()).data()).toMatchObject({
    ...{ ...NEWER, name: "M" },
    attachments: [{ ...file("a"), ...NEWER }, file("c")],
  });
});
