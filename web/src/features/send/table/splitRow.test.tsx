import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  aList,
  cellAt,
  clickButton,
  onPhone,
  paste,
  show,
  showGrid,
  textsOf,
} from "./tableTesting.tsx";

/** Direct Send's table: each recipient with their own values. */
const RECIPIENTS = {
  ...aList(
    ["Email", "Name"],
    [
      ["ann@example.org; Bo <bo@example.org>", "all"],
      ["cy@example.org", "Cy"],
      ["not an address", "No"],
    ],
  ),
  source: { kind: "addresses", name: "Addresses" },
} as const;
const SPLIT = [
  ["ann@example.org", "all"],
  ["Bo <bo@example.org>", "all"],
  ["cy@example.org", "Cy"],
  ["not an address", "No"],
];

it("offers to split a cell with two addresses, in one step that can be undone", async () => {
  const { world, grid } = await showGrid(RECIPIENTS);
  expect(within(cellAt(grid, 1, 0)).getByText(/^More than one email address/)).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: /^Split row/ })).toHaveLength(1);
  await clickButton(world, "Split row 1, a row for each address");
  expect(textsOf(world)).toEqual(SPLIT);
  expect(screen.queryByRole("button", { name: /^Split row/ })).toBeNull();
  await clickButton(world, "Undo the last change");
  expect(textsOf(world)).toEqual(textsOf({ ...world, list: RECIPIENTS }));
});

it("offers it for a pasted cell, too", async () => {
  const { world, grid } = await showGrid(RECIPIENTS);
  await paste(world, cellAt(grid, 2, 0), "di@example.org ::: ed@example.org");
  await clickButton(world, "Split row 2, a row for each address");
  expect(textsOf(world).map(([email]) => email)).toEqual([
    "ann@example.org; Bo <bo@example.org>",
    "di@example.org",
    "ed@example.org",
    "not an address",
  ]);
});

it("offers it on a phone", async () => {
  onPhone();
  const world = show(RECIPIENTS);
  await clickButton(world, /^Row 1/);
  await clickButton(world, "Split row 1, a row for each address");
  expect(textsOf(world)).toEqual(SPLIT);
});

it("leaves it to the question about the whole list where a file has columns", async () => {
  await showGrid({ ...RECIPIENTS, source: { kind: "file", name: "people.csv" } });
  expect(screen.queryByRole("button", { name: /^Split row/ })).toBeNull();
});
