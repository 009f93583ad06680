import { describe, expect, it } from "vitest";
import { NO_FILES } from "../pairing/rowFiles.ts";
import { after, listOf } from "../testing/lists.ts";
import { carryOver } from "./carryOver.ts";
import { textIn } from "./list.ts";

const FILES = "1 row whose files you chose by hand";

describe("a row with the address or the line of someone you skipped", () => {
  /** A list of this row and of three other people. */
  const listWith = (head: string, row: string) => {
    const others = ["bo", "cy", "di"].map((one) =>
      head.replace(/[^,]+/g, (header) => (header === "Email" ? `${one}@x.org` : one)),
    );
    return listOf([head, row, ...others].join("\n"));
  };
  const seen = (head: string, row: string, nextHead: string, nextRow: string) => {
    const before = after(
      listWith(head, row),
      { type: "skip", ids: [1], as: "by_hand" },
      { type: "columns", values: new Map([["Code", ""]]) },
      { type: "cells", cells: [{ id: 1, header: "Code", cell: "1234" }] },
    );
    const hash = "1".repeat(64);
    const files = {
      ...NO_FILES,
      files: [{ hash, name: "a.pdf", size: 1 }],
      byHand: new Map([[1, { files: [hash], who: row }]]),
    };
    const next = listWith(nextHead, nextRow);
    const { list, lost } = carryOver(after(before, { type: "files", files }), next, "other");
    const [first] = list.rows;
    // A deleted row follows its person, too.
    const deleted = carryOver(after(before, { type: "delete", ids: [1] }), next, "edited");
    return {
      decided: [
        first?.skipped,
        first && textIn(list, first, "Code"),
        deleted.list.rows[0]?.skipped,
        list.files?.byHand.size,
      ],
      lost,
      lostDeleted: deleted.lost,
    };
  };

  it.each([
    ["Name,Email", "Lena,fam@x.org", "Leon,fam@x.org"],
    ["Name,Email", "Paul,fam@x.org", "Paula,fam@x.org"],
    ["Name,Email", "Jan Berger,berger@x.org", "Jana Berger,berger@x.org"],
    ["Name,Email", "Jan,jan.jana@x.org", "Jana,jan.jana@x.org"],
    ["Name,Email", "Anna Berger,fam@x.org", "Anna Schmidt,fam@x.org"],
    ["Name,Email", "Berger Anna,anna.berger@x.org", "Berger Markus,anna.berger@x.org"],
    ["Name,Email", "Pupil 1,fam@x.org", "Pupil 11,fam@x.org"],
    ["First name,Last name,Email", "Maria,Berger,fam@x.org", "Markus,Berger,fam@x.org"],
    ["First name,Last name,Email", "Anna,Berger,fam@x.org", "Anna,Schmidt,fam@x.org"],
    ["Name,Child,Email", "Anna Berger,Lena,fam@x.org", "Anna Berger,Leon,fam@x.org"],
    ["Name,Child,Email", "Anna Berger,Lena,anna@x.org", "Anna Lena Berger,Leon,anna@x.org"],
    ["Email", "Lena <fam@x.org>", "Leon <fam@x.org>"],
    ["Name,Email", "Lena Berger,fam@x.org", "Leon,Berger,fam@x.org", "First name,Last name,Email"],
  ])("is someone else: in %s, %j and %j", (head, row, nextRow, nextHead = head) => {
    const { decided, lost, lostDeleted } = seen(head, row, nextHead, nextRow);
    expect(decided).toEqual([null, "", null, 0]);
    const address = nextRow.split(",").at(-1);
    expect(lost).toEqual([
      "1 corrected cell",
      `1 row that you skipped, also in this list (${address})`,
      FILES,
    ]);
    expect(lostDeleted).toEqual([`1 row that you deleted, also in this list (${address})`]);
  });

  it.each([
    ["Slot,Email", "9:00,ann@x.org", "9:00,zoe@y.org"],
    ["Slot,Room,Email", "9:00,R1,ann@x.org", "9:00,R1,zoe@y.org"],
    ["Slot,Email", "9:00,ann@x.org", "9:00,zoe@y.org,Zoe", "Slot,Email,Name"],
    ["Name,Seat,Email", ",12,ann@x.org", "Zoe,12,zoe@y.org"],
    ["First name,Last name,Email", "Ann,,ann@x.org", "Ann,Zed,zed@y.org"],
  ])(
    "is someone else: in %s, %j and another address, %j",
    (head, row, nextRow, nextHead = head) => {
      const { decided, lost } = seen(head, row, nextHead, nextRow);
      expect(decided).toEqual([null, "", null, 0]);
      expect(lost).toEqual(["1 corrected cell", "1 row that you skipped", FILES]);
    },
  );

  it.each([
    ["Name,Email", "A. Berger,fam@x.org", "Anna Berger,fam@x.org"],
    ["Name,Email", "Anna Berger,fam@x.org", "A. Berger,fam@x.org"],
    ["Name,Email", "Jon,fam@x.org", "John,fam@x.org"],
    ["Name,Email", "Thomas Müller,fam@x.org", "Tomas Muller,fam@x.org"],
    ["Name,Email", "Anna,fam@x.org", "Anna Berger,fam@x.org"],
    ["Name,Email", "Anna Berger,fam@x.org", "Dr. Anna Berger-Schmidt,fam@x.org"],
    ["Name,Email", "Berger Anna,fam@x.org", "anna berger,fam@x.org"],
    ["Name,Email", ",fam@x.org", "Zoe,fam@x.org"],
    ["Name,Email", "Alex Berger,alex.berger@x.org", "Alexander Berger,alex.berger@x.org"],
    ["Name,Email", "Anna Bergr,anna.berger@x.org", "Anna Berger,anna.berger@x.org"],
    ["Name,Email", "Ana Mriller,anamiller@x.org", "Ana Miller,anamiller@x.org"],
    ["First name,Last name,Email", "Anna,Berger,anna.b@x.org", "Anna,Schmidt,anna.b@x.org"],
    ["Name,Email", "Ann Good,ann@x.org", "Ann Good,ann@y.org"],
    ["Slot,Name,Email", "9:00,Ann,ann@x.org", "9:30,Ann,ann@x.org"],
    ["Slot,Email", "9:00,ann@x.org", "9:30,ann@x.org"],
    ["Email", "Ann <ann@x.org>", "Ann <ann@y.org>"],
    ["Name,Email", "Lena Berger,fam@x.org", "Lena,Berger,fam@x.org", "First name,Last name,Email"],
  ])("is the same person: in %s, %j and %j", (head, row, nextRow, nextHead = head) => {
    const { decided, lost, lostDeleted } = seen(head, row, nextHead, nextRow);
    expect([decided, lost, lostDeleted]).toEqual([["by_hand", "1234", "by_hand", 1], [], []]);
  });

  it("is one of two only if their names tell them apart", () => {
    const skippedIn = (rows: string[], next: string[], head = "Name,Fee,Email") => {
      const before = listOf([head, ...rows, "Bo,1,b@x.org"].join("\n"));
      const { list } = carryOver(
        after(before, { type: "skip", ids: [1], as: "by_hand" }),
        listOf([head, ...next, "Bo,1,b@x.org"].join("\n")),
        "other",
      );
      return list.rows.flatMap((row) => (row.skipped ? textIn(list, row, "Name") : []));
    };
    const [lena, leon, mia] = ["Lena,10,fam@x.org", "Leon,20,fam@x.org", "Mia,20,fam@x.org"];
    expect(skippedIn([lena, mia], [leon, mia])).toEqual([]);
    expect(skippedIn([lena, mia], [",10,fam@x.org", mia])).toEqual([]);
    expect(skippedIn([lena, leon], ["L.,10,fam@x.org"])).toEqual([]);
    expect(skippedIn([lena, leon], ["Leon,10,fam@x.org", "Lena,20,fam@x.org"])).toEqual(["Lena"]);
    expect(skippedIn([lena, leon], ["Leon,10,fam@x.org", "L.,20,fam@x.org"])).toEqual(["L."]);
    // The file corrected one address, but which?
    const twins = ["Ann,5,a1@y.org", "Ann,5,a2@y.org"];
    expect(skippedIn(["Ann,5,ann@x.org"], twins)).toEqual([]);
  });

  it("is no one for sure if two addresses change places and no name says who moved", () => {
    const textOf = (one: string, other: string) =>
      `Slot,Room,Email\n9:00,R1,${one}\n9:30,R2,${other}\n10:00,R3,c@x.org`;
    const before = after(listOf(textOf("ann@x.org", "zoe@x.org")), {
      type: "skip",
      ids: [1],
      as: "by_hand",
    });
    const { list, lost } = carryOver(before, listOf(textOf("zoe@x.org", "ann@x.org")), "other");
    expect(list.rows.map(({ skipped }) => skipped)).toEqual([null, null, null]);
    expect(lost).toEqual(["1 row that you skipped, also in this list (ann@x.org)"]);
  });
});
