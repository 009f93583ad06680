import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";
import {
  aFile,
  cellOf,
  choose,
  clickButton,
  findGrid,
  pick,
  sentCsv,
  sentForm,
  server,
  startServer,
  typeInto,
  visit,
} from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

/** A page with an empty list for a template of these placeholders. */
async function withList(variables = [aVariable("Name")]) {
  server.templates = [aTemplate({ parsed_variables: variables })];
  const { user } = await visit();
  await choose(user, "Invitation");
  await user.click(screen.getByRole("button", { name: "Type a list" }));
  const grid = await findGrid();
  return { user, grid };
}

async function paste(user: UserEvent, row: number, header: string, text: string) {
  const cell = await cellOf(row, header);
  await user.click(cell);
  fireEvent.paste(cell, { clipboardData: { getData: () => text } });
}

describe("a typed list", () => {
  it("has a column for the addresses and one for each placeholder except sticky ones", async () => {
    const { grid } = await withList([
      aVariable("Name"),
      aVariable("Due", { type: "date" }),
      aVariable("Sender", { type: "sticky" }),
    ]);
    const headers = grid.getAllByRole("columnheader").map(({ textContent }) => textContent ?? "");
    expect(headers.filter((text) => /Email|Name|Due|Sender/.test(text))).toHaveLength(3);
    expect(screen.getByRole("textbox", { name: /Sender/ })).toBeInTheDocument();
  });

  it("starts with the focus in its first address, and is checked and sent like any list", async () => {
    const { user } = await withList();
    await waitFor(async () => expect(await cellOf(1, "Email")).toHaveFocus());
    await user.keyboard("ann@example.org{Tab}Ann{Enter}bo@example.org{Tab}Bo{Enter}");
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    await clickButton(user);
    expect(await sentCsv()).toBe("Email,Name\r\nann@example.org,Ann\r\nbo@example.org,Bo\r\n");
    const form = await sentForm();
    expect(JSON.parse(String(form.get("rows")))).toEqual([{ line: null }, { line: null }]);
    expect([form.get("mode"), form.get("recipient_template")]).toEqual(["csv", "Email"]);
  });

  it("reads a date as typed, regardless of the browser's order, and asks if it's ambiguous", async () => {
    const { user } = await withList([aVariable("Due", { type: "date" })]);
    await paste(user, 1, "Email", "ann@example.org");
    await typeInto(user, 1, "Due", "3.4.27");
    const written = "but the email shows 04/03/2027, as set by the template's date format.";
    expect(
      await screen.findAllByText(`Due: 3.4.27 read as April 3, 2027, ${written}`),
    ).not.toHaveLength(0);
    await typeInto(user, 1, "Due", "3/4/2027");
    expect(await screen.findAllByText("3/4/2027 in Due: 3 April or March 4?")).not.toHaveLength(0);
  });

  it("is asked about in its current state if you click Send in the middle of a cell", async () => {
    const { user } = await withList();
    await paste(user, 1, "Email", "ann@example.org\tAnn\nbo@example.org");
    expect(await screen.findByText("1 ready · 1 to fill in")).toBeInTheDocument();
    await user.click(await cellOf(2, "Name"));
    await user.keyboard("Bo");
    await user.click(screen.getByRole("button", { name: "Send 1 email" }));
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByRole("button", { name: "Send 2 emails" })).toBeInTheDocument();
    expect(server.presses).toHaveLength(0);
  });

  it("is asked about if you click Send in the middle of its very first cell", async () => {
    const { user } = await withList([]);
    await user.click(await cellOf(1, "Email"));
    await user.keyboard("ann@example.org");
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByRole("alertdialog")).toBeInTheDocument();
    expect(screen.queryByText("CSV file is required.")).toBeNull();
  });

  it("needs at least one person before it is sent", async () => {
    const { user } = await withList();
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("The list is empty. Add a person to it.")).toBeInTheDocument();
  });
});

describe("a list that is replaced", () => {
  it("by a file comes back with Undo, and a removed one with a button", async () => {
    const { user } = await withList();
    await typeInto(user, 1, "Email", "cy@example.org");
    await pick(user);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo the last change" }));
    expect(await cellOf(1, "Email")).toHaveTextContent("cy@example.org");
    await user.click(screen.getByRole("button", { name: "Remove this list" }));
    await waitFor(() => expect(screen.queryByRole("grid")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Bring back the last list" }));
    await waitFor(async () => expect(await cellOf(1, "Email")).toHaveTextContent("cy@example.org"));
  });

  it("by another mode comes back too", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\nAnn,ann(at)example.org\n"));
    await typeInto(user, 1, "Email", "ann@example.org");
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Change: Mode and template" }));
    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await write(user, screen.getByRole("textbox", { name: "Recipients" }), "di@example.org");
    await user.click(screen.getByRole("radio", { name: "CSV" }));
    const back = await screen.findByRole("button", { name: "Bring back the last list" });
    await user.click(back);
    // The last one is that of addresses, in its mode.
    expect(await screen.findByRole("textbox", { name: "Recipients" })).toHaveValue(
      "di@example.org",
    );
  });
});

it("rows that share a mailbox but differ trigger one question, and nothing is sent before the answer", async () => {
  server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(
    user,
    aFile("Name,Email\nTim,family@example.org\nIda,Family@example.org\nTim,family@example.org\n"),
  );
  const question = "2 rows share one mailbox but differ in Name. Duplicates aren't counted.";
  expect(await screen.findByText(question)).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Send 1 email" }));
  expect(
    await screen.findByText("Choose what to do about rows with the same address."),
  ).toBeInTheDocument();
  expect(screen.getAllByText(/rows share one mailbox/)).toHaveLength(1);
  // The focus moves to where you answer it: on a phone that is far away.
  const answers = screen.getByRole("group", { name: "Rows that share a mailbox" });
  expect(document.activeElement).toContainElement(answers);
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Only the first: 1 email" }));
  expect(await screen.findByText("1 ready · 2 skipped (2 duplicates)")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Send each: 2 emails" }));
  expect(await screen.findByText("2 ready · 1 skipped (1 duplicate)")).toBeInTheDocument();
  await clickButton(user);
  expect(JSON.parse(String((await sentForm()).get("rows")))).toEqual([
    { line: 2 },
    { line: 3, keep: true },
    { line: 4 },
  ]);
});
