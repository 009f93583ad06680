import { took, worked } from "../../../bench/measure.ts";
import type { Row } from "../../../bench/row.ts";
import { runSlice } from "../../src/features/sends/work/slice.ts";
import { readSend } from "../../src/store/sends/read.ts";
import { aPlan, aSender, begun, NO_END, ownProject, testEngine } from "../../test/sendsWorld.ts";
import { GMAIL_MS, slowGmail } from "../gmail.ts";
import { IN_FLIGHT, loops, readyCall } from "./floor.ts";

const MAILS = 1_000;
/** What one loop sends takes as long for each mail, however many they are. */
const FEW = 100;
const FEW_SENDS = 10;
const MANY = 10_000;

ownProject();
await slowGmail();
const sender = await aSender();
const call = await readyCall(sender);

/** Mails a second. */
async function perSecond(mails: number, send: () => Promise<void>): Promise<number> {
  return (mails * 1_000) / (await took(send));
}

async function engineSends(mails: number): Promise<number> {
  const engine = testEngine();
  const id = await begun(sender, engine, aPlan(mails));
  const rate = await perSecond(mails, () => runSlice(engine, sender.uid, NO_END).then(() => undefined));
  const send = await readSend(id);
  if (send?.counts.sent !== mails) throw new Error(`Not all were sent: ${JSON.stringify(send?.counts)}`);
  return rate;
}

/** Microseconds of this process for each mail of a send, with a Gmail that answers at once. */
async function workPerMail(mails: number): Promise<number> {
  const engine = testEngine({ sendMessage: async () => ({ kind: "sent", messageId: "m" }) });
  const id = await begun(sender, engine, aPlan(mails));
  const ms = await worked(() => runSlice(engine, sender.uid, NO_END));
  const send = await readSend(id);
  if (send?.counts.sent !== mails) throw new Error(`Not all were sent: ${JSON.stringify(send?.counts)}`);
  return (ms * 1_000) / mails;
}

/** The same of several sends, one after the other. */
async function workPerMailOf(sends: number, mails: number): Promise<number> {
  let sum = 0;
  for (let i = 0; i < sends; i += 1) sum += await workPerMail(mails);
  return sum / sends;
}

const gmail = `a Gmail that takes ${GMAIL_MS} ms`;

export const rows: Row[] = [
  {
    name: "engine-loops",
    unit: "mails/s",
    floor: {
      what: `${IN_FLIGHT} plain loops of messages.send with ready-made messages, ${gmail}`,
      measure: () => perSecond(MAILS, () => loops(IN_FLIGHT, MAILS, call)),
    },
    ours: { what: `the engine, ${MAILS} rows, no pace, Firestore's emulator`, measure: () => engineSends(MAILS) },
    reach: { atLeast: 0.67 },
    rounds: 3,
    note: "What is missing are the two writes around each call, claim and outcome, which are the promise and stay. The emulator answers them on the same cores as the floor needs for itself: on a machine with much other work (load 14) it was 0.45, with less (load 6 to 9) 0.67 to 0.71. In the cloud the database has processors of its own.",
  },
  {
    name: "engine-loop",
    unit: "mails/s",
    floor: {
      what: `what people use: one loop, one messages.send after the other, ${gmail}`,
      measure: () => perSecond(FEW, () => loops(1, FEW, call)),
    },
    ours: { what: `the engine, ${2 * FEW} rows, no pace`, measure: () => engineSends(2 * FEW) },
    reach: { atLeast: 2.6 },
    rounds: 5,
    note: "The engine has four calls in flight, so four times would be possible; the rest is as in engine-loops, and a busy machine (load 14: 2.26) takes more of it away than of the loop.",
  },
  {
    name: "engine-growth",
    unit: "µs of CPU a mail",
    floor: { what: `a straight line: sends of ${FEW}`, measure: () => workPerMailOf(FEW_SENDS, FEW) },
    ours: {
      what: `a send of ${MANY.toLocaleString("en-US")} rows, a Gmail that answers at once`,
      measure: () => workPerMail(MANY),
    },
    reach: { atMost: 1.1 },
    rounds: 1,
    note: "One round: it takes minutes. A send has 1,000 rows at most. What a slice does once is spread over more mails; rows are read in portions, so that none is read twice.",
  },
];
