import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListWork } from "../../lib/lists/listWork.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { held } from "../../testing/held.ts";
import { aSend, aSendAnswer } from "../../testing/sendFactories.ts";
import { aFreshPage, goTo, list, open, server, user } from "../../testing/sendingPage.tsx";
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
  server.instead[`POST ${PATH}/cancel`] = () => {
    const counts = { ...answer.send.counts, queued: 0, skipped: 2 };
    const send = aSend({
      ...answer.send,
      ...scheduled,
      state: "cancelled",
      ended_at: LATER,
      cancelled: 2,
      counts,
    });
    const results = answer.results.map(
      (row) => ({ ...row, status: "skipped", cancelled: true }) as const,
    );
    server.sends = [{ ...answer, send, results }];
    return json(200, { success: true, send });
  };
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

async function press(title = "Edit this send?") {
  const button = await screen.findByRole("button", { name: "Edit" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  return within(await screen.findByRole("alertdialog", { name: title }));
}

beforeEach(() => {
  aFreshPage();
  fakeWorker(() => new ListWork());
});

describe("a send that has not begun", () => {
  it("comes back into Bulk Send with its people and its time, and does not go out itself", async () => {
    isScheduled();
    // Another list with the same email has nothing to do with it.
    const other = { kind: "csv", created_at: new Date(Date.now() + 1_000).toISOString() } as const;
    server.sends.push(aSendAnswer("other-0001", { "cy@x.org": "sent" }, other));
    await open(`#sends/${ID}`);
    const question = await press();
    expect(
      question.getByText(/^This unschedules it and reopens it in Bulk Send with its 2 people\./),
    ).toBeVisible();
    await user.click(question.getByRole("button", { name: "Edit it" }));
    expect(await screen.findByText("These 2 people haven't received this yet")).toBeInTheDocument();
    // Nothing is wrong with them, so no one is named.
    expect(screen.queryByText(/this send was cancelled/)).toBeNull();
    const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
    expect(grid.getByText("bo@x.org")).toBeInTheDocument();
    expect(
      screen.getByText(
        "The template “Invitation” and the 2 people are in Bulk Send. Make your changes, then send. The template has changed since then. The current version is used.",
      ),
    ).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Schedule 2 emails" })).toBeInTheDocument();
    expect(asked()).toEqual([`POST ${PATH}/cancel`, `GET ${PATH}/corrections`]);
  });

  it("stays as it is if you keep it", async () => {
    isScheduled();
    await open(`#sends/${ID}`);
    await user.click((await press()).getByRole("button", { name: "Keep it" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(asked()).toEqual([]);
  });

  it("is cancelled and can be changed from there when its people could not be read", async () => {
    isScheduled();
    const people = server.instead[`GET ${PATH}/corrections`];
    server.instead[`GET ${PATH}/corrections`] = () =>
      json(503, { success: false, reason: "service_unavailable" });
    await open(`#sends/${ID}`);
    await user.click((await press()).getByRole("button", { name: "Edit it" }));
    const first = await screen.findByRole("button", { name: "Edit it first" });
    expect(
      await screen.findByText(/^The send is canceled, but we couldn't load its recipients\./),
    ).toBeInTheDocument();
    if (people) server.instead[`GET ${PATH}/corrections`] = people;
    await waitFor(() => expect(first).toBeEnabled());
    // Not below all rows, and without the time of the canceled send.
    const results = screen.getByRole("table", { name: "Results of each row" });
    expect(first.compareDocumentPosition(results)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(first);
    expect(await screen.findByRole("grid", { name: "Table of recipients" })).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Send 2 emails" })).toBeInTheDocument();
    expect(asked().filter((call) => call.endsWith("cancel"))).toHaveLength(1);
  });

  it("is not taken back where that was refused: it has begun in the meantime", async () => {
    isScheduled();
    server.instead[`POST ${PATH}/cancel`] = () =>
      json(409, {
        success: false,
        reason: "wrong_state",
        error: "This send has already begun or ended, so it wasn't canceled.",
      });
    await open(`#sends/${ID}`);
    await user.click((await press()).getByRole("button", { name: "Edit it" }));
    expect(
      await screen.findByText("This send has already begun or ended, so it wasn't canceled."),
    ).toBeInTheDocument();
    expect(window.location.hash).toBe(`#sends/${ID}`);
    expect(asked()).toEqual([`POST ${PATH}/cancel`]);
  });
});

describe("an answer that comes when you are elsewhere", () => {
  it.each<[string, string, string[], () => Promise<void>]>([
    [
      "people to change",
      "The list with 2 people of “Invitation” is ready.",
      ["ann@x.org", "bo@x.org"],
      async () => user.click((await press()).getByRole("button", { name: "Edit it" })),
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
    const { arrival, arrive } = held();
    const answer = server.instead[`GET ${PATH}/corrections`];
    server.instead[`GET ${PATH}/corrections`] = async (seen) => {
      await arrival;
      return (await answer?.(seen)) ?? json(500, {});
    };
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
