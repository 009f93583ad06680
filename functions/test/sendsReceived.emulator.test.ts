import { randomUUID } from "node:crypto";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import type { findReceived as endpoint } from "@sendwright/core/contract/sends";
import { WriteBatch } from "firebase-admin/firestore";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import { cancel, retry, undo } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { findReceived, showCorrections } from "../src/features/sends/present/presentReceived.ts";
import type { User } from "../src/http/requireUser.ts";
import { sendDocId, sendRef } from "../src/store/sends/documents.ts";
import { readTemplate, removeTemplate, updateTemplate } from "../src/store/templates.ts";
import { countCosts } from "./costs.ts";
import { refused } from "./expectations.ts";
import {
  answering,
  aPlan,
  aSender,
  aTemplate,
  begun,
  HOUR,
  keyOf,
  over,
  ownProject,
  REFUSAL,
  statesOf,
  type TestEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/** Who already received an email: the server's knowledge, and its refusals. */
ownProject();

afterEach(() => {
  vi.restoreAllMocks();
});

const SUBJECT = "Hello {{Full Name}}";
/** No test waits for it. */
const NEVER = Date.now() + 20 * 24 * HOUR;

/** Begins a send to these addresses. */
async function sendTo(
  user: User,
  engine: TestEngine,
  to: string[],
  plan: Partial<SendPlan> = {},
): Promise<string> {
  const { rows, ...given } = aPlan(to.length, plan);
  const made = { ...given, rows: rows.map((row, i) => ({ ...row, to: to[i] ?? "" })) };
  return keyOf(user, await begun(user, engine, made));
}

/** Who of a list of addresses received an email: their rows, each with how we know. */
async function known(
  user: User,
  engine: TestEngine,
  to: string[],
  more: Partial<InputOf<typeof endpoint>> = {},
) {
  const people = to.map((recipient, i) => ({ row: i + 1, recipient }));
  const { received } = await findReceived(engine, user.uid, { subject: SUBJECT, people, ...more });
  return Object.fromEntries(received.map(({ row, by }) => [row, by]));
}

async function aWorld() {
  return { user: await aSender(), engine: answering() };
}

describe("a list", () => {
  it("names the people of a send that can't be read, because they may have its email", async () => {
    const { user, engine } = await aWorld();
    const key = await sendTo(user, engine, ["ann@example.org"]);
    await sendRef(sendDocId(user.uid, key)).update({ counts: "many" } as never);
    expect(await known(user, engine, ["ann@example.org", "bo@example.org"])).toEqual({
      1: "mailbox",
    });
  });

  it("is known by its mailboxes, in any spelling, in all sends of the same email", async () => {
    const { user, engine } = await aWorld();
    await sendTo(user, engine, ["info@münchen.de", "ann@example.org"]);
    await sendTo(user, engine, ["cy@example.org"], { kind: "direct" });
    await sendTo(user, engine, ["di@example.org"], { kind: "test" });
    const to = [
      "Info@xn--mnchen-3ya.DE",
      "Ann <ANN@example.org>",
      "bo@example.org",
      "cy@example.org",
      "di@example.org",
    ];
    expect(await known(user, engine, to)).toEqual({ 1: "mailbox", 2: "mailbox", 4: "mailbox" });
    expect(await known(user, engine, to, { subject: "Another" })).toEqual({});
    expect(await known(user, engine, to, { template_id: "template1" })).toEqual({});
    expect(await known(await aSender(), engine, to)).toEqual({});
  });

  it("is the same email if it has the same template, even one changed since", async () => {
    const { user, engine } = await aWorld();
    const { mail } = aPlan(1);
    const [template, copy] = [await aTemplate(user.uid), await aTemplate(user.uid)];
    await sendTo(user, engine, ["ann@example.org"], { mail: { ...mail, templateId: template } });
    const of = (more: Partial<InputOf<typeof endpoint>>) =>
      known(user, engine, ["ann@example.org"], more);
    expect(await of({ template_id: template, subject: "Changed" })).toEqual({ 1: "mailbox" });
    expect(await of({ template_id: copy })).toEqual({});
    expect(await of({ template_id: "" })).toEqual({});
  });

  describe("of an email whose template was deleted", () => {
    /** Ann has the email of a template with this subject, which was deleted since. */
    async function withoutTemplate(subject: string, plan: Partial<SendPlan> = {}) {
      const { user, engine } = await aWorld();
      const template = await aTemplate(user.uid, { subject });
      const mail = { ...aPlan(1).mail, templateId: template, subject };
      const key = await sendTo(user, engine, ["ann@example.org"], { ...plan, mail });
      const of = (more: Partial<InputOf<typeof endpoint>>) =>
        known(user, engine, ["Ann@Example.org"], more);
      await removeTemplate(user.uid, template);
      return { user, engine, template, mail, key, of };
    }

    it("is known by its subject: composed anew, in a new template and in a copy", async () => {
      const { user, of } = await withoutTemplate("Trip to {{Place}}");
      expect(await of({ subject: " Trip to {{Place}} " })).toEqual({ 1: "mailbox" });
      const again = await aTemplate(user.uid, { subject: "Trip to {{Place}}" });
      expect(await of({ template_id: again, subject: "" })).toEqual({ 1: "mailbox" });
      const other = await aTemplate(user.uid, { subject: "Another trip" });
      expect(await of({ template_id: other, subject: "Trip to {{Place}}" })).toEqual({});
      expect(await of({ subject: "Trip to {{Town}}" })).toEqual({});
    });

    it("is known by the subject as it was sent, whatever was saved since", async () => {
      const { user, engine } = await aWorld();
      const template = await aTemplate(user.uid, { subject: "Old subject" });
      await sendTo(user, engine, ["ann@example.org"], {
        mail: { ...aPlan(1).mail, templateId: template, subject: "Old subject" },
      });
      const {
        id: _,
        attachments: __,
        revision: ___,
        updatedAt: ____,
        variables: _____,
        ...fields
      } = await readTemplate(user.uid, template);
      await updateTemplate(
        user.uid,
        template,
        { ...fields, subject: "New subject" },
        undefined,
        () => undefined,
      );
      const of = (more: Partial<InputOf<typeof endpoint>>) =>
        known(user, engine, ["ann@example.org"], more);
      expect(await of({ subject: "Old subject" })).toEqual({});
      await removeTemplate(user.uid, template);
      expect(await of({ subject: "Old subject" })).toEqual({ 1: "mailbox" });
      expect(await of({ subject: "New subject" })).toEqual({});
      expect(await of({ template_id: template, subject: "New subject" })).toEqual({ 1: "mailbox" });
    });

    it("is someone else's, and a test's, for no one", async () => {
      const { engine, mail } = await withoutTemplate("For no one else");
      const other = await aSender();
      expect(
        await known(other, engine, ["ann@example.org"], { subject: "For no one else" }),
      ).toEqual({});
      await sendTo(other, engine, ["bo@example.org"], { kind: "test", mail });
      expect(
        await known(other, engine, ["bo@example.org"], { subject: "For no one else" }),
      ).toEqual({});
    });

    it.each([
      ["of the deleted template, after one with the same subject", true],
      ["with the same subject, after the deleted template's", false],
    ])("stops rows that are to be sent again %s", async (_, isFirst) => {
      const { user, engine, template, mail, key } = await withoutTemplate(`Again ${isFirst}`, {
        startAt: NEVER,
      });
      const again = { ...mail, templateId: await aTemplate(user.uid, { subject: mail.subject }) };
      const composed = { ...mail, templateId: null };
      for (const [i, sent] of [again, composed].entries()) {
        const to = [`p${i}@example.org`];
        const earlier = await sendTo(user, engine, to, {
          startAt: NEVER,
          mail: isFirst ? mail : sent,
        });
        await cancel(engine, user.uid, earlier);
        await sendTo(user, engine, to, {
          mail: isFirst ? sent : { ...mail, templateId: template },
        });
        await refused(retry(engine, user.uid, earlier, [1]), "already_received");
        const { received } = await findReceived(engine, user.uid, { send: earlier, rows: [1] });
        expect(received).toMatchObject([{ row: 1, by: "mailbox" }]);
      }
      await cancel(engine, user.uid, key);
    });

    it("costs a read for each template with its subject, not for each send", async () => {
      const { user, engine, mail } = await withoutTemplate("Often");
      const template = await aTemplate(user.uid, { subject: "Often" });
      for (let i = 0; i < 12; i++)
        await sendTo(user, engine, [`p${i}@example.org`], {
          mail: { ...mail, templateId: template },
        });
      const counted = countCosts();
      expect(await known(user, engine, ["ann@example.org"], { template_id: template })).toEqual({
        1: "mailbox",
      });
      // Its template; two templates with this subject, and that there are no more; one that doesn't
      // exist; row and send.
      expect(counted().reads).toBeLessThanOrEqual(7);
    });
  });

  it("is known until the data is deleted, a day after the end, however long a send lasted", async () => {
    const { user, engine } = await aWorld();
    engine.dailyLimit = () => 1;
    await sendTo(user, engine, ["ann@example.org", "bo@example.org"]);
    await wholeSlice(engine, user);
    engine.pass(30 * HOUR);
    await sweep(engine);
    await wholeSlice(engine, user);
    engine.pass(HOUR);
    const both = ["ann@example.org", "bo@example.org"];
    expect(await known(user, engine, both)).toEqual({ 1: "mailbox", 2: "mailbox" });
    engine.pass(24 * HOUR);
    await sweep(engine);
    expect(await known(user, engine, both)).toEqual({});
  });

  it("isn't received through an undone or canceled send, but is through a scheduled one", async () => {
    const { user, engine } = await aWorld();
    const ann = ["ann@example.org"];
    await undo(engine, user.uid, await sendTo(user, engine, ann, { hold: 10_000 }));
    expect(await known(user, engine, ann)).toEqual({});
    const scheduled = await sendTo(user, engine, ann, { startAt: engine.now() + HOUR });
    expect(await known(user, engine, ann)).toEqual({ 1: "mailbox" });
    await cancel(engine, user.uid, scheduled);
    expect(await known(user, engine, ann)).toEqual({});
  });

  it("knows the people of the send that it corrects by their rows", async () => {
    const { user, engine, key } = await over(2, { answers: { 1: REFUSAL, 2: REFUSAL } });
    await sendTo(user, engine, ["right@example.org"], {
      corrects: { send: key, rows: [1], here: [1] },
    });
    const people = [
      { row: 1, recipient: "other@example.org", from: 1 },
      { row: 2, recipient: "another@example.org", from: 2 },
      // Someone who was added to the list corrects no one.
      { row: 3, recipient: "new@example.org" },
    ];
    const { received } = await findReceived(engine, user.uid, {
      subject: SUBJECT,
      people,
      corrects: key,
    });
    expect(received).toMatchObject([{ row: 1, by: "person" }]);
  });

  describe("with several addresses in a row", () => {
    /** Sends the mother an email with a copy to the father. */
    async function withFather(subject: string, isDeleted = false) {
      const { user, engine } = await aWorld();
      const templateId = isDeleted ? await aTemplate(user.uid, { subject }) : null;
      const { mail, rows, ...plan } = aPlan(1);
      const copied = rows.map((row) => ({
        ...row,
        to: "mother@example.org",
        cc: "Dad <Father@Example.org>, office@example.org",
        recipients: 3,
      }));
      const key = keyOf(
        user,
        await begun(user, engine, {
          ...plan,
          rows: copied,
          mail: { ...mail, subject, templateId },
        }),
      );
      if (templateId !== null) await removeTemplate(user.uid, templateId);
      const of = async (...people: [row: number, recipient: string, group?: number][]) =>
        Object.fromEntries(
          (
            await findReceived(engine, user.uid, {
              subject,
              people: people.map(([row, recipient, group]) => ({
                row,
                recipient,
                ...(group !== undefined && { group }),
              })),
            })
          ).received.map(({ row, by }) => [row, by]),
        );
      return { user, engine, key, of };
    }
    const PARENTS = [
      [1, "mother@example.org", 7],
      [2, "father@example.org", 7],
    ] as const;

    it("counts the copy of one to another, whoever is To now", async () => {
      const { of } = await withFather("Both parents");
      expect(await of([...PARENTS[0]], [...PARENTS[1]])).toEqual({ 1: "mailbox", 2: "mailbox" });
      expect(await of([...PARENTS[1]], [...PARENTS[0]], [3, "grandma@example.org", 7])).toEqual({
        1: "mailbox",
        2: "mailbox",
      });
    });

    it("counts no copy that someone else got, or that was canceled", async () => {
      const { of, engine, user, key } = await withFather("Only the father");
      expect(
        await of([...PARENTS[0]], [2, "office@example.org", 8], [3, "father@example.org"]),
      ).toEqual({ 1: "mailbox" });
      await cancel(engine, user.uid, key);
      expect(await of([...PARENTS[0]], [...PARENTS[1]])).toEqual({});
    });

    it("counts the copy by a template that was deleted since", async () => {
      const { of } = await withFather("A deleted copy", true);
      expect(await of([...PARENTS[0]], [...PARENTS[1]])).toEqual({ 1: "mailbox", 2: "mailbox" });
    });
  });

  it("must name its email", async () => {
    const { user, engine } = await aWorld();
    const asked = known(user, engine, ["ann@example.org"], { subject: " " });
    await refused(asked, "invalid_input");
  });

  it("costs two or three reads for one person, and one for each row of 300", async () => {
    const { user, engine } = await aWorld();
    const to = Array.from({ length: 300 }, (_, i) => `p${i}@example.org`);
    await sendTo(user, engine, to);
    const counted = countCosts();
    expect(await known(user, engine, to.slice(7, 8))).toEqual({ 1: "mailbox" });
    expect(counted().reads).toBeLessThanOrEqual(3);
    expect(Object.keys(await known(user, engine, to))).toHaveLength(300);
    expect(counted().reads).toBeLessThanOrEqual(303);
    await known(user, engine, ["stranger@example.org"]);
    expect(counted().reads).toBeLessThanOrEqual(2);
  });
});

describe("siblings, who share a mailbox,", () => {
  const FAMILY = ["fam@example.org", "Fam@Example.org"];
  /**
   * A send to Ann, and maybe Ben, at one address; the rows named failed. By a deleted template, or
   * composed.
   */
  async function sentTo(people: number, failed: number[], isDeleted: boolean) {
    const { user, engine } = await aWorld();
    const subject = `For the family ${people} ${failed.length}`;
    const templateId = isDeleted ? await aTemplate(user.uid, { subject }) : null;
    const mail = { ...aPlan(1).mail, templateId, subject };
    const send = engine.sendMessage;
    engine.sendMessage = (call) => {
      const sent = send(call);
      const row = engine.calls.at(-1)?.to.startsWith("Fam") ? 2 : 1;
      return failed.includes(row) ? Promise.resolve(REFUSAL) : sent;
    };
    const key = await sendTo(user, engine, FAMILY.slice(0, people), { mail });
    await wholeSlice(engine, user);
    if (templateId !== null) await removeTemplate(user.uid, templateId);
    const list = (rows: number, more: Partial<InputOf<typeof endpoint>> = {}) =>
      known(user, engine, FAMILY.slice(0, rows), { subject, ...more });
    const again = async (rows: number[]) =>
      (await findReceived(engine, user.uid, { send: key, rows })).received.map(({ row, by }) => [
        row,
        by,
      ]);
    return { user, engine, key, mail, list, again };
  }

  describe.each([
    ["of a composed email", false],
    ["of an email whose template was deleted", true],
  ])("%s", (_, isDeleted) => {
    it("are asked about one by one in a list of both, if one of them has it", async () => {
      const { list } = await sentTo(1, [], isDeleted);
      expect(await list(2)).toEqual({ 1: "unclear", 2: "unclear" });
    });

    it("are asked about in a list of one, if both were written to", async () => {
      const { list } = await sentTo(2, [2], isDeleted);
      expect(await list(1)).toEqual({ 1: "unclear" });
    });

    it("aren't asked about if no one at the mailbox has it", async () => {
      const { list } = await sentTo(2, [1, 2], isDeleted);
      expect(await list(2)).toEqual({});
    });

    it("are people of their own when rows are sent again", async () => {
      const { user, engine, key, again } = await sentTo(2, [2], isDeleted);
      expect(await again([2])).toEqual([]);
      await retry(engine, user.uid, key, [2]);
      expect(await statesOf(sendDocId(user.uid, key))).toEqual(["sent", "queued"]);
    });

    it("stop rows that are sent again if another send reached one of them, until the caller names the row", async () => {
      const { user, engine, key, mail, again } = await sentTo(2, [1, 2], isDeleted);
      await sendTo(user, engine, FAMILY.slice(0, 1), { mail: { ...mail, templateId: null } });
      expect(await again([2])).toEqual([[2, "unclear"]]);
      await refused(retry(engine, user.uid, key, [2]), "already_received");
      await retry(engine, user.uid, key, [2], [2]);
      expect(await statesOf(sendDocId(user.uid, key))).toEqual(["failed", "queued"]);
    });

    it("are corrected one by one: the one who was corrected has it, the other doesn't", async () => {
      const { user, engine, key, mail } = await sentTo(2, [1, 2], isDeleted);
      const corrects = { send: key, rows: [2], here: [1] };
      await sendTo(user, engine, FAMILY.slice(1), {
        mail: { ...mail, templateId: null },
        corrects,
      });
      const people = [
        { row: 1, recipient: "fam@example.org", from: 1 },
        { row: 2, recipient: "fam@example.org", from: 2 },
      ];
      const { received } = await findReceived(engine, user.uid, {
        subject: mail.subject,
        people,
        corrects: key,
      });
      expect(received.map(({ row, by }) => [row, by])).toEqual([[2, "person"]]);
      const rows = (await showCorrections(engine, user.uid, { id: key })).rows.map(
        ({ row }) => row,
      );
      expect(rows).toEqual([1]);
    });
  });
});

describe("rows that are to be sent again", () => {
  /** A send of two that failed. */
  const failed = () => over(2, { answers: { 1: REFUSAL, 2: REFUSAL } });
  const states = (user: User, key: string) => statesOf(sendDocId(user.uid, key));

  it.each([
    ["every failed row", null],
    ["these rows", [1, 2]],
  ])(
    "are refused while one of their people has the email from another send: %s",
    async (_, rows) => {
      const { user, engine, key, addresses } = await failed();
      const [ann = ""] = addresses;
      await sendTo(user, engine, [ann.toUpperCase()], { kind: "direct" });
      await expect(retry(engine, user.uid, key, rows)).rejects.toMatchObject({
        reason: "already_received",
        message: expect.stringContaining(ann),
        details: { received: [{ row: 1, by: "mailbox" }] },
      });
      expect(await states(user, key)).toEqual(["failed", "failed"]);
      const { received } = await findReceived(engine, user.uid, { send: key, rows: [1, 2] });
      expect(received).toMatchObject([{ row: 1, by: "mailbox" }]);
      await retry(engine, user.uid, key, [2]);
      expect(await states(user, key)).toEqual(["failed", "queued"]);
    },
  );

  it("go if the caller says that it knows", async () => {
    const { user, engine, key, addresses } = await failed();
    await sendTo(user, engine, addresses, { kind: "direct" });
    const [one, both] = [
      retry(engine, user.uid, key, null, [1]),
      () => retry(engine, user.uid, key, null, [1, 2]),
    ];
    await expect(one).rejects.toMatchObject({ details: { received: [{ row: 2 }] } });
    await both();
    expect(await states(user, key)).toEqual(["queued", "queued"]);
  });

  it("lead to a question if no one can tell for whom the mailbox got it", async () => {
    const plan = { to: `family-${randomUUID()}@example.org` };
    const { user, engine, key } = await over(2, { rows: { 1: plan, 2: plan }, answers: {} });
    const own = await findReceived(engine, user.uid, { send: key, rows: [1, 2] });
    expect(own.received).toEqual([]);
    await sendTo(user, engine, [plan.to], { kind: "direct" });
    const { received } = await findReceived(engine, user.uid, { send: key, rows: [2] });
    expect(received).toMatchObject([{ row: 2, by: "unclear" }]);
  });

  it("of an unconfirmed row and of a canceled send are refused too", async () => {
    const { user, engine, key, addresses } = await over(1, { answers: { 1: { kind: "unknown" } } });
    await sendTo(user, engine, addresses);
    await refused(retry(engine, user.uid, key, [1]), "already_received");

    const cancelled = await sendTo(user, engine, ["bo@example.org"], {
      startAt: engine.now() + HOUR,
    });
    await cancel(engine, user.uid, cancelled);
    await sendTo(user, engine, ["bo@example.org"]);
    await refused(retry(engine, user.uid, cancelled, [1]), "already_received");
  });

  it("go once if two sends of the same person are clicked at once", async () => {
    const { user, engine, key, addresses } = await failed();
    const other = await sendTo(user, engine, addresses.slice(0, 1));
    engine.sendMessage = async () => REFUSAL;
    await wholeSlice(engine, user);
    const tries = await Promise.allSettled([
      retry(engine, user.uid, key, [1]),
      retry(engine, user.uid, other, [1]),
    ]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("lead to a question if thousands of rows go to one mailbox", async () => {
    const { user, engine, key, addresses } = await over(1, { answers: { 1: REFUSAL } });
    const [to = ""] = addresses;
    for (let i = 0; i < 2; i++) await sendTo(user, engine, new Array(900).fill(to));
    await expect(retry(engine, user.uid, key, [1])).rejects.toMatchObject({
      details: { received: [{ row: 1, by: "unclear" }] },
    });
  });

  it("wait until the rows of another send are written, and no longer than its request lives", async () => {
    const { user, engine, key } = await failed();
    const { commit } = WriteBatch.prototype;
    let commits = 0;
    vi.spyOn(WriteBatch.prototype, "commit").mockImplementation(function (this: WriteBatch) {
      commits += 1;
      return commits === 1 ? commit.call(this) : Promise.reject(new Error("killed"));
    });
    await expect(begun(user, engine, 401)).rejects.toThrow("killed");
    vi.restoreAllMocks();
    await refused(retry(engine, user.uid, key, [1]), "service_unavailable");
    expect(await states(user, key)).toEqual(["failed", "failed"]);
    engine.pass(91_000);
    await retry(engine, user.uid, key, [1]);
    expect(await states(user, key)).toEqual(["queued", "failed"]);
  });

  it.each([null, [1, 2]])("are queued if the answer to the commit was lost: %j", async (rows) => {
    const { user, engine, key } = await failed();
    const { commit } = WriteBatch.prototype;
    vi.spyOn(WriteBatch.prototype, "commit").mockImplementationOnce(async function (
      this: WriteBatch,
    ) {
      await commit.call(this);
      // The client repeats the write, and its own earlier write refuses it.
      throw Object.assign(new Error("refused"), { code: 9 });
    });
    const { send } = await retry(engine, user.uid, key, rows);
    expect(send).toMatchObject({ state: "queued", counts: { queued: 2, failed: 0 } });
  });
});
