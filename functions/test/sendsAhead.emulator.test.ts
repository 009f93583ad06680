import { describe, expect, it } from "vitest";
import type { Engine, Ledger } from "../src/features/sends/engine.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import { readSend } from "../src/store/sends/read.ts";
import { expectSend } from "./expectations.ts";
import {
  answering,
  aPlan,
  aSend,
  aSender,
  begun,
  NO_END,
  ownProject,
  type TestEngine,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";
import { withSlips } from "./slips.ts";

/** What a worker does while a call is in flight, so that the next email doesn't wait for it. */
ownProject();

/** Rows that are read at once, and emails in flight at once. */
const [PAGE, LANES] = [20, 4];

/** Something that others can wait for. */
function signal(): { come: Promise<void>; set: () => void } {
  let set = () => {};
  const come = new Promise<void>((resolve) => {
    set = resolve;
  });
  return { come, set };
}

/** Calls `act` before each step of the engine's ledger with this name. */
function before<Step extends "queuedRows" | "claimRow" | "readFile">(
  engine: Engine,
  step: Step,
  act: (...args: Parameters<Ledger[Step]>) => void,
): void {
  const real = engine.ledger[step] as (...args: Parameters<Ledger[Step]>) => unknown;
  const acting = async (...args: Parameters<Ledger[Step]>) => {
    act(...args);
    return real(...args);
  };
  engine.ledger = { ...engine.ledger, [step]: acting } as Ledger;
}

/** Ends once an email is composed beyond those of all lanes: each begins with its file. */
function composedEarly(engine: Engine): Promise<void> {
  const early = signal();
  let files = 0;
  before(engine, "readFile", () => {
    files += 1;
    if (files > LANES) early.set();
  });
  return early.come;
}

async function expectAllSent(engine: TestEngine, uid: string, id: string, emails: number) {
  await runSlice(engine, uid, NO_END);
  await expectSend(id, { state: "done", counts: { sent: emails } });
}

describe("the next rows", () => {
  it("are read while the last ones of those read before are in flight", async () => {
    const next = signal();
    let [reads, calls] = [0, 0];
    const engine = testEngine({
      sendMessage: async () => {
        calls += 1;
        if (calls > PAGE - LANES) await next.come;
        return { kind: "sent", messageId: "m" };
      },
    });
    before(engine, "queuedRows", () => {
      reads += 1;
      if (reads === 2) next.set();
    });
    const { user, id } = await aSend(PAGE + 5, engine);
    await expectAllSent(engine, user.uid, id, PAGE + 5);
  });

  it("aren't read if the pace doesn't allow them now", async () => {
    const engine = answering();
    engine.rate = PAGE;
    const offsets: number[] = [];
    before(engine, "queuedRows", (_send, after) => {
      offsets.push(after);
    });
    const { user, id } = await aSend(PAGE + 5, engine);
    await wholeSlice(engine, user);
    expect((await readSend(id))?.counts).toMatchObject({ sent: PAGE, queued: 5 });
    expect(offsets).toEqual([0]);
    await engine.drain();
    expect((await readSend(id))?.counts).toMatchObject({ sent: PAGE + 5 });
  });

  it("that couldn't be read early are read again when they are needed", async () => {
    const engine = answering();
    let reads = 0;
    before(engine, "queuedRows", () => {
      reads += 1;
      if (reads === 2) throw new Error("The rows couldn't be read early.");
    });
    const { user, id } = await aSend(PAGE + 5, engine);
    await expectAllSent(engine, user.uid, id, PAGE + 5);
  });
});

describe("while the ledger writes an outcome", () => {
  it("the next email is composed, and its row isn't claimed before", async () => {
    let [held, most] = [0, 0];
    const engine = answering();
    const { finishRow } = engine.ledger;
    before(engine, "claimRow", () => {
      held += 1;
      most = Math.max(most, held);
    });
    const early = composedEarly(engine);
    engine.ledger.finishRow = async (...finished) => {
      await early;
      const row = await finishRow(...finished);
      held -= 1;
      return row;
    };
    const user = await aSender();
    const id = await begun(user, engine, await withSlips(user, aPlan(3 * LANES)));
    await expectAllSent(engine, user.uid, id, 3 * LANES);
    expect(most).toBeLessThanOrEqual(LANES);
  });

  it("the time of the slice ends: the next one sends the emails that were made early", async () => {
    const engine = answering();
    const { ledger } = engine;
    const claims: number[] = [];
    before(engine, "claimRow", () => {
      claims.push(engine.now());
    });
    const early = composedEarly(engine);
    const end = engine.now() + 10_000;
    engine.ledger.finishRow = async (...finished) => {
      await early;
      if (engine.now() < end) engine.pass(10_000);
      return ledger.finishRow(...finished);
    };
    const user = await aSender();
    const id = await begun(user, engine, await withSlips(user, aPlan(2 * LANES)));
    await runSlice(engine, user.uid, { claimUntil: end, callUntil: end });
    expect(claims.filter((at) => at >= end)).toEqual([]);
    const sent = claims.length;
    expect(sent).toBeGreaterThan(0);
    expect((await readSend(id))?.counts).toMatchObject({ sent, queued: 2 * LANES - sent });
    engine.ledger = ledger;
    await expectAllSent(engine, user.uid, id, 2 * LANES);
  });

  it("a failure of it ends the lane before another claim", async () => {
    const engine = answering();
    let claims = 0;
    before(engine, "claimRow", () => {
      claims += 1;
    });
    engine.ledger.finishRow = () => Promise.reject(new Error("The outcome wasn't written."));
    const { user, id } = await aSend(3 * LANES, engine);
    await expect(wholeSlice(engine, user)).rejects.toThrow("The outcome wasn't written.");
    expect(claims).toBe(LANES);
    expect(await engine.ledger.claimedRows(id)).toHaveLength(LANES);
  });
});
