import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aList, cellAt, clickButton, showGrid } from "./tableTesting.tsx";

it("has its cursor on the first cell to fix among the rows to fix, where the next key would change a value", async () => {
  const given = await showGrid(
    aList(
      ["Email", "Name"],
      [
        ["ann@example.org", "Ann"],
        ["bo@example.org", ""],
        ["cy@example,org", "Cy"],
      ],
    ),
  );
  await clickButton(given, /^To fix/);
  const grid = within(screen.getByRole("grid"));
  const selected = () => grid.getByRole("gridcell", { selected: true });
  expect(selected()).toBe(cellAt(grid, 1, 1));
  await given.user.click(cellAt(grid, 1, 1));
  await given.user.keyboard("{Enter}");
  expect(selected()).toBe(cellAt(grid, 2, 0));
  await clickButton(given, /^All/);
  expect(within(screen.getByRole("grid")).getByRole("gridcell", { selected: true })).toBe(
    cellAt(within(screen.getByRole("grid")), 1, 0),
  );
});
