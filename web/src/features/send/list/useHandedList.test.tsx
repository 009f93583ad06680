import { type HandedList, handedList } from "@sendwright/core/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListWork } from "../../../lib/lists/listWork.ts";
import { chips } from "../../../testing/acting.ts";
import { ada, firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { fakeWorker } from "../../../testing/fakeWorker.ts";
import { held } from "../../../testing/held.ts";
import * as page from "../../../testing/sendingPage.tsx";
import { write } from "../../../testing/write.ts";
import { choose, findGrid, pick, startServer, typeInto, visit } from "../bulkTesting.tsx";
import { aStickyTemplate } from "../directTesting.tsx";

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
/** When it answers. */
let answered: Promise<void>;

beforeEach(() => {
  startServer();
  waiting = list;
  asked = [];
  answered = Promise.resolve();
  const sendMessage = (
    _id: string,
    message: { taken?: string },
    answer: (given: unknown) => void,
  ) => {
    asked.push(message);
    if (message.taken !== undefined) waiting = null;
    void answered.then(() => answer(waiting));
  };
  vi.stubGlobal("chrome", { runtime: { sendMessage } });
});

const LIST = { type: "sendwright:list" };
const HASH = "#bulk-send/from.extension";

describe("people from the extension", () => {
  it("land in the table as if it had been pasted, and the extension may forget them", async () => {
    await visit(HASH);
    const grid = await findGrid();
    expect(grid.getByText("cy@example.org")).toBeInTheDocument();
    // The column shows once the template has loaded.
    expect(await grid.findByText("Cy Young")).toBeInTheDocument();
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
    const kept = "Not sent: Invitation, to Ann (ann@example.org) and Bo (bo@example.org).";
    expect(screen.getByText(kept)).toBeInTheDocument();
  });

  it("take no one away who is elsewhere by then: a toast offers them", async () => {
    const { arrive, arrival } = held();
    answered = arrival;
    const { user } = await visit(HASH);
    await waitFor(() => expect(asked).toHaveLength(1));
    window.history.replaceState(null, "", "/app#sends");
    window.dispatchEvent(new PopStateEvent("popstate"));
    arrive();
    await user.click(await screen.findByRole("button", { name: "Open Bulk Send" }));
    expect(asked).toEqual([LIST, LIST, { ...LIST, taken: "h1" }]);
  });

  it("come with an email that was written there", async () => {
    waiting = { ...list, templateId: "", subject: "Offer", body: "<p>Hello</p>" };
    await visit(HASH);
    expect(await screen.findByDisplayValue(/Cy Young <cy@example.org>/)).toBeInTheDocument();
    expect((await screen.findAllByText("Offer")).length).toBeGreaterThan(0);
  });

  it.each(["t1", ""])("come with all columns of their table, template: %o", async (templateId) => {
    const table = "Email\tName\tRoom\ncy@example.org\tCy Young\t12";
    waiting = { ...list, templateId, table, subject: "Offer {{Room}}", body: "<p>{{Name}}</p>" };
    await visit(HASH);
    const grid = await findGrid();
    expect(await grid.findByText("Cy Young")).toBeInTheDocument();
    expect(screen.getByText("Pasted table")).toBeInTheDocument();
    if (templateId === "") expect(grid.getByText("12")).toBeInTheDocument();
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

describe("a table pasted into the recipients of Direct Send", () => {
  const TABLE = "Name\tEmail\tPlace\nAnn Good\tann@x.org\tHall\nBo\tbo@x.org\tGym\n";
  const OFFER = "Use this table in Bulk Send";
  const recipients = () => screen.findByLabelText("Recipients", { selector: "input" });
  const press = (name: string) => page.user.click(screen.getByRole("button", { name }));

  beforeEach(async () => {
    page.aFreshPage();
    fakeWorker(() => new ListWork());
    page.server.templates = [aStickyTemplate()];
  });

  async function pasted() {
    await page.choose();
    await write(page.user, await screen.findByLabelText(/Place/), "Delft");
    await write(page.user, await recipients(), "cy@x.org ");
    fireEvent.paste(await recipients(), { clipboardData: { getData: () => TABLE } });
    expect(chips()).toEqual(["cy@x.org", "Ann Goodann@x.org", "Bobo@x.org"]);
  }

  it("goes to Bulk Send whole, with its template, and keeps the unsent email there; Undo restores both", async () => {
    await page.open("#bulk-send");
    await page.user.click(await screen.findByRole("radio", { name: "Manual" }));
    await write(page.user, await page.list(), "di@x.org");
    await page.goTo("Direct Send");
    await pasted();
    await page.user.dblClick(screen.getByRole("button", { name: OFFER }));
    const grid = await findGrid();
    for (const text of ["Ann Good", "ann@x.org", "Hall", "Gym"])
      expect(grid.getByText(text)).toBeInTheDocument();
    expect(screen.getByText("Not sent: Email, to di@x.org.")).toBeInTheDocument();
    expect(screen.getByText("Pasted table")).toBeInTheDocument();
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    await press("Undo");
    expect(await recipients()).toBeInTheDocument();
    expect(chips()).toEqual(["cy@x.org", "Ann Goodann@x.org", "Bobo@x.org"]);
    await page.goTo("Bulk Send (CSV)");
    expect(await page.list()).toHaveValue("di@x.org");
    expect(screen.queryByText(/^Not sent:/)).toBeNull();
  });

  it("takes along only its own people, and isn't undone once it was changed", async () => {
    await page.open("#direct-send");
    await pasted();
    await press(OFFER);
    await typeInto(page.user, 1, "Place", "Church");
    await press("Undo");
    expect(
      await screen.findByText("The table was changed or sent since, so it stays in Bulk Send."),
    ).toBeInTheDocument();
    expect((await findGrid()).getByText("Church")).toBeInTheDocument();
    await page.goTo("Direct Send");
    await recipients();
    expect(chips()).toEqual(["cy@x.org"]);
    expect(screen.queryByRole("button", { name: OFFER })).toBeNull();
  });

  it.each([
    ["was pasted twice", TABLE],
    ["has people who were there before", "Name\tEmail\tPlace\nAnn\tANN@x.org\tHall\n"],
  ])("that %s leaves none of its people behind", async (_what, again) => {
    await page.open("#direct-send");
    await pasted();
    fireEvent.paste(await recipients(), { clipboardData: { getData: () => again } });
    await press(OFFER);
    await findGrid();
    await page.goTo("Direct Send");
    await recipients();
    const left = again === TABLE ? ["cy@x.org"] : ["cy@x.org", "Bobo@x.org"];
    expect(chips()).toEqual(left);
  });

  it("takes no one along who was added while it was read", async () => {
    await page.open("#direct-send");
    await pasted();
    const { arrive, arrival } = held();
    const work = new ListWork();
    vi.spyOn(ListWork.prototype, "prepare").mockImplementationOnce(async (request) => {
      await arrival;
      return work.prepare(request);
    });
    await press(OFFER);
    fireEvent.paste(await recipients(), { clipboardData: { getData: () => "ed@x.org" } });
    arrive();
    await findGrid();
    await page.goTo("Direct Send");
    await recipients();
    expect(chips()).toEqual(["cy@x.org", "ed@x.org"]);
  });

  it("that can't be read stays as it was, with the reason", async () => {
    await page.open("#direct-send");
    fireEvent.paste(await recipients(), {
      clipboardData: { getData: () => "Email\tA\tA\nann@x.org\t1\t2" },
    });
    await press(OFFER);
    expect(await screen.findByText(/^CSV/)).toBeInTheDocument();
    expect(chips()).toEqual(["ann@x.org"]);
    expect(screen.getByRole("button", { name: OFFER })).toBeEnabled();
  });
});

it.each<[string, unknown]>([
  ["nothing", null],
  ["a text", "list"],
  ["rows that aren't texts", { ...list, rows: [["Email"], [1]] }],
  ["headers alone", { ...list, rows: [["Email"]] }],
  ["a value that is no pair", { ...list, values: [["a"]] }],
  ["a template that is no id", { ...list, templateId: 1 }],
  ["a table that is no text", { ...list, table: 1 }],
])("%s is no list", (_what, given) => expect(handedList(given, ada.uid)).toBeNull());
