import { MAX_SUPPRESSIONS, type Suppression } from "@sendwright/core/contract";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { listOfTable } from "@sendwright/core/list/read";
import { describe, expect, it } from "vitest";
import {
  addedMessage,
  addressesInList,
  addressesInText,
  fullMessage,
  roomFor,
} from "./suppressionTexts.ts";

const file = (text: string) =>
  listOfTable(readCsv(text, { delimiter: "," }), { kind: "file", name: "out.csv" });
const entries = (count: number): Suppression[] =>
  Array.from({ length: count }, (_, n) => ({
    address: `p${n}@x.org`,
    since: "2026-11-26T12:00:00.000Z",
    source: "file",
  }));

describe("the addresses in a text", () => {
  it.each([
    ["ann@x.org", ["ann@x.org"], []],
    ["Ann <ann@x.org>; ANN@x.org\nbo@x.org", ["ann@x.org", "bo@x.org"], []],
    ["Please never write to ann@x.org again", ["ann@x.org"], []],
    ["ann@x.org, bo@x", ["ann@x.org"], ["bo@x"]],
    ["ann", [], ["ann"]],
    [" , ", [], []],
  ])("%j", (text, addresses, wrong) => {
    expect(addressesInText(text)).toEqual({ addresses, wrong });
  });
});

describe("the addresses in a file", () => {
  it("are those of its column of addresses, several in a cell included", () => {
    const list = file('Email,Teacher\nann@x.org,t@x.org\n"bo@x.org, cy@x.org",\nnone,\n,t@x.org\n');
    expect(addressesInList(list)).toEqual({
      addresses: ["ann@x.org", "bo@x.org", "cy@x.org"],
      wrong: ["none"],
      column: "Email",
    });
  });

  it("include the first line of a file without headers", () => {
    expect(addressesInList(file("ann@x.org\nbo@x.org\ncy@x.org\n")).addresses).toEqual([
      "ann@x.org",
      "bo@x.org",
      "cy@x.org",
    ]);
  });

  it("are none in a file without such a column, which says so", () => {
    expect(() => addressesInList(file("Name,City\nAnn,Bonn\n"))).toThrow(
      "out.csv has no column with email addresses.",
    );
  });

  it("10,000 lines of which 9,000 are wrong: named and counted", () => {
    const lines = Array.from({ length: 10_000 }, (_, n) =>
      n % 10 === 0 ? `p${n}@x.org` : `p${n}@`,
    );
    const found = addressesInList(file(`Email\n${lines.join("\n")}\n`));
    expect(found.addresses).toHaveLength(1_000);
    expect(addedMessage(1_000, found, false)).toBe(
      "1,000 people added, from the column “Email”. 9,000 texts aren't addresses: p1@, p2@, p3@, p4@, p5@ and 8,995 more.",
    );
  });
});

describe("what happened", () => {
  const given = (addresses: string[], wrong: string[] = []) => ({ addresses, wrong });
  it.each([
    [1, given(["ann@x.org"]), "1 person added."],
    [0, given(["ann@x.org"]), "ann@x.org is on your list already."],
    [0, given(["a@x.org", "b@x.org"]), "2 were on your list already."],
    [1, given(["a@x.org", "b@x.org"]), "1 person added. 1 was on your list already."],
    [
      0,
      given([], ["ann@"]),
      "No one was added. 1 text isn't an address, and still in the field: ann@.",
    ],
  ])("%d added of %j", (added, found, message) => {
    expect(addedMessage(added, found, true)).toBe(message);
  });
});

describe("a full list", () => {
  it.each([
    [MAX_SUPPRESSIONS, ["new@x.org"], 0, false],
    [MAX_SUPPRESSIONS, ["P1@x.org"], 0, true],
    [MAX_SUPPRESSIONS - 1, ["new@x.org"], 1, true],
    [MAX_SUPPRESSIONS - 1, ["new@x.org", "other@x.org"], 1, false],
  ])("with %d people and %j has room for %d", (count, addresses, room, fits) => {
    expect(roomFor(addresses, entries(count))).toEqual({ room, fits });
  });

  it("says how many fit, and that none was added", () => {
    expect(fullMessage(1, 2)).toBe(
      "Your list has room for 1 more person, and 2 addresses were given. None was added. A list has at most 10,000 people.",
    );
    expect(fullMessage(0, 1)).toBe(
      "Your list is full, and 1 address was given. None was added. A list has at most 10,000 people.",
    );
  });
});
