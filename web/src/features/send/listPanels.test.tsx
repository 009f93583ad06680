import { applyChange } from "@sendwright/core/list/change";
import { filterBy } from "@sendwright/core/list/filters";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import {
  aFile,
  clickButton,
  findGrid,
  sentCsv,
  startServer,
  visitWithList,
} from "./bulkTesting.tsx";
import { aList } from "./factories.ts";
import { excludedMessage } from "./table/SortAndFilter.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/**
 * Each control of the panels about a list: what it says afterwards, and who then gets the email.
 */
beforeEach(startServer);

const FAMILY =
  "Name,Email\nAnn,fam@example.org\nBen,fam@example.org\nCy,cy@example.org\nDi,di@example.org\n";

const withList = async (text = FAMILY) => (await visitWithList(text)).user;

async function compareWith(user: UserEvent, text: string, name = "out.csv") {
  await user.click(screen.getByRole("button", { name: "Sort and filter" }));
  await user.upload(screen.getByLabelText("Other list", { selector: "input" }), aFile(text, name));
}

const says = async (text: string) => expect(await screen.findByText(text)).toBeInTheDocument();
const button = (name: string) => screen.findByRole("button", { name });
const press = async (user: UserEvent, name: string) => user.click(await button(name));
const never = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull());

/** The names in the list that is sent. */
async function sentTo(user: UserEvent): Promise<string[]> {
  await clickButton(user);
  const [, ...rows] = (await sentCsv()).trim().split("\r\n");
  return rows.map((row) => row.split(",").at(-1) ?? "");
}

describe("another list", () => {
  const OUT = "Email\nfam@example.org\ncy@example.org\n";
  const OPEN =
    "2 rows share an address with someone in out.csv, maybe someone else: Ann (fam@example.org), Ben (fam@example.org). They're skipped.";

  it("skips whom it names, and asks about people who share an address", async () => {
    const user = await withList();
    await compareWith(user, OUT);
    await says(OPEN);
    // Those it asks about aren't said to be in it.
    await says("1 row of your list is in out.csv: Cy (cy@example.org).");
    await says("Not included: 3 rows in another list.");
    await says("1 ready");
    await press(user, "Skip them");
    await never(OPEN);
    await says("Not included: 3 rows in another list.");
    expect(await sentTo(user)).toEqual(["Di"]);
  });

  it("lets people who share an address be included", async () => {
    const user = await withList();
    await compareWith(user, OUT);
    await says(OPEN);
    await press(user, "Include them");
    await never(OPEN);
    await says("Not included: 1 row in another list.");
    await press(user, "Send each: 3 emails");
    expect(await sentTo(user)).toEqual(["Ann", "Ben", "Di"]);
  });

  it("of results includes someone else at an address, names them, and skips them too on request", async () => {
    const user = await withList();
    await compareWith(
      user,
      "Name,Email,Recipient,Status\nAnn,fam@example.org,fam@example.org,Sent\n",
      "results.csv",
    );
    const shared =
      "1 row shares an address with someone else in results.csv and is included: Ben (fam@example.org).";
    await says(shared);
    await says("Not included: 1 row in another list.");
    await press(user, "Skip it too");
    await never(shared);
    await says("Not included: 2 rows in another list.");
    expect(await sentTo(user)).toEqual(["Cy", "Di"]);
  });

  it("is forgotten with “Include all”", async () => {
    const user = await withList("Name,Email\nCy,cy@example.org\nDi,di@example.org\n");
    await compareWith(user, OUT);
    await says("Not included: 1 row in another list.");
    await press(user, "Include all");
    await never("Not included: 1 row in another list.");
    expect(await sentTo(user)).toEqual(["Cy", "Di"]);
  });

  it("says so if no one is in it", async () => {
    const user = await withList("Name,Email\nCy,cy@example.org\nDi,di@example.org\n");
    await compareWith(user, "Email\nno@example.org\n");
    await says("No one in your list is in out.csv.");
    await says("2 ready");
  });
});

describe("rows that you skip", () => {
  it("are skipped and restored with their button", async () => {
    const user = await withList("Name,Email\nCy,cy@example.org\nDi,di@example.org\n");
    await press(user, "Skip row 1");
    await says("1 ready · 1 skipped");
    await press(user, "Restore row 1");
    await says("2 ready");
    await press(user, "Skip row 2");
    await says("1 ready · 1 skipped");
    await clickButton(user);
    // The values of a skipped row never leave the browser.
    expect(await sentCsv()).toBe("Email,Name\r\ncy@example.org,Cy\r\n,\r\n");
  });
});

describe("rows with more values than columns", () => {
  it("lead to the first of them, one by one", async () => {
    const user = await withList(
      "Name,Email\nAnn,ann@example.org\nBo,bo@example.org,5\nCy,cy@example.org,7\n",
    );
    const sentence = /^2 rows have more values than columns/;
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await press(user, "Decide row by row");
    const grid = await findGrid();
    await waitFor(() =>
      expect(grid.getAllByRole("row").some((row) => within(row).queryByText("Bo") !== null)).toBe(
        true,
      ),
    );
    await press(user, "The columns are right: row 2");
    await says("2 ready · 1 skipped");
    expect(await screen.findByText(/^1 row has more values than columns/)).toBeInTheDocument();
    await press(user, "The columns are right");
    await never("2 ready · 1 skipped");
    expect(await sentTo(user)).toEqual(["Ann", "Bo", "Cy"]);
  });
});

it("a filter includes only rows that pass the test that it shows", async () => {
  const user = await withList();
  await press(user, "Sort and filter");
  const filter = within(screen.getByRole("group", { name: "Include only rows where" }));
  const set = async (label: string, option: string) => {
    await user.click(filter.getByRole("combobox", { name: label }));
    await user.click(screen.getByRole("option", { name: option }));
  };
  await set("Column", "Name");
  await set("Test", "is before");
  await user.type(filter.getByLabelText("Date or number"), "soon");
  await user.tab();
  const error =
    "Enter a date such as 1 December 2026, or a number such as 250, with its unit if there are several.";
  expect(await filter.findByText(error)).toBeInTheDocument();
  await user.clear(filter.getByLabelText("Date or number"));
  await set("Test", "contains");
  await user.type(filter.getByLabelText("Value"), "ann");
  expect(await filter.findByRole("button", { name: "Include only 1 row" })).toBeEnabled();
  // The field of a choice doesn't show the typed text, so it doesn't count.
  await set("Test", "is");
  expect(await filter.findByRole("button", { name: "Apply" })).toBeDisabled();
  await set("Value", "Cy");
  await user.click(await filter.findByRole("button", { name: "Include only 1 row" }));
  expect(await sentTo(user)).toEqual(["Cy"]);
});

it("a filter by amount says how many rows it can't compare", async () => {
  const user = await withList(
    "Name;Email;Fee\nAnn;ann@x.org;12,50 €\nBo;bo@x.org;20,00 €\nCy;cy@x.org;CHF 30.–\nDi;di@x.org;\n",
  );
  await press(user, "Sort and filter");
  const filter = within(screen.getByRole("group", { name: "Include only rows where" }));
  await user.click(filter.getByRole("combobox", { name: "Column" }));
  await user.click(screen.getByRole("option", { name: "Fee" }));
  await user.click(filter.getByRole("combobox", { name: "Test" }));
  const words = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(words.slice(-2)).toEqual(["is at least", "is at most"]);
  await user.click(screen.getByRole("option", { name: "is at least" }));
  await user.type(filter.getByLabelText("Date or number"), "20 €");
  await says(
    "Not applied yet: all 4 rows are still included. 2 rows can't be compared with “20 €”.",
  );
  await user.click(await filter.findByRole("button", { name: "Include only 1 row" }));
  await says("Not included: 3 rows by your filter. 2 rows couldn't be compared with “20 €”.");
  expect(await sentTo(user)).toEqual(["Bo"]);
});

describe("rows that a filter left out of a send", () => {
  const sendOne = async (text: string) => {
    const user = await withList(text);
    await press(user, "Sort and filter");
    const filter = within(screen.getByRole("group", { name: "Include only rows where" }));
    await user.click(filter.getByRole("combobox", { name: "Column" }));
    await user.click(screen.getByRole("option", { name: "Name" }));
    await user.click(filter.getByRole("combobox", { name: "Value" }));
    await user.click(screen.getByRole("option", { name: "Cy" }));
    await user.click(await filter.findByRole("button", { name: "Include only 1 row" }));
    expect(await sentTo(user)).toEqual(["Cy"]);
    await screen.findByText(/Your last send didn't include/);
    return user;
  };
  const THREE = "Name,Email\nAnn,ann@example.org\nBo,bo@example.org\nCy,cy@example.org\n";

  it("stay, and the list says that the send didn't include them", async () => {
    await sendOne("Name,Email\nAnn,ann@example.org\nCy,cy@example.org\n");
    await says("Not included: 1 row by your filter. Your last send didn't include it.");
    expect(await button("Remove it")).toBeEnabled();
    expect(await button("Include 1 row")).toBeEnabled();
  });

  it("of a list whose other rows you deleted were in no send", async () => {
    const all = aList("Name,Email\nAnn,ann@x.org\nBo,bo@x.org\n");
    const list = applyChange(all, filterBy(all, { header: "Name", test: "is", value: "Ann" }));
    const rest = applyChange(list, {
      type: "delete",
      ids: list.rows.slice(0, 1).map(({ id }) => id),
    });
    expect(excludedMessage(rest)).toBe("Not included: 1 row by your filter.");
  });

  it("can be removed, which Undo takes back", async () => {
    const user = await sendOne(THREE);
    await press(user, "Remove them");
    await never("Not included: 2 rows by your filter. Your last send didn't include them.");
    await press(user, "Undo the last change");
    await says("Not included: 2 rows by your filter. Your last send didn't include them.");
  });

  it("are the only ones that a send gets once they are included, after a question", async () => {
    const user = await sendOne(THREE);
    expect(screen.queryByRole("button", { name: "Include all" })).toBeNull();
    await press(user, "Include 2 rows");
    await user.click(await button("Send 2 emails"));
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveTextContent("ann@example.org");
    expect(question).toHaveTextContent("bo@example.org");
    expect(question).not.toHaveTextContent("cy@example.org");
  });
});
