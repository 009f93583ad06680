import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@sendwright/core/contract/appError";
import { expect, it } from "vitest";
import { type Chance, chanceOf } from "../../test/chance.ts";
import { isFuzz, seed } from "../../test/seed.ts";
import { cancel, pause, resume } from "../src/features/sends/control/control.ts";
import type { Engine } from "../src/features/sends/engine.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/requireUser.ts";
import type { GmailCall } from "../src/platform/gmail.ts";
import { type GmailAnswer, judgeAnswer } from "../src/platform/gmailAnswers.ts";
import { rowCollection } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { resumeAfterReconnect } from "../src/store/sends/slices.ts";
import { beginStop, endStop } from "../src/store/stops.ts";
import { Died, mortal } from "./failures.ts";
import { aPlan, begun, ownProject, type TestEngine, testEngine } from "./sendsWorld.ts";
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

/** People's actions meanwhile: pause, resume, cancel, sign in again. */
async function person(engine: TestEngine, user: User, id: string, chance: Chance): Promise<void> {
  const key = id.slice(user.uid.length + 1);
  const act = chance.pick([pause, resume, cancel, resume, resume, resume]);
  await act(engine, user.uid, key).catch((cause: unknown) => {
    if (!(cause instanceof AppError && cause.reason === "wrong_state")) throw cause;
  });
  if (chance.is(0.5)) await resumeAfterReconnect(user.sub, async () => true, engine.now());
}

/** An operator stops this account's sends, or lets them continue. */
async function operator(user: User, engine: TestEngine, chance: Chance): Promise<void> {
  if (chance.is(0.5)) await beginStop(user.uid, "", engine.now());
  else await endStop(user.uid);
}

async function live(user: User, gmail: MoodyGmail, chance: Chance): Promise<void> {
  const engine = engineFor(user, gmail, chance);
  const sends: string[] = [];
  const begin = () =>
    survive(async () => {
      const plan = aPlan(chance.integer(1, MAX_ROWS));
      const hasFiles = chance.is(0.25);
      if (hasFiles) for (const { to } of plan.rows) gmail.withFile.add(to);
      sends.push(await begun(user, engine, hasFiles ? await withSlips(user, plan) : plan));
    });
  await begin();
  for (let round = 0; round < ROUNDS; round++) {
    if (sends.length < JOBS_EACH && chance.is(0.5)) await begin();
    const task = engine.tasks.shift() ?? { uid: user.uid, at: engine.now() };
    // A task is delivered once or twice, on time or early; two workers race.
    const racing = [
      work(worker(engine, chance), task),
      persist(() => work(worker(engine, chance), { uid: user.uid, at: engine.now() }), chance),
    ];
    const people = chance.is(0.1) ? [person(engine, user, chance.pick(sends), chance)] : [];
    const operators = chance.is(0.1) ? [operator(user, engine, chance)] : [];
    await Promise.all([...racing, ...people, ...operators].map((act) => survive(() => act)));
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
  for (const id of sends) await expectTrue(id, gmail);
  expectPace(gmail.calledAt);
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

async function expectTrue(id: string, gmail: MoodyGmail): Promise<void> {
  const send = await readSend(id);
  expect(["done", "cancelled"], `state of ${id}`).toContain(send?.state);
  expect(send?.endedAt).not.toBeNull();
  const rows = (await rowCollection(id).get()).docs.map((doc) => doc.data());
  const counted = { sent: 0, failed: 0, skipped: 0, warning: 0 };
  for (const { to, state, attempts } of rows) {
    const mails = gmail.mails.get(to) ?? 0;
    expect(mails, `mails to ${to}`).toBeLessThanOrEqual(1);
    if (state === "sent") expect(mails, `${to} is sent`).toBe(1);
    else if (state !== "warning") expect(mails, `${to} is ${state}`).toBe(0);
    else expect(attempts, `${to} was tried`).toBeGreaterThanOrEqual(1);
    if (state === "queued" || state === "sending") throw new Error(`${to} is still ${state}`);
    counted[state] += 1;
  }
  expect(send?.counts).toEqual({ ...counted, total: rows.length, queued: 0, sending: 0 });
}

function expectPace(calledAt: number[]): void {
  const times = [...calledAt].sort((a, b) => a - b);
  for (let i = RATE; i < times.length; i++) {
    expect((times[i] ?? 0) - (times[i - RATE] ?? 0), `call ${i}`).toBeGreaterThanOrEqual(60_000);
  }
}

const timeout = USERS * 30_000;
it(`keeps every promise through deaths, refusals and lost answers (seed ${seed})`, {
  timeout,
}, async () => {
  const chance = chanceOf(seed);
  const lives = Array.from({ length: USERS }, () => chanceOf(chance.integer(0, 2 ** 31)));
  let sent = 0;
  const lane = async () => {
    for (let own = lives.shift(); own; own = lives.shift()) {
      const gmail = new MoodyGmail(own);
      const user = {
        uid: `u${own.integer(0, 2 ** 31)}x${lives.length}`,
        sub: `s${own.integer(0, 2 ** 31)}`,
        email: "ada@example.com",
        name: "Ada",
      };
      await live(user, gmail, own);
      sent += gmail.mails.size;
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  expect(sent).toBeGreaterThan(USERS * JOBS_EACH * 10);
});
