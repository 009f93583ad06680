import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListWork } from "../../lib/lists/listWork.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { keyOf } from "../../testing/fakeServer.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { type aSend, aSendAnswer } from "../../testing/sendFactories.ts";
import {
  aFreshPage,
  choose,
  goTo,
  list,
  open,
  server,
  user,
  withFakeTime,
} from "../../testing/sendingPage.tsx";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const ID = "later-0001";
const PATH = `/api/sends/${ID}`;
const LATER = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();

/** The requests about the send in order, apart from reads. */
const asked = () =>
  server.asked.flatMap(({ method, url }) =>
    /\/(cancel|corrections)$/.test(url) ? `${method} ${url}` : [],
  );

/** A send to two people that starts in a week. */
function isScheduled(parts: Parameters<typeof aSend>[0] = {}) {
  const answer = aSendAnswer(ID, { "ann@x.org": "queued", "bo@x.org": "queued" }, { kind: "csv" });
  const scheduled = { state: "scheduled", started_at: null, starts_at: LATER, ...parts } as const;
  server.sends = [{ ...answer, send: { ...answer.send, ...scheduled } }];
  server.templates = [
    aTemplate({ subject: "Hello {{Name}}", parsed_variables: [aVariable("Name")] }),
  ];
  const mail = {
    subject: "Hello {{Name}}",
    body: "<p>Hi</p>",
    dateFormat: "iso",
    timeFormat: "24hr",
    files: [],
  };
  server.instead[`GET ${PATH}/mail`] = () =>
    json(200, {
      success: true,
      recipient: "ann@x.org",
      rendered_subject: "Hello",
      rendered_body_html: "<p>Hi</p>",
      rendered_text: "Hi",
      variables: { Name: "Ann" },
      mail: { template_id: "t1", ...mail },
    });
  const person = (row: number, recipient: string, Name: string) => ({
    row,
    recipient,
    reason: "Not sent: this send was cancelled.",
    cancelled: true,
    values: { Name },
  });
  const rows = [person(1, "ann@x.org", "Ann"), person(2, "bo@x.org", "Bo")];
  server.instead[`GET ${PATH}/corrections`] = () =>
    json(200, { success: true, variables: ["Name"], date_orders: {}, rows });
}

async function edit() {
  const button = await screen.findByRole("button", { name: "Edit" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

/** What the tab would keep through a reload. */
const drafts = () =>
  Array.from(
    { length: sessionStorage.length },
    (_, i) => sessionStorage.getItem(sessionStorage.key(i) ?? "") ?? "",
  ).join();

const clickOn = async (name: string) => user.click(await screen.findByRole("button", { name }));

/** The server takes the next send. */
function answers(rows: Parameters<typeof aSendAnswer>[1]) {
  server.send = (seen) => server.accept(aSendAnswer(keyOf(seen), rows, { kind: "csv" }));
}

/** The fields of the last call that sends. */
function sentForm(): Record<string, unknown> {
  const body = server.asked.findLast(({ url }) => url === "/api/send-bulk")?.body;
  return body instanceof FormData ? Object.fromEntries(body) : {};
}

beforeEach(() => {
  aFreshPage();
  fakeWorker(() => new ListWork());
});

describe("a scheduled send that is edited", () => {
  it("opens in Bulk Send with its people and its time, and stays scheduled meanwhile", async () => {
    isScheduled();
    // Another list with the same email has nothing to do with it.
    const other = { kind: "csv", created_at: new Date(Date.now() + 1_000).toISOString() } as const;
    server.sends.push(aSendAnswer("other-0001", { "cy@x.org": "sent" }, other));
    await open(`#sends/${ID}`);
    await edit();
    expect(
      await screen.findByText("The template has changed since then. The current version is used."),
    ).toBeInTheDocument();
    expect(await screen.findByText(/^You're editing the send scheduled for /)).toBeVisible();
    expect(screen.getByText(/^It stays as it is until you click Send or Schedule/)).toBeVisible();
    // Nothing is wrong with them, so no one is named.
    expect(screen.queryByText(/haven't received this yet/)).toBeNull();
    const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
    expect(grid.getByText("bo@x.org")).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Schedule 2 emails" })).toBeInTheDocument();
    expect(asked()).toEqual([`GET ${PATH}/corrections`]);
  });

  it("has its text in its template, which opens over the list", async () => {
    isScheduled();
    await open(`#sends/${ID}`);
    await edit();
    await clickOn("Edit the template");
    const editor = within(await screen.findByRole("dialog", { name: "Edit Template" }));
    expect(await editor.findByDisplayValue("Invitation")).toBeVisible();
  });

  it("is replaced by the edited one in the same call, without a hold and without a question about its own people", async () => {
    isScheduled();
    await open(`#sends/${ID}`);
    await edit();
    await user.click(await screen.findByRole("radio", { name: "Now" }));
    await clickOn("Send 2 emails");
    const question = within(await screen.findByRole("alertdialog", { name: "Send 2 emails?" }));
    expect(
      question.getByText(
        /It takes the place of the send scheduled for .+\. You can't undo this\.$/,
      ),
    ).toBeVisible();
    answers({ "ann@x.org": "sent", "bo@x.org": "sent" });
    await user.click(question.getByRole("button", { name: "Send 2 emails" }));
    expect((await screen.findAllByText("2 sent."))[0]).toBeVisible();
    expect(sentForm()).toMatchObject({
      replaces: ID,
      corrects: `{"send":"${ID}","rows":[1,2],"here":[1,2]}`,
    });
    expect(sentForm()).not.toHaveProperty("hold");
    expect(screen.queryByText(/^You're editing/)).toBeNull();
    expect(screen.queryByText(/canceled/)).toBeNull();
    expect(asked()).toEqual([`GET ${PATH}/corrections`]);
  });

  it("is still the one to replace after a reload", async () => {
    isScheduled();
    const close = await open(`#sends/${ID}`);
    await edit();
    await screen.findByRole("button", { name: "Schedule 2 emails" });
    await waitFor(() => expect(drafts()).toContain("replaces"));
    close();
    await open("#bulk-send");
    expect(await screen.findByText(/^You're editing the send scheduled for /)).toBeVisible();
    await clickOn("Schedule 2 emails");
    answers({ "ann@x.org": "queued", "bo@x.org": "queued" });
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Schedule 2 emails" }));
    await waitFor(() => expect(sentForm()).toMatchObject({ replaces: ID, start_at: LATER }));
  });

  it("stays as it is if you stop editing it, and the next email doesn't replace it", async () => {
    isScheduled();
    await open(`#sends/${ID}`);
    await edit();
    await user.click(await screen.findByRole("button", { name: "Stop editing" }));
    expect(screen.queryByText(/^You're editing/)).toBeNull();
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await choose();
    await write(user, await screen.findByLabelText(/Name/), "friends");
    await write(user, await list(), "ed@x.org");
    await clickOn("Send 1 email");
    answers({ "ed@x.org": "sent" });
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Send 1 email" }));
    await waitFor(() => expect(sentForm()).toMatchObject({ manual_recipients: "ed@x.org" }));
    expect(sentForm()).not.toHaveProperty("replaces");
    expect(asked()).toEqual([`GET ${PATH}/corrections`]);
  });

  it("that began meanwhile isn't replaced: the email stays in the form, as one of its own", async () => {
    isScheduled();
    await open(`#sends/${ID}`);
    await edit();
    await clickOn("Schedule 2 emails");
    const begun = aSendAnswer(ID, { "ann@x.org": "sent", "bo@x.org": "sent" }, { kind: "csv" });
    server.sends = [begun];
    server.instead["POST /api/send-bulk"] = () =>
      json(409, { success: false, reason: "too_late_to_edit", error: "It has already begun." });
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Schedule 2 emails" }));
    expect(await screen.findByText("Bulk Send Error: It has already begun.")).toBeInTheDocument();
    expect(screen.queryByText(/^You're editing/)).toBeNull();
    expect(screen.queryByText(/^Not sent:/)).toBeNull();
    // The next click asks about those who have it.
    await clickOn("Schedule 2 emails");
    expect(
      await screen.findByRole("alertdialog", { name: "Send “Invitation” again?" }),
    ).toBeVisible();
  });

  it("that begins while you edit it says so at once", async () => {
    isScheduled();
    await open(`#sends/${ID}`);
    await edit();
    await screen.findByText(/^You're editing/);
    const begun = aSendAnswer(ID, { "ann@x.org": "sent", "bo@x.org": "sent" }, { kind: "csv" });
    server.sends = [begun];
    withFakeTime();
    await goTo("Sends");
    // By then, the list is read again.
    act(() => vi.advanceTimersByTime(6_000));
    await goTo("Bulk Send (CSV)");
    expect(
      await screen.findByText("The send that you're editing isn't scheduled anymore"),
    ).toBeVisible();
  });

  it("stays on the screen if its people couldn't be read", async () => {
    isScheduled();
    server.instead[`GET ${PATH}/corrections`] = () =>
      json(409, { success: false, reason: "wrong_state", error: "This send hasn't ended yet." });
    await open(`#sends/${ID}`);
    await edit();
    expect(await screen.findByText("This send hasn't ended yet.")).toBeInTheDocument();
    expect(window.location.hash).toBe(`#sends/${ID}`);
  });

  it("names its files, which must be chosen again, also in the question", async () => {
    isScheduled();
    const mail = server.instead[`GET ${PATH}/mail`];
    server.instead[`GET ${PATH}/mail`] = async (seen) => {
      const answer = await (await mail?.(seen))?.json();
      const files = [{ name: "map.pdf", size: 9 }];
      return json(200, { ...answer, mail: { ...answer.mail, files } });
    };
    await open(`#sends/${ID}`);
    await edit();
    expect(await screen.findByText("Choose its files again: map.pdf.")).toBeVisible();
    await clickOn("Schedule 2 emails");
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/map\.pdf/)).toBeVisible();
  });
});

describe("a send that was edited", () => {
  it("isn't in the list; its page leads to the one in its place and offers nothing else", async () => {
    isScheduled({
      state: "cancelled",
      ended_at: new Date().toISOString(),
      cancelled: 2,
      replaced_by: "new-0001",
    });
    const [old] = server.sends;
    if (old) old.send.counts = { ...old.send.counts, queued: 0, skipped: 2 };
    server.sends.push(
      aSendAnswer("new-0001", { "ann@x.org": "sent" }, { kind: "csv", title: "The new one" }),
    );
    const close = await open("#sends");
    expect(await screen.findByText("The new one")).toBeVisible();
    expect(screen.queryByText("Invitation")).toBeNull();
    close();
    await open(`#sends/${ID}`);
    expect(await screen.findByText("Replaced")).toBeVisible();
    expect(
      screen.getByText(
        "You edited this send, so another one has taken its place. This one sent nothing.",
      ),
    ).toBeVisible();
    expect(screen.queryByText(/canceled\.$/)).toBeNull();
    expect(screen.queryByRole("button", { name: /did not get it|Edit it first/ })).toBeNull();
    await user.click(screen.getByRole("link", { name: "Open the send in its place" }));
    expect(await screen.findByRole("heading", { name: "The new one" })).toBeVisible();
  });
});

describe("an answer that comes when you are elsewhere", () => {
  it.each<[string, string, string[], () => Promise<void>]>([
    [
      "people to change",
      "The list with 2 people of “Invitation” is ready.",
      ["ann@x.org", "bo@x.org"],
      edit,
    ],
    [
      "people to write to",
      "The list with 1 person of “Invitation” is ready.",
      ["bo@x.org"],
      async () => {
        await user.click(await screen.findByRole("button", { name: "Choose people" }));
        await user.click(await screen.findByRole("checkbox", { name: "2: bo@x.org" }));
        await user.click(await screen.findByRole("button", { name: "Write to this person" }));
      },
    ],
  ])("takes you nowhere and changes nothing, but offers %s", async (what, words, people, ask) => {
    isScheduled();
    if (what === "people to write to")
      server.sends = [
        aSendAnswer(ID, { "ann@x.org": "sent", "bo@x.org": "sent" }, { kind: "csv" }),
      ];
    const arrive = server.hold(`GET ${PATH}/corrections`);
    await open(`#sends/${ID}`);
    await ask();
    await goTo("Bulk Send (CSV)");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await write(user, await list(), "ed@x.org");
    arrive();
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(await list()).toHaveValue("ed@x.org");
    await goTo("Direct Send");
    await user.click(screen.getByRole("button", { name: "Open Bulk Send" }));
    const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
    expect(grid.getAllByText(/@x\.org/).map(({ textContent }) => textContent)).toEqual(people);
    expect(screen.getByText("Not sent: Email, to ed@x.org.")).toBeInTheDocument();
  });
});
