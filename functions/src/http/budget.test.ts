import { isIPv4 } from "node:net";
import { expect, test, vi } from "vitest";
import { CallBudget } from "./callBudget.ts";
import { networksOf, pseudonym } from "./networks.ts";

// Not with spies on all of it: those reach the streams of every file of this thread.
vi.mock(import("node:net"), async (original) => {
  const net = await original();
  return { ...net, isIPv4: vi.fn(net.isIPv4) };
});

const START = 1_800_000_000_000;

test("a number at once, then the rate per second", () => {
  const budget = new CallBudget(5, 2);
  const spend = (ms: number) => budget.spend("ada", START + ms);
  expect(Array.from({ length: 6 }, () => spend(0))).toEqual([0, 0, 0, 0, 0, 1]);
  expect(spend(499)).toBe(1);
  expect(spend(500)).toBe(0);
  expect([spend(1_500), spend(1_500), spend(1_500)]).toEqual([0, 0, 1]);
  expect(Array.from({ length: 6 }, () => spend(3_600_000))).toEqual([0, 0, 0, 0, 0, 1]);
});

test("each caller has their own budget, and a clock that is set back gives nothing", () => {
  const budget = new CallBudget(1, 1);
  expect(budget.spend("ada", START)).toBe(0);
  expect(budget.spend("grace", START)).toBe(0);
  expect(budget.spend("ada", START - 60_000)).toBe(1);
});

test("a caller who owes units waits until they have come back", () => {
  const budget = new CallBudget(10, 2);
  budget.charge("ada", 29, START);
  expect([budget.wait("ada", START), budget.spend("ada", START)]).toEqual([10, 10]);
  expect(budget.wait("ada", START + 9_999)).toBe(1);
  expect(budget.spend("ada", START + 10_000)).toBe(0);
  expect(budget.spend("grace", START)).toBe(0);
});

test("it never refuses a caller who keeps to the limit of any 60 seconds", () => {
  const budget = new CallBudget(60, 1);
  const spend = (seconds: number) => budget.spend("ada", START + seconds * 1_000);
  for (const minute of [0, 1, 2]) {
    expect(Array.from({ length: 60 }, () => spend(minute * 60)).filter((wait) => wait > 0)).toEqual(
      [],
    );
  }
});

test("a hundred thousand callers are not kept, and a caller who calls often is not forgotten because of them", () => {
  const budget = new CallBudget(1, 0.001);
  expect(budget.spend("ada", START)).toBe(0);
  for (let i = 0; i < 100_000; i++) {
    budget.spend(`u${i}`, START);
    if (i % 1_000 === 0) expect(budget.spend("ada", START)).toBeGreaterThan(0);
  }
  expect(budget.spend("u0", START)).toBe(0);
});

const edge = "151.101.1.1";

test.each([
  [
    "through Hosting: the edge names the caller, Google the edge",
    `203.0.113.7, ${edge}`,
    "203.0.113.7",
    edge,
  ],
  [
    "through Hosting, with a forged beginning",
    `10.0.0.1, 8.8.8.8, 203.0.113.7, ${edge}`,
    "203.0.113.7",
    edge,
  ],
  ["past Hosting", "203.0.113.7", "203.0.113.7", "203.0.113.7"],
  [
    "past Hosting, with a forged beginning: the network that Google saw stays",
    `1.2.3.4, 203.0.113.7`,
    "1.2.3.4",
    "203.0.113.7",
  ],
  ["text that is no address", "somebody, 203.0.113.7", "203.0.113.7", "203.0.113.7"],
  ["IPv6: its /48", "2001:db8:1:2ab:3:4:5:6", "2001:db8:1::/48", "2001:db8:1::/48"],
  ["IPv6 written short", "2001:DB8::1", "2001:db8:0::/48", "2001:db8:0::/48"],
  ["IPv4 within IPv6", "::ffff:203.0.113.7", "203.0.113.7", "203.0.113.7"],
  ["nothing", undefined, "unknown", "unknown"],
])("%s", (_, forwarded, caller, seen) => {
  expect(networksOf(forwarded, undefined)).toEqual({ caller, seen });
});

test("thousands of addresses before the last two aren't read", () => {
  const forwarded = `${"::,".repeat(5_000)}203.0.113.7, ${edge}`;
  vi.mocked(isIPv4).mockClear();
  expect(networksOf(forwarded, undefined)).toEqual({ caller: "203.0.113.7", seen: edge });
  expect(isIPv4).toHaveBeenCalledTimes(2);
});

test("two addresses of one /48 are one network, and those of two are two", () => {
  const of = (address: string) => networksOf(address, undefined).seen;
  expect(of("2001:db8::1")).toBe(of("2001:db8::ffff:1:2:3"));
  expect(of("2001:db8:0:ffff::1")).toBe(of("2001:db8::1"));
  expect(of("2001:db8:1::1")).not.toBe(of("2001:db8::1"));
});

test("an address is kept under a name that only the server can make, and another one each day", () => {
  const day = Date.UTC(2026, 10, 21);
  const name = pseudonym("203.0.113.7", Buffer.alloc(32, 1), day);
  expect(name).toBe(pseudonym("203.0.113.7", Buffer.alloc(32, 1), day + 86_399_999));
  expect(name).not.toBe(pseudonym("203.0.113.7", Buffer.alloc(32, 1), day + 86_400_000));
  expect(name).not.toBe(pseudonym("203.0.113.7", Buffer.alloc(32, 2), day));
  expect(name).not.toContain("203");
});
