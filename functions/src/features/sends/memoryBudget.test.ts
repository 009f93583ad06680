import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryBudget } from "./memoryBudget.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What has been given by now, by name. */
function follow(taking: Record<string, Promise<(() => void) | null>>) {
  const given: string[] = [];
  const releases: Record<string, () => void> = {};
  for (const [name, promise] of Object.entries(taking))
    void promise.then((release) => {
      given.push(release === null ? `${name}: no` : name);
      if (release) releases[name] = release;
    });
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return [...given];
  };
  return { settled, releases };
}

it("gives what there is, in the order in which it was asked", async () => {
  const memory = new MemoryBudget(100);
  const { settled, releases } = follow({
    first: memory.take(60, 1_000),
    second: memory.take(60, 1_000),
    small: memory.take(10, 1_000),
  });
  // The small one doesn't overtake: otherwise the second might never have its turn.
  expect(await settled()).toEqual(["first"]);
  releases.first?.();
  expect(await settled()).toEqual(["first", "second", "small"]);
});

it("refuses after the time, and serves those behind", async () => {
  const memory = new MemoryBudget(100);
  const { settled } = follow({
    first: memory.take(60, 1_000),
    late: memory.take(60, 500),
    small: memory.take(40, 1_000),
  });
  await vi.advanceTimersByTimeAsync(499);
  expect(await settled()).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await settled()).toEqual(["first", "late: no", "small"]);
});

it("gives the whole to what needs more than there is, and takes nothing back twice", async () => {
  const memory = new MemoryBudget(100);
  const { settled, releases } = follow({
    huge: memory.take(1_000, 1_000),
    next: memory.take(100, Number.MAX_SAFE_INTEGER),
    last: memory.take(1, 1_000),
  });
  expect(await settled()).toEqual(["huge"]);
  releases.huge?.();
  releases.huge?.();
  expect(await settled()).toEqual(["huge", "next"]);
});

it("without time, gives what is free now", async () => {
  const memory = new MemoryBudget(100);
  const { settled } = follow({ free: memory.take(60, 0), none: memory.take(60, -5) });
  await vi.advanceTimersByTimeAsync(1);
  expect(await settled()).toEqual(["free", "none: no"]);
});
