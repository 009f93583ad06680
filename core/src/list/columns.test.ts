import { describe, expect, it, test } from "vitest";
import { looseName } from "../placeholders/likeness.ts";
import { check, checked, listOfText, verdicts } from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import { nearlyNamedColumns } from "./columns.ts";
import type { Feed, List } from "./list.ts";

const feeding = (feeds: readonly [name: string, feed: Feed][]) => {
  return (list: List) => applyChange(list, { type: "feed", feeds: new Map(feeds) });
};

describe("columns", () => {
  const columnsOf = (headers: string, body: string) =>
    check(`Email,${headers}\na@b.co\n`, body).columns;

  test.each(["first name", "First\u00a0 name", "Firstname"])(
    "the column %j feeds {{First Name}}",
    (header) => {
      const { used, missing } = columnsOf(header, "{{First Name}}");
      expect(used).toEqual([{ variable: "First Name", header }]);
      expect(missing).toEqual([]);
    },
  );

  it("uses no column that only contains the name", () => {
    expect(nearlyNamedColumns([{ name: "Betrag" }], ["Betrag in €"])).toEqual(new Map());
    expect(columnsOf("Betrag in €", "{{Betrag}}").used).toEqual([
      { variable: "Betrag", header: null },
    ]);
  });

  it("names variables without a column, once", () => {
    const result = check(
      "Email,Spare\na@b.co,1\nb@b.co,2",
      "{{Name}}{{Nick|text:friend}}{{Email}}",
    );
    expect(result.columns.missing).toEqual([
      { variable: "Name", required: true, message: "No column for {{Name}}." },
      { variable: "Nick", required: false, message: "No column for {{Nick}}." },
    ]);
    expect(result.problems).toEqual([]);
    expect(verdicts(result)).toEqual([
      "1: Blank value for {{Name}}",
      "2: Blank value for {{Name}}",
    ]);
  });

  it("uses the column that the user chose", () => {
    const text = "Email,name,Name\na@b.co,small,Big";
    expect(check(text, "{{Name}}").rows[0]?.values).toEqual(["Big"]);
    const chosen = check(text, "{{Name}}", feeding([["Name", { column: "name" }]]));
    expect(chosen.rows[0]?.values).toEqual(["small"]);
  });

  it("accepts columns and variables with the names of Object's properties", () => {
    const result = check(
      "Email,__proto__,constructor\na@b.co,p,c",
      "{{__proto__}}{{constructor}}{{toString|text:t}}",
    );
    expect(result.rows[0]?.values).toEqual(["p", "c", ""]);
    expect(result.columns.missing.map(({ variable }) => variable)).toEqual(["toString"]);
  });
});

describe("a value for everyone", () => {
  const list = listOfText("Email,City\na@b.co,Oslo\nb@b.co,Rome");

  it("is in every row instead of a column, so its placeholder needs none", () => {
    const values = new Map([
      ["Sender", " Ada "],
      ["City", "Delft"],
    ]);
    const feeds = feeding([
      ["City", "same"],
      ["Sender", "same"],
    ]);
    const result = checked(feeds(list), "{{City}}{{Sender|sticky}}", { values });
    expect(result.rows.map((row) => row.values)).toEqual([
      ["Delft", "Ada"],
      ["Delft", "Ada"],
    ]);
    expect(result.columns).toMatchObject({ missing: [] });
    expect(verdicts(result)).toEqual(["1: ready", "2: ready"]);
  });

  it("is not used where a column feeds the placeholder", () => {
    const values = new Map([["City", "Delft"]]);
    expect(checked(list, "{{City}}", { values }).rows.map((row) => row.values)).toEqual([
      ["Oslo"],
      ["Rome"],
    ]);
  });

  it("skips every row where it is blank or wrong, and is listed for none of them", () => {
    const values = new Map([
      ["Sender", ""],
      ["Offer", "C"],
    ]);
    const result = checked(list, "{{Sender|sticky}}{{Offer|dropdown:A,B}}", { values });
    expect(verdicts(result)[0]).toBe(
      '1: Blank value for {{Sender}}; "C" is not an option of {{Offer}}',
    );
    expect(result.problems).toEqual([]);
  });

  it("may be for a placeholder with the name of one of Object's properties", () => {
    const values = new Map([["__proto__", "p"]]);
    expect(checked(list, "{{__proto__}}", { values }).rows[0]?.values).toEqual(["p"]);
  });
});

describe("columns with similar names", () => {
  const found = (names: string[], headers: string[]) => [
    ...nearlyNamedColumns(
      names.map((name) => ({ name })),
      headers,
    ),
  ];

  test.each([
    [["Full Name"], ["full  name"], [["Full Name", "full  name"]]],
    [["Full Name"], ["FullName", "Email"], [["Full Name", "FullName"]]],
    [["__proto__"], ["__PROTO__"], [["__proto__", "__PROTO__"]]],
  ])("%j is fed by one of %j", (names, headers, expected) => {
    expect(found(names, headers)).toEqual(expected);
  });

  test.each([
    ["two columns may be meant", ["Name"], ["name", "NAME"]],
    ["two variables may be meant", ["Name", "name"], ["NAME"]],
    ["the variable has its own column", ["Name"], ["Name", "name"]],
    ["the column is another variable's own", ["Name", "name"], ["name"]],
    [
      "more than case and spaces differ",
      ["First Name"],
      ["First_Name", "Frist Name", "Firstname."],
    ],
  ])("none where %s", (_why, names, headers) => {
    expect(found(names, headers)).toEqual([]);
  });
});

test.each([
  [" Full  Name\t", "fullname"],
  ["Cafe\u0301", "caf\u00e9"],
  ["E-Mail", "e-mail"],
])("of %j, case and spaces are forgiven, and nothing else", (name, loose) => {
  expect(looseName(name)).toBe(loose);
});
