import { describe, expect, it } from "vitest";
import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import { remove, retry } from "../src/features/sends/control/control.ts";
import { findReceived, showCorrections } from "../src/features/sends/present/presentReceived.ts";
import { showSend } from "../src/features/sends/present/show.ts";
import { sendDocId } from "../src/store/sends/documents.ts";
import type { PlannedRow } from "../src/store/sends/schemas.ts";
import { refused } from "./expectations.ts";
import { families, familiesPlan, joinedRows, listingPlan } from "./joinedWorld.ts";
import { aSender, begun, keyOf, ownProject, REFUSAL, statesOf, wholeSlice } from "./sendsWorld.ts";

/** The number of any row means its email: for a second try, a correction and a question. */
ownProject();

type Families = Awaited<ReturnType<typeof families>>;

/** The first email (rows 1, 3 and 5) and the third (4 and 6) failed. */
const failed = () => families({ answers: { 1: REFUSAL, 3: REFUSAL } });

const stateOf = ({ user, key }: Families) => statesOf(sendDocId(user.uid, key));
/** Begins a correction of these rows, in this plan with rows of its own. */
async function corrected(
  { user, engine, key }: Families,
  corrects: { rows: number[]; here?: number[] },
  rows: Partial<PlannedRow>[],
  more: Partial<SendPlan> = {},
) {
  const plan = listingPlan(rows.length, { ...more, corrects: { send: key, ...corrects } });
  const planned = plan.rows.map((row, i) => ({ ...row, ...rows[i] }));
  return keyOf(user, await begun(user, engine, { ...plan, rows: planned }));
}

/** As `corrected`, of the first email, again as one. */
const joinedAgain = (world: Families) =>
  corrected(world, { rows: [1, 3, 5], here: [1, 2, 3] }, [joinedRows({ 2: "Tim", 3: "Lea" })]);

/** From now on, Gmail refuses emails to an address. */
function refuse(engine: Families["engine"], address: string): void {
  const send = engine.sendMessage;
  engine.sendMessage = async (call) =>
    Buffer.concat(call.message).includes(`To: ${address}`) ? REFUSAL : send(call);
}

describe("a second try", () => {
  it.each([
    ["its leading row", [1]],
    ["a further row", [5]],
    ["all of them", [1, 3, 5]],
    ["one of them twice", [3, 3]],
  ])("sends an email once that is named by %s", async (_, rows) => {
    const world = await failed();
    const { user, engine, key } = world;
    await retry(engine, user.uid, key, rows);
    expect(await stateOf(world)).toEqual(["queued", "sent", "failed"]);
    await wholeSlice(engine, user);
    expect(await stateOf(world)).toEqual(["sent", "sent", "failed"]);
    expect(engine.calls).toHaveLength(4);
  });

  it("sends nothing if a number isn't a row's", async () => {
    const world = await failed();
    const { user, engine, key } = world;
    for (const rows of [[7], [3, 7], [0], [1, 9_999_999]])
      await refused(
        retry(engine, user.uid, key, rows),
        "wrong_state",
        "Only failed, canceled, or unconfirmed rows can be sent again.",
      );
    expect(await stateOf(world)).toEqual(["failed", "sent", "failed"]);
  });

  it("sends nothing if an email was sent, whichever of its rows is named", async () => {
    const world = await families({ answers: { 3: REFUSAL } });
    const { user, engine, key } = world;
    await refused(retry(engine, user.uid, key, [6, 3]), "wrong_state");
    expect(await stateOf(world)).toEqual(["sent", "sent", "failed"]);
  });

  it("knows no row of another person's send", async () => {
    const { engine, key } = await failed();
    const other = await aSender();
    await refused(retry(engine, other.uid, key, [3]), "not_found");
    await refused(showCorrections(engine, other.uid, { id: key }), "not_found");
    await refused(findReceived(engine, other.uid, { send: key, rows: [3] }), "not_found");
  });
});

describe("people who received the email from another send", () => {
  /** A send whose first and third email failed, and whose people then got them from another. */
  async function received() {
    const world = await failed();
    const { user, engine, addresses } = world;
    const plan = familiesPlan();
    const rows = plan.rows.map((row, i) => ({ ...row, to: addresses[i] ?? "" }));
    await begun(user, engine, { ...plan, rows });
    return world;
  }

  it("are found by any row, for each that is asked about", async () => {
    const { user, engine, key } = await received();
    const asked = await findReceived(engine, user.uid, { send: key, rows: [5, 3, 3, 6, 42] });
    expect(asked.received).toMatchObject([
      { row: 3, by: "mailbox" },
      { row: 5, by: "mailbox" },
      { row: 6, by: "mailbox" },
    ]);
  });

  it("don't get it twice, unless a row of theirs is named", async () => {
    const world = await received();
    const { user, engine, key } = world;
    await expect(retry(engine, user.uid, key, [5, 3])).rejects.toMatchObject({
      reason: "already_received",
      message: `Nothing was sent. These people already received this email from another send, or are about to: Anna.`,
      details: { received: [{ row: 3 }, { row: 5 }] },
    });
    await refused(retry(engine, user.uid, key, [5], [4]), "already_received");
    await retry(engine, user.uid, key, [5], [3]);
    expect(await stateOf(world)).toEqual(["queued", "sent", "failed"]);
  });
});

describe("a correction of rows that shared an email", () => {
  it("offers every row of an email that failed, with its own values", async () => {
    const { user, engine, key, p1 } = await failed();
    const { rows } = await showCorrections(engine, user.uid, { id: key });
    expect(rows.map(({ row, name, values }) => [row, name, values["Full Name"]])).toEqual([
      [1, "Anna", "Anna"],
      [3, "Tim", "Tim"],
      [4, "Mia", "Mia"],
      [5, "Lea", "Lea"],
      [6, "Max", "Max"],
    ]);
    expect(rows.map((one) => one.joined_to)).toEqual([undefined, 1, undefined, 1, 4]);
    expect(rows.map(({ recipient }) => recipient === p1)).toEqual([1, 1, 0, 1, 0].map(Boolean));
  });

  it("says how the send read its amounts", async () => {
    const formsOf = async (numberForms: string[]) => {
      const answers = { 1: REFUSAL };
      const { user, engine, key } = await families({ answers, plan: { numberForms } });
      return (await showCorrections(engine, user.uid, { id: key })).number_forms;
    };
    expect(await formsOf(["comma"])).toEqual({ "Full Name": "comma" });
    expect(await formsOf([""])).toBeUndefined();
  });

  it("offers every row of an email that was received, for another email", async () => {
    const { user, engine, key } = await families({ answers: { 3: REFUSAL } });
    const { rows } = await showCorrections(engine, user.uid, { id: key, who: "received" });
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 5]);
  });

  it("takes the place of the whole email", async () => {
    const world = await failed();
    const { user, engine, key } = world;
    const by = await joinedAgain(world);
    const { send } = await showSend(engine, user.uid, key, null);
    expect(send.corrected).toMatchObject([{ id: by, rows: [1, 3, 5] }]);
    const { rows } = await showCorrections(engine, user.uid, { id: key });
    expect(rows.map(({ row }) => row)).toEqual([4, 6]);
    await retry(engine, user.uid, key, null);
    expect(await stateOf(world)).toEqual(["failed", "sent", "queued"]);
  });

  it("counts for the whole email, whichever of its rows it names, unless it failed", async () => {
    const world = await failed();
    const { user, engine, key } = world;
    refuse(engine, "refused@example.org");
    const by = await corrected(world, { rows: [3, 5, 6], here: [1, 2, 3] }, [
      { ...joinedRows({ 2: "Lea" }), to: "refused@example.org" },
      { n: 3 },
    ]);
    await wholeSlice(engine, user);
    expect(await statesOf(sendDocId(user.uid, by))).toEqual(["failed", "sent"]);
    const { send: shown } = await showSend(engine, user.uid, key, null);
    expect(shown.corrected).toMatchObject([{ id: by, rows: [4, 6] }]);
    await joinedAgain(world);
  });

  it.each([
    ["the leading row", [1]],
    ["a further row", [5]],
    ["a further row twice, and another", [3, 3, 5]],
  ])("is refused once the email was corrected by %s", async (_, rows) => {
    const world = await failed();
    await corrected(
      world,
      { rows, here: rows.map((_row, i) => i + 1) },
      rows.map(() => ({})),
    );
    await refused(
      joinedAgain(world),
      "wrong_state",
      "Anna already received this email, or will. Remove them and try again.",
    );
    await refused(corrected(world, { rows: [3] }, [{}]), "wrong_state");
    await refused(corrected(world, { rows: [3], here: [1] }, [{}]), "wrong_state");
  });

  it("is refused for a row that isn't there", async () => {
    const world = await failed();
    for (const rows of [[7], [5, 7], [9_999_999]])
      await refused(
        corrected(world, { rows }, [{}]),
        "invalid_input",
        "The send that you're correcting has no such row.",
      );
  });

  it("may be an email for each row: each goes, and one that failed goes again", async () => {
    const world = await failed();
    const { user, engine, key } = world;
    const here = { rows: [1, 3, 5], here: [1, 2, 3] };
    const by = await corrected(world, here, [{}, { to: "refused@example.org" }, {}]);
    refuse(engine, "refused@example.org");
    await wholeSlice(engine, user);
    const states = () => statesOf(sendDocId(user.uid, by));
    expect(await states()).toEqual(["sent", "failed", "sent"]);
    expect((await showSend(engine, user.uid, key, null)).send.corrected).toMatchObject([
      { id: by, rows: [1, 3, 5] },
    ]);
    const { rows } = await showCorrections(engine, user.uid, { id: by });
    expect(rows.map(({ row }) => row)).toEqual([2]);
    await retry(engine, user.uid, by, null);
    expect(await states()).toEqual(["sent", "queued", "sent"]);
  });

  it("counts in further corrections for the rows that it names", async () => {
    const world = await failed();
    const { user, engine } = world;
    engine.sendMessage = async () => REFUSAL;
    const by = await corrected(world, { rows: [1, 3, 5], here: [1, 2, 3] }, [{}, {}, {}]);
    await wholeSlice(engine, user);
    const offered = async () =>
      (await showCorrections(engine, user.uid, { id: by })).rows.map(({ row }) => row);
    expect(await offered()).toEqual([1, 2, 3]);
    await corrected({ ...world, key: by }, { rows: [3], here: [1] }, [{}]);
    expect(await offered()).toEqual([1, 2]);
    await corrected({ ...world, key: by }, { rows: [1, 2], here: [1, 2] }, [{}, {}]);
    expect(await offered()).toEqual([]);
  });

  it("can't be begun once the data is deleted and any row was corrected", async () => {
    const world = await failed();
    const { user, engine, key } = world;
    await joinedAgain(world);
    await remove(engine, user.uid, key);
    await refused(
      corrected(world, { rows: [6] }, [{}]),
      "wrong_state",
      /^Some of these people may have received this email or a correction of it/,
    );
  });

  it("can be begun once the data is deleted if no row was", async () => {
    const world = await failed();
    await remove(world.engine, world.user.uid, world.key);
    await corrected(world, { rows: [5, 6], here: [1, 2] }, [{}, {}]);
    await refused(corrected(world, { rows: [1] }, [{}]), "wrong_state");
  });

  it("stays known once its own data is deleted", async () => {
    const world = await failed();
    const { user, engine, key } = world;
    const by = await corrected(world, { rows: [5], here: [1] }, [{}]);
    await wholeSlice(engine, user);
    await remove(engine, user.uid, by);
    const { send } = await showSend(engine, user.uid, key, null);
    expect(send.corrected).toMatchObject([{ rows: [1, 3, 5] }]);
    await refused(retry(engine, user.uid, key, [3]), "already_received");
  });
});

it("asks about a corrected list by any row of an email", async () => {
  const world = await failed();
  const { user, engine, key } = world;
  await joinedAgain(world);
  const people = [
    { row: 1, recipient: "new@example.org", from: 5 },
    { row: 2, recipient: "other@example.org", from: 4 },
  ];
  const asked = await findReceived(engine, user.uid, {
    subject: "Your children",
    people,
    corrects: key,
  });
  expect(asked.received).toMatchObject([{ row: 1, by: "person" }]);
});
