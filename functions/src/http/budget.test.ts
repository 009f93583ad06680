import { expect, test } from "vitest";
import { Budget } from "./rateLimit.ts";

const START = 1_800_000_000_000;

test("a number at once, then the rate per second", () => {
  const budget = new Budget(5, 2);
  const spend = (ms: number) => budget.spend("ada", START + ms);
  expect(Array.from({ length: 6 }, () => spend(0))).toEqual([0, 0, 0, 0, 0, 1]);
  expect(spend(499)).toBe(1);
  expect(spend(500)).toBe(0);
  expect([spend(1_500), spend(1_500), spend(1_500)]).toEqual([0, 0, 1]);
  expect(Array.from({ length: 6 }, () => spend(3_600_000))).toEqual([0, 0, 0, 0, 0, 1]);
});

test("each caller has their own budget, and a clock that is set back gives nothing", () => {
  const budget = new Budget(1, 1);
  expect(budget.spend("ada", START)).toBe(0);
  expect(budget.spend("grace", START)).toBe(0);
  expect(budget.spend("ada", START - 60_000)).toBe(1);
});

test("a caller who owes units waits until they have come back", () => {
  const budget = new Budget(10, 2);
  budget.charge("ada", 29, START);
  expect([budget.wait("ada", START), budget.spend("ada", START)]).toEqual([10, 10]);
  expect(budget.wait("ada", START + 9_999)).toBe(1);
  expect(budget.spend("ada", START + 10_000)).toBe(0);
  expect(budget.spend("grace", START)).toBe(0);
});

test("it never refuses a caller who keeps to the limit of any 60 seconds", () => {
  const budget = new Budget(60, 1);
  const spend = (seconds: number) => budget.spend("ada", START + seconds * 1_000);
  for (const minute of [0, 1, 2]) {
    expect(Array.from({ length: 60 }, () => spend(minute * 60)).filter((wait) => wait > 0)).toEqual([]);
  }
});

test("a hundred thousand callers are not kept, and a caller who calls often is not forgotten because of them", () => {
  const budget = new Budget(1, 0.001);
  expect(budget.spend("ada", START)).toBe(0);
  for (let i = 0; i < 100_000; i++) {
    budget.spend(`u${i}`, START);
    if (i % 1_000 === 0) expect(budget.spend("ada", START)).toBeGreaterThan(0);
  }
  expect(budget.spend("u0", START)).toBe(0);
});
