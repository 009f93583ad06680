import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StoredSend } from "../../../store/sends/read.ts";
import type { Engine } from "../engine.ts";
import { sweep } from "./sweep.ts";

const warned = vi.hoisted(() => vi.fn());
vi.mock("../../../platform/log.ts", () => ({ logWarning: warned, logError: vi.fn() }));

/**
 * The sweep under load, by a clock of its own: the figures of docs/cost.md. Each step of the ledger
 * takes as long as a write of Firestore with the task that follows it.
 */
const STEP_MS = 250;
const MINUTE = 60_000;
const BEGIN = Date.parse("2026-11-24T08:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN });
});
afterEach(() => {
  vi.useRealTimers();
});

const aStep = () => new Promise<void>((resolve) => setTimeout(resolve, STEP_MS));

/**
 * Sends that were due one after the other until now: `n` to start, or `n` whose data is to be
 * deleted.
 */
function due(n: number, part: "starts" | "deletions"): StoredSend[] {
  return Array.from({ length: n }, (_, i) => {
    const at = BEGIN - n + i;
    const [wakeAt, purgeAt] = part === "starts" ? [at, null] : [null, at];
    const state = part === "starts" ? "scheduled" : "done";
    const times = {
      wakeAt,
      purgeAt,
      startsAt: at,
      diesAt: BEGIN + 86_400_000,
      heldUntil: null,
      endedAt: purgeAt,
    };
    return {
      id: `${part}${i}`,
      owner: `u${i}`,
      state,
      voided: false,
      findable: true,
      findableByName: true,
      dataDeleted: false,
      ...times,
    } as unknown as StoredSend;
  });
}

/** An engine that holds only these sends, and what was done with them, in order. */
function laden(starts: number, deletions: number) {
  const waiting = { starts: due(starts, "starts"), deletions: due(deletions, "deletions") };
  const begun: string[] = [];
  const deleted: string[] = [];
  const takeOut = (list: StoredSend[], id: string) => {
    const place = list.findIndex((send) => send.id === id);
    if (place >= 0) list.splice(place, 1);
  };
  const ledger = {
    usersWithDeadLease: async () => [],
    dueSends: async (_now: number, limit: number) => waiting.starts.slice(0, limit),
    duePurges: async (_now: number, limit: number) => waiting.deletions.slice(0, limit),
    apply: async (id: string) => {
      await aStep();
      takeOut(waiting.starts, id);
      begun.push(id);
      return { send: null, refused: null };
    },
    purgeSend: async (id: string) => {
      await aStep();
      takeOut(waiting.deletions, id);
      deleted.push(id);
    },
  };
  const engine = { now: Date.now, enqueue: async () => {}, ledger } as unknown as Engine;
  return { engine, begun, deleted };
}

/** One minute of both parts, as the scheduled function runs them. */
async function minute(engine: Engine): Promise<void> {
  const round = Promise.all([sweep(engine, ["starts"]), sweep(engine, ["deletions"])]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  await round;
}

it("begins 4,000 due sends within three rounds, the longest waiting first, and deletes in each of them", async () => {
  const { engine, begun, deleted } = laden(4_000, 4_000);
  await minute(engine);
  // 45 s of ten lanes, and of five.
  expect([begun.length, deleted.length]).toEqual([1_800, 900]);
  expect(begun.slice(0, 200).sort()).toEqual(
    Array.from({ length: 200 }, (_, i) => `starts${i}`).sort(),
  );
  await minute(engine);
  expect([begun.length, deleted.length]).toEqual([3_600, 1_800]);
  await minute(engine);
  expect([begun.length, deleted.length]).toEqual([4_000, 2_700]);
  expect(new Set(begun).size).toBe(4_000);
});

it("starts no send after its time is over", async () => {
  const { engine, begun } = laden(200, 0);
  engine.ledger.dueSends = async () => {
    await new Promise((resolve) => setTimeout(resolve, 44_900));
    return due(200, "starts");
  };
  const round = sweep(engine, ["starts"]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  await round;
  expect(begun).toHaveLength(10);
});

it("says that it is late once the longest waiting send is 5 minutes overdue, or a deletion an hour", async () => {
  const late = async (part: "starts" | "deletions", ms: number) => {
    warned.mockClear();
    const { engine } = laden(0, 0);
    const [longest] = due(1, part);
    const name = part === "starts" ? "dueSends" : "duePurges";
    engine.ledger[name] = async () => (longest ? [longest] : []);
    vi.setSystemTime(BEGIN - 1 + ms);
    const round = sweep(engine, [part]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await round;
    return warned.mock.calls;
  };
  expect(await late("starts", 5 * MINUTE)).toEqual([]);
  expect(await late("starts", 5 * MINUTE + 1)).toEqual([
    ["the sweep is late", { ms: 300_001, state: "starts" }],
  ]);
  expect(await late("deletions", 60 * MINUTE)).toEqual([]);
  expect(await late("deletions", 60 * MINUTE + 1)).toEqual([
    ["the sweep is late", { ms: 3_600_001, state: "deletions" }],
  ]);
});
