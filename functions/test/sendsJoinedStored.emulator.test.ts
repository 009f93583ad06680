import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import { resume } from "../src/features/sends/control/control.ts";
import type { Engine } from "../src/features/sends/engine.ts";
import { showMail } from "../src/features/sends/present/show.ts";
import { readBy, readFor } from "../src/store/documentSchema.ts";
import { rowCollection, rowId, snapshotRef } from "../src/store/sends/documents.ts";
import { readSend, readSnapshot } from "../src/store/sends/read.ts";
import { snapshotDoc } from "../src/store/sends/schemas.ts";
import { expectSend } from "./expectations.ts";
import { joinedRows } from "./joinedWorld.ts";
import {
  aPlan,
  aSend,
  aSender,
  begun,
  keyOf,
  mailbox,
  ownProject,
  rawMail,
  statesOf,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/** Emails for several rows as they are stored: while they begin, end, and meet another version. */
ownProject();

/** A plan of so many emails, each for three rows of the list. */
function aJoinedPlan(emails: number, overrides: Partial<SendPlan> = {}): SendPlan {
  const plan = aPlan(emails, overrides);
  return {
    ...plan,
    mail: { ...plan.mail, body: "<p>Dear all,</p><p>{{#rows}}{{Full Name}} is in.{{/rows}}</p>" },
    numberForms: [""],
    rows: plan.rows.map((row, i) => {
      const n = 3 * i + 1;
      const further = Object.fromEntries([n + 1, n + 2].map((m) => [m, `Pupil ${m}`]));
      return { ...row, n, line: n + 1, values: [`Pupil ${n}`], ...joinedRows(further) };
    }),
  };
}

/** The lines about pupils in each email of an account, in order. */
async function pupilsMailed(account: string): Promise<string[][]> {
  const mails = await mailbox(account);
  const parsed = await Promise.all(mails.map(async ({ id }) => simpleParser(await rawMail(id))));
  return parsed
    .map(({ text = "" }) => [...text.matchAll(/Pupil (\d+) is in\./g)].map(([, n = ""]) => n))
    .sort((a, b) => Number(a[0]) - Number(b[0]));
}

describe("the document of a send for several rows each", () => {
  it("counts emails, and knows the highest number of a row", async () => {
    const { id } = await aSend(aJoinedPlan(2, { hold: 10_000 }), testEngine());
    await expectSend(id, { lastRow: 6, counts: { total: 2, queued: 2 } });
    expect((await rowCollection(id).get()).docs.map((doc) => Number(doc.id))).toEqual([1, 4]);
  });

  it("counts the further rows among the bytes that it keeps", async () => {
    const bytesOf = async (plan: SendPlan) => {
      const { id } = await aSend({ ...plan, hold: 10_000 }, testEngine());
      return (await readSend(id))?.bytes ?? 0;
    };
    const plan = aJoinedPlan(1);
    const long = { values: ["x".repeat(9_000)] };
    const rows = plan.rows.map((row) => ({ ...row, furtherValues: [long, long] }));
    expect((await bytesOf({ ...plan, rows })) - (await bytesOf(plan))).toBeGreaterThan(17_000);
  });

  it("has another content mark if a further row has another value", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    const plan = aJoinedPlan(1, { hold: 10_000 });
    const other = plan.rows.map((row) => ({
      ...row,
      furtherValues: [{ values: ["Pupil 2"] }, { values: ["Someone else"] }],
    }));
    const contentOf = async (made: SendPlan) => {
      const id = await begun(user, engine, made);
      return (await rowCollection(id).doc(rowId(1)).get()).data()?.content;
    };
    const content = await contentOf(plan);
    expect(content).toMatch(/./);
    expect(await contentOf(plan)).toBe(content);
    expect(await contentOf({ ...plan, rows: other })).not.toBe(content);
  });
});

describe("a version that doesn't know emails for several rows", () => {
  /** How such a version reads an email: its date orders are a list. */
  const earlier = readBy(snapshotDoc.omit({ numberForms: true }));
  const asBefore: Engine["ledger"]["readSnapshot"] = (id) =>
    readFor("The email of this send", async () => {
      const found = await snapshotRef(id).withConverter(earlier).get();
      return found.data() ?? null;
    });

  it("sends none of them: the send pauses and waits, and this version continues it", async () => {
    const { user, engine, id } = await aSend(aJoinedPlan(2), testEngine());
    const old = { ...engine, ledger: { ...engine.ledger, readSnapshot: asBefore } };
    await wholeSlice(old, user);
    await expectSend(id, { state: "paused", pauseReason: "errors" });
    expect(await statesOf(id)).toEqual(["queued", "queued"]);
    expect(await mailbox(user.email)).toEqual([]);
    await resume(engine, user.uid, keyOf(user, id));
    await engine.drain();
    await expectSend(id, { state: "done", counts: { total: 2, sent: 2 } });
    expect(await pupilsMailed(user.email)).toEqual([
      ["1", "2", "3"],
      ["4", "5", "6"],
    ]);
  });

  it("can't read an email with a total either, and reads every other", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    const total = aPlan(1, { numberForms: ["comma"], hold: 10_000 });
    const withTotal = await begun(user, engine, total);
    await expect(asBefore(withTotal)).rejects.toMatchObject({ reason: "unreadable" });
    expect(await readSnapshot(withTotal)).toMatchObject({
      dateOrders: [""],
      numberForms: ["comma"],
    });
    const plain = await begun(user, engine, aPlan(1, { hold: 10_000 }));
    expect(await asBefore(plain)).toEqual(await readSnapshot(plain));
  });
});

describe("an email that an earlier version began", () => {
  it("still asks whether {{rows}} has a value, and repeats nothing", async () => {
    const [user, engine] = [await aSender(), testEngine()];
    const plan = aPlan(2);
    const variables = ["Full Name", "rows"].map((name) => ({
      ...plan.mail.variables[0],
      name,
    })) as SendPlan["mail"]["variables"];
    const body = "<p>{{Full Name}} is in.{{#rows}} Yours is the front row.{{/rows}}</p>";
    const values = [
      ["Pupil 1", "3 to 5"],
      ["Pupil 2", ""],
    ];
    const rows = plan.rows.map((row, i) => ({ ...row, values: values[i] ?? [] }));
    const id = await begun(user, engine, {
      ...plan,
      mail: { ...plan.mail, body, variables },
      dateOrders: ["", ""],
      rows,
    });
    const { rendered_text: shown } = await showMail(engine, user.uid, keyOf(user, id), 2);
    expect(shown.trim()).toBe("Pupil 2 is in.");
    await wholeSlice(engine, user);
    const texts = await Promise.all(
      (await mailbox(user.email)).map(
        async (mail) => (await simpleParser(await rawMail(mail.id))).text?.trim() ?? "",
      ),
    );
    expect(texts.sort()).toEqual(["Pupil 1 is in. Yours is the front row.", "Pupil 2 is in."]);
  });
});
