import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { write } from "../../../testing/write.ts";
import { aFile, choose, clickButton, pick, sentCsv, sentForm, server, startServer, visit } from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

async function feedFrom(user: UserEvent, name: string, word: string) {
  await user.click(await screen.findByRole("combobox", { name: `Column for ${name}` }));
  await user.click(await screen.findByRole("option", { name: word }));
}
const openColumns = async (user: UserEvent) => user.click(await screen.findByRole("button", { name: "Change" }));

describe("the same for everyone", () => {
  it("holds a sticky placeholder, with its remembered value", async () => {
    localStorage.setItem("sendwright:of:uid-ada:sticky:Sender", "Ada");
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender", { type: "sticky" })] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    const group = within(screen.getByRole("group", { name: "The same for everyone" }));
    expect(group.getByRole("textbox", { name: /Sender/ })).toHaveValue("Ada");
    await clickButton(user);
    expect(JSON.parse(String((await sentForm()).get("variables")))).toEqual({ Sender: "Ada" });
  });

  it("Send focuses the field of a missing value", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    const field = await screen.findByRole("textbox", { name: /Sender/ });
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription("Enter a value for everyone, or choose a column.");
    expect(field).toBeInvalid();
  });

  it("labels the choice of a column for sighted and screen reader users", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    const choice = await screen.findByRole("combobox", { name: "Column for Sender" });
    expect(choice).toHaveTextContent("The same for everyone");
    const label = document.getElementById(choice.getAttribute("aria-labelledby") ?? "");
    expect(label).toHaveTextContent("Column for Sender");
    expect(label).toBeVisible();
  });

  it("shows no error in a field before you have visited it", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender", { type: "sticky" })] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    const field = await screen.findByRole("textbox", { name: /Sender/ });
    const missing = "Enter a value for everyone, or choose a column.";
    expect(screen.queryByText(missing)).toBeNull();
    await user.click(field);
    await user.tab();
    expect(await screen.findByText(missing)).toBeInTheDocument();
    await write(user, field, "Ada");
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Sender")).toBe("Ada");
  });

  it("offers the names in the addresses for a placeholder that asks for a name, and for no other", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("First Name"), aVariable("Place")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Place,Email\nOslo,Ann Good <ann@example.org>\nRome,Bo Li <bo@example.org>\n"));
    const offer = await screen.findByRole("button", { name: /in the addresses/ });
    expect(offer).toHaveTextContent("Use the 2 names in the addresses");
    await user.click(offer);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /in the addresses/ })).toBeNull();
    expect(screen.getByText("First Name: names taken from the addresses. Check them in the list.")).toBeVisible();
    await clickButton(user);
    expect(await sentCsv()).toBe(
      "Email,First Name,Place\r\nAnn Good <ann@example.org>,Ann,Oslo\r\nBo Li <bo@example.org>,Bo,Rome\r\n",
    );
  });

  it("contains every placeholder without a column; each can have a column, or columns of its own", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Place")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await write(user, await screen.findByRole("textbox", { name: /Place/ }), "Delft");
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Different for each person" }));
    const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
    await waitFor(() => expect(grid.getAllByRole("gridcell", { name: "Delft" })).toHaveLength(2));
    expect(screen.queryByRole("group", { name: "The same for everyone" })).toBeNull();
    await clickButton(user);
    expect(await sentCsv()).toBe("Email,Name,Place\r\nann@example.org,Ann,Delft\r\nbo@example.org,Bo,Delft\r\n");
  });

  it("can be chosen for any placeholder, and replaced by a column again", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await screen.findByText("2 ready");
    await openColumns(user);
    await feedFrom(user, "Name", "The same for everyone");
    await write(user, await screen.findByRole("textbox", { name: /Name/ }), "all");
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    expect(await screen.findByText("Hello all")).toBeInTheDocument();
    await feedFrom(user, "Name", "Name");
    expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  });
});

describe("a header that isn't exactly a placeholder's name", () => {
  it("is used if it differs only in case or spaces, and named, until you choose otherwise", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Full Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("fullname,Email\nAnn,ann@example.org\n"));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    expect(await screen.findByText("from fullname")).toBeInTheDocument();
    await openColumns(user);
    await feedFrom(user, "Full Name", "The same for everyone");
    expect(await screen.findByText("1 row still needs a value for {{Full Name}}")).toBeInTheDocument();
    expect(screen.queryByText("from fullname")).toBeNull();
    // No "Skipped 1" beside it.
    expect(screen.queryByRole("group", { name: "Show rows" })).toBeNull();
  });

  it("is offered if it's similar, several with one click, and remembered for the next list", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Rechnungsnummer"), aVariable("Betrag")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Rechnungsnr.,Betrag (EUR),Email\n17,4.50,ann@example.org\n"));
    await user.click(await screen.findByRole("button", { name: "Use them" }));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    await clickButton(user);
    expect(await sentCsv()).toBe("Email,Rechnungsnummer,Betrag\r\nann@example.org,17,4.50\r\n");
    await screen.findByRole("columnheader", { name: "Row/N" });
    await pick(user, aFile("Email,Rechnungsnr.,Betrag (EUR)\nbo@example.org,18,9.00\n", "december.csv"));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    expect(screen.queryByText(/looks like/)).toBeNull();
  });

  it("is still remembered after a manual send with the same template, which has no columns", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Rechnungsnummer")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Rechnungsnr.,Email\n17,ann@example.org\n"));
    await user.click(await screen.findByRole("button", { name: "Use it" }));
    await clickButton(user);
    await waitFor(() => expect(server.presses).toHaveLength(1));
    await screen.findByRole("columnheader", { name: "Row/N" });

    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await user.type(screen.getByRole("textbox", { name: "Recipients" }), "bo@example.org");
    await user.type(screen.getByRole("textbox", { name: /Rechnungsnummer/ }), "18");
    await clickButton(user);
    await waitFor(() => expect(server.presses).toHaveLength(2));
    await screen.findByRole("columnheader", { name: "Row/N" });

    await user.click(screen.getByRole("radio", { name: "CSV" }));
    await pick(user, aFile("Email,Rechnungsnr.\ncy@example.org,19\n", "december.csv"));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    expect(screen.queryByText(/looks like/)).toBeNull();
  });
});
