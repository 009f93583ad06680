import { describe, expect, it, vi } from "vitest";
import { entriesOf, planExport } from "../src/features/account/export/contents.ts";
import { cancel, remove, retry, undo } from "../src/features/sends/control/control.ts";
import { findPerson } from "../src/features/sends/present/findPerson.ts";
import { showSend } from "../src/features/sends/present/show.ts";
import { presentAnswer } from "../src/features/sends/present/view.ts";
import * as limits from "../src/http/rateLimit.ts";
import { voidSend } from "../src/store/sends/create.ts";
import { rowCollection, rowId, sendDocId, sendRef } from "../src/store/sends/documents.ts";
import { deleteAllSends } from "../src/store/sends/purge.ts";
import { readSend } from "../src/store/sends/read.ts";
import { expectSend } from "./expectations.ts";
import { families, familiesPlan, joinedRows, listingPlan } from "./joinedWorld.ts";
import {
  answering,
  aSend,
  begun,
  over,
  ownProject,
  REFUSAL,
  SENTENCE,
  wholeSlice,
} from "./sendsWorld.ts";

/** An email for several rows of a list: what is shown, kept and deleted of each row. */
ownProject();

type Families = Awaited<ReturnType<typeof families>>;

const look = ({ user, engine, key }: Families, after: string | null = null) =>
  showSend(engine, user.uid, key, after);

describe("the results of a send with joined rows", () => {
  it("have an entry for each row of the list, in its order, with the status of its email", async () => {
    const world = await families({ answers: { 1: REFUSAL } });
    const { send, results } = await look(world);
    const email = { recipient: world.p1, status: "failed", at: expect.any(String) };
    const reason = `In one email with row 1. ${SENTENCE}`;
    expect(results).toMatchObject([
      { ...email, row: 1, line: 2, name: "Anna", reason: SENTENCE },
      { row: 2, line: 3, name: "Ben", status: "sent", reason: "" },
      { ...email, row: 3, line: 4, name: "Tim", joined_to: 1, reason },
      { row: 4, line: 5, name: "Mia", status: "sent", reason: "" },
      { ...email, row: 5, line: 6, name: "Lea", joined_to: 1, reason },
      { row: 6, name: "Max", status: "sent", joined_to: 4, reason: "In one email with row 4." },
    ]);
    expect(results.map((row) => "joined_to" in row)).toEqual([0, 0, 1, 0, 1, 1].map(Boolean));
    expect(send.counts).toMatchObject({ total: 3, sent: 2, failed: 1 });
    expect(send.list_rows).toBe(6);
  });

  it("have one more line for the rows above the limit, after the last row", async () => {
    const world = await families({ plan: { rowsOverLimit: 2 } });
    expect((await look(world)).results.at(-1)).toMatchObject({ row: 7, status: "skipped" });
  });

  it("say how many rows there are only if some share an email", async () => {
    const { user, engine, key } = await over(2, {});
    expect((await showSend(engine, user.uid, key, null)).send).not.toHaveProperty("list_rows");
  });

  it("give each row the files that it brought", async () => {
    const file = { contentType: "text/plain", size: 1, hash: "0".repeat(64) };
    const rows = {
      1: {
        ...joinedRows({ 2: "Tim" }),
        files: [
          { ...file, filename: "anna.txt" },
          { ...file, filename: "tim.txt", row: 2 },
        ],
      },
    };
    const plan = listingPlan(1);
    const changed = { ...plan, rows: plan.rows.map((row) => ({ ...row, ...rows[1] })) };
    const { user, engine, key } = await aSend(changed, answering());
    const { results } = await showSend(engine, user.uid, key, null);
    expect(results.map(({ files }) => files)).toEqual([["anna.txt"], ["tim.txt"]]);
  });

  it("return all rows of an email that changed, and never the others again", async () => {
    const engine = answering();
    const { user, key } = await aSend(familiesPlan(), engine);
    const first = await showSend(engine, user.uid, key, null);
    expect(first.results.map(({ status }) => status)).toEqual(Array(6).fill("queued"));
    await wholeSlice(engine, user);
    const second = await showSend(engine, user.uid, key, first.cursor);
    expect(second.results.map(({ row, status }) => [row, status])).toEqual(
      [1, 2, 3, 4, 5, 6].map((row) => [row, "sent"]),
    );
    expect((await showSend(engine, user.uid, key, second.cursor)).results).toEqual([]);
  });

  it("end, however many rows a page of emails is for, and while a worker is at it", async () => {
    const plan = listingPlan(11);
    const rows = plan.rows.map((row, i) => {
      const own = Array.from({ length: 99 }, (_, at) => [i * 100 + at + 2, "Child"]);
      return { ...row, n: i * 100 + 1, ...joinedRows(Object.fromEntries(own)) };
    });
    const { id } = await aSend({ ...plan, rows }, answering());
    await sendRef(id).update({ state: "running", worker: "lease" });
    for (const { n } of rows) await rowCollection(id).doc(rowId(n)).update({ state: "sending" });
    const send = await readSend(id);
    if (!send) throw new Error("The send is gone.");
    const { results } = await presentAnswer(send, 60);
    expect(results.map(({ row }) => row)).toEqual(Array.from({ length: 1_100 }, (_, i) => i + 1));
  });

  it("are charged by document, however many rows it has", async () => {
    const world = await families();
    const charges = vi.spyOn(limits, "chargeDocuments");
    const spent = vi.spyOn(limits, "spendDocuments");
    const sum = () =>
      [charges, spent].flatMap(({ mock }) => mock.calls).reduce((all, [, n]) => all + n, 0);
    const { cursor } = await look(world);
    expect(sum()).toBe(3);
    await look(world, cursor);
    expect(sum()).toBe(3);
  });

  it("keep the rows of an email that can't be read", async () => {
    const world = await families();
    await rowCollection(sendDocId(world.user.uid, world.key))
      .doc(rowId(1))
      .update({ line: "second" });
    const { results } = await look(world);
    expect(results.map(({ row, joined_to }) => [row, joined_to])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 1],
      [4, undefined],
      [5, 1],
      [6, 4],
    ]);
    expect(results[2]?.reason).toBe("In one email with row 1. This row can't be read.");
  });
});

describe("canceling a send with joined rows", () => {
  it("skips all rows of an email, and any of them can be sent after all", async () => {
    const engine = answering();
    const { user, key } = await aSend(familiesPlan({ startAt: Date.now() + 3_600_000 }), engine);
    await cancel(engine, user.uid, key);
    const { results } = await showSend(engine, user.uid, key, null);
    expect(results.map(({ status, cancelled }) => [status, cancelled])).toEqual(
      Array(6).fill(["skipped", true]),
    );
    expect(results[5]?.reason).toBe("In one email with row 4. Canceled before it was sent.");
    await retry(engine, user.uid, key, [6]);
    await wholeSlice(engine, user);
    const after = await showSend(engine, user.uid, key, null);
    expect(after.results.map(({ status }) => status === "sent")).toEqual(
      [0, 0, 0, 1, 0, 1].map(Boolean),
    );
    expect(engine.calls).toHaveLength(1);
  });
});

it("finds a person's email once, with all of its rows", async () => {
  const { user, engine, key, p1 } = await families();
  const { rows } = await findPerson(engine, user.uid, p1);
  expect(rows).toMatchObject([{ send: key, row: 1, further: [3, 5], as: "to", status: "sent" }]);
});

describe("deletion", () => {
  /** The names of all documents below a send. */
  const left = async (id: string) =>
    (await Promise.all((await sendRef(id).listCollections()).map((one) => one.get()))).flatMap(
      ({ docs }) => docs.map(({ ref }) => ref.path),
    );

  it("leaves no row of a send that its owner deletes", async () => {
    const { user, engine, key } = await families();
    const id = sendDocId(user.uid, key);
    expect(await left(id)).toHaveLength(4);
    await remove(engine, user.uid, key);
    expect(await left(id)).toEqual([]);
  });

  it("leaves none of a send that is undone", async () => {
    const engine = answering();
    const { user, id, key } = await aSend(familiesPlan({ hold: 10_000 }), engine);
    await undo(engine, user.uid, key);
    expect(await left(id)).toEqual([]);
    expect(await readSend(id)).toBeNull();
  });

  it("leaves none of a send whose preparation is given up", async () => {
    const { id } = await aSend(familiesPlan(), answering());
    await sendRef(id).update({ state: "preparing", voided: true });
    await voidSend(id, Date.now());
    expect(await left(id)).toEqual([]);
  });

  it("leaves none with the account, also if the send can't be read", async () => {
    const { user, engine, key } = await families();
    const other = await begun(user, engine, familiesPlan());
    await sendRef(other).update({ lastRow: "many" });
    expect(await deleteAllSends(user.uid)).toBe(true);
    expect([...(await left(sendDocId(user.uid, key))), ...(await left(other))]).toEqual([]);
  });

  it("deletes the rows of a send that says nothing of its last row", async () => {
    const { user, id } = await aSend(3, answering());
    const { lastRow: _, ...earlier } = (await sendRef(id).get()).data() ?? {};
    await sendRef(id).withConverter(null).set(earlier);
    await expectSend(id, { lastRow: 3 });
    expect(await deleteAllSends(user.uid)).toBe(true);
    expect(await left(id)).toEqual([]);
  });
});

it("exports every row of the list with its values, and the number of its email's row", async () => {
  const { user, key } = await families();
  const { items } = await planExport({ ...user, email: "ada@example.org" }, Date.now());
  const item = items.find(({ id }) => id === sendDocId(user.uid, key));
  if (!item) throw new Error("The send isn't in the export.");
  let text = "";
  for await (const { name, content } of entriesOf(user.uid, item))
    if (name.endsWith("/rows.json")) for await (const piece of content) text += piece;
  const rows: Record<string, unknown>[] = JSON.parse(text);
  expect(
    rows.map(({ row, joined_to, name, person, values, status }) => [
      ...[row, joined_to, person ?? name],
      ...[values, status],
    ]),
  ).toEqual([
    [1, undefined, "Anna", { "Full Name": "Anna" }, "sent"],
    [3, 1, "Tim", { "Full Name": "Tim" }, "sent"],
    [5, 1, "Lea", { "Full Name": "Lea" }, "sent"],
    [2, undefined, "Ben", { "Full Name": "Ben" }, "sent"],
    [4, undefined, "Mia", { "Full Name": "Mia" }, "sent"],
    [6, 4, "Max", { "Full Name": "Max" }, "sent"],
  ]);
});
