import { readFileSync } from "node:fs";
import { RATES } from "@sendwright/core/contract/endpoint";
import { API_INSTANCES } from "@sendwright/core/contract/limits";
import { DAY, HOUR, MINUTE } from "@sendwright/core/dates/units";
import { describe, expect, it, test } from "vitest";
import { chanceOf } from "../../../test/chance.ts";
import { seed } from "../../../test/seed.ts";
import {
  COST_IN_MEMORY,
  COST_OF_CALL,
  costOfAnswer,
  costOfBody,
  fullAt,
  type Level,
  MAX_UNCOUNTED,
  POOLS,
  POOLS_IN_MEMORY,
  type Pool,
  PRICES,
  poolOf,
  ROWS,
  secondsUntil,
  secondsUntilAll,
  without,
} from "./spending.ts";

const START = Date.UTC(2026, 10, 26);
const MB = 1_000_000;

/**
 * A row's whole life, although no email goes out: created, canceled or claimed, ended, read at each
 * step, and deleted, with its part of a worker's time.
 */
const COST_OF_ROW = 3 * PRICES.written + 3 * PRICES.read + PRICES.deleted + 0.12 * PRICES.second;

/** The most that one account can cost in any 24 hours without sending an email, part by part. */
function mostOf(instances: number): Record<string, number> {
  const both = ({ atOnce, perDay }: Pool) => atOnce + perDay;
  const counted = Object.entries(POOLS).map(([bucket, pool]) => [bucket, both(pool)] as const);
  const exports =
    RATES.exports.calls * Math.ceil(DAY / (RATES.exports.minutes * 60_000)) * COST_OF_CALL.exports;
  // A question reads up to 10,000 rows more before it stops; one of them may be a look at a send.
  const uncounted = instances * (MAX_UNCOUNTED + 2 * 10_000 * PRICES.read);
  // Eight calls in each instance, with 3 MB each, for one minute.
  const open = instances * (8 * costOfAnswer(3 * MB) + 60 * PRICES.second);
  return {
    ...Object.fromEntries(counted),
    exports,
    rows: both(ROWS) * COST_OF_ROW,
    reads: instances * both(POOLS_IN_MEMORY.reads),
    progress: instances * both(POOLS_IN_MEMORY.progress),
    "calls under way": uncounted + open,
  };
}

describe("without an email, one account", () => {
  const parts = mostOf(API_INSTANCES);
  const sum = Object.values(parts).reduce((all, part) => all + part, 0);

  it("costs at most 5 dollars in any 24 hours", () => {
    expect(sum).toBeLessThanOrEqual(5_000_000);
  });

  it("costs what docs/cost.md says, part by part", () => {
    const text = readFileSync(new URL("../../../docs/cost.md", import.meta.url), "utf8");
    const section = text.slice(text.indexOf("## What one account can cost"));
    const rows = [
      ...section.matchAll(
        /^\| (?:\*\*)?`?([\w ]+?)`?(?:\*\*)? \|[^|]*\| (?:\*\*)?(\d+\.\d\d)(?:\*\*)? \|/gm,
      ),
    ];
    const dollars = Object.entries({ ...parts, total: sum }).map(([name, part]) => [
      name,
      (part / 1e6).toFixed(2),
    ]);
    expect(Object.fromEntries(rows.map(([, name = "", amount = ""]) => [name, amount]))).toEqual(
      Object.fromEntries(dollars),
    );
  });

  it("has a limit for every kind of call: a pool, or few calls in a day", () => {
    const unlimited = (Object.keys(COST_OF_CALL) as (keyof typeof RATES)[]).filter(
      (bucket) => poolOf(bucket) === null && RATES[bucket].minutes * MINUTE < DAY,
    );
    expect(unlimited).toEqual([]);
  });
});

test.each(Object.entries({ ...POOLS, ...POOLS_IN_MEMORY, ROWS }))(
  "no 24 hours take more out of %s than it says, at any rhythm",
  (_, pool) => {
    const chance = chanceOf(seed);
    const taken: { at: number; amount: number }[] = [];
    let level: Level | undefined;
    let now = START;
    for (let i = 0; i < 2_000; i++) {
      now += Math.floor(chance.number() ** 4 * 12 * HOUR);
      const amount = Math.ceil((chance.number() ** 3 * pool.perDay) / 10);
      if (secondsUntil(pool, level, amount, now) > 0) continue;
      level = without(pool, level, amount, now);
      taken.push({ at: now, amount });
    }
    for (const { at } of taken) {
      const inADay = taken.filter((one) => one.at >= at && one.at < at + DAY);
      expect(inADay.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(
        pool.atOnce + pool.perDay,
      );
    }
    expect(taken.length).toBeGreaterThan(10);
  },
);

test("a refusal says when there is enough again, to the second", () => {
  const pool = { atOnce: 100, perDay: 24, enough: 3 };
  const empty = without(pool, undefined, 100, START);
  const seconds = secondsUntil(pool, empty, 3, START);
  expect(seconds).toBe(3 * 3_600);
  expect(secondsUntil(pool, empty, 3, START + (seconds - 1) * 1_000)).toBe(1);
  expect(secondsUntil(pool, empty, 3, START + seconds * 1_000)).toBe(0);
});

test("something that should fit as a whole waits for all of it, or for a full pool", () => {
  const pool = { atOnce: 100, perDay: 240 };
  const half = { left: 50, at: START };
  expect(secondsUntilAll(pool, half, 50, START)).toBe(0);
  expect(secondsUntilAll(pool, half, 60, START)).toBe(3_600);
  expect(secondsUntilAll(pool, half, 1_000, START)).toBe(5 * 3_600);
  expect(secondsUntilAll(pool, undefined, 1_000, START)).toBe(0);
});

test("a tenth of a day is enough for anything, and a debt is paid before the next call", () => {
  const pool = { atOnce: 100, perDay: 240 };
  expect(secondsUntil(pool, { left: 23, at: START }, 1_000, START)).toBe(360);
  expect(secondsUntil(pool, { left: 24, at: START }, 1_000, START)).toBe(0);
  const debt = without(pool, undefined, 220, START);
  expect(secondsUntil(pool, debt, 10, START)).toBe(13 * 3_600);
  expect(fullAt(pool, debt)).toBe(START + (220 / 240) * DAY);
});

test.each(Object.entries({ ...POOLS, ...POOLS_IN_MEMORY, ROWS }))(
  "whatever a call takes out of %s, no one waits for more than a day, and one call in a day may overdraw it",
  (_, pool: Pool) => {
    const chance = chanceOf(seed);
    const taken: { at: number; amount: number }[] = [];
    let level: Level | undefined;
    let now = START;
    for (let i = 0; i < 500; i++) {
      const amount = Math.ceil(chance.number() ** 3 * 10 * pool.atOnce);
      const wait = secondsUntil(pool, level, amount, now);
      expect(wait).toBeLessThanOrEqual(DAY / 1_000);
      now += wait * 1_000;
      // A second more or less is rounding.
      expect(secondsUntil(pool, level, amount, now)).toBeLessThanOrEqual(1);
      level = without(pool, level, amount, now);
      taken.push({ at: now, amount });
      now += Math.floor(chance.number() ** 4 * 12 * HOUR);
    }
    for (const { at } of taken) {
      // A wait is rounded.
      const inADay = taken
        .filter((one) => one.at >= at && one.at < at + DAY - 1_000)
        .map(({ amount }) => amount);
      const sum = inADay.reduce((all, one) => all + one, 0);
      expect(sum - Math.max(...inADay)).toBeLessThanOrEqual(pool.atOnce + pool.perDay + 1);
    }
    // A level that an earlier version stored.
    expect(secondsUntil(pool, { left: -100 * pool.perDay, at: now }, 1, now)).toBeLessThanOrEqual(
      DAY / 1_000,
    );
  },
);

test("a clock that goes back gives nothing", () => {
  const pool = { atOnce: 100, perDay: 24 };
  expect(without(pool, { left: 10, at: START }, 0, START - HOUR).left).toBe(10);
});

/**
 * A day of hard work, every day: in one instance, over a line of 2 megabits a second, with twice as
 * much of everything else as most people do.
 */
describe("an account that works hard", () => {
  const time = (seconds: number) => seconds * PRICES.second;
  const reading = (documents: number, seconds: number, bytes: number) =>
    PRICES.request + documents * PRICES.read + time(seconds) + costOfAnswer(bytes);
  const changing = (bucket: keyof typeof POOLS, seconds: number, bytes: number, body = 0) =>
    COST_OF_CALL[bucket] + costOfBody(body) + time(seconds) + costOfAnswer(bytes);

  /** What the page reads (`web/src/data`), with its fixed documents. */
  const config = reading(3 + 3 + 2, 0.1, 1_500);
  const openSends = reading(3 + 2 * 2, 0.1, 3_000);
  const wholeList = reading(3 + 2 * 50, 0.1, 30_000);
  const look = reading(5 + 1.5, 0.1, 1_500);
  const visit = config + wholeList + 4 * reading(3 + 6, 0.1, 12_000);

  /**
   * By pool: how much one thing takes, and how often it happens in 12 hours; on a day of lists, of
   * single emails, or on both.
   */
  const work: Record<
    string,
    { pool: Pool; amount: number; times: number; day?: "lists" | "singles" }
  > = {
    "ten sends of 1,000 rows": { pool: ROWS, amount: 1_000, times: 10 },
    "their calls, which wait for the end": {
      pool: POOLS.sends,
      amount:
        changing("sends", 20, 500_000, 200_000) + 1_000 * PRICES.read + 5 * PRICES.fileWritten,
      times: 10,
    },
    "500 Direct Sends": {
      pool: POOLS.sends,
      amount: changing("sends", 2, 5_000, 20_000),
      times: 500,
    },
    // When it is held, when it runs and at its end; the list while the call is under way.
    "what the page reads for them": {
      pool: POOLS_IN_MEMORY.reads,
      amount: 3 * config + openSends,
      times: 500,
      day: "singles",
    },
    // Four during the hold, two until the end.
    "its looks at them": { pool: POOLS_IN_MEMORY.progress, amount: 6 * look, times: 500 },
    "a list that stays open": { pool: POOLS_IN_MEMORY.reads, amount: wholeList, times: 72 },
    "1,000 files of 1 MB": {
      pool: POOLS.uploads,
      amount: changing("uploads", 4, 500, MB),
      times: 1_000,
    },
    "2,000 people's files of 200 kB": {
      pool: POOLS.files,
      amount: changing("files", 16, 2_000, 4 * MB) + 20 * PRICES.fileWritten,
      times: 100,
    },
    "1,000 removed files": {
      pool: POOLS.template_writes,
      amount: changing("template_writes", 0.2, 100),
      times: 1_000,
    },
    "300 visits": { pool: POOLS_IN_MEMORY.reads, amount: visit, times: 300, day: "lists" },
    "100 visits": { pool: POOLS_IN_MEMORY.reads, amount: visit, times: 100, day: "singles" },
    // The extension looks every 1.2 seconds, more often than the page.
    "2,000 watched emails": {
      pool: POOLS_IN_MEMORY.progress,
      amount: look,
      times: Math.ceil(2_000 / 1.2),
    },
    "10 looks at 1,000 rows": {
      pool: POOLS_IN_MEMORY.progress,
      amount: reading(1_005, 0.6, 500_000),
      times: 10,
    },
    "100 pictures": { pool: POOLS.pictures, amount: changing("pictures", 0.3, MB), times: 100 },
    "1,000 previews": {
      pool: POOLS.previews,
      amount: changing("previews", 0.3, 30_000),
      times: 1_000,
    },
    "500 questions": {
      pool: POOLS.questions,
      amount: changing("questions", 0.2, 1_000) + 34 * PRICES.read,
      times: 500,
    },
    "500 pauses and undos": {
      pool: POOLS.send_controls,
      amount: changing("send_controls", 0.2, 2_000),
      times: 500,
    },
    "100 changed settings": {
      pool: POOLS.settings,
      amount: changing("settings", 0.1, 500),
      times: 100,
    },
  };

  it("reads with each call what its fixed price says", () => {
    expect(COST_IN_MEMORY).toEqual({
      reads: PRICES.request + 3 * PRICES.read,
      progress: PRICES.request + 5 * PRICES.read,
    });
  });

  it.each(["lists", "singles"])("is never refused, day after day of %s", (kind) => {
    const pools = new Map<Pool, { amount: number; at: number; name: string }[]>();
    for (const [name, { pool, amount, times }] of Object.entries(work).filter(
      ([, { day = kind }]) => day === kind,
    )) {
      const events = pools.get(pool) ?? [];
      pools.set(pool, events);
      for (let day = 0; day < 5; day++)
        for (let i = 0; i < times; i++)
          events.push({
            amount,
            name,
            at: START + day * DAY + Math.floor((i / times) * 12 * HOUR),
          });
    }
    for (const [pool, events] of pools) {
      let level: Level | undefined;
      for (const { amount, at, name } of events.sort((a, b) => a.at - b.at)) {
        expect([name, secondsUntil(pool, level, amount, at)]).toEqual([name, 0]);
        level = without(pool, level, amount, at);
      }
    }
  });

  it("can download everything once a day", () => {
    expect(RATES.exports).toEqual({ calls: 2, minutes: 1_440 });
  });
});
