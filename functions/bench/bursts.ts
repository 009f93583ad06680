import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/user.ts";
import { readSend } from "../src/store/sends/read.ts";
import { aPlan, begun, testEngine } from "../test/sendsWorld.ts";
import { figure, heading } from "./print.ts";

const MAILS = 1_000;
const RATE = 60;

/**
 * Prints how long instances work for 1,000 mails at 60 a minute: the slices' own time, measured, with every wait of theirs
 * added in full; beside it what one worker would take that waits for the pace. The time between slices is skipped.
 */
export async function bursts(sender: User): Promise<void> {
  const engine = testEngine({ rate: RATE });
  const { sleep } = engine;
  let waited = 0;
  engine.sleep = (ms) => {
    waited += ms;
    return sleep(ms);
  };
  const id = await begun(sender, engine, aPlan(MAILS));
  await engine.enqueue(sender.uid, engine.now());

  const started = engine.now();
  const slices: number[] = [];
  for (let task = engine.tasks.shift(); task; task = engine.tasks.shift()) {
    engine.pass(Math.max(0, task.at - engine.now()));
    const begin = performance.now();
    await work(engine, task);
    slices.push(performance.now() - begin);
  }
  const send = await readSend(id);
  if (send?.counts.sent !== MAILS) throw new Error(`Not all were sent: ${JSON.stringify(send?.counts)}`);

  const busy = (slices.reduce((sum, ms) => sum + ms, 0) + waited) / 1_000;
  const whole = (engine.now() - started) / 1_000;
  heading(`Instance seconds for ${MAILS} mails at ${RATE} a minute (a Gmail that takes 50 ms)`);
  figure(`bursts (${slices.length} slices)`, `${busy.toFixed(0)} s`);
  figure("a worker that waits", `${whole.toFixed(0)} s, ${(whole / busy).toFixed(0)} times as many`);
}
