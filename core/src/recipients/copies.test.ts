import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addressesText, copiesOf, readAddresses, recipientCount } from "./copies.ts";
import { addressKey } from "./recipients.ts";

describe("the addresses of a field", () => {
  it.each<[string, string[]]>([
    ["", []],
    [" \n", []],
    ["ann@b.co", ["ann@b.co"]],
    ["Ann Good <ann@b.co>; bo@b.co, ANN@b.co", ["Ann Good <ann@b.co>", "bo@b.co"]],
    ['"Good, Ann" <ann@b.co>', ['"Good, Ann" <ann@b.co>']],
  ])("%j are read", (text, expected) => {
    const { people, problem } = readAddresses(text, "Cc");
    expect(problem).toBeNull();
    expect(people.map((person) => addressesText([person]))).toEqual(expected);
    expect(readAddresses(addressesText(people), "Cc").people).toEqual(people);
  });

  it.each([
    ["ann@b.co, nobody", "Not an email address in Cc: nobody (there's no @)"],
    ["ask the boss", "Not an email address in Cc: ask the boss (there's no @)"],
    [",", "Not an email address in Cc: ,"],
    ["x".repeat(100), `Not an email address in Cc: ${"x".repeat(59)}… (there's no @)`],
    ["a".repeat(4_001), "Cc is longer than 4,000 characters"],
    [Array.from({ length: 11 }, (_, i) => `p${i}@b.co`).join(), "Cc has more than 10 addresses"],
  ])("%j are refused", (text, problem) => {
    expect(readAddresses(text, "Cc")).toEqual({ people: [], leftOut: [], problem, repair: null });
  });
});

const person = fc
  .constantFrom("a@b.co", "A@B.co", "c@b.co", "d@münchen.de", "d@xn--mnchen-3ya.de")
  .map((address) => ({ address, name: "" }));

test("no mailbox gets an email twice, no one else gets it, and To counts before Cc, and Cc before Bcc", () => {
  fc.assert(
    fc.property(fc.array(person), fc.array(person), (cc, bcc) => {
      const copies = copiesOf("a@b.co", { cc, bcc });
      const keys = [
        "a@b.co",
        ...[...copies.cc, ...copies.bcc].map(({ address }) => addressKey(address)),
      ];
      const meant = ["a@b.co", ...[...cc, ...bcc].map(({ address }) => addressKey(address))];
      expect(new Set(keys).size).toBe(recipientCount(copies));
      expect(new Set(keys)).toEqual(new Set(meant));
      const inCc = new Set(cc.map(({ address }) => addressKey(address)));
      expect(copies.bcc.some(({ address }) => inCc.has(addressKey(address)))).toBe(false);
    }),
  );
});
