import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aList, clickButton, focused, lead, onPhone, show, textsOf } from "./tableTesting.tsx";

const LIST = aList(
  ["Email", "Name", "City"],
  [
    ["ann@example.org", "Ann", "Delft"],
    ["cy@example,org", "", "Ghent"],
    ["ann@example.org", "Anna", "Namur"],
  ],
);
const card = (name: string) => within(screen.getByRole("listitem", { name }));
const head = (row: number) =>
  card(`Row ${row}`).getByRole("button", { name: new RegExp(`^Row ${row}\\b`) });
const cards = () => screen.getAllByRole("listitem").map((item) => item.getAttribute("aria-label"));

beforeEach(onPhone);

describe("the list on a phone", () => {
  it("has a card of two lines for each row, and opens one of them", async () => {
    const given = show(LIST);
    expect(screen.queryByRole("grid")).toBeNull();
    expect(cards()).toEqual(["Row 1", "Row 2", "Row 3"]);
    expect(head(1)).toHaveTextContent("Row 1ann@example.orgReady · Ann");
    expect(head(2)).toHaveTextContent(
      /^Row 2cy@example,orgTo fix · Not an email address: .*, and 1 more$/,
    );
    expect(screen.queryByRole("textbox")).toBeNull();
    await given.user.click(head(2));
    expect(head(2)).toHaveAttribute("aria-expanded", "true");
    const email = card("Row 2").getByRole("textbox", { name: "Email" });
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription(/^To fix: Not an email address/);
    expect(card("Row 2").getByText("Line 3 of your file")).toBeInTheDocument();
    await given.user.click(head(1));
    expect(head(2)).toHaveAttribute("aria-expanded", "false");
    expect(screen.getAllByRole("textbox", { name: "Email" })).toHaveLength(1);
    await given.user.click(head(1));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(head(1)).toHaveFocus();
  });

  it("names rows without an address by their people, or by a value", () => {
    const columns = ["Email", "Voice", "Name"];
    show(
      aList(columns, [
        ["", "Alto", "Ann"],
        ["", "Alto", "محمد"],
        ["", "Soprano", ""],
      ]),
    );
    expect(head(1)).toHaveTextContent(/^Row 1AnnTo fix · No email address/);
    expect(head(2)).toHaveTextContent(/^Row 2محمدTo fix/);
    expect(head(3)).toHaveTextContent(/^Row 3SopranoTo fix/);
  });

  it("names no line of a list that was pasted", async () => {
    const given = show({ ...LIST, source: { kind: "paste", name: "Pasted table" } });
    await given.user.click(head(2));
    expect(card("Row 2").getByRole("textbox", { name: "Email" })).toBeInTheDocument();
    expect(card("Row 2").queryByText(/^Line/)).toBeNull();
  });

  it("shows the actions in an open card", async () => {
    const given = show(LIST);
    await given.user.click(head(2));
    await clickButton(given, "Use cy@example.org");
    expect(textsOf(given)[1]?.[0]).toBe("cy@example.org");
    await clickButton(given, "Show the email of row 2");
    await clickButton(given, "Show the email of row 2");
    // Its email may have been closed since.
    expect(given.looks).toEqual([2, 2]);
    await given.user.click(head(1));
    await clickButton(given, "Skip row 1");
    expect(given.changes.at(-1)).toEqual({ type: "skip", ids: [1], as: "by_hand" });
    expect(head(1)).toHaveAccessibleName(/Skipped · Ann · You skipped this row\.$/);
    await clickButton(given, "Restore row 1");
    expect(head(1)).toHaveAccessibleName(/Ready · Ann$/);
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  });

  it("opens at the first cell with an error", async () => {
    const given = show(aList(["Email", "Name"], [["ann@example.org", ""]]));
    await given.user.click(head(1));
    expect(card("Row 1").getByRole("textbox", { name: "Name" })).toHaveFocus();
  });

  it.each(["pagehide", "popstate", "visibilitychange"])(
    "keeps what is typed at a %s",
    async (end) => {
      const given = show(LIST);
      await given.user.click(head(2));
      await given.user.keyboard("{Control>}a{/Control}cy@example.org");
      expect(given.changes).toEqual([]);
      fireEvent(end === "visibilitychange" ? document : window, new Event(end));
      expect(textsOf(given)[1]?.[0]).toBe("cy@example.org");
      expect(card("Row 2").getByRole("textbox", { name: "Email" })).toHaveFocus();
    },
  );

  it("asks about the same address, and filters", async () => {
    const given = show(LIST);
    await given.user.click(head(3));
    await clickButton(given, "Send row 3 too");
    expect(given.changes).toEqual([{ type: "repeat", id: 3, isKept: true }]);
    await clickButton(given, /^Ready 2/);
    expect(cards()).toEqual(["Row 1", "Row 3"]);
    await clickButton(given, /^Skipped 1/);
    expect(cards()).toEqual(["Row 2"]);
  });

  it("says that no row fits a filter", async () => {
    const given = show(aList(["Email", "Name"], [["ann@example.org", "Ann"]]));
    await clickButton(given, /^Skipped 0/);
    expect(screen.getByText("No row is skipped.")).toBeInTheDocument();
  });

  it("edits a card in its own fields, each in one step", async () => {
    const given = show(LIST, {
      variables: [aVariable("Name"), aVariable("City", { type: "dropdown", options: ["Ghent"] })],
    });
    await given.user.click(head(2));
    const fields = card("Row 2");
    expect(fields.getByRole("textbox", { name: "Email" })).toHaveFocus();
    expect(fields.getByRole("textbox", { name: "Email" })).toBeInvalid();
    await given.user.keyboard("x{Escape}{Enter}");
    expect(fields.getByRole("textbox", { name: "Name" })).toHaveFocus();
    expect(fields.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
      "To fix: Blank value for {{Name}}",
    );
    await given.user.keyboard("Cy");
    expect(given.changes).toEqual([]);
    await given.user.click(fields.getByRole("button", { name: "Done" }));
    expect(given.changes).toEqual([
      { type: "cells", cells: [{ id: 2, header: "Name", cell: "Cy" }] },
    ]);
    await focused(() => head(2));
    await clickButton(given, "Undo the last change");
    await given.user.click(head(2));
    await given.user.selectOptions(card("Row 2").getByRole("combobox", { name: "City" }), "");
    expect(given.changes.at(-1)).toEqual({
      type: "cells",
      cells: [{ id: 2, header: "City", cell: "" }],
    });
  });

  it("moves from problem to problem with Enter during fixing", async () => {
    const given = show(LIST);
    await clickButton(given, /^To fix/);
    await given.user.click(head(2));
    await given.user.keyboard("{Enter}");
    await focused(() => card("Row 2").getByRole("textbox", { name: "Name" }));
    await given.user.keyboard("Cy{Enter}");
    await focused(() => card("Row 3").getByRole("textbox", { name: "Email" }));
    expect(textsOf(given)[1]?.[1]).toBe("Cy");
  });

  it("adds a row when you type into it, and deletes it again", async () => {
    const given = show(LIST);
    await clickButton(given, "Add a row");
    expect(given.changes).toEqual([]);
    await given.user.keyboard("di@example.org{Enter}Di{Enter}");
    expect(textsOf(given)[3]).toEqual(["di@example.org", "Di", ""]);
    expect(given.changes).toHaveLength(2);
    await focused(() => head(4));
    await given.user.click(head(4));
    await clickButton(given, "Delete row 4");
    expect(screen.getByRole("status")).toHaveTextContent("Row 4 is deleted.");
    await clickButton(given, "Undo");
    expect(cards()).toHaveLength(4);
  });

  it("shows fifty at once, and leads to a problem further down", async () => {
    const rows = Array.from({ length: 120 }, (_, i) => [
      i === 109 ? "nobody" : `p${i}@example.org`,
      "P",
    ]);
    const given = show(aList(["Email", "Name"], rows));
    expect(cards()).toHaveLength(50);
    await clickButton(given, "Show 50 more of 70");
    expect(cards()).toHaveLength(100);
    expect(lead("recipient_invalid")).toHaveValue("nobody");
    expect(screen.getByRole("button", { name: "Show 19 more of 19" })).toBeInTheDocument();
  });

  it("starts in the first field of an empty list", async () => {
    show(aList(["Email", "Name"], []), { begin: "address" });
    await focused(() => card("New row").getByRole("textbox", { name: "Email" }));
  });
});
