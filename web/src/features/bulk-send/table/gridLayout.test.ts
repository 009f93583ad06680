import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { gridWidths, linesOf, ROW, rowHeight } from "./gridLayout.ts";
import { blankViews, rowViews } from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";
import { aList } from "./testing.tsx";

const column = (header: string, isAddress = false): ShownColumn => ({
  ...{ header, isAddress },
  variables: isAddress ? [] : [aVariable(header)],
});
const columns = [column("Email", true), column("Name"), column("City")];

describe("the layout of the grid", () => {
  it.each([
    ["", 100, 1],
    ["short", 100, 1],
    ["two words", 50, 2],
    ["a-word-that-is-longer-than-any-line-of-this-width", 100, 4],
    ["and a-word-that-is-longer-than-any-line", 100, 4],
  ])("breaks %j in %i pixels into %i lines", (text, width, lines) => {
    expect(linesOf(text, width)).toBe(lines);
  });

  it("gives the columns the whole width, and never too little", () => {
    const { number, address, value, actions } = gridWidths(columns, 900, 1);
    expect(number + address + 2 * value + actions).toBeGreaterThan(895);
    expect(number + address + 2 * value + actions).toBeLessThanOrEqual(900);
    expect(gridWidths(columns, 300, 1)).toMatchObject({ address: 196, value: 120 });
  });

  it("makes a row as tall as what is in it", () => {
    const widths = gridWidths(columns, 900, 1);
    const positions = new Map(columns.map(({ header }, index) => [header, index]));
    const skipped = aList(["Email", "Name", "City"], [["ann@example.org", "Ann", "Delft"]], { skipped: "by_hand" });
    const heightOf = (list = skipped) => {
      const headers = columns.map(({ header }) => header);
      const [view] = rowViews({ list, check: null, headers, limit: 9 }, new WeakMap());
      return view && rowHeight(view, columns, positions, widths);
    };
    const [blank] = blankViews(skipped, 9);
    expect(blank && rowHeight(blank, columns, positions, widths)).toBe(ROW);
    expect(heightOf()).toBeGreaterThan(ROW);
    const long = `${"a".repeat(40)}@${"b".repeat(40)}.example.org`;
    expect(heightOf(aList(["Email", "Name", "City"], [[long, "Ann", "Delft"]]))).toBeGreaterThan(ROW);
  });
});
