import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { aList, focused, lead, onPhone, press, show, textsOf } from "./testing.tsx";

const LIST = aList(
  ["Email", "Name", "City"],
  [
    ["ann@example.org", "Ann", "Delft"],
    ["cy@example,org", "", "Ghent"],
    ["ann@example.org", "Anna", "Namur"],
  ],
);
const card = (name: string) => within(screen.getByRole("listitem", { name }));
const cards = () => screen.getAllByRole("listitem").map((item) => item.getAttribute("aria-label"));

beforeEach(onPhone);

describe("the list on a phone", () => {
  it("has a card for each row, with its values, what is wrong, and what can be done", async () => {
    const given = show(LIST);
    expect(screen.queryByRole("grid")).toBeNull();
    expect(cards()).toEqual(["Row 1", "Row 2", "Row 3"]);
    const second = screen.getByRole("listitem", { name: "Row 2" });
    expect(second).toHaveTextContent(/^Row 2line 3To fixEmailcy@example,orgError: Not an email address/);
    expect(second.querySelector('[data-kind="blank"]')).toHaveTextContent("Error: Blank value for {{Name}}");
    await press(given, "Use cy@example.org");
    expect(textsOf(given)[1]?.[0]).toBe("cy@example.org");
    await press(given, "Show the email of row 2");
    expect(given.shows).toEqual([2]);
    await press(given, "Skip row 1");
    expect(given.changes.at(-1)).toEqual({ type: "skip", ids: [1, 3], as: "by_hand" });
    expect(card("Row 1").getByText("You skipped this row.")).toBeInTheDocument();
    await press(given, "Restore row 1");
    expect(card("Row 1").getByText("Ready")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  });

  it("asks about the same address, and filters", async () => {
    const given = show(LIST);
    await press(given, "Send row 3 too");
    expect(given.changes).toEqual([{ type: "repeat", id: 3, isKept: true }]);
    await press(given, /^Ready 2/);
    expect(cards()).toEqual(["Row 1", "Row 3"]);
    await press(given, /^Skipped 0/);
    expect(screen.getByText("No row is skipped.")).toBeInTheDocument();
  });

  it("edits a card in fields of its own, each one step", async () => {
    const given = show(LIST, {
      variables: [aVariable("Name"), aVariable("City", { type: "dropdown", options: ["Ghent"] })],
    });
    await press(given, "Edit row 2");
    const fields = card("Row 2");
    expect(fields.getByRole("textbox", { name: "Email" })).toHaveFocus();
    expect(fields.getByRole("textbox", { name: "Email" })).toBeInvalid();
    await given.user.keyboard("x{Escape}{Enter}");
    expect(fields.getByRole("textbox", { name: "Name" })).toHaveFocus();
    expect(fields.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
      "Error: Blank value for {{Name}}",
    );
    await given.user.keyboard("Cy");
    expect(given.changes).toEqual([]);
    await given.user.click(fields.getByRole("button", { name: "Done" }));
    expect(given.changes).toEqual([{ type: "cells", cells: [{ id: 2, header: "Name", cell: "Cy" }] }]);
    await focused(() => screen.getByRole("button", { name: "Edit row 2" }));
    await press(given, "Undo the last change");
    await press(given, "Edit row 2");
    await given.user.selectOptions(card("Row 2").getByRole("combobox", { name: "City" }), "");
    expect(given.changes.at(-1)).toEqual({ type: "cells", cells: [{ id: 2, header: "City", cell: "" }] });
  });

  it("goes from problem to problem with Enter while they are fixed", async () => {
    const given = show(LIST);
    await press(given, /^To fix/);
    await press(given, "Edit row 2");
    await given.user.keyboard("{Enter}");
    await focused(() => card("Row 2").getByRole("textbox", { name: "Name" }));
    await given.user.keyboard("Cy{Enter}");
    await focused(() => card("Row 3").getByRole("textbox", { name: "Email" }));
    expect(textsOf(given)[1]?.[1]).toBe("Cy");
  });

  it("adds a row with what is typed into it, and deletes it again", async () => {
    const given = show(LIST);
    await press(given, "Add a row");
    expect(given.changes).toEqual([]);
    await given.user.keyboard("di@example.org{Enter}Di{Enter}");
    expect(textsOf(given)[3]).toEqual(["di@example.org", "Di", ""]);
    expect(given.changes).toHaveLength(2);
    await focused(() => screen.getByRole("button", { name: "Edit row 4" }));
    await press(given, "Delete row 4");
    expect(screen.getByRole("status")).toHaveTextContent("Row 4 is deleted.");
    await press(given, "Undo");
    expect(cards()).toHaveLength(4);
  });

  it("shows twenty at once, and leads to a problem further down", async () => {
    const rows = Array.from({ length: 50 }, (_, i) => [i === 44 ? "nobody" : `p${i}@example.org`, "P"]);
    const given = show(aList(["Email", "Name"], rows));
    expect(cards()).toHaveLength(20);
    await press(given, "Show 20 more of 30");
    expect(cards()).toHaveLength(40);
    expect(lead("recipient_invalid")).toHaveValue("nobody");
    expect(screen.getByRole("button", { name: "Show 9 more of 9" })).toBeInTheDocument();
  });

  it("begins in the first field of an empty list", async () => {
    show(aList(["Email", "Name"], []), { begin: "address" });
    await focused(() => card("New row").getByRole("textbox", { name: "Email" }));
  });
});
