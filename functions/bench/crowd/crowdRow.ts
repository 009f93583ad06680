import { randomUUID } from "node:crypto";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { groupBy } from "@sendwright/core/groupBy";
import { type BenchRow, quantile, took } from "../../../bench/measure.ts";
import { chanceOf } from "../../../test/chance.ts";
import { type Given, type Person, sendTo } from "../../test/harness.ts";
import {
  aPlan,
  aTemplate,
  begun,
  connectedPerson,
  HOUR,
  keyOf,
  testEngine,
} from "../../test/sendsWorld.ts";
import { BUNDLE, type BundledApi, ONE_PROCESSOR, startBundledApi } from "../bundledApi.ts";

const PEOPLE = 100;
const ROWS = 50;
/** How often each of them makes a call, and for how long. */
const EVERY_MS = 10_000;
const CALLS_OF_EACH = 6;
/** Of one person alone: half of them before the crowd, half after it. */
const QUIET_CALLS = 200;
const PART = 0.95;

const TEMPLATE = {
  name: "Invitation",
  subject: "Hello {{Full Name}}",
  body: `${"<p>Dear {{Full Name}}, we are happy to invite you to our next meeting.</p>".repeat(25)}<p>See you on {{Talk Date|date}}.</p>`,
  dateFormat: "long" as const,
  timeFormat: "12hr" as const,
};

/** A person with a template and a send that begins tomorrow. Their page knows all rows of it. */
interface Member extends Person {
  template: string;
  send: string;
  cursor: string;
}

interface MixedCall {
  name: string;
  request(of: Member): [method: string, path: string, given?: Given];
}

const list: MixedCall = {
  name: "the list of templates",
  request: () => ["GET", "/api/templates"],
};
const open: MixedCall = {
  name: "a template",
  request: ({ template }) => ["GET", `/api/template/${template}`],
};
const save: MixedCall = {
  name: "a save",
  // Another text each time, so that the earlier one is kept.
  request: ({ template }) => {
    const subject = `${TEMPLATE.subject} (${randomUUID()})`;
    return ["PUT", `/api/template/${template}`, { json: { ...TEMPLATE, subject } }];
  },
};
const preview: MixedCall = {
  name: "a preview",
  request: ({ template }) => {
    const variables = { "Full Name": "Ada Lovelace", "Talk Date": "2026-12-10" };
    return ["POST", "/api/preview", { json: { template_id: template, variables } }];
  },
};
const sends: MixedCall = { name: "the list of sends", request: () => ["GET", "/api/sends"] };
const look: MixedCall = {
  name: "a look at a send",
  request: ({ send, cursor }) => ["GET", `/api/sends/${send}?after=${encodeURIComponent(cursor)}`],
};
/** The calls of some minutes of work, in their order. */
const MIX = [list, open, preview, look, sends, look, save, list, sends, look] as const;

/** How long a call took, in milliseconds. */
interface TimedCall {
  name: string;
  ms: number;
}

async function aMember(api: BundledApi): Promise<Member> {
  const person = await connectedPerson();
  const template = await aTemplate(person.uid, TEMPLATE);
  const user = { ...person, name: "Ada" };
  const engine = testEngine();
  const id = await begun(user, engine, aPlan(ROWS, { startAt: Date.now() + 24 * HOUR }));
  const send = keyOf(user, id);
  const { body } = await sendTo(`${api.url}/api/sends/${send}`, "GET", { token: person.token });
  return { ...person, template, send, cursor: String(body.cursor) };
}

/** Makes a person's call with this number. Throws if it is refused. */
async function timed(api: BundledApi, member: Member, n: number): Promise<TimedCall> {
  const { name, request } = MIX[n % MIX.length] ?? look;
  const [method, path, given] = request(member);
  const ms = await took(async () => {
    const { status, body } = await sendTo(api.url + path, method, {
      ...given,
      token: member.token,
    });
    if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${body.error}`);
  });
  return { name, ms };
}

/** Calls of one person alone, one after the other. */
async function quietly(api: BundledApi, member: Member): Promise<TimedCall[]> {
  const calls: TimedCall[] = [];
  for (let n = 0; n < QUIET_CALLS / 2; n++) calls.push(await timed(api, member, n));
  return calls;
}

/** The calls of all people, each at a random time within its ten seconds. */
async function together(api: BundledApi, members: readonly Member[]): Promise<TimedCall[]> {
  const chance = chanceOf(1);
  const from = performance.now();
  const callsOf = async (member: Member, i: number) => {
    const calls: TimedCall[] = [];
    for (let n = 0; n < CALLS_OF_EACH; n++) {
      const at = from + n * EVERY_MS + chance.integer(0, EVERY_MS);
      await sleep(Math.max(0, at - performance.now()));
      calls.push(await timed(api, member, i + n));
    }
    return calls;
  };
  return (await Promise.all(members.map(callsOf))).flat();
}

/** The milliseconds that the machine's processors have worked and rested until now. */
function processors(): { busy: number; all: number } {
  const spent = cpus().map(({ times }) => times);
  const all = spent.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0);
  return { all, busy: all - spent.reduce((sum, { idle }) => sum + idle, 0) };
}

async function besideACrowd(): Promise<number> {
  const api = await startBundledApi(BUNDLE, { isPinned: true });
  const alone = await aMember(api);
  const members: Member[] = [];
  while (members.length < PEOPLE) members.push(await aMember(api));
  await quietly(api, alone);
  await Promise.all(members.map((member, i) => timed(api, member, i)));
  const before = await quietly(api, alone);
  const [cost, machine] = [await api.cost(), processors()];
  const crowded = await together(api, members);
  const [costThen, machineThen] = [await api.cost(), processors()];
  const quiet = [...before, ...(await quietly(api, alone))];
  api.stop();
  const own = Math.round((costThen.cpu - cost.cpu) / crowded.length);
  const busy = (machineThen.busy - machine.busy) / (machineThen.all - machine.all);
  console.log(
    `    each call took ${own} ms of the API's processor; the machine's were busy for ${Math.round(100 * busy)} % of the time`,
  );
  for (const [name, calls] of groupBy(crowded, (call) => call.name)) {
    const [then, known] = [summary(calls), summary(quiet.filter((call) => call.name === name))];
    console.log(`    ${name}: alone ${known}, in the crowd ${then}`);
  }
  return timeOf(crowded, PART) / timeOf(quiet, PART);
}

/** The milliseconds that this part (0 to 1) of the calls don't exceed. */
function timeOf(calls: readonly TimedCall[], part: number): number {
  const all = calls.map(({ ms }) => ms);
  return quantile(all, part);
}

function summary(calls: readonly TimedCall[]): string {
  const [middle, slowest] = [timeOf(calls, 0.5), timeOf(calls, PART)];
  return `${Math.round(middle)} ms (95 of 100: ${Math.round(slowest)})`;
}

export const rows: BenchRow[] = [
  {
    name: "crowd",
    what: `the time that 95 of 100 calls don't exceed while ${PEOPLE} people each make one every ${EVERY_MS / 1_000} seconds for a minute (lists, a template, a preview, a save, looks at a send), compared with one person alone, ${ONE_PROCESSOR}`,
    unit: "times their time alone",
    atMost: 2,
    decision:
      "people wait for each other: see in the lines above which calls wait, and find in a profile what they compute.",
    rounds: 1,
    measure: besideACrowd,
  },
];
