import { expect, test } from "vitest";
import { ReadBudget } from "./readBudget.ts";

const START = 1_800_000_000_000;

test("so many at once, then what comes back by the second", () => {
  const budget = new ReadBudget(5, 2);
  const spend = (ms: number) => budget.spend("ada", START + ms);
  expect(Array.from({ length: 6 }, () => spend(0))).toEqual([0, 0, 0, 0, 0, 1]);
  expect(spend(499)).toBe(1);
  expect(spend(500)).toBe(0);
  expect([spend(1_500), spend(1_500), spend(1_500)]).toEqual([0, 0, 1]);
  expect(Array.from({ length: 6 }, () => spend(3_600_000))).toEqual([0, 0, 0, 0, 0, 1]);
});

test("everybody has a budget of their own, and a clock that is set back gives nothing", () => {
  const budget = new ReadBudget(1, 1);
  expect(budget.spend("ada", START)).toBe(0);
  expect(budget.spend("grace", START)).toBe(0);
  expect(budget.spend("ada", START - 60_000)).toBe(1);
});

test("a hundred thousand callers are not kept in mind, and who calls often is not forgotten for them", () => {
  const budget = new ReadBudget(1, 0.001);
  expect(budget.spend("ada", START)).toBe(0);
  for (let i = 0; i < 100_000; i++) {
    budget.spend(`u${i}`, START);
    if (i % 1_000 === 0) expect(budget.spend("ada", START)).toBeGreaterThan(0);
  }
  expect(budget.spend("u0", START)).toBe(0);
});
