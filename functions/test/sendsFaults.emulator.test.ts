import { AppError } from "@sendwright/core/contract/appError";
import { describe, expect, it } from "vitest";
import { resume } from "../src/features/sends/control/control.ts";
import type { Engine } from "../src/features/sends/engine.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { work } from "../src/features/sends/work/worker.ts";
import type { User } from "../src/http/user.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { readGoogleAccount } from "../src/store/grants.ts";
import { rowsOf } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { dieAt, mortal } from "./mortal.ts";
import {
  aPlan,
  aSender,
  begun,
  fault,
  mailbox,
  NO_END,
  ownProject,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";

/**
 * An error that repeats again and again pauses with its true reason and costs no row; an error that happens once pauses
 * nothing.
 */
ownProject();

const MINUTE = 60_000;

function answering(...answers: GmailAnswer[]): TestEngine {
  const engine = testEngine();
  engine.sendMessage = async () => answers.shift() ?? { kind: "sent", messageId: "m" };
  return engine;
}

async function statesOf(id: string): Promise<string[]> {
  return (await rowsOf(id).orderBy("n").get()).docs.map((doc) => doc.data().state);
}

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
    const user = await aSender();
    const engine = answering();
    const id = await begun(user, engine, 30);
    for (let death = 0; death < 3; death++) {
      await expect(runSlice(mortal(engine, dieAt(step, "before")), user.uid, NO_END)).rejects.toThrow("died");
      engine.pass(MINUTE);
    }
    expect(await runSlice(engine, user.uid, NO_END)).toEqual({ kind: "idle" });
    const send = await readSend(id);
    expect(send).toMatchObject({ state: "paused", pauseReason: "errors", counts: { sent: 0 } });
    expect(send?.counts.warning).toBeLessThanOrEqual(unknown);
    await resume(engine, user.uid, id.slice(user.uid.length + 1));
    await engine.drain();
    expect((await readSend(id))?.counts.sent).toBeGreaterThanOrEqual(30 - unknown);
  });
});

describe("an email that can't be loaded for now", () => {
  /** A send of two whose email can't be loaded; `attempts` counts the tries. */
  async function aBrokenSend() {
    const user = await aSender();
    const engine = answering();
    const broken = await begun(user, engine, aPlan(2, { kind: "direct" }));
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
    await runSlice(engine, user.uid, NO_END);
    expect(await readSend(healthy)).toMatchObject({ state: "done", counts: { sent: 3 } });
    await slices(engine, user, 6);
    expect(tried.attempts).toBe(3);
    expect(await readSend(broken)).toMatchObject({ state: "paused", pauseReason: "errors" });
    expect(await statesOf(broken)).toEqual(["queued", "queued"]);
  });

  it("doesn't delay an email that is begun while it rests, and still rests for a minute", async () => {
    const { user, engine, broken, tried } = await aBrokenSend();
    expect(await runSlice(engine, user.uid, NO_END)).toMatchObject({ kind: "more" });
    const direct = await begun(user, engine, aPlan(1, { kind: "direct" }));
    await work(engine, { uid: user.uid, at: engine.now() });
    expect(await readSend(direct)).toMatchObject({ state: "done", counts: { sent: 1 } });
    expect(tried.attempts).toBe(1);
    await engine.drain();
    expect(tried.attempts).toBe(3);
    expect(await readSend(broken)).toMatchObject({ state: "paused", pauseReason: "errors" });
  });
});

/** An engine whose sign-in service answers every refresh with this. */
function refusing(reason: "google_oauth_error" | "google_deleted_client" | "config_missing"): Partial<Engine> {
  return { freshAccessToken: () => Promise.reject(new AppError(reason, "No.")) };
}

describe("a fault of this server at Google", () => {
  it.each(["google_oauth_error", "google_deleted_client", "config_missing"] as const)(
    "(%s) asks no one to connect again",
    async (reason) => {
      const user = await aSender();
      const engine = testEngine(refusing(reason));
      const id = await begun(user, engine, 2);
      expect(await runSlice(engine, user.uid, NO_END)).toMatchObject({ kind: "more" });
      expect((await readSend(id))?.pauseReason).not.toBe("reconnect");
      expect(await statesOf(id)).toEqual(["queued", "queued"]);
      const { freshAccessToken } = testEngine();
      engine.freshAccessToken = freshAccessToken;
      await engine.drain();
      expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 2 } });
    },
  );

  it("pauses the send as an error if it lasts", async () => {
    const user = await aSender();
    const engine = testEngine(refusing("google_oauth_error"));
    const id = await begun(user, engine, 2);
    expect(await slices(engine, user, 6)).toBeLessThanOrEqual(4);
    expect(await readSend(id)).toMatchObject({ state: "paused", pauseReason: "errors", counts: { queued: 2 } });
    expect(await readGoogleAccount(user.sub)).not.toBeNull();
  });
});

describe("a 401 of Gmail", () => {
  it("that comes once pauses nothing: with a fresh token everything continues", async () => {
    const user = await aSender();
    const engine = testEngine();
    const id = await begun(user, engine, 5);
    await fault({ op: "send", user: user.email, status: 401, times: 1 });
    await runSlice(engine, user.uid, NO_END);
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done", counts: { sent: 5, failed: 0, warning: 0 } });
    expect(await mailbox(user.email)).toHaveLength(5);
  });

  it("that comes with every fresh token pauses as an error, and loses no row", async () => {
    const user = await aSender();
    const engine = testEngine();
    const id = await begun(user, engine, 5);
    await fault({ op: "send", user: user.email, status: 401, times: 1_000 });
    await slices(engine, user, 6);
    expect(await readSend(id)).toMatchObject({ state: "paused", pauseReason: "errors", counts: { queued: 5 } });
    expect(await mailbox(user.email)).toEqual([]);
  });
});

describe("a refusal that names a time", () => {
  it("more than five minutes away pauses until then", async () => {
    const user = await aSender();
    const engine = answering({ kind: "slow", retryAfter: 40 * MINUTE });
    const id = await begun(user, engine, 1);
    const before = engine.now();
    await runSlice(engine, user.uid, NO_END);
    const send = await readSend(id);
    expect(send).toMatchObject({ state: "paused", pauseReason: "quota", counts: { queued: 1 } });
    expect((send?.resumesAt ?? 0) - before).toBeGreaterThanOrEqual(40 * MINUTE);
    expect((send?.resumesAt ?? 0) - before).toBeLessThan(41 * MINUTE);
  });

  it("of a few minutes is waited out without a pause", async () => {
    const user = await aSender();
    const engine = answering({ kind: "slow", retryAfter: 4 * MINUTE });
    const id = await begun(user, engine, 1);
    expect(await runSlice(engine, user.uid, NO_END)).toMatchObject({ kind: "more" });
    expect(await readSend(id)).toMatchObject({ state: "running" });
    await engine.drain();
    expect(await readSend(id)).toMatchObject({ state: "done" });
  });
});
