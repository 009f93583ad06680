import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announced, toasts } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { keyOf } from "../../testing/fakeServer.ts";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import { aFreshPage, goTo, open, sendList, server, user } from "../../testing/sendingPage.tsx";
import { aTemplate } from "../../testing/templateFactories.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(aFreshPage);

describe("the screen", () => {
  it("drops an error when the person chooses something else, and names sends in progress elsewhere in one line", async () => {
    server.sends = [
      aSendAnswer(
        "going-on",
        { "p1@x.org": "sent", "p2@x.org": "queued" },
        { title: "Newsletter" },
      ),
    ];
    server.send = () => json(400, { success: false, error: "Not today.", reason: "invalid_input" });
    await sendList();
    expect(await screen.findByText("Bulk send failed: Not today.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Change: Mode and template" }));
    await user.click(screen.getByRole("radio", { name: "CSV" }));
    await waitFor(() => expect(screen.queryByText("Bulk send failed: Not today.")).toBeNull());
    expect(screen.getByText(/^1 send in progress. See/)).toBeInTheDocument();
    expect(screen.queryByText("Newsletter")).toBeNull();
  });

  it("a send that someone watched stays with its results when it has ended", async () => {
    server.sends = [
      aSendAnswer(
        "going-on",
        { "p1@x.org": "sent", "p2@x.org": "sending" },
        { title: "Newsletter" },
      ),
    ];
    await open("#bulk-send/going-on");
    expect(await screen.findByText("1 sent, 1 to go.")).toBeInTheDocument();
    server.sends = [
      aSendAnswer("going-on", { "p1@x.org": "sent", "p2@x.org": "sent" }, { title: "Newsletter" }),
    ];
    expect(await toasts().findByText("2 sent.", {}, { timeout: 10_000 })).toBeInTheDocument();
    expect(announced(/2 sent/)).toHaveLength(1);
    expect(screen.getByRole("heading", { name: "Newsletter" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Newsletter" })).toBeNull());
  });

  it("a scheduled send that is hidden leaves nothing behind", async () => {
    const people = { "ann@x.org": "queued", "bo@x.org": "queued" } as const;
    const when = { state: "scheduled", starts_at: "2099-01-01T08:00:00.000Z" } as const;
    server.send = (call) => server.accept(aSendAnswer(keyOf(call), people, when));
    await sendList();
    await user.click(await screen.findByRole("button", { name: "Hide" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Results" })).toBeNull());
    expect(screen.getByText(/^1 scheduled\. See/)).toBeInTheDocument();
  });

  it("says why results could not be deleted, and keeps them", async () => {
    server.sends = [aSendAnswer("send-0001", { "p1@x.org": "sent" })];
    server.instead["DELETE /api/sends/send-0001"] = () =>
      json(503, { success: false, error: "Not now.", reason: "service_unavailable" });
    await open("#bulk-send/send-0001");
    await user.click(await screen.findByRole("button", { name: "Delete now" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Delete results" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await toasts().findByText("Not now.")).toBeInTheDocument();
    expect(screen.getByText("p1@x.org")).toBeInTheDocument();
  });
});

describe("Bulk Send, opened after its send is over", () => {
  const results = () => screen.queryByRole("columnheader", { name: "Row/N" });

  it("announces it in a line, which shows the results on request", async () => {
    await sendList();
    await screen.findByRole("columnheader", { name: "Row/N" });
    await goTo("Manage Templates");
    await goTo("Bulk Send (CSV)");
    expect(await screen.findByRole("heading", { name: "Invitation" })).toBeInTheDocument();
    expect(
      within(screen.getByRole("region", { name: "Results" })).getByText("2 sent."),
    ).toBeInTheDocument();
    expect(results()).toBeNull();
    const button = screen.getByRole("button", { name: "Show results" });
    await user.click(button);
    expect(results()).toBeInTheDocument();
    expect(button).toHaveFocus();
    expect(button).toHaveTextContent("Hide results");
    await waitFor(() => expect(window.location.hash).toMatch(/^#bulk-send\/./));
  });
});

it("a template's own row leads to Direct Send with it", async () => {
  server.templates = [aTemplate(), aTemplate({ id: "t2", name: "Reminder" })];
  await open("#templates");
  await user.click(await screen.findByRole("link", { name: "Direct Send Reminder" }));
  expect(await screen.findByText("Reminder", { selector: "[role=combobox]" })).toBeInTheDocument();
  expect(window.location.hash).toBe("#direct-send");
});
