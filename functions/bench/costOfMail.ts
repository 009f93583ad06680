import { sweep } from "../src/features/sends/sweep.ts";
import { asItIs, presentRows, presentSends } from "../src/features/sends/view.ts";
import type { User } from "../src/http/user.ts";
import { readJob } from "../src/store/sendsJobs.ts";
import { aPlan, begun, testEngine } from "../test/sendsWorld.ts";
import { type Costs, countCosts } from "./costs.ts";
import { figure, heading } from "./print.ts";

const MAILS = 600;
const RATE = 60;
const DAY = 24 * 3_600_000;

/** Prints what Firestore bills for each mail of a send of 600 at 60 a minute: to begin it, to send it, to delete it a day later. */
export async function costOfMail(sender: User): Promise<void> {
  const engine = testEngine({ rate: RATE, sendMessage: async () => ({ kind: "sent", messageId: "m" }) });
  const counted = countCosts();
  const id = await begun(sender, engine, aPlan(MAILS));
  const begin = counted();
  await engine.enqueue(sender.uid, engine.now());
  await engine.drain();
  const send = counted();
  const job = await readJob(id);
  if (job?.counts.sent !== MAILS) throw new Error(`Not all were sent: ${JSON.stringify(job?.counts)}`);
  counted();
  await presentSends([await asItIs({ ...job, state: "running" })], RATE);
  await presentRows(job, null);
  const look = counted();
  engine.pass(DAY + 60_000);
  await sweep(engine);
  const remove = counted();

  heading(`Firestore, per mail (a send of ${MAILS} at ${RATE} a minute; promised: 1.2 reads, 3 writes, 1 delete)`);
  line("to begin", begin);
  line("to send", send);
  line("to delete", remove);
  line("in all", sum([begin, send, remove]));
  figure("one look at all its rows (GET /api/sends/{id})", `${look.reads} reads`);
}

function line(name: string, { reads, writes, deletes }: Costs): void {
  const per = (n: number) => (n / MAILS).toFixed(3);
  figure(name, `${per(reads)} reads, ${per(writes)} writes, ${per(deletes)} deletes`);
}

function sum(all: Costs[]): Costs {
  const total = (of: keyof Costs) => all.reduce((n, costs) => n + costs[of], 0);
  return { reads: total("reads"), writes: total("writes"), deletes: total("deletes") };
}
