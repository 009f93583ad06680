import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, laterBy, type Seen } from "../../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aVariable } from "../../testing/templates.ts";
import { type Answers, aSendAnswer, aStickyTemplate, asFollowed, showTab } from "./testing.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(() => {
  firebase.become(ada);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const field = () => screen.findByLabelText<HTMLInputElement>("Recipients");
const chips = () => [...document.querySelectorAll("[data-chip]")].map(({ textContent }) => textContent);
const value = (name: RegExp) => screen.getByLabelText<HTMLTextAreaElement>(name).value;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));

async function choose(name = "Invitation") {
  const select = await screen.findByRole("combobox", { name: "Template" });
  await waitFor(() => expect(select.getAttribute("aria-disabled")).not.toBe("true"));
  await userEvent.click(select);
  await userEvent.click(await screen.findByRole("option", { name }));
}

/** Everything filled in, up to the button. */
async function fill(recipients = "ann@x.org bo@x.org ") {
  await choose();
  await userEvent.type(await screen.findByLabelText(/Name/), "friends");
  await userEvent.type(screen.getByLabelText(/Place/), "Delft");
  if (recipients !== "") await userEvent.type(await field(), recipients);
}

async function send() {
  await press("Send Email(s)");
  const question = await screen.findByRole("alertdialog");
  await userEvent.click(within(question).getByRole("button", { name: /^Send/ }));
  await gone();
}

/** A question hides the page behind it until it has faded. */
const gone = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

const KEPT = "sendwright:of:uid-ada:attempt:direct";

const keyOf = ({ headers }: Seen) => headers["idempotency-key"] ?? "";
const sends = (seen: Seen[]) => seen.filter(({ method, url }) => method === "POST" && url === "/api/send");
/** Answers by the key that the call brings. */
const answering = (rows: Parameters<typeof aSendAnswer>[1], more?: Parameters<typeof aSendAnswer>[2]): Answers => ({
  "POST /api/send": (seen) => json(200, aSendAnswer(keyOf(seen), rows, more)),
});

describe("the screen", () => {
  it("asks a signed-out person to sign in", async () => {
    firebase.become(null);
    showTab();
    expect(await screen.findByText("Please sign in to send emails.")).toBeTruthy();
  });

  it("without templates leads to where they are made", async () => {
    showTab({ templates: [] });
    expect((await screen.findByRole("link", { name: "Create a template" })).getAttribute("href")).toBe("/#templates");
  });

  it("remembers the template that was chosen last", async () => {
    localStorage.setItem("sendwright:of:uid-ada:direct-send:template", "t1");
    showTab();
    expect(await screen.findByLabelText(/Name/)).toBeTruthy();
  });

  it("forgets one that is gone", async () => {
    localStorage.setItem("sendwright:of:uid-ada:direct-send:template", "gone");
    const { seen } = showTab();
    await waitFor(() => expect(localStorage.getItem("sendwright:of:uid-ada:direct-send:template")).toBeNull());
    expect(seen.some(({ url }) => url.includes("gone"))).toBe(false);
  });

  it("remembers sticky values, also those of a field that was left", async () => {
    localStorage.setItem("sendwright:of:uid-ada:sticky:Place", "Delft");
    showTab();
    await choose();
    await screen.findByLabelText(/Place/);
    expect(value(/Place/)).toBe("Delft");
    await userEvent.type(screen.getByLabelText(/Place/), " West");
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Place")).toBe("Delft West");
    await userEvent.clear(screen.getByLabelText(/Place/));
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Place")).toBeNull();
  });

  it("begins anew with another template", async () => {
    showTab({ templates: [aStickyTemplate(), aStickyTemplate({ id: "t2", name: "Reminder" })] });
    await fill();
    await choose("Reminder");
    await waitFor(() => expect(chips()).toEqual([]));
    await waitFor(() => expect(value(/Name/)).toBe(""));
    expect(value(/Place/)).toBe("Delft");
  });

  it("keeps what stands in it while another tab is open", async () => {
    const { leave, comeBack } = showTab();
    await fill();
    leave();
    expect(chips()).toEqual([]);
    comeBack();
    await screen.findByLabelText(/Name/);
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(value(/Name/)).toBe("friends");
  });

  it.each([
    ["the list", { "GET /api/templates": () => json(500, { success: false }) }, "Error loading templates."],
    [
      "a template",
      { "GET /api/template/t1": () => json(500, { success: false }) },
      "Error loading template variables.",
    ],
  ] as const)("says when %s cannot be loaded", async (_what, answers, toast) => {
    localStorage.setItem("sendwright:of:uid-ada:direct-send:template", "t1");
    showTab({ answers });
    expect(await screen.findByText(toast)).toBeTruthy();
  });

  it("shows syntax warnings, and sends all the same", async () => {
    localStorage.setItem("sendwright:of:uid-ada:direct-send:template", "t1");
    showTab({ templates: [aStickyTemplate({ syntax_warnings: ["{{ is not closed"] })] });
    expect(await screen.findByText("Template Syntax Warnings: {{ is not closed")).toBeTruthy();
  });
});

describe("what keeps an email from being sent", () => {
  it("no template, no recipient: said in words, and the focus goes to the first", async () => {
    const { seen } = showTab();
    await field();
    await press("Send Email(s)");
    expect(screen.getAllByText("Please select a template.").length).toBeGreaterThan(0);
    expect(screen.getAllByText("Please enter at least one recipient email.")).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Template" }));
    expect(sends(seen)).toHaveLength(0);
  });

  it.each([
    [
      "a half-typed address",
      "ann@x.org bo@",
      "You have an email typed but not added. Press Enter, Space, or Comma to add it.",
    ],
    ["a chip that is no address", "ann@x.org bo@ ", "Invalid email format: bo@"],
  ])("%s", async (_what, typed, message) => {
    const { seen } = showTab();
    await fill(typed);
    await press("Send Email(s)");
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(document.activeElement).toBe(await field());
    expect(sends(seen)).toHaveLength(0);
  });

  it("values that are missing or do not fit, each at its field", async () => {
    const variables = [aVariable("First"), aVariable("Second"), aVariable("Mail", { type: "email" })];
    const fallback = aVariable("Third", { fallback: "x", required: false });
    showTab({ templates: [aStickyTemplate({ parsed_variables: [...variables, fallback] })] });
    await choose();
    await userEvent.type(await field(), "ann@x.org ");
    await userEvent.type(await screen.findByLabelText(/Second/), "   ");
    await userEvent.type(screen.getByLabelText(/Mail/), "me@");
    await press("Send Email(s)");
    expect(screen.getByText("Please fill in all required variables.")).toBeTruthy();
    expect(screen.getByText("Missing required variables: First, Second")).toBeTruthy();
    expect(screen.getAllByText("Not an email address in {{Mail}}: me@.")).toHaveLength(2);
    expect(screen.getAllByText("A value is needed here.")).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByLabelText(/First/));

    await userEvent.type(screen.getByLabelText(/First/), "x");
    expect(screen.getByText("Missing required variables: Second")).toBeTruthy();
  });
});

describe("the preview", () => {
  const rendered = {
    success: true,
    rendered_subject: "Hello friends",
    rendered_body_html: "<p>Dear friends</p>",
    rendered_text: "Dear friends",
    missing: [],
    syntax_warnings: [],
  };

  it("shows the first recipient's email, and follows the form", async () => {
    const { seen } = showTab({ answers: { "POST /api/preview": () => json(200, rendered) } });
    await fill("Ann@x.org bo@x.org ");
    await press("Generate Preview");
    const preview = await screen.findByRole("region", { name: "Preview" });
    expect(preview.textContent).toContain("Preview shows email content for the first recipient added.");
    for (const text of ["ada@example.com", "Ann@x.org", "Hello friends"])
      expect(within(preview).getByText(text)).toBeTruthy();
    const asked = () => seen.filter(({ url }) => url === "/api/preview").map(({ body }) => JSON.parse(String(body)));
    expect(asked().at(-1)).toEqual({ template_id: "t1", variables: { Name: "friends", Place: "Delft" } });
    await userEvent.type(screen.getByLabelText(/Name/), " all ");
    await waitFor(() => expect(asked().at(-1).variables.Name).toBe("friends all"));
  });

  it.each([
    [
      "with the server's words",
      { success: false, error: "Too long.", reason: "invalid_input" },
      "Preview Error: Too long.",
    ],
    ["without", { success: false }, "Preview Error: Failed to generate preview."],
  ])("says what went wrong, %s", async (_what, body, message) => {
    showTab({ answers: { "POST /api/preview": () => json(400, body) } });
    await fill();
    await press("Generate Preview");
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it("needs a template", async () => {
    showTab();
    await field();
    await press("Generate Preview");
    expect(screen.getByText("Preview Error: Please select a template.")).toBeTruthy();
  });

  it("sends a test to oneself", async () => {
    const { seen } = showTab({
      answers: {
        "POST /api/preview": () => json(200, rendered),
        "POST /api/test-send": (call) => json(200, aSendAnswer(keyOf(call), { "ada@example.com": "sent" })),
      },
    });
    await fill("");
    await press("Generate Preview");
    await userEvent.click(await screen.findByRole("button", { name: "Send a test to myself" }));
    expect(await screen.findByText("A test is on its way to ada@example.com.")).toBeTruthy();
    const test = seen.find(({ url }) => url === "/api/test-send");
    expect(JSON.parse(String(test?.body))).toEqual({
      template_id: "t1",
      variables: { Name: "friends", Place: "Delft" },
    });
  });
});

describe("sending", () => {
  it("asks how many, sends what stands in the form, and clears it", async () => {
    const { seen } = showTab({ answers: answering({ "ann@x.org": "sent", "Bo Li <bo@x.org>": "sent" }) });
    await fill("ann@x.org ");
    await userEvent.click(await field());
    await userEvent.type(await field(), '"Bo Li" <bo@x.org>{Enter}');
    await userEvent.upload(document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement, [
      new File(["x"], "map.png"),
    ]);
    await press("Send Email(s)");
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("Send 2 emails?");
    expect(question.textContent).toContain("From ada@example.com");
    expect(question.textContent).toContain("With 1 attachment, 1 Bytes.");
    await userEvent.click(within(question).getByRole("button", { name: "Send 2 emails" }));
    await gone();

    expect(await toasts().findByText("2 emails sent.")).toBeTruthy();
    expect(chips()).toEqual([]);
    expect(value(/Name/)).toBe("");
    expect(value(/Place/)).toBe("Delft");
    expect(screen.queryByText("map.png")).toBeNull();
    expect(sessionStorage.length).toBe(0);

    const [call] = sends(seen);
    const form = call?.body as FormData;
    expect(call && keyOf(call)).toMatch(/^[0-9a-f-]{36}$/);
    expect(form.get("template_id")).toBe("t1");
    expect(form.get("recipient")).toBe("ann@x.org, Bo Li <bo@x.org>");
    expect(JSON.parse(String(form.get("variables")))).toEqual({ Name: "friends", Place: "Delft" });
    expect([form.get("dateFormat"), form.get("timeFormat")]).toEqual(["mmddyyyy", "12hr"]);
    expect(form.getAll("attachments")).toHaveLength(1);
  });

  it("does nothing when the question is answered with no", async () => {
    const { seen } = showTab();
    await fill();
    await press("Send Email(s)");
    await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
    await gone();
    expect(sends(seen)).toHaveLength(0);
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
    showTab({ answers: { "POST /api/send": () => json(body.reason === "forbidden" ? 403 : 404, body) } });
    await fill();
    await send();
    expect(await toasts().findByText(`Send Error: ${words}`)).toBeTruthy();
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(value(/Name/)).toBe("friends");
  });

  it("that reached nobody keeps the form", async () => {
    const failed = { reason: "send_failed", error: "2 failed." };
    showTab({ answers: answering({ "ann@x.org": "failed", "bo@x.org": "failed" }, failed) });
    await fill();
    await send();
    expect(await toasts().findByText("Send Error: 2 failed.")).toBeTruthy();
    expect(screen.getByText("Reason of bo@x.org")).toBeTruthy();
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
  });

  it("that was delivered in part keeps only those who did not get it", async () => {
    const rows = { "ann@x.org": "sent", "bo@x.org": "failed", "cy@x.org": "warning" } as const;
    const { seen } = showTab({ answers: answering(rows, { reason: "partially_sent" }) });
    await fill("ann@x.org bo@x.org cy@x.org ");
    await send();
    expect(await toasts().findByText("Send Error: Failed to send email(s) (partially_sent)")).toBeTruthy();
    expect(chips()).toEqual(["bo@x.org"]);
    const link = screen.getByRole("link", { name: "Look in your Sent folder" }).getAttribute("href");
    expect(link).toBe("https://mail.google.com/mail/?authuser=ada%40example.com#search/in%3Asent%20to%3A(cy%40x.org)");

    await userEvent.click(screen.getByRole("button", { name: "Send again to cy@x.org" }));
    expect(chips()).toEqual(["bo@x.org", "cy@x.org"]);
    await send();
    await waitFor(() => expect(sends(seen)).toHaveLength(2));
    const [first, second] = sends(seen).map(keyOf);
    expect(first).not.toBe(second);
  });

  it("cannot be begun twice", async () => {
    let finish: (response: Response) => void = () => undefined;
    const { seen } = showTab({ answers: { "POST /api/send": () => new Promise((resolve) => (finish = resolve)) } });
    await fill();
    await send();
    const button = await screen.findByRole("button", { name: "Sending..." });
    expect(button).toHaveProperty("disabled", true);
    expect((await field()).disabled).toBe(true);
    const [call] = sends(seen);
    finish(json(200, aSendAnswer(call ? keyOf(call) : "", { "ann@x.org": "sent", "bo@x.org": "sent" })));
    expect(await toasts().findByText("2 emails sent.")).toBeTruthy();
  });

  it("ends in the form also when another tab was opened meanwhile", async () => {
    let finish: (response: Response) => void = () => undefined;
    const { seen, leave, comeBack } = showTab({
      answers: { "POST /api/send": () => new Promise((resolve) => (finish = resolve)) },
    });
    await fill();
    await send();
    leave();
    comeBack();
    expect(await screen.findByRole("button", { name: "Sending..." })).toHaveProperty("disabled", true);
    const [call] = sends(seen);
    finish(json(200, aSendAnswer(call ? keyOf(call) : "", { "ann@x.org": "sent", "bo@x.org": "failed" })));
    await waitFor(() => expect(chips()).toEqual(["bo@x.org"]));
    expect(await toasts().findByText(/^Send Error:/)).toBeTruthy();
  });

  it("that goes on is followed to its end", async () => {
    let looks = 0;
    showTab({
      answers: {
        "POST /api/send": (call) => json(202, aSendAnswer(keyOf(call), { "ann@x.org": "sent", "bo@x.org": "queued" })),
        "GET /api/sends/*": ({ url }) => {
          looks += 1;
          const id = url.split("/").at(-1)?.split("?")[0] ?? "";
          const last = looks < 2 ? "sending" : "sent";
          return json(200, asFollowed(aSendAnswer(id, { "ann@x.org": "sent", "bo@x.org": last })));
        },
      },
    });
    await fill();
    await send();
    expect(await screen.findByText("Sending 2 emails")).toBeTruthy();
    expect(await toasts().findByText("2 emails sent.", {}, { timeout: 5_000 })).toBeTruthy();
  });

  it("that waits can be left alone", async () => {
    const waiting = (id: string) => {
      const answer = aSendAnswer(id, { "ann@x.org": "sent", "bo@x.org": "queued" });
      return { ...answer, send: { ...answer.send, state: "paused" as const, pause_reason: "quota" as const } };
    };
    const { seen } = showTab({
      answers: {
        "POST /api/send": (call) => json(202, waiting(keyOf(call))),
        "GET /api/sends/*": ({ url }) => json(200, asFollowed(waiting(url.split("/").at(-1)?.split("?")[0] ?? ""))),
      },
    });
    await fill();
    await send();
    const link = await screen.findByRole("link", { name: "Look at this send" });
    const [call] = sends(seen);
    expect(link.getAttribute("href")).toBe(`/#bulk-send/${call && keyOf(call)}`);
    await press("Write another email");
    expect(chips()).toEqual([]);
    expect(screen.getByRole("button", { name: "Send Email(s)" })).toHaveProperty("disabled", false);
  });
});

describe("a connection that is lost while sending", () => {
  const broken = () => Promise.reject(new TypeError("network"));

  it("asks for the send by its key, and says what became of it", async () => {
    let key = "";
    const { seen } = showTab({
      answers: {
        "POST /api/send": (call) => {
          key = keyOf(call);
          return broken();
        },
        "GET /api/sends/*": () =>
          json(200, asFollowed(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "failed" }))),
      },
    });
    await fill();
    await send();
    expect(await screen.findByText("The connection was lost, but the server had your emails.")).toBeTruthy();
    expect(seen.some(({ url }) => url.startsWith(`/api/sends/${key}`))).toBe(true);
    expect(await toasts().findByText("Send Error: Failed to send email(s) (partially_sent)")).toBeTruthy();
    expect(chips()).toEqual(["bo@x.org"]);
  });

  it("says so while nobody can be asked, and goes on asking", async () => {
    let isBack = false;
    let key = "";
    showTab({
      answers: {
        "POST /api/send": (call) => {
          key = keyOf(call);
          return broken();
        },
        "GET /api/sends/*": () => {
          if (!isBack) return broken();
          return json(200, asFollowed(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sent" })));
        },
      },
    });
    await fill();
    await send();
    expect(await screen.findByText(/We are asking what became of your emails/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sending..." })).toHaveProperty("disabled", true);
    isBack = true;
    expect(await toasts().findByText("2 emails sent.", {}, { timeout: 15_000 })).toBeTruthy();
  });

  it("before the server had anything: keeps the form, and the same key for the next press", async () => {
    let isBroken = true;
    const { seen } = showTab({
      answers: {
        "POST /api/send": (call) =>
          isBroken ? broken() : json(200, aSendAnswer(keyOf(call), { "ann@x.org": "sent", "bo@x.org": "sent" })),
      },
    });
    await fill();
    await send();
    expect(await screen.findByText(/We are asking what became of your emails/)).toBeTruthy();
    laterBy(100_000);
    const words = /Send Error: The connection was lost before the server had your emails\. Nobody got one/;
    expect(await toasts().findByText(words, {}, { timeout: 15_000 })).toBeTruthy();
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    isBroken = false;
    await send();
    expect(await toasts().findByText("2 emails sent.")).toBeTruthy();
    const [first, second] = sends(seen).map(keyOf);
    expect(first).toBe(second);
  });

  it("and an earlier press had begun it after all: shows that one instead of sending again", async () => {
    let key = "";
    showTab({
      answers: {
        "POST /api/send": (call) => {
          key = keyOf(call);
          return json(409, { success: false, error: "Sent before.", reason: "idempotency_conflict" });
        },
        "GET /api/sends/*": () => json(200, asFollowed(aSendAnswer(key, { "ann@x.org": "sent" }))),
      },
    });
    await fill();
    await send();
    expect(await screen.findByText(/An earlier press of Send had begun after all/)).toBeTruthy();
    expect(chips()).toEqual(["bo@x.org"]);
  });

  it("and a reload: finds the send again, and brings back who did not get it", async () => {
    sessionStorage.setItem(KEPT, JSON.stringify({ key: "key-0001", at: Date.now() }));
    showTab({
      answers: {
        "GET /api/sends/*": () =>
          json(200, asFollowed(aSendAnswer("key-0001", { "ann@x.org": "sent", "bo@x.org": "failed" }))),
      },
    });
    expect(await screen.findByText("Reason of bo@x.org")).toBeTruthy();
    await waitFor(() => expect(chips()).toEqual(["bo@x.org"]));
    expect(sessionStorage.getItem(KEPT)).toBeNull();
  });
});
