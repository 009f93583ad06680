import { expect, it } from "vitest";
import { sweep } from "../src/features/sends/attend/sweep.ts";
import { cancel, remove, retry, undo } from "../src/features/sends/control/control.ts";
import { showCorrections } from "../src/features/sends/present/corrections.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { sendDocId } from "../src/store/sends/documents.ts";
import { HOUR, keyOf, statesOf } from "./answering.ts";
import { over, REFUSAL } from "./overSend.ts";
import { aPlan, aSender, begun, NO_END, ownProject } from "./sendsWorld.ts";

/** A send knows which rows of which earlier send it corrects: whoever is served there is offered and sent to nowhere else. */
ownProject();

type Over = Awaited<ReturnType<typeof over>>;

/** A send of three who failed, and what corrects rows of it. */
async function failed() {
  const send = await over(3, { answers: { 1: REFUSAL, 2: REFUSAL, 3: REFUSAL } });
  const { user, engine, key } = send;
  const correct = async (rows: number[], plan: Parameters<typeof aPlan>[1] = {}) =>
    keyOf(user, await begun(user, engine, aPlan(rows.length, { corrects: { send: key, rows }, ...plan })));
  return { ...send, correct };
}

async function offered({ user, engine, key }: Over): Promise<number[]> {
  return (await showCorrections(engine, user.uid, key)).rows.map(({ row }) => row);
}

const refused = (promise: Promise<unknown>, reason: string, message: unknown) =>
  expect(promise).rejects.toMatchObject({ reason, message });

it("offers nobody whom a later send corrects, and says which send that is", async () => {
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
  expect((await showSend(engine, user.uid, first, null)).send).toMatchObject({ corrects: key, corrected: [] });
  const { sends } = await listSends(engine, user.uid);
  expect(sends.map(({ id, corrects }) => [id, corrects])).toEqual([
    [second, key],
    [first, key],
    [key, null],
  ]);
});

it("tells it also to a page that knows the rows already", async () => {
  const { user, engine, key, correct } = await failed();
  const { cursor } = await showSend(engine, user.uid, key, null);
  await correct([2]);
  const { send, results } = await showSend(engine, user.uid, key, cursor);
  expect(send.corrected).toMatchObject([{ rows: [2] }]);
  expect(results).toEqual([]);
});

it("takes a row once, however many tabs correct it at once", async () => {
  const send = await failed();
  const tries = await Promise.allSettled([send.correct([1, 2]), send.correct([2, 3])]);
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const rejected = tries.find((one) => one.status === "rejected");
  expect(rejected?.reason).toMatchObject({
    reason: "wrong_state",
    message: `Already corrected or sent to in another way: ${send.addresses[1]}. Take them out, and press Send again.`,
  });
});

it("does not send a corrected row again: the others go, it does not", async () => {
  const { user, engine, key, correct } = await failed();
  await correct([1, 3]);
  await refused(
    retry(engine, user.uid, key, [2, 3]),
    "wrong_state",
    "Somebody of these has been corrected since: another send has their mail.",
  );
  await retry(engine, user.uid, key, null);
  expect(await statesOf(sendDocId(user.uid, key))).toEqual(["failed", "queued", "failed"]);
});

it("says that no row is left to send once all are corrected", async () => {
  const { user, engine, key, correct } = await failed();
  await correct([1, 2, 3]);
  await refused(retry(engine, user.uid, key, null), "wrong_state", "No row of this send has failed.");
});

it("lets one of a correction and a second try win when both are pressed at once", async () => {
  const { user, engine, key, correct } = await failed();
  const tries = await Promise.allSettled([correct([1]), retry(engine, user.uid, key, [1])]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it("corrects nobody who got it by a second try meanwhile", async () => {
  const { user, engine, key, correct, addresses } = await failed();
  await retry(engine, user.uid, key, [1, 2]);
  await refused(correct([3]), "wrong_state", "The send that you correct goes on again. Wait for its end.");
  await runSlice(engine, user.uid, NO_END);
  await refused(
    correct([1, 2, 3]),
    "wrong_state",
    `Already corrected or sent to in another way: ${addresses[0]}, ${addresses[1]}. Take them out, and press Send again.`,
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
    "Already corrected or sent to in another way: Person 1, Person 2, Person 3 and 2 more. Take them out, and press Send again.",
  );
});

it("offers them again when the correction is undone, not when it is cancelled or deleted", async () => {
  const send = await failed();
  const { user, engine, correct } = send;
  const held = await correct([1], { hold: 10_000 });
  expect(await offered(send)).toEqual([2, 3]);
  await undo(engine, user.uid, held);
  expect(await offered(send)).toEqual([1, 2, 3]);

  await cancel(engine, user.uid, await correct([1], { startAt: engine.now() + HOUR }));
  const gone = await correct([2]);
  await runSlice(engine, user.uid, NO_END);
  await remove(engine, user.uid, gone);
  expect(await offered(send)).toEqual([3]);
});

it("takes the people of a cancelled send over: it goes to them no more", async () => {
  const { user, engine, key } = await over(2, { plan: { startAt: Date.now() + 10 * HOUR } });
  await cancel(engine, user.uid, key);
  await begun(user, engine, aPlan(1, { corrects: { send: key, rows: [1] } }));
  await refused(
    retry(engine, user.uid, key, [1, 2]),
    "wrong_state",
    "Somebody of these has been corrected since: another send has their mail.",
  );
  await retry(engine, user.uid, key, [2]);
  expect(await statesOf(sendDocId(user.uid, key))).toEqual(["skipped", "queued"]);
});

it("begins a list that was begun before the earlier send's data was deleted, and sends to nobody of it twice", async () => {
  const { user, engine, key, correct } = await failed();
  await correct([3]);
  engine.pass(25 * HOUR);
  await sweep(engine);
  await correct([1]);
  const since = expect.stringMatching(/^Some of these people have been corrected or sent to since/);
  await refused(correct([1, 2]), "wrong_state", since);
  await refused(correct([3]), "wrong_state", since);
  await remove(engine, user.uid, key);
  await refused(correct([1]), "wrong_state", since);
  await correct([2]);
});

it("begins no list of a send without data that went to some of its people once more", async () => {
  const { user, engine, key, correct } = await failed();
  await retry(engine, user.uid, key, [1]);
  await runSlice(engine, user.uid, NO_END);
  await remove(engine, user.uid, key);
  const since = expect.stringMatching(/^Some of these people have been corrected or sent to since/);
  await refused(correct([2]), "wrong_state", since);
});

it("knows no send of somebody else and no row that is not there", async () => {
  const { key, correct } = await failed();
  const [other, { engine }] = [await aSender(), await failed()];
  const plan = aPlan(1, { corrects: { send: key, rows: [1] } });
  await refused(begun(other, engine, plan), "not_found", "The send that is corrected is not there.");
  await refused(correct([1, 4]), "invalid_input", "The send that is corrected has no such row.");
});
