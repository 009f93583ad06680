import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { GridTable } from "./ListTable.tsx";
import {
  aList,
  cellAt,
  clickButton,
  filter,
  focused,
  type Grid,
  lead,
  NAME_ONLY,
  numbers,
  showGrid,
  textsOf,
} from "./tableTesting.tsx";

/**
 * Row 2 has no address, row 3 has a misspelled one, row 4 repeats row 1, and row 5 repeats it with
 * another name.
 */
const MIXED = aList(
  ["Email", "Name"],
  [
    ["ann@example.org", "Ann"],
    ["bo.example.org", "Bo"],
    ["cy@example,org", ""],
    ["ANN@example.org", "Ann"],
    ["ann@example.org", "Anna"],
    ["di@example.org", "Di"],
  ],
);
const filters = () =>
  within(screen.getByRole("group", { name: "Show rows" })).getAllByRole("button");
const counts = () => filters().map(({ textContent }) => textContent);
const isPressed = (word: RegExp) => filter(word).getAttribute("aria-pressed");

describe("the table of a list", () => {
  it("shows the rows with their numbers and lines: the addresses first, then the columns that feed the email", async () => {
    const list = aList(
      ["Email", "City", "Name", "Rechnungsnr."],
      [["ann@example.org", "Delft", "Ann", "7"]],
    );
    const fed = {
      ...list,
      mapping: { ...list.mapping, values: new Map([["Invoice", { column: "Rechnungsnr." }]]) },
    };
    const { grid, user } = await showGrid(fed, {
      variables: [aVariable("Invoice"), aVariable("Name")],
    });
    const headers = () => grid.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers().slice(1, -1)).toEqual(["Email", "Text: InvoiceRechnungsnr.", "Text: Name"]);
    expect(cellAt(grid, 1, 1)).toHaveTextContent("7");
    expect(grid.getByRole("button", { name: "Show the email of row 1" })).toHaveAttribute(
      "title",
      "Line 2 of your file",
    );
    await user.click(screen.getByRole("switch", { name: "Show all 4 columns" }));
    expect(headers().slice(1, -1)).toEqual([
      "Email",
      "Text: InvoiceRechnungsnr.",
      "Text: Name",
      "City",
    ]);
    expect(cellAt(grid, 1, 3)).toHaveTextContent("Delft");
  });

  it("shows and marks the row in the preview, and scrolls only if that row is out of view", async () => {
    const people = Array.from({ length: 60 }, (_, index) => [`p${index}@x.org`, "Ann"]);
    const { grid, world } = await showGrid(aList(["Email", "Name"], people));
    const box = screen.getByRole("grid");
    vi.spyOn(box, "clientHeight", "get").mockReturnValue(400);
    world.look(40);
    expect(grid.getByRole("button", { name: "Show the email of row 40" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    const { scrollTop } = box;
    expect(scrollTop).toBeGreaterThan(1_000);
    expect(scrollTop).toBeLessThan(39 * 36);
    world.look(41);
    expect(box.scrollTop).toBe(scrollTop);
    world.look(1);
    expect(box.scrollTop).toBe(0);
    expect(document.body).toHaveFocus();
  });

  it("shows all columns until the address column is known", async () => {
    const list = aList(["A", "B"], [["x", "y"]]);
    const { grid } = await showGrid({ ...list, mapping: { ...list.mapping, address: null } });
    expect(cellAt(grid, 1, 1)).toHaveTextContent("y");
    expect(cellAt(grid, 1, 0)).toHaveTextContent("No email address in this row.");
    expect(screen.queryByRole("switch")).toBeNull();
  });

  it("counts rows as the sentence above it does, and shows only those", async () => {
    const given = await showGrid(MIXED);
    expect(counts()).toEqual(["All 6", "Ready 2", "Skipped 4", "To fix 3"]);
    expect(isPressed(/^All/)).toBe("true");
    for (const [word, rows] of [
      ["To fix", ["2", "3", "5"]],
      ["Ready", ["1", "6"]],
      ["Skipped", ["2", "3", "4", "5"]],
      ["All", ["1", "2", "3", "4", "5", "6"]],
    ] as const) {
      await clickButton(given, new RegExp(`^${word} `));
      const grid = within(await screen.findByRole("grid"));
      expect(numbers(grid)).toEqual(rows);
    }
  });

  it("keeps a fixed row in view until you choose a filter again", async () => {
    const given = await showGrid(MIXED);
    await clickButton(given, /^To fix/);
    const grid = within(screen.getByRole("grid"));
    await given.user.click(cellAt(grid, 1, 0));
    await given.user.keyboard("bo@example.org{Tab}");
    expect(counts()).toEqual(["All 6", "Ready 3", "Skipped 3", "To fix 2"]);
    expect(numbers(grid)).toEqual(["2", "3", "5"]);
    await clickButton(given, /^All/);
    await clickButton(given, /^To fix/);
    expect(numbers(within(screen.getByRole("grid")))).toEqual(["3", "5"]);
  });

  it("offers rows that newly match a filter instead of moving others", async () => {
    const given = await showGrid(MIXED);
    await given.user.click(cellAt(given.grid, 6, 1));
    await given.user.keyboard("{Delete}");
    await clickButton(given, /^Ready/);
    expect(numbers(within(screen.getByRole("grid")))).toEqual(["1"]);
    await clickButton(given, "Undo the last change");
    expect(numbers(within(screen.getByRole("grid")))).toEqual(["1"]);
    await clickButton(given, "Show 1 more row");
    expect(numbers(within(screen.getByRole("grid")))).toEqual(["1", "6"]);
    expect(screen.queryByRole("button", { name: /^Show 1 more/ })).toBeNull();
    await focused(() => cellAt(within(screen.getByRole("grid")), 1, 0));
  });

  it("shows all rows of another list", async () => {
    const given = await showGrid(MIXED);
    await clickButton(given, /^Skipped/);
    given.world.replace(aList(["Email", "Name"], [["ed@example.org", "Ed"]]));
    expect(isPressed(/^All/)).toBe("true");
    expect(numbers(within(screen.getByRole("grid")))).toEqual(["1"]);
  });
});

describe("problems in the table", () => {
  it("appear in their cells, in words and for screen readers", async () => {
    const { grid } = await showGrid(MIXED);
    const wrong = cellAt(grid, 2, 0);
    expect(wrong).toHaveTextContent("bo.example.orgTo fix: Not an email address");
    expect(wrong).toHaveAttribute("aria-invalid", "true");
    expect(wrong.getAttribute("aria-description")).toContain("Not an email address");
    expect(wrong).toHaveAttribute("data-kind", "recipient_invalid");
    expect(cellAt(grid, 3, 1)).toHaveTextContent("To fix: Blank value for {{Name}}");
    expect(cellAt(grid, 4, 0)).toHaveTextContent("Note: Duplicate of row 1");
    expect(cellAt(grid, 4, 0)).not.toHaveAttribute("aria-invalid");
    expect(cellAt(grid, 1, 0)).not.toHaveAttribute("data-kind");
  });

  it("that concern the whole row appear at the address", async () => {
    const list = aList(["Email", "Name"], [["ann@example.org", "Ann"]], {
      note: "The row has one cell too many",
    });
    const { grid } = await showGrid(list);
    expect(cellAt(grid, 1, 0)).toHaveTextContent("Note: The row has one cell too many");
  });

  it("disappear from a cell as soon as its text changes", async () => {
    const given = await showGrid(MIXED, { isCheckLate: true });
    await given.user.click(cellAt(given.grid, 2, 0));
    await given.user.keyboard("bo@example.org{Enter}");
    expect(cellAt(given.grid, 2, 0)).toHaveTextContent(/^bo@example.org$/);
    expect(counts()[3]).toBe("To fix 3");
    given.world.check();
    expect(counts()[3]).toBe("To fix 2");
  });

  it("are fixed by their suggestion with a click, or with Ctrl+Enter", async () => {
    const given = await showGrid(MIXED);
    await clickButton(given, "Use cy@example.org");
    expect(textsOf(given.world)[2]).toEqual(["cy@example.org", ""]);
    expect(given.changes).toHaveLength(1);
    await focused(() => cellAt(given.grid, 3, 0));
    await given.user.keyboard("{Control>}z{/Control}{Control>}{Enter}{/Control}");
    expect(textsOf(given.world)[2]).toEqual(["cy@example.org", ""]);
  });

  it("are visited with Enter, wrapping around, also after editing", async () => {
    const given = await showGrid(MIXED);
    await clickButton(given, /^To fix/);
    const grid = within(screen.getByRole("grid"));
    await given.user.click(cellAt(grid, 1, 1));
    await given.user.keyboard("{Enter}");
    await focused(() => cellAt(grid, 2, 0));
    await given.user.keyboard("cy@example.org{Enter}");
    await focused(() => cellAt(grid, 2, 1));
    await given.user.keyboard("{Enter}");
    await focused(() => cellAt(grid, 3, 0));
    await given.user.keyboard("{Enter}");
    await focused(() => cellAt(grid, 1, 0));
    expect(textsOf(given.world)[2]).toEqual(["cy@example.org", ""]);
  });

  it("can be reached even if they aren't rendered, or are filtered out", async () => {
    const rows = Array.from({ length: 300 }, (_, i) => [
      i === 250 ? "nobody" : `p${i}@example.org`,
      "P",
    ]);
    const given = await showGrid(aList(["Email", "Name"], rows));
    expect(lead("blank")).toBeNull();
    expect(numbers(given.grid)).not.toContain("251");
    expect(lead("recipient_invalid")).toHaveTextContent("nobody");
    await clickButton(given, /^Ready/);
    expect(lead("recipient_invalid")).toHaveTextContent("nobody");
    expect(isPressed(/^To fix/)).toBe("true");
  });
});

describe("the rows of the table", () => {
  it("are skipped with their repeats, and restored", async () => {
    const given = await showGrid(MIXED);
    await clickButton(given, "Skip row 1");
    expect(given.changes).toEqual([{ type: "skip", ids: [1, 4], as: "by_hand" }]);
    expect(screen.getByRole("status")).toHaveTextContent(
      "Row 1 is skipped, and 1 row that repeats it.",
    );
    expect(cellAt(given.grid, 1, 0)).toHaveTextContent("You skipped this row.");
    // Row 5 has the same address, but other values.
    expect(counts()).toEqual(["All 6", "Ready 2", "Skipped 4", "To fix 2"]);
    await clickButton(given, "Undo");
    expect(counts()).toEqual(["All 6", "Ready 2", "Skipped 4", "To fix 3"]);
    await clickButton(given, "Skip row 6");
    expect(screen.getByRole("button", { name: "Restore row 6" })).toHaveFocus();
    await clickButton(given, "Restore row 6");
    expect(counts()[1]).toBe("Ready 2");
  });

  it("wait for your decision if they repeat an address with other values", async () => {
    const given = await showGrid(MIXED);
    expect(cellAt(given.grid, 5, 0)).toHaveTextContent("Same address as row 1, different values");
    await clickButton(given, "Send row 5 too");
    expect(counts()).toEqual(["All 6", "Ready 3", "Skipped 3", "To fix 2"]);
    expect(screen.queryByRole("button", { name: "Send row 5 too" })).toBeNull();
    await clickButton(given, "Don't send row 5");
    expect(counts()).toEqual(["All 6", "Ready 2", "Skipped 4", "To fix 2"]);
    expect(given.changes).toEqual([
      { type: "repeat", id: 5, isKept: true },
      { type: "repeat", id: 5, isKept: false },
    ]);
  });

  it("show the email of the first one to fix as soon as only those are shown", async () => {
    const given = await showGrid(MIXED);
    await clickButton(given, /^Skipped/);
    expect(given.shows).toEqual([]);
    await clickButton(given, /^To fix/);
    await waitFor(() => expect(given.shows).toEqual([2]));
  });

  it("show their email on a button, a click or a key, once each", async () => {
    const given = await showGrid(MIXED);
    expect(given.shows).toEqual([]);
    await given.user.click(cellAt(given.grid, 2, 0));
    await given.user.keyboard("{ArrowDown}{ArrowRight}");
    expect(given.shows).toEqual([2, 3]);
    expect(given.looks).toEqual([]);
    await clickButton(given, "Show the email of row 6");
    // Selecting the row on the way to its button shows it; the button requests it.
    expect(given.shows).toEqual([2, 3, 6]);
    expect(given.looks).toEqual([6]);
    expect(
      screen.getByRole("button", { name: "Show the email of row 6", pressed: true }),
    ).toBeInTheDocument();
  });

  it("can be deleted only if they aren't from a file, and come back", async () => {
    const typed = aList(["Email", "Name"], [["ann@example.org", "Ann"]], { line: null });
    const given = await showGrid({
      ...MIXED,
      rows: [...MIXED.rows.slice(0, 2), { ...typed.rows[0], id: 9 }],
      lastId: 9,
    } as typeof MIXED);
    expect(screen.queryByRole("button", { name: "Delete row 1" })).toBeNull();
    await clickButton(given, "Delete row 3");
    expect(screen.getByRole("status")).toHaveTextContent("Row 3 is deleted.");
    await focused(() => cellAt(given.grid, 3, 0));
    await clickButton(given, "Undo");
    expect(numbers(given.grid)).toEqual(["1", "2", "3"]);
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
    await focused(() => cellAt(given.grid, 3, 0));
  });

  it("that already got the email say so, and count as skipped", async () => {
    const list = aList(["Email", "Name"], [["ann@example.org", "Ann"]], {
      skipped: "already_received",
    });
    const { grid } = await showGrid(list);
    expect(counts()).toEqual(["All 1", "Ready 0", "Skipped 1", "To fix 0"]);
    expect(cellAt(grid, 1, 0)).toHaveTextContent("Already got this email.");
  });

  it("above the limit are muted, and count as skipped", async () => {
    const given = await showGrid(MIXED, { limit: 4 });
    expect(counts()).toEqual(["All 6", "Ready 1", "Skipped 5", "To fix 2"]);
    expect(cellAt(given.grid, 5, 0)).toHaveTextContent("Above the limit");
    expect(given.grid.getAllByRole("row")).toHaveLength(7);
  });

  it("of a long list are rendered as they come into view", async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => [`p${i}@example.org`, "P"]);
    const given = await showGrid(aList(["Email", "Name"], rows), { variables: NAME_ONLY });
    expect(counts()[0]).toBe("All 10000");
    expect(given.grid.getAllByRole("row").length).toBeLessThan(100);
    expect(cellAt(given.grid, 1, 0)).toHaveTextContent("p0@example.org");
  });
});

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
    expect(given.changes).toEqual([
      { type: "cells", cells: [{ id: 1, header: "Name", cell: "Anna" }] },
    ]);
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

  it("leaves the keys of an input method to it", async () => {
    const given = await showGrid(TWO);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{F2}");
    const text = await field(given.grid, "Name in row 1");
    await given.user.type(text, "{End}-Lee");
    for (const key of ["Tab", "Enter", "Escape", "ArrowDown"]) {
      expect(fireEvent.keyDown(text, { key, isComposing: true })).toBe(true);
      // As Safari reports the key that ends a composition.
      fireEvent.keyDown(text, { key, keyCode: 229 });
    }
    expect(text).toHaveFocus();
    expect(given.changes).toEqual([]);
    await given.user.keyboard("{Tab}");
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
    expect(cellAt(given.grid, 1, 0)).toHaveTextContent("To fix: Not an email address");
    expect((await field(given.grid, "Email in row 1")).getAttribute("aria-description")).toContain(
      "Not an email",
    );
    expect(screen.queryByRole("button", { name: /^Use/ })).toBeNull();
  });

  it("keeps its line breaks", async () => {
    const given = await showGrid(aList(["Email", "Name"], [["ann@example.org", "Ann\nSmith"]]));
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("{F2}");
    await given.user.type(
      await field(given.grid, "Name in row 1"),
      "!{Shift>}{Enter}{/Shift}Jr{Enter}",
    );
    expect(textsOf(given.world)[0]?.[1]).toBe("Ann\nSmith!\nJr");
  });

  it("shows its original text from the file", async () => {
    const given = await showGrid(TWO);
    await given.user.click(cellAt(given.grid, 1, 1));
    await given.user.keyboard("Anna{Enter}");
    expect(cellAt(given.grid, 1, 1)).toHaveAttribute("title", "Before your change: Ann");
    expect(cellAt(given.grid, 1, 0)).not.toHaveAttribute("title");
  });

  it("is one of the options of a dropdown placeholder, and shows dates as the email does", async () => {
    const list = aList(
      ["Email", "Offer", "Due"],
      [
        ["ann@example.org", "Half", "2026-12-24"],
        ["bo@example.org", "Half", "2026-12-01"],
      ],
    );
    const offer = aVariable("Offer", { type: "dropdown", options: ["Discount", "Free trial"] });
    const given = await showGrid(list, { variables: [offer, aVariable("Due", { type: "date" })] });
    expect(cellAt(given.grid, 1, 2)).toHaveTextContent("12/24/2026");
    // Beside dates of day first, 12/01/2026 would be another day.
    expect(cellAt(given.grid, 2, 2)).toHaveTextContent("December 1, 2026");
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

  it("are reached with Enter after Tab moved along a row, also from a cell that stays blank", async () => {
    const given = await showGrid(NOBODY, { variables: CITY, begin: "address" });
    await focused(() => cellAt(given.grid, 1, 0));
    await given.user.keyboard("ann@example.org{Tab}Ann{Tab}{Enter}bo@example.org{Enter}");
    expect(textsOf(given.world).map(([address]) => address)).toEqual([
      "ann@example.org",
      "bo@example.org",
    ]);
  });

  it("start with the focus in the first value if asked to, and end at the limit", async () => {
    const given = await showGrid(TWO, { begin: "value", limit: 3 });
    await focused(() => cellAt(given.grid, 1, 1));
    expect(given.grid.getAllByRole("row")).toHaveLength(4);
  });

  it("take no focus, and scroll nothing, if the table's script comes after the click", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    vi.spyOn(GridTable, "isLoaded").mockReturnValue(false);
    await showGrid(TWO, { begin: "value" });
    const table = screen.getByRole("grid", { name: "Table of recipients" });
    await waitFor(() => expect(table.querySelector('[aria-selected="true"]')).not.toBeNull());
    expect(document.body).toHaveFocus();
    expect(scrolled).not.toHaveBeenCalled();
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
