import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import { FieldValue } from "firebase-admin/firestore";
import { describe, expect, it } from "vitest";
import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import { cancel, remove, undo } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { findPerson } from "../src/features/sends/present/findPerson.ts";
import type { User } from "../src/http/requireUser.ts";
import { sendDocId, sendRef } from "../src/store/sends/documents.ts";
import type { PlannedRow } from "../src/store/sends/schemas.ts";
import { addSuppressions } from "../src/store/suppressions.ts";
import {
  answering,
  aPlan,
  aSender,
  begun,
  keyOf,
  ownProject,
  type TestEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/** A search for everything that one person got, or should have got. */
ownProject();

const ANN = "ann@example.org";

/** Begins a send whose rows have these fields. */
async function sendOf(
  user: User,
  engine: TestEngine,
  rows: Partial<PlannedRow>[],
  plan: Partial<SendPlan> = {},
): Promise<string> {
  const made = aPlan(rows.length, plan);
  const planned = made.rows.map((row, i) => ({ ...row, ...rows[i] }));
  return keyOf(user, await begun(user, engine, { ...made, rows: planned }));
}

async function aWorld() {
  return { user: await aSender(), engine: answering() };
}

/** What a search finds, in short. */
async function found(user: User, engine: TestEngine, address: string) {
  const { sends, rows, copied, more, unknown } = await findPerson(engine, user.uid, address);
  return {
    sends: sends.map(({ id }) => id),
    rows: rows.map(({ send, row, as, status }) => [send, row, as, status]),
    copied: copied.map(({ send, as }) => [send, as]),
    more,
    unknown,
  };
}

const NOTHING = { sends: [], rows: [], copied: [], more: false, unknown: 0 };

describe("a search for a person", () => {
  it("finds To, Cc and Bcc in any spelling, and rows that never went, newest send first", async () => {
    const { user, engine } = await aWorld();
    const first = await sendOf(user, engine, [
      { to: "bo@example.org" },
      { to: ANN },
      { to: "cy@example.org", cc: "Ann <ANN@example.org>, di@example.org" },
    ]);
    engine.pass(1_000);
    const second = await sendOf(user, engine, [
      { to: "bo@example.org", bcc: "bo@example.org; ann@EXAMPLE.org" },
      { to: "Ann <ann@example.org", state: "skipped", reason: "Not an email address" },
      { to: ANN, state: "skipped", reason: "Name is blank" },
    ]);
    expect(await found(user, engine, " Ann Good <ann@Example.ORG> ")).toEqual({
      ...NOTHING,
      sends: [second, first],
      rows: [
        [second, 1, "bcc", "queued"],
        [second, 2, "to", "skipped"],
        [second, 3, "to", "skipped"],
        [first, 2, "to", "queued"],
        [first, 3, "cc", "queued"],
      ],
    });
  });

  it("says with what reason and when a row ended", async () => {
    const { user, engine } = await aWorld();
    await sendOf(user, engine, [{ to: ANN, name: "Ann" }]);
    await wholeSlice(engine, user);
    const { rows, sends } = await findPerson(engine, user.uid, ANN);
    expect(rows).toEqual([
      expect.objectContaining({ row: 1, recipient: ANN, status: "sent", at: expect.any(String) }),
    ]);
    expect(sends[0]).toMatchObject({ title: expect.any(String), state: "done" });
  });

  it("finds the sends that copy every email to the person", async () => {
    const { user, engine } = await aWorld();
    const copies = { replyTo: "", cc: "Ann <ann@example.org>", bcc: "" };
    const key = await sendOf(user, engine, [{ to: "bo@example.org" }], { copies });
    const blind = await sendOf(user, engine, [{ to: "bo@example.org" }], {
      copies: { replyTo: "", cc: "", bcc: `di@example.org, ${ANN}` },
    });
    const { copied, rows } = await found(user, engine, ANN);
    expect(copied).toEqual(
      expect.arrayContaining([
        [key, "cc"],
        [blind, "bcc"],
      ]),
    );
    expect([copied.length, rows]).toEqual([2, []]);
  });

  it.each([
    ["info@m\u00fcnchen.de", "Info@XN--mnchen-3ya.de"],
    ["INFO@xn--mnchen-3ya.de", "Office <info@mu\u0308nchen.de>"],
    ['"a.b"@example.org', '"A.B"@example.org'],
    ["o'neil+x/y=z@example.org", "O'Neil+X/Y=Z@example.org"],
    ["root@[192.168.2.1]", "ROOT@[192.168.2.1]"],
  ])("finds %s, looked for as %s, in every place", async (address, sought) => {
    const { user, engine } = await aWorld();
    const named = `"Good, Ann" <${address}>; di@example.org`;
    const key = await sendOf(
      user,
      engine,
      [
        { to: address },
        { to: "bo@example.org", cc: named },
        { to: "bo@example.org", bcc: named },
        { to: named, state: "skipped", reason: "Several addresses" },
      ],
      { copies: { replyTo: "", cc: "", bcc: named } },
    );
    expect(await found(user, engine, sought)).toEqual({
      ...NOTHING,
      sends: [key],
      rows: [
        [key, 1, "to", "queued"],
        [key, 2, "cc", "queued"],
        [key, 3, "bcc", "queued"],
        [key, 4, "to", "skipped"],
      ],
      copied: [[key, "bcc"]],
    });
  });

  it("doesn't say that a copy went if the worker left it out", async () => {
    const { user, engine } = await aWorld();
    await sendOf(user, engine, [{ to: "bo@example.org", cc: `${ANN}, cy@example.org` }]);
    await addSuppressions(user.uid, [ANN], "typed", 1, () => undefined);
    await wholeSlice(engine, user);
    const rowsOf = async (address: string) =>
      (await findPerson(engine, user.uid, address)).rows.map(({ as, status, reason }) => [
        as,
        status,
        reason,
      ]);
    const note = `No copy, because on your list of people you don't email: ${ANN}`;
    expect(await rowsOf("Ann@example.org")).toEqual([["cc", "skipped", NOT_EMAILED]]);
    expect(await rowsOf("cy@example.org")).toEqual([["cc", "sent", note]]);
    expect(await rowsOf("bo@example.org")).toEqual([["to", "sent", note]]);
  });

  it("finds nothing of someone else's sends, of Reply-To and of tests", async () => {
    const { user, engine } = await aWorld();
    const copies = { replyTo: ANN, cc: "", bcc: "" };
    await sendOf(user, engine, [{ to: "bo@example.org" }], { copies });
    await sendOf(user, engine, [{ to: ANN }], { kind: "test" });
    expect(await found(user, engine, ANN)).toEqual(NOTHING);
    await sendOf(user, engine, [{ to: ANN }]);
    expect(await found(await aSender(), engine, ANN)).toEqual(NOTHING);
  });

  it("shows a canceled send, but none that was undone, deleted or whose data is gone", async () => {
    const { user, engine } = await aWorld();
    const far = { startAt: engine.now() + 3_600_000 };
    const canceled = await sendOf(user, engine, [{ to: ANN }], far);
    await cancel(engine, user.uid, canceled);
    const undone = await sendOf(user, engine, [{ to: ANN }], { hold: 10_000 });
    await undo(engine, user.uid, undone);
    const deleted = await sendOf(user, engine, [{ to: ANN }], far);
    await cancel(engine, user.uid, deleted);
    await remove(engine, user.uid, deleted);
    expect(await found(user, engine, ANN)).toEqual({
      ...NOTHING,
      sends: [canceled],
      rows: [[canceled, 1, "to", "skipped"]],
    });
    engine.pass(25 * 3_600_000);
    await sweep(engine);
    expect(await found(user, engine, ANN)).toEqual(NOTHING);
  });

  it("doesn't show a send that isn't written yet", async () => {
    const { user, engine } = await aWorld();
    const key = await sendOf(user, engine, [{ to: ANN }]);
    await sendRef(sendDocId(user.uid, key)).update({ state: "preparing" });
    expect(await found(user, engine, ANN)).toEqual(NOTHING);
  });

  it("counts the sends that an earlier version began, and those that can't be read", async () => {
    const { user, engine } = await aWorld();
    const old = await sendOf(user, engine, [{ to: ANN }]);
    await sendRef(sendDocId(user.uid, old)).update({ findable: FieldValue.delete() });
    const broken = await sendOf(user, engine, [{ to: ANN }]);
    await sendRef(sendDocId(user.uid, broken)).update({ counts: "many" } as never);
    expect(await found(user, engine, ANN)).toMatchObject({ sends: [old], unknown: 2 });
  });

  it("returns 500 rows at most, and says that there are more", async () => {
    const { user, engine } = await aWorld();
    await sendOf(
      user,
      engine,
      Array.from({ length: 501 }, () => ({ to: ANN })),
    );
    const { rows, more } = await findPerson(engine, user.uid, ANN);
    expect([rows.length, more]).toEqual([500, true]);
  });

  it.each(["", " – ", "ann@", "ann@example.org, bo@example.org", "Ann ann@"])(
    "refuses %j, which is neither one address nor a name",
    async (text) => {
      const { user, engine } = await aWorld();
      await expect(findPerson(engine, user.uid, text)).rejects.toMatchObject({
        reason: "invalid_recipient",
        message: "Enter one email address, such as ann@example.org, or a name.",
      });
    },
  );
});

describe("a search for a name", () => {
  it.each([
    ["öztürk", [1, 2, 3]],
    ["OZTURK  Özlem", [1, 3]],
    ["mia", [1]],
    ["O’Neil", [2, 4]],
    ["özt", []],
    ["Mia O'Neil", []],
  ])("finds %j by whole words, in any order, case and accents", async (sought, rows) => {
    const { user, engine } = await aWorld();
    const key = await sendOf(user, engine, [
      { to: ANN, name: "Özlem Öztürk", person: "Özlem Öztürk · Mia" },
      { to: "bo@example.org", person: "Bo O'Neil", cc: "Tim Öztürk <tim@example.org>" },
      {
        to: "cy@example.org",
        person: "Cy",
        further: [{ n: 4, line: null, person: "O\u0308zlem O\u0308zturk" }],
        furtherValues: [{ values: ["Özlem"] }],
        numbers: [4],
      },
      { to: "", person: "Pat O'Neil", state: "skipped", reason: "No email address" },
    ]);
    const { rows: its, ...rest } = await found(user, engine, sought);
    const numbers = its.map(([, n]) => n);
    expect(numbers).toEqual(rows);
    expect(rest.sends).toEqual(rows.length > 0 ? [key] : []);
    if (sought === "öztürk") expect(its.map(([, , as]) => as)).toEqual(["to", "cc", "to"]);
  });

  it("finds copies of every email by the names beside their addresses", async () => {
    const { user, engine } = await aWorld();
    const copies = { replyTo: "", cc: `Tim Good <tim@example.org>`, bcc: `Ann Best <${ANN}>` };
    const key = await sendOf(user, engine, [{ to: "bo@example.org" }], { copies });
    expect((await found(user, engine, "best ann")).copied).toEqual([[key, "bcc"]]);
    expect(await found(user, engine, "Tim Best")).toEqual(NOTHING);
  });

  it("finds nothing of others, of tests and of a send without data", async () => {
    const { user, engine } = await aWorld();
    await sendOf(user, engine, [{ to: ANN, person: "Ann Good" }], { kind: "test" });
    const key = await sendOf(user, engine, [{ to: ANN, person: "Ann Good" }, { to: "bo@x.org" }]);
    expect(await found(await aSender(), engine, "Good")).toEqual(NOTHING);
    expect((await found(user, engine, "Good")).rows).toEqual([[key, 1, "to", "queued"]]);
    await wholeSlice(engine, user);
    engine.pass(25 * 3_600_000);
    await sweep(engine);
    expect(await found(user, engine, "Good")).toEqual(NOTHING);
  });

  it("counts the sends of an earlier version, whose names it can't find", async () => {
    const { user, engine } = await aWorld();
    const old = await sendOf(user, engine, [{ to: ANN, person: "Ann Good" }]);
    await sendRef(sendDocId(user.uid, old)).update({ findableByName: FieldValue.delete() });
    expect((await found(user, engine, "Ann")).unknown).toBe(1);
    expect((await found(user, engine, ANN)).unknown).toBe(0);
  });
});
