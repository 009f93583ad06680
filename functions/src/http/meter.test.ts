import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { AppError } from "@sendwright/core/contract/appError";
import type { Rate } from "@sendwright/core/contract/endpoint";
import { REQUEST_SECONDS } from "@sendwright/core/contract/limits";
import type { Request } from "express";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  COST_OF_CALL,
  costOfAnswer,
  MAX_UNCOUNTED,
  MAX_UNCOUNTED_OF_KIND,
  POOLS_IN_MEMORY,
  PRICES,
} from "../store/spending.ts";
import { Meter } from "./meter.ts";
import { chargeDocuments, chargeQuestion } from "./rateLimit.ts";

let seconds = 0;
let people = 0;
let ada = "";
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 26) });
  vi.spyOn(performance, "now").mockImplementation(() => seconds * 1_000);
  people += 1;
  ada = `ada${people}`;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A call as far as its meter sees it. `end`: its answer of so many bytes has left. */
function begin(rate: Rate, body = "") {
  const res = new EventEmitter();
  const socket = Object.assign(new EventEmitter(), { bytesWritten: 1_000 });
  const request = { res, socket, rawBody: Buffer.from(body) } as unknown as Request;
  const meter = Meter.begin(rate, ada, request);
  let workIsOver = () => {};
  void meter.measure(() => new Promise<void>((resolve) => (workIsOver = resolve)));
  const end = async (bytes = 0) => {
    socket.bytesWritten += bytes;
    workIsOver();
    await Promise.resolve();
    await Promise.resolve();
    res.emit("close");
  };
  return { meter, request, end };
}

/** What the database is asked to take for the next call of a kind. */
async function counted(rate: Rate): Promise<number> {
  const { meter, request, end } = begin(rate);
  let taken = 0;
  await meter.count(request, async (cost) => {
    taken = cost;
  });
  await end();
  return taken;
}

test("a call's time and answer count with the account's next call of the kind, once", async () => {
  const { end } = begin("settings");
  seconds += 2;
  await end(10_000);
  expect(await counted("previews")).toBeCloseTo(COST_OF_CALL.previews);
  expect(await counted("settings")).toBeCloseTo(
    COST_OF_CALL.settings + 2 * PRICES.second + costOfAnswer(10_000),
  );
  expect(await counted("settings")).toBeCloseTo(COST_OF_CALL.settings);
});

test("calls at the same moment share its time", async () => {
  const calls = [begin("settings"), begin("settings")];
  seconds += 4;
  await calls[0]?.end();
  seconds += 1;
  await calls[1]?.end();
  expect(await counted("settings")).toBeCloseTo(COST_OF_CALL.settings + 5 * PRICES.second);
});

test("a count that fails leaves everything to the next", async () => {
  const first = begin("settings");
  seconds += 2;
  await first.end();
  const { meter, request } = begin("settings");
  await expect(
    meter.count(request, () => Promise.reject(new Error("The database is down."))),
  ).rejects.toThrow();
  expect(await counted("settings")).toBeCloseTo(COST_OF_CALL.settings + 2 * PRICES.second);
});

test("calls that never come to their own count are counted before the next body, once it is much", async () => {
  const earlier = async () => {
    const { meter, end } = begin("uploads");
    const taken: number[] = [];
    await meter.countEarlier(async (cost) => void taken.push(cost));
    return { taken, end };
  };
  const first = await earlier();
  seconds += MAX_UNCOUNTED_OF_KIND / PRICES.second - 1;
  await first.end();
  const second = await earlier();
  seconds += 2;
  await second.end();
  const third = await earlier();
  expect([first.taken, second.taken, third.taken.length]).toEqual([[], [], 1]);
  expect(third.taken[0]).toBeGreaterThan(MAX_UNCOUNTED_OF_KIND);
  expect((await earlier()).taken).toEqual([]);
});

test("a refusal of the database is repeated here, before any body, until its time is over", async () => {
  const { meter, request } = begin("uploads");
  const refused = new AppError("daily_budget", "Later.", { retryAfter: 90 });
  await expect(meter.count(request, () => Promise.reject(refused))).rejects.toBe(refused);
  expect(() => begin("uploads")).toThrow(
    expect.objectContaining({ reason: "daily_budget", retryAfter: 90 }),
  );
  begin("previews");
  vi.setSystemTime(Date.now() + 90_000);
  begin("uploads");
});

test("reading that is used up doesn't slow down looks at a send, nor the reverse", async () => {
  for (const [rate, other] of [
    ["reads", "progress"],
    ["progress", "reads"],
  ] as const) {
    ada = `${ada} ${rate}`;
    begin(rate).meter.charge(POOLS_IN_MEMORY[rate].atOnce);
    expect(() => begin(rate)).toThrow(expect.objectContaining({ reason: "daily_budget" }));
    await begin(other).end();
    // Looks come back at once, one by one.
    vi.setSystemTime(Date.now() + 60_000);
    await begin(rate).end();
  }
});

test.each(["questions", "sends", "progress"] as const)(
  "a question in %s stops when it has read too much",
  (rate) => {
    const { meter } = begin(rate);
    const before = rate === "progress" ? POOLS_IN_MEMORY.progress.atOnce : MAX_UNCOUNTED;
    meter.asCurrent(() => {
      // What can't be refused any more is charged only.
      chargeDocuments(ada, Math.ceil(before / PRICES.read));
      expect(() => chargeQuestion(ada, 1_000)).toThrow(
        expect.objectContaining({ reason: "daily_budget" }),
      );
      chargeDocuments(ada, -20_000);
      chargeQuestion(ada, 1);
    });
  },
);

test("documents that are read outside of a call cost no account anything", () => {
  chargeQuestion(ada, 100_000);
});

describe("a call whose client is gone", () => {
  /**
   * Serves calls of one connection as far as their meters, without an answer. `begun`: all of them
   * are measured. `close`: the client has left, and the server knows.
   */
  async function served(
    calls: number,
    begins: (closed: Promise<void>) => Promise<void>,
    work = async () => {},
  ) {
    let measured = 0;
    let [allBegun, allClosed] = [() => {}, () => {}];
    const begun = new Promise<void>((resolve) => (allBegun = resolve));
    const closed = new Promise<void>((resolve) => (allClosed = resolve));
    const server = createServer(async (request, res) => {
      await begins(closed);
      // As Express does.
      const seen = Object.assign(request, { res, rawBody: Buffer.alloc(0) }) as unknown as Request;
      void Meter.begin("settings", ada, seen).measure(work);
      measured += 1;
      if (measured === calls) allBegun();
    });
    server.on("connection", (socket) => socket.once("close", () => setImmediate(allClosed)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(calls));
    const close = async () => {
      client.destroy();
      server.close();
      await closed;
    };
    return { begun, close };
  }

  test("pays nothing more, if it was gone before the call began", async () => {
    let heard = () => {};
    const arrived = new Promise<void>((resolve) => (heard = resolve));
    const { begun, close } = await served(1, (closed) => {
      heard();
      return closed;
    });
    await arrived;
    await close();
    await begun;
    seconds += 10;
    expect(await counted("settings")).toBeCloseTo(COST_OF_CALL.settings);
  });

  test("pays until it is gone, if earlier answers of its connection are still waited for", async () => {
    const { begun, close } = await served(3, async () => {});
    await begun;
    seconds += 2;
    await close();
    seconds += 10;
    expect(await counted("settings")).toBeCloseTo(COST_OF_CALL.settings + 2 * PRICES.second);
  });

  test("pays for work that continues, and for no more than a call may take", async () => {
    const never = () => new Promise<void>(() => {});
    const { begun, close } = await served(1, async () => {}, never);
    await begun;
    await close();
    seconds += 5;
    expect(await counted("settings")).toBeCloseTo(COST_OF_CALL.settings + 5 * PRICES.second);
    seconds += 10 * REQUEST_SECONDS;
    expect(await counted("settings")).toBeCloseTo(
      COST_OF_CALL.settings + (REQUEST_SECONDS - 5) * PRICES.second,
    );
    seconds += 100;
    expect(await counted("settings")).toBeCloseTo(COST_OF_CALL.settings);
  });
});
