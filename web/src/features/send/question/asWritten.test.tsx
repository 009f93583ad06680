import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { json } from "../../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import {
  aFile,
  cellOf,
  choose,
  pick,
  server,
  startServer,
  visit,
  visitWithList,
} from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const TALK = [aVariable("Name"), aVariable("Talk Date", { type: "date" })];

/** A page with a file of these people. */
async function withPeople(...lines: string[]) {
  server.templates = [aTemplate({ parsed_variables: TALK, dateFormat: "long" })];
  return (await visitWithList(["Name,Email,Talk Date", ...lines].join("\n"))).user;
}

const asked = async (user: Awaited<ReturnType<typeof withPeople>>) => {
  await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
  return within(await screen.findByRole("alertdialog", { name: "Send 2 emails?" }));
};

describe("an invalid date", () => {
  it("must be fixed in its cell, unless you send it as typed", async () => {
    const user = await withPeople("Ann,ann@example.org,2026-12-01", "Bo,bo@example.org,31.02.2026");
    expect(await screen.findByText("2 ready · 1 value to check")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "To check 1" }));
    const cell = await cellOf(1, "Talk Date");
    expect(cell).toHaveTextContent(
      "31.02.2026 isn't a calendar date. Fix it, or send it as typed.",
    );
    await user.click(within(cell).getByRole("button", { name: "Send as typed: row 2" }));
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(await cellOf(1, "Talk Date")).toHaveTextContent(
      "31.02.2026 isn't a calendar date. It will be sent as typed.",
    );
    // Once decided, the question lists it among the notes, and its main button sends.
    const question = await asked(user);
    expect(question.queryByText(/looks wrong/)).toBeNull();
    expect(question.getByText(/"31.02.2026" in {{Talk Date}}/)).toBeInTheDocument();
    await user.click(question.getByRole("button", { name: "Send 2 emails" }));
    await waitFor(() => expect(server.presses).toHaveLength(1));
  });

  it("is named in the question, whose main button leads to it before anything is sent", async () => {
    const user = await withPeople("Ann,ann@example.org,2026-12-01", "Bo,bo@example.org,31.02.2026");
    const question = await asked(user);
    expect(
      question.getByText("1 value looks wrong. It will be sent as typed."),
    ).toBeInTheDocument();
    const sentence = `bo@example.org: "31.02.2026" in {{Talk Date}} isn't a date and is sent as typed.`;
    expect(question.getByText(sentence)).toBeInTheDocument();
    // Once, not among the notes again.
    expect(question.queryByText("Notes")).toBeNull();
    await user.click(question.getByRole("button", { name: "Fix it first" }));
    await waitFor(async () => expect(await cellOf(2, "Talk Date")).toHaveFocus());
    expect(server.presses).toEqual([]);
  });

  it("is what the main button fixes, even if some people already have the email", async () => {
    const received = [{ row: 1, at: "2026-11-20T10:12:00.000Z", by: "mailbox" }];
    server.instead["POST /api/received"] = () => json(200, { success: true, received });
    const user = await withPeople("Ann,ann@example.org,2026-12-01", "Bo,bo@example.org,31.02.2026");
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Send “Invitation” again?" }),
    );
    const main = (button: HTMLElement) => button.dataset.variant === "contained";
    expect(
      question
        .getAllByRole("button")
        .filter(main)
        .map(({ textContent }) => textContent),
    ).toEqual(["Fix it first"]);
    expect(question.getByRole("button", { name: "Only to bo@example.org" })).toBeEnabled();
  });

  it("is focused even if its step was collapsed", async () => {
    const user = await withPeople("Ann,ann@example.org,soon", "Bo,bo@example.org,31.02.2026");
    await user.click(await screen.findByRole("button", { name: "Hide: Recipients" }));
    const question = await asked(user);
    expect(
      question.getByText("2 values look wrong. They'll be sent as typed."),
    ).toBeInTheDocument();
    await user.click(question.getByRole("button", { name: "Fix them first" }));
    await waitFor(async () => expect(await cellOf(1, "Talk Date")).toHaveFocus());
  });

  it("is sent as typed if you choose to", async () => {
    const user = await withPeople("Ann,ann@example.org,2026-12-01", "Bo,bo@example.org,in spring");
    const question = await asked(user);
    await user.click(question.getByRole("button", { name: "Send 2 emails as typed" }));
    await waitFor(() => expect(server.presses).toHaveLength(1));
  });
});

describe("skipped rows", () => {
  it("are counted next to the Send button, and a click leads to the reasons", async () => {
    const user = await withPeople(
      "Ann,ann@example.org,2026-12-01",
      "Bo,bo at example.org,2026-12-01",
      "Cy,,2026-12-01",
    );
    expect(await screen.findByTitle("Something is left to do")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Hide: Recipients" }));
    await user.click(screen.getByRole("button", { name: "2 skipped" }));
    await waitFor(() => expect(screen.getByText("1 ready · 2 skipped")).toHaveFocus());
    expect(screen.getByText("1 ready · 2 skipped")).toBeVisible();
  });

  it("aren't mentioned if every row is ready", async () => {
    await withPeople("Ann,ann@example.org,2026-12-01", "Bo,bo@example.org,2026-12-01");
    expect(await screen.findByRole("button", { name: "Send 2 emails" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /skipped/ })).toBeNull();
    expect(screen.queryByTitle("Something is left to do")).toBeNull();
  });

  it("are also reachable in a list", async () => {
    server.templates = [aTemplate({ parsed_variables: [] })];
    const { user } = await visit();
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await choose(user, "Invitation");
    const list = await screen.findByRole("textbox", { name: "Recipients" });
    await user.click(list);
    await user.type(list, "ann@example.org, bo at");
    await user.click(await screen.findByRole("button", { name: "2 skipped" }));
    expect(list).toHaveFocus();
  });
});

describe("a value for which the email has no text", () => {
  it("must be decided, and is named beside its email", async () => {
    const body =
      "<p>Dear {{#Salutation=Ms}}Ms{{/Salutation}}{{#Salutation=Mr}}Mr{{/Salutation}} {{Name}}</p>";
    server.templates = [
      aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Salutation")], body }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(
      user,
      aFile("Name,Email,Salutation\nAnn,ann@example.org,Ms\nBo,bo@example.org,Dr\n"),
    );
    const sentence = 'The email has no text for "Dr" in {{Salutation}}.';
    expect(await screen.findByText("2 ready · 1 value to check")).toBeInTheDocument();
    expect(await screen.findAllByText(sentence)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Next row" }));
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
    const question = await asked(user);
    expect(
      question.getByText("1 value looks wrong. It will be sent as typed."),
    ).toBeInTheDocument();
    expect(question.getByText(`bo@example.org: ${sentence}`)).toBeInTheDocument();
  });
});
