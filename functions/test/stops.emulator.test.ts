import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cancel, pause, resume, retry, undo } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import type { User } from "../src/http/requireUser.ts";
import { firestore } from "../src/platform/firebase.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { readSend } from "../src/store/sends/read.ts";
import { allStops, beginStop, endStop, stopOf } from "../src/store/stops.ts";
import { expectSend } from "./expectations.ts";
import {
  answering,
  aPlan,
  aSender,
  begun,
  keyOf,
  ownProject,
  REFUSAL,
  statesOf,
  wholeSlice,
} from "./sendsWorld.ts";

/** Decision 26: an operator stops all sending, or one account's. */
ownProject();

const MINUTE = 60_000;
const STOPPED = { state: "paused", pauseReason: "stopped", counts: { sending: 0 } };
const REASON = "A template of ours sends wrong dates.";

let user: User;
let engine: ReturnType<typeof answering>;
beforeEach(async () => {
  user = await aSender();
  engine = answering();
});
afterEach(async () => {
  for (const { uid } of await allStops(100)) await endStop(uid);
});

const stop = (uid: string | null = user.uid) => beginStop(uid, REASON, engine.now());

/**
 * The stop is over, and so is every wait for the sweep's next look; the sweep and the workers do
 * what they have to.
 */
async function start(uid: string | null = user.uid): Promise<void> {
  await endStop(uid);
  engine.pass(5 * MINUTE);
  await sweep(engine);
  await engine.drain();
}

/** Every address that Gmail was given, and that none was given twice. */
function reached(): number {
  const all = engine.calls.map(({ to }) => to);
  expect(new Set(all).size).toBe(all.length);
  return all.length;
}

/** Gmail's calls from the third on stop this user first, and then wait until the slice knows. */
function stopAtThird(uid: string | null): void {
  const { sendMessage, ledger } = engine;
  let known = () => {};
  const noticed = new Promise<void>((resolve) => {
    known = resolve;
  });
  engine.ledger = {
    ...ledger,
    watchStop: (who, onChange, onError) =>
      ledger.watchStop(
        who,
        (found) => {
          onChange(found);
          if (found) known();
        },
        onError,
      ),
  };
  engine.sendMessage = async (call) => {
    const answer = await sendMessage(call);
    if (engine.calls.length === 3) await stop(uid);
    if (engine.calls.length >= 3) await noticed;
    return answer;
  };
}

describe.each([
  ["everyone", (): string | null => null],
  ["one account", (): string | null => user.uid],
] as const)("a stop of %s", (_who, whom) => {
  it("ends a slice between two emails, and the rest goes out once when it is over", async () => {
    const id = await begun(user, engine, 20);
    const other = await begun(user, engine, 2);
    stopAtThird(whom());
    await wholeSlice(engine, user);
    // Two had been answered, and four were with Gmail.
    const before = reached();
    expect(before).toBeLessThanOrEqual(6);
    await expectSend(id, {
      ...STOPPED,
      counts: { sent: before, queued: 20 - before, sending: 0 },
    });
    await expectSend(other, STOPPED);
    expect(engine.tasks).toEqual([]);

    await start(whom());
    expect(reached()).toBe(22);
    await expectSend(id, { state: "done", counts: { sent: 20 } });
    await expectSend(other, { state: "done", counts: { sent: 2 } });
  });

  it("holds what begins during it, without a word to Google", async () => {
    await stop(whom());
    const token = vi.spyOn(engine, "freshAccessToken");
    const id = await begun(user, engine, 3);
    expect(await wholeSlice(engine, user)).toEqual({ kind: "idle" });
    await expectSend(id, STOPPED);
    expect(token).not.toHaveBeenCalled();
    await start(whom());
    expect(reached()).toBe(3);
  });
});

it("a stop of one account stops no other", async () => {
  const grace = await aSender();
  await stop();
  await begun(grace, engine, 2);
  await wholeSlice(engine, grace);
  expect(reached()).toBe(2);
});

describe("while sending is stopped", () => {
  /** A send that a stop has paused. */
  async function paused(rows = 3): Promise<string> {
    await stop();
    const id = await begun(user, engine, rows);
    await wholeSlice(engine, user);
    await expectSend(id, STOPPED);
    return id;
  }

  it("a scheduled send doesn't begin, and begins late", async () => {
    await stop();
    const id = await begun(user, engine, aPlan(2, { startAt: engine.now() + MINUTE }));
    engine.pass(2 * MINUTE);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { ...STOPPED, startedAt: null });
    await start();
    expect(reached()).toBe(2);
  });

  it("the sweep looks every five minutes, and resumes nothing", async () => {
    const id = await paused();
    const stopOfUser = vi.spyOn(engine.ledger, "stopOf");
    for (let minute = 0; minute < 15; minute++) {
      engine.pass(MINUTE);
      await sweep(engine);
    }
    await engine.drain();
    await expectSend(id, STOPPED);
    expect(stopOfUser).toHaveBeenCalledTimes(3);
    expect(reached()).toBe(0);
  });

  it("a stop that is soon over delays a send for one round of the sweep", async () => {
    const id = await paused();
    await endStop(user.uid);
    engine.pass(MINUTE);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "done" });
    expect(reached()).toBe(3);
  });

  it("a held send can be undone, and one whose hold is over can be canceled", async () => {
    await stop();
    const undone = await begun(user, engine, aPlan(2, { hold: 10_000 }));
    expect(await undo(engine, user.uid, keyOf(user, undone))).toEqual({ success: true });
    expect(await readSend(undone)).toBeNull();
    const held = await begun(user, engine, aPlan(2, { hold: 10_000 }));
    await engine.enqueue(user.uid, engine.now() + 10_000, held);
    await engine.drain();
    await expectSend(held, STOPPED);
    await cancel(engine, user.uid, keyOf(user, held));
    await start();
    expect(await statesOf(held)).toEqual(["skipped", "skipped"]);
    expect(reached()).toBe(0);
  });

  it("resuming and retrying are accepted, and nothing goes out", async () => {
    engine = answering(REFUSAL);
    const failed = await begun(user, engine, 1);
    await wholeSlice(engine, user);
    expect(await statesOf(failed)).toEqual(["failed"]);
    const id = await paused();
    await resume(engine, user.uid, keyOf(user, id));
    await retry(engine, user.uid, keyOf(user, failed), null);
    await engine.drain();
    await expectSend(id, STOPPED);
    await expectSend(failed, STOPPED);
    expect(engine.calls).toHaveLength(1);
    await start();
    expect(await statesOf(failed)).toEqual(["sent"]);
    expect(engine.calls).toHaveLength(1 + 1 + 3);
  });

  it("a person's own pause replaces it, and stays when it is over", async () => {
    const id = await paused();
    await pause(engine, user.uid, keyOf(user, id));
    await start();
    await expectSend(id, { state: "paused", pauseReason: "user" });
    expect(reached()).toBe(0);
  });

  it("stopped emails count as waiting in the quota", async () => {
    await paused(7);
    expect(await readQuota(user.uid, null, engine.now())).toMatchObject({ queued: 7 });
  });

  it("a send is canceled after a week, and its rows say why", async () => {
    const id = await paused(1);
    engine.pass(7 * 24 * 60 * MINUTE);
    await sweep(engine);
    await expectSend(id, {
      state: "cancelled",
      cancelledBy: "longPause",
      counts: { skipped: 1 },
    });
    await start();
    expect(reached()).toBe(0);
  });
});

describe("if the stops can't be read, nothing is sent:", () => {
  it("a document with any content stops sending", async () => {
    await firestore().collection("stops").doc(user.uid).set({ reason: 7, since: "long ago" });
    expect(await stopOf(user.uid)).toEqual({ reason: "", since: null });
    const id = await begun(user, engine, 1);
    await wholeSlice(engine, user);
    await expectSend(id, STOPPED);
    expect(reached()).toBe(0);
  });

  it("a slice whose watch breaks sends no more, and the next one continues", async () => {
    const id = await begun(user, engine, 20);
    const { ledger } = engine;
    let fail = (_cause: Error) => {};
    engine.ledger = {
      ...ledger,
      watchStop: (uid, onChange, onError) => {
        fail = onError;
        return ledger.watchStop(uid, onChange, onError);
      },
    };
    const { sendMessage } = engine;
    engine.sendMessage = (call) => {
      if (engine.calls.length === 2) fail(new Error("broken"));
      return sendMessage(call);
    };
    await expect(wholeSlice(engine, user)).rejects.toThrow("broken");
    expect(reached()).toBeLessThanOrEqual(6);
    engine.ledger = ledger;
    engine.sendMessage = sendMessage;
    engine.pass(2 * MINUTE);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, { state: "done", counts: { queued: 0 } });
    expect(reached()).toBeLessThanOrEqual(20);
  });

  it("a slice whose watch never answers begins nothing", async () => {
    await begun(user, engine, 1);
    const { ledger } = engine;
    engine.ledger = {
      ...ledger,
      watchStop: (_uid, _onChange, onError) => {
        onError(new Error("unavailable"));
        return () => {};
      },
    };
    await expect(wholeSlice(engine, user)).rejects.toThrow("unavailable");
    expect(reached()).toBe(0);
  });

  it("the sweep leaves stopped sends as they are, and looks again", async () => {
    await stop();
    const id = await begun(user, engine, 2);
    await wholeSlice(engine, user);
    await endStop(user.uid);
    const broken = vi.spyOn(engine.ledger, "stopOf").mockRejectedValue(new Error("unavailable"));
    engine.pass(MINUTE);
    await sweep(engine);
    await engine.drain();
    await expectSend(id, STOPPED);
    broken.mockRestore();
    engine.pass(5 * MINUTE);
    await sweep(engine);
    await engine.drain();
    expect(reached()).toBe(2);
  });
});

it("the reason for everyone goes before an account's own", async () => {
  await beginStop(user.uid, "theirs", 1);
  await beginStop(null, "everyone's", 2);
  expect(await stopOf(user.uid)).toEqual({ reason: "everyone's", since: 2 });
  expect(await endStop(null)).toBe(true);
  expect(await stopOf(user.uid)).toEqual({ reason: "theirs", since: 1 });
  expect(await endStop(user.uid)).toBe(true);
  expect(await stopOf(user.uid)).toBeNull();
  expect(await endStop(user.uid)).toBe(false);
});
