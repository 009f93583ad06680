import { expect, it } from "vitest";
import { showSend } from "../src/features/sends/present/show.ts";
import { readSender } from "../src/store/senders.ts";
import { aSender, begun, ownProject, testEngine } from "./sendsWorld.ts";

/** Looking at a send that waits for the queue. */
ownProject();

async function waiting() {
  const user = await aSender();
  let now = Date.now();
  const engine = testEngine({ now: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  const id = await begun(user, engine, 1);
  const look = () => showSend(engine, user.uid, id.slice(user.uid.length + 1), null);
  return { user, engine, pass, look };
}

type Waiting = Awaited<ReturnType<typeof waiting>>;

/** Tasks asked for by two people who look every second for a time. */
async function watched({ engine, pass, look }: Waiting, seconds: number): Promise<number> {
  const before = engine.tasks.length;
  for (let i = 0; i < seconds; i++) {
    await Promise.all([look(), look()]);
    pass(1_000);
  }
  return engine.tasks.length - before;
}

it("asks for only a few more tasks, later each time, however many people look", async () => {
  const send = await waiting();
  expect(await watched(send, 4)).toBe(0);
  const tasks = await watched(send, 110);
  expect(tasks).toBeGreaterThanOrEqual(3);
  expect(tasks).toBeLessThanOrEqual(5);
});

it("asks once if the person has sent nothing yet, and the send goes out", async () => {
  const { user, engine, pass, look } = await waiting();
  expect(await readSender(user.uid)).toBeNull();
  pass(60_000);
  await Promise.all(Array.from({ length: 8 }, look));
  expect(engine.tasks).toHaveLength(1);
  await engine.drain();
  expect((await look()).send).toMatchObject({ state: "done", counts: { sent: 1 } });
});
