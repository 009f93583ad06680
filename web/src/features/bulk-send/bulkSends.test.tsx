import type { RowResult } from "@sendwright/functions/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeApi, json, laterBy } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { broken } from "../../testing/sendServer.ts";
import { aSend } from "../../testing/sends.ts";
import { accepted, answer, bulkCalls, choose, pick, pressSend, server, startServer, visit } from "./testing.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

describe("A bulk send", () => {
  it("shows why a send was refused, without rows, and keeps the form", async () => {
    server.send = () => json(400, { success: false, error: "Not today.", reason: "invalid_input" });
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await pressSend(user);
    expect(await screen.findByText("Bulk send failed: Not today.")).toBeInTheDocument();
    expect(screen.getByText("Bulk Send Error: Not today.")).toBeInTheDocument();
    expect(screen.queryByRole("columnheader")).toBeNull();
    expect(screen.getByText("people.csv")).toBeInTheDocument();
    expect(window.location.hash).toBe("#bulk-send");
  });

  it("finds the send whose answer was lost, instead of sending twice", async () => {
    server.send = (_form, key) => {
      accepted(aSend({ id: key }));
      throw new TypeError("connection reset");
    };
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await pressSend(user);
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    expect(screen.queryByText("people.csv")).toBeNull();
    expect(bulkCalls()).toHaveLength(1);
  });

  it("uses the same key again after an answer was lost and the send is not there", async () => {
    const keys: string[] = [];
    server.send = (_form, key) => {
      keys.push(key);
      if (keys.length === 1) throw new TypeError("connection reset");
      return accepted(aSend({ id: key }));
    };
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await pressSend(user);
    expect(await screen.findByText("We can't tell yet whether your send began")).toBeInTheDocument();
    laterBy(100_000);
    const words = /^Bulk send failed: .* Nobody got one; you can send again\./;
    expect(await screen.findByText(words)).toBeInTheDocument();
    await pressSend(user);
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    expect(keys[1]).toBe(keys[0]);
  });

  it("tells results that are not all sent apart, with the note on common failures", async () => {
    const counts = { total: 2, queued: 0, sending: 0, sent: 1, failed: 1, skipped: 0, warning: 0 };
    server.send = (_form, key) => accepted(aSend({ id: key, counts }));
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await pressSend(user);
    expect((await screen.findAllByText("1 sent, 1 failed.")).length).toBeGreaterThan(0);
    // The toast and the list of earlier sends may say it before the send itself is on the screen.
    expect(
      await screen.findByText(/Common failures include invalid addresses, rate limits or permission issues/),
    ).toBeInTheDocument();
    expect((await screen.findByText("Gmail does not know this address.")).closest("tr")?.dataset.status).toBe("failed");
    // In the words of the check: where it stands in the file, for the person who puts it right there.
    expect(screen.getByRole("cell", { name: "2 · line 3" })).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Send 1 failed row again" })).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Failed 1" }));
    await waitFor(() => expect(screen.queryByText("p1@example.org")).toBeNull());
  });

  it("clears file and results when the mode changes", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await pressSend(user);
    await screen.findByRole("columnheader", { name: "Row/N" });
    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await waitFor(() => expect(screen.queryByRole("columnheader", { name: "Row/N" })).toBeNull());
    expect(screen.getByRole("textbox", { name: "Recipients" })).toBeInTheDocument();
  });

  it("asks before the same mail goes to the same people again", async () => {
    const { user } = await visit();
    const before = new Date().toISOString();
    server.sends = [aSend({ started_at: before, created_at: before })];
    server.asked = fakeApi((seen) => {
      const results = [{ row: 1, line: 2, recipient: "ANN@example.org", status: "sent", reason: "" }];
      if (!seen.url.startsWith("/api/sends/send-0001")) return answer(seen);
      return json(200, { success: true, send: server.sends[0], results, cursor: "1" });
    });
    await choose(user, "Invitation");
    await pick(user);
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(within(dialog).getByText("Hello Ann")).toBeInTheDocument();
    expect(dialog.textContent).toMatch(/You sent this to 1 of these 2 people today at .*\. Send again\?/);
    expect(within(dialog).getByText("First time").nextElementSibling).toHaveTextContent(/^1: bo@example\.org$/);
    await user.click(within(dialog).getByRole("button", { name: "Only to the 1 other" }));
    await waitFor(() => expect(bulkCalls()).toHaveLength(1));
    const form = bulkCalls()[0]?.body as FormData;
    expect(form.get("skip_rows")).toBe("[1]");
    expect(form.get("sent_before")).toBe("[1]");
  });

  it("knows who has the mail however many sends of it went out since, and on whichever page of the list it stands", async () => {
    const { user } = await visit();
    const now = new Date().toISOString();
    const sendOf = (id: string) => aSend({ id, started_at: now, created_at: now });
    const since = Array.from({ length: 7 }, (_, n) => sendOf(`small-${n}`));
    const first = sendOf("send-0001");
    server.asked = fakeApi((seen) => {
      const path = seen.url.split("?")[0] ?? "";
      if (path === "/api/sends" && seen.url.includes("before=")) return json(200, { success: true, sends: [first] });
      if (path === "/api/sends") return json(200, { success: true, sends: since, before: "older" });
      const send = [...since, first].find(({ id }) => path === `/api/sends/${id}`);
      if (!send) return answer(seen);
      const recipient = send === first ? "bo@example.org" : `${send.id}@example.org`;
      const results = [{ row: 1, line: 2, recipient, status: "sent", reason: "" }];
      return json(200, { success: true, send, results, cursor: "1" });
    });
    await choose(user, "Invitation");
    await pick(user);
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Send the same mail again?" });
    expect(within(dialog).getByText("First time").nextElementSibling).toHaveTextContent(/^1: ann@example\.org$/);
    expect(dialog).not.toHaveTextContent(/could not be looked up/);
  });

  it("says so where nobody can tell who has the mail already", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    server.asked = fakeApi((seen) => (seen.url === "/api/sends" ? broken() : answer(seen)));
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("Whether some of them have this mail already could not be looked up.");
    await user.click(within(dialog).getByRole("button", { name: "Send 2 emails" }));
    await waitFor(() => expect(bulkCalls()).toHaveLength(1));
  });

  it("shows nothing older: a line leads to the sends that go on", async () => {
    const counts = { total: 200, queued: 150, sending: 4, sent: 46, failed: 0, skipped: 0, warning: 0 };
    server.sends = [
      aSend({ id: "going-on", state: "running", counts, ended_at: null, deletes_at: null, title: "Newsletter" }),
      aSend({ id: "before", title: "Invitation" }),
    ];
    await visit();
    expect((await screen.findByText(/^1 send going on: see/)).textContent).toBe("1 send going on: see Sends.");
    expect(screen.getByRole("link", { name: "Sends" }).getAttribute("href")).toMatch(/#sends$/);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.queryByText("Newsletter")).toBeNull();
  });

  it.each([
    ["finds the send as soon as it can ask", true],
    ["says so when there is none, and the next press is the same send", false],
  ])("keeps anyone from sending again while nobody can tell what became of it; %s", async (_what, isThere) => {
    let isDown = false;
    const keys: string[] = [];
    server.send = (_form, key) => {
      keys.push(key);
      if (isThere || keys.length > 1) accepted(aSend({ id: key }));
      if (keys.length > 1) return accepted(aSend({ id: key }));
      isDown = true;
      throw new TypeError("connection reset");
    };
    server.asked = fakeApi((seen) =>
      seen.url.startsWith("/api/sends") && isDown
        ? json(503, { success: false, error: "Down.", reason: "service_unavailable" })
        : answer(seen),
    );
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await pressSend(user);
    expect(await screen.findByText("We can't tell yet whether your send began")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Send 2 emails" }).hasAttribute("disabled")).toBe(true);
    isDown = false;
    if (!isThere) {
      laterBy(100_000);
      await screen.findByText(/^Bulk send failed: .* Nobody got one/);
      await pressSend(user);
    }
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByText("people.csv")).toBeNull());
    expect(new Set(keys).size).toBe(1);
  });

  it.each<[string, RowResult["status"], RegExp, number[] | undefined]>([
    ["failed rows", "failed", /^Send 1 failed row again$/, undefined],
    ["a row whose outcome is unknown", "warning", /^Send again/, [2]],
  ])("sends %s again when told to", async (_what, status, button, rows) => {
    const counts = { total: 2, queued: 0, sending: 0, sent: 1, failed: 0, skipped: 0, warning: 0, [status]: 1 };
    server.sends = [aSend({ counts })];
    const asked: unknown[] = [];
    server.asked = fakeApi((seen) => {
      if (seen.url === "/api/sends/send-0001/retry") {
        asked.push(JSON.parse(String(seen.body)));
        return json(200, { success: true, send: aSend() });
      }
      if (!seen.url.startsWith("/api/sends/send-0001")) return answer(seen);
      const result = { row: 2, line: 3, recipient: "bo@example.org", status, reason: "Who knows." };
      return json(200, { success: true, send: server.sends[0], results: [result], cursor: "1" });
    });
    const { user } = await visit("#bulk-send/send-0001");
    if (status === "warning") {
      const link = await screen.findByRole("link", { name: "Look in your Sent folder" });
      expect(link.getAttribute("href")).toContain("authuser=ada%40example.com");
    }
    await user.click(await screen.findByRole("button", { name: button }));
    await waitFor(() => expect(asked).toEqual([rows ? { rows } : {}]));
  });
});
