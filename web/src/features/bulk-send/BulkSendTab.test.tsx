import type { RowResult, Send, SendAnswer, Template } from "@sendwright/functions/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aConfig } from "../../testing/config.ts";
import { fakeApi, json, laterBy, type Seen } from "../../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { aSend } from "../../testing/sends.ts";
import { aTemplate, aVariable } from "../../testing/templates.ts";
import { CsvDesk } from "./csv/csvDesk.ts";
import type { WorkerRequest } from "./csv/csvReader.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/** The server as these tests need it: what it knows, what it was asked, and how it answers a send. */
interface Server {
  template: Template;
  sends: Send[];
  send: (form: FormData, key: string) => Response | Promise<Response>;
  asked: Seen[];
}
let server: Server;

const CSV = "Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n";
const aFile = (text = CSV, name = "people.csv") => new File([text], name, { type: "text/csv" });

function rowsOf({ counts }: Send): SendAnswer["results"] {
  return Array.from({ length: counts.total }, (_, index) => ({
    row: index + 1,
    line: index + 2,
    recipient: `p${index + 1}@example.org`,
    status: index < counts.sent ? ("sent" as const) : ("failed" as const),
    reason: index < counts.sent ? "" : "Gmail does not know this address.",
  }));
}

function accepted(send: Send): Response {
  server.sends = [send, ...server.sends.filter(({ id }) => id !== send.id)];
  const success = send.counts.sent === send.counts.total;
  return json(200, { success, message: "", send_id: send.id, send, results: rowsOf(send) });
}

function answer({ method, url, headers, body }: Seen): Response | Promise<Response> {
  const path = url.split("?")[0];
  if (path === "/api/config") return json(200, { success: true, config: aConfig() });
  if (path === "/api/templates") {
    const { id, name, updated_at, parsed_variables: variables } = server.template;
    return json(200, { success: true, templates: [{ id, name, updated_at, variables, attachment_count: 0 }] });
  }
  if (path === "/api/template/t1") return json(200, { success: true, template: server.template });
  if (path === "/api/preview") {
    const { variables } = JSON.parse(String(body)) as { variables: Record<string, string> };
    return json(200, {
      success: true,
      rendered_subject: `Hello ${variables.Name}`,
      rendered_body_html: "<p>Dear</p>",
      rendered_text: "Dear",
      missing: [],
      syntax_warnings: [],
    });
  }
  if (path === "/api/sends") return json(200, { success: true, sends: server.sends });
  if (path === "/api/send-bulk") return server.send(body as FormData, headers["idempotency-key"] ?? "");
  const send = server.sends.find(({ id }) => path === `/api/sends/${id}`);
  if (send && method === "GET") return json(200, { success: true, send, results: rowsOf(send), cursor: "1" });
  return json(404, { success: false, error: "Not found.", reason: "not_found" });
}

/** The tab of a page of its own, signed in. */
async function visit() {
  vi.resetModules();
  window.history.replaceState(null, "", "/app#bulk-send");
  const { BrowserRouter } = await import("react-router-dom");
  const { createQueryClient } = await import("../../lib/queryClient.ts");
  const { ToastProvider } = await import("../../components/Toasts.tsx");
  const { ConfirmProvider } = await import("../../components/Confirm.tsx");
  const { default: BulkSendTab } = await import("./BulkSendTab.tsx");
  const { bulkWay } = await import("./bulkWay.ts");
  const { SendingProvider } = await import("../../sending/SendingProvider.tsx");
  const session = await import("../../lib/session.ts");
  session.startSession("/app");
  const shown = () => (
    <BrowserRouter>
      <QueryClientProvider client={cache}>
        <ToastProvider>
          <ConfirmProvider>
            <SendingProvider uid={ada.uid} ways={[bulkWay]}>
              {isOnTab ? <BulkSendTab /> : <p>Another tab</p>}
            </SendingProvider>
          </ConfirmProvider>
        </ToastProvider>
      </QueryClientProvider>
    </BrowserRouter>
  );
  const cache = createQueryClient();
  let isOnTab = true;
  const { rerender } = render(shown());
  const user = userEvent.setup();
  await screen.findByLabelText("Template");
  const goTo = (tab: boolean) => {
    isOnTab = tab;
    rerender(shown());
  };
  return { user, goTo };
}

async function choose(user: ReturnType<typeof userEvent.setup>, option: string) {
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Template" }).ariaDisabled).not.toBe("true"));
  await user.click(screen.getByRole("combobox", { name: "Template" }));
  await user.click(await screen.findByRole("option", { name: option }));
}

async function pick(user: ReturnType<typeof userEvent.setup>, file = aFile()) {
  await user.upload(screen.getByLabelText("CSV file", { selector: "input" }), file);
}

async function pressSend(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("button", { name: /^Send \d+ emails?$/ }));
  const dialog = await screen.findByRole("alertdialog");
  await user.click(within(dialog).getByRole("button", { name: /^Send/ }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
}

// Whole screens are loaded and worked on, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  firebase.reset();
  firebase.user = ada;
  localStorage.setItem("sendwright:signed-in", "1");
  server = {
    template: aTemplate(),
    sends: [],
    send: (_form, key) => accepted(aSend({ id: key })),
    asked: [],
  };
  server.asked = fakeApi(answer);
  fakeWorker(() => {
    const desk = new CsvDesk();
    return (data, post) => {
      const { id, request } = data as WorkerRequest;
      void desk.answer(request).then((given) => post({ id, answer: given }));
    };
  });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const bulkCalls = () => server.asked.filter(({ url }) => url === "/api/send-bulk");

describe("Bulk Send", () => {
  it("sends a file: checked, previewed, asked about, with its results and a cleared form", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText("2 ready")).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    expect(await screen.findByText("Hello Ann")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next row" }));
    expect(await screen.findByText("Hello Bo")).toBeTruthy();

    await pressSend(user);
    const table = await screen.findByRole("table", { name: "" });
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual(["Row/N", "Recipient", "Status", "Details"]);
    expect(within(table).getAllByText("Sent")).toHaveLength(2);
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    expect(screen.queryByText("people.csv")).toBeNull();

    const [call] = bulkCalls();
    const form = call?.body as FormData;
    expect(form.get("mode")).toBe("csv");
    expect(form.get("recipient_template")).toBe("Email");
    expect(call?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(window.location.hash).toBe(`#bulk-send/${call?.headers["idempotency-key"]}`);
  });

  it("says what is missing before it previews or sends, and stops saying it once it is there", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(screen.getByText("Please select a template or '(Compose Manually)'.")).toBeTruthy();
    expect(screen.getByText("CSV file is required.")).toBeTruthy();
    await choose(user, "(Compose Manually)");
    expect(screen.getAllByText("CSV mode cannot be used with '(Compose Manually)'.").length).toBeGreaterThan(0);
    await choose(user, "Invitation");
    await pick(user);
    await waitFor(() => expect(screen.queryByText("CSV file is required.")).toBeNull());
    expect(bulkCalls()).toEqual([]);
  });

  it("puts a bad row right in place, and sends the correction along", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo(at)example.org\n,cleo@example.org\n"));
    expect(await screen.findByText("1 ready · 2 skipped")).toBeTruthy();
    const field = await screen.findByRole("textbox", { name: "Email, row 2" });
    await user.clear(field);
    await user.type(field, "bo@example.org{Enter}");
    expect(await screen.findByText("2 ready · 1 skipped")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Leave out row 3" }));
    expect(await screen.findByText(/You left out 1 row: 3/)).toBeTruthy();
    await pressSend(user);
    await waitFor(() => expect(bulkCalls()).toHaveLength(1));
    const form = bulkCalls()[0]?.body as FormData;
    expect(JSON.parse(String(form.get("row_edits")))).toEqual({ 2: { Email: "bo@example.org" } });
    expect(form.get("skip_rows")).toBe("[3]");
  });

  it("offers a column whose header almost is the variable's name", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("name,Email\nAnn,ann@example.org\n"));
    expect(await screen.findByText('Column "name" looks like {{Name}}: use it?')).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Use it" }));
    expect(await screen.findByText("1 ready")).toBeTruthy();
  });

  it.each([
    ["a file without rows", "Email,Name\n", "CSV has no data rows."],
    ["headers that cannot be read", "", "CSV Error: Could not parse headers. Check format."],
    ["a quote that is not closed", 'Email\n"ann@example.org\n', /^CSV Parsing Error: /],
  ])("says what is wrong with %s", async (_what, text, message) => {
    const { user } = await visit();
    await pick(user, aFile(text));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it("warns of rows above the limit and of a header row that is none", async () => {
    const { user } = await visit();
    await pick(user, aFile(`ann@example.org,Ann\n${"bo@example.org,Bo\n".repeat(1_200)}`));
    expect(
      await screen.findByText(
        "Warning: CSV has 1200 rows, exceeding limit (1000). Only first 1000 will be processed by the server.",
      ),
    ).toBeTruthy();
    expect(screen.getByText(/The first row holds an email address, but it is read as the headers/)).toBeTruthy();
  });

  it("shows template syntax warnings in a toast", async () => {
    server.template = aTemplate({ syntax_warnings: ["{{ is not closed"] });
    const { user } = await visit();
    await choose(user, "Invitation");
    expect(await screen.findByText("Template Syntax Warnings: {{ is not closed")).toBeTruthy();
  });

  it("says that a template's variables could not be loaded", async () => {
    const { user } = await visit();
    server.asked = fakeApi((seen) =>
      seen.url === "/api/template/t1"
        ? json(500, { success: false, error: "Out of order.", reason: "internal_server_error" })
        : answer(seen),
    );
    await choose(user, "Invitation");
    expect(await screen.findByText("Error loading variables: Out of order.")).toBeTruthy();
    expect(await screen.findByText("Error loading template variables.")).toBeTruthy();
  });

  it("shows why a send was refused, without rows, and keeps the form", async () => {
    server.send = () => json(400, { success: false, error: "Not today.", reason: "invalid_input" });
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await pressSend(user);
    expect(await screen.findByText("Bulk send failed: Not today.")).toBeTruthy();
    expect(screen.getByText("Bulk Send Error: Not today.")).toBeTruthy();
    expect(screen.queryByRole("columnheader")).toBeNull();
    expect(screen.getByText("people.csv")).toBeTruthy();
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
    expect(await screen.findByText("We can't tell yet whether your send began")).toBeTruthy();
    laterBy(100_000);
    const words = /^Bulk send failed: .* Nobody got one; you can send again\./;
    expect(await screen.findByText(words, {}, { timeout: 20_000 })).toBeTruthy();
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
    ).toBeTruthy();
    expect((await screen.findByText("Gmail does not know this address.")).closest("tr")?.dataset.status).toBe("failed");
    expect(await screen.findByRole("button", { name: "Send 1 failed row again" })).toBeTruthy();
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
    expect(screen.getByRole("textbox", { name: "Recipients" })).toBeTruthy();
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
    expect(dialog.textContent).toMatch(/You sent this to 1 of these 2 people today at .*\. Send again\?/);
    await user.click(within(dialog).getByRole("button", { name: "Only to the 1 other" }));
    expect(await screen.findByRole("button", { name: "Send 1 email" })).toBeTruthy();
    expect(bulkCalls()).toEqual([]);
  });

  it("keeps what was chosen while another tab is open", async () => {
    const { user, goTo } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await screen.findByText("2 ready");
    goTo(false);
    expect(screen.getByText("Another tab")).toBeTruthy();
    goTo(true);
    expect(await screen.findByText("2 ready")).toBeTruthy();
    expect(screen.getByText("people.csv")).toBeTruthy();
  });

  it("shows the send that goes on, whoever began it, and lists the others", async () => {
    const counts = { total: 200, queued: 150, sending: 4, sent: 46, failed: 0, skipped: 0, warning: 0 };
    server.sends = [
      aSend({ id: "going-on", state: "running", counts, ended_at: null, deletes_at: null, title: "Newsletter" }),
      aSend({ id: "before", title: "Invitation" }),
    ];
    await visit();
    expect(await screen.findByRole("heading", { name: "Newsletter" })).toBeTruthy();
    expect(await screen.findByText("46 sent, 154 to go.")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("23");
    expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Open Invitation" })).toBeTruthy();
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
    const wait = { timeout: 20_000 };
    expect(await screen.findByText("We can't tell yet whether your send began", {}, wait)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Send 2 emails" }).hasAttribute("disabled")).toBe(true);
    isDown = false;
    if (!isThere) {
      laterBy(100_000);
      await screen.findByText(/^Bulk send failed: .* Nobody got one/, {}, wait);
      await pressSend(user);
    }
    expect((await screen.findAllByText("2 sent.", {}, wait)).length).toBeGreaterThan(0);
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
    const { user } = await visit();
    await user.click(await screen.findByRole("button", { name: "Open Invitation" }));
    if (status === "warning") {
      const link = await screen.findByRole("link", { name: "Look in your Sent folder" });
      expect(link.getAttribute("href")).toContain("authuser=ada%40example.com");
    }
    await user.click(await screen.findByRole("button", { name: button }));
    await waitFor(() => expect(asked).toEqual([rows ? { rows } : {}]));
  });

  it("reads a table pasted from a spreadsheet, and reads it in another way when told to", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Paste from a spreadsheet" }));
    await user.click(screen.getByRole("textbox", { name: "Table from a spreadsheet" }));
    await user.paste("Email\tName\nann@example.org\tGood, Ann\n");
    expect(await screen.findByText("Tab · 1 row · 2 columns")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Look at it" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Columns are separated by" }), "Comma");
    expect(await screen.findByText("Comma · 1 row · 1 column")).toBeTruthy();
  });
});

describe("Bulk Send to a list", () => {
  async function toList(parts: Partial<Template> = {}) {
    server.template = aTemplate(parts);
    const { user } = await visit();
    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await choose(user, "Invitation");
    return user;
  }

  it("counts recipients, asks for one value each, and sends both", async () => {
    const user = await toList({ parsed_variables: [aVariable("Name"), aVariable("Company", { required: false })] });
    await user.type(
      screen.getByRole("textbox", { name: "Recipients" }),
      "Ann <ann@example.org>; bo@example.org nonsense, BO@example.org",
    );
    expect(screen.getByText("4 recipients of at most 100 · 1 not an address · 1 duplicate")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("Missing required variables: Name")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: /Name/ }), "friends");
    await pressSend(user);
    await waitFor(() => expect(bulkCalls()).toHaveLength(1));
    const form = bulkCalls()[0]?.body as FormData;
    expect(form.get("mode")).toBe("manual");
    expect(form.get("manual_recipients")).toContain("Ann <ann@example.org>");
    expect(JSON.parse(String(form.get("variables")))).toEqual({ Name: "friends", Company: "" });
  });

  it("says live when nothing is an address, and when there are too many", async () => {
    const user = await toList({ parsed_variables: [] });
    const field = screen.getByRole("textbox", { name: "Recipients" });
    await user.type(field, "nonsense");
    expect(screen.getByText("No valid email addresses detected.")).toBeTruthy();
    await user.clear(field);
    await user.click(field);
    await user.paste(Array.from({ length: 101 }, (_, index) => `p${index}@example.org`).join("\n"));
    expect(screen.getByText("Recipient limit (100) exceeded.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Send/ }));
    expect(await screen.findByText("Manual recipients exceed limit (100).")).toBeTruthy();
  });
});
