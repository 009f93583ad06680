import { ownNames } from "@sendwright/core/check/emailNotes";
import type { CheckedRow } from "@sendwright/core/check/types";
import { expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";

const VARIABLES = [aVariable("Name"), aVariable("City")];

it("reads the values of each row as often in a large family as in a small one", () => {
  const readsPerRow = (count: number) => {
    const lines = Array.from({ length: count }, (_, at) => `may@x.org,P${at},Delft`);
    const { rows } = aCheck(aList(["Email,Name,City", ...lines].join("\n")), VARIABLES);
    let reads = 0;
    const counted = rows.map((row): CheckedRow => {
      const { values } = row;
      return Object.defineProperty({ ...row }, "values", {
        get: () => {
          reads += 1;
          return values;
        },
      });
    });
    expect(counted.map(ownNames(counted, VARIABLES))).toEqual(rows.map(({ n }) => `P${n - 1}`));
    return reads / count;
  };
  expect(readsPerRow(40)).toBe(readsPerRow(4));
});

it.each([
  [
    "a second name if others have its first",
    ["Anna,Leo", "Anna,Emma", "Ben,Leo"],
    ["Anna · Leo", "Anna · Emma", "Ben"],
  ],
  [
    "the name that others lack, if it isn't blank",
    ["Anna,Oslo", "Anna,Oslo", ",Oslo"],
    ["Anna", "Anna", ""],
  ],
  ["a value beside its name", ["Anna,Oslo", "Anna,Delft"], ["Oslo", "Delft"]],
  ["nothing if all are the same", ["Anna,Oslo", "Anna,Oslo"], ["", ""]],
])("a row with others of its mailbox has %s", (_, lines, names) => {
  const csv = ["Email,Name,City", ...lines.map((line) => `may@x.org,${line}`)].join("\n");
  const { rows } = aCheck(aList(csv), VARIABLES);
  expect(rows.map(ownNames(rows, VARIABLES))).toEqual(names);
});
