import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { MAX_LIST_ROWS } from "../contract/limits.ts";
import { readCsv } from "../csv/readCsv.ts";
import { parseTemplate } from "../placeholders/parseTemplate.ts";
import { splitRecipients } from "../recipients/list.ts";
import { formatRecipient } from "../recipients/recipients.ts";
import { addresses, checked } from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import { cellText, type List } from "./list.ts";
import { earlierColumns, feedsOf, rowsAsEarlier } from "./mapping.ts";
import {
  copiesBefore,
  emptyList,
  freeHeader,
  listOfAddresses,
  listOfPeople,
  listOfTable,
  type PeopleOfSend,
} from "./read.ts";

const firstCells = ({ rows }: List) => rows.map(({ cells }) => cellText(cells[0]));
const idsOf = ({ rows }: List) => rows.map(({ id }) => id);

describe("an empty list", () => {
  it("has a column of addresses and those it is given, but {{Email}} is the address", () => {
    const list = emptyList(["Name", "Email"]);
    expect(list.columns).toEqual(["Email", "Name"]);
    expect(list).toMatchObject({
      rows: [],
      lastId: 0,
      corrects: null,
      repeats: "ask",
      mapping: { address: "Email" },
    });
  });
});

describe("the list in a file", () => {
  const read = (text: string, maxRows?: number) =>
    listOfTable(readCsv(text, { maxRows }), { kind: "file", name: "p.csv" });

  it("has its columns, rows with their lines, and the column that looks like addresses", () => {
    const list = read('Name,E-Mail\n"Ann\nGood",a@b.co\n\nBo,b@b.co');
    expect(list).toMatchObject({
      source: { kind: "file", name: "p.csv" },
      columns: ["Name", "E-Mail"],
      mapping: { address: "E-Mail" },
      beyond: 0,
      notes: [],
      lastId: 2,
    });
    expect(list.rows).toEqual([
      { id: 1, line: 2, cells: ["Ann\nGood", "a@b.co"], skipped: null, corrects: null },
      { id: 2, line: 5, cells: ["Bo", "b@b.co"], skipped: null, corrects: null },
    ]);
  });

  it("has no column of addresses if none looks like one", () => {
    expect(read("A,B\n1,2").mapping.address).toBeNull();
  });

  it("counts the rows above its most, says which are ragged, and that its headers may be a person", () => {
    const list = read("a@b.co,Ann\nb@b.co\nc@b.co,Cy,x\nd@b.co,Di", 2);
    expect(list.beyond).toBe(1);
    expect(list.rows.map(({ note }) => note)).toEqual([
      "The row has 1 value, but there are 2 columns.",
      "The row has 3 values, but there are 2 columns. Its values may be in the wrong columns.",
    ]);
    expect(list.rows.map(({ shifted }) => shifted)).toEqual([undefined, true]);
    expect(list.notes).toEqual([
      { kind: "header_is_data", message: expect.stringContaining("The first row") },
    ]);
  });
});

describe("the list in a field of addresses", () => {
  const reread = (before: List, text: string) => listOfAddresses(splitRecipients(text), before);

  it("has a row for each piece, addresses or not", () => {
    const list = addresses('"Good, Ann" <a@b.co>, nobody; (b@b.co)');
    expect(list).toMatchObject({
      source: { kind: "addresses" },
      columns: ["Email"],
      mapping: { address: "Email" },
    });
    expect(firstCells(list)).toEqual(['"Good, Ann" <a@b.co>', "nobody", "b@b.co"]);
    expect(list.rows[0]).toEqual({
      id: 1,
      line: null,
      cells: ['"Good, Ann" <a@b.co>'],
      skipped: null,
      corrects: null,
    });
  });

  it("counts the pieces above a list's most", () => {
    const list = addresses("a@b.co ".repeat(MAX_LIST_ROWS + 3));
    expect([list.rows.length, list.beyond]).toEqual([MAX_LIST_ROWS, 3]);
    expect(reread(list, "b@b.co").beyond).toBe(0);
  });

  it("leaves out what no file can carry", () => {
    expect(firstCells(addresses("no\0body \ud83dx"))).toEqual(["nobody", "x"]);
  });

  it("keeps each person who is in both versions once, with their changes", () => {
    const wide = applyChange(addresses("a@b.co b@b.co"), {
      type: "columns",
      values: new Map([["City", "Oslo"]]),
    });
    const both = applyChange(wide, {
      type: "cells",
      cells: [{ id: 2, header: "City", cell: "Oslo" }],
    });
    const known = applyChange(both, { type: "skip", ids: [2], as: "by_hand" });
    const list = reread(known, "c@b.co Bo Good <B@b.co> a@b.co");
    expect(list.rows).toEqual([
      { id: 3, line: null, cells: ["c@b.co"], skipped: null, corrects: null },
      {
        id: 2,
        line: null,
        cells: ["Bo Good <B@b.co>", "Oslo"],
        skipped: "by_hand",
        corrects: null,
      },
      { id: 1, line: null, cells: ["a@b.co", "Oslo"], skipped: null, corrects: null },
    ]);
    expect(list.rows[2]).toBe(known.rows[0]);
    expect(list.lastId).toBe(3);
    expect(list.columns).toEqual(["Email", "City"]);
  });

  it("gives no one the values of another name at the same mailbox", () => {
    const wide = applyChange(addresses("Ann <fam@b.co> c@b.co"), {
      type: "columns",
      values: new Map([["City", "Oslo"]]),
    });
    const cellsOf = (text: string) => reread(wide, text).rows.map(({ cells }) => cells.slice(1));
    expect(cellsOf("Bob <fam@b.co>")).toEqual([[]]);
    expect(cellsOf("Bob <fam@b.co> Ann <fam@b.co>")).toEqual([[], ["Oslo"]]);
    expect(cellsOf("fam@b.co")).toEqual([["Oslo"]]);
  });

  it.each<[string, string, string, number[]]>([
    ["another name as it is typed", "An <a@b.co>", "Ann <a@b.co>", [1]],
    ["once before, twice now", "a@b.co", "a@b.co A@B.co", [2, 3]],
    ["twice before, once now", "a@b.co A@b.co", "a@b.co", [3]],
    ["twice before and now", "a@b.co a@b.co", "a@b.co a@b.co", [3, 4]],
    ["another mailbox of the same name", "Ann <a@b.co>", "Ann <a@c.co>", [2]],
    ["the same local part elsewhere", "ann@b.co", "ann@c.co", [2]],
    ["gone, and back later", "a@b.co b@b.co", "b@b.co", [2]],
    ["a domain in another script", "a@bücher.de", "a@xn--bcher-kva.de", [1]],
    ["another order", "a@b.co b@b.co", "b@b.co a@b.co", [2, 1]],
    ["no addresses", "nobody", "nobody else", [1, 2]],
    ["nothing left", "a@b.co", "", []],
  ])("never confuses two people: %s", (_what, before, now, ids) => {
    expect(idsOf(reread(addresses(before), now))).toEqual(ids);
  });

  it("never reuses the id of a person who left", () => {
    const list = reread(reread(addresses("a@b.co b@b.co"), "b@b.co"), "a@b.co b@b.co");
    expect(idsOf(list)).toEqual([3, 2]);
  });

  it("links a person to an earlier row only if they are surely the same", () => {
    const people = listOfPeople({
      send: "S1",
      name: "People of “Offer”",
      isCorrection: true,
      rows: ["a@b.co", "wrong", "c@b.co", "C@b.co"].map((recipient, index) => ({
        row: 10 + index,
        recipient,
        values: new Map<string, string>(),
      })),
      variables: [],
      dates: new Map(),
    });
    const list = reread(people, "c@b.co, Ann <a@b.co>, right@b.co, wrong");
    expect(list.corrects).toBe("S1");
    expect(list.rows.map(({ corrects }) => corrects)).toEqual([null, 10, null, 11]);
  });

  it("keeps that several rows of a mailbox were meant to be sent until their send was canceled", () => {
    const kept = (more: object) =>
      listOfPeople({
        send: "S1",
        name: "People of “Offer”",
        isCorrection: true,
        rows: ["fam@b.co", "c@b.co", "Fam@b.co"].map((recipient, index) => ({
          row: 1 + index,
          recipient,
          values: new Map([["Child", `Kid ${index}`]]),
          ...more,
        })),
        variables: ["Child"],
        dates: new Map(),
      }).rows.map(({ keepRepeat }) => keepRepeat);
    expect(kept({ wasMeant: true })).toEqual([undefined, undefined, true]);
    // Someone who wasn't sent the email for another reason was never decided about.
    expect(kept({})).toEqual([undefined, undefined, undefined]);
  });

  it("reads a person in a cell as in the field", () => {
    const name = fc.string({ unit: fc.constantFrom(..."aÄ\"\\',;<>@.( "), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 4 }), (names) => {
        const text = names
          .map((given, index) => formatRecipient({ address: `p${index}@b.co`, name: given }))
          .join("\n");
        const pieces = splitRecipients(text);
        const { rows } = checked(listOfAddresses(pieces, emptyList()), "");
        expect(rows.map((row) => [row.address, row.address === null ? "" : row.name])).toEqual(
          pieces.map((piece) => [piece.address, piece.name]),
        );
      }),
    );
  });
});

describe("the list of people of an earlier send", () => {
  const people = (more: Partial<PeopleOfSend> = {}) =>
    listOfPeople({
      send: "S1",
      name: "People of “Offer”",
      isCorrection: true,
      rows: [
        { row: 4, recipient: "Ann <a@b.co>", values: new Map([["Name", "Ann"]]) },
        { row: 7, recipient: "wrong", values: new Map([["Due", "03/04/2026"]]) },
      ],
      variables: ["Name", "Due"],
      dates: new Map([["Due", "dmy"]]),
      ...more,
    });

  it("has their values in columns, and knows whom each row corrects", () => {
    const list = people();
    expect(list).toMatchObject({ columns: ["Email", "Name", "Due"], corrects: "S1", lastId: 2 });
    expect(list.rows).toEqual([
      { id: 1, line: null, cells: ["Ann <a@b.co>", "Ann", ""], skipped: null, corrects: 4 },
      { id: 2, line: null, cells: ["wrong", "", "03/04/2026"], skipped: null, corrects: 7 },
    ]);
    expect(checked(list, "{{Name|text:x}}{{#Due}}{{Due|date}}{{/Due}}").dateOrders.get("Due")).toBe(
      "dmy",
    );
  });

  it("corrects no one if it is another email to them", () => {
    const list = people({ isCorrection: false });
    expect(list.corrects).toBeNull();
    expect(list.rows.map(({ corrects }) => corrects)).toEqual([null, null]);
  });

  it("knows who would get exactly the email that they have, and which values are those of then", () => {
    const email = { template: "T1", revision: "3" };
    const earlier = people({ isCorrection: false, earlier: email });
    const { variables } = parseTemplate({ subject: "", body: "{{Name}} {{Due}}" });
    const same = (list: List, other: Partial<typeof email> = {}) => [
      ...rowsAsEarlier(list, { ...email, ...other }, feedsOf(list, variables)),
    ];
    const due = { type: "cells", cells: [{ id: 1, header: "Due", cell: "05/04/2026" }] } as const;
    const back = { type: "cells", cells: [{ id: 1, header: "Due", cell: "" }] } as const;
    const shared = { type: "feed", feeds: new Map([["Due", "same" as const]]) } as const;
    expect(same(earlier)).toEqual([1, 2]);
    expect(same(applyChange(earlier, due))).toEqual([2]);
    expect(same(applyChange(applyChange(earlier, due), back))).toEqual([1, 2]);
    expect(same(applyChange(earlier, shared))).toEqual([]);
    const turned = { Name: { column: "Due" }, Due: { column: "Name" } };
    const feeds = new Map(Object.entries(turned));
    expect(same(applyChange(earlier, { type: "feed", feeds }))).toEqual([]);
    expect(same(earlier, { revision: "4" })).toEqual([]);
    expect(same(earlier, { template: "T2" })).toEqual([]);
    expect(same(people({ isCorrection: false }))).toEqual([]);
    expect([...earlierColumns(earlier)]).toEqual(["Email", "Name", "Due"]);
    expect([...earlierColumns(applyChange(earlier, due))]).toEqual(["Email", "Name"]);
    const others = [1, 2].map((id) => ({ id, header: "Due", cell: "Friday" }));
    const other = applyChange(earlier, { type: "cells", cells: others });
    expect([...earlierColumns(other)]).toEqual(["Email", "Name"]);
    expect(earlierColumns(people()).size).toBe(0);
  });

  it("copies the people in its columns if it corrects them, and no one if it is another email to them", () => {
    const copyCells = { cc: "boss@b.co", bcc: "log@b.co" };
    const rows = [{ row: 1, recipient: "a@b.co", values: new Map<string, string>(), copyCells }];
    const copiesOf = (isCorrection: boolean) =>
      checked(people({ rows, variables: [], isCorrection }), "").rows.map(({ copies }) => copies);
    expect(copiesOf(true)).toMatchObject([
      { cc: [{ address: "boss@b.co" }], bcc: [{ address: "log@b.co" }] },
    ]);
    expect(copiesOf(false)).toEqual([undefined]);
  });

  it("knows which copies another email to them doesn't have", () => {
    const rowWith = (
      copyCells: { cc?: string; bcc?: string },
      values = new Map<string, string>(),
    ) => [{ row: 1, recipient: "a@b.co", values, copyCells }];
    const before = (given: Parameters<typeof people>[0]) =>
      copiesBefore(people({ isCorrection: false, variables: [], ...given }));
    const both = rowWith({ cc: "boss@b.co", bcc: "log@b.co" });
    const columns = [
      { field: "cc", header: "Cc" },
      { field: "bcc", header: "Bcc" },
    ];
    expect(before({ rows: both })).toEqual(columns);
    expect(before({ rows: both, isCorrection: true })).toEqual([]);
    expect(before({ rows: rowWith({}) })).toEqual([]);
    // A placeholder of this name isn't a copy.
    const named = { variables: ["Cc"] };
    expect(before({ rows: rowWith({}, new Map([["Cc", "Carbon"]])), ...named })).toEqual([]);
    expect(
      before({ rows: rowWith({ cc: "boss@b.co" }, new Map([["Cc", "Carbon"]])), ...named }),
    ).toEqual([{ field: "cc", header: "Cc address" }]);
    const list = people({ isCorrection: false, variables: [], rows: both });
    expect(copiesBefore(applyChange(list, { type: "copies", field: "cc", header: "Cc" }))).toEqual(
      columns.slice(1),
    );
  });

  it("keeps the values of {{Email}} apart from the addresses", () => {
    const rows = [{ row: 1, recipient: "a@b.co", values: new Map([["Email", "office@b.co"]]) }];
    const list = people({ rows, variables: ["Email"] });
    expect(list.columns).toEqual(["Email address", "Email"]);
    expect(checked(list, "{{Email}}").rows[0]).toMatchObject({
      address: "a@b.co",
      values: ["office@b.co"],
    });
  });

  it("keeps placeholders with names that every object has, and leaves out what no file can carry", () => {
    const rows = [{ row: 1, recipient: "a@b.co", values: new Map([["__proto__", "p\0\r\n"]]) }];
    const list = people({ rows, variables: ["__proto__", "constructor"] });
    expect(list.rows[0]?.cells).toEqual(["a@b.co", "p\n", ""]);
  });
});

test.each<[string[], string]>([
  [[], "Email"],
  [["Name"], "Email"],
  [["Email"], "Email address"],
  [["e mail"], "Email address"],
  [["Email", "EMAIL ADDRESS"], "Email address 2"],
  [["Email address 2", "Email", "Email address"], "Email address 3"],
])("a header that can't be mistaken for one of %j is %s", (names, header) => {
  expect(freeHeader("Email", names)).toBe(header);
});
