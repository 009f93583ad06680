import { applyChange } from "@sendwright/core/list/change";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import {
  aList,
  cellAt,
  clickButton,
  filter,
  numbers,
  onPhone,
  show,
  showGrid,
} from "./tableTesting.tsx";

/** Rows of one mailbox that are one email (decision 38), in the table. */
const variables = [aVariable("Parent"), aVariable("Child"), aVariable("Fee")];
const given = { variables, body: "<p>{{Parent}}</p><p>{{#rows}}{{Child}}: {{Fee}}{{/rows}}</p>" };
const HEADERS = ["Email", "Parent", "Child", "Fee"];
const families = (...more: string[][]) =>
  aList(HEADERS, [
    ["may@x.org", "May", "Anna", "3"],
    ["bo@x.org", "Bo", "Cy", "4"],
    ["may@x.org", "May", "Tim", "5"],
    ["MAY@x.org", "May", "Lea", "6"],
    ...more,
  ]);
/** A filter draws it anew. */
const gridNow = () => within(screen.getByRole("grid", { name: "Table of recipients" }));
const TOGETHER = "In one email with row 1 (Anna)";

describe("the table of a list whose rows share emails", () => {
  it("says calmly which rows are one email, and whose", async () => {
    const { grid } = await showGrid(families(), given);
    expect(cellAt(grid, 1, 0)).toHaveTextContent("may@x.org3 rows in one email");
    expect(cellAt(grid, 2, 0)).toHaveTextContent("bo@x.org");
    for (const row of [3, 4]) {
      expect(cellAt(grid, row, 0)).toHaveTextContent(TOGETHER);
      expect(cellAt(grid, row, 0)).not.toHaveAttribute("aria-invalid");
    }
  });

  it("counts joined rows by themselves, and filters by them", async () => {
    const { world } = await showGrid(families(["nobody", "Z", "Z", "1"]), given);
    const counts = screen.getByRole("group", { name: "Show rows" });
    expect(
      within(counts)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["All 5", "Ready 2", "Joined 2", "Skipped 1", "To fix 1"]);
    await world.user.click(filter(/^Joined/));
    expect(numbers(gridNow())).toEqual(["3", "4"]);
    await world.user.click(filter(/^Ready/));
    expect(numbers(gridNow())).toEqual(["1", "2"]);
  });

  it("doesn't name joined rows where there are none", async () => {
    await showGrid(aList(HEADERS, [["bo@x.org", "Bo", "Cy", "4"]]), given);
    expect(screen.queryByRole("button", { name: /^Joined/ })).toBeNull();
  });

  it("marks all rows of the email that you look at", async () => {
    const { grid, world } = await showGrid(families(), given);
    await clickButton(world, "Show the email of row 3");
    expect(world.looks).toEqual([3]);
    const pressed = grid
      .getAllByRole("button", { name: /^Show the email/, pressed: true })
      .map(({ textContent }) => textContent);
    expect(pressed).toEqual(["1", "3", "4"]);
  });

  it("takes a row that you skip out of its email, says so, and puts it back", async () => {
    const { grid, world } = await showGrid(families(), given);
    await clickButton(world, "Skip row 1");
    expect(
      screen.getByText("Row 1 is skipped. The email to its address goes without it."),
    ).toBeInTheDocument();
    expect(cellAt(grid, 1, 0)).toHaveTextContent("You skipped this row.");
    expect(cellAt(grid, 3, 0)).toHaveTextContent("2 rows in one email");
    expect(cellAt(grid, 4, 0)).toHaveTextContent("In one email with row 3 (Tim)");
    await clickButton(world, "Restore row 1");
    expect(cellAt(grid, 3, 0)).toHaveTextContent(TOGETHER);
  });

  it("shows an error of a group in each of its rows, and none in others", async () => {
    const { grid } = await showGrid(families(["may@x.org", "Mayer", "Zoe", "1"]), given);
    const error = "Anna and Zoe have different values for {{Parent}}.";
    for (const row of [1, 3, 4, 5]) {
      expect(cellAt(grid, row, 1)).toHaveTextContent(error);
      expect(cellAt(grid, row, 1)).toHaveAttribute("aria-invalid", "true");
    }
    expect(cellAt(grid, 2, 1)).not.toHaveAttribute("aria-invalid");
    expect(filter(/^To fix/)).toHaveTextContent("To fix 4");
  });

  it("says which row keeps the others of its email back", async () => {
    const { grid } = await showGrid(families(["may@x.org", "May", "", "1"]), given);
    for (const row of [1, 3, 4])
      expect(cellAt(grid, row, 0)).toHaveTextContent(
        "Its email also has row 5, which has an error.",
      );
    expect(filter(/^To fix/)).toHaveTextContent("To fix 4");
  });

  it("says which row is above the limit", async () => {
    const { grid } = await showGrid(families(), { ...given, limit: 3 });
    expect(cellAt(grid, 1, 0)).toHaveTextContent("because row 4 is above the limit");
    expect(cellAt(grid, 3, 0)).toHaveTextContent("because row 4 is above the limit");
    expect(cellAt(grid, 4, 0)).toHaveTextContent("Above the limit");
  });

  it("asks about a value of a joined row as about any other", async () => {
    const list = families(["may@x.org", "May", "Zoe", "soon"]);
    const dated = variables.map((one) =>
      one.name === "Fee" ? aVariable("Fee", { type: "date" }) : one,
    );
    const { grid } = await showGrid(list, { ...given, variables: dated });
    expect(cellAt(grid, 5, 3)).toHaveAttribute("data-kind", "date");
    expect(within(cellAt(grid, 5, 3)).getByRole("button", { name: /as typed/i })).toBeVisible();
  });
});

const cardTexts = async () => {
  const cards = within(await screen.findByRole("list", { name: "Recipients" }));
  return cards.getAllByRole("listitem").map(({ textContent }) => textContent);
};

describe("on a phone", () => {
  beforeEach(onPhone);

  it("a card says whose row it is, and which rows are one email", async () => {
    show(families(), given);
    expect(await cardTexts()).toEqual([
      "Row 1may@x.orgReady · Anna · 3 rows in one email",
      "Row 2bo@x.orgReady · Bo, Cy, 4",
      `Row 3may@x.orgTim · ${TOGETHER}`,
      `Row 4MAY@x.orgLea · ${TOGETHER}`,
    ]);
  });

  it("a card says whose row has an error, or is skipped, if others have its mailbox", async () => {
    const list = applyChange(families(["bo@x.org", "Bo", "", "1"], ["di@x.org", "Di", "", "1"]), {
      type: "skip",
      ids: [3],
      as: "by_hand",
    });
    show(list, given);
    expect((await cardTexts()).slice(1)).toEqual([
      "Row 2bo@x.orgTo fix · Cy · Its email also has row 5, which has an error.",
      "Row 3may@x.orgSkipped · Tim · You skipped this row.",
      `Row 4MAY@x.orgLea · ${TOGETHER}`,
      expect.stringMatching(/^Row 5bo@x\.orgTo fix · 1 · .*Child/),
      expect.stringMatching(/^Row 6di@x\.orgTo fix · [^·]*Child/),
    ]);
  });

  it("a card of a row without names says the value that only it has", async () => {
    const invoices = aList(
      ["Email", "Firm", "Invoice"],
      [
        ["a@x.org", "A", "17"],
        ["a@x.org", "A", "18"],
      ],
    );
    const named = { variables: [aVariable("Firm"), aVariable("Invoice")] };
    show(invoices, { ...named, body: "{{Firm}} {{#rows}}{{Invoice}}{{/rows}}" });
    expect(await cardTexts()).toEqual([
      "Row 1a@x.orgReady · 17 · 2 rows in one email",
      expect.stringMatching(/^Row 2a@x\.org18 · In one email with row 1/),
    ]);
  });
});
