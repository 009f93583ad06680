import { describe, expect, it } from "vitest";
import { checked, listOfText } from "../testing/csvCheck.ts";
import { carryOver } from "./carryOver.ts";
import { applyChange } from "./change.ts";
import type { List } from "./list.ts";
import { textIn } from "./list.ts";

/** Rows of which some addresses already got the email, and others didn't. */
const FAMILIES = [
  "Child,Mother,Father",
  "Mia,m@x.org,f@x.org",
  "Ben,b@x.org,",
  "Mia,m@x.org,",
  "Zoe,z@x.org,",
].join("\n");
const columns = ["Mother", "Father"];
const joined = applyChange(listOfText(FAMILIES), { type: "several", columns, as: "cc" });
const inPart = applyChange(joined, {
  type: "skip",
  ids: [],
  as: "already_received",
  inPart: new Map([[1, ["m@x.org"]]]),
});
const emails = (list: List) =>
  checked(list, "{{Child}}").rows.flatMap(({ verdict, address, copies, values }) =>
    verdict === "ready"
      ? [[values[0], address, ...(copies?.cc ?? []).map((one) => one.address)].join(" ")]
      : [],
  );

describe("a row of which one address has the email", () => {
  it("is written to its others, and no later row writes to the first one again", () => {
    expect(emails(joined)).toEqual(["Mia m@x.org f@x.org", "Ben b@x.org", "Zoe z@x.org"]);
    expect(emails(inPart)).toEqual(["Mia f@x.org", "Ben b@x.org", "Zoe z@x.org"]);
  });

  it("says so in its cell", () => {
    expect(checked(inPart, "{{Child}}").problems).toContainEqual(
      expect.objectContaining({
        row: 1,
        column: "Mother",
        severity: "note",
        message: "m@x.org already got this email. The email goes to f@x.org",
      }),
    );
  });

  it("skips that address once each address has a row", () => {
    const split = applyChange(inPart, { type: "several", columns, as: "each" });
    expect(split.rows.map((row) => [textIn(split, row, "Mother"), row.skipped])).toEqual([
      ["m@x.org", "already_received"],
      ["f@x.org", null],
      ["b@x.org", null],
      ["m@x.org", null],
      ["z@x.org", null],
    ]);
    expect(split.rows.every((row) => row.received === undefined)).toBe(true);
  });

  it("is written to all of them if it is included again", () => {
    expect(emails(applyChange(inPart, { type: "restore", ids: [1] }))).toEqual(emails(joined));
  });

  it("is written to its only address once the others are gone: the question comes again", () => {
    const alone = applyChange(inPart, {
      type: "cells",
      cells: [{ id: 1, header: "Father", cell: "" }],
    });
    expect(emails(alone)).toContain("Mia m@x.org");
  });

  it("keeps it when the list is read again, unless an address has changed", () => {
    const again = (text: string) => carryOver(inPart, listOfText(text), "same");
    expect(emails(again(FAMILIES).list)).toEqual(emails(inPart));
    expect(again(FAMILIES).lost).toEqual([]);
    const other = again(FAMILIES.replace("f@x.org", "g@x.org"));
    expect(emails(other.list)).toContain("Mia m@x.org g@x.org");
    expect(other.lost).toEqual(["1 row skipped because of an earlier send"]);
  });
});
