import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { DocumentReference, WriteBatch } from "firebase-admin/firestore";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { accept } from "../src/features/sends/accept/accept.ts";
import { begin, earlierSend, type KeyedCall } from "../src/features/sends/accept/begin.ts";
import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { listSends, showSend } from "../src/features/sends/present/show.ts";
import { rowCollection, sendDocId, sendRef, snapshotRef } from "../src/store/sends/documents.ts";
import { readSend } from "../src/store/sends/read.ts";
import { FATAL_PLAN, type Fatal } from "./beginAndDie.ts";
import { bundled } from "./bundled.ts";
import { expectSend } from "./expectations.ts";
import { storedFiles } from "./owners.ts";
import {
  aPlan,
  aSender,
  HOUR,
  mailbox,
  ownProject,
  type TestEngine,
  testEngine,
} from "./sendsWorld.ts";

/** A send is begun or not, for everyone who asks, wherever its beginning broke off. */
ownProject();
afterEach(() => void vi.restoreAllMocks());

async function aCall(): Promise<{ call: KeyedCall; engine: TestEngine; id: string }> {
  const [user, engine] = [await aSender(), testEngine()];
  engine.owners.add(user.uid);
  const key = randomUUID();
  return { call: { user, key, fingerprint: "same" }, engine, id: sendDocId(user.uid, key) };
}

async function rowCount(id: string): Promise<number> {
  return (await rowCollection(id).count().get()).data().count;
}

/** Lets commits pass until the n-th, which does something else instead. */
function atCommit(nth: number, act: (commit: () => Promise<unknown>) => Promise<unknown>): void {
  const { commit } = WriteBatch.prototype;
  let times = 0;
  vi.spyOn(WriteBatch.prototype, "commit").mockImplementation(async function (this: WriteBatch) {
    times += 1;
    const real = () => commit.call(this);
    return (times === nth ? act(real) : real()) as ReturnType<typeof commit>;
  });
}

/** Begins a send as an instance that is killed at its n-th commit: nothing more of it happens. */
async function dieAtCommit(
  nth: number,
  { call, engine }: { call: KeyedCall; engine: TestEngine },
): Promise<void> {
  const { commit } = WriteBatch.prototype;
  let times = 0;
  vi.spyOn(WriteBatch.prototype, "commit").mockImplementation(function (this: WriteBatch) {
    times += 1;
    return times < nth ? commit.call(this) : Promise.reject(new Error("killed"));
  });
  await expect(begin(call, FATAL_PLAN(), engine.now())).rejects.toThrow("killed");
  vi.restoreAllMocks();
}

describe("a preparation that broke off", () => {
  it.each([2, 3])(
    "at commit %i doesn't exist for anyone, and after 90 s its key is free",
    async (nth) => {
      const { call, engine, id } = await aCall();
      await dieAtCommit(nth, { call, engine });
      await expectSend(id, { state: "preparing" });
      expect((await listSends(engine, call.user.uid)).sends).toEqual([]);
      await expect(showSend(engine, call.user.uid, call.key, null)).rejects.toMatchObject({
        reason: "not_found",
      });
      expect(await readSend(id)).not.toBeNull();
      engine.pass(91_000);
      await expect(showSend(engine, call.user.uid, call.key, null)).rejects.toMatchObject({
        reason: "not_found",
      });
      expect(await readSend(id)).toBeNull();
      expect(await rowCount(id)).toBe(0);
      expect((await snapshotRef(id).get()).exists).toBe(false);
      expect(await storedFiles(`sends/${id}/`)).toEqual([]);
      expect(await earlierSend(call)).toBeNull();
      expect(await begin(call, aPlan(3), engine.now())).toBe(true);
    },
  );

  it("is cleaned up by the sweep, and by the same call again, which then begins it", async () => {
    const [swept, asked] = [await aCall(), await aCall()];
    for (const one of [swept, asked]) {
      await dieAtCommit(2, one);
      one.engine.pass(91_000);
    }
    await sweep(swept.engine);
    expect(await readSend(swept.id)).toBeNull();
    asked.engine.workAtOnce();
    const input = { idempotency_key: asked.call.key };
    const { body } = await accept(
      asked.engine,
      { user: asked.call.user, input, files: [] },
      async () => aPlan(2),
    );
    expect(body).toMatchObject({ success: true, message: "2 sent." });
  });
});

describe("a lost answer", () => {
  it.each([
    ["the first write", 1, 6],
    ["the second chunk", 2, 9],
    ["the last write", 3, 9],
  ])("to %s doesn't stop the send from beginning", async (_, nth, code) => {
    const { call, engine, id } = await aCall();
    // Firestore's client repeats the write, and its own earlier write refuses it.
    atCommit(nth, async (commit) => {
      await commit();
      throw Object.assign(new Error("refused"), { code });
    });
    expect(await begin(call, FATAL_PLAN(), engine.now())).toBe(true);
    vi.restoreAllMocks();
    await expectSend(id, { state: "queued" });
    expect(await rowCount(id)).toBe(500);
  });
});

describe("an instance that froze while it prepared a send", () => {
  it("harms nothing of the send that another request has begun under the same key", async () => {
    const { call, engine, id } = await aCall();
    const other = aPlan(600, {
      files: [{ filename: "b.txt", contentType: "text/plain", size: 1, from: Buffer.from("b") }],
    });
    atCommit(2, async (commit) => {
      vi.restoreAllMocks();
      engine.pass(91_000);
      await sweep(engine);
      expect(await readSend(id)).toBeNull();
      expect(await begin(call, other, engine.now())).toBe(true);
      return commit();
    });
    await expect(begin(call, FATAL_PLAN(), engine.now())).rejects.toThrow();
    await expectSend(id, {
      state: "queued",
      counts: { total: 600, queued: 600 },
    });
    const rows = (await rowCollection(id).get()).docs.map((doc) => doc.data());
    expect(rows.map(({ to }) => to)).toEqual(other.rows.map(({ to }) => to));
    expect(await storedFiles(`sends/${id}/`)).toHaveLength(1);
  });

  it("that thaws before its last write begins nothing that was given up", async () => {
    const { call, engine, id } = await aCall();
    atCommit(3, async (commit) => {
      vi.restoreAllMocks();
      engine.pass(91_000);
      await sweep(engine);
      return commit();
    });
    expect(await begin(call, FATAL_PLAN(), engine.now())).toBe(false);
    expect((await sendRef(id).get()).exists).toBe(false);
    expect(await rowCount(id)).toBe(0);
  });
});

describe("the same key at the same moment", () => {
  it("with other content is refused, whichever of the two comes first", async () => {
    const { call, engine } = await aCall();
    engine.workAtOnce();
    const answers = await Promise.allSettled(
      ["one", "two"].map((content) => {
        const input = { idempotency_key: call.key, content };
        return accept(engine, { user: call.user, input, files: [] }, async () => aPlan(1));
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const answer of answers) {
      if (answer.status === "rejected")
        expect(answer.reason).toMatchObject({ reason: "idempotency_conflict" });
    }
    expect(await mailbox(call.user.email)).toHaveLength(1);
  });
});

describe("a call for a send that another request is preparing", () => {
  /** Two calls with one key: the first stops while it writes, until `thaw`. */
  async function prepared(patience = HOUR) {
    const { call, engine, id } = await aCall();
    engine.patience = patience;
    const plans: SendPlan[] = [];
    const press = () =>
      accept(
        engine,
        { user: call.user, input: { idempotency_key: call.key }, files: [] },
        async () => {
          plans.push(plans.length === 0 ? FATAL_PLAN() : aPlan(1));
          return plans.at(-1) as SendPlan;
        },
      );
    let thaw = () => {};
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    atCommit(2, (commit) => frozen.then(commit));
    const first = press();
    await expect.poll(() => readSend(id)).not.toBeNull();
    return { call, engine, id, plans, press, first, thaw };
  }

  it("is asked to come again if that takes longer than it waits", async () => {
    const { plans, press, first, thaw } = await prepared(300);
    await expect(press()).rejects.toMatchObject({
      reason: "service_unavailable",
      message: "This send is still being prepared. Please try again in a moment.",
      retryAfter: 5,
    });
    thaw();
    expect(await first).toMatchObject({ status: 202, body: { send: { state: "queued" } } });
    expect(plans).toHaveLength(1);
  });

  it("is asked to come again if that is given up, and begins the send itself then", async () => {
    const { call, engine, plans, press, first, thaw } = await prepared();
    const failed = expect(first).rejects.toThrow();
    engine.workAtOnce();
    const second = expect(press()).rejects.toMatchObject({ reason: "service_unavailable" });
    await expect.poll(() => engine.waiting.taken()).toBe(1);
    engine.pass(91_000);
    await sweep(engine);
    await second;
    expect(await press()).toMatchObject({ status: 200, body: { message: "1 sent." } });
    thaw();
    await failed;
    expect(plans).toHaveLength(2);
    expect(await mailbox(call.user.email)).toHaveLength(1);
  });

  it("doesn't begin it again if it has begun and is deleted while both wait", async () => {
    const { engine, id, plans, press, first, thaw } = await prepared();
    let looks = 0;
    Object.defineProperty(engine, "patience", {
      get: () => {
        looks += 1;
        return HOUR;
      },
    });
    const refused = [first, press()].map((answer) =>
      expect(answer).rejects.toMatchObject({ reason: "not_found" }),
    );
    await expect.poll(() => engine.waiting.taken()).toBe(1);
    thaw();
    // One look for the call's own wait, and one for each of the two that see the send begun.
    await expect.poll(() => looks).toBe(3);
    await sendRef(id).delete();
    await Promise.all(refused);
    expect(plans).toHaveLength(1);
  });
});

it("a request that can't follow its send any more answers with the send as it is", async () => {
  const { call, engine } = await aCall();
  engine.patience = HOUR;
  vi.spyOn(DocumentReference.prototype, "onSnapshot").mockImplementationOnce((_onSend, fail) => {
    queueMicrotask(() => fail?.(new Error("The watch broke.")));
    return () => {};
  });
  const answer = await accept(engine, { user: call.user, input: {}, files: [] }, async () =>
    aPlan(1),
  );
  expect(answer).toMatchObject({ status: 202, body: { success: true, send: { state: "queued" } } });
});

describe("a send that is deleted while its request waits", () => {
  it("isn't begun again, and the request waits no longer: its preparation didn't fail", async () => {
    const { call, engine, id } = await aCall();
    engine.patience = HOUR;
    const plans: SendPlan[] = [];
    const input = { idempotency_key: call.key };
    const answer = accept(engine, { user: call.user, input, files: [] }, async () => {
      plans.push(aPlan(1));
      return aPlan(1);
    });
    const refused = expect(answer).rejects.toMatchObject({ reason: "not_found" });
    await expect.poll(() => readSend(id)).not.toBeNull();
    await sendRef(id).delete();
    await refused;
    expect(plans).toHaveLength(1);
    expect(await readSend(id)).toBeNull();
  });
});

/** The first chunk, the file, the second chunk, the flip. */
const WRITES = 4;
/**
 * They follow one another: a death after one of them leaves the same as a death before the next.
 */
const DEATHS = [
  ...Array.from({ length: WRITES }, (_, i) => ({ write: i + 1, moment: "before" as const })),
  { write: WRITES, moment: "after" as const },
];

async function dies(program: string, fatal: Fatal): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(fatal)], {
    env: process.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (part: Buffer) => {
    said += part.toString();
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  expect({ code, signal }, said).toEqual({ code: null, signal: "SIGKILL" });
}

/** A real process, really killed at each write of a beginning. */
describe.concurrent("a process that is killed while it begins a send", () => {
  let program: string;
  beforeAll(async () => {
    program = await bundled("beginAndDie");
  });
  afterAll(() => rmSync(dirname(program), { recursive: true }));

  it.each(DEATHS)("$moment write $write leaves a send or nothing", async (death) => {
    const engine = testEngine();
    const user = { uid: randomUUID(), sub: randomUUID(), email: "ada@example.com", name: "Ada" };
    engine.owners.add(user.uid);
    const call: KeyedCall = { user, key: randomUUID(), fingerprint: "same" };
    const id = sendDocId(user.uid, call.key);
    await dies(program, { ...death, call, now: engine.now() });
    const hasBegun = death.write === WRITES && death.moment === "after";
    if (hasBegun) {
      await expectSend(id, { state: "queued", counts: { queued: 500 } });
      expect(await rowCount(id)).toBe(500);
      expect(await begin(call, FATAL_PLAN(), engine.now())).toBe(false);
      return;
    }
    expect((await listSends(engine, user.uid)).sends).toEqual([]);
    await expect(showSend(engine, user.uid, call.key, null)).rejects.toMatchObject({
      reason: "not_found",
    });
    engine.pass(91_000);
    await sweep(engine);
    expect(await readSend(id)).toBeNull();
    expect(await rowCount(id)).toBe(0);
    expect((await snapshotRef(id).get()).exists).toBe(false);
    expect(await storedFiles(`sends/${id}/`)).toEqual([]);
    expect(await begin(call, FATAL_PLAN(), engine.now())).toBe(true);
  });
});
