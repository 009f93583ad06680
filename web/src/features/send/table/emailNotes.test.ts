import type { CheckedRow } from "@sendwright/core/check/types";
import { expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";
import { ownNames } from "./emailNotes.ts";

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
