import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { beforeEach, expect, test, vi } from "vitest";

/** A deployed project: there a caller is not believed who they say that they are. */
const counted = vi.hoisted(() => ({ callers: [] as [caller: string, limit: number | undefined][], wait: 0 }));
vi.mock("../store/apiRateLimits.ts", () => ({
  countCall: async (_bucket: string, caller: string, _now: number, limit?: number) => {
    counted.callers.push([caller, limit]);
    return counted.wait;
  },
}));
vi.mock("../config.ts", () => ({
  config: () => ({ isEmulated: false, tokenKeys: [{ id: "a", key: Buffer.alloc(32, 1) }] }),
}));
const { rateLimitOpen } = await import("./rateLimit.ts");

const MINUTE = 60_000;
const EDGE = "151.101.1.1";
/** Each test in an hour of its own: the instance counts by the minute. */
let now = Date.UTC(2026, 10, 21);
beforeEach(() => {
  now += 60 * MINUTE;
  counted.callers = [];
  counted.wait = 0;
});

function from(forwarded: string): Request {
  return { get: () => forwarded, socket: { remoteAddress: "169.254.1.1" } } as unknown as Request;
}

/** The callers that a call was counted for. */
async function callersOf(forwarded: string): Promise<string[]> {
  counted.callers = [];
  await rateLimitOpen("sign_ins", from(forwarded), now);
  return counted.callers.map(([caller]) => caller);
}

test("a signed-out call is counted for whom Hosting names and for the network that Google has seen, ten times as often", async () => {
  await rateLimitOpen("sign_ins", from(`203.0.113.7, ${EDGE}`), now);
  expect(counted.callers.map(([, limit]) => limit)).toEqual([300, undefined]);
  expect(JSON.stringify(counted.callers)).not.toMatch(/203|151\.101/);
});

test("a forged beginning makes nobody another", async () => {
  const whole = `203.0.113.7, ${EDGE}`;
  expect(await callersOf(`${randomUUID()}, 1.2.3.4, ${whole}`)).toEqual(await callersOf(whole));
  expect(await callersOf(`203.0.113.8, ${EDGE}`)).not.toEqual(await callersOf(whole));
});

test("who calls past Hosting can name any caller, and stays the network that Google has seen", async () => {
  const [first, ...named] = await callersOf("1.1.1.1, 203.0.113.7");
  const [second, ...others] = await callersOf("2.2.2.2, 203.0.113.7");
  expect(second).toBe(first);
  expect(others).not.toEqual(named);
});

test("the addresses of one /64 are one caller", async () => {
  expect(await callersOf(`2001:db8::1, ${EDGE}`)).toEqual(await callersOf(`2001:db8::2, ${EDGE}`));
});

test("one instance takes 600 signed-out calls of a kind a minute, from wherever; the next minute takes more", async () => {
  const call = (i: number, at = now) => rateLimitOpen("demo_previews", from(`10.0.${i >> 8}.${i & 255}, ${EDGE}`), at);
  for (let i = 0; i < 600; i++) await call(i);
  await expect(call(600, now + 20_000)).rejects.toMatchObject({
    reason: "rate_limited",
    message: "Too many requests. Please try again in 40 seconds.",
    retryAfter: 40,
  });
  expect(counted.callers).toHaveLength(2 * 600);
  await call(601, now + MINUTE);
});

test("what the database refuses waits as long as it says", async () => {
  counted.wait = 7;
  await expect(rateLimitOpen("sign_ins", from(EDGE), now)).rejects.toMatchObject({ retryAfter: 7 });
});
