import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@sendwright/core/contract/appError";
import type { RowStatus } from "@sendwright/core/contract/sends";
import { expect, it } from "vitest";
import { type Chance, chanceOf } from "../../test/chance.ts";
import { isFuzz, seed } from "../../test/seed.ts";
import { resumeAfterReconnect } from "../src/features/account/resumeAfterReconnect.ts";
import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import { cancel, pause, resume, retry } from "../src/features/sends/control/control.ts";
import type { Engine } from "../src/features/sends/engine.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/requireUser.ts";
import type { GmailCall } from "../src/platform/gmail.ts";
import { type GmailAnswer, judgeAnswer } from "../src/platform/gmailAnswers.ts";
import { rowCollection } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { beginStop, endStop } from "../src/store/stops.ts";
import { Died, mortal } from "./failures.ts";
import { ListKeeper } from "./listKeeper.ts";
import { aPlan, begun, keyOf, ownProject, type TestEngine, testEngine } from "./sendsWorld.ts";
import { filesIn, slipFor, withSlips } from "./slips.ts";

ownProject();

/** 200 sends in `npm run fuzz`, 40 in `npm run test:all`. */
const USERS = isFuzz ? 40 : 8;
const JOBS_EACH = 5;
const MAX_ROWS = 60;
const RATE = 60;
const ROUNDS = 400;

/**
 * A Gmail that keeps its messages and fails at random, as strict about a message as the local one.
 */
class MoodyGmail {
  readonly mails = new Map<string, number>();
  readonly calledAt: number[] = [];
  /** The addresses of people who get a file of their own. */
  readonly withFile = new Set<string>();
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  async answer({ message, accessToken }: GmailCall, now: number): Promise<GmailAnswer> {
    expect(accessToken).not.toBe("");
    const raw = Buffer.concat(message).toString("latin1");
    const to = /^To: (?:.*<)?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(raw)?.[1];
    if (!to) return { kind: "refused", sentence: "Gmail rejected the address." };
    const own = this.withFile.has(to) ? [slipFor(to)] : [];
    expect([to, filesIn(raw)]).toEqual([to, own]);
    this.calledAt.push(now);
    await wait(this.#chance.integer(0, 3));
    const mood = this.#chance.number();
    if (mood < 0.03) return { kind: "refused", sentence: "Gmail rejected the address." };
    if (mood < 0.07)
      return {
        kind: "slow",
        retryAfter: this.#chance.is(0.3) ? this.#chance.integer(1, 90_000) : null,
      };
    if (mood < 0.075) return { kind: "daily_limit", retryAfter: null };
    if (mood < 0.08) return { kind: "reconnect" };
    if (mood < 0.1) return { kind: "not_left" };
    if (mood < 0.12) return this.#doubtful(now);
    this.mails.set(to, (this.mails.get(to) ?? 0) + 1);
    if (mood < 0.15) return this.#doubtful(now);
    return { kind: "sent", messageId: `m${this.mails.size}` };
  }

  #doubtful(now: number): GmailAnswer {
    if (this.#chance.is(0.2)) return { kind: "unknown" };
    const [status, reason] = this.#chance.pick(DOUBTFUL);
    const body = JSON.stringify({ error: { code: status, message: "", errors: [{ reason }] } });
    return judgeAnswer({ status, headers: {}, body }, now);
  }
}

/** Answers as Gmail may give them before or after it has taken the email. */
const DOUBTFUL: readonly [status: number, reason: string][] = [
  [409, "conflict"],
  [409, "aborted"],
  [499, "somethingNew"],
  [400, "backendError"],
  [403, "backendError"],
  [429, "backendError"],
  [404, "notFound"],
  [500, "backendError"],
  [502, ""],
  [503, "rateLimitExceeded"],
  [504, ""],
];

/** An engine whose Google is moody. */
function engineFor(user: User, gmail: MoodyGmail, chance: Chance): TestEngine {
  const engine = testEngine({ rate: RATE });
  engine.random = () => chance.number();
  engine.sendMessage = (call) => gmail.answer(call, engine.now());
  engine.ledger.readGrant = async (sub) => ({
    ...user,
    sub,
    refreshToken: "r",
    scopes: [],
    hd: null,
  });
  engine.freshAccessToken = async () => {
    if (chance.is(0.02)) throw new AppError("service_unavailable", "Google is out of order.");
    if (chance.is(0.005)) throw new AppError("reconnect_required", "The grant is gone.");
    return { token: "t", expiresAt: 0 };
  };
  const { readFile } = engine.ledger;
  engine.ledger.readFile = (path) =>
    chance.is(0.004)
      ? Promise.reject(Object.assign(new Error("Storage is out of order."), { code: 503 }))
      : readFile(path);
  return engine;
}

/**
 * A worker that may die at any step, and may freeze for so long that its lease passes to another.
 */
function worker(engine: TestEngine, chance: Chance): Engine {
  const freeze = async () => {
    if (!chance.is(0.01)) return;
    engine.pass(chance.pick([30_000, 46_000, 61_000]));
    await wait(chance.integer(10, 60));
  };
  const { claimRow, finishRow } = engine.ledger;
  const frozen: Engine["ledger"] = {
    ...engine.ledger,
    claimRow: (row, lease, call) => freeze().then(() => claimRow(row, lease, call)),
    finishRow: (row, outcome) => freeze().then(() => finishRow(row, outcome)),
  };
  return mortal({ ...engine, ledger: frozen }, () => chance.is(0.004));
}

/** A second worker comes again and again while the first runs. */
async function persist(act: () => Promise<void>, chance: Chance): Promise<void> {
  for (let i = chance.integer(1, 4); i > 0; i--) {
    await survive(act);
    await wait(chance.integer(0, 30));
  }
}

/** People's actions meanwhile: pause, resume, cancel, retry, sign in again. */
async function person(engine: TestEngine, user: User, id: string, chance: Chance): Promise<void> {
  const again: typeof pause = (by, uid, key) => retry(by, uid, key, null);
  const act = chance.pick([pause, resume, cancel, resume, resume, again]);
  await act(engine, user.uid, keyOf(user, id)).catch(unlessRefused);
  if (chance.is(0.5)) await resumeAfterReconnect(user.sub, async () => true, engine.now());
}

/** What a person asks for may be refused: nothing happens then. */
function unlessRefused(cause: unknown): void {
  const reasons = ["wrong_state", "already_received", "service_unavailable"];
  if (!(cause instanceof AppError && reasons.includes(cause.reason))) throw cause;
}

/** A new list, for now or for later; some emails have a file of their own, some have copies. */
async function aList(
  user: User,
  gmail: MoodyGmail,
  engine: TestEngine,
  chance: Chance,
): Promise<SendPlan> {
  const startAt = chance.is(0.2) ? engine.now() + chance.integer(1_000, 120_000) : null;
  const plan = aPlan(chance.integer(1, MAX_ROWS), { startAt });
  const hasFiles = chance.is(0.25);
  if (hasFiles) for (const { to } of plan.rows) gmail.withFile.add(to);
  const copied = chance.is(0.25)
    ? {
        ...plan,
        copies: { ...plan.copies, bcc: chance.pick(COPIED) },
        rows: plan.rows.map((row) => ({ ...row, cc: chance.pick(COPIED), recipients: 3 })),
      }
    : plan;
  return hasFiles ? withSlips(user, copied) : copied;
}

/** People who get copies. */
const COPIED = ["c1@example.org", "c2@example.org", "c3@example.org", "c4@example.org"];

/** A send for the people whom an ended one skipped, or didn't reach; null if there are none. */
async function aCorrection(user: User, id: string): Promise<SendPlan | null> {
  const send = await readSend(id);
  if (!send?.endedAt) return null;
  const rows = (await rowCollection(id).get()).docs
    .map((doc) => doc.data())
    .filter(({ state }) => state === "skipped" || state === "failed");
  if (rows.length === 0) return null;
  const plan = aPlan(rows.length);
  const corrects = { send: keyOf(user, id), rows: rows.map(({ n }) => n) };
  const here = rows.map((_, i) => i + 1);
  return {
    ...plan,
    rows: plan.rows.map((row, i) => ({ ...row, to: rows[i]?.to ?? row.to })),
    corrects: { ...corrects, here },
  };
}

/** An operator stops this account's sends, or lets them continue. */
async function operator(user: User, engine: TestEngine, chance: Chance): Promise<void> {
  if (chance.is(0.5)) await beginStop(user.uid, "", engine.now());
  else await endStop(user.uid);
}

/** Returns how many emails were claimed while someone was on the list. */
async function live(user: User, gmail: MoodyGmail, chance: Chance): Promise<number> {
  const engine = engineFor(user, gmail, chance);
  const keeper = new ListKeeper(user.uid, chance);
  const people: string[] = [];
  const sends: string[] = [];
  const begin = (makePlan = () => aList(user, gmail, engine, chance) as Promise<SendPlan | null>) =>
    survive(async () => {
      const plan = await makePlan();
      if (plan === null) return;
      people.push(...plan.rows.map(({ to }) => to));
      sends.push(await begun(user, engine, plan));
    });
  const slice = () => worker(keeper.watched(engine), chance);
  await begin();
  for (let round = 0; round < ROUNDS; round++) {
    if (sends.length < JOBS_EACH && chance.is(0.5)) await begin();
    const task = engine.tasks.shift() ?? { uid: user.uid, at: engine.now() };
    // A task is delivered once or twice, on time or early; two workers race.
    const racing = [
      work(slice(), task),
      persist(() => work(slice(), { uid: user.uid, at: engine.now() }), chance),
    ];
    const persons = chance.is(0.1) ? [person(engine, user, chance.pick(sends), chance)] : [];
    const operators = chance.is(0.1) ? [operator(user, engine, chance)] : [];
    // Mostly people whose emails are about to go.
    const changes = chance.is(0.3) ? [keeper.persist([...COPIED, ...people.slice(-40)])] : [];
    const others = [...persons, ...operators, ...changes];
    await Promise.all([...racing, ...others].map((act) => survive(() => act)));
    if (sends.length > 0 && sends.length < JOBS_EACH && chance.is(0.2))
      await begin(() => aCorrection(user, chance.pick(sends))).catch(unlessRefused);
    if (chance.is(0.7)) engine.pass(chance.pick([100, 5_000, 46_000, 50_000, 61_000, 200_000]));
    if (chance.is(0.3)) await sweep(engine);
    if (sends.length === JOBS_EACH && (await Promise.all(sends.map(hasEnded))).every(Boolean))
      break;
    // Nothing that waits for a person, an operator, or the next day, waits forever.
    if (round % 20 === 19) {
      await endStop(user.uid);
      for (const id of sends) await survive(() => resumeAnyway(engine, user, id));
      engine.pass(3_600_000);
    }
  }
  const sentTo = new Map<string, number>();
  for (const id of sends) await expectTrue(id, gmail, sentTo);
  for (const [to, mails] of sentTo)
    if (!Number.isNaN(mails)) expect(gmail.mails.get(to) ?? 0, `${to} is sent`).toBe(mails);
  expectPace(gmail.calledAt);
  return keeper.expectObeyed();
}

/**
 * Everyone who acts may die. The emulator sometimes answers UNKNOWN to a commit that it has carried
 * out (a listener that ends at that moment causes it): the same as a death, and as good a test.
 */
async function survive(act: () => Promise<unknown>): Promise<void> {
  await act().catch((cause: unknown) => {
    const unknown = cause instanceof Error && "code" in cause && cause.code === 2;
    if (!(cause instanceof Died) && !unknown) throw cause;
  });
}

async function hasEnded(id: string): Promise<boolean> {
  return ((await readSend(id))?.endedAt ?? null) !== null;
}

async function resumeAnyway(engine: TestEngine, user: User, id: string): Promise<void> {
  if ((await readSend(id))?.state === "paused")
    await resume(engine, user.uid, id.slice(user.uid.length + 1));
}

/** `sentTo` gets how many rows are `sent` to each, except to those with an unconfirmed one. */
async function expectTrue(
  id: string,
  gmail: MoodyGmail,
  sentTo: Map<string, number>,
): Promise<void> {
  const send = await readSend(id);
  expect(["done", "cancelled"], `state of ${id}`).toContain(send?.state);
  expect(send?.endedAt).not.toBeNull();
  const rows = (await rowCollection(id).get()).docs.map((doc) => doc.data());
  const counted = { sent: 0, failed: 0, skipped: 0, warning: 0 };
  for (const { to, state, attempts } of rows) {
    expect(gmail.mails.get(to) ?? 0, `mails to ${to}`).toBeLessThanOrEqual(1);
    sentTo.set(to, (sentTo.get(to) ?? 0) + mailsOf(state));
    if (state === "warning") expect(attempts, `${to} was tried`).toBeGreaterThanOrEqual(1);
    if (state === "queued" || state === "sending") throw new Error(`${to} is still ${state}`);
    counted[state] += 1;
  }
  expect(send?.counts).toEqual({ ...counted, total: rows.length, queued: 0, sending: 0 });
  const suppressed = rows.filter((row) => row.state === "skipped" && row.suppressed);
  expect(send?.suppressed).toBe(suppressed.length);
}

/** How many emails a row's end says there are; no one can know for an unconfirmed one. */
function mailsOf(state: RowStatus): number {
  return state === "warning" ? Number.NaN : Number(state === "sent");
}

function expectPace(calledAt: number[]): void {
  const times = [...calledAt].sort((a, b) => a - b);
  for (let i = RATE; i < times.length; i++) {
    expect((times[i] ?? 0) - (times[i - RATE] ?? 0), `call ${i}`).toBeGreaterThanOrEqual(60_000);
  }
}

const timeout = USERS * 60_000;
it(`keeps every promise through deaths, refusals and lost answers (seed ${seed})`, {
  timeout,
}, async () => {
  const chance = chanceOf(seed);
  const lives = Array.from({ length: USERS }, () => chanceOf(chance.integer(0, 2 ** 31)));
  let sent = 0;
  let obeyed = 0;
  const lane = async () => {
    for (let own = lives.shift(); own; own = lives.shift()) {
      const gmail = new MoodyGmail(own);
      const user = {
        uid: `u${own.integer(0, 2 ** 31)}x${lives.length}`,
        sub: `s${own.integer(0, 2 ** 31)}`,
        email: "ada@example.com",
        name: "Ada",
      };
      obeyed += await live(user, gmail, own);
      sent += gmail.mails.size;
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  expect(sent).toBeGreaterThan(USERS * JOBS_EACH * 10);
  expect(obeyed).toBeGreaterThan(USERS * 10);
});
