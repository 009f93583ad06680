import { describe, expect, it } from "vitest";
import { candidates } from "./collect.ts";

describe("what looks like an address", () => {
  it.each([
    ["Write to ann@example.org.", ["ann@example.org"]],
    [
      "(ann@example.org), <bo@example.org>; 'cy@example.org'",
      ["ann@example.org", "bo@example.org", "cy@example.org"],
    ],
    ["mailto:ann@example.org?subject=x", ["ann@example.org?subject=x"]],
    ["a.b+c@sub.example.co.uk!", ["a.b+c@sub.example.co.uk"]],
    ["jürgen@müller.example", ["jürgen@müller.example"]],
    ["@handle, x@y, ann@@example.org, ann@example.", []],
    ["", []],
  ])("in %j", (text, found) => expect(candidates(text)).toEqual(found));

  it("is found in linear time on any page", () => {
    const began = performance.now();
    expect(candidates("a".repeat(2_000_000))).toEqual([]);
    expect(candidates("@".repeat(500_000))).toEqual([]);
    expect(candidates(`${"a".repeat(300)}@`.repeat(5_000))).toEqual([]);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
