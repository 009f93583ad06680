import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import { NO_COPIES } from "@sendwright/core/recipients/copies";
import { simpleParser } from "mailparser";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cancel, pause, resume, retry } from "../src/features/sends/control/control.ts";
import type { Engine } from "../src/features/sends/engine.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { findPerson } from "../src/features/sends/present/findPerson.ts";
import { showMail, showSend } from "../src/features/sends/present/show.ts";
import type { User } from "../src/http/requireUser.ts";
import { firestore } from "../src/platform/firebase.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { correctingSends } from "../src/store/sends/corrections.ts";
import { rowCollection } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import {
  addSuppressions,
  deleteSuppressions,
  removeSuppressions,
} from "../src/store/suppressions.ts";
import { expectSend } from "./expectations.ts";
import { Died, dieAt, mortal, type Step } from "./failures.ts";
import {
  aPlan,
  aSender,
  begun,
  keyOf,
  ownProject,
  REFUSAL,
  skippedRow,
  statesOf,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/** What happens while the next email is made, and once it is made. */
const making = vi.hoisted(() => ({ meanwhile: async () => {}, after: () => {} }));
vi.mock(import("../src/mail/composeMail.ts"), async (original) => {
  const actual = await original();
  const composeMail: typeof actual.composeMail = async (mail) => {
    const { meanwhile } = making;
    making.meanwhile = async () => {};
    await meanwhile();
    const made = await actual.composeMail(mail);
    making.after();
    return made;
  };
  return { ...actual, composeMail };
});

/** The list of people you don't email (decision 34), between two emails. */
ownProject();

const MINUTE = 60_000;
const nothing = () => {};

let user: User;
let engine: ReturnType<typeof testEngine>;
/** Whom Gmail's emails named, in order: To, then Cc and Bcc. */
let reached: string[][];
let answers: GmailAnswer[];
/** What happens while Gmail has the n-th email (from 1). */
let during: Record<number, () => Promise<unknown>>;
beforeEach(async () => {
  user = await aSender();
  engine = testEngine();
  [reached, answers, during] = [[], [], {}];
  making.after = nothing;
  engine.sendMessage = async ({ message }) => {
    const mail = await simpleParser(Buffer.concat(message));
    const people = [mail.to, mail.cc, mail.bcc].flatMap((field) =>
      [field ?? []].flat().flatMap(({ value }) => value.map(({ address = "" }) => address)),
    );
    reached.push(people);
    await during[reached.length]?.();
    return answers.shift() ?? { kind: "sent", messageId: "m" };
  };
});

const suppress = (...addresses: string[]) =>
  addSuppressions(user.uid, addresses, "typed", 1, nothing);
const document = () => firestore().collection("suppressions").doc(user.uid);
const reasonsOf = async (id: string) =>
  (await rowCollection(id).orderBy("n").get()).docs.map((row) => {
    const { state, reason } = row.data();
    return `${state} ${reason}`.trim();
  });
const SKIPPED = `skipped ${NOT_EMAILED}`;

/** A plan whose rows are to these addresses. */
function planTo(to: string[], more: Parameters<typeof aPlan>[1] = {}) {
  const plan = aPlan(to.length, more);
  return { ...plan, rows: plan.rows.map((row, i) => ({ ...row, to: to[i] ?? "" })) };
}

/** Adds these people, and waits until the slice has seen it. */
function seen(change: () => Promise<unknown>): () => Promise<void> {
  const { ledger } = engine;
  let noted = () => {};
  engine.ledger = {
    ...ledger,
    watchSuppressions: (uid, onChange, onError) =>
      ledger.watchSuppressions(
        uid,
        (list) => {
          onChange(list);
          noted();
        },
        onError,
      ),
  };
  return async () => {
    const noticed = new Promise<void>((resolve) => {
      noted = resolve;
    });
    await change();
    await noticed;
  };
}

describe("someone who is added", () => {
  it("while a send is scheduled gets nothing from it, and no copy; the others do", async () => {
    const plan = planTo(["ann@b.co", "Bo@b.co", "cy@b.co"], {
      startAt: engine.now() + MINUTE,
      copies: { ...NO_COPIES, bcc: "log@b.co" },
    });
    const rows = plan.rows.map((row) => ({ ...row, cc: "eve@b.co, boss@b.co", recipients: 4 }));
    const id = await begun(user, engine, { ...plan, rows });
    await suppress("bo@b.co", "EVE@b.co", "log@b.co");
    engine.pass(2 * MINUTE);
    await sweep(engine);
    await engine.drain();
    const note = "No copy, because on your list of people you don't email: eve@b.co, log@b.co";
    expect(await reasonsOf(id)).toEqual([`sent ${note}`, SKIPPED, `sent ${note}`]);
    expect(reached.sort()).toEqual([
      ["ann@b.co", "boss@b.co"],
      ["cy@b.co", "boss@b.co"],
    ]);
    // Whoever looks later sees who got a copy, not who was to get one.
    const docs = (await rowCollection(id).orderBy("n").get()).docs.map((row) => row.data());
    const kept = { cc: "boss@b.co", bcc: "", recipients: 2 };
    expect(docs).toMatchObject([kept, { cc: "eve@b.co, boss@b.co" }, kept]);
    const mail = await showMail(engine, user.uid, keyOf(user, id), 1);
    expect([mail.cc, mail.bcc]).toEqual(["boss@b.co", undefined]);
    const emailsTo = async (address: string) =>
      (await findPerson(engine, user.uid, address)).rows.map(({ status, as }) => `${status} ${as}`);
    expect(await emailsTo("eve@b.co")).toEqual(["skipped cc", "skipped cc", "skipped cc"]);
    expect(await emailsTo("boss@b.co")).toEqual(["sent cc", "skipped cc", "sent cc"]);
    // Skipped, not canceled; and each who got it counts for the quota, no one else.
    const { send } = await showSend(engine, user.uid, keyOf(user, id), null);
    expect(send).toMatchObject({ state: "done", cancelled: 0, counts: { sent: 2, skipped: 1 } });
    expect(await readQuota(user.uid, null, engine.now())).toMatchObject({ sent: 4, queued: 0 });
  });

  it("isn't whom the send is named for", async () => {
    const plan = planTo(["ann@b.co", "bo@b.co"], { details: { firstPerson: "Ann" } });
    const id = await begun(user, engine, plan);
    const shown = async () => (await showSend(engine, user.uid, keyOf(user, id), null)).send;
    expect(await shown()).toMatchObject({ first_person: "Ann" });
    await suppress("ann@b.co");
    await wholeSlice(engine, user);
    expect(reached).toEqual([["bo@b.co"]]);
    expect(await shown()).not.toHaveProperty("first_person");
  });

  it("while it goes out gets nothing once the slice has seen it", async () => {
    const to = Array.from({ length: 20 }, (_, i) => `p${i + 1}@b.co`);
    const id = await begun(user, engine, planTo(to));
    const after = seen(() => suppress(...to.slice(10)));
    during = { 3: after };
    await wholeSlice(engine, user);
    expect(reached.flat().filter((one) => to.indexOf(one) >= 10)).toEqual([]);
    expect(await statesOf(id)).toEqual(to.map((_, i) => (i < 10 ? "sent" : "skipped")));
    await expectSend(id, {
      state: "done",
      counts: { sent: 10, skipped: 10 },
      suppressed: 10,
    });
  });

  it("is named once in the note, also if Gmail takes the email only the second time", async () => {
    answers = [{ kind: "slow", retryAfter: 1_000 }];
    const copies = { ...NO_COPIES, cc: "log@b.co" };
    const id = await begun(user, engine, planTo(["ann@b.co"], { copies }));
    await suppress("log@b.co");
    await engine.enqueue(user.uid, engine.now());
    await engine.drain();
    const note = "No copy, because on your list of people you don't email: log@b.co";
    expect([await reasonsOf(id), reached]).toEqual([
      [`sent ${note}`],
      [["ann@b.co"], ["ann@b.co"]],
    ]);
  });

  it.each([
    ["whom it is to", "ann@b.co", []],
    ["who gets a copy", "log@b.co", [["ann@b.co"]]],
  ])("while an email is made gets none: %s", async (_who, added, expected) => {
    const copies = { ...NO_COPIES, bcc: "log@b.co" };
    const plan = planTo(["ann@b.co"], { copies });
    const rows = plan.rows.map((row) => ({ ...row, recipients: 2 }));
    await begun(user, engine, { ...plan, rows });
    making.meanwhile = seen(() => suppress(added));
    await wholeSlice(engine, user);
    expect(reached).toEqual(expected);
  });

  it.each([
    ["whom it is to", ["p5@b.co", "p6@b.co", "p7@b.co", "p8@b.co"], 4],
    ["who gets a copy", ["log@b.co"], 8],
  ])(
    "while an outcome is written gets no email that was made early: %s",
    async (_who, added, sent) => {
      const copies = { ...NO_COPIES, bcc: "log@b.co" };
      const plan = planTo(
        Array.from({ length: 8 }, (_, i) => `p${i + 1}@b.co`),
        { copies },
      );
      const rows = plan.rows.map((row) => ({ ...row, recipients: 2 }));
      const id = await begun(user, engine, { ...plan, rows });
      const add = seen(() => suppress(...added));
      let made = 0;
      const early = new Promise<void>((resolve) => {
        making.after = () => {
          made += 1;
          if (made === 8) resolve();
        };
      });
      // All lanes have made their second email by then, and have claimed none of them.
      const adding = early.then(add);
      const { finishRow } = engine.ledger;
      engine.ledger.finishRow = async (...outcome) => {
        await adding;
        return finishRow(...outcome);
      };
      await wholeSlice(engine, user);
      expect(reached.slice(0, 4).flat()).toHaveLength(8);
      expect(reached.slice(4).flat()).not.toEqual(expect.arrayContaining([added[0]]));
      await expectSend(id, { state: "done", counts: { sent } });
    },
  );

  it("while the list is read gets none: it is read again", async () => {
    const id = await begun(user, engine, planTo(["ann@b.co", "bo@b.co"]));
    const { ledger } = engine;
    const adding = seen(() => suppress("bo@b.co"));
    await suppress("no@b.co");
    const list = await document().get();
    let reads = 0;
    const watched = engine.ledger;
    engine.ledger = {
      ...watched,
      // While the keys of the first version are on their way, the second comes.
      readKeys: async (uid) => {
        const keys = await ledger.readKeys(uid);
        reads += 1;
        if (reads === 1) await adding();
        return keys;
      },
    };
    await wholeSlice(engine, user);
    expect(list.get("version")).toBe(1);
    expect([reads, reached]).toEqual([2, [["ann@b.co"]]]);
    expect(await reasonsOf(id)).toEqual(["sent", SKIPPED]);
  });

  it("before a retry is skipped then, and isn't retried; a cancel counts only the rest", async () => {
    answers = [REFUSAL, REFUSAL];
    const id = await begun(user, engine, planTo(["ann@b.co", "bo@b.co"]));
    await wholeSlice(engine, user);
    expect(await statesOf(id)).toEqual(["failed", "failed"]);
    await suppress("bo@b.co");
    await retry(engine, user.uid, keyOf(user, id), null);
    await engine.drain();
    expect(await reasonsOf(id)).toEqual(["sent", SKIPPED]);
    await expectSend(id, { counts: { sent: 1, skipped: 1 } });
    await expect(retry(engine, user.uid, keyOf(user, id), [2])).rejects.toMatchObject({
      reason: "wrong_state",
    });
  });

  it("and is removed later is reached by a correction, which is checked again like any send", async () => {
    const id = await begun(user, engine, planTo(["ann@b.co", "bo@b.co"]));
    await suppress("ann@b.co", "bo@b.co");
    await wholeSlice(engine, user);
    expect(await reasonsOf(id)).toEqual([SKIPPED, SKIPPED]);
    await removeSuppressions(user.uid, ["bo@b.co"], nothing);
    const corrects = { send: keyOf(user, id), rows: [1, 2], here: [1, 2] };
    const later = await begun(user, engine, planTo(["ann@b.co", "bo@b.co"], { corrects }));
    await wholeSlice(engine, user);
    expect([await reasonsOf(later), reached]).toEqual([[SKIPPED, "sent"], [["bo@b.co"]]]);
    const [first] = await correctingSends({ id, owner: user.uid }, [{ n: 1 }, { n: 2 }]);
    expect(first?.rows).toEqual([2]);
  });

  it("in a send that is then canceled isn't one of the canceled", async () => {
    engine.rate = 2;
    const given = planTo(["ann@b.co", "bo@b.co", "cy@b.co", "di@b.co", "no address"]);
    const rows = given.rows.map((row) =>
      row.to === "no address" ? { ...row, ...skippedRow("Not an email address.") } : row,
    );
    const id = await begun(user, engine, { ...given, rows });
    await suppress("ann@b.co", "di@b.co");
    await wholeSlice(engine, user);
    engine.tasks.splice(0);
    const states = await statesOf(id);
    expect(states.slice(0, 2)).toEqual(["skipped", "sent"]);
    const left = states.filter((state) => state === "queued").length;
    const { send } = await cancel(engine, user.uid, keyOf(user, id));
    expect(send).toMatchObject({ state: "cancelled", cancelled: left });
  });

  it("and removed again before it begins gets it", async () => {
    const plan = planTo(["ann@b.co"], { startAt: engine.now() + MINUTE });
    const id = await begun(user, engine, plan);
    await suppress("ann@b.co");
    await removeSuppressions(user.uid, ["ann@b.co"], nothing);
    engine.pass(2 * MINUTE);
    await sweep(engine);
    await engine.drain();
    expect([reached, await statesOf(id)]).toEqual([[["ann@b.co"]], ["sent"]]);
  });

  it("while it is paused is skipped when it resumes; a removed one who was skipped stays so", async () => {
    const id = await begun(user, engine, planTo(["ann@b.co", "bo@b.co"]));
    await pause(engine, user.uid, keyOf(user, id));
    await suppress("ann@b.co");
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    await removeSuppressions(user.uid, ["ann@b.co"], nothing);
    await sweep(engine);
    await engine.drain();
    expect(await reasonsOf(id)).toEqual([SKIPPED, "sent"]);
  });

  it("is skipped before the row's files are loaded, and a test goes in any case", async () => {
    await suppress("ann@b.co");
    const files = [{ filename: "a.pdf", contentType: "application/pdf", size: 1, hash: "gone" }];
    const plan = planTo(["ann@b.co"]);
    const id = await begun(user, engine, {
      ...plan,
      rows: plan.rows.map((row) => ({ ...row, files })),
    });
    const own = await begun(user, engine, planTo(["ann@b.co"], { kind: "test" }));
    await engine.enqueue(user.uid, engine.now());
    await engine.drain();
    expect([await reasonsOf(id), await statesOf(own)]).toEqual([[SKIPPED], ["sent"]]);
  });
});

it("who follows a send hears of every row that was skipped, at the latest with the end of a slice", async () => {
  const to = ["ann@b.co", "bo@b.co", "cy@b.co", "di@b.co"];
  const id = await begun(user, engine, planTo(to));
  const key = keyOf(user, id);
  const known = new Map<number, string>();
  let cursor: string | null = null;
  const look = async () => {
    const { results, cursor: next, send } = await showSend(engine, user.uid, key, cursor);
    for (const { row, status } of results) known.set(row, status);
    cursor = next;
    return send;
  };
  await look();
  await suppress("bo@b.co", "di@b.co");
  during = { 1: look };
  await wholeSlice(engine, user);
  expect(await look()).toMatchObject({ state: "done", counts: { sent: 2, skipped: 2, queued: 0 } });
  expect([...known].sort().map(([, state]) => state)).toEqual([
    "sent",
    "skipped",
    "sent",
    "skipped",
  ]);
});

describe("if the list can't be read, nothing is sent:", () => {
  it("a slice whose watch breaks sends no more, and the next one continues", async () => {
    const id = await begun(user, engine, 20);
    const { ledger } = engine;
    let fail = (_cause: Error) => {};
    engine.ledger = {
      ...ledger,
      watchSuppressions: (uid, onChange, onError) => {
        fail = onError;
        return ledger.watchSuppressions(uid, onChange, onError);
      },
    };
    during = { 2: async () => fail(new Error("broken")) };
    await expect(wholeSlice(engine, user)).rejects.toThrow("broken");
    expect(reached.length).toBeLessThanOrEqual(6);
    engine.ledger = ledger;
    during = {};
    engine.pass(2 * MINUTE);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { sent: 20 } });
  });

  it("a slice whose watch never answers begins nothing", async () => {
    await begun(user, engine, 1);
    engine.ledger = {
      ...engine.ledger,
      watchSuppressions: (_uid, _onChange, onError) => {
        onError(new Error("unavailable"));
        return () => {};
      },
    };
    await expect(wholeSlice(engine, user)).rejects.toThrow("unavailable");
    expect(reached).toEqual([]);
  });

  it.each([
    ["its version", () => document().set({ version: "many" })],
    ["a part", () => document().collection("parts").doc("a").set({ entries: "many" })],
  ])("%s is damaged: the sends wait, and go once it is repaired", async (_what, damage) => {
    const id = await begun(user, engine, planTo(["ann@b.co", "bo@b.co"]));
    await suppress("bo@b.co");
    const list = (await document().get()).data() ?? {};
    await damage();
    for (let tries = 0; tries < 4; tries++) {
      await wholeSlice(engine, user).catch(() => null);
      engine.pass(2 * MINUTE);
    }
    expect([reached, await statesOf(id)]).toEqual([[], ["queued", "queued"]]);
    await document().set(list);
    await document().collection("parts").doc("a").delete();
    if ((await readSend(id))?.state === "paused") await resume(engine, user.uid, keyOf(user, id));
    await engine.enqueue(user.uid, engine.now());
    await engine.drain();
    expect(await statesOf(id)).toEqual(["sent", "skipped"]);
  });

  it("a list that is deleted with its account ends the slice", async () => {
    const to = Array.from({ length: 20 }, (_, i) => `p${i}@b.co`);
    await suppress("p19@b.co");
    await begun(user, engine, planTo(to));
    during = { 3: seen(() => deleteSuppressions(user.uid)) };
    await expect(wholeSlice(engine, user)).rejects.toThrow("was deleted");
    expect(reached.flat()).not.toContain("p19@b.co");
  });
});

describe("a worker that dies", () => {
  it.each<[Step, "before" | "after"]>([
    ["readKeys", "before"],
    ["readKeys", "after"],
    ["skipRow", "before"],
    ["skipRow", "after"],
  ])("at %s (%s) skips no one else, and the next one finishes its work", async (step, moment) => {
    await suppress("bo@b.co");
    const id = await begun(user, engine, planTo(["ann@b.co", "bo@b.co", "cy@b.co"]));
    const worker: Engine = mortal(engine, dieAt(step, moment));
    await expect(wholeSlice(worker, user)).rejects.toThrow(Died);
    for (let minutes = 0; minutes < 6; minutes++) {
      engine.pass(MINUTE);
      await sweep(engine);
      await engine.drain();
    }
    const [ann, bo, cy] = await statesOf(id);
    expect([bo, new Set(reached.flat()).size]).toEqual(["skipped", reached.length]);
    for (const state of [ann, cy]) expect(["sent", "warning"]).toContain(state);
    await expectSend(id, { state: "done", suppressed: 1 });
  });
});

describe("what it costs", () => {
  /** How often a send of so many rows asks for the list, beside its watch. */
  async function asked(rows: number): Promise<[watches: number, reads: number]> {
    const watches = vi.spyOn(engine.ledger, "watchSuppressions");
    const reads = vi.spyOn(engine.ledger, "readKeys");
    await begun(user, engine, rows);
    await wholeSlice(engine, user);
    const calls: [number, number] = [watches.mock.calls.length, reads.mock.calls.length];
    vi.restoreAllMocks();
    return calls;
  }

  it("is one watch for each slice without a list, and one reading with one, however many emails it sends", async () => {
    expect(await asked(1)).toEqual([1, 0]);
    expect(await asked(30)).toEqual([1, 0]);
    await suppress("bo@b.co");
    expect(await asked(1)).toEqual([1, 1]);
    expect(await asked(30)).toEqual([1, 1]);
  });
});
