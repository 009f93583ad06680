import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { StandingClock } from "./clock.ts";
import { Queue } from "./queue.ts";

describe("the clock that stands still", () => {
  it("goes on only when nobody works, and then to the next time that somebody waits for", async () => {
    const clock = new StandingClock();
    const began = clock.now();
    const seen: string[] = [];
    const at = () => `${clock.now() - began}`;
    const work = async () => {
      for (let turns = 0; turns < 100; turns += 1) await turn();
      seen.push(`worked at ${at()}`);
    };
    const wait = async (ms: number) => {
      await clock.sleep(ms);
      seen.push(`waited until ${at()}`);
    };
    await clock.run(Promise.all([wait(86_400_000), clock.during(work()), wait(30), wait(0)]));
    expect(seen).toEqual(["waited until 0", "worked at 0", "waited until 30", "waited until 86400000"]);
  });

  it("says so when what it waits for cannot come", async () => {
    const clock = new StandingClock();
    await expect(clock.run(new Promise(() => {}))).rejects.toThrow("Nobody works and nobody waits");
  });
});

describe("the queue", () => {
  it("begins a hundred tasks a second and works 400 at once, each not before its time", async () => {
    const clock = new StandingClock();
    const began = clock.now();
    const queue = new Queue(clock);
    const begins: number[] = [];
    const task = async () => {
      begins.push(clock.now() - began);
      await clock.sleep(60_000);
    };
    const tasks = Array.from({ length: 500 }, () => queue.add(began, task));
    const late = queue.add(began + 300_000, async () => void begins.push(clock.now() - began));
    await clock.run(Promise.all([...tasks, late]));
    expect(begins.slice(0, 3)).toEqual([0, 10, 20]);
    expect(queue.most).toBe(400);
    expect(begins[399]).toBe(3_990);
    expect(begins[400]).toBe(60_000);
    expect(begins.at(-1)).toBe(300_000);
  });
});
