import { PAGE_OUTDATED, type RowStatus, TEMPLATE_CHANGED } from "@sendwright/core/contract";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announced, begin, chips, gone, toasts } from "../../testing/acting.ts";
import { json, laterBy } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { broken, type Holds, keyOf } from "../../testing/fakeServer.ts";
import { held } from "../../testing/held.ts";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import {
  answering,
  aStickyTemplate,
  choose,
  clickButton,
  field,
  fill,
  giveOwn,
  KEPT,
  send,
  showTab,
  value,
} from "./directTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

describe("a template that was changed since it was checked", () => {
  const changed = () => aStickyTemplate({ revision: "8", subject: "Another subject for {{Name}}" });

  it("isn't sent: the new text is shown, and people and values stay", async () => {
    const { server } = showTab(answering({ "ann@x.org": "sent", "bo@x.org": "sent" }));
    await fill();
    server.templates = [changed()];
    await send();
    expect(await screen.findByText(`Send Error: ${TEMPLATE_CHANGED}`)).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getAllByText("Another subject for friends").length).toBeGreaterThan(0),
    );
    expect([chips(), value(/Name/), value(/Place/)]).toEqual([
      ["ann@x.org", "bo@x.org"],
      "friends",
      "Delft",
    ]);
    await send();
    expect(await toasts().findByText("2 emails sent.")).toBeInTheDocument();
    expect(server.presses.map(({ body }) => (body as FormData).get("revision"))).toEqual([
      "7",
      "8",
    ]);
  });

  it("isn't sent as a test either", async () => {
    const { server } = showTab();
    await fill();
    await waitFor(() => expect(screen.getAllByText("Hello friends").length).toBeGreaterThan(0));
    server.templates = [changed()];
    await clickButton("Send a test to myself");
    expect(
      await toasts().findByText(`The test wasn't sent: ${TEMPLATE_CHANGED}`),
    ).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getAllByText("Another subject for friends").length).toBeGreaterThan(0),
    );
    await clickButton("Send a test to myself");
    expect(
      await toasts().findByText("A test is on its way to ada@example.com."),
    ).toBeInTheDocument();
  });
});

describe("later", () => {
  const tomorrow = /^Tomorrow /;

  it("schedules what the form has, after a question, also for one person in view", async () => {
    const { server } = showTab();
    await fill("ann@x.org");
    await waitFor(() => expect(screen.getAllByText("Hello friends").length).toBeGreaterThan(0));
    await userEvent.click(screen.getByRole("radio", { name: tomorrow }));
    await clickButton("Schedule Email(s)");
    const question = within(await screen.findByRole("alertdialog"));
    expect(server.presses).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Schedule 1 email" }));
    await waitFor(() => expect(server.presses).toHaveLength(1));
    const form = server.presses[0]?.body as FormData;
    expect(server.presses[0]?.url).toMatch(/\/api\/send-bulk$/);
    expect([form.get("mode"), form.get("manual_recipients")]).toEqual(["manual", "ann@x.org"]);
    expect(Date.parse(String(form.get("start_at")))).toBeGreaterThan(Date.now());
    await waitFor(() => expect(chips()).toEqual([]));
    expect(screen.getByRole("radio", { name: "Now" })).toBeChecked();
    expect(screen.getByRole("button", { name: "Send Email(s)" })).toBeInTheDocument();
  });

  it("needs a time", async () => {
    const { server } = showTab();
    await fill("ann@x.org");
    await userEvent.click(screen.getByRole("radio", { name: "Choose…" }));
    await clickButton("Schedule Email(s)");
    expect(await screen.findByText(/^Choose when to send: a date and time/)).toBeInTheDocument();
    expect(server.presses).toEqual([]);
  });
});

describe("sending", () => {
  it("asks how many, sends the form's content, and clears it", async () => {
    const { server } = showTab(answering({ "ann@x.org": "sent", "Bo Li <bo@x.org>": "sent" }));
    await fill("ann@x.org");
    await userEvent.click(await field());
    await userEvent.type(await field(), '"Bo Li" <bo@x.org>{Enter}');
    await userEvent.upload(
      document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement,
      [new File(["x"], "map.png")],
    );
    await clickButton("Send Email(s)");
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("Send 2 emails?");
    for (const text of [
      "Toann@x.orgBo Li bo@x.org",
      "Both get the same values:Name: friendsPlace: Delft",
      "map.png (1 Bytes)",
      "Fromada@example.com",
    ])
      expect(question.textContent).toContain(text);
    await userEvent.click(within(question).getByRole("button", { name: "Send 2 emails" }));
    await gone();

    expect(await toasts().findByText("2 emails sent.")).toBeInTheDocument();
    expect(chips()).toEqual([]);
    expect(value(/Name/)).toBe("");
    expect(value(/Place/)).toBe("Delft");
    expect(screen.queryByText("map.png")).toBeNull();
    expect(sessionStorage.length).toBe(0);

    const [call] = server.presses;
    const form = call?.body as FormData;
    expect(call && keyOf(call)).toMatch(/^[0-9a-f-]{36}$/);
    expect(form.get("template_id")).toBe("t1");
    expect(form.get("recipient")).toBe("ann@x.org, Bo Li <bo@x.org>");
    expect(JSON.parse(String(form.get("variables")))).toEqual({ Name: "friends", Place: "Delft" });
    expect([form.get("dateFormat"), form.get("timeFormat")]).toEqual(["mmddyyyy", "12hr"]);
    expect(form.getAll("attachments")).toHaveLength(1);
  });

  describe("to one person", () => {
    const inView = (top = 100) =>
      vi
        .spyOn(Element.prototype, "getBoundingClientRect")
        .mockReturnValue(new DOMRect(700, top, 400, 500));
    const click = async () => {
      await screen.findByText(/Hello friends/);
      await clickButton("Send Email(s)");
    };

    it("whose email is in view is held without a question", async () => {
      inView();
      const { server } = showTab();
      await fill("ann@x.org");
      await screen.findByText(/Hello friends/);
      await click();
      await waitFor(() => expect(server.presses).toHaveLength(1));
      const form = server.presses[0]?.body as FormData;
      expect(form.get("hold")).toBe("10");
      expect(screen.queryByRole("alertdialog")).toBeNull();
    });

    it("asks first if the email on the screen is older than the form", async () => {
      inView();
      const { arrive, arrival } = held();
      const { server } = showTab();
      await fill("ann@x.org");
      await screen.findByText(/Hello friends/);
      server.instead["POST /api/preview"] = (seen) => arrival.then(() => server.usual(seen));
      await userEvent.type(screen.getByLabelText(/Name/), "hip");
      await clickButton("Send Email(s)");
      expect(await screen.findByRole("alertdialog")).toHaveTextContent("Hello friendship");
      expect(server.presses).toEqual([]);
      arrive();
    });

    it("asks first if the preview failed", async () => {
      inView();
      const { server } = showTab({
        instead: { "POST /api/preview": () => json(500, { success: false }) },
      });
      await fill("ann@x.org");
      await screen.findByText(/^Preview Error/);
      await clickButton("Send Email(s)");
      expect(await screen.findByRole("alertdialog")).toBeInTheDocument();
      expect(server.presses).toEqual([]);
    });

    it("asks first if another person is to fill in", async () => {
      inView();
      const { server } = showTab();
      await fill("ann@x.org bo@x.org");
      await giveOwn("Name");
      await screen.findByText(/Hello friends/);
      await clickButton("Send Email(s)");
      expect(await screen.findByRole("alertdialog")).toHaveTextContent(
        "To fill in1 row gets no email: bo@x.org",
      );
      expect(server.presses).toEqual([]);
    });

    const received = () =>
      json(200, {
        success: true,
        received: [{ row: 1, at: "2026-11-20T10:12:00Z", by: "mailbox" }],
      });
    it.each<[string, number, Holds]>([
      ["is out of view", 5_000, {}],
      [
        "is in view, but can't be undone,",
        100,
        {
          settings: {
            undo_send: false,
            hours: { from: 8, to: 20 },
            time_zone: null,
            reply_to: "",
            signature: "",
          },
        },
      ],
      ["reached them before", 100, { instead: { "POST /api/received": received } }],
      [
        "may have reached them before",
        100,
        { instead: { "POST /api/received": () => json(503, { success: false }) } },
      ],
    ])("asks first if the email %s", async (_what, top, holds) => {
      inView(top);
      const { server } = showTab(holds);
      await fill("ann@x.org");
      await click();
      expect(await screen.findByRole("alertdialog")).toBeInTheDocument();
      expect(server.presses).toEqual([]);
    });
  });

  it("does nothing if you answer no", async () => {
    const { server } = showTab();
    await fill();
    await clickButton("Send Email(s)");
    await userEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }),
    );
    await gone();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Send Email(s)" })).toHaveFocus(),
    );
    expect(server.presses).toHaveLength(0);
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
  });

  it.each([
    [
      "the server's words",
      { success: false, error: "This template no longer exists.", reason: "not_found" },
      "This template no longer exists.",
    ],
    ["the reason", { success: false, reason: "forbidden" }, "Failed to send email(s) (forbidden)"],
  ])("that is refused says so in %s, and keeps the form", async (_what, body, words) => {
    showTab({ send: () => json(body.reason === "forbidden" ? 403 : 404, body) });
    await fill();
    await send();
    expect(await toasts().findByText(`Send Error: ${words}`)).toBeInTheDocument();
    expect(screen.getAllByText(`Send Error: ${words}`)).toHaveLength(2);
    expect(announced(/Send Error/)).toHaveLength(1);
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(value(/Name/)).toBe("friends");
  });

  it("from an outdated page asks for a reload, and keeps the form", async () => {
    const { server } = showTab({
      send: () => json(409, { error: PAGE_OUTDATED, reason: "page_outdated" }),
    });
    await fill();
    await send();
    expect(await toasts().findByText(`Send Error: ${PAGE_OUTDATED}`)).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Reload" })).toBeInTheDocument();
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(value(/Name/)).toBe("friends");
    expect(server.presses).toHaveLength(1);
  });

  it("isn't repeated if a later version's answer can't be read", async () => {
    const { server } = showTab({
      send: (call) => {
        const answer = aSendAnswer(keyOf(call), { "ann@x.org": "sent" });
        return json(200, { ...answer, send: { ...answer.send, state: "of_a_later_version" } });
      },
    });
    await fill();
    await send();
    expect(
      await screen.findByText("We can't tell yet whether your send began"),
    ).toBeInTheDocument();
    const looks = () => server.asked.filter(({ url }) => url.startsWith("/api/sends/")).length;
    await waitFor(() => expect(looks()).toBeGreaterThan(1), { timeout: 30_000 });
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(server.presses).toHaveLength(1);
  });

  it("that reached no one keeps the form", async () => {
    const failed = { reason: "send_failed", error: "2 failed." };
    showTab(answering({ "ann@x.org": "failed", "bo@x.org": "failed" }, failed));
    await fill();
    await send();
    expect(await toasts().findByText("Send Error: 2 failed.")).toBeInTheDocument();
    expect(screen.getByText("Reason of bo@x.org")).toBeInTheDocument();
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
  });

  it("that was partly delivered keeps only those who didn't get it", async () => {
    const rows = { "ann@x.org": "sent", "bo@x.org": "failed", "cy@x.org": "warning" } as const;
    const { server } = showTab(answering(rows, { reason: "partially_sent" }));
    await fill("ann@x.org bo@x.org cy@x.org");
    await send();
    expect(
      await toasts().findByText("Send Error: 1 sent, 1 failed, 1 unconfirmed."),
    ).toBeInTheDocument();
    expect(chips()).toEqual(["bo@x.org"]);
    const link = screen.getByRole("link", { name: "Check your Sent folder" }).getAttribute("href");
    expect(link).toBe(
      "https://mail.google.com/mail/?authuser=ada%40example.com#search/in%3Asent%20to%3A(cy%40x.org)",
    );

    // The only way to send to them again: they are back among the recipients.
    expect(screen.queryByRole("button", { name: /failed row/ })).toBeNull();
    await send();
    await waitFor(() => expect(server.presses).toHaveLength(2));
    const [first, second] = server.presses.map(keyOf);
    expect(first).not.toBe(second);
  });

  it("that is refused keeps the email as unsent if another template has emptied the form in the meantime", async () => {
    const { arrive, arrival } = held();
    showTab({
      templates: [aStickyTemplate(), aStickyTemplate({ id: "t2", name: "Reminder" })],
      send: () => arrival.then(() => json(403, { success: false, reason: "forbidden" })),
    });
    await fill();
    await send();
    await choose("Reminder");
    await waitFor(() => expect(chips()).toEqual([]));
    arrive();
    expect(
      await screen.findByText("Not sent: Invitation, to ann@x.org and bo@x.org."),
    ).toBeInTheDocument();
    expect(chips()).toEqual([]);
    await clickButton("Open Invitation");
    await waitFor(() => expect(chips()).toEqual(["ann@x.org", "bo@x.org"]));
    await waitFor(() => expect(value(/Name/)).toBe("friends"));
    expect(screen.queryByText(/^Not sent:/)).toBeNull();
  });

  it("can't be started twice", async () => {
    let finish: (response: Response) => void = () => undefined;
    const { server } = showTab({ send: () => new Promise((resolve) => (finish = resolve)) });
    await fill();
    await send();
    const button = await screen.findByRole("button", { name: "Sending..." });
    expect(button).toHaveProperty("disabled", true);
    const [call] = server.presses;
    finish(
      json(200, aSendAnswer(call ? keyOf(call) : "", { "ann@x.org": "sent", "bo@x.org": "sent" })),
    );
    expect(await toasts().findByText("2 emails sent.")).toBeInTheDocument();
  });

  it("clears the form even if another tab was opened in the meantime", async () => {
    let finish: (response: Response) => void = () => undefined;
    const { server, leave, comeBack } = showTab({
      send: () => new Promise((resolve) => (finish = resolve)),
    });
    await fill();
    await send();
    leave();
    comeBack();
    expect(await screen.findByRole("button", { name: "Sending..." })).toHaveProperty(
      "disabled",
      true,
    );
    const [call] = server.presses;
    finish(
      json(
        200,
        aSendAnswer(call ? keyOf(call) : "", { "ann@x.org": "sent", "bo@x.org": "failed" }),
      ),
    );
    await waitFor(() => expect(chips()).toEqual(["bo@x.org"]));
    expect(await toasts().findByText(/^Send Error:/)).toBeInTheDocument();
  });

  it("in progress is followed to its end", async () => {
    const { server } = showTab();
    const isAt = (id: string, last: RowStatus) =>
      server.accept(aSendAnswer(id, { "ann@x.org": "sent", "bo@x.org": last }));
    server.send = (call) => isAt(keyOf(call), "queued");
    let looks = 0;
    server.instead["GET /api/sends/*"] = (call) => {
      looks += 1;
      isAt(server.sends[0]?.send.id ?? "", looks < 2 ? "sending" : "sent");
      return server.usual(call);
    };
    await fill();
    await send();
    expect(await screen.findByText("1 sent, 1 to go.")).toBeInTheDocument();
    expect(await toasts().findByText("2 emails sent.", {}, { timeout: 5_000 })).toBeInTheDocument();
  });

  it("that is waiting leaves the form free for another email", async () => {
    const { server } = showTab();
    const [people, paused] = [
      { "ann@x.org": "sent", "bo@x.org": "queued" },
      { state: "paused", pause_reason: "quota" },
    ] as const;
    server.send = (call) => server.accept(aSendAnswer(keyOf(call), people, paused));
    await fill();
    await send();
    const link = await screen.findByRole("link", { name: "Open in Sends" });
    const [call] = server.presses;
    expect(link.getAttribute("href")).toBe(`/#sends/${call && keyOf(call)}`);
    expect(chips()).toEqual([]);
    expect(screen.getByRole("button", { name: "Send Email(s)" })).toHaveProperty("disabled", false);
  });
});

it("brings back whoever isn't filled in yet or has an error, to be filled in and sent", async () => {
  const { server } = showTab();
  await fill("ann@x.org bo@x.org ");
  await giveOwn("Name");
  await screen.findByText(/1 ready · 1 to fill in/);
  server.send = (call) => {
    const answer = aSendAnswer(keyOf(call), { "ann@x.org": "sent", "bo@x.org": "skipped" });
    return server.accept({
      ...answer,
      results: answer.results.map((row) =>
        row.status === "skipped" ? { ...row, reason: "Missing value for Name." } : row,
      ),
    });
  };
  await send();
  expect(await screen.findByText(/0 ready · 1 to fill in/)).toBeInTheDocument();
  expect(screen.getByRole("grid")).toHaveTextContent("bo@x.org");
  expect(screen.getByRole("grid")).not.toHaveTextContent("ann@x.org");
  expect(screen.getByText("Missing value for Name.")).toBeInTheDocument();
});

describe("a connection lost while sending", () => {
  it("finds the send by its key, and reports its result", async () => {
    const { server } = showTab();
    server.send = (call) => {
      server.accept(aSendAnswer(keyOf(call), { "ann@x.org": "sent", "bo@x.org": "failed" }));
      return broken();
    };
    await fill();
    await send();
    expect(
      await screen.findByText("The connection was lost, but your emails reached the server."),
    ).toBeInTheDocument();
    const [key] = server.presses.map(keyOf);
    expect(server.asked.some(({ url }) => url.startsWith(`/api/sends/${key}`))).toBe(true);
    expect(await toasts().findByText("Send Error: 1 sent, 1 failed.")).toBeInTheDocument();
    expect(chips()).toEqual(["bo@x.org"]);
  });

  it("says so while the server is unreachable, and keeps asking", async () => {
    const { server } = showTab({ instead: { "GET /api/sends/*": broken } });
    server.send = (call) => {
      server.accept(aSendAnswer(keyOf(call), { "ann@x.org": "sent", "bo@x.org": "sent" }));
      return broken();
    };
    await fill();
    await send();
    expect(await screen.findByText(/Checking what happened to your emails/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Checking..." })).toHaveProperty("disabled", true);
    server.instead = {};
    expect(
      await toasts().findByText("2 emails sent.", {}, { timeout: 15_000 }),
    ).toBeInTheDocument();
  });

  it("before the server had anything keeps the form, and the same key for the next click", async () => {
    const { server } = showTab();
    const usual = server.send;
    server.send = broken;
    await fill();
    await send();
    expect(await screen.findByText(/Checking what happened to your emails/)).toBeInTheDocument();
    laterBy(100_000);
    const words =
      /Send Error: The connection was lost before your emails reached the server\. Nothing was sent/;
    expect(await toasts().findByText(words, {}, { timeout: 15_000 })).toBeInTheDocument();
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    server.send = usual;
    await send();
    expect(await toasts().findByText("2 emails sent.")).toBeInTheDocument();
    const [first, second] = server.presses.map(keyOf);
    expect(first).toBe(second);
  });

  it("after the send had started shows that send instead of sending again", async () => {
    const { server } = showTab();
    server.send = (call) => {
      server.accept(aSendAnswer(keyOf(call), { "ann@x.org": "sent" }));
      return json(409, { success: false, error: "Sent before.", reason: "idempotency_conflict" });
    };
    await fill();
    await send();
    expect(
      await screen.findByText(/Your earlier click on Send went through after all/),
    ).toBeInTheDocument();
    // No one is missed: before the next send, the server says who already received it.
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
  });

  it("and then reloading finds the send again, and restores those who didn't get it", async () => {
    sessionStorage.setItem(KEPT, JSON.stringify({ key: "key-0001", at: Date.now() }));
    showTab({ sends: [aSendAnswer("key-0001", { "ann@x.org": "sent", "bo@x.org": "failed" })] });
    expect(await screen.findByText("Reason of bo@x.org")).toBeInTheDocument();
    await waitFor(() => expect(chips()).toEqual(["bo@x.org"]));
    expect(sessionStorage.getItem(KEPT)).toBeNull();
  });
});
