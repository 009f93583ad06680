import { duplicateOfRow, SKIPPED_BY_HAND } from "@sendwright/core/check/skipReasons";
import { describe, expect, it } from "vitest";
import { cancel, remove, retry, undo } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { showCorrections } from "../src/features/sends/present/presentReceived.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { correctingSends } from "../src/store/sends/corrections.ts";
import { sendDocId } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { requireCorrectable } from "../src/store/sends/requireCorrectable.ts";
import { refused } from "./expectations.ts";
import {
  aPlan,
  aSender,
  begun,
  HOUR,
  keyOf,
  over,
  ownProject,
  REFUSAL,
  SENTENCE,
  skippedRow,
  statesOf,
  wholeSlice,
} from "./sendsWorld.ts";

/**
 * A send knows which rows of which earlier send it corrects: the people served there are offered
 * and sent to nowhere else.
 */
ownProject();

type Over = Awaited<ReturnType<typeof over>>;

/** A send of three failed rows, and corrections of its rows. */
async function failed() {
  const send = await over(3, { answers: { 1: REFUSAL, 2: REFUSAL, 3: REFUSAL } });
  const { user, engine, key } = send;
  const here = (rows: number[]) => rows.map((_, i) => i + 1);
  /** To other addresses: only the numbers of the rows say who is who. */
  const correct = async (rows: number[], plan: Parameters<typeof aPlan>[1] = {}) => {
    const corrects = { send: key, rows, here: here(rows) };
    return keyOf(user, await begun(user, engine, aPlan(rows.length, { corrects, ...plan })));
  };
  return { ...send, correct };
}

async function offered({ user, engine, key }: Over): Promise<number[]> {
  return (await showCorrections(engine, user.uid, { id: key })).rows.map(({ row }) => row);
}

it("offers no one whom a later send corrects, and says which send that is", async () => {
  const send = await failed();
  const { user, engine, key, correct } = send;
  engine.pass(HOUR);
  const first = await correct([1]);
  expect(await offered(send)).toEqual([2, 3]);
  engine.pass(HOUR);
  const second = await correct([3]);
  expect(await offered(send)).toEqual([2]);
  const shown = await showSend(engine, user.uid, key, null);
  expect(shown.send.corrected).toMatchObject([
    { id: first, rows: [1] },
    { id: second, rows: [3] },
  ]);
  expect((await showSend(engine, user.uid, first, null)).send).toMatchObject({
    corrects: key,
    corrected: [],
  });
  const { sends } = await listSends(engine, user.uid);
  expect(sends.map(({ id, corrects }) => [id, corrects])).toEqual([
    [second, key],
    [first, key],
    [key, null],
  ]);
});

it("also reports it to a page that already knows the rows", async () => {
  const { user, engine, key, correct } = await failed();
  const { cursor } = await showSend(engine, user.uid, key, null);
  await correct([2]);
  const { send, results } = await showSend(engine, user.uid, key, cursor);
  expect(send.corrected).toMatchObject([{ rows: [2] }]);
  expect(results).toEqual([]);
});

it("accepts a row once, even if many tabs correct it at the same time", async () => {
  const send = await failed();
  const tries = await Promise.allSettled([send.correct([1, 2]), send.correct([2, 3])]);
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const rejected = tries.find((one) => one.status === "rejected");
  expect(rejected?.reason).toMatchObject({
    reason: "wrong_state",
    message: `${send.addresses[1]} already received this email, or will. Remove them and try again.`,
  });
});

it("doesn't send a corrected row again: only the others go", async () => {
  const { user, engine, key, correct, addresses } = await failed();
  await correct([1, 3]);
  await refused(
    retry(engine, user.uid, key, [2, 3]),
    "already_received",
    `Nothing was sent. These people already received this email from another send, or are about to: ${addresses[2]}.`,
  );
  await retry(engine, user.uid, key, null);
  expect(await statesOf(sendDocId(user.uid, key))).toEqual(["failed", "queued", "failed"]);
  // While it is running, it has no list of people to correct.
  expect((await showSend(engine, user.uid, key, null)).send.corrected).toEqual([]);
});

it("says that everyone already received it once all failed rows are corrected", async () => {
  const { user, engine, key, correct } = await failed();
  await correct([1, 2, 3]);
  await refused(
    retry(engine, user.uid, key, null),
    "wrong_state",
    "Nothing was sent. Everyone in the failed rows already received this email from another send, or is about to.",
  );
});

it("accepts either a correction or a second try if both are clicked at once", async () => {
  const { user, engine, key, correct } = await failed();
  const tries = await Promise.allSettled([correct([1]), retry(engine, user.uid, key, [1])]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it("corrects no one who got it through a second try meanwhile", async () => {
  const { user, engine, key, correct, addresses } = await failed();
  await retry(engine, user.uid, key, [1, 2]);
  await refused(
    correct([3]),
    "wrong_state",
    "The send that you're correcting hasn't ended yet. Wait until it ends.",
  );
  await wholeSlice(engine, user);
  await refused(
    correct([1, 2, 3]),
    "wrong_state",
    `${addresses[0]}, ${addresses[1]} already received this email, or will. Remove them and try again.`,
  );
  await correct([3]);
});

it("names three of many", async () => {
  const names = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [n, { person: `Person ${n}` }]));
  const answers = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [n, REFUSAL]));
  const { user, engine, key } = await over(5, { rows: names, answers });
  const corrects = { send: key, rows: [1, 2, 3, 4, 5] };
  await begun(user, engine, aPlan(5, { corrects }));
  await refused(
    begun(user, engine, aPlan(5, { corrects })),
    "wrong_state",
    "Person 1, Person 2, Person 3 and 2 more already received this email, or will. Remove them and try again.",
  );
});

it("offers them again if the correction is undone, canceled or has failed: it reached no one", async () => {
  const send = await failed();
  const { user, engine, correct } = send;
  const held = await correct([1], { hold: 10_000 });
  expect(await offered(send)).toEqual([2, 3]);
  await undo(engine, user.uid, held);
  expect(await offered(send)).toEqual([1, 2, 3]);

  const scheduled = await correct([1, 2], { startAt: engine.now() + HOUR });
  expect(await offered(send)).toEqual([3]);
  await cancel(engine, user.uid, scheduled);
  expect(await offered(send)).toEqual([1, 2, 3]);
  await remove(engine, user.uid, scheduled);
  expect(await offered(send)).toEqual([1, 2, 3]);

  const half = await correct([1, 2]);
  const { sendMessage } = engine;
  engine.sendMessage = async (call) => {
    engine.sendMessage = sendMessage;
    await sendMessage(call);
    return REFUSAL;
  };
  await wholeSlice(engine, user);
  const [first] = await statesOf(sendDocId(user.uid, half));
  const lost = first === "failed" ? 1 : 2;
  expect(await offered(send)).toEqual([lost, 3]);
  // Once the data of a correction that reached someone is deleted, no one can tell whom.
  await remove(engine, user.uid, half);
  expect(await offered(send)).toEqual([3]);
});

it("treats a correction without origins as one for all its people", async () => {
  const send = await failed();
  const { user, engine, key, p1 } = send;
  await begun(user, engine, aPlan(2, { corrects: { send: key, rows: [1, 2] } }));
  expect(await offered(send)).toEqual([3]);
  await refused(retry(engine, user.uid, key, [1]), "already_received", expect.stringContaining(p1));
});

it("knows a person through corrections of corrections", async () => {
  const send = await failed();
  const { user, engine, key, correct } = send;
  const second = await correct([1]);
  engine.sendMessage = async () => REFUSAL;
  await wholeSlice(engine, user);
  expect(await offered(send)).toEqual([1, 2, 3]);
  const third = keyOf(
    user,
    await begun(user, engine, aPlan(1, { corrects: { send: second, rows: [1], here: [1] } })),
  );
  expect(await offered(send)).toEqual([2, 3]);
  await refused(retry(engine, user.uid, key, [1]), "already_received", expect.anything());
  await refused(retry(engine, user.uid, second, [1]), "already_received", expect.anything());
  await refused(
    correct([1]),
    "wrong_state",
    expect.stringMatching(/ already received this email, or will\. /),
  );
  await cancel(engine, user.uid, third);
  await retry(engine, user.uid, key, [1]);
  await refused(retry(engine, user.uid, second, [1]), "already_received", expect.anything());
});

it("takes over the people of a canceled send, which no longer sends to them", async () => {
  const { user, engine, key, p1 } = await over(2, { plan: { startAt: Date.now() + 10 * HOUR } });
  await cancel(engine, user.uid, key);
  await begun(user, engine, aPlan(1, { corrects: { send: key, rows: [1], here: [1] } }));
  await refused(
    retry(engine, user.uid, key, [1, 2]),
    "already_received",
    expect.stringContaining(p1),
  );
  await retry(engine, user.uid, key, [2]);
  expect(await statesOf(sendDocId(user.uid, key))).toEqual(["skipped", "queued"]);
});

it("begins a list that was begun before the earlier send's data was deleted, and sends to no one of it twice", async () => {
  const { user, engine, key, correct } = await failed();
  await correct([3]);
  engine.pass(25 * HOUR);
  await sweep(engine);
  await correct([1]);
  const since = expect.stringMatching(
    /^Some of these people may have received this email or a correction of it/,
  );
  await refused(correct([1, 2]), "wrong_state", since);
  await refused(correct([3]), "wrong_state", since);
  await remove(engine, user.uid, key);
  await refused(correct([1]), "wrong_state", since);
  await correct([2]);
});

it("knows who is owed the email once the earlier send's data is deleted", async () => {
  const { user, engine, key, correct } = await failed();
  await retry(engine, user.uid, key, [1]);
  await wholeSlice(engine, user);
  await remove(engine, user.uid, key);
  const since = expect.stringMatching(
    /^Some of these people may have received this email or a correction of it/,
  );
  await refused(correct([1]), "wrong_state", since);
  await refused(correct([1, 2]), "wrong_state", since);
  await correct([2]);
  await correct([3]);
});

it("begins no list of a correction without data: its people may have been reached from the first send", async () => {
  const { user, engine, correct } = await failed();
  engine.sendMessage = async () => REFUSAL;
  const second = await correct([1]);
  await wholeSlice(engine, user);
  await remove(engine, user.uid, second);
  await correct([1]);
  const plan = aPlan(1, { corrects: { send: second, rows: [1], here: [1] } });
  await refused(begun(user, engine, plan), "wrong_state", expect.stringContaining("correction"));
});

it("knows no send of anyone else and no row that doesn't exist", async () => {
  const { key, correct } = await failed();
  const [other, { engine }] = [await aSender(), await failed()];
  const plan = aPlan(1, { corrects: { send: key, rows: [1] } });
  await refused(
    begun(other, engine, plan),
    "not_found",
    "The send that you're correcting no longer exists.",
  );
  await refused(
    correct([1, 4]),
    "invalid_input",
    "The send that you're correcting has no such row.",
  );
});

describe("the list of people to correct", () => {
  const BLANK = "Blank value for {{Full Name}}";
  /** Those of one row. */
  const COPIES = { cc: "boss@example.org", bcc: "archive@example.org" };

  it("returns failed and skipped people as they were written", async () => {
    const { user, engine, key, addresses, p1 } = await over(4, {
      rows: {
        1: { name: "Good, Ann", person: "Good, Ann", ...COPIES },
        2: skippedRow(BLANK, { values: [""] }),
        3: skippedRow("Not an email address: cy (there's no @)", { to: "cy", person: "Cy Best" }),
      },
      answers: { 1: REFUSAL },
    });
    const { results } = await showSend(engine, user.uid, key, null);
    const named = results.map(({ name }) => name);
    expect(named).toEqual(["Good, Ann", undefined, "Cy Best", undefined]);
    const values = (name: string) => ({ "Full Name": name });
    expect(await showCorrections(engine, user.uid, { id: key })).toEqual({
      success: true,
      variables: ["Full Name"],
      date_orders: {},
      rows: [
        {
          row: 1,
          recipient: `"Good, Ann" <${p1}>`,
          name: "Good, Ann",
          reason: SENTENCE,
          ...COPIES,
          values: values("Person 1"),
        },
        { row: 2, recipient: addresses[1], reason: BLANK, values: values("") },
        {
          row: 3,
          recipient: "cy",
          name: "Cy Best",
          reason: "Not an email address: cy (there's no @)",
          values: values("Person 3"),
        },
      ],
    });
  });

  it("returns no one who may have it, whom a person skipped, or who is a repeat; those who share a mailbox are people of their own", async () => {
    const { user, engine, key, p1 } = await over(6, {
      answers: { 1: REFUSAL, 2: { kind: "unknown" } },
    });
    const shown = await showCorrections(engine, user.uid, { id: key });
    expect(shown.rows.map(({ recipient }) => recipient)).toEqual([p1]);

    const same = { to: `same-${key.slice(0, 8)}@example.org` };
    const other = await over(5, {
      rows: {
        1: same,
        2: { to: same.to.toUpperCase() },
        3: skippedRow(BLANK, same),
        4: skippedRow(SKIPPED_BY_HAND),
        5: skippedRow(duplicateOfRow(1), same),
      },
      answers: { 1: REFUSAL },
    });
    const { rows } = await showCorrections(other.engine, other.user.uid, { id: other.key });
    expect(rows.map(({ row }) => row)).toEqual([1, 3]);
  });

  it("returns who received it, for another email to them, and no one whose email failed or is unconfirmed", async () => {
    const { user, engine, key, addresses } = await over(4, {
      answers: { 1: REFUSAL, 2: { kind: "unknown" } },
    });
    const { rows } = await showCorrections(engine, user.uid, { id: key, who: "received" });
    expect(rows.map(({ row, recipient, values }) => [row, recipient, values])).toEqual([
      [3, addresses[2], { "Full Name": "Person 3" }],
      [4, addresses[3], { "Full Name": "Person 4" }],
    ]);
  });

  it("says how the dates were read", async () => {
    const { user, engine, key } = await over(1, {
      answers: { 1: REFUSAL },
      plan: { dateOrders: ["mdy"] },
    });
    expect(await showCorrections(engine, user.uid, { id: key })).toMatchObject({
      date_orders: { "Full Name": "mdy" },
    });
  });

  it("follows the send's present state: not while failed rows are sent again, and without people who got it that way", async () => {
    const { user, engine, key } = await over(2, { answers: { 1: REFUSAL } });
    await retry(engine, user.uid, key, null);
    await refused(showCorrections(engine, user.uid, { id: key }), "wrong_state");
    await wholeSlice(engine, user);
    expect((await showCorrections(engine, user.uid, { id: key })).rows).toEqual([]);
  });

  it("for a canceled send, also returns the people who were meant to get it", async () => {
    const plan = { startAt: Date.now() + 10 * HOUR };
    const { user, engine, key } = await over(2, { rows: { 1: skippedRow("No.") }, plan });
    await cancel(engine, user.uid, key);
    expect((await showCorrections(engine, user.uid, { id: key })).rows).toMatchObject([
      { row: 1, reason: "No." },
      { row: 2, cancelled: true, values: { "Full Name": "Person 2" } },
    ]);
  });

  it("belongs to no one else, and is gone once the data or the send is deleted", async () => {
    const { user, engine, key } = await over(1, { answers: { 1: REFUSAL } });
    const other = await aSender();
    await refused(showCorrections(engine, other.uid, { id: key }), "not_found");
    engine.pass(25 * HOUR);
    await sweep(engine);
    await refused(
      showCorrections(engine, user.uid, { id: key }),
      "wrong_state",
      "The data of this send has been deleted.",
    );
    await remove(engine, user.uid, key);
    await refused(showCorrections(engine, user.uid, { id: key }), "not_found");
  });
});

it("looks for no row that the send can't have", async () => {
  const { user, key } = await failed();
  const rows = Array.from({ length: 1_000 }, (_, i) => i + 1);
  let read = 0;
  const checked = requireCorrectable({ owner: user.uid, corrects: { send: key, rows } }, (n) => {
    read += n;
  });
  await refused(checked, "invalid_input", "The send that you're correcting has no such row.");
  expect(read).toBe(0);
});

it("is charged for rows that were deleted since: looking for them costs as much", async () => {
  const { user, engine, key, correct } = await failed();
  const by = await readSend(sendDocId(user.uid, await correct([1, 2, 3])));
  if (!by) throw new Error("No send.");
  const rows = [1, 2, 3].map((n) => ({ n, from: { send: sendDocId(user.uid, key), n } }));
  const charged = async () => {
    let read = 0;
    await correctingSends(by, rows, (n) => {
      read += n;
    });
    return read;
  };
  const before = await charged();
  await remove(engine, user.uid, key);
  // Two less: no row is found whose send, or whose send's corrections, could be read.
  expect(await charged()).toBe(before - 2);
});
