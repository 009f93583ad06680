import { work } from "../../src/features/sends/work/worker.ts";
import type { User } from "../../src/http/user.ts";
import { readSend } from "../../src/store/sends/read.ts";
import { aPlan, begun, testEngine } from "../../test/sendsWorld.ts";

/**
 * Sends a number of mails at a rate (mails a minute). Returns how many slices that took, and the seconds that
 * instances work: the slices' own time, measured, with every wait of theirs added in full. The time between slices is
 * skipped.
 */
export async function instanceSeconds(sender: User, mails: number, rate: number) {
  const engine = testEngine({ rate });
  const { sleep } = engine;
  let waited = 0;
  engine.sleep = (ms) => {
    waited += ms;
    return sleep(ms);
  };
  const id = await begun(sender, engine, aPlan(mails));
  await engine.enqueue(sender.uid, engine.now());

  let busy = 0;
  let slices = 0;
  for (let task = engine.tasks.shift(); task; task = engine.tasks.shift()) {
    engine.pass(Math.max(0, task.at - engine.now()));
    const begin = performance.now();
    await work(engine, task);
    busy += performance.now() - begin;
    slices += 1;
  }
  const send = await readSend(id);
  if (send?.counts.sent !== mails) throw new Error(`Not all were sent: ${JSON.stringify(send?.counts)}`);
  return { slices, seconds: (busy + waited) / 1_000 };
}
