import { duplicateOfRow, LEFT_OUT } from "@sendwright/core/check/leftOut";
import { expect, it } from "vitest";
import { cancel, remove, retry } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { showCorrections } from "../src/features/sends/present/presentCorrections.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { HOUR } from "./answering.ts";
import { leftOut, over, REFUSAL, SENTENCE } from "./overSend.ts";
import { aSender, NO_END, ownProject } from "./sendsWorld.ts";

/** Who of a send can be corrected, and which of their data is returned. */
ownProject();

const BLANK = "Blank value for {{Full Name}}";

it("returns failed and skipped people as they were written", async () => {
  const { user, engine, key, addresses, p1 } = await over(4, {
    rows: {
      1: { name: "Good, Ann", person: "Good, Ann" },
      2: leftOut(BLANK, { values: [""] }),
      3: leftOut("Not an email address: cy", { to: "cy", person: "Cy Best" }),
    },
    answers: { 1: REFUSAL },
  });
  const values = (name: string) => ({ "Full Name": name });
  expect(await showCorrections(engine, user.uid, { id: key })).toEqual({
    ...{ success: true, variables: ["Full Name"], date_orders: {} },
    rows: [
      { row: 1, recipient: `"Good, Ann" <${p1}>`, name: "Good, Ann", reason: SENTENCE, values: values("Person 1") },
      { row: 2, recipient: addresses[1], reason: BLANK, values: values("") },
      { row: 3, recipient: "cy", name: "Cy Best", reason: "Not an email address: cy", values: values("Person 3") },
    ],
  });
});

it("returns no one who may have it through another row, whom a person skipped, or whose address an earlier row has", async () => {
  const { user, engine, key, p1 } = await over(6, { answers: { 1: REFUSAL, 2: { kind: "unknown" } } });
  const shown = await showCorrections(engine, user.uid, { id: key });
  expect(shown.rows.map(({ recipient }) => recipient)).toEqual([p1]);

  const same = { to: `same-${key.slice(0, 8)}@example.org` };
  const other = await over(5, {
    rows: {
      1: same,
      2: { to: same.to.toUpperCase() },
      3: leftOut(BLANK, same),
      4: leftOut(LEFT_OUT),
      5: leftOut(duplicateOfRow(1), same),
    },
    answers: { 1: REFUSAL },
  });
  expect((await showCorrections(other.engine, other.user.uid, { id: other.key })).rows).toEqual([]);
});

it("returns who received it, for another email to them, and no one whose email failed or is unconfirmed", async () => {
  const { user, engine, key, addresses } = await over(4, { answers: { 1: REFUSAL, 2: { kind: "unknown" } } });
  const { rows } = await showCorrections(engine, user.uid, { id: key, who: "received" });
  expect(rows.map(({ row, recipient, values }) => [row, recipient, values])).toEqual([
    [3, addresses[2], { "Full Name": "Person 3" }],
    [4, addresses[3], { "Full Name": "Person 4" }],
  ]);
});

it("says how the dates were read", async () => {
  const { user, engine, key } = await over(1, { answers: { 1: REFUSAL }, plan: { dateOrders: ["mdy"] } });
  expect(await showCorrections(engine, user.uid, { id: key })).toMatchObject({ date_orders: { "Full Name": "mdy" } });
});

it("follows the send's present state: not while failed rows are sent again, and without people who got it that way", async () => {
  const { user, engine, key } = await over(2, { answers: { 1: REFUSAL } });
  await retry(engine, user.uid, key, null);
  await expect(showCorrections(engine, user.uid, { id: key })).rejects.toMatchObject({ reason: "wrong_state" });
  await runSlice(engine, user.uid, NO_END);
  expect((await showCorrections(engine, user.uid, { id: key })).rows).toEqual([]);
});

it("for a canceled send, also returns the people who were meant to get it", async () => {
  const plan = { startAt: Date.now() + 10 * HOUR };
  const { user, engine, key } = await over(2, { rows: { 1: leftOut("No.") }, plan });
  await cancel(engine, user.uid, key);
  expect((await showCorrections(engine, user.uid, { id: key })).rows).toMatchObject([
    { row: 1, reason: "No." },
    { row: 2, cancelled: true, values: { "Full Name": "Person 2" } },
  ]);
});

it("belongs to no one else, and is gone once the data or the send is deleted", async () => {
  const { user, engine, key } = await over(1, { answers: { 1: REFUSAL } });
  const other = await aSender();
  await expect(showCorrections(engine, other.uid, { id: key })).rejects.toMatchObject({ reason: "not_found" });
  engine.pass(25 * HOUR);
  await sweep(engine);
  await expect(showCorrections(engine, user.uid, { id: key })).rejects.toMatchObject({
    reason: "wrong_state",
    message: "The data of this send has been deleted.",
  });
  await remove(engine, user.uid, key);
  await expect(showCorrections(engine, user.uid, { id: key })).rejects.toMatchObject({ reason: "not_found" });
});
