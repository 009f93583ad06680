import { describe, expect, it } from "vitest";
import { listOfRows } from "../testing/csvCheck.ts";
import { changed, type Paste, pasted } from "./change.ts";
import { historyOf, stepped, undone } from "./history.ts";
import { textIn } from "./list.ts";

const list = listOfRows(
  ["Email", "Name", "City"],
  [
    ["ann@example.org", "Ann", "Delft"],
    ["bo@example.org", "Bo", "Ghent"],
    ["cy@example.org", "Cy", "Namur"],
  ],
);
const textsOf = (of: typeof list) => of.rows.map((row) => of.columns.map((header) => textIn(of, row, header)));
const paste = (block: string[][], more: Partial<Paste> = {}): Paste => ({
  ...{ type: "paste", id: 1, header: "Email", limit: 10, block },
  ...more,
});

describe("a change below the last row", () => {
  it("adds the rows and fills the cell in one step", () => {
    const cells = [{ id: 5, header: "Name", cell: "Di" }];
    const next = changed(list, { type: "cells", add: 2, cells });
    const history = stepped(historyOf({ list }), { list: next });
    expect(textsOf(next).slice(3)).toEqual([
      ["", "", ""],
      ["", "Di", ""],
    ]);
    expect(next.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    const before = undone(history).now.list;
    expect(before.rows).toBe(list.rows);
    expect(before.lastId).toBe(5);
  });

  it("adds nothing where it changes nothing", () => {
    expect(changed(list, { type: "cells", add: 2, cells: [{ id: 99, header: "Name", cell: "Di" }] })).toBe(list);
    expect(changed(list, paste([["x"]], { id: 99, add: 2 }))).toBe(list);
  });

  it("takes a block, and more rows with it up to the limit", () => {
    const { list: after, rowsLeft } = pasted(list, paste([["d"], ["e"], ["f"]], { id: 4, add: 3, limit: 5 }));
    expect(rowsLeft).toBe(0);
    expect(textsOf(after).map(([email]) => email)).toEqual([...textsOf(list).map(([email]) => email), "d", "e", "f"]);
    const few = pasted(list, paste([["d"], ["e"], ["f"]], { id: 4, add: 1, limit: 5 }));
    expect(few.rowsLeft).toBe(1);
    expect(few.list.rows).toHaveLength(5);
  });
});

describe("a paste into a part of the list", () => {
  it("goes along the columns on the screen", () => {
    const headers = ["City", "Email"];
    const { list: after, columnsLeft } = pasted(
      list,
      paste([["Lille", "a@x.org", "more"]], { header: "City", headers }),
    );
    expect(textsOf(after)[0]).toEqual(["a@x.org", "Ann", "Lille"]);
    expect(columnsLeft).toBe(1);
    expect(pasted(list, paste([["x"]], { header: "None" })).columnsLeft).toBe(1);
  });

  it("fills only the rows on the screen, from the selected one down", () => {
    const { list: after, rowsLeft } = pasted(list, paste([["a@x.org"], ["c@x.org"], ["d@x.org"]], { ids: [1, 3] }));
    expect(textsOf(after).map(([email]) => email)).toEqual(["a@x.org", "bo@example.org", "c@x.org"]);
    expect(rowsLeft).toBe(1);
  });
});
