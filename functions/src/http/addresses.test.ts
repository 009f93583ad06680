import { expect, test } from "vitest";
import { networksOf, pseudonym } from "./rateLimit.ts";

const edge = "151.101.1.1";

test.each([
  ["through Hosting: the edge names the caller, Google the edge", `203.0.113.7, ${edge}`, "203.0.113.7", edge],
  ["through Hosting, with a forged beginning", `10.0.0.1, 8.8.8.8, 203.0.113.7, ${edge}`, "203.0.113.7", edge],
  ["past Hosting", "203.0.113.7", "203.0.113.7", "203.0.113.7"],
  [
    "past Hosting, with a forged beginning: the network that Google saw stays",
    `1.2.3.4, 203.0.113.7`,
    "1.2.3.4",
    "203.0.113.7",
  ],
  ["text that is no address", "somebody, 203.0.113.7", "203.0.113.7", "203.0.113.7"],
  ["IPv6: its /56", "2001:db8:1:2ab:3:4:5:6", "2001:db8:1:200::/56", "2001:db8:1:200::/56"],
  ["IPv6 written short", "2001:DB8::1", "2001:db8:0:0::/56", "2001:db8:0:0::/56"],
  ["IPv4 within IPv6", "::ffff:203.0.113.7", "203.0.113.7", "203.0.113.7"],
  ["nothing", undefined, "unknown", "unknown"],
])("%s", (_, forwarded, caller, seen) => {
  expect(networksOf(forwarded, undefined)).toEqual({ caller, seen });
});

test("two addresses of one /56 are one network, and those of two are two", () => {
  const of = (address: string) => networksOf(address, undefined).seen;
  expect(of("2001:db8::1")).toBe(of("2001:db8::ffff:1:2:3"));
  expect(of("2001:db8:0:ff::1")).toBe(of("2001:db8::1"));
  expect(of("2001:db8:0:100::1")).not.toBe(of("2001:db8::1"));
});

test("an address is kept under a name that only the server can make, and another one each day", () => {
  const day = Date.UTC(2026, 10, 21);
  const name = pseudonym("203.0.113.7", Buffer.alloc(32, 1), day);
  expect(name).toBe(pseudonym("203.0.113.7", Buffer.alloc(32, 1), day + 86_399_999));
  expect(name).not.toBe(pseudonym("203.0.113.7", Buffer.alloc(32, 1), day + 86_400_000));
  expect(name).not.toBe(pseudonym("203.0.113.7", Buffer.alloc(32, 2), day));
  expect(name).not.toContain("203");
});
