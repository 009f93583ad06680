import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { charged, waitUncharged } from "./processorTime.ts";

/** Milliseconds that the process has used. */
let used = 0;
beforeEach(() => {
  vi.spyOn(process, "cpuUsage").mockImplementation(() => ({
    user: used * 900,
    system: used * 100,
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Begins a call that ends when told. `paid` are the milliseconds charged so far, rounded. */
function aCall(wait: (work: () => Promise<void>) => Promise<void> = (work) => work()) {
  let end = () => {};
  let paid = 0;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const done = charged(
    (ms) => {
      paid += ms;
    },
    () => wait(() => ended),
  );
  return {
    paid: () => Math.round(paid),
    end: async () => {
      end();
      await done;
    },
  };
}

test("a call alone pays for all that the process uses until it ends, and for nothing before or after", async () => {
  used += 1_000;
  const call = aCall();
  used += 300;
  await call.end();
  used += 1_000;
  const next = aCall();
  await next.end();
  expect([call.paid(), next.paid()]).toEqual([300, 0]);
});

test("calls at work at the same time pay the same, however long they began before", async () => {
  const first = aCall();
  used += 100;
  const second = aCall();
  const third = aCall();
  used += 300;
  await second.end();
  used += 50;
  await Promise.all([first.end(), third.end()]);
  expect([first.paid(), second.paid(), third.paid()]).toEqual([100 + 100 + 25, 100, 100 + 25]);
});

test("a call that only waits pays nothing meanwhile", async () => {
  const waiting = aCall((work) => waitUncharged(work));
  const working = aCall();
  used += 400;
  await waiting.end();
  used += 10;
  await working.end();
  expect([waiting.paid(), working.paid()]).toEqual([0, 410]);
});

test("a call that is over pays nothing more, although something that it left behind rests until later", async () => {
  let wake = () => {};
  const left = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const first = aCall((work) => {
    void waitUncharged(() => left);
    return work();
  });
  await first.end();
  wake();
  await left;
  const second = aCall();
  used += 100;
  await second.end();
  expect([first.paid(), second.paid()]).toEqual([0, 100]);
});

test("a call that fails pays, too; outside a call, waiting costs nothing", async () => {
  let paid = 0;
  const failing = charged(
    (ms) => {
      paid += ms;
    },
    async () => {
      used += 70;
      throw new Error("no");
    },
  );
  await expect(failing).rejects.toThrow("no");
  expect(await waitUncharged(async () => "x")).toBe("x");
  expect(Math.round(paid)).toBe(70);
});
