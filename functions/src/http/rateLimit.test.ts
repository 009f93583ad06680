import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { PROCESSOR } from "@sendwright/core/contract/endpoint";
import type { Request } from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A deployed project: there a caller is not believed who they say that they are. */
const counted = vi.hoisted(() => ({
  callers: [] as [caller: string, limit: number][],
  refused: "",
  wait: 0,
}));
vi.mock("../store/apiRateLimits.ts", () => ({
  countCall: async (_bucket: string, caller: string, _now: number, limit: number) => {
    counted.callers.push([caller, limit]);
    return caller.startsWith(counted.refused) ? counted.wait : 0;
  },
}));
vi.mock("../config.ts", () => ({
  config: () => ({ isEmulated: false, networkSecret: Buffer.alloc(32, 1) }),
}));

const EDGE = "151.101.1.1";
let limits: typeof import("./rateLimit.ts");
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21) });
  Object.assign(counted, { callers: [], refused: "", wait: 0 });
  vi.resetModules();
  limits = await import("./rateLimit.ts");
});
afterEach(() => {
  vi.useRealTimers();
});

function from(forwarded: string): Request {
  return { get: () => forwarded, socket: { remoteAddress: "169.254.1.1" } } as unknown as Request;
}

/** Makes a signed-out call; resolves to the refusal, or null if the call is allowed. */
async function call(forwarded: string): Promise<unknown> {
  const request = from(forwarded);
  try {
    limits.limitOpenHere("sign_ins", request);
    await limits.limitOpenEverywhere("sign_ins", request);
    return null;
  } catch (cause) {
    return cause;
  }
}

async function passed(forwarded: string, times: number): Promise<number> {
  let passing = 0;
  for (let i = 0; i < times; i++) if ((await call(forwarded)) === null) passing += 1;
  return passing;
}

/** The callers that a call was counted for in the database. */
async function callersOf(forwarded: string): Promise<string[]> {
  counted.callers = [];
  await limits.limitOpenEverywhere("sign_ins", from(forwarded));
  return counted.callers.map(([caller]) => caller);
}

test("counts a signed-out call for the caller that Hosting names, then for the network that Google sees, which may make ten times as many", async () => {
  expect(await call(`203.0.113.7, ${EDGE}`)).toBeNull();
  expect(counted.callers.map(([, limit]) => limit)).toEqual([30, 300]);
  expect(counted.callers[1]?.[0]).toMatch(/^network /);
  expect(JSON.stringify(counted.callers)).not.toMatch(/203|151\.101/);
});

test("a forged first address doesn't change the caller", async () => {
  const whole = `203.0.113.7, ${EDGE}`;
  expect(await callersOf(`${randomUUID()}, 1.2.3.4, ${whole}`)).toEqual(await callersOf(whole));
  expect(await callersOf(`203.0.113.8, ${EDGE}`)).not.toEqual(await callersOf(whole));
});

test("a caller that bypasses Hosting can name any caller, but still counts for the network that Google sees", async () => {
  const [first, network] = await callersOf("1.1.1.1, 203.0.113.7");
  const [second, same] = await callersOf("2.2.2.2, 203.0.113.7");
  expect(first).not.toBe(second);
  expect(same).toBe(network);
});

test("all addresses of one /48 count as one caller", async () => {
  expect(await callersOf(`2001:db8::1, ${EDGE}`)).toEqual(
    await callersOf(`2001:db8:0:ff00::2, ${EDGE}`),
  );
});

test("one address that never stops calling doesn't slow down others at its edge, and its refused calls never reach the database", async () => {
  expect(await passed(`203.0.113.7, ${EDGE}`, 1_000)).toBe(30);
  expect(counted.callers).toHaveLength(2 * 30);
  for (let i = 0; i < 20; i++) expect(await passed(`198.51.100.${i}, ${EDGE}`, 10)).toBe(10);
});

test("doesn't count a call for the network if the caller's counter refuses it", async () => {
  counted.wait = 7;
  expect(await call(`203.0.113.7, ${EDGE}`)).toMatchObject({
    reason: "rate_limited",
    retryAfter: 7,
  });
  expect(counted.callers.map(([, limit]) => limit)).toEqual([30]);
  Object.assign(counted, { callers: [], refused: "network " });
  expect(await call(`203.0.113.8, ${EDGE}`)).toMatchObject({
    reason: "rate_limited",
    retryAfter: 7,
  });
});

test("a caller that bypasses Hosting and names others gets ten times as many calls, and the instance's other callers keep theirs", async () => {
  let passing = 0;
  for (let i = 0; i < 1_000; i++)
    passing += await passed(`10.0.${i >> 8}.${i & 255}, 203.0.113.7`, 1);
  expect(passing).toBe(300);
  expect(counted.callers).toHaveLength(2 * 300);
  expect(await passed(`198.51.100.1, ${EDGE}`, 30)).toBe(30);
});

test("a whole /48, which anyone can have, doesn't keep others from signing in, through Hosting or past it", async () => {
  const own = Array.from({ length: 40 }, (_, i) => `2001:db8:0:${(i << 8).toString(16)}::1`);
  for (const address of own) await passed(`${address}, ${EDGE}`, 30);
  expect(await passed(`198.51.100.1, ${EDGE}`, 30)).toBe(30);
  for (const [i, address] of own.entries()) await passed(`10.3.0.${i}, ${address}`, 30);
  expect(await passed(`198.51.100.2, ${EDGE}`, 30)).toBe(30);
});

test("one instance accepts 600 signed-out calls of a kind at once, from any network, and 10 a second after that", async () => {
  let passing = 0;
  for (let i = 0; i < 700; i++)
    passing += await passed(`10.0.${i >> 8}.${i & 255}, 10.1.${i >> 8}.${i & 255}`, 1);
  expect(passing).toBe(600);
  expect(await call("10.2.0.1, 10.2.0.2")).toMatchObject({
    reason: "rate_limited",
    message: "Too many requests. Please try again in 1 second.",
    retryAfter: 1,
  });
  vi.setSystemTime(Date.now() + 2_000);
  expect(await passed("10.2.0.1, 10.2.0.2", 21)).toBe(20);
});

/** Makes a user's call of a kind in memory; returns whether it is allowed. */
function isLetIn(bucket: Parameters<typeof limits.limitHere>[0], uid: string): boolean {
  try {
    limits.limitHere(bucket, uid);
    return true;
  } catch {
    return false;
  }
}

test("a person who has read many documents must wait to read more, but can still send, pause and save", () => {
  limits.chargeDocuments("ada", 20_000 + 100);
  expect(
    (["reads", "sends", "send_controls", "settings"] as const).map((bucket) =>
      isLetIn(bucket, "ada"),
    ),
  ).toEqual([...[false, true, true, true]]);
  expect(isLetIn("reads", "grace")).toBe(true);
  vi.setSystemTime(Date.now() + 3_000);
  expect(isLetIn("reads", "ada")).toBe(true);
});

test("memory and database count a user's calls in the same way", async () => {
  const kinds = ["exports", "sends", "previews"] as const;
  const passing = kinds.map(
    (kind) => Array.from({ length: 500 }, () => isLetIn(kind, "ada")).filter(Boolean).length,
  );
  expect(passing).toEqual([2, 60, 120]);
  await limits.limitEverywhere("reads", "ada");
  expect(counted.callers).toEqual([]);
  await limits.limitEverywhere("sends", "ada");
  expect(counted.callers).toHaveLength(1);
});

test("above a user's processor time their calls wait as long as their debt, reading and changing each for itself; those that end something never wait", () => {
  const [reading, preview, saving, cancelling, signingOut, asking, exporting] = [
    contract.listTemplates,
    contract.preview,
    contract.saveTemplate,
    contract.cancelSend,
    contract.signOutEverywhere,
    contract.findReceived,
    contract.getExport,
  ];
  const waits = (endpoint: contract.Endpoint, uid = "ada") => {
    try {
      limits.requireProcessorTime(endpoint, uid);
      return 0;
    } catch (cause) {
      return (cause as contract.AppError).retryAfter;
    }
  };
  const all = [reading, preview, asking, exporting, saving, cancelling, signingOut];
  limits.chargeProcessorTime(preview, "ada", PROCESSOR.atOnce - 1);
  expect(all.map((endpoint) => waits(endpoint))).toEqual(all.map(() => 0));
  limits.chargeProcessorTime(preview, "ada", 600);
  expect(all.map((endpoint) => waits(endpoint))).toEqual([6, 6, 6, 6, 0, 0, 0]);
  limits.chargeProcessorTime(cancelling, "ada", PROCESSOR.atOnce + 100);
  expect(all.map((endpoint) => waits(endpoint))).toEqual([6, 6, 6, 6, 2, 0, 0]);
  expect(all.map((endpoint) => waits(endpoint, "grace"))).toEqual(all.map(() => 0));
  vi.setSystemTime(Date.now() + 6_000);
  expect(all.map((endpoint) => waits(endpoint))).toEqual(all.map(() => 0));
});
