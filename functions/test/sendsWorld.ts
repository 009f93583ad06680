import { randomUUID } from "node:crypto";
import type * as contract from "@sendwright/core/contract";
import { NO_COPIES } from "@sendwright/core/recipients/copies";
import * as z from "zod";
import { begin } from "../src/features/sends/accept/begin.ts";
import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import { type Engine, realEngine } from "../src/features/sends/engine.ts";
import { MemoryBudget } from "../src/features/sends/memoryBudget.ts";
import { RequestPlaces } from "../src/features/sends/requestPlaces.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/requireUser.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { exchangeCode, verifyGoogleIdToken } from "../src/platform/googleAuth.ts";
import { storeGrant } from "../src/store/grants.ts";
import {
  rowCollection,
  rowsOf,
  STORED_ROWS,
  sendDocId,
  sendRef,
  snapshotRef,
} from "../src/store/sends/documents.ts";
import type { SliceTask } from "../src/store/sends/slices.ts";
import { insertTemplate, newTemplateId } from "../src/store/templates.ts";
import { createAll } from "./createAll.ts";
import {
  aTag,
  consent,
  googleBase,
  type Person,
  signInWithIdToken,
  uniqueEmail,
} from "./harness.ts";

/**
 * Copies a send for each of these owners, under a key of its own: much faster than beginning each.
 * Returns the copies' ids.
 */
export async function copySend(id: string, owners: string[]): Promise<string[]> {
  const send = (await sendRef(id).get()).data();
  const snapshot = (await snapshotRef(id).get()).data();
  const rows = (await rowCollection(id).get()).docs;
  if (!send || !snapshot || rows.length === 0) throw new Error(`There is no whole send ${id}.`);
  const copies = owners.map((owner) => {
    const key = randomUUID();
    const sub = owner === send.owner ? send.sub : owner;
    return { id: sendDocId(owner, key), send: { ...send, owner, sub, key } };
  });
  await createAll(
    copies.flatMap((copy) => [
      [sendRef(copy.id), copy.send] as const,
      [snapshotRef(copy.id), snapshot] as const,
      ...rows.map((row) => [rowCollection(copy.id).doc(row.id), row.data()] as const),
    ]),
  );
  return copies.map((copy) => copy.id);
}

export const SENTENCE = "Gmail rejected the address.";
export const REFUSAL: GmailAnswer = { kind: "refused", sentence: SENTENCE };

type Row = ReturnType<typeof aPlan>["rows"][number];

/** A plan's fields for a row that was skipped from the start. */
export const skippedRow = (reason: string, more: Partial<Row> = {}) =>
  ({ state: "skipped", reason, ...more }) as const;

interface Given {
  /** By number: the differing fields of a row. */
  rows?: Record<number, Partial<Row> | ReturnType<typeof skippedRow>>;
  /** By number: Gmail's answer to a row's first email; it sends all others. */
  answers?: Record<number, GmailAnswer>;
  plan?: Parameters<typeof aPlan>[1];
}

/** A finished send of this many rows; `p1` is the address of its first. */
export async function over(people: number, { rows = {}, answers = {}, plan = {} }: Given) {
  const user = await aSender();
  const engine = answering();
  const given = aPlan(people, plan);
  const changed = given.rows.map((row) => ({ ...row, ...rows[row.n] }) as Row);
  const waiting = new Map(
    Object.entries(answers).map(([n, answer]) => [changed[Number(n) - 1]?.to ?? "", answer]),
  );
  const send = engine.sendMessage;
  engine.sendMessage = async (call) => {
    const sent = send(call);
    const to = engine.calls.at(-1)?.to ?? "";
    const answer = waiting.get(to) ?? (await sent);
    waiting.delete(to);
    return answer;
  };
  const id = await begun(user, engine, { ...given, rows: changed });
  await wholeSlice(engine, user);
  // The emulators may have been too busy for a call: the slice rests then.
  await engine.drain();
  return {
    user,
    engine,
    key: keyOf(user, id),
    addresses: given.rows.map(({ to }) => to),
    p1: given.rows[0]?.to ?? "",
  };
}

export const HOUR = 3_600_000;

/** The states of a send's rows, in their order. */
export async function statesOf(id: string): Promise<string[]> {
  return (await rowsOf(id, STORED_ROWS).orderBy("n").get()).docs.map((doc) => doc.data().state);
}

/** The key under which a user began a send. */
export function keyOf(user: User, id: string): string {
  return id.slice(user.uid.length + 1);
}

/** An engine whose Gmail gives these answers, in order, and then sends; it keeps the messages. */
export function answering(
  ...answers: GmailAnswer[]
): TestEngine & { calls: { at: number; to: string }[] } {
  const calls: { at: number; to: string }[] = [];
  const engine = testEngine();
  engine.sendMessage = async ({ message }) => {
    const to =
      /^To: .*?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(Buffer.concat(message).toString("latin1"))?.[1] ??
      "";
    calls.push({ at: engine.now(), to });
    return answers.shift() ?? { kind: "sent", messageId: "m" };
  };
  return Object.assign(engine, { calls });
}

/**
 * The tests' engine: the real one with a clock that can be moved, tasks that are kept, and places
 * to wait for everyone; no pace or daily limit unless requested.
 */
export interface TestEngine extends Engine {
  /** Enqueued tasks that haven't run yet. */
  tasks: SliceTask[];
  /** Whose sends its sweep sees: those of the users it began sends for. */
  owners: Set<string>;
  /** Moves the clock. */
  pass(ms: number): void;
  /**
   * Works all tasks, and those they enqueue, until none is left; skips waits by moving the clock.
   */
  drain(): Promise<void>;
  /**
   * Works each task from now on as soon as it is enqueued, if it is due then, as the queue's
   * emulator does.
   */
  workAtOnce(): void;
  /** Waits for the tasks that are worked. Throws the error of one that failed. */
  rest(): Promise<void>;
  /** Whether no task is running. */
  atRest(): boolean;
}

/**
 * How many documents the ledger may find for the test engine. The files of a run share one project,
 * and a limit must count only the sends of the engine's own users.
 */
const EVERYONES = 10_000;

/** An engine whose time begins now, passes as real time does, and skips waits. */
export function testEngine(overrides: Partial<Engine> = {}): TestEngine {
  let ahead = 0;
  const tasks: TestEngine["tasks"] = [];
  const atWork = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const rest = async () => {
    while (atWork.size > 0) await Promise.all(atWork);
    for (const failure of failures.splice(0)) throw failure;
  };
  const owners = new Set<string>();
  const real = realEngine();
  const { dueSends, duePurges, usersWithDeadLease } = real.ledger;
  const engine: TestEngine = {
    ...real,
    ledger: {
      ...real.ledger,
      dueSends: async (now, limit) =>
        (await dueSends(now, EVERYONES)).filter(({ owner }) => owners.has(owner)).slice(0, limit),
      duePurges: async (now, limit) =>
        (await duePurges(now, EVERYONES)).filter(({ owner }) => owners.has(owner)).slice(0, limit),
      usersWithDeadLease: async (now, limit) =>
        (await usersWithDeadLease(now, EVERYONES)).filter((uid) => owners.has(uid)).slice(0, limit),
    },
    rate: 1_000_000,
    dailyLimit: () => 1_000_000,
    waiting: new RequestPlaces(1_000, 1_000),
    memory: new MemoryBudget(300 * 1024 * 1024),
    // The Auth emulator doesn't know most senders here.
    accountState: async () => "active",
    now: () => Date.now() + ahead,
    sleep: async (ms) => {
      ahead += ms;
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5)));
    },
    enqueue: async (uid, at, held) => {
      tasks.push(taskOf(uid, at, held));
    },
    ...overrides,
    tasks,
    owners,
    pass: (ms) => {
      ahead += ms;
    },
    drain: async () => {
      await rest();
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        const wait = task.at - engine.now();
        if (wait > 0) ahead += wait;
        await work(engine, task);
        await rest();
      }
    },
    rest,
    atRest: () => atWork.size === 0,
    workAtOnce: () => {
      engine.enqueue = async (uid, at, held) => {
        const task = taskOf(uid, at, held);
        if (at > engine.now()) {
          tasks.push(task);
          return;
        }
        const working = work(engine, task)
          .catch((failure: unknown) => void failures.push(failure))
          .finally(() => atWork.delete(working));
        atWork.add(working);
      };
    },
  };
  return engine;
}

function taskOf(uid: string, at: number, held?: string): SliceTask {
  return { uid, at, ...(held === undefined ? {} : { held }) };
}

/**
 * Gives this test file its own project, and returns its name, so that its clock and its sweep meet
 * no one else's sends. Call it before any of the server's code. The Auth emulator knows only the
 * common project, so this is for tests below the API.
 */
export function ownProject(): string {
  const name = `demo-${randomUUID().slice(0, 13)}`;
  process.env.GCLOUD_PROJECT = name;
  return name;
}

/** A person with a Gmail grant whom no Auth emulator knows. */
export async function aSender(email = uniqueEmail()): Promise<User> {
  return { uid: randomUUID(), name: "Ada", ...(await grantFor(email)) };
}

async function grantFor(email: string): Promise<{ sub: string; email: string; idToken: string }> {
  const { idToken, refreshToken, scopes } = await exchangeCode(await consent(email));
  if (!idToken || !refreshToken) throw new Error("The local Google gave no tokens.");
  const identity = await verifyGoogleIdToken(idToken);
  await storeGrant({ ...identity, refreshToken, scopes });
  return { sub: identity.sub, email, idToken };
}

/** Begins a send with a number of rows (or a plan); returns its document's id. */
export async function begun(
  user: User,
  engine: TestEngine,
  plan: number | SendPlan,
): Promise<string> {
  engine.owners.add(user.uid);
  const key = randomUUID();
  const made = await begin(
    { user, key, fingerprint: key },
    typeof plan === "number" ? aPlan(plan) : plan,
    engine.now(),
  );
  if (!made) throw new Error("The key was taken.");
  return sendDocId(user.uid, key);
}

/** A new sender's send of a number of rows (or a plan), and the key under which it was begun. */
export async function aSend<E extends TestEngine>(plan: number | SendPlan, engine: E) {
  const user = await aSender();
  const id = await begun(user, engine, plan);
  return { user, engine, id, key: keyOf(user, id) };
}

/** A budget that never ends: for slices whose clock is moved by hand. */
export const NO_END = { claimUntil: Number.MAX_SAFE_INTEGER, callUntil: Number.MAX_SAFE_INTEGER };

/** A slice that ends once nothing is left for it to do. */
export const wholeSlice = (engine: Engine, { uid }: Pick<User, "uid">) =>
  runSlice(engine, uid, NO_END);

/** Signs a person in with a Gmail grant, without a route of the account's feature. */
export async function connectedPerson(email = uniqueEmail()): Promise<Person> {
  const { idToken } = await grantFor(email);
  return signInWithIdToken(idToken);
}

/** Stores a template of a user's; returns its id. */
export async function aTemplate(
  uid: string,
  fields: Partial<contract.TemplateFields> = {},
  attachments: contract.Attachment[] = [],
): Promise<string> {
  const id = newTemplateId();
  const template = {
    name: "Invitation",
    subject: "Hello {{Full Name}}",
    body: "<p>Dear {{Full Name}}, see you on {{Talk Date|date}}.</p>",
    dateFormat: "long" as const,
    timeFormat: "12hr" as const,
    ...fields,
  };
  await insertTemplate(uid, id, template, attachments, 100);
  return id;
}

/** A signed-in person with a Gmail grant and a template. */
export async function aWriter(fields: Partial<contract.TemplateFields> = {}) {
  const person = await connectedPerson();
  return { person, template_id: await aTemplate(person.uid, fields) };
}

/** A CSV with this many rows, each to an address that no other test has. */
export function aCsv(rows: number, tag = aTag()) {
  const addresses = Array.from({ length: rows }, (_, i) => `p${i + 1}-${tag}@example.org`);
  const lines = addresses.map(
    (address, i) => `Person ${i + 1},${address},2026-12-${String((i % 28) + 1).padStart(2, "0")}`,
  );
  return { text: ["Full Name,Email,Talk Date", ...lines].join("\r\n"), addresses };
}

const sentMail = z.array(
  z.object({ id: z.string(), user: z.string(), to: z.unknown(), subject: z.string() }),
);

/** The emails that the local Gmail stored for an account, oldest first. */
export async function mailbox(user: string) {
  const answer = await fetch(`${googleBase()}/mail.json?user=${encodeURIComponent(user)}`);
  return sentMail
    .parse(await answer.json())
    .map((mail) => ({ ...mail, to: [mail.to].flat(2).map(String) }));
}

/** An email's exact bytes as text. */
export async function rawMail(id: string): Promise<string> {
  return (await fetch(`${googleBase()}/mail/${id}.eml`)).text();
}

/** Sets how the local Google's next calls fail. */
export async function fault(spec: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${googleBase()}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(spec),
  });
  if (!answer.ok) throw new Error(`The local Google refused the fault: ${await answer.text()}`);
}

/** A plan of this many rows, each to its own address, made without reading anything. */
export function aPlan(rows: number, overrides: Partial<SendPlan> = {}): SendPlan {
  const tag = aTag();
  return {
    kind: "csv",
    mail: {
      title: "Invitation",
      templateId: null,
      subject: "Hello {{Full Name}}",
      body: "<p>Dear {{Full Name}}, see you.</p>",
      dateFormat: "long",
      timeFormat: "12hr",
      attachments: [],
      signature: "",
      variables: [{ name: "Full Name", type: "text", options: [], fallback: null, required: true }],
    },
    rows: Array.from({ length: rows }, (_, i) => ({
      n: i + 1,
      line: i + 2,
      to: `p${i + 1}-${tag}@example.org`,
      name: "",
      values: [`Person ${i + 1}`],
      note: "",
      state: "queued" as const,
      reason: "",
    })),
    details: {},
    dateOrders: [""],
    files: [],
    rowContents: [],
    copies: NO_COPIES,
    rowsOverLimit: 0,
    corrects: null,
    replaces: null,
    startAt: null,
    hold: 0,
    resumeHours: null,
    ...overrides,
  };
}
