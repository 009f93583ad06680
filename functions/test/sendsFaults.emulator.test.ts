import { randomUUID } from "node:crypto";
import { AppError } from "@sendwright/core/contract/appError";
import type { Counts } from "@sendwright/core/contract/sends";
import { WriteBatch } from "firebase-admin/firestore";
import { afterEach, describe, expect, it, vi } from "vitest";
import { begin, earlierSend } from "../src/features/sends/accept/begin.ts";
import { resume } from "../src/features/sends/control/control.ts";
import type { Engine } from "../src/features/sends/engine.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/requireUser.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { readGoogleAccount } from "../src/store/grants.ts";
import { rowCollection, sendDocId } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { standStill } from "./callCounts.ts";
import { expectSend } from "./expectations.ts";
import { Died, dieAt, mortal, type Step } from "./failures.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  begun,
  fault,
  mailbox,
  NO_END,
  ownProject,
  statesOf,
  type TestEngine,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/**
 * Whatever dies or fails: no one gets an email twice, and the ledger says what is known. An error
 * that repeats again and again pauses with its true reason and costs no row; an error that happens
 * once pauses nothing.
 */
ownProject();

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * The automatic steps after a death: time passes, the sweep comes every minute, tasks are worked.
 */
async function lifeGoesOn(engine: TestEngine, id: string): Promise<void> {
  for (let minutes = 0; minutes < 6; minutes++) {
    await engine.drain();
    if ((await readSend(id))?.endedAt) return;
    engine.pass(60_000);
    await sweep(engine);
  }
}

interface Row {
  to: string;
  state: string;
}

async function rowsIn(id: string): Promise<Row[]> {
  return (await rowCollection(id).get()).docs.map((doc) => doc.data());
}

/**
 * Compares the ledger with the mailbox: no one twice, and `sent` exactly if it is there, unless no
 * one can know.
 */
async function expectTrue(person: User, id: string): Promise<{ mails: number; counts: Counts }> {
  const send = await readSend(id);
  const rows = await rowsIn(id);
  const inMailbox = (await mailbox(person.email)).flatMap(({ to }) => to);
  expect(new Set(inMailbox).size).toBe(inMailbox.length);
  for (const { to, state } of rows) {
    const there = inMailbox.some((address) => address.includes(to));
    if (state === "sent") expect(there).toBe(true);
    else if (state !== "warning") expect(there).toBe(false);
  }
  expect(send).toMatchObject({ state: "done", endedAt: expect.any(Number) });
  const counts = send?.counts ?? ({} as Counts);
  expect(counts.queued + counts.sending).toBe(0);
  for (const state of ["sent", "failed", "skipped", "warning"] as const) {
    expect([state, counts[state]]).toEqual([
      state,
      rows.filter((row) => row.state === state).length,
    ]);
  }
  return { mails: inMailbox.length, counts };
}

/** Where it dies, and the final state of one row's mailbox and ledger. */
const matrix: [Step, "before" | "after", mails: number, state: "sent" | "warning"][] = [
  ["takeLease", "before", 1, "sent"],
  ["takeLease", "after", 1, "sent"],
  ["readGrant", "before", 1, "sent"],
  ["readGrant", "after", 1, "sent"],
  ["freshAccessToken", "before", 1, "sent"],
  ["freshAccessToken", "after", 1, "sent"],
  ["readSnapshot", "after", 1, "sent"],
  ["apply", "before", 1, "sent"],
  ["apply", "after", 1, "sent"],
  ["queuedRows", "after", 1, "sent"],
  // Before the claim, after it, during the call, after Gmail stored the email, after the answer.
  ["claimRow", "before", 1, "sent"],
  ["claimRow", "after", 0, "warning"],
  ["sendMessage", "before", 0, "warning"],
  ["sendMessage", "after", 1, "warning"],
  ["finishRow", "before", 1, "warning"],
  ["finishRow", "after", 1, "sent"],
  // After the last row.
  ["settle", "before", 1, "sent"],
  ["settle", "after", 1, "sent"],
  ["releaseLease", "before", 1, "sent"],
  ["releaseLease", "after", 1, "sent"],
];

describe("the crash matrix", () => {
  it.each(matrix)("a worker that dies at %s (%s)", async (step, moment, mails, state) => {
    const { user: person, engine, id } = await aSend(1, testEngine());
    const worker = mortal(engine, dieAt(step, moment));
    await expect(wholeSlice(worker, person)).rejects.toThrow(Died);
    await lifeGoesOn(engine, id);
    const found = await expectTrue(person, id);
    expect({ mails: found.mails, [state]: found.counts[state] }).toEqual({ mails, [state]: 1 });
  });

  it.each(matrix)("a worker that dies at %s (%s), among nine rows", async (step, moment) => {
    const { user: person, engine, id } = await aSend(9, testEngine());
    await expect(wholeSlice(mortal(engine, dieAt(step, moment)), person)).rejects.toThrow(Died);
    await lifeGoesOn(engine, id);
    const { counts } = await expectTrue(person, id);
    expect(counts.sent).toBeGreaterThanOrEqual(5);
    // Only rows in its hands can be unconfirmed.
    expect(counts.warning).toBeLessThanOrEqual(4);
  });

  it.each([
    ["rowsOfLease", "before"],
    ["rowsOfLease", "after"],
    ["finishRow", "before"],
    ["finishRow", "after"],
    ["settle", "before"],
    ["settle", "after"],
    ["keepLease", "before"],
    ["keepLease", "after"],
  ] as const)(
    "a second worker that dies at %s (%s) while it judges the first one's rows",
    async (step, moment) => {
      const { user: person, engine, id } = await aSend(3, testEngine());
      const first = mortal(engine, dieAt("sendMessage", "after"));
      await expect(wholeSlice(first, person)).rejects.toThrow(Died);
      engine.pass(60_000);
      const second = mortal(engine, dieAt(step, moment));
      await expect(wholeSlice(second, person)).rejects.toThrow(Died);
      await lifeGoesOn(engine, id);
      const { counts } = await expectTrue(person, id);
      expect(counts.sent + counts.warning).toBe(3);
      expect(counts.warning).toBeGreaterThanOrEqual(1);
    },
  );

  it.each<[Step, "before" | "after", number?]>([
    ["readSender", "before"],
    ["readSender", "after"],
    ["openSends", "before"],
    ["openSends", "after"],
    ["readSend", "before", 10_000],
    ["readSend", "after", 10_000],
    ["apply", "before", 10_000],
    ["apply", "after", 10_000],
  ])("a task that dies at %s (%s), before its slice", async (step, moment, hold = 0) => {
    const { user: person, engine, id } = await aSend(aPlan(1, { hold }), testEngine());
    const task = { uid: person.uid, at: engine.now() + hold, ...(hold > 0 ? { held: id } : {}) };
    await expect(work(mortal(engine, dieAt(step, moment)), task)).rejects.toThrow(Died);
    expect(await mailbox(person.email)).toEqual([]);
    await lifeGoesOn(engine, id);
    expect(await expectTrue(person, id)).toMatchObject({ mails: 1, counts: { sent: 1 } });
  });

  it("a worker that dies after its calls: they count with all their recipients", async () => {
    const plan = aPlan(1);
    const rows = plan.rows.map((row) => ({ ...row, recipients: 4 }));
    const { user: person, engine, id } = await aSend({ ...plan, rows }, testEngine());
    await expect(wholeSlice(mortal(engine, dieAt("finishRow", "before")), person)).rejects.toThrow(
      Died,
    );
    await lifeGoesOn(engine, id);
    expect(await expectTrue(person, id)).toMatchObject({ mails: 1, counts: { warning: 1 } });
    expect(await readQuota(person.uid, null, engine.now())).toMatchObject({ sent: 4, queued: 0 });
  });

  it("a worker that dies: the first sweep after the end of its lease asks for another", async () => {
    standStill();
    const { user: person, engine } = await aSend(1, testEngine());
    const worker = mortal(engine, dieAt("finishRow", "before"));
    await expect(wholeSlice(worker, person)).rejects.toThrow(Died);
    engine.pass(44_999);
    await sweep(engine);
    expect(engine.tasks).toEqual([]);
    engine.pass(1);
    await sweep(engine);
    expect(engine.tasks).toHaveLength(1);
  });

  it("a worker that dies before it enqueues the next slice: one sweep asks for it, the next one not again", async () => {
    const { user: person, engine, id } = await aSend(5, testEngine({ rate: 2 }));
    const worker = mortal(engine, dieAt("enqueue", "before"));
    await wholeSlice(worker, person);
    expect(worker.dead()).toBe(true);
    expect(engine.tasks).toEqual([]);
    engine.pass(4 * MINUTE);
    await sweep(engine);
    await sweep(engine);
    expect(engine.tasks).toHaveLength(1);
    await lifeGoesOn(engine, id);
    expect(await expectTrue(person, id)).toMatchObject({ mails: 5, counts: { sent: 5 } });
  });

  it("a request that dies while it prepares the send: nothing is sent, and the key is free again", async () => {
    const [person, engine] = [await aSender(), testEngine()];
    engine.owners.add(person.uid);
    const call = { user: person, key: randomUUID(), fingerprint: "same" };
    const id = sendDocId(person.uid, call.key);
    const commit = WriteBatch.prototype.commit;
    vi.spyOn(WriteBatch.prototype, "commit")
      .mockImplementationOnce(function (this: WriteBatch) {
        return commit.call(this);
      })
      .mockRejectedValue(new Died());
    await expect(begin(call, aPlan(1_000), engine.now())).rejects.toThrow(Died);
    vi.restoreAllMocks();
    await expectSend(id, { state: "preparing" });
    // If someone asks again before the sweep, the answer isn't that this was another send.
    expect(await earlierSend(call)).toMatchObject({ state: "preparing" });
    await wholeSlice(engine, person);
    expect(await mailbox(person.email)).toEqual([]);
    engine.pass(11 * 60_000);
    await sweep(engine);
    expect(await earlierSend(call)).toBeNull();
    expect(await rowsIn(id)).toEqual([]);
    expect(await begin(call, aPlan(3), engine.now())).toBe(true);
    await wholeSlice(engine, person);
    expect(await expectTrue(person, id)).toMatchObject({ mails: 3 });
  });

  it("a lease that passes to another while its holder sleeps: the rows in the sleeper's hands are unconfirmed, and stay so", async () => {
    const { user: person, engine, id } = await aSend(1, testEngine());
    const sleeper = {
      ...engine,
      sendMessage: async (call: Parameters<typeof engine.sendMessage>[0]) => {
        const answer = await engine.sendMessage(call);
        engine.pass(60_000);
        expect(await wholeSlice(engine, person)).toEqual({ kind: "idle" });
        return answer;
      },
    };
    expect(await wholeSlice(sleeper, person)).toEqual({ kind: "busy" });
    expect(await expectTrue(person, id)).toMatchObject({
      mails: 1,
      counts: { warning: 1, sent: 0 },
    });
  });
});

const MINUTE = 60_000;

/** One slice after the other, as the sweep would ask for them, until the user's sends rest. */
async function slices(engine: TestEngine, { uid }: User, most: number): Promise<number> {
  for (let n = 1; n <= most; n++) {
    const end = await runSlice(engine, uid, NO_END).catch(() => null);
    engine.tasks.splice(0);
    if (end?.kind === "idle") return n;
    engine.pass(MINUTE);
  }
  return most;
}

describe("a send that kills its worker", () => {
  it.each([
    ["before it has claimed anything", "readSnapshot", 0],
    ["with rows in hand", "sendMessage", 12],
  ] as const)("%s pauses after three deaths", async (_, step, unknown) => {
    const { user, engine, id, key } = await aSend(30, answering());
    for (let death = 0; death < 3; death++) {
      await expect(wholeSlice(mortal(engine, dieAt(step, "before")), user)).rejects.toThrow("died");
      engine.pass(MINUTE);
    }
    expect(await wholeSlice(engine, user)).toEqual({ kind: "idle" });
    const send = await readSend(id);
    expect(send).toMatchObject({ state: "paused", pauseReason: "errors", counts: { sent: 0 } });
    expect(send?.counts.warning).toBeLessThanOrEqual(unknown);
    await resume(engine, user.uid, key);
    await engine.drain();
    expect((await readSend(id))?.counts.sent).toBeGreaterThanOrEqual(30 - unknown);
  });
});

describe("an email that can't be loaded for now", () => {
  /** A send of two whose email can't be loaded; `attempts` counts the tries. */
  async function aBrokenSend() {
    const { user, engine, id: broken } = await aSend(aPlan(2, { kind: "direct" }), answering());
    const { readSnapshot } = engine.ledger;
    const tried = { attempts: 0 };
    engine.ledger = {
      ...engine.ledger,
      readSnapshot: (id) => {
        if (id !== broken) return readSnapshot(id);
        tried.attempts += 1;
        return Promise.reject(Object.assign(new Error("unavailable"), { code: 14 }));
      },
    };
    return { user, engine, broken, tried };
  }

  it("lets the user's other sends go, and pauses after three attempts", async () => {
    const { user, engine, broken, tried } = await aBrokenSend();
    const healthy = await begun(user, engine, 3);
    await wholeSlice(engine, user);
    await expectSend(healthy, { state: "done", counts: { sent: 3 } });
    await slices(engine, user, 6);
    expect(tried.attempts).toBe(3);
    await expectSend(broken, { state: "paused", pauseReason: "errors" });
    expect(await statesOf(broken)).toEqual(["queued", "queued"]);
  });

  it("doesn't delay an email that is begun while it rests, and still rests for a minute", async () => {
    const { user, engine, broken, tried } = await aBrokenSend();
    expect(await wholeSlice(engine, user)).toMatchObject({ kind: "more" });
    const direct = await begun(user, engine, aPlan(1, { kind: "direct" }));
    await work(engine, { uid: user.uid, at: engine.now() });
    await expectSend(direct, { state: "done", counts: { sent: 1 } });
    expect(tried.attempts).toBe(1);
    await engine.drain();
    expect(tried.attempts).toBe(3);
    await expectSend(broken, { state: "paused", pauseReason: "errors" });
  });
});

/** An engine whose sign-in service answers every refresh with this. */
function refusing(
  reason: "google_oauth_error" | "google_deleted_client" | "config_missing",
): Partial<Engine> {
  return { freshAccessToken: () => Promise.reject(new AppError(reason, "No.")) };
}

describe("a fault of this server at Google", () => {
  it.each(["google_oauth_error", "google_deleted_client", "config_missing"] as const)(
    "(%s) asks no one to connect again",
    async (reason) => {
      const { user, engine, id } = await aSend(2, testEngine(refusing(reason)));
      expect(await wholeSlice(engine, user)).toMatchObject({ kind: "more" });
      expect((await readSend(id))?.pauseReason).not.toBe("reconnect");
      expect(await statesOf(id)).toEqual(["queued", "queued"]);
      const { freshAccessToken } = testEngine();
      engine.freshAccessToken = freshAccessToken;
      await engine.drain();
      await expectSend(id, { state: "done", counts: { sent: 2 } });
    },
  );

  it("pauses the send as an error if it lasts", async () => {
    const { user, engine, id } = await aSend(2, testEngine(refusing("google_oauth_error")));
    expect(await slices(engine, user, 6)).toBeLessThanOrEqual(4);
    await expectSend(id, {
      state: "paused",
      pauseReason: "errors",
      counts: { queued: 2 },
    });
    expect(await readGoogleAccount(user.sub)).not.toBeNull();
  });
});

describe("a 401 of Gmail", () => {
  it("that comes once pauses nothing: with a fresh token everything continues", async () => {
    const { user, engine, id } = await aSend(5, testEngine());
    await fault({ op: "send", user: user.email, status: 401, times: 1 });
    await wholeSlice(engine, user);
    await engine.drain();
    await expectSend(id, {
      state: "done",
      counts: { sent: 5, failed: 0, warning: 0 },
    });
    expect(await mailbox(user.email)).toHaveLength(5);
  });

  it("that comes once after another send has ended pauses nothing, and needs no rest", async () => {
    const engine = answering({ kind: "sent", messageId: "m" }, { kind: "unauthorized" });
    const user = await aSender();
    const ids = [await begun(user, engine, 1), await begun(user, engine, 1)];
    expect(await wholeSlice(engine, user)).toEqual({ kind: "idle" });
    for (const id of ids) await expectSend(id, { state: "done" });
  });

  it("that comes with every fresh token pauses as an error, and loses no row", async () => {
    const { user, engine, id } = await aSend(5, testEngine());
    await fault({ op: "send", user: user.email, status: 401, times: 1_000 });
    await slices(engine, user, 6);
    await expectSend(id, {
      state: "paused",
      pauseReason: "errors",
      counts: { queued: 5 },
    });
    expect(await mailbox(user.email)).toEqual([]);
  });
});

describe("a refusal that names a time", () => {
  it("more than five minutes away pauses until then", async () => {
    const { user, engine, id } = await aSend(
      1,
      answering({ kind: "slow", retryAfter: 40 * MINUTE }),
    );
    const before = engine.now();
    await wholeSlice(engine, user);
    const send = await readSend(id);
    expect(send).toMatchObject({ state: "paused", pauseReason: "quota", counts: { queued: 1 } });
    expect((send?.resumesAt ?? 0) - before).toBeGreaterThanOrEqual(40 * MINUTE);
    expect((send?.resumesAt ?? 0) - before).toBeLessThan(41 * MINUTE);
  });

  it("of a few minutes is waited out without a pause", async () => {
    const { user, engine, id } = await aSend(
      1,
      answering({ kind: "slow", retryAfter: 4 * MINUTE }),
    );
    const ends = vi.spyOn(engine.ledger, "settle");
    expect(await wholeSlice(engine, user)).toMatchObject({ kind: "more" });
    expect(ends).toHaveBeenCalledTimes(1);
    await expectSend(id, { state: "running" });
    await engine.drain();
    await expectSend(id, { state: "done" });
  });
});
