import { describe, expect, it } from "vitest";
import { listOfRows, variablesOf } from "../testing/csvCheck.ts";
import { changed } from "./change.ts";
import type { Feed } from "./list.ts";
import { columnsReport, feedsOf } from "./mapping.ts";

const listOf = (headers: string[], feeds: Record<string, Feed> = {}) =>
  changed(listOfRows(headers, []), { type: "feed", feeds: new Map(Object.entries(feeds)) });

describe("the columns that feed placeholders", () => {
  const feeds = (headers: string[], body: string, chosen: Record<string, Feed> = {}) => [
    ...feedsOf(listOf(headers, chosen), variablesOf(body)),
  ];

  it.each<[string, string[], string, Record<string, Feed>, [string, string | null][]]>([
    ["the one with its name", ["Email", "Name"], "{{Name}}", {}, [["Name", "Name"]]],
    [
      "the one with its name but for case and spaces",
      ["Email", "full name"],
      "{{FullName}}",
      {},
      [["FullName", "full name"]],
    ],
    ["the exact one of two", ["Email", "name", "Name"], "{{Name}}", {}, [["Name", "Name"]]],
    ["none of two that may be meant", ["Email", "name", "NAME"], "{{Name}}", {}, [["Name", null]]],
    ["none with another name", ["Email", "Vorname"], "{{Name}}", {}, [["Name", null]]],
    ["the chosen one", ["Email", "Name", "Nick"], "{{Name}}", { Name: { column: "Nick" } }, [["Name", "Nick"]]],
    ["none where one value for everyone is chosen", ["Email", "Name"], "{{Name}}", { Name: "same" }, [["Name", null]]],
    [
      "the guess where the chosen one isn't there",
      ["Email", "Name"],
      "{{Name}}",
      { Name: { column: "Nick" } },
      [["Name", "Name"]],
    ],
    ["the one with its name, of a sticky one", ["Email", "Sender"], "{{Sender|sticky}}", {}, [["Sender", "Sender"]]],
    ["no other, of a sticky one", ["Email", "sender"], "{{Sender|sticky}}", {}, [["Sender", null]]],
    ["the addresses, of one with their name", ["Email", "Name"], "{{Email}}", {}, [["Email", "Email"]]],
    [
      "one that feeds two, if so chosen",
      ["Email", "A"],
      "{{A}}{{B}}",
      { B: { column: "A" } },
      [
        ["A", "A"],
        ["B", "A"],
      ],
    ],
    [
      "not one that was chosen for another",
      ["Email", "b"],
      "{{A}}{{B}}",
      { A: { column: "b" } },
      [
        ["A", "b"],
        ["B", null],
      ],
    ],
    [
      "not one that is another's own",
      ["Email", "Name"],
      "{{Name|sticky}}{{name}}",
      {},
      [
        ["Name", "Name"],
        ["name", null],
      ],
    ],
    [
      "not another's own, though that has one value for everyone",
      ["Email", "Name"],
      "{{Name}}{{name}}",
      { Name: "same" },
      [
        ["Name", null],
        ["name", null],
      ],
    ],
    [
      "one that was chosen for a placeholder of another email",
      ["Email", "name"],
      "{{Name}}",
      { Other: { column: "name" } },
      [["Name", "name"]],
    ],
    [
      "names that every object has",
      ["__proto__", "constructor"],
      "{{__proto__}}{{toString}}",
      {},
      [
        ["__proto__", "__proto__"],
        ["toString", null],
      ],
    ],
  ])("%s", (_what, headers, body, chosen, expected) => {
    expect(feeds(headers, body, chosen)).toEqual(expected);
  });
});

describe("what the feeds leave over", () => {
  const report = (headers: string[], body: string, chosen: Record<string, Feed> = {}) => {
    const list = listOf(headers, chosen);
    const variables = variablesOf(body);
    return columnsReport(list, variables, feedsOf(list, variables));
  };

  it("is the placeholders without a column and the columns without a placeholder, likely pairs among them", () => {
    expect(report(["Email", "Full Nmae", "City", "Town"], "{{Full Name}}{{City}}{{Nick|text:you}}")).toEqual({
      used: [
        { variable: "Full Name", header: null },
        { variable: "City", header: "City" },
        { variable: "Nick", header: null },
      ],
      missing: [
        { variable: "Full Name", required: true, message: "No column for {{Full Name}}." },
        { variable: "Nick", required: false, message: "No column for {{Nick}}." },
      ],
      unused: ["Full Nmae", "Town"],
      suggestions: [
        {
          variable: "Full Name",
          header: "Full Nmae",
          message: 'Column "Full Nmae" looks like {{Full Name}}: use it?',
        },
      ],
    });
  });

  it("is no placeholder with a value for everyone that was chosen, and no column of addresses", () => {
    const { missing, unused, suggestions } = report(["Email", "Nmae"], "{{Name}}", { Name: "same" });
    expect({ missing, unused, suggestions }).toEqual({ missing: [], unused: ["Nmae"], suggestions: [] });
  });

  it("is the column that a choice takes another's place of", () => {
    expect(report(["Email", "Name", "Nick"], "{{Name}}", { Name: { column: "Nick" } }).unused).toEqual(["Name"]);
  });
});
