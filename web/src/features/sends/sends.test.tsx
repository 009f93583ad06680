import type { SendAnswer } from "@sendwright/core/contract";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { json } from "../../testing/fakeApi.ts";
import {
  firebase,
  firebaseAppModule,
  firebaseAuthModule,
  grace,
} from "../../testing/fakeFirebase.ts";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import { aFreshPage, open, server, user } from "../../testing/sendingPage.tsx";
import { aTemplate } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

beforeEach(aFreshPage);

const ended = () =>
  aSendAnswer("done-0001", { "ann@x.org": "sent", "bo@x.org": "failed" }, { title: "Invitation" });
const scheduled = () =>
  aSendAnswer(
    "later-001",
    { "cy@x.org": "queued" },
    { title: "Reminder", state: "scheduled", starts_at: tomorrow, started_at: null },
  );
const going = () =>
  aSendAnswer(
    "going-001",
    { "di@x.org": "sent", "ed@x.org": "queued" },
    { title: "Newsletter", ended_at: null },
  );

/** The emails of a send, as the server returns them. */
function hasMail(id: string, { template_id = "t1" as string | null, files = [] as string[] } = {}) {
  const body = "<p>Dear {{Name}}</p>";
  server.instead[`GET /api/sends/${id}/mail`] = ({ url }) => {
    const row = new URL(url, "http://x").searchParams.get("row");
    return json(200, {
      success: true,
      recipient: `row${row}@x.org`,
      rendered_subject: `Hello ${row}`,
      rendered_body_html: `<p>Dear ${row}</p>`,
      rendered_text: `Dear ${row}`,
      variables: { Name: "friends" },
      mail: {
        template_id,
        subject: "Hello {{Name}}",
        body,
        dateFormat: "iso",
        timeFormat: "24hr",
        files: files.map((name) => ({ name, size: 3 })),
      },
    });
  };
}

function has(...sends: SendAnswer[]) {
  server.sends = sends;
  for (const { send_id } of sends) hasMail(send_id);
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const answer = async (name: string | RegExp) =>
  user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name }));

describe("the list of sends", () => {
  it("lists sends in progress, scheduled and finished, but no test sends", async () => {
    has(
      ended(),
      scheduled(),
      going(),
      aSendAnswer("test-0001", { "me@x.org": "sent" }, { kind: "test" }),
    );
    await open("#sends");
    const groups = await screen.findAllByRole("region", { name: /^(In progress|Scheduled|Done)$/ });
    const said = groups.map((group) => [
      within(group).getByRole("heading").textContent,
      ...within(group)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ]);
    expect(said).toEqual([
      ["In progress", "Newsletter"],
      ["Scheduled", "Reminder"],
      ["Done", "Invitation"],
    ]);
    expect(screen.getByText("1 sent, 1 failed.")).toBeInTheDocument();
    expect(screen.getByText(/^Scheduled for tomorrow at/)).toBeInTheDocument();
  });

  it("goes back page by page", async () => {
    const old = (id: string, title: string) =>
      aSendAnswer(id, { "ann@x.org": "sent" }, { title }).send;
    server.instead["GET /api/sends"] = ({ url }) => {
      const before = new URL(url, "http://x").searchParams.get("before");
      if (before === null) return json(200, { success: true, sends: [ended().send], before: "2" });
      if (before === "2")
        return json(200, { success: true, sends: [old("old-00001", "Older")], before: "3" });
      return json(200, { success: true, sends: [old("old-00002", "Oldest")], before: null });
    };
    await open("#sends");
    await user.click(await button("Show older sends"));
    expect(await screen.findByRole("link", { name: "Older" })).toBeInTheDocument();
    await user.click(await button("Show older sends"));
    expect(await screen.findByRole("link", { name: "Oldest" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Show older sends" })).toBeNull();
  });

  it("explains its empty state, or that it couldn't be loaded", async () => {
    server.instead["GET /api/sends"] = () =>
      json(400, { success: false, error: "Not now.", reason: "invalid_input" });
    await open("#sends");
    expect(await screen.findByText("Not now.")).toBeInTheDocument();
    delete server.instead["GET /api/sends"];
    await user.click(await button("Try again"));
    expect(await screen.findByText(/^You haven't sent anything yet\./)).toBeInTheDocument();
  });

  it("leads to the page of a send and back, with the focus", async () => {
    has(ended(), scheduled());
    await open("#sends");
    await user.click(await screen.findByRole("link", { name: "Invitation" }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent("Invitation"));
    expect(window.location.hash).toBe("#sends/done-0001");
    expect(screen.getByRole("heading", { level: 1, name: "Invitation" })).toHaveFocus();
    await user.click(screen.getByRole("link", { name: "All sends" }));
    await waitFor(() => expect(screen.getByRole("link", { name: "Invitation" })).toHaveFocus());
  });
});

describe("the page of a send", () => {
  it("shows its people, found by name and by status, and each person's email", async () => {
    has(ended());
    await open("#sends/done-0001");
    expect(await screen.findByText("bo@x.org")).toBeInTheDocument();
    await user.type(screen.getByRole("searchbox", { name: "Search people" }), "ANN");
    expect(screen.queryByText("bo@x.org")).toBeNull();
    expect(screen.getByText("1 row of 2")).toBeInTheDocument();
    await user.clear(screen.getByRole("searchbox", { name: "Search people" }));
    await user.click(await button("Failed 1"));
    expect(screen.queryByText("ann@x.org")).toBeNull();
    expect(await screen.findByText("Hello 2")).toBeInTheDocument();
    expect(screen.getByText("row2@x.org")).toBeInTheDocument();
    await user.click(await button("All 2"));
    expect(await screen.findByText("Hello 1")).toBeInTheDocument();
    await user.click(await button("Next email"));
    expect(await screen.findByText("Hello 2")).toBeInTheDocument();
    expect(screen.getByText("row2@x.org")).toBeInTheDocument();
  });

  describe("beside a search", () => {
    const PEOPLE = {
      "ann@x.org": "sent",
      "bo@x.org": "sent",
      "bob@x.org": "sent",
      "cy@x.org": "skipped",
    } as const;
    const search = async (sought: string) => {
      const field = screen.getByRole("searchbox", { name: "Search people" });
      await user.clear(field);
      await user.type(field, sought);
    };
    beforeEach(async () => {
      has(aSendAnswer("done-0003", PEOPLE, { title: "Invitation" }));
      await open("#sends/done-0003");
      expect(await screen.findByText("Hello 1")).toBeInTheDocument();
    });

    it("shows no email of someone who isn't in the table", async () => {
      await search("bo");
      expect(screen.queryByText(/^Hello \d/)).toBeNull();
      await search("nobody");
      expect(screen.queryByText(/^Hello \d/)).toBeNull();
      await user.clear(screen.getByRole("searchbox", { name: "Search people" }));
      expect(await screen.findByText("Hello 1")).toBeInTheDocument();
    });

    it("shows the only one it finds, or why they got none", async () => {
      await search("bob");
      expect(await screen.findByText("Hello 3")).toBeInTheDocument();
      expect(await button("Email to bob@x.org")).toHaveAttribute("aria-pressed", "true");
      await search("cy");
      expect(await screen.findByText(/^No email to cy@x\.org\./)).toBeInTheDocument();
      expect(screen.queryByText(/^Hello \d/)).toBeNull();
    });

    it("keeps to those it finds, and to your choice among them", async () => {
      await search("bo");
      await user.click(await button("Email to bob@x.org"));
      expect(await screen.findByText("Hello 3")).toBeInTheDocument();
      expect(screen.getByText("Email 2 of 2")).toBeInTheDocument();
      expect(screen.getByRole("button", { name: "Next email" })).toBeDisabled();
      await user.click(await button("Previous email"));
      expect(await screen.findByText("Hello 2")).toBeInTheDocument();
      await search("b");
      expect(screen.getByText("Hello 2")).toBeInTheDocument();
    });

    it("doesn't show someone else's email while the one it finds is loaded", async () => {
      const arrive = server.hold("GET /api/sends/done-0003/mail");
      await search("bob");
      expect(await screen.findByRole("status", { name: "Loading the email" })).toBeInTheDocument();
      expect(screen.queryByText(/^Hello \d/)).toBeNull();
      arrive();
      expect(await screen.findByText("Hello 3")).toBeInTheDocument();
    });
  });

  it("shows a person's email when you choose their row, but not for skipped rows", async () => {
    const people = { "ann@x.org": "sent", "bo@x.org": "skipped", "cy@x.org": "sent" } as const;
    has(aSendAnswer("done-0002", people, { title: "Invitation" }));
    await open("#sends/done-0002");
    expect(await screen.findByText("Hello 1")).toBeInTheDocument();
    await user.click(await button("Email to cy@x.org"));
    expect(await screen.findByText("Hello 3")).toBeInTheDocument();
    expect(screen.getByText("Email 2 of 2")).toBeInTheDocument();
    expect(await button("Email to cy@x.org")).toHaveAttribute("aria-pressed", "true");
    expect(await button("Email to ann@x.org")).toHaveAttribute("aria-pressed", "false");
    expect(screen.getByText("bo@x.org")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Email to bo@x.org" })).toBeNull();
    await user.click(await button("Previous email"));
    expect(await button("Email to ann@x.org")).toHaveAttribute("aria-pressed", "true");
  });

  it("moves a scheduled send, and sends it now after a question", async () => {
    has(scheduled());
    const asked: unknown[] = [];
    server.instead["POST /api/sends/later-001/move"] = ({ body }) => {
      asked.push(JSON.parse(String(body)));
      return json(200, { success: true, send: scheduled().send });
    };
    await open("#sends/later-001");
    expect(await screen.findByText(/^Begins tomorrow at/)).toBeInTheDocument();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("0");
    await user.click(await button("Change the time"));
    const dialog = await screen.findByRole("dialog", { name: "Change the time" });
    expect(await within(dialog).findByRole("combobox", { name: /^Day/ })).toBeInTheDocument();
    expect(within(dialog).getByRole("button", { name: "Change the time" })).toBeDisabled();
    // Another tab gives it another time: the dialog doesn't offer to go back to the time before.
    const moved = scheduled();
    moved.send.starts_at = new Date(Date.now() + 5 * 86_400_000).toISOString();
    has(moved);
    window.dispatchEvent(new Event("visibilitychange"));
    const { fullWords } = await import("../../sending/startTimes.ts");
    const words = fullWords(moved.send.starts_at);
    expect(await within(dialog).findByText(words)).toBeInTheDocument();
    expect(within(dialog).getByRole("button", { name: "Change the time" })).toBeDisabled();
    await user.click(within(dialog).getByRole("button", { name: "Keep the time" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await button("Send now"));
    await answer("Send 1 email now");
    await waitFor(() => expect(asked).toEqual([{ start_at: "now" }]));
  });

  it("says the truth about a cancelled one: no bar, no red toast", async () => {
    has(scheduled());
    const answered = aSendAnswer(
      "later-001",
      { "cy@x.org": "skipped" },
      { title: "Reminder", state: "cancelled", cancelled: 1, started_at: null },
    );
    const results = answered.results.map((result) => ({ ...result, cancelled: true as const }));
    const cancelled = { ...answered, results };
    server.instead["POST /api/sends/later-001/cancel"] = () => {
      has(cancelled);
      return json(200, { success: true, send: cancelled.send });
    };
    await open("#sends/later-001");
    expect(await screen.findByText("This email hasn't been sent yet.")).toBeInTheDocument();
    await user.click(await button("Cancel"));
    await answer("Cancel the send");
    expect(await screen.findByText("This email wasn't sent.")).toBeInTheDocument();
    expect(await screen.findByText("1 canceled.")).toBeInTheDocument();
    expect(screen.getByText("Canceled. Nothing was sent.")).toBeInTheDocument();
    expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("0");
    expect(screen.getByRole("region", { name: "Notifications" })).toHaveTextContent(/^$/);
  });

  it("says why an operator stopped it; it can be paused or canceled, but not resumed", async () => {
    const changes = {
      state: "paused",
      pause_reason: "stopped",
      pause_note: "A fault of ours.",
      ended_at: null,
    } as const;
    has(
      aSendAnswer(
        "stop-0001",
        { "ann@x.org": "sent", "bo@x.org": "queued" },
        { title: "Invitation", ...changes },
      ),
    );
    await open("#sends/stop-0001");
    expect(
      (await screen.findAllByText(/we have stopped sending for now\./))[0]?.textContent,
    ).toContain("The reason: “A fault of ours.”");
    await button("Pause");
    await button("Cancel");
    expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  });

  it("is deleted after a question, and the list is there again", async () => {
    has(ended());
    server.instead["DELETE /api/sends/done-0001"] = () => {
      has();
      return json(200, { success: true, send: ended().send });
    };
    await open("#sends/done-0001");
    await user.click(await button("Delete now"));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent(
      "This removes the send from your list",
    );
    await answer("Delete results");
    expect(await screen.findByText(/^You haven't sent anything yet\./)).toBeInTheDocument();
    expect(window.location.hash).toBe("#sends");
  });

  it("says if its emails are deleted, and if there is no such send", async () => {
    server.sends = [aSendAnswer("gone-0001", {}, { title: null })];
    await open("#sends/gone-0001");
    expect(
      await screen.findByText(/email and recipients\. Its numbers are still available/),
    ).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Send to new people" })).toBeNull();
    window.location.hash = "#sends/never-0001";
    window.dispatchEvent(new PopStateEvent("popstate"));
    expect(await screen.findByText(/^We can't find this send/)).toBeInTheDocument();
  });

  it("belongs to one person only", async () => {
    has(ended());
    await open("#sends/done-0001");
    expect(await screen.findByText("bo@x.org")).toBeInTheDocument();
    has();
    await act(async () => firebase.become(grace));
    expect(await screen.findByText("grace@example.com")).toBeInTheDocument();
    expect(await screen.findByText(/^We can't find this send/)).toBeInTheDocument();
    expect(screen.queryByText("bo@x.org")).toBeNull();
  });
});

describe("an email used again", () => {
  it("opens in Bulk Send with its template and settings, for a new list", async () => {
    has({ ...ended(), send: { ...ended().send, kind: "manual" } });
    server.templates = [aTemplate({ body: "<p>Dear {{Name}}, or not</p>" })];
    hasMail("done-0001", { files: ["map.txt"] });
    await open("#sends/done-0001");
    await waitFor(async () => expect(await button("Send to new people")).toBeEnabled());
    await user.click(await button("Send to new people"));
    expect(await screen.findByRole("radio", { name: "Manual" })).toBeChecked();
    expect(await screen.findByText("Invitation")).toBeInTheDocument();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Recipients" }).value).toBe("");
    expect(screen.getByDisplayValue("friends")).toBeInTheDocument();
    const said = await screen.findByText(
      /The template has changed since then\. The current version is used\./,
    );
    expect(said.textContent).toContain(
      "The template “Invitation” and its values are in Bulk Send. Write a list. Before you send, we ask about people who already got it.",
    );
    expect(said.textContent).toContain("Attach these files again: map.txt.");
  });

  it.each([
    ["your settings", "GET /api/account/settings"],
    ["the template", "GET /api/template/t1"],
  ])("waits until it has %s, and says so if we can't load them", async (what, call) => {
    has({ ...ended(), send: { ...ended().send, kind: "manual" } });
    server.templates = [aTemplate()];
    server.instead[call] = () => json(500, { success: false, error: "Down." });
    await open("#sends/done-0001");
    // The button waits each time that the page tries to load it again.
    const pressUntil = (text: string | RegExp) =>
      waitFor(async () => {
        const press = screen.queryByRole("button", { name: "Send to new people" });
        if (press) await user.click(press);
        expect(screen.getAllByText(text)[0]).toBeVisible();
      });
    await pressUntil(`We couldn't load ${what}. Try again.`);
    expect(window.location.hash).toBe("#sends/done-0001");
    delete server.instead[call];
    await pressUntil(/^The template “Invitation” and its values/);
  });

  it("is one step: Back leads to its send, and Forward to the email written in the meantime", async () => {
    has({ ...ended(), send: { ...ended().send, kind: "manual" } });
    server.templates = [aTemplate({ body: "<p>Dear {{Name}}</p>" })];
    await open("#sends");
    await user.click(await screen.findByRole("link", { name: "Invitation" }));
    await waitFor(async () => expect(await button("Send to new people")).toBeEnabled());
    await user.click(await button("Send to new people"));
    await write(user, await screen.findByRole("textbox", { name: "Recipients" }), "cy@x.org");
    window.history.back();
    expect(await screen.findByRole("heading", { level: 1, name: "Invitation" })).toHaveFocus();
    expect(window.location.hash).toBe("#sends/done-0001");
    window.history.forward();
    expect(await screen.findByRole("textbox", { name: "Recipients" })).toHaveValue("cy@x.org");
  });

  it("is composed if its template is gone, and an unsent email is kept", async () => {
    has(ended());
    hasMail("done-0001", { template_id: "t9" });
    await open("#bulk-send");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await write(user, await screen.findByRole("textbox", { name: "Recipients" }), "cy@x.org");
    await user.click(await screen.findByRole("link", { name: "Sends" }));
    await user.click(await screen.findByRole("link", { name: "Invitation" }));
    await waitFor(async () => expect(await button("Send to new people")).toBeEnabled());
    await user.click(await button("Send to new people"));
    expect(await screen.findByLabelText<HTMLInputElement>("Subject")).toHaveValue("Hello {{Name}}");
    expect(await screen.findByRole("textbox", { name: "Recipients" })).toHaveValue("");
    expect(await screen.findByText(/Its template was deleted/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Open Email" }));
    expect(await screen.findByRole("textbox", { name: "Recipients" })).toHaveValue("cy@x.org");
  });
});

it("a send's page offers never to email the person of the shown email again", async () => {
  has(ended());
  await open("#sends/done-0001");
  await user.click(await button("Don't email row1@x.org again"));
  expect(await screen.findByText("We won't email row1@x.org again.")).toBeInTheDocument();
  expect(server.suppressions).toMatchObject([{ address: "row1@x.org", source: "typed" }]);
  await user.click(await button("Undo"));
  await waitFor(() => expect(server.suppressions).toEqual([]));
});
