import { applyChange } from "@sendwright/core/list/change";
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aList, cellAt, clickButton, paste, showGrid, textsOf } from "./tableTesting.tsx";

const TWO = aList(
  ["Email", "Name"],
  [
    ["ann@example.org", "Ann"],
    ["bo@example.org", "Bo"],
  ],
);

describe("a pasted block", () => {
  it("fills the columns on the screen, adds the rows it needs, and is one step", async () => {
    const list = aList(["City", "Name", "Email"], [["Delft", "Ann", "ann@example.org"]]);
    const given = await showGrid(
      { ...list, mapping: { ...list.mapping, address: "Email" } },
      { variables: [aVariable("Name")] },
    );
    await paste(given, cellAt(given.grid, 2, 0), "bo@example.org\tBo\r\ncy@example.org\tCy\r\n");
    expect(textsOf(given.world)).toEqual([
      ["Delft", "Ann", "ann@example.org"],
      ["", "Bo", "bo@example.org"],
      ["", "Cy", "cy@example.org"],
    ]);
    expect(given.changes).toHaveLength(1);
    await clickButton(given, "Undo the last change");
    expect(given.world.list.rows).toHaveLength(1);
  });

  it("names the cells that didn't fit, until the next change", async () => {
    const given = await showGrid(TWO, { limit: 4 });
    const block = Array.from({ length: 5 }, (_, i) => `p${i}@example.org\tP\tmore`).join("\n");
    await paste(given, cellAt(given.grid, 1, 0), block);
    const message =
      "1 row was not pasted: the table can have 4 rows at most. 1 column didn't fit and was not pasted.";
    expect(screen.getByRole("status")).toHaveTextContent(message);
    await given.user.keyboard("{Delete}");
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });

  it("stays within the shown rows", async () => {
    const list = aList(
      ["Email", "Name"],
      [
        ["ann@example.org", ""],
        ["bo@example.org", "Bo"],
        ["cy@example.org", ""],
      ],
    );
    const given = await showGrid(list);
    await clickButton(given, /^To fix/);
    await paste(given, cellAt(within(screen.getByRole("grid")), 1, 1), "A\nB\nC");
    expect(textsOf(given.world).map(([, name]) => name)).toEqual(["A", "Bo", "B"]);
    expect(screen.getByRole("status")).toHaveTextContent(
      "1 row was not pasted: there are no more rows here.",
    );
  });

  it.each([
    ["cy@example.org\tCy", "1 row isn't skipped anymore: someone else is in it now."],
    ["cy@example.org", "Row 1 is still skipped."],
    ["bo@example.org\tBo\nann@example.org\tAnn", ""],
  ])(
    "over a row that you skipped says whether its person is still skipped: %j",
    async (block, said) => {
      const given = await showGrid(applyChange(TWO, { type: "skip", ids: [1], as: "by_hand" }));
      await paste(given, cellAt(given.grid, 1, 0), block);
      expect(screen.getByRole("status").textContent).toBe(said);
    },
  );

  it("into a field fills the cells from there", async () => {
    const given = await showGrid(TWO);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{F2}");
    fireEvent.paste(await given.grid.findByRole("textbox", { name: "Name in row 1" }), {
      clipboardData: { getData: () => "A\nB" },
    });
    expect(textsOf(given.world).map(([, name]) => name)).toEqual(["A", "B"]);
  });
});
