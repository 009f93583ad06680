import { fireEvent } from "@testing-library/react";
import { expect, it } from "vitest";
import { aList, cellAt, showGrid } from "./tableTesting.tsx";

const PEOPLE = aList(
  ["Email", "Name"],
  [
    ["ann@example.org", "Ann"],
    ["bo@example.org", "Bo"],
  ],
);

it("a key in a cell draws nothing but its letter", async () => {
  const { grid, user, world } = await showGrid(PEOPLE);
  await user.dblClick(cellAt(grid, 1, 1));
  const field = await grid.findByRole("textbox", { name: "Name in row 1" });
  world.draws = 0;
  for (const text of ["Anne", "Anne-", "Anne-L"]) {
    fireEvent.keyDown(field, { key: text.at(-1) });
    fireEvent.change(field, { target: { value: text } });
  }
  expect(world.draws).toBe(0);
  fireEvent.keyDown(field, { key: "Enter" });
  expect(cellAt(grid, 1, 1)).toHaveTextContent("Anne-L");
  expect(world.draws).toBeGreaterThan(0);
});

it("a row has 13 elements: more make each scrolled screen slower", async () => {
  const { grid } = await showGrid(PEOPLE);
  expect(grid.getAllByRole("row")[2]?.querySelectorAll("*")).toHaveLength(13);
});
