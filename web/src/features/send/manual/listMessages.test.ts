import { DEFAULT_LIMITS } from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { describe, expect, it } from "vitest";
import { listMessages } from "../steps/ManualStep.tsx";

const addresses = (text: string): List => listOfAddresses(splitRecipients(text), emptyList());
const many = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.org`).join("\n");
const messages = (list: List | null) => listMessages(list, DEFAULT_LIMITS);

describe("the messages about a field of addresses", () => {
  it.each([
    ["ann@x.org", "1 recipient of at most 100"],
    ["ann@x.org, Bo <bo@x.org>", "2 recipients of at most 100"],
    ["ann@x.org bo@x.org ANN@x.org", "3 recipients of at most 100 · 1 duplicate · 2 will get the email"],
    ["ann@x.org Ann <ann@x.org> ann@x.org", "3 recipients of at most 100 · 2 duplicates · 1 will get the email"],
    ["ann@x.org, nobody, noone", "3 recipients of at most 100 · 2 invalid · 1 will get the email"],
    ["ann, ann", "2 recipients of at most 100 · 2 invalid"],
  ])("counts %s", (text, counter) => {
    expect(messages(addresses(text)).counter).toBe(counter);
  });

  it("names the texts that aren't addresses, as they were written", () => {
    expect(messages(addresses("ann@x.org, bo@, Cy <cy>")).invalid).toEqual(["bo@", "Cy <cy>"]);
  });

  it.each([
    ["one address", "ann@x.org", null],
    ["an address among others", "ann, bo@x.org", null],
    ["as many as allowed", many(100), null],
    ["more than allowed", many(101), "Recipient limit (100) exceeded."],
    ["no address", "ann, bo", "No valid email addresses detected."],
  ])("of %s show the error", (_what, text, problem) => {
    expect(messages(addresses(text)).problem).toBe(problem);
  });

  it("are blank as long as there is no one", () => {
    expect(messages(null)).toEqual({ counter: "0 recipients of at most 100", problem: null, invalid: [] });
    expect(messages(addresses(" ,; "))).toMatchObject({ counter: "0 recipients of at most 100", problem: null });
  });

  it("count those beyond what a page holds, too", () => {
    expect(messages({ ...addresses("ann@x.org"), beyond: 5 }).counter).toMatch(/^6 recipients/);
    expect(messages({ ...addresses("ann@x.org"), beyond: 100 }).problem).not.toBeNull();
  });
});
