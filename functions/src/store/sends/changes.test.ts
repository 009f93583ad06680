import type { Counts, RowStatus } from "@sendwright/core/contract/sends";
import { describe, expect, it, vi } from "vitest";
import { type Chance, chanceOf } from "../../../../test/chance.ts";
import { isFuzz, seed } from "../../../../test/seed.ts";
import {
  type Cursor,
  type FollowedRow,
  type FollowedSend,
  lookForChanges,
  type RowReader,
  readCursor,
  writeCursor,
} from "./changes.ts";

/**
 * Following a send by the numbers of its rows: no order of commits leaves a follower with a state
 * that the ledger doesn't have.
 */
const SCHEDULES = isFuzz ? 20_000 : 600;

/**
 * A send and its rows, as commits become visible one by one; any possible step may follow any
 * other.
 */
class World {
  rows: FollowedRow[];
  send: FollowedSend;
  readonly #chance: Chance;
  /** The rows that a lane has taken, in order of their numbers, and not finished. */
  #lanes: number[] = [];
  #taken = 0;
  #version = 1;
  /** Rows that the worker has skipped. */
  #suppressed = 0;
  #ended = false;

  constructor(chance: Chance) {
    this.#chance = chance;
    const count = chance.integer(1, 40);
    let n = 0;
    // The numbers between them are those of further rows of an email.
    this.rows = Array.from({ length: count }, () => {
      n += chance.is(0.2) ? chance.integer(2, 4) : 1;
      return { n, state: chance.is(0.2) ? "skipped" : "queued" };
    });
    this.send = {
      state: "queued",
      epoch: 0,
      worker: null,
      counts: this.counted(),
      lastRow: n + chance.integer(0, 2),
      suppressed: 0,
      version: "1",
    };
  }

  counted(): Counts {
    const count = (state: RowStatus) => this.rows.filter((row) => row.state === state).length;
    const [queued, sending, sent, failed, skipped, warning] = (
      ["queued", "sending", "sent", "failed", "skipped", "warning"] as const
    ).map(count) as [number, number, number, number, number, number];
    return { total: this.rows.length, queued, sending, sent, failed, skipped, warning };
  }

  reader(): RowReader<FollowedRow> & { reads: number } {
    const rows = this.rows.map((row) => ({ ...row }));
    const reader = {
      reads: 0,
      from: async (n: number, limit: number) =>
        read(rows.filter((row) => row.n >= n).slice(0, limit)),
      inStates: async (n: number, states: readonly RowStatus[], limit: number | null) =>
        read(
          rows
            .filter((row) => row.n >= n && states.includes(row.state))
            .slice(0, limit ?? rows.length),
        ),
      exactly: async (numbers: readonly number[]) =>
        read(rows.filter((row) => numbers.includes(row.n))),
    };
    const read = (found: FollowedRow[]) => {
      reader.reads += Math.max(1, found.length);
      return found;
    };
    return reader;
  }

  isOver(): boolean {
    return this.#ended && this.send.worker === null;
  }

  /** One commit becomes visible. */
  step(): void {
    const { state, worker } = this.send;
    const draw = this.#chance.number();
    if (state === "cancelled") this.#endCancelled();
    else if (worker === null) this.#rest();
    else if (draw < 0.02) this.#write({ state: "paused" });
    else if (draw < 0.03) this.#write({ state: "cancelled" });
    else if (draw < 0.05) this.#die();
    else if (draw < 0.5 && state !== "paused") this.#take();
    else this.#commit();
  }

  #rest(): void {
    const { state } = this.send;
    this.#taken = 0;
    if (state === "paused") this.#write({ state: this.#chance.is(0.8) ? "queued" : "cancelled" });
    else if (this.#chance.is(0.1)) this.#write({ state: "paused" });
    else this.#write({ state: "running", worker: "lease" });
  }

  #take(): void {
    const next = this.rows.find(({ n, state }) => n > this.#taken && state === "queued");
    if (this.#lanes.length === 4) this.#commit();
    else if (!next || this.#chance.is(0.03)) this.#commit(true);
    else {
      this.#taken = next.n;
      this.#lanes.push(next.n);
    }
  }

  /**
   * Any lane's next commit: its claim, that its person isn't emailed, or its outcome. `ending`: the slice ends once no lane holds
   * a row.
   */
  #commit(ending = this.send.state === "paused"): void {
    if (this.#lanes.length === 0) {
      if (ending) this.#settle();
      return;
    }
    const n = this.#chance.pick(this.#lanes);
    const row = this.#row(n);
    if (row.state === "queued" && this.#chance.is(0.1)) {
      row.state = "skipped";
      this.#suppressed += 1;
    } else if (row.state === "queued" && this.send.state !== "paused") {
      row.state = "sending";
      return;
    }
    if (row.state === "sending")
      row.state = this.#chance.pick(["sent", "sent", "sent", "failed", "warning", "queued"]);
    this.#lanes = this.#lanes.filter((one) => one !== n);
  }

  #settle(): void {
    const counts = this.counted();
    const isDone = counts.queued + counts.sending === 0;
    this.#ended = isDone;
    const counted = { counts, suppressed: this.#suppressed };
    this.#write({ ...counted, worker: null, ...(isDone ? { state: "done" } : {}) });
  }

  /** A worker dies while it holds rows; the next one judges them first. */
  #die(): void {
    this.#lanes = [];
    this.#write({ worker: null });
    for (const row of this.rows) if (row.state === "sending") row.state = "warning";
    this.#settle();
  }

  #endCancelled(): void {
    const queued = this.rows.filter(
      ({ state, n }) => state === "queued" && !this.#lanes.includes(n),
    );
    if (queued.length > 0 && this.#chance.is(0.7)) {
      this.#chance.pick(queued).state = "skipped";
      return;
    }
    if (this.#lanes.length > 0) {
      const n = this.#chance.pick(this.#lanes);
      const row = this.#row(n);
      row.state =
        row.state === "queued" ? "skipped" : this.#chance.pick(["sent", "failed", "queued"]);
      this.#lanes = this.#lanes.filter((one) => one !== n);
      return;
    }
    for (const row of queued) row.state = "skipped";
    this.#ended = true;
    this.#write({ counts: this.counted(), suppressed: this.#suppressed, worker: null });
  }

  retry(): void {
    const failed = this.rows.filter(({ state }) => state === "failed" || state === "warning");
    for (const row of failed) if (this.#chance.is(0.7)) row.state = "queued";
    this.#ended = false;
    this.#write({ state: "queued", epoch: this.send.epoch + 1, counts: this.counted() });
  }

  #row(n: number): FollowedRow {
    const row = this.rows.find((one) => one.n === n);
    if (!row) throw new Error(`There is no row ${n}.`);
    return row;
  }

  #write(patch: Partial<FollowedSend>): void {
    this.#version += 1;
    this.send = { ...this.send, ...patch, version: String(this.#version) };
  }
}

/**
 * A follower who looks now and then, each time at the send first and at its rows a moment later.
 */
class Follower {
  known = new Map<number, RowStatus>();
  cursor: Cursor | null = null;
  counts: Counts | null = null;
  reads = 0;

  async look(world: World, meanwhile = () => {}): Promise<void> {
    const { send } = world;
    meanwhile();
    const reader = world.reader();
    const told = await lookForChanges(
      send,
      this.cursor && readCursor(writeCursor(this.cursor)),
      reader,
    );
    for (const { n, state } of told.rows) this.known.set(n, state);
    this.cursor = told.cursor;
    this.counts = told.counts;
    this.reads = reader.reads;
  }

  states(): RowStatus[] {
    return [...this.known].sort(([a], [b]) => a - b).map(([, state]) => state);
  }
}

describe("following a send by the numbers of its rows", () => {
  it("ends with the ledger's own states, in any order of commits", async () => {
    for (let run = 0; run < SCHEDULES; run++) {
      const chance = chanceOf(seed + run);
      const world = new World(chance);
      const follower = new Follower();
      let retries = chance.integer(0, 2);
      for (let steps = 0; !world.isOver() || retries-- > 0; steps++) {
        if (world.isOver()) world.retry();
        if (steps > 20_000) throw new Error("This schedule finds no end.");
        world.step();
        const meanwhile = () => {
          for (let n = chance.integer(0, 3); n > 0 && !world.isOver(); n--) world.step();
        };
        if (chance.is(0.3)) await follower.look(world, meanwhile);
        // Between two slices, or in a pause, a look returns everything.
        if (world.send.worker === null && world.send.state !== "cancelled" && chance.is(0.3)) {
          await follower.look(world);
          expect([run, follower.states()]).toEqual([run, world.rows.map(({ state }) => state)]);
          expect([run, follower.counts]).toEqual([run, world.counted()]);
        }
      }
      await follower.look(world);
      expect([run, follower.states()]).toEqual([run, world.rows.map(({ state }) => state)]);
      expect([run, follower.counts]).toEqual([run, world.counted()]);
      await follower.look(world);
      expect([run, follower.reads]).toEqual([run, 0]);
    }
  });

  it("reads no row that the send can't have, and none twice, whatever the cursor says", async () => {
    const world = new World(chanceOf(seed));
    const { lastRow } = world.send;
    const reader = world.reader();
    const exactly = vi.spyOn(reader, "exactly");
    const forged = readCursor(`0__1_${lastRow}.${lastRow}.0.${lastRow + 1}.9.99.999_0.0.0_1`);
    await lookForChanges({ ...world.send, worker: "lease" }, forged, reader);
    const asked = exactly.mock.calls.flatMap(([numbers]) => numbers);
    expect(asked).toEqual([...new Set(asked)].filter((n) => n >= 1 && n <= lastRow));
  });
});
