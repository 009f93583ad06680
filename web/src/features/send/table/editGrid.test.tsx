import { createEvent, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aList, cellAt, clickButton, focused, type Grid, numbers, paste, showGrid, textsOf } from "./tableTesting.tsx";

const TWO = aList(
  ["Email", "Name"],
  [
    ["ann@example.org", "Ann"],
    ["bo@example.org", "Bo"],
  ],
);
const NOBODY = aList(["Email", "Name", "City"], []);
const CITY = [aVariable("Name"), aVariable("City")];
const field = (grid: Grid, name: string) => grid.findByRole("textbox", { name });

describe("a cell of the table", () => {
  it("is replaced by typing, as one change that a key or a button can undo", async () => {
    const given = await showGrid(TWO);
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("Anna{Enter}");
    expect(given.changes).toEqual([{ type: "cells", cells: [{ id: 1, header: "Name", cell: "Anna" }] }]);
    await focused(() => cellAt(given.grid, 2, 1));
    await given.user.keyboard("{Control>}z{/Control}");
    expect(textsOf(given.world)[0]).toEqual(["ann@example.org", "Ann"]);
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
    await given.user.keyboard("{Delete}");
    expect(textsOf(given.world)[1]).toEqual(["bo@example.org", ""]);
    await clickButton(given, "Undo the last change");
    expect(textsOf(given.world)[1]).toEqual(["bo@example.org", "Bo"]);
    await focused(() => cellAt(given.grid, 2, 1));
  });

  it("is edited with F2, and doesn't change on Escape or with the same text", async () => {
    const given = await showGrid(TWO);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{F2}{End}a{Escape}{F2}{Enter}");
    expect(given.changes).toEqual([]);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{F2}");
    await given.user.type(await field(given.grid, "Name in row 1"), "{End}-Lee{Tab}");
    expect(textsOf(given.world)[0]).toEqual(["ann@example.org", "Ann-Lee"]);
  });

  it("keeps its text during a check, and accepts no character that a file can't hold", async () => {
    const given = await showGrid(TWO, { isCheckLate: true });
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{Delete}{ArrowDown}Be");
    given.world.check();
    await given.user.keyboard("a{Enter}");
    expect(textsOf(given.world)[1]).toEqual(["bo@example.org", "Bea"]);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{Enter}");
    fireEvent.change(await field(given.grid, "Name in row 1"), { target: { value: "A\ufeffnn" } });
    await given.user.keyboard("{Enter}");
    expect(textsOf(given.world)[0]).toEqual(["ann@example.org", "Ann"]);
  });

  it("shows its problem while you edit it", async () => {
    const given = await showGrid(aList(["Email", "Name"], [["ann@example,org", "Ann"]]));
    await given.user.click(cellAt(given.grid, 1, 0));
    await given.user.keyboard("{F2}");
    expect(cellAt(given.grid, 1, 0)).toHaveTextContent("Error: Not an email address");
    expect((await field(given.grid, "Email in row 1")).getAttribute("aria-description")).toContain("Not an email");
    expect(screen.queryByRole("button", { name: /^Use/ })).toBeNull();
  });

  it("keeps its line breaks", async () => {
    const given = await showGrid(aList(["Email", "Name"], [["ann@example.org", "Ann\nSmith"]]));
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{F2}");
    await given.user.type(await field(given.grid, "Name in row 1"), "!{Shift>}{Enter}{/Shift}Jr{Enter}");
    expect(textsOf(given.world)[0]?.[1]).toBe("Ann\nSmith!\nJr");
  });

  it("shows its original text from the file", async () => {
    const given = await showGrid(TWO);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("Anna{Enter}");
    expect(cellAt(given.grid, 1, 1)).toHaveAttribute("title", "In your file: Ann");
    expect(cellAt(given.grid, 1, 0)).not.toHaveAttribute("title");
  });

  it("is one of the options of a dropdown placeholder, and shows dates as the email does", async () => {
    const list = aList(["Email", "Offer", "Due"], [["ann@example.org", "Half", "2026-12-01"]]);
    const offer = aVariable("Offer", { type: "dropdown", options: ["Discount", "Free trial"] });
    const given = await showGrid(list, { variables: [offer, aVariable("Due", { type: "date" })] });
    expect(cellAt(given.grid, 1, 2)).toHaveTextContent("12/01/2026");
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{Enter}");
    const choice = await given.grid.findByRole("combobox", { name: "Offer in row 1" });
    expect(within(choice).getAllByRole("option")[1]).toHaveTextContent("Half (not an option)");
    await given.user.selectOptions(choice, "Free trial");
    await given.user.keyboard("{Enter}");
    expect(textsOf(given.world)[0]?.[1]).toBe("Free trial");
  });

  it("is copied as is", async () => {
    const given = await showGrid(TWO);
    const cell = cellAt(given.grid, 2, 1);
    await given.user.click(cell);
    const copied = new Map<string, string>();
    const event = createEvent.copy(cell, {
      clipboardData: { setData: (type: string, text: string) => copied.set(type, text) },
    });
    fireEvent(cell, event);
    expect(copied.get("text/plain")).toBe("Bo");
  });
});

describe("the blank rows below", () => {
  it("become rows of the list when you type into them, in one step", async () => {
    const given = await showGrid(TWO);
    expect(given.list.rows).toHaveLength(2);
    expect(given.grid.getAllByRole("row")).toHaveLength(6);
    await given.user.click(cellAt(given.grid, 4, 0));
    await given.user.keyboard("cy@example.org{Tab}");
    await focused(() => cellAt(given.grid, 4, 1));
    expect(textsOf(given.world)[2]).toEqual(["cy@example.org", ""]);
    expect(numbers(given.grid)).toEqual(["1", "2", "3"]);
    expect(cellAt(given.grid, 4, 1)).toHaveTextContent("Blank value");
    expect(given.grid.getAllByRole("row")).toHaveLength(8);
    await given.user.keyboard("{Control>}z{/Control}");
    expect(given.world.list.rows).toHaveLength(2);
  });

  it("stay out of the list until you type into them", async () => {
    const given = await showGrid(TWO);
    await given.user.click(cellAt(given.grid, 3, 0));
    await given.user.keyboard("{Enter}{Enter}{Delete}");
    expect(given.changes).toEqual([]);
  });

  it("are the start of an empty list, with the focus in the first of them", async () => {
    const given = await showGrid(NOBODY, { variables: CITY, begin: "address" });
    await focused(() => cellAt(given.grid, 1, 0));
    expect(given.shows).toEqual([]);
    await given.user.keyboard("ann@example.org{Tab}Ann{Tab}Delft{Enter}");
    await focused(() => cellAt(given.grid, 2, 0));
    await given.user.keyboard("bo@example.org{Tab}Bo{Tab}Ghent{Tab}");
    await focused(() => cellAt(given.grid, 3, 0));
    expect(textsOf(given.world)).toEqual([
      ["ann@example.org", "Ann", "Delft"],
      ["bo@example.org", "Bo", "Ghent"],
    ]);
    expect(given.changes).toHaveLength(6);
  });

  it("start with the focus in the first value if asked to, and end at the limit", async () => {
    const given = await showGrid(TWO, { begin: "value", limit: 3 });
    await focused(() => cellAt(given.grid, 1, 1));
    expect(given.grid.getAllByRole("row")).toHaveLength(4);
  });
});

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

  it("says what didn't fit, until the next change", async () => {
    const given = await showGrid(TWO, { limit: 4 });
    const block = Array.from({ length: 5 }, (_, i) => `p${i}@example.org\tP\tmore`).join("\n");
    await paste(given, cellAt(given.grid, 1, 0), block);
    const message = "1 row was not pasted: the table takes 4. 1 column beside the table was not pasted.";
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
    expect(screen.getByRole("status")).toHaveTextContent("1 row was not pasted: there are no more rows here.");
  });

  it("into a field fills the cells from there", async () => {
    const given = await showGrid(TWO);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{F2}");
    fireEvent.paste(await field(given.grid, "Name in row 1"), { clipboardData: { getData: () => "A\nB" } });
    expect(textsOf(given.world).map(([, name]) => name)).toEqual(["A", "B"]);
  });
});

describe("the keys of the table", () => {
  it("leave it at its first and last cells", async () => {
    const given = await showGrid(TWO);
    await given.user.tab();
    const inGrid = () => document.activeElement?.closest('[role="grid"]') !== null;
    while (!inGrid()) await given.user.tab();
    expect(cellAt(given.grid, 1, 0)).toHaveFocus();
    await given.user.tab({ shift: true });
    expect(inGrid()).toBe(false);
    await given.user.tab();
    await given.user.keyboard("{Control>}{End}{/Control}");
    await given.user.tab();
    expect(inGrid()).toBe(false);
  });

  it("reach the buttons of a row and a cell with the arrows, and press them", async () => {
    const list = aList(["Email", "Name"], [["ann@example,org", "Ann"]], { line: null });
    const given = await showGrid(list);
    await given.user.click(cellAt(given.grid, 1, 0));
    await given.user.keyboard("{ArrowRight}");
    expect(screen.getByRole("button", { name: "Use ann@example.org" })).toHaveFocus();
    await given.user.keyboard("{ArrowLeft}");
    await focused(() => cellAt(given.grid, 1, 0));
    await given.user.keyboard("{ArrowRight}{Enter}");
    expect(textsOf(given.world)[0]?.[0]).toBe("ann@example.org");
    await focused(() => cellAt(given.grid, 1, 0));
    await given.user.keyboard("{ArrowRight}{ArrowRight}");
    await focused(() => screen.getByRole("button", { name: "Skip row 1" }));
    await given.user.keyboard("{ArrowRight}");
    await focused(() => screen.getByRole("button", { name: "Delete row 1" }));
    await given.user.keyboard("{ArrowLeft}{Enter}");
    await focused(() => screen.getByRole("button", { name: "Restore row 1" }));
    await given.user.keyboard("{ArrowLeft}");
    await focused(() => cellAt(given.grid, 1, 1));
  });

  it("end editing with an up or down arrow", async () => {
    const given = await showGrid(TWO);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("A{ArrowDown}B{ArrowUp}");
    expect(textsOf(given.world).map(([, name]) => name)).toEqual(["A", "B"]);
    await focused(() => cellAt(given.grid, 1, 1));
  });
});
