import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../testing/templates.ts";
import { write } from "../../testing/write.ts";
import { aFile, choose, pick, press, server, startServer, visit } from "./testing.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const VARIABLES = [
  aVariable("Name"),
  aVariable("Offer", { type: "dropdown", options: ["Discount", "Free Trial"] }),
  aVariable("Due", { type: "date" }),
  aVariable("Sender", { type: "sticky" }),
];

/** A page with an empty table for a template of these variables. */
async function withTable(variables = VARIABLES) {
  server.templates = [aTemplate({ parsed_variables: variables })];
  const { user } = await visit();
  await choose(user, "Invitation");
  await user.click(screen.getByRole("button", { name: "Type a table" }));
  const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
  return { user, grid };
}

type Grid = Awaited<ReturnType<typeof withTable>>["grid"];

const headers = (grid: Grid) => grid.getAllByRole("columnheader").map(({ textContent }) => textContent);
/** The cell of a row, counted from 1, in a column, counted from the addresses. */
function cellAt(grid: Grid, row: number, column: number): HTMLElement {
  const cell = within(grid.getAllByRole("row")[row] as HTMLElement).getAllByRole("gridcell")[column + 1];
  if (!cell) throw new Error(`There is no cell ${column} in row ${row}.`);
  return cell;
}
const textsOf = (grid: Grid, row: number) =>
  within(grid.getAllByRole("row")[row] as HTMLElement)
    .getAllByRole("gridcell")
    .slice(1, -1)
    .map(({ textContent }) => textContent);

async function paste(user: UserEvent, cell: HTMLElement, text: string) {
  await user.click(cell);
  fireEvent.paste(cell, { clipboardData: { getData: () => text } });
}

/** The form of the one call that asked for a send. */
async function sentForm(): Promise<FormData> {
  await waitFor(() => expect(server.presses).toHaveLength(1));
  return server.presses[0]?.body as FormData;
}

describe("a table that is typed", () => {
  it("has a column for the addresses and one for each variable but the sticky ones", async () => {
    const { grid } = await withTable();
    expect(headers(grid)).toEqual(["Row", "Email: Email", "Text: Name", "Dropdown: Offer", "Date: Due", "Delete"]);
    expect(grid.getAllByRole("row")).toHaveLength(4);
  });

  it("has the focus in its first address when it is begun, and takes what is typed at once", async () => {
    const { user, grid } = await withTable([aVariable("Name")]);
    await waitFor(() => expect(cellAt(grid, 1, 0)).toHaveFocus());
    await user.keyboard("ann@example.org{Tab}Ann{Enter}");
    expect(textsOf(grid, 1)).toEqual(["ann@example.org", "Ann"]);
    await waitFor(() => expect(cellAt(grid, 2, 0)).toHaveFocus());
  });

  it("ends a cell that is being typed with an arrow up or down, as a spreadsheet does", async () => {
    const { user, grid } = await withTable([aVariable("Name")]);
    await user.click(cellAt(grid, 1, 1));
    await user.keyboard("Ann{ArrowDown}Bo{ArrowUp}");
    await waitFor(() => expect([...textsOf(grid, 1), ...textsOf(grid, 2)]).toEqual(["", "Ann", "", "Bo"]));
  });
  it("is written by keyboard alone, goes down with Enter, and is checked and sent as a file", async () => {
    const { user, grid } = await withTable([aVariable("Name"), aVariable("Offer", VARIABLES[1])]);
    await user.click(cellAt(grid, 1, 0));
    await user.keyboard("a");
    const field = await grid.findByRole("textbox", { name: "Email in row at line 1" });
    await user.clear(field);
    await user.type(field, "ann@example.org{Enter}");
    await waitFor(() => expect(cellAt(grid, 2, 0)).toHaveFocus());
    expect(textsOf(grid, 1)).toEqual(["ann@example.org", "", ""]);
    await user.keyboard("{ArrowUp}{ArrowRight}{Enter}");
    await user.type(await grid.findByRole("textbox", { name: "Name in row 1" }), "Ann{Tab}");
    await user.keyboard("{Enter}");
    const choice = await grid.findByRole("combobox", { name: "Offer in row 1" });
    await user.selectOptions(choice, "Free Trial");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    await press(user);
    const form = await sentForm();
    expect(await (form.get("csv_file") as File).text()).toBe(
      "Email,Name,Offer,Row\nann@example.org,Ann,Free Trial,1\n",
    );
    expect(form.get("mode")).toBe("csv");
    expect(form.get("recipient_template")).toBe("Email");
    expect(form.get("column_map")).toBeNull();
  });

  it("takes a block of cells from a spreadsheet, by the block's own headers", async () => {
    const { user, grid } = await withTable();
    await paste(user, cellAt(grid, 1, 0), "name\tE-Mail\nAnn\tann@example.org".replace("E-Mail", "email"));
    expect(textsOf(grid, 1)).toEqual(["ann@example.org", "Ann", "", ""]);
    await paste(user, cellAt(grid, 2, 0), "bo@example.org\tBo\tDiscount\t2026-12-01\r\ncy@example.org\tCy\r\n");
    expect(textsOf(grid, 2)).toEqual(["bo@example.org", "Bo", "Discount", "12/01/2026"]);
    expect(textsOf(grid, 3)).toEqual(["cy@example.org", "Cy", "", ""]);
    // There is always room below.
    expect(grid.getAllByRole("row")).toHaveLength(7);
  });

  it("shows a date as the mail will have it where one is certain to be meant", async () => {
    const { user, grid } = await withTable([aVariable("Name"), aVariable("Due", { type: "date" })]);
    await paste(user, cellAt(grid, 1, 0), "ann@example.org\t2027-07-12\t2027-07-12");
    expect(textsOf(grid, 1)).toEqual(["ann@example.org", "2027-07-12", "07/12/2027"]);
  });

  it("takes a date as it is typed, whatever order the browser has, and asks where it could be two", async () => {
    const { user, grid } = await withTable([aVariable("Due", { type: "date" })]);
    await paste(user, cellAt(grid, 1, 0), "ann@example.org");
    await user.click(cellAt(grid, 1, 1));
    await user.keyboard("{Enter}");
    await user.type(await grid.findByRole("textbox", { name: "Due in row 1" }), "3.4.27{Enter}");
    expect(textsOf(grid, 1)).toEqual(["ann@example.org", "3.4.27"]);
    const written = "but written 04/03/2027 in the mail, as the template's date format has it.";
    expect(await screen.findAllByText(`Due: 3.4.27 read as April 3, 2027, ${written}`)).not.toHaveLength(0);

    await user.click(cellAt(grid, 1, 1));
    await user.keyboard("{Enter}");
    const field = await grid.findByRole("textbox", { name: "Due in row 1" });
    await user.clear(field);
    await user.type(field, "3/4/2027{Enter}");
    expect(await screen.findAllByText("3/4/2027 in Due: 3 April or March 4?")).not.toHaveLength(0);
  });

  it("says what of a block had no room", async () => {
    const { user, grid } = await withTable([aVariable("Name")]);
    const block = Array.from({ length: 1_002 }, (_, i) => `p${i}@example.org\tP${i}\tmore`).join("\n");
    await paste(user, cellAt(grid, 1, 0), block);
    expect(
      await screen.findByText(
        "2 rows were not pasted: the table takes 1,000. 1 column beside the table was not pasted.",
      ),
    ).toBeInTheDocument();
    expect(await screen.findByText("1,000 ready")).toBeInTheDocument();
  });

  it("is put right in its own cells, keeps who was left out, and empties a cell with Delete", async () => {
    const { user, grid } = await withTable([aVariable("Name")]);
    await paste(user, cellAt(grid, 1, 0), "ann@example.org\tAnn\nbo(at)example.org\tBo\ncy@example.org\tCy");
    expect(await screen.findByText("2 ready · 1 left out")).toBeInTheDocument();
    const fix = screen.getByRole("textbox", { name: "Email, row 2" });
    await user.clear(fix);
    await user.type(fix, "bo@example.org{Enter}");
    expect(await screen.findByText("3 ready")).toBeInTheDocument();
    expect(textsOf(grid, 2)).toEqual(["bo@example.org", "Bo"]);

    await user.click(cellAt(grid, 3, 1));
    await user.keyboard("{Delete}");
    await user.click(await screen.findByRole("button", { name: "Keep it left out (row 3)" }));
    await user.click(grid.getByRole("button", { name: "Delete row 1" }));
    expect(await screen.findByText(/You left out 1 row: 2/)).toBeInTheDocument();
    expect(await screen.findByText("1 ready · 1 left out")).toBeInTheDocument();
  });

  it("goes on with Tab and Enter as a spreadsheet, never upon a button, and out of the table at its ends", async () => {
    const { user, grid } = await withTable([aVariable("Name"), aVariable("City")]);
    await user.click(cellAt(grid, 1, 0));
    await user.keyboard("ann@example.org{Tab}Ann{Tab}Delft{Enter}");
    await waitFor(() => expect(cellAt(grid, 2, 0)).toHaveFocus());
    await user.keyboard("bo@example.org{Tab}Bo{Tab}Ghent{Tab}");
    await waitFor(() => expect(cellAt(grid, 3, 0)).toHaveFocus());
    expect(textsOf(grid, 1)).toEqual(["ann@example.org", "Ann", "Delft"]);
    expect(textsOf(grid, 2)).toEqual(["bo@example.org", "Bo", "Ghent"]);
    await user.tab({ shift: true });
    await waitFor(() => expect(cellAt(grid, 2, 2)).toHaveFocus());

    await user.click(cellAt(grid, 1, 0));
    await user.tab({ shift: true });
    expect(grid.queryAllByRole("gridcell")).not.toContain(document.activeElement);
    await user.click(cellAt(grid, grid.getAllByRole("row").length - 1, 2));
    await user.tab();
    expect(grid.queryAllByRole("gridcell")).not.toContain(document.activeElement);
    expect(textsOf(grid, 2)).toEqual(["bo@example.org", "Bo", "Ghent"]);
  });

  it("begins a row that was not there yet with Enter in the last one", async () => {
    const { user, grid } = await withTable([aVariable("Name")]);
    await user.click(cellAt(grid, 3, 0));
    await user.keyboard("cy@example.org{Enter}");
    await waitFor(() => expect(cellAt(grid, 4, 0)).toHaveFocus());
    expect(textsOf(grid, 3)).toEqual(["cy@example.org", ""]);
  });

  it("brings a deleted row back, left out if it was, by the button and by Ctrl+Z", async () => {
    const { user, grid } = await withTable([aVariable("Name")]);
    await paste(user, cellAt(grid, 1, 0), "ann@example.org\tAnn\nbo@example.org\t\ncy@example.org\tCy");
    await user.click(await screen.findByRole("button", { name: "Keep it left out (row 2)" }));
    await user.click(grid.getByRole("button", { name: "Delete row 2" }));
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    // Pressed once more by chance, Enter deletes nobody.
    await waitFor(() => expect(cellAt(grid, 2, 0)).toHaveFocus());
    expect(screen.getByText("Row 2 is deleted.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(textsOf(grid, 2)).toEqual(["bo@example.org", ""]);
    expect(cellAt(grid, 2, 0)).toHaveFocus();
    expect(await screen.findByText(/You left out 1 row: 2/)).toBeInTheDocument();

    await user.keyboard("{Delete}");
    expect(textsOf(grid, 2)).toEqual(["", ""]);
    await user.keyboard("{Control>}z{/Control}");
    expect(textsOf(grid, 2)).toEqual(["bo@example.org", ""]);
    await user.keyboard("{Control>}z{/Control}");
    expect(textsOf(grid, 2)).toEqual(["", ""]);
  });

  it("is not lost without a question", async () => {
    const { user, grid } = await withTable([aVariable("Name")]);
    await paste(user, cellAt(grid, 1, 0), "ann@example.org\tAnn");
    await pick(user);
    await user.click(await screen.findByRole("button", { name: "Keep the table" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(textsOf(grid, 1)).toEqual(["ann@example.org", "Ann"]);
    await user.click(screen.getByRole("button", { name: "Discard the table" }));
    await user.click(await screen.findByRole("button", { name: "Discard it" }));
    await waitFor(() => expect(screen.queryByRole("grid")).toBeNull());
  });

  it("gives way to a corrected file that it took the place of, and a change of mode loses neither", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\nAnn,ann(at)example.org\nBo,bo@example.org\n"));
    const fix = await screen.findByRole("textbox", { name: "Email, row 1" });
    await user.clear(fix);
    await user.type(fix, "ann@example.org{Enter}");
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Type a table" }));
    const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
    await paste(user, cellAt(grid, 1, 0), "cy@example.org\tCy");
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Bring back people.csv" }));
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(screen.getByLabelText("Choose a file CSV file")).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Bring back the typed table" }));
    const back = within(await screen.findByRole("grid", { name: "Table of recipients" }));
    await waitFor(() => expect(cellAt(back, 1, 0)).toHaveFocus());
    expect(textsOf(back, 1)).toEqual(["cy@example.org", "Cy"]);
    await user.click(screen.getByRole("button", { name: "Bring back people.csv" }));
    expect(await screen.findByText("2 ready")).toBeInTheDocument();

    await user.click(screen.getByRole("button", { name: "Change: Mode and template" }));
    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await write(user, screen.getByRole("textbox", { name: "Recipients" }), "di@example.org");
    await user.click(screen.getByRole("radio", { name: "CSV" }));
    await user.click(await screen.findByRole("button", { name: "Bring back people.csv" }));
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
  });

  it("is asked about as it is when Send is pressed in the middle of a cell", async () => {
    const { user, grid } = await withTable([aVariable("Name")]);
    await paste(user, cellAt(grid, 1, 0), "ann@example.org\tAnn\nbo@example.org");
    expect(await screen.findByText("1 ready · 1 left out")).toBeInTheDocument();
    await user.click(cellAt(grid, 2, 1));
    await user.keyboard("Bo");
    await user.click(screen.getByRole("button", { name: "Send 1 email" }));
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByRole("button", { name: "Send 2 emails" })).toBeInTheDocument();
    expect(server.presses).toHaveLength(0);
  });

  it("is asked about when Send is pressed in the middle of its very first cell", async () => {
    const { user, grid } = await withTable([]);
    await user.click(cellAt(grid, 1, 0));
    await user.keyboard("ann@example.org");
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByRole("alertdialog")).toBeInTheDocument();
    expect(screen.queryByText("Recipient column header is required.")).toBeNull();
  });

  it("says calmly what is still to be filled, until the first row is ready", async () => {
    const { user, grid } = await withTable([aVariable("Name"), aVariable("City")]);
    await paste(user, cellAt(grid, 1, 0), "ann@example.org\tAnn\nbo@example.org");
    expect(await screen.findByText("Still to be filled in: 3 cells of the table.")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Problems" })).toBeNull();
    await paste(user, cellAt(grid, 1, 2), "Delft");
    expect(await screen.findByText("1 ready · 1 left out")).toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Problems" })).toBeInTheDocument();
  });

  it("must hold somebody before it is sent", async () => {
    const { user } = await withTable([aVariable("Name")]);
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("The table is empty: write an address into it.")).toBeInTheDocument();
  });
});
