import {
  DEFAULT_LIMITS,
  PAGE_OUTDATED,
  type RowResult,
  TEMPLATE_CHANGED,
} from "@sendwright/core/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lastSendTab } from "../../lib/remembered.ts";
import { aConfig } from "../../testing/config.ts";
import { json, laterBy } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { broken, keyOf, sentBody } from "../../testing/fakeServer.ts";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import {
  aFile,
  cellOf,
  choose,
  clickButton,
  pick,
  sentForm,
  server,
  startServer,
  typeInto,
  visit,
} from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const COMMON_FAILURES =
  "Common failures include invalid addresses, rate limits or permission issues.";
const SENT = { "p1@example.org": "sent", "p2@example.org": "sent" } as const;

describe("A bulk send", () => {
  it("shows why a send was refused, without rows, and keeps the form", async () => {
    server.send = () => json(400, { success: false, error: "Not today.", reason: "invalid_input" });
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    expect(await screen.findByText("Bulk send failed: Not today.")).toBeInTheDocument();
    expect(screen.getByText(COMMON_FAILURES)).toBeInTheDocument();
    expect(screen.getByText("Bulk Send Error: Not today.")).toBeInTheDocument();
    expect(screen.queryByRole("columnheader", { name: "Row/N" })).toBeNull();
    expect(screen.getByText("people.csv")).toBeInTheDocument();
    expect(window.location.hash).toBe("#bulk-send");
  });

  it("asks for a reload if the page is outdated, and keeps the form", async () => {
    server.send = () => json(409, { error: PAGE_OUTDATED, reason: "page_outdated" });
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    expect(await screen.findByText(`Bulk send failed: ${PAGE_OUTDATED}`)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Reload" })).toBeInTheDocument();
    expect(screen.getByText("people.csv")).toBeInTheDocument();
    expect(server.presses).toHaveLength(1);
  });

  it("shows the template as it is now if it was changed since it was checked, and keeps the list and its corrections", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await typeInto(user, 2, "Name", "Bob");
    await waitFor(() => expect(screen.getAllByText("Hello Bob").length).toBeGreaterThan(0));
    // Someone saves it elsewhere.
    server.templates = [aTemplate({ revision: "8", subject: "Another subject for {{Name}}" })];
    await clickButton(user);
    expect(await screen.findByText(`Bulk send failed: ${TEMPLATE_CHANGED}`)).toBeInTheDocument();
    expect(screen.getByText(`Bulk Send Error: ${TEMPLATE_CHANGED}`)).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getAllByText("Another subject for Bob").length).toBeGreaterThan(0),
    );
    expect(await cellOf(2, "Name")).toHaveTextContent("Bob");
    expect(screen.getByText("people.csv")).toBeInTheDocument();
    await clickButton(user);
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    expect(server.presses.map(({ body }) => (body as FormData).get("revision"))).toEqual([
      "7",
      "8",
    ]);
  });

  it("finds the send whose answer was lost, instead of sending twice", async () => {
    server.send = (seen) => {
      server.accept(aSendAnswer(keyOf(seen), SENT));
      throw new TypeError("connection reset");
    };
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    expect(screen.queryByText("people.csv")).toBeNull();
    expect(server.presses).toHaveLength(1);
  });

  it("uses the same key again if the answer was lost and the send doesn't exist", async () => {
    const usual = server.send;
    server.send = broken;
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    expect(
      await screen.findByText("We can't tell yet whether your send began"),
    ).toBeInTheDocument();
    laterBy(100_000);
    const words = /^Bulk send failed: .* Nothing was sent\. You can send again\./;
    expect(await screen.findByText(words)).toBeInTheDocument();
    server.send = usual;
    await clickButton(user);
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    const [first, second] = server.presses.map(keyOf);
    expect(second).toBe(first);
  });

  it("distinguishes failed, skipped and unconfirmed results, with the note on common failures", async () => {
    const rows = { "p1@example.org": "sent", "p2@example.org": "failed" } as const;
    server.send = (seen) => server.accept(aSendAnswer(keyOf(seen), rows, { kind: "csv" }));
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    expect((await screen.findAllByText("1 sent, 1 failed.")).length).toBeGreaterThan(0);
    // The toast and the list of earlier sends may report it before the send itself is on the
    // screen.
    expect(
      await screen.findByText(
        /Common failures include invalid addresses, rate limits or permission issues/,
      ),
    ).toBeInTheDocument();
    // Above the rows, however many there are.
    const deadline = screen.getByText(
      /^The recipients and these results will be deleted .* Download them before that\.$/,
    );
    expect(deadline.compareDocumentPosition(screen.getByRole("table"))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(
      (await screen.findByText("Reason of p2@example.org")).closest("tr")?.dataset.status,
    ).toBe("failed");
    // In the words of the check: the place in the file, for the person who fixes it there.
    expect(screen.getByRole("cell", { name: "2 · line 3" })).toBeInTheDocument();
    expect(
      await screen.findByRole("button", { name: "Send 1 failed row again" }),
    ).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Failed 1" }));
    await waitFor(() => expect(screen.queryByText("p1@example.org")).toBeNull());
  });

  it("has no note on common failures if rows were only skipped", async () => {
    const reason = "Not an email address: nobody (there's no @)";
    const rows = { "p1@example.org": "sent", "p2@example.org": "skipped" } as const;
    server.send = (seen) => {
      const answer = aSendAnswer(keyOf(seen), rows, { kind: "csv" });
      return server.accept({
        ...answer,
        results: answer.results.map((row) => (row.status === "skipped" ? { ...row, reason } : row)),
      });
    };
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    expect(await screen.findByRole("cell", { name: reason })).toBeInTheDocument();
    expect(screen.queryByText(COMMON_FAILURES)).toBeNull();
  });

  it("names the people of skipped rows as long as the page has the list", async () => {
    server.send = (seen) => {
      const rows = { "p1@example.org": "sent", "": "skipped" } as const;
      const answer = aSendAnswer(keyOf(seen), rows, { kind: "csv" });
      const [first, second] = answer.results as [RowResult, RowResult];
      return server.accept({
        ...answer,
        results: [first, { ...second, reason: "You skipped this row." }],
      });
    };
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    const reason = await screen.findByRole("cell", { name: "You skipped this row." });
    expect(reason.closest("tr")).toHaveTextContent("Bobo@example.org");
    expect(screen.queryByText(/skipped in your browser/)).toBeNull();
  });

  it("clears file and results when the mode changes", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    await screen.findByRole("columnheader", { name: "Row/N" });
    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await waitFor(() => expect(screen.queryByRole("columnheader", { name: "Row/N" })).toBeNull());
    expect(screen.getByRole("textbox", { name: "Recipients" })).toBeInTheDocument();
  });

  it("begins with the template of the address, if there is one, and is where the next template is sent", async () => {
    const { user } = await visit("#bulk-send/template/t1");
    await waitFor(() => expect(screen.getByLabelText("Template")).toHaveTextContent("Invitation"));
    await waitFor(() => expect(window.location.hash).toBe("#bulk-send"));
    expect(lastSendTab("uid-ada")).toBe("direct");
    await pick(user);
    await clickButton(user);
    await screen.findByRole("columnheader", { name: "Row/N" });
    expect(lastSendTab("uid-ada")).toBe("bulk");
  });

  it("ignores a template in the address that is gone, and says what its two modes are for", async () => {
    const { user } = await visit("#bulk-send/template/gone");
    await waitFor(() => expect(window.location.hash).toBe("#bulk-send"));
    expect(screen.getByLabelText("Template")).toHaveTextContent("Choose a template");
    expect(screen.getByText(/^A list with a row for each email: from a CSV/)).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Manual" }));
    expect(
      screen.getByText(/^Addresses only: everyone gets the same .* written here\.$/),
    ).toBeVisible();
  });

  it("sends nothing when the question is answered with Cancel", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    const name = "Send 2 emails";
    await user.click(await screen.findByRole("button", { name }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }),
    );
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    // A started send would disable the button, and no second question would come.
    await user.click(await screen.findByRole("button", { name }));
    expect(await screen.findByRole("alertdialog")).toBeInTheDocument();
    expect(server.presses).toEqual([]);
  });

  it("asks before sending the same email to the same people again", async () => {
    const { user } = await visit();
    const before = new Date().toISOString();
    const times = { started_at: before, created_at: before };
    server.sends = [
      aSendAnswer("send-0001", { "ANN@example.org": "sent" }, { kind: "csv", ...times }),
    ];
    await choose(user, "Invitation");
    await pick(user);
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Send “Invitation” again?" });
    expect(within(dialog).getByText("Hello Ann")).toBeInTheDocument();
    expect(dialog.textContent).toMatch(
      /You sent “Invitation” to 1 of these 2 people today at .*\./,
    );
    expect(within(dialog).getByText("Not sent to yet").nextElementSibling).toHaveTextContent(
      /^bo@example\.org$/,
    );
    await user.click(within(dialog).getByRole("button", { name: "Only to bo@example.org" }));
    const rows = JSON.parse(String((await sentForm()).get("rows")));
    expect(rows).toEqual([{ line: 2, skip: "already_received" }, { line: 3 }]);
  });

  it("sends to no one whose box is unchecked if only the emails of others have changed", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(
      user,
      aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\nCy,cy@example.org\n"),
    );
    const at = "2026-11-20T10:12:00.000Z";
    const received = [
      { row: 1, at, by: "mailbox", same: true },
      { row: 2, at, by: "mailbox", same: false },
      { row: 3, at, by: "unclear", same: false },
    ];
    server.instead["POST /api/received"] = () => json(200, { success: true, received });
    await user.click(await screen.findByRole("button", { name: "Send 3 emails" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByRole("checkbox")).not.toBeChecked();
    await user.click(dialog.getByRole("button", { name: "Only to bo@example.org" }));
    expect(JSON.parse(String((await sentForm()).get("rows")))).toEqual([
      { line: 2, skip: "already_received" },
      { line: 3 },
      { line: 4, skip: "already_received" },
    ]);
  });

  it("sends to no one above the limit in place of people who already have it, and keeps those rows for the next send", async () => {
    server.config = aConfig({ limits: { ...DEFAULT_LIMITS, MAX_CSV_RECIPIENTS: 2 } });
    const before = new Date().toISOString();
    const times = { started_at: before, created_at: before };
    server.sends = [
      aSendAnswer("send-0001", { "ann@example.org": "sent" }, { kind: "csv", ...times }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(
      user,
      aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\nCy,cy@example.org\n"),
    );
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Only to bo@example.org" }));
    const form = await sentForm();
    expect(JSON.parse(String(form.get("rows")))).toEqual([
      { line: 2, skip: "already_received" },
      { line: 3 },
    ]);
    expect(form.get("rows_left_out")).toBe("1");
    await user.click(await screen.findByRole("button", { name: "Send 1 email" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("cy@example.org");
  });

  it("leads to the rows above the limit if everyone below it has the email", async () => {
    server.config = aConfig({ limits: { ...DEFAULT_LIMITS, MAX_CSV_RECIPIENTS: 1 } });
    const before = new Date().toISOString();
    const times = { started_at: before, created_at: before };
    server.sends = [
      aSendAnswer("send-0001", { "ann@example.org": "sent" }, { kind: "csv", ...times }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n"));
    await user.click(await screen.findByRole("button", { name: "Send 1 email" }));
    const next = { name: "Continue with the 1 row above the limit" };
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", next));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await screen.findByText("Hello Bo")).toBeInTheDocument();
    expect(server.presses).toEqual([]);
    expect(screen.getByRole("button", { name: "Undo the last change" })).toBeInTheDocument();
  });

  it("says so if it can't check who already has the email", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    server.instead["POST /api/received"] = broken;
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent(
      "We couldn't check whether any of them already received this email. The server didn't respond.",
    );
    await user.click(within(dialog).getByRole("button", { name: "Send 2 emails" }));
    await waitFor(() => expect(server.presses).toHaveLength(1));
  });

  it("shows nothing older: one line links to the sends in progress", async () => {
    const going = {
      "p1@example.org": "sent",
      "p2@example.org": "sending",
      "p3@example.org": "queued",
    } as const;
    server.sends = [
      aSendAnswer("going-on", going, { kind: "csv", title: "Newsletter" }),
      aSendAnswer("before", SENT, { kind: "csv", title: "Invitation" }),
    ];
    await visit();
    expect((await screen.findByText(/^1 send in progress. See/)).textContent).toBe(
      "1 send in progress. See Sends.",
    );
    expect(screen.getByRole("link", { name: "Sends" }).getAttribute("href")).toMatch(/#sends$/);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.queryByText("Newsletter")).toBeNull();
  });

  it.each([
    ["finds the send as soon as it can ask", true],
    ["says so if it doesn't exist, and the next click is the same send", false],
  ])("prevents another send while the outcome is unknown; %s", async (_what, isThere) => {
    const usual = server.send;
    server.send = (seen) => {
      if (isThere) server.accept(aSendAnswer(keyOf(seen), SENT));
      for (const call of ["GET /api/sends", "GET /api/sends/*"])
        server.instead[call] = () =>
          json(503, { success: false, error: "Down.", reason: "service_unavailable" });
      return broken();
    };
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await clickButton(user);
    expect(
      await screen.findByText("We can't tell yet whether your send began"),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Send 2 emails" }).hasAttribute("disabled")).toBe(
      true,
    );
    Object.assign(server, { instead: {}, send: usual });
    if (!isThere) {
      laterBy(100_000);
      await screen.findByText(/^Bulk send failed: .* Nothing was sent/);
      await clickButton(user);
    }
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByText("people.csv")).toBeNull());
    expect(new Set(server.presses.map(keyOf)).size).toBe(1);
  });

  it.each<[string, RowResult["status"], RegExp]>([
    ["failed rows", "failed", /^Send 1 failed row again$/],
    ["a row whose outcome is unknown", "warning", /^Send again/],
  ])("sends %s again when asked to", async (_what, status, button) => {
    const before = aSendAnswer(
      "send-0001",
      { "ann@example.org": "sent", "bo@example.org": status },
      { kind: "csv" },
    );
    server.sends = [before];
    server.instead["POST /api/sends/send-0001/retry"] = () =>
      json(200, { success: true, send: before.send });
    const { user } = await visit("#bulk-send/send-0001");
    if (status === "warning") {
      const link = await screen.findByRole("link", { name: "Check your Sent folder" });
      expect(link.getAttribute("href")).toContain("authuser=ada%40example.com");
    }
    await user.click(await screen.findByRole("button", { name: button }));
    const asked = () => server.calls("/api/sends/send-0001/retry").map(sentBody);
    await waitFor(() => expect(asked()).toEqual([{ rows: [2], received: [] }]));
  });

  it.each<[string, RowResult["status"], RegExp]>([
    ["failed rows", "failed", /^Send 1 failed row again$/],
    ["a row whose outcome is unknown", "warning", /^Send again to bo/],
  ])(
    "asks before it sends %s again to someone another send has reached",
    async (_what, status, button) => {
      const before = aSendAnswer(
        "send-0001",
        { "ann@example.org": "sent", "bo@example.org": status },
        { kind: "csv" },
      );
      server.sends = [
        aSendAnswer("other-001", { "BO@example.org": "sent" }, { kind: "direct" }),
        before,
      ];
      server.instead["POST /api/sends/send-0001/retry"] = () =>
        json(200, { success: true, send: before.send });
      const { user } = await visit("#bulk-send/send-0001");
      await user.click(await screen.findByRole("button", { name: button }));
      const dialog = within(
        await screen.findByRole("alertdialog", { name: "Send this email again?" }),
      );
      expect(
        dialog.getByText(
          "bo@example.org has already received this email from another send, or will soon.",
        ),
      ).toBeInTheDocument();
      const asked = () => server.calls("/api/sends/send-0001/retry").map(sentBody);
      expect(asked()).toEqual([]);
      await user.click(dialog.getByRole("button", { name: "Send again" }));
      await waitFor(() => expect(asked()).toEqual([{ rows: [2], received: [2] }]));
    },
  );

  it.each<[string, RowResult["status"], RegExp]>([
    ["failed rows", "failed", /^Send 1 failed row again$/],
    ["a row whose outcome is unknown", "warning", /^Send again to bo/],
  ])(
    "asks before it sends %s again if it couldn't check who received the email, and says why",
    async (...row) => {
      const [, status, button] = row;
      const before = aSendAnswer(
        "send-0001",
        { "ann@example.org": "sent", "bo@example.org": status },
        { kind: "csv" },
      );
      server.sends = [before];
      server.instead["POST /api/sends/send-0001/retry"] = () =>
        json(200, { success: true, send: before.send });
      server.instead["POST /api/received"] = () =>
        json(409, { error: "Too many sends.", reason: "too_much_kept" });
      const { user } = await visit("#bulk-send/send-0001");
      await user.click(await screen.findByRole("button", { name: button }));
      const dialog = within(
        await screen.findByRole("alertdialog", { name: "Send 1 email again?" }),
      );
      const words =
        "We couldn't check whether this person already received this email. Too many sends.";
      expect(dialog.getByText(words)).toBeInTheDocument();
      const asked = () => server.calls("/api/sends/send-0001/retry").map(sentBody);
      expect(asked()).toEqual([]);
      await user.click(dialog.getByRole("button", { name: "Send 1 email" }));
      await waitFor(() => expect(asked()).toEqual([{ rows: [2], received: [] }]));
    },
  );

  it("asks about the people that the server refuses, then sends to the chosen ones", async () => {
    const rows = {
      "ann@example.org": "failed",
      "bo@example.org": "failed",
      "cy@example.org": "failed",
    } as const;
    const before = aSendAnswer("send-0001", rows, { kind: "csv" });
    server.sends = [before];
    const at = "2026-11-20T10:12:00.000Z";
    const refusals = [
      [
        { row: 1, by: "mailbox", at },
        { row: 2, by: "unclear", at },
      ],
      [{ row: 3, by: "unclear", at }],
    ];
    server.instead["POST /api/sends/send-0001/retry"] = () => {
      const received = refusals.shift();
      if (!received) return json(200, { success: true, send: before.send });
      return json(409, { success: false, error: "Refused.", reason: "already_received", received });
    };
    const { user } = await visit("#bulk-send/send-0001");
    await user.click(await screen.findByRole("button", { name: "Send 3 failed rows again" }));
    const question = async () =>
      within(await screen.findByRole("alertdialog", { name: "Send these emails again?" }));
    const one = await question();
    expect(
      one.getByText(/^1 other has already received .*, or will soon\. They won't get it again\.$/),
    ).toBeInTheDocument();
    await user.click(one.getByRole("checkbox"));
    await user.click(one.getByRole("button", { name: "Send" }));
    const boxes = async () => (await question()).getAllByRole("checkbox");
    await waitFor(async () => expect(await boxes()).toHaveLength(2));
    const two = await question();
    // The first one is still chosen.
    await user.click(two.getAllByRole("checkbox")[1] as HTMLElement);
    await user.click(two.getByRole("button", { name: "Send" }));
    await waitFor(() =>
      expect(server.calls("/api/sends/send-0001/retry").map(sentBody)).toEqual([
        { rows: [1, 2, 3], received: [] },
        { rows: [2, 3], received: [2] },
        { rows: [2, 3], received: [2, 3] },
      ]),
    );
    expect(screen.queryByText("Refused.")).toBeNull();
  });

  it("asks once more about one person that the server refuses", async () => {
    const before = aSendAnswer(
      "send-0001",
      { "ann@example.org": "sent", "bo@example.org": "warning" },
      { kind: "csv" },
    );
    server.sends = [before];
    const received = [{ row: 2, by: "mailbox", at: "2026-11-20T10:12:00.000Z" }];
    server.instead["POST /api/sends/send-0001/retry"] = (seen) =>
      sentBody(seen).received.includes(2)
        ? json(200, { success: true, send: before.send })
        : json(409, { success: false, error: "Refused.", reason: "already_received", received });
    const { user } = await visit("#bulk-send/send-0001");
    await user.click(await screen.findByRole("button", { name: /^Send again to bo/ }));
    const dialog = within(
      await screen.findByRole("alertdialog", { name: "Send this email again?" }),
    );
    await user.click(dialog.getByRole("button", { name: "Send again" }));
    const asked = () => server.calls("/api/sends/send-0001/retry").map(sentBody);
    await waitFor(() => expect(asked().at(-1)).toEqual({ rows: [2], received: [2] }));
  });
});
