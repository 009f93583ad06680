import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListWork } from "../lib/lists/listWork.ts";
import { chips, chooseTemplate } from "../testing/acting.ts";
import { startApplication } from "../testing/application.tsx";
import { button, findButton, queryButton } from "../testing/buttons.ts";
import {
  ada,
  firebase,
  firebaseAppModule,
  firebaseAuthModule,
  grace,
} from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { fakeWorker } from "../testing/fakeWorker.ts";
import { aTemplate, aVariable } from "../testing/templateFactories.ts";
import { write } from "../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const RESTORED = /^Restored what you hadn't sent\./;
const drafts = () => Object.keys(sessionStorage).filter((key) => key.includes(":draft:"));

/** Loads the application anew in the same tab, as one person. */
async function load(hash: string, person = ada, templates = ["t1", "t2"]) {
  window.dispatchEvent(new Event("pagehide"));
  cleanup();
  firebase.reset();
  new FakeServer({
    templates: templates.map((id) =>
      aTemplate({
        id,
        name: `Template ${id}`,
        ...(id === "dated" && { parsed_variables: [aVariable("Day", { type: "date" })] }),
      }),
    ),
  });
  await startApplication(`/app${hash}`, person);
  await screen.findByRole("tab", { name: "Direct Send" });
  return userEvent.setup();
}
type User = Awaited<ReturnType<typeof load>>;

async function aList(user: User) {
  await user.click(await screen.findByRole("radio", { name: "Manual" }));
  await user.click(screen.getByRole("textbox", { name: "Recipients" }));
  await user.paste("ann@example.org, bo@example.org");
  await waitFor(() => expect(drafts()).toHaveLength(1));
}

const choose = (user: User, name: string) => chooseTemplate(name, user);

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  fakeWorker(() => new ListWork());
});

describe("unsent work", () => {
  it("is back in Bulk Send after a reload, until the person starts over", async () => {
    await aList(await load("#bulk-send"));
    const user = await load("#bulk-send");
    const notice = (await screen.findByText(RESTORED)).closest<HTMLElement>('[role="status"]');
    expect(screen.getByText(/^2 recipients/)).toBeInTheDocument();
    await user.click(within(notice ?? document.body).getByRole("button", { name: "Start over" }));
    await waitFor(() => expect(screen.queryByText(RESTORED)).toBeNull());
    // It is put aside, and discarded only if you say so.
    expect(
      await screen.findByText("Not sent: Email, to ann@example.org and bo@example.org."),
    ).toBeInTheDocument();
    await user.click(button("Discard Email"));
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it("is back in Direct Send after a reload, with its values", async () => {
    const before = await load("#direct-send");
    await choose(before, "Template t1");
    await write(before, screen.getByRole("textbox", { name: "Recipients" }), "ann@example.org ");
    await write(before, await screen.findByLabelText(/Name/), "Ann");
    await load("#direct-send");
    expect(await screen.findByText(RESTORED)).toBeInTheDocument();
    expect(chips()).toEqual(["ann@example.org"]);
    expect(await screen.findByLabelText(/Name/)).toHaveValue("Ann");
  });

  it("leaves nothing half-typed in the form when the person starts over", async () => {
    const before = await load("#direct-send", ada, ["dated"]);
    await choose(before, "Template dated");
    await write(before, screen.getByRole("textbox", { name: "Recipients" }), "ann@example.org ");
    const user = await load("#direct-send", ada, ["dated"]);
    const [part] = await screen.findAllByRole("spinbutton");
    await user.click(part as HTMLElement);
    await user.keyboard("12");
    expect(part).toHaveTextContent("12");
    await user.click(await findButton("Start over"));
    await waitFor(() => expect(chips()).toEqual([]));
    expect((await screen.findAllByRole("spinbutton"))[0]).toHaveTextContent("MM");
  });

  it("is kept, and asks before you leave, after a reload in a tab that doesn't send", async () => {
    const before = await load("#direct-send");
    await write(before, await screen.findByRole("textbox", { name: "Recipients" }), "ann@x.org ");
    await load("#templates");
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    const user = await load("#templates");
    await user.click(screen.getByRole("tab", { name: "Direct Send" }));
    expect(await screen.findByText(RESTORED)).toBeInTheDocument();
    expect(chips()).toEqual(["ann@x.org"]);
  });

  it("includes a file's list in Bulk Send, so that the person doesn't choose the file again", async () => {
    const before = await load("#bulk-send");
    const file = new File(["Email\nann@example.org\n"], "people.csv");
    await before.upload(await screen.findByLabelText("Choose a file CSV file"), file);
    await screen.findByText("Comma, UTF-8 · 1 row · 1 column");
    await load("#bulk-send");
    expect(await screen.findByText(RESTORED)).toBeInTheDocument();
    expect(await screen.findByText("people.csv · 1 row · 1 column")).toBeInTheDocument();
  });

  it("asks before it sends without a file that the reload lost", async () => {
    const before = await load("#direct-send");
    await choose(before, "Template t1");
    await write(before, screen.getByRole("textbox", { name: "Recipients" }), "ann@example.org ");
    await write(before, await screen.findByLabelText(/Name/), "Ann");
    const attach = async (user: typeof before, ...texts: string[]) =>
      user.upload(
        await screen.findByLabelText(/^Files for this email only/, { selector: "input" }),
        texts.map((text) => new File([text], "map.pdf")),
      );
    await attach(before, "one", "two");
    const user = await load("#direct-send");
    expect(await screen.findByText(/Choose them again: map.pdf, map.pdf\./)).toBeInTheDocument();
    await attach(user, "one");
    expect(await screen.findByText(/Choose them again: map.pdf\./)).toBeInTheDocument();
    await user.click(await findButton("Send Email(s)"));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("map.pdf isn't attached.")).toBeInTheDocument();
  });

  it("is gone after a logout, wherever it was made", async () => {
    await aList(await load("#bulk-send"));
    // The other tab sets the mark before Firebase tells all tabs.
    localStorage.setItem("sendwright:session", "out");
    firebase.become(null);
    await waitFor(() => expect(drafts()).toEqual([]));
    await load("#bulk-send");
    await screen.findByRole("radio", { name: "CSV" });
    expect(screen.queryByText(RESTORED)).toBeNull();
  });

  it("is restored after an expired session, in any tab", async () => {
    await aList(await load("#bulk-send"));
    firebase.become(null);
    await waitFor(() => expect(screen.queryByRole("tab", { name: "Bulk Send (CSV)" })).toBeNull());
    expect(drafts()).toHaveLength(1);
    await load("#bulk-send");
    expect(await screen.findByText(RESTORED)).toBeInTheDocument();
    expect(localStorage.getItem("sendwright:session")).toBe("in");
  });

  it("is never another account's", async () => {
    await aList(await load("#bulk-send"));
    await load("#bulk-send", grace);
    expect(await screen.findByRole<HTMLInputElement>("radio", { name: "CSV" })).toBeChecked();
    expect(screen.queryByText(RESTORED)).toBeNull();
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it("doesn't keep the page from opening if it is broken or from an older version", async () => {
    sessionStorage.setItem(
      "sendwright:of:uid-ada:draft:bulk",
      '{"form":{"version":0},"sent":"form"}',
    );
    sessionStorage.setItem("sendwright:of:uid-ada:draft:direct", "{{{");
    await load("#bulk-send");
    expect(await screen.findByRole<HTMLInputElement>("radio", { name: "CSV" })).toBeChecked();
    expect(screen.queryByText(RESTORED)).toBeNull();
  });

  it("says so if it was kept by a version that can't be read any more", async () => {
    const draft = { form: { version: 5 }, sent: null };
    sessionStorage.setItem(
      "sendwright:of:uid-ada:draft:bulk",
      JSON.stringify({ at: Date.now(), draft }),
    );
    await load("#bulk-send");
    expect(
      await screen.findByText(/an unsent email from before couldn't be restored/),
    ).toBeInTheDocument();
  });

  it("says so if the browser refuses to keep it", async () => {
    const user = await load("#bulk-send");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    const refuse = () => {
      throw new DOMException("Full.", "QuotaExceededError");
    };
    vi.stubGlobal("sessionStorage", {
      getItem: () => null,
      setItem: refuse,
      removeItem: () => undefined,
    });
    await user.click(screen.getByRole("textbox", { name: "Recipients" }));
    await user.paste("ann@example.org");
    expect(
      await screen.findByText(/^This browser can't keep your unsent emails/),
    ).toBeInTheDocument();
  });

  it("says once when it is too large to be kept", async () => {
    const user = await load("#bulk-send");
    await user.click(await findButton("Paste from a spreadsheet"));
    await user.paste(`Email\tName\nann@example.org\t${"x".repeat(2_000_000)}\n`);
    expect(await screen.findByText(/are larger than 2 MB/)).toBeInTheDocument();
    expect(drafts()).toEqual([]);
  });
});

it("without a template, Direct Send leads to one email in Bulk Send, and replaces nothing there", async () => {
  const none = async (user: User) =>
    user.click(await screen.findByRole("link", { name: /^Write one email/ }));
  const user = await load("#direct-send", ada, []);
  await none(user);
  expect(await screen.findByRole<HTMLInputElement>("radio", { name: "Manual" })).toBeChecked();
  expect(await screen.findByRole("textbox", { name: "Subject" })).toBeInTheDocument();
  await aList(user);
  await user.click(screen.getByRole("tab", { name: "Direct Send" }));
  await none(user);
  expect(await screen.findByText(/^2 recipients/)).toBeInTheDocument();
});

describe("choosing another template", () => {
  it("removes the recipients, and brings them back on request", async () => {
    const user = await load("#direct-send");
    await choose(user, "Template t1");
    await write(
      user,
      screen.getByRole("textbox", { name: "Recipients" }),
      "ann@example.org bo@example.org ",
    );
    await choose(user, "Template t2");
    expect(screen.queryByText("ann@example.org")).toBeNull();
    await user.click(button("Bring back 2 recipients"));
    expect(chips()).toEqual(["ann@example.org", "bo@example.org"]);
    expect(queryButton(/^Bring back/)).toBeNull();
    expect(screen.getByRole("textbox", { name: "Recipients" })).toHaveFocus();
  });
});
