import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, type Seen } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule, grace } from "../testing/fakeFirebase.ts";
import { aSendAnswer, broken, keyOf, SendServer } from "../testing/sendServer.ts";
import { aTemplate, aVariable } from "../testing/templates.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

// Every test loads the whole application anew.
vi.setConfig({ testTimeout: 60_000 });

let server: SendServer;
let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  firebase.reset();
  server = new SendServer();
  user = userEvent.setup();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The whole page on a tab, signed in as Ada. */
async function open(hash: string) {
  vi.resetModules();
  window.history.replaceState(null, "", `/app${hash}`);
  firebase.user = ada;
  const { App } = await import("./App.tsx");
  const { startSession } = await import("../lib/session.ts");
  startSession(window.location.pathname);
  render(<App />);
  // The tab's own code comes last, and a busy machine takes its time.
  await screen.findByRole("heading", { level: 1 }, { timeout: 40_000 });
}

const goTo = async (tab: string) => user.click(await screen.findByRole("tab", { name: tab }));
const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));
const list = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Recipients" });
const chips = () => [...document.querySelectorAll("[data-chip]")].map(({ textContent }) => textContent);

async function choose(name = "Invitation") {
  const select = await screen.findByRole("combobox", { name: "Template" });
  await waitFor(() => expect(select.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(select);
  await user.click(await screen.findByRole("option", { name }));
}

async function press(button: RegExp) {
  await user.click(await screen.findByRole("button", { name: button }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: /^Send/ }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
}

/** A list in Bulk Send, up to the answer. */
async function sendList() {
  server.templates = [aTemplate({ parsed_variables: [] })];
  await open("#bulk-send");
  await user.click(await screen.findByRole("radio", { name: "Manual" }));
  await choose();
  await user.type(await list(), "ann@x.org bo@x.org");
  await press(/^Send 2 emails$/);
}

/** Two people in Direct Send, up to the answer. */
async function sendDirect() {
  await open("#direct-send");
  await choose();
  await user.type(await screen.findByLabelText(/Name/), "friends");
  await user.type(await screen.findByLabelText("Recipients"), "ann@x.org bo@x.org ");
  await press(/^Send Email\(s\)$/);
}

/** Holds the answer to a call to send until a test gives it. */
function held() {
  let give: (answer: Response | Promise<Response>) => void = () => undefined;
  let call: Seen | undefined;
  server.send = (seen) => {
    call = seen;
    return new Promise((resolve) => (give = resolve));
  };
  return {
    key: async () => waitFor(() => (call ? keyOf(call) : Promise.reject(new Error("Nothing was sent.")))),
    give: (answer: Response | Promise<Response>) => act(async () => give(answer)),
  };
}

describe("while a send begins", () => {
  it("what is prepared meanwhile stays, and only what was sent goes", async () => {
    const answer = held();
    await sendList();
    const key = await answer.key();
    await user.upload(document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement, [
      new File(["x"], "next.txt"),
    ]);
    await answer.give(server.accept(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sent" })));
    await waitFor(async () => expect((await list()).value).toBe(""));
    expect(screen.getByText("next.txt")).toBeTruthy();
  });

  it("a list that was gone on with stays as a whole", async () => {
    const answer = held();
    await sendList();
    const key = await answer.key();
    await user.type(await list(), " cy@x.org");
    await answer.give(server.accept(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sent" })));
    await screen.findByRole("columnheader", { name: "Row/N" });
    expect((await list()).value).toBe("ann@x.org bo@x.org cy@x.org");
  });
});

describe("a tab that is left while its send begins", () => {
  const refused = () => json(400, { success: false, error: "Not today.", reason: "invalid_input" });

  it("hears of a refusal of Bulk Send all the same", async () => {
    const answer = held();
    await sendList();
    await goTo("Manage Templates");
    await answer.give(refused());
    expect(await toasts().findByText("Bulk Send Error: Not today.")).toBeTruthy();
    await goTo("Bulk Send (CSV)");
    expect(await screen.findByText("Bulk send failed: Not today.")).toBeTruthy();
    expect((await list()).value).toBe("ann@x.org bo@x.org");
  });

  it("hears of a refusal of Direct Send, with its true cause", async () => {
    const answer = held();
    await sendDirect();
    await goTo("Manage Templates");
    await answer.give(refused());
    expect(await toasts().findByText("Send Error: Not today.")).toBeTruthy();
    await goTo("Direct Send");
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(screen.queryByText(/Nobody got one/)).toBeNull();
  });

  it("hears of the end", async () => {
    const answer = held();
    await sendDirect();
    await goTo("Manage Templates");
    await answer.give(server.accept(aSendAnswer(await answer.key(), { "ann@x.org": "sent", "bo@x.org": "failed" })));
    expect(await toasts().findByText(/^Send Error: /)).toBeTruthy();
    await goTo("Direct Send");
    await waitFor(() => expect(chips()).toEqual(["bo@x.org"]));
  });
});

describe("a step that was folded", () => {
  it("opens for the next email, and no letter folds it again", async () => {
    await open("#direct-send");
    await choose();
    await user.type(await screen.findByLabelText(/Name/), "friends");
    await user.type(await screen.findByLabelText("Recipients"), "ann@x.org bo@x.org ");
    await user.click(screen.getByRole("button", { name: "Fold: Fill in the variables" }));
    await press(/^Send Email\(s\)$/);
    expect(await toasts().findByText("2 emails sent.")).toBeTruthy();
    const name = await screen.findByLabelText<HTMLTextAreaElement>(/Name/);
    await user.type(name, "Bo");
    expect(name.value).toBe("Bo");
    expect(name.closest("[hidden]")).toBeNull();
  });
});

describe("another person in another tab of the browser", () => {
  it("is shown nothing of the one before: no recipient, no list, no template, no remembered value", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Place", { type: "sticky" })] })];
    await open("#direct-send");
    await choose();
    await user.type(await screen.findByLabelText("Recipients"), "ann@x.org ");
    await user.type(await screen.findByLabelText(/Place/), "Delft");
    await goTo("Bulk Send (CSV)");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await user.type(await list(), "bo@x.org");

    server.templates = [aTemplate({ name: "Of Grace", parsed_variables: [aVariable("Place", { type: "sticky" })] })];
    await act(async () => firebase.become(grace));
    expect(await screen.findByText("grace@example.com")).toBeTruthy();
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    expect((await list()).value).toBe("");
    await goTo("Direct Send");
    await choose("Of Grace");
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/Place/)).value).toBe("");
    expect(chips()).toEqual([]);
    expect(screen.queryByText(/ada@example\.com/)).toBeNull();
  });

  it("never sends what the one before pressed Send for", async () => {
    await open("#direct-send");
    await choose();
    await user.type(await screen.findByLabelText(/Name/), "friends");
    await user.type(await screen.findByLabelText("Recipients"), "ann@x.org bo@x.org ");
    // Firebase knows of the change before the screens do.
    firebase.user = grace;
    await press(/^Send Email\(s\)$/);
    expect(await toasts().findByText(/^Send Error: Another account has been signed in/)).toBeTruthy();
    expect(server.presses).toEqual([]);
  });
});

describe("an answer that is lost", () => {
  /** From here on time only passes when told to, and by itself as it always does. */
  const pass = async (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  });

  it.each([
    ["Direct Send", sendDirect],
    ["Bulk Send", sendList],
  ])("of %s: nobody is told that nothing began while it may be in preparation", async (_way, send) => {
    let key = "";
    server.send = (seen) => {
      key = keyOf(seen);
      return broken();
    };
    await send();
    await pass(60);
    expect(screen.queryByText(/Nobody got one/)).toBeNull();
    expect(server.asked.filter(({ url }) => url.startsWith(`/api/sends/${key}`)).length).toBeLessThan(10);
    server.accept(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sent" }));
    await pass(30);
    expect((await screen.findAllByText(/^2 (emails )?sent\.$/)).length).toBeGreaterThan(0);
    expect(server.presses).toHaveLength(1);
  });

  it.each([
    ["Direct Send", sendDirect],
    ["Bulk Send", sendList],
  ])("of %s: after 90 s it is certain; the form is as it was, and so is the key", async (_way, send) => {
    const usual = server.send;
    server.send = broken;
    await send();
    await pass(95);
    expect((await screen.findAllByText(/Nobody got one; you can send again/)).length).toBeGreaterThan(0);
    const asked = server.asked.length;
    await pass(120);
    expect(server.asked.slice(asked).filter(({ url }) => url.startsWith("/api/sends"))).toHaveLength(0);
    server.send = usual;
    await press(/^Send (2 emails|Email\(s\))$/);
    expect((await screen.findAllByText(/^2 (emails )?sent\.$/)).length).toBeGreaterThan(0);
    const [first, second] = server.presses.map(keyOf);
    expect(second).toBe(first);
  });
});

describe("what is on the screen", () => {
  it("a refusal goes when something else is chosen, and what goes on elsewhere is named in a line", async () => {
    server.sends = [aSendAnswer("going-on", { "p1@x.org": "sent", "p2@x.org": "queued" }, { title: "Newsletter" })];
    server.send = () => json(400, { success: false, error: "Not today.", reason: "invalid_input" });
    await sendList();
    expect(await screen.findByText("Bulk send failed: Not today.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Change: Mode and template" }));
    await user.click(screen.getByRole("radio", { name: "CSV" }));
    await waitFor(() => expect(screen.queryByText("Bulk send failed: Not today.")).toBeNull());
    expect(screen.getByText(/^1 send going on: see/)).toBeTruthy();
    expect(screen.queryByText("Newsletter")).toBeNull();
  });

  it("a send that someone watched stays with its results when it has ended", async () => {
    server.sends = [aSendAnswer("going-on", { "p1@x.org": "sent", "p2@x.org": "sending" }, { title: "Newsletter" })];
    await open("#bulk-send/going-on");
    expect(await screen.findByText("1 sent, 1 to go.")).toBeTruthy();
    const lists = () => server.asked.filter(({ url }) => url === "/api/sends").length;
    const before = lists();
    server.sends = [aSendAnswer("going-on", { "p1@x.org": "sent", "p2@x.org": "sent" }, { title: "Newsletter" })];
    expect(await toasts().findByText("2 sent.", {}, { timeout: 10_000 })).toBeTruthy();
    await waitFor(() => expect(lists()).toBeGreaterThan(before), { timeout: 10_000 });
    expect(screen.getByRole("heading", { name: "Newsletter" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Newsletter" })).toBeNull());
  });

  it("results that could not be deleted stay, and it is said why", async () => {
    server.sends = [aSendAnswer("send-0001", { "p1@x.org": "sent" })];
    server.instead["DELETE /api/sends/send-0001"] = () =>
      json(503, { success: false, error: "Not now.", reason: "service_unavailable" });
    await open("#bulk-send/send-0001");
    await user.click(await screen.findByRole("button", { name: "Delete now" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Delete results" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await toasts().findByText("Not now.")).toBeTruthy();
    expect(screen.getByText("p1@x.org")).toBeTruthy();
  });

  it("those of whom nobody can tell stay set apart when another template is chosen", async () => {
    server.templates = [aTemplate(), aTemplate({ id: "t2", name: "Reminder" })];
    server.send = (seen) => server.accept(aSendAnswer(keyOf(seen), { "ann@x.org": "sent", "bo@x.org": "warning" }));
    await sendDirect();
    expect(await screen.findByText("We can't tell whether these people got the email")).toBeTruthy();
    await choose("Reminder");
    await screen.findByLabelText(/Name/);
    expect(screen.getByText("We can't tell whether these people got the email")).toBeTruthy();
  });
});
