import { randomUUID } from "node:crypto";
import { WriteBatch } from "firebase-admin/firestore";
import { afterEach, describe, expect, it, vi } from "vitest";
import { accept } from "../src/features/sends/accept/accept.ts";
import { begin } from "../src/features/sends/accept/begin.ts";
import { cancel, move, pause, remove, retry } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { findReceived, showCorrections } from "../src/features/sends/present/presentReceived.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import type { User } from "../src/http/requireUser.ts";
import { sendDocId } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { storedFiles } from "./owners.ts";
import {
  answering,
  aPlan,
  aSender,
  begun,
  HOUR,
  keyOf,
  NO_END,
  over,
  ownProject,
  REFUSAL,
  statesOf,
} from "./sendsWorld.ts";

/** An edited send takes the place of the scheduled one: no one gets both, and no one is missed. */
ownProject();
afterEach(() => void vi.restoreAllMocks());

type Plan = ReturnType<typeof aPlan>;

/** Such a send isn't whole in its first commit. */
const withFile = {
  files: [{ filename: "a.txt", contentType: "text/plain", size: 1, from: Buffer.from("a") }],
};
const KINDS = [
  ["written in one commit", {}],
  ["written in several", withFile],
] as const;

/** A send of two emails that starts in an hour, and an edited one to the same people. */
async function scheduled(parts: Partial<Plan> = {}) {
  const [user, engine] = [await aSender(), answering()];
  const plan = aPlan(2, { startAt: engine.now() + HOUR, ...parts });
  const id = await begun(user, engine, plan);
  const key = keyOf(user, id);
  const edited = (more: Partial<Plan> = {}): Plan => ({
    ...plan,
    mail: { ...plan.mail, body: "<p>Dear {{Full Name}}, see you at last.</p>" },
    corrects: { send: key, rows: [1, 2], here: [1, 2] },
    replaces: key,
    ...more,
  });
  const edit = async (more: Partial<Plan> = {}) => begun(user, engine, edited(more));
  return { user, engine, id, key, edit, edited, to: plan.rows.map((row) => row.to) };
}

type Scheduled = Awaited<ReturnType<typeof scheduled>>;

/** Lets everything that is scheduled go out; returns who got an email, in order. */
async function reached({ engine }: Scheduled): Promise<string[]> {
  engine.pass(3 * HOUR);
  await sweep(engine);
  await engine.drain();
  return engine.calls.map(({ to }) => to).sort();
}

const late = (what: string) => ({
  reason: "too_late_to_edit",
  message: `The send that you're editing ${what}. Nothing of this one was sent.`,
});

describe.each(KINDS)("an edited send that is %s", (_, kind) => {
  it("takes the place of the scheduled one: everyone gets one email", async () => {
    const send = await scheduled();
    const { user, engine, id, key, edit, to } = send;
    const edited = await edit(kind);
    expect(await readSend(edited)).toMatchObject({ state: "scheduled", corrects: null });
    expect(await readSend(id)).toMatchObject({
      state: "cancelled",
      replacedBy: keyOf(user, edited),
      endedAt: expect.any(Number),
      counts: { queued: 0, skipped: 2 },
    });
    const { send: shown, results } = await showSend(engine, user.uid, key, null);
    expect(shown).toMatchObject({ replaced_by: keyOf(user, edited), corrected: [] });
    expect(results.map(({ reason }) => reason)).toEqual(
      Array(2).fill("Edited: another send has taken its place."),
    );
    expect(await reached(send)).toEqual(to);
    expect(await statesOf(edited)).toEqual(["sent", "sent"]);
  });

  it("takes its place with a new list, too", async () => {
    const send = await scheduled();
    const edited = await send.edit({ ...kind, corrects: { send: send.key, rows: [1] } });
    expect(await readSend(edited)).toMatchObject({ state: "scheduled", corrects: null });
    expect(await reached(send)).toEqual(send.to);
  });

  it("is refused if the scheduled one begins before it does, which then goes out", async () => {
    const send = await scheduled();
    const { user, engine, key, edit, to } = send;
    await move(engine, user.uid, key, "now");
    await expect(edit(kind)).rejects.toMatchObject(late("has already begun"));
    await runSlice(engine, user.uid, NO_END);
    await expect(edit(kind)).rejects.toMatchObject(late("has already begun"));
    expect(await reached(send)).toEqual(to);
    expect((await listSends(engine, user.uid)).sends.map(({ id }) => id)).toEqual([key]);
  });

  it("leaves nothing behind if the scheduled one begins while it is written", async () => {
    const send = await scheduled();
    const { user, engine, id, key, edited, to } = send;
    const { commit } = WriteBatch.prototype;
    let isFirst = true;
    vi.spyOn(WriteBatch.prototype, "commit").mockImplementation(async function (this: WriteBatch) {
      const isOurs = isFirst;
      isFirst = false;
      if (isOurs && kind !== withFile) await move(engine, user.uid, key, "now");
      const written = await commit.call(this);
      if (isOurs && kind === withFile) await move(engine, user.uid, key, "now");
      return written;
    });
    const own = randomUUID();
    await expect(
      begin({ user, key: own, fingerprint: own }, edited(kind), engine.now()),
    ).rejects.toMatchObject(late("has already begun"));
    expect(await readSend(sendDocId(user.uid, own))).toBeNull();
    expect(await storedFiles(`sends/${sendDocId(user.uid, own)}/`)).toEqual([]);
    expect(await readSend(id)).toMatchObject({ state: "queued" });
    expect(await reached(send)).toEqual(to);
  });

  it("begins once although the answers to its commits are lost, also for the same call again", async () => {
    const send = await scheduled();
    const { user, engine, edited, to } = send;
    const { commit } = WriteBatch.prototype;
    const spy = vi.spyOn(WriteBatch.prototype, "commit");
    for (let n = 0; n < 2; n++) {
      spy.mockImplementationOnce(async function (this: WriteBatch) {
        await commit.call(this);
        // The client repeats the write, and finds that it is done.
        return commit.call(this);
      });
    }
    const call = { user, input: { idempotency_key: randomUUID(), replaces: "x" }, files: [] };
    const plan = vi.fn(async () => edited(kind));
    const first = await accept(engine, call, plan);
    const second = await accept(engine, call, plan);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(plan).toHaveBeenCalledOnce();
    expect(await reached(send)).toEqual(to);
  });

  it("is one send for the same call twice at once", async () => {
    const send = await scheduled();
    const { user, engine, edited, to } = send;
    const call = { user, input: { idempotency_key: randomUUID(), replaces: "x" }, files: [] };
    const both = [1, 2].map(() => accept(engine, call, async () => edited(kind)));
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses).toEqual([202, 202]);
    expect(await reached(send)).toEqual(to);
  });

  it("leaves the scheduled one alone if its request dies before it has begun", async () => {
    const send = await scheduled();
    const { user, engine, id, edited, to } = send;
    const { commit } = WriteBatch.prototype;
    const spy = vi.spyOn(WriteBatch.prototype, "commit");
    if (kind === withFile)
      spy.mockImplementationOnce(function (this: WriteBatch) {
        return commit.call(this);
      });
    spy.mockRejectedValue(new Error("killed"));
    const key = randomUUID();
    await expect(
      begin({ user, key, fingerprint: key }, edited(kind), engine.now()),
    ).rejects.toThrow("killed");
    spy.mockRestore();
    expect(await readSend(id)).toMatchObject({ state: "scheduled" });
    expect(await reached(send)).toEqual(to);
  });

  it("is refused if the scheduled one was canceled, paused, edited or deleted elsewhere", async () => {
    const [canceled, paused, twice, gone] = [
      await scheduled(),
      await scheduled(),
      await scheduled(),
      await scheduled(),
    ];
    await cancel(canceled.engine, canceled.user.uid, canceled.key);
    await expect(canceled.edit(kind)).rejects.toMatchObject(late("has been canceled"));
    expect(await reached(canceled)).toEqual([]);

    await pause(paused.engine, paused.user.uid, paused.key);
    await expect(paused.edit(kind)).rejects.toMatchObject(late("has been paused"));
    expect(await readSend(paused.id)).toMatchObject({ state: "paused" });

    await twice.edit(kind);
    await expect(twice.edit(kind)).rejects.toMatchObject(late("has already been edited elsewhere"));
    expect(await reached(twice)).toEqual(twice.to);

    await cancel(gone.engine, gone.user.uid, gone.key);
    await remove(gone.engine, gone.user.uid, gone.key);
    await expect(gone.edit(kind)).rejects.toMatchObject(late("no longer exists"));
  });

  it.each(["swept", "deleted"])(
    "doesn't follow one that everyone has, also once its data is %s",
    async (end) => {
      const send = await scheduled();
      const { user, engine, key, edited, to } = send;
      expect(await reached(send)).toEqual(to);
      if (end === "deleted") await remove(engine, user.uid, key);
      else {
        engine.pass(25 * HOUR);
        await sweep(engine);
      }
      await expect(send.edit(kind)).rejects.toMatchObject(late("has already begun"));
      // The form's next click: an email of its own, to the same list.
      const { replaces, ...own } = edited(kind);
      await expect(begun(user, engine, { ...own, replaces: null })).rejects.toMatchObject({
        reason: "wrong_state",
        message: expect.stringMatching(/^Some of these people may have received this email/),
      });
      expect(await reached(send)).toEqual(to);
    },
  );
});

describe("a scheduled send that several edit, start, move and cancel at once", () => {
  it.each([1, 2, 3, 4, 5])("reaches everyone once or is canceled (%i)", async () => {
    const send = await scheduled();
    const { user, engine, id, key, edit, to } = send;
    const later = new Date(engine.now() + 2 * HOUR).toISOString();
    const [one, two, ...others] = await Promise.allSettled([
      edit(),
      edit(withFile),
      move(engine, user.uid, key, "now"),
      move(engine, user.uid, key, later),
      cancel(engine, user.uid, key, "scheduled"),
    ]);
    const edits = [one, two].filter(({ status }) => status === "fulfilled");
    expect(edits.length).toBeLessThanOrEqual(1);
    const before = await readSend(id);
    const isReplaced = before?.replacedBy !== undefined;
    expect(isReplaced).toBe(edits.length === 1);
    const isCanceled = !isReplaced && before?.state === "cancelled";
    expect(isCanceled ? others[2]?.status : "fulfilled").toBe("fulfilled");
    expect(await reached(send)).toEqual(isCanceled ? [] : to);
  });
});

describe("a replaced send", () => {
  it("is over: none of its rows can be sent again, corrected or edited", async () => {
    const { user, engine, key, edit } = await scheduled();
    const edited = await edit();
    await expect(retry(engine, user.uid, key, [1], [1])).rejects.toMatchObject({
      reason: "wrong_state",
    });
    await expect(showCorrections(engine, user.uid, { id: key })).rejects.toMatchObject({
      reason: "wrong_state",
    });
    const corrects = { send: key, rows: [1], here: [1] };
    await cancel(engine, user.uid, keyOf(user, edited));
    await expect(begun(user, engine, aPlan(1, { corrects }))).rejects.toMatchObject({
      reason: "wrong_state",
      message: expect.stringMatching(/Correct that one\.$/),
    });
  });

  it("is not needed by the one in its place, which can be edited, canceled and corrected", async () => {
    const send = await scheduled();
    const { user, engine, key, edit, to } = send;
    const second = keyOf(user, await edit());
    await remove(engine, user.uid, key);
    const corrects = { send: second, rows: [1], here: [1] };
    const more = { replaces: second, corrects, rows: aPlan(1).rows };
    const third = await edit(more);
    expect((await readSend(sendDocId(user.uid, second)))?.replacedBy).toBe(keyOf(user, third));
    await cancel(engine, user.uid, keyOf(user, third));
    const { rows } = await showCorrections(engine, user.uid, { id: keyOf(user, third) });
    expect(rows).toMatchObject([{ row: 1, cancelled: true }]);
    expect(await reached(send)).toEqual([]);
    expect(to).toHaveLength(2);
  });

  it("passes on whom it corrects, so that no one is corrected twice", async () => {
    const failed = await over(2, { answers: { 1: REFUSAL, 2: REFUSAL } });
    const { user, engine, key } = failed;
    const startAt = engine.now() + HOUR;
    const corrects = { send: key, rows: [1, 2], here: [1, 2] };
    const later = keyOf(user, await begun(user, engine, aPlan(2, { corrects, startAt })));
    const edit = {
      replaces: later,
      corrects: { send: later, rows: [1, 2], here: [1, 2] },
      startAt,
    };
    const edited = await begun(user, engine, aPlan(2, edit));
    expect(await readSend(edited)).toMatchObject({ corrects: { send: key, rows: [1, 2] } });
    expect((await showSend(engine, user.uid, key, null)).send.corrected).toMatchObject([
      { id: keyOf(user, edited), rows: [1, 2] },
    ]);
    await expect(retry(engine, user.uid, key, [1])).rejects.toMatchObject({
      reason: "already_received",
    });
    // Also once its data is deleted.
    await cancel(engine, user.uid, later).catch(() => undefined);
    engine.pass(2 * HOUR);
    await sweep(engine);
    await engine.drain();
    await remove(engine, user.uid, keyOf(user, edited));
    await expect(retry(engine, user.uid, key, [1])).rejects.toMatchObject({
      reason: "already_received",
    });
  });

  it("passes on no one whom the edited one leaves out: they can be corrected", async () => {
    const failed = await over(2, { answers: { 1: REFUSAL, 2: REFUSAL } });
    const { user, engine, key } = failed;
    const startAt = engine.now() + HOUR;
    const corrects = { send: key, rows: [1, 2], here: [1, 2] };
    const later = keyOf(user, await begun(user, engine, aPlan(2, { corrects, startAt })));
    const edit = { replaces: later, corrects: { send: later, rows: [2], here: [1] }, startAt };
    const edited = await begun(user, engine, aPlan(1, edit));
    expect(await readSend(edited)).toMatchObject({ corrects: { send: key, rows: [2] } });
    const { rows } = await showCorrections(engine, user.uid, { id: key });
    expect(rows.map(({ row }) => row)).toEqual([1]);
    const alone = { corrects: { send: key, rows: [1], here: [1] } };
    expect(await begun(user, engine, aPlan(1, alone))).toContain(user.uid);
  });

  it("takes no place among the open sends", async () => {
    const { user, engine, edit, id } = await scheduled();
    await Promise.all(
      Array.from({ length: 19 }, () =>
        begun(user, engine, aPlan(1, { startAt: engine.now() + HOUR })),
      ),
    );
    await expect(begun(user, engine, 1)).rejects.toMatchObject({ reason: "too_many_open_sends" });
    await edit();
    expect(await readSend(id)).toMatchObject({ state: "cancelled" });
  });

  it("is only its owner's, and one that is scheduled", async () => {
    const { key } = await scheduled();
    const [other, engine]: [User, ReturnType<typeof answering>] = [await aSender(), answering()];
    const plan = (replaces: string) => aPlan(1, { replaces, startAt: engine.now() + HOUR });
    for (const one of [key, randomUUID()])
      await expect(begun(other, engine, plan(one))).rejects.toMatchObject(late("no longer exists"));
    const sent = await over(2, { answers: { 2: REFUSAL } });
    await expect(
      begun(sent.user, sent.engine, aPlan(1, { replaces: sent.key })),
    ).rejects.toMatchObject(late("has already begun"));
  });
});

describe("people of a scheduled send", () => {
  it("can be read to edit it, and don't count as receivers of the edited one", async () => {
    const { user, engine, key, to } = await scheduled();
    const { rows } = await showCorrections(engine, user.uid, { id: key });
    expect(rows.map(({ recipient, cancelled, values }) => [recipient, cancelled, values])).toEqual([
      [to[0], true, { "Full Name": "Person 1" }],
      [to[1], true, { "Full Name": "Person 2" }],
    ]);
    expect(await readSend(sendDocId(user.uid, key))).toMatchObject({ state: "scheduled" });
    const people = to.map((recipient, i) => ({ row: i + 1, recipient, from: i + 1 }));
    const asked = { template_id: "", subject: "Hello {{Full Name}}", people, corrects: key };
    const receivers = async (more: { replaces?: string }) =>
      (await findReceived(engine, user.uid, { ...asked, ...more })).received.map(({ row }) => row);
    expect(await receivers({})).toEqual([1, 2]);
    expect(await receivers({ replaces: key })).toEqual([]);
  });
});
