import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchRow, quantile, took } from "../../../bench/measure.ts";
import { chanceOf } from "../../../test/chance.ts";
import { type Given, type Person, sendTo } from "../../test/harness.ts";
import {
  aPlan,
  aTemplate,
  begun,
  connectedPerson,
  HOUR,
  testEngine,
} from "../../test/sendsWorld.ts";
import { type BundledApi, startBundledApi } from "../bundledApi.ts";

Object.assign(process.env, { FUNCTION_TARGET: "api", FUNCTION_SIGNATURE_TYPE: "http" });
const bundle = join(process.cwd(), "functions", "dist");

const PEOPLE = 100;
const ROWS = 50;
/** How often each of them makes a call, and for how long. */
const EVERY_MS = 10_000;
const CALLS_OF_EACH = 6;
/** Of one person alone: half of them before the crowd, half after it. */
const QUIET_CALLS = 200;
/** Which 95 of 100 don't exceed. */
const PART = 0.95;

const TEMPLATE = {
  name: "Invitation",
  subject: "Hello {{Full Name}}",
  body: `${"<p>Dear {{Full Name}}, we are happy to invite you to our next meeting.</p>".repeat(25)}<p>See you on {{Talk Date|date}}.</p>`,
  dateFormat: "long" as const,
  timeFormat: "12hr" as const,
};

/** A person with a template and a send that begins tomorrow, of which their page knows all rows. */
interface Member extends Person {
  template: string;
  send: string;
  cursor: string;
}

/** The calls of ten minutes of work, in their order. */
const MIX: readonly ((of: Member) => [method: string, path: string, given?: Given])[] = [
  () => ["GET", "/api/templates"],
  ({ template }) => ["GET", `/api/template/${template}`],
  ({ template }) => [
    "POST",
    "/api/preview",
    {
      json: {
        template_id: template,
        variables: { "Full Name": "Ada Lovelace", "Talk Date": "2026-12-10" },
      },
    },
  ],
  progress,
  () => ["GET", "/api/sends"],
  progress,
  ({ template }) => ["PUT", `/api/template/${template}`, { json: TEMPLATE }],
  () => ["GET", "/api/templates"],
  () => ["GET", "/api/sends"],
  progress,
];

function progress({ send, cursor }: Member): [string, string] {
  return ["GET", `/api/sends/${send}?after=${encodeURIComponent(cursor)}`];
}

async function aMember(api: BundledApi): Promise<Member> {
  const person = await connectedPerson();
  const template = await aTemplate(person.uid, TEMPLATE);
  const user = { ...person, name: "Ada" };
  const engine = testEngine();
  const id = await begun(user, engine, aPlan(ROWS, { startAt: Date.now() + 24 * HOUR }));
  const send = id.slice(person.uid.length + 1);
  const { body } = await sendTo(`${api.url}/api/sends/${send}`, "GET", { token: person.token });
  return { ...person, template, send, cursor: String(body.cursor) };
}

/** The milliseconds of a person's call with this number. Throws if it is refused. */
async function timeOf(api: BundledApi, member: Member, n: number): Promise<number> {
  const [method, path, given] = (MIX[n % MIX.length] ?? progress)(member);
  return took(async () => {
    const { status, body } = await sendTo(api.url + path, method, {
      ...given,
      token: member.token,
    });
    if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${body.error}`);
  });
}

/** Calls of one person alone, one after the other. */
async function quietly(api: BundledApi, member: Member): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < QUIET_CALLS / 2; n++) times.push(await timeOf(api, member, n));
  return times;
}

/** The calls of all people, each at a random time within its ten seconds. */
async function together(api: BundledApi, members: readonly Member[]): Promise<number[]> {
  const chance = chanceOf(1);
  const callsOf = async (member: Member, i: number) => {
    const times: number[] = [];
    const from = performance.now();
    for (let n = 0; n < CALLS_OF_EACH; n++) {
      const at = from + n * EVERY_MS + chance.integer(0, EVERY_MS);
      await sleep(Math.max(0, at - performance.now()));
      times.push(await timeOf(api, member, i + n));
    }
    return times;
  };
  return (await Promise.all(members.map(callsOf))).flat();
}

/** The milliseconds that the machine's processors have worked and rested until now. */
function processors(): { busy: number; all: number } {
  const times = cpus().map((each) => each.times);
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, ms) => sum + ms, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}

async function besideACrowd(): Promise<number> {
  const api = await startBundledApi(bundle, { isPinned: true });
  const alone = await aMember(api);
  const members: Member[] = [];
  while (members.length < PEOPLE) members.push(await aMember(api));
  await quietly(api, alone);
  await Promise.all(members.map((member, i) => timeOf(api, member, i)));
  const quiet = await quietly(api, alone);
  const [cost, machine, from] = [await api.cost(), processors(), performance.now()];
  const times = await together(api, members);
  const ms = performance.now() - from;
  const [costThen, machineThen] = [await api.cost(), processors()];
  quiet.push(...(await quietly(api, alone)));
  api.stop();
  const share = (part: number) => `${Math.round(100 * part)} %`;
  const busy = (machineThen.busy - machine.busy) / (machineThen.all - machine.all);
  console.log(
    `    alone ${told(quiet)}, in the crowd ${told(times)}; the API was busy for ${share((costThen.cpu - cost.cpu) / ms)} of the time, the machine's processors for ${share(busy)}`,
  );
  return quantile(times, PART) / quantile(quiet, PART);
}

function told(times: readonly number[]): string {
  const [middle, most] = [0.5, PART].map((part) => Math.round(quantile(times, part)));
  return `${middle} ms (95 of 100: ${most})`;
}

export const rows: BenchRow[] = [
  {
    name: "crowd",
    what: `the calls of ${PEOPLE} people who each make one every ${EVERY_MS / 1_000} seconds (lists, a template, a preview, a save, looks at a send) for a minute, which 95 of 100 don't exceed, compared with the same calls of one person alone, on the bundled API with one processor (on Linux; elsewhere with all)`,
    unit: "times their time alone",
    atMost: 2,
    decision:
      "people wait for each other: see what is busy then in the line above, and find in a profile what a call computes.",
    rounds: 1,
    measure: besideACrowd,
  },
];
