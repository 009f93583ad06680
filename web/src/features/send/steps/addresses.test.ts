import { type DateFormat, DEFAULT_LIMITS, type Variable } from "@sendwright/core/contract";
import { applyChange } from "@sendwright/core/list/change";
import { type Cell, cellText, type List } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";
import { agreedValues, tableWithOwn, withOwn } from "@sendwright/core/list/ownValues";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";

import { listMessages } from "./ManualStep.tsx";

const addresses = (text: string): List => listOfAddresses(splitRecipients(text), emptyList());
const many = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@x.org`).join("\n");
const messages = (list: List | null) => listMessages(list, DEFAULT_LIMITS);

describe("the messages about a field of addresses", () => {
  it.each([
    ["ann@x.org", "1 recipient of at most 100"],
    ["ann@x.org, Bo <bo@x.org>", "2 recipients of at most 100"],
    [
      "ann@x.org bo@x.org ANN@x.org",
      "3 recipients of at most 100 · 1 duplicate · 2 will get the email",
    ],
    [
      "ann@x.org Ann <ann@x.org> ann@x.org",
      "3 recipients of at most 100 · 2 duplicates · 1 will get the email",
    ],
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
    expect(messages(null)).toEqual({
      counter: "0 recipients of at most 100",
      problem: null,
      invalid: [],
    });
    expect(messages(addresses(" ,; "))).toMatchObject({
      counter: "0 recipients of at most 100",
      problem: null,
    });
  });

  it("count addresses above the page's limit, too", () => {
    expect(messages({ ...addresses("ann@x.org"), beyond: 5 }).counter).toMatch(/^6 recipients/);
    expect(messages({ ...addresses("ann@x.org"), beyond: 100 }).problem).not.toBeNull();
  });
});

const withName = [aVariable("First Name"), aVariable("Place"), aVariable("Email")];

function listOf(
  text: string,
  values: Record<string, string>,
  variables: readonly Variable[] = withName,
  dateFormat: DateFormat = "iso",
) {
  return tableWithOwn(
    listOfAddresses(splitRecipients(text), emptyList()),
    variables,
    values,
    dateFormat,
  );
}
const cellsOf = (...given: Parameters<typeof listOf>) => {
  const { columns, rows } = listOf(...given);
  return [columns, ...rows.map(({ cells }) => cells)];
};

it("keeps people, each with their known name; others start blank, and the first keeps the value typed before", () => {
  const list = listOf("Ann Good <ann@x.org>, Bo <bo@x.org>", {
    "First Name": "friends",
    Place: "Delft",
  });
  expect(list.columns).toEqual(["Email", "First Name", "Place"]);
  expect(list.rows.map(({ cells }) => cells)).toEqual([
    ["Ann Good <ann@x.org>", "Ann", "Delft"],
    ["Bo <bo@x.org>", "Bo", ""],
  ]);
  expect(list.mapping.address).toBe("Email");
  expect(feedsOf(list, withName).get("First Name")).toBe("First Name");
  expect(feedsOf(list, withName).get("Place")).toBe("Place");
});

describe("the value that was typed before", () => {
  const child = [aVariable("Child"), aVariable("Due", { type: "date" })];
  const children = (text: string, Child: string) =>
    cellsOf(text, { Child, Due: "2027-04-03" }, child, "long")
      .slice(1)
      .map((cells) => cells[1]);
  const due = { text: "April 3, 2027", iso: "2027-04-03" };

  it("is in no one else's row, whatever the placeholder is called", () => {
    expect(children("fam@x.org two@x.org three@x.org", "Mia")).toEqual(["Mia", "", ""]);
    expect(cellsOf("fam@x.org two@x.org", { Due: "2027-04-03" }, child, "long").slice(1)).toEqual([
      ["fam@x.org", "", due],
      ["two@x.org", "", ""],
    ]);
  });

  it("is in no row if it's the name in another person's address", () => {
    expect(children("anna@x.org ben@x.org", "Ben")).toEqual(["", ""]);
    expect(children("anna@x.org ben@x.org", "Anna")).toEqual(["Anna", ""]);
    expect(children("anna@x.org anna.ben@x.org", "Anna")).toEqual(["Anna", ""]);
  });
});

it("keeps an invalid date as typed", () => {
  const [, row] = cellsOf("ann@x.org", { Due: "soon" }, [aVariable("Due", { type: "date" })]);
  expect(row).toEqual(["ann@x.org", "soon"]);
});

it("gives each row its own id, even for a repeated address", () => {
  expect(listOf("ann@x.org ann@x.org", {}).rows.map(({ id }) => id)).toEqual([1, 2]);
});

it("keeps everyone's value of a placeholder that is named like the column of addresses", () => {
  const variables = [aVariable("Email"), aVariable("Place")];
  expect(
    feedsOf(listOf("ann@x.org bo@x.org", { Email: "office@x.org" }, variables), variables).get(
      "Email",
    ),
  ).toBeNull();
  expect(feedsOf(listOf("ann@x.org bo@x.org", {}, variables), variables).get("Email")).toBe(
    "Email",
  );
});

describe("a table that was left", () => {
  const variables = [
    aVariable("First Name"),
    aVariable("Place"),
    aVariable("Due", { type: "date" }),
  ];
  const values = { Place: "Delft", Due: "2027-04-03" };
  const set = (list: List, id: number, header: string, cell: Cell) =>
    applyChange(list, { type: "cells", cells: [{ id, header, cell }] });
  /** Each row has the values of the first, except names. */
  const alike = (list: List) =>
    ["Place", "Due", "Size", "At"].reduce((all, header) => {
      const cell = list.rows[0]?.cells[list.columns.indexOf(header)] ?? "";
      return list.rows.reduce((one, { id }) => set(one, id, header, cell), all);
    }, list);
  const table = alike(listOf("Ann <ann@x.org> bo@x.org cy@x.org", values, variables, "long"));
  const own = set(set(table, 2, "Place", "Rome"), 2, "First Name", "Bob");
  const left = { table: own, shared: values };
  const column = (list: List, header: string) =>
    list.rows.map(({ cells }) => cellText(cells[list.columns.indexOf(header)]));

  it("gives each person their own values again, and no one else's to others", () => {
    const now = { Place: "Leiden", Due: "2027-04-05" };
    const fresh = listOf("Anna <ann@x.org> di@x.org bo@x.org", now, variables, "iso");
    const again = withOwn(fresh, variables, left, now);
    expect(column(again, "Email")).toEqual(["Anna <ann@x.org>", "di@x.org", "bo@x.org"]);
    expect(column(again, "First Name")).toEqual(["Anna", "", "Bob"]);
    expect(column(again, "Place")).toEqual(["Leiden", "", "Rome"]);
    expect(column(again, "Due")).toEqual(["2027-04-05", "", ""]);
    const wider = [...variables, aVariable("Code")];
    const more = withOwn(
      listOf("bo@x.org ann@x.org", { ...now, Code: "7" }, wider),
      wider,
      left,
      now,
    );
    expect(column(more, "Code")).toEqual(["7", ""]);
    expect(column(more, "Place")).toEqual(["Rome", ""]);
  });

  it("gives back every value if everyone's are the same as then", () => {
    const fresh = listOf("ann@x.org bo@x.org di@x.org", values, variables);
    expect(column(withOwn(fresh, variables, left, values), "Place")).toEqual(["Delft", "Rome", ""]);
    const aside = applyChange(own, { type: "feed", feeds: new Map([["Place", "same"]]) });
    expect(column(withOwn(fresh, variables, { ...left, table: aside }, values), "Place")).toEqual([
      "Delft",
      "Rome",
      "",
    ]);
  });

  it("gives no one the values of people who share a mailbox", () => {
    const twice = listOf("bo@x.org bo@x.org", values, variables);
    expect(column(withOwn(twice, variables, left, values), "Place")).toEqual(["Delft", ""]);
  });

  it.each([
    ["Ann <fam@x.org>", "Bob <fam@x.org>", ""],
    ["Ann Good <fam@x.org>", '"Good, Ann" <fam@x.org>', "Rome"],
    ["Ann <fam@x.org>", "fam@x.org", "Rome"],
    ["Ann <fam@x.org> Bob <fam@x.org>", "Bob <fam@x.org> Ann <fam@x.org>", "Oslo Rome"],
    ["Ann <fam@x.org> Bob <fam@x.org>", "Bob <fam@x.org>", "Oslo"],
    ["Ann <fam@x.org> Bob <fam@x.org>", "fam@x.org", ""],
  ])("gives the values of %s to %s only if they are hers", (before, now, expected) => {
    const was = set(listOf(before, {}, variables), 1, "Place", "Rome");
    const table = was.rows.length > 1 ? set(was, 2, "Place", "Oslo") : was;
    const again = withOwn(listOf(now, {}, variables), variables, { table, shared: {} }, {});
    expect(column(again, "Place").join(" ")).toBe(expected);
  });

  it("gives no one the values of a row that has another name in a column", () => {
    const was = set(listOf("fam@x.org", {}, variables), 1, "First Name", "Ann");
    const table = set(was, 1, "Place", "Rome");
    const given = (text: string) => {
      const again = withOwn(listOf(text, {}, variables), variables, { table, shared: {} }, {});
      return [...column(again, "First Name"), ...column(again, "Place")];
    };
    expect(given("Bob <fam@x.org>")).toEqual(["Bob", ""]);
    expect(given("Ann Good <fam@x.org>")).toEqual(["Ann", "Rome"]);
  });

  it("gives everyone the values that all rows agree on", () => {
    expect(agreedValues(own, variables, values)).toEqual({ Due: "2027-04-03" });
    expect(agreedValues(table, variables, values)).toEqual(values);
    const late = table.rows.reduce((list, { id }) => set(list, id, "Due", "in May"), table);
    expect(agreedValues(late, variables, values)).toEqual({ Place: "Delft" });
    const one = applyChange(table, { type: "skip", ids: [2, 3], as: "by_hand" });
    expect(agreedValues(one, variables, values)).toEqual({});
    const same = applyChange(own, { type: "feed", feeds: new Map([["Due", "same"]]) });
    expect(agreedValues(same, variables, values)).toEqual({});
  });

  it("clears everyone's name once no row has it", () => {
    const named = { ...values, "First Name": "Ann" };
    const gone = applyChange(listOf("ann@x.org bo@x.org", named, variables), {
      type: "delete",
      ids: [1],
    });
    expect(agreedValues(gone, variables, named)).toEqual({ "First Name": "" });
    expect(
      agreedValues(alike(listOf("ann@x.org bo@x.org", named, variables)), variables, named),
    ).toEqual(values);
  });

  it("agrees on an option or a time only if the field has it", () => {
    const typed = [
      aVariable("Size", { type: "dropdown", options: ["S", "M"] }),
      aVariable("At", { type: "time" }),
    ];
    const agreed = (Size: string, At: string) =>
      agreedValues(alike(listOf("ann@x.org bo@x.org", { Size, At }, typed)), typed, {});
    expect(agreed("M", "09:30")).toEqual({ Size: "M", At: "09:30" });
    expect(agreed("L", "half past nine")).toEqual({});
  });
});
