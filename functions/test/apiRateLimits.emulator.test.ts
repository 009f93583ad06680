import { randomUUID } from "node:crypto";
import { RATES } from "@sendwright/core/contract";
import { expect, test } from "vitest";
import { chanceOf } from "../../test/chance.ts";
import { seed } from "../../test/seed.ts";
import { firestore } from "../src/platform/firebase.ts";
import { countCall } from "../src/store/apiRateLimits.ts";

const LIMIT = RATES.demo_previews.calls;
const START = 1_800_000_000_000;

test("the limit applies to any 60 seconds, not to each minute of the clock", async () => {
  const caller = randomUUID();
  const at = (seconds: number) => countCall("demo_previews", caller, START + seconds * 1000);
  for (let i = 0; i < LIMIT - 1; i++) expect(await at(50)).toBe(0);
  expect(await at(58.5)).toBe(0);
  expect(await at(61)).toBe(49);
  expect(await at(109.9)).toBe(1);
  expect(await at(110)).toBe(0);
});

test("a refused call costs nothing later", async () => {
  const caller = randomUUID();
  for (let i = 0; i < LIMIT; i++) await countCall("demo_previews", caller, START);
  for (let i = 1; i < 60; i++) expect(await countCall("demo_previews", caller, START + i * 1000)).toBe(60 - i);
  expect(await countCall("demo_previews", caller, START + 60_000)).toBe(0);
});

test("of many calls at once exactly the limit passes, in any instance", async () => {
  const caller = randomUUID();
  const waits = await Promise.all(Array.from({ length: LIMIT + 15 }, () => countCall("demo_previews", caller, START)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(LIMIT);
});

test("at any rhythm, no 60 seconds contain more calls than the limit", async () => {
  const caller = randomUUID();
  const chance = chanceOf(seed);
  const passed: number[] = [];
  let now = START;
  for (let i = 0; i < 120; i++) {
    now += Math.floor(chance.number() ** 3 * 9_000);
    if ((await countCall("demo_previews", caller, now)) === 0) passed.push(now);
  }
  for (const time of passed) {
    expect(passed.filter((other) => other > time - 60_000 && other <= time).length).toBeLessThanOrEqual(LIMIT);
  }
  expect(passed.length).toBeGreaterThan(LIMIT);
});

test("exports are counted by the hour", async () => {
  const caller = randomUUID();
  const at = (minutes: number) => countCall("exports", caller, START + minutes * 60_000);
  for (let i = 0; i < RATES.exports.calls; i++) expect(await at(i)).toBe(0);
  expect(await at(30)).toBe(30 * 60);
  expect(await at(59)).toBe(60);
  expect([await at(60), await at(60)]).toEqual([0, 60]);
});

test("callers and buckets are counted separately, and a counter has an expiry time", async () => {
  const caller = randomUUID();
  for (let i = 0; i < LIMIT; i++) await countCall("demo_previews", caller, START);
  // The other bucket's limit is higher, so counting both together would leave nothing for the smaller one.
  for (let i = 0; i < LIMIT; i++) await countCall("sign_ins", caller, START);
  expect(await countCall("exports", caller, START)).toBe(0);
  expect(await countCall("demo_previews", `${caller}x`, START)).toBe(0);
  const kept = (await firestore().collection("rates").get()).docs.map((document) => document.data());
  expect(kept.every(({ expireAt }) => typeof expireAt?.toMillis() === "number")).toBe(true);
});
