import { type HandedList, handedList } from "@sendwright/core/contract";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ada, firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { choose, findGrid, pick, startServer, visit } from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const list: HandedList = {
  id: "h1",
  uid: ada.uid,
  rows: [
    ["Email", "Name"],
    ["cy@example.org", "Cy Young"],
    ["di@example.org", "=Di"],
  ],
  templateId: "t1",
  subject: "",
  body: "",
  values: [],
};
/** The list that the extension has, and what the page asked it. */
let waiting: HandedList | null;
let asked: unknown[];

beforeEach(() => {
  startServer();
  waiting = list;
  asked = [];
  const sendMessage = (
    _id: string,
    message: { taken?: string },
    answer: (given: unknown) => void,
  ) => {
    asked.push(message);
    if (message.taken !== undefined) waiting = null;
    answer(waiting);
  };
  vi.stubGlobal("chrome", { runtime: { sendMessage } });
});

const HASH = "#bulk-send/from.extension";

describe("people from the extension", () => {
  it("land in the table as if it had been pasted, and the extension may forget them", async () => {
    await visit(HASH);
    const grid = await findGrid();
    expect(grid.getByText("cy@example.org")).toBeInTheDocument();
    expect(grid.getByText("Cy Young")).toBeInTheDocument();
    expect(grid.getByText("=Di")).toBeInTheDocument();
    expect(screen.getByText("People from the extension")).toBeInTheDocument();
    await waitFor(() => expect(window.location.hash).toBe("#bulk-send"));
    expect(asked).toEqual([{ type: "sendwright:list" }, { type: "sendwright:list", taken: "h1" }]);
  });

  it("replace no list: the one that is there is kept among the unsent emails", async () => {
    const { user, goTo } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    goTo(false);
    window.history.replaceState(null, "", `/app${HASH}`);
    window.dispatchEvent(new PopStateEvent("popstate"));
    goTo(true);
    expect(await screen.findByText("Cy Young")).toBeInTheDocument();
    expect(screen.getByText("Not sent: Invitation, 2 people.")).toBeInTheDocument();
  });

  it("come with an email that was written there", async () => {
    waiting = { ...list, templateId: "", subject: "Offer", body: "<p>Hello</p>" };
    await visit(HASH);
    expect(await screen.findByDisplayValue(/Cy Young <cy@example.org>/)).toBeInTheDocument();
    expect((await screen.findAllByText("Offer")).length).toBeGreaterThan(0);
  });

  it.each([
    ["there are none", null],
    ["they are another account's", { ...list, uid: "bo" }],
    ["the answer is no list", { ...list, rows: "a,b" } as unknown as HandedList],
  ])("are missed with a sentence if %s", async (_what, given) => {
    waiting = given;
    await visit(HASH);
    expect(
      await screen.findByText(/^The extension has no list for this account\./),
    ).toBeInTheDocument();
    await waitFor(() => expect(window.location.hash).toBe("#bulk-send"));
    expect(asked).toEqual([{ type: "sendwright:list" }]);
  });
});

it.each<[string, unknown]>([
  ["nothing", null],
  ["a text", "list"],
  ["rows that aren't texts", { ...list, rows: [["Email"], [1]] }],
  ["headers alone", { ...list, rows: [["Email"]] }],
  ["a value that is no pair", { ...list, values: [["a"]] }],
  ["a template that is no id", { ...list, templateId: 1 }],
])("%s is no list", (_what, given) => expect(handedList(given, ada.uid)).toBeNull());
