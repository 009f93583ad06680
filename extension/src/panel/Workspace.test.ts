import {
  limitsWith,
  NO_BODY,
  NO_SUBJECT,
  TEMPLATE_CHANGED,
  type Variable,
} from "@sendwright/core/contract";
import {
  type Access,
  ConfirmProvider,
  createQueryClient,
  provideAccess,
  SIGNED_OUT,
} from "@sendwright/web/parts";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionValues, StoredAttempt, SubmittedSend, Task } from "../shared/stored.ts";
import type { Target } from "../shared/workerMessages.ts";
import {
  browser,
  button,
  click,
  draw,
  eachInPanel,
  notShown,
  place,
  shows,
  until,
} from "../testing/inPanel.ts";
import { draft as aDraft, aSend, KEY, row, submitted } from "../testing/sendingWorker.ts";
import { Workspace } from "./Workspace.tsx";

const INTO: Task = { kind: "insert", id: "1" };
const TARGET: Target = {
  spot: { tabId: 1, documentId: "d", field: 1 },
  name: { field: "Message", tab: "Write to Ann" },
  trouble: null,
};
const TEXTS = { subject: "Hello", body: "<p>Hello</p>", dateFormat: "long", timeFormat: "24hr" };
const WARNINGS = { syntax_warnings: [] };
const READ = { attachments: [], revision: "1", updated_at: "2026-11-20T12:00:00.000Z" };
const LISTED = { variables: [], attachment_count: 0, updated_at: "2026-11-20T12:00:00.000Z" };
const RENDERED = {
  rendered_subject: "Hello",
  rendered_body_html: "<p>Hello</p>",
  rendered_text: "Hello",
  missing: [],
};

let cache: QueryClient;
/** The server's templates, by id. */
let templates: Map<string, string>;
let variables: Variable[];
let isDown: boolean;
let listed: number;
/** How often the panel asked who already received the email. */
let received: number;

function answerTo(path: string): object {
  const id = /^\/api\/template\/(\w+)$/.exec(path)?.[1];
  if (id !== undefined)
    return {
      template: {
        id,
        name: templates.get(id),
        parsed_variables: variables,
        ...TEXTS,
        ...READ,
        ...WARNINGS,
      },
    };
  if (path === "/api/received") {
    received += 1;
    return { received: [] };
  }
  if (path === "/api/preview") return { ...RENDERED, ...WARNINGS };
  if (path === "/api/templates") {
    listed += 1;
    return { templates: [...templates].map(([key, name]) => ({ id: key, name, ...LISTED })) };
  }
  return {};
}

const ada = {
  ...SIGNED_OUT,
  isAuthenticated: true,
  user: { uid: "ada", email: "ada@example.com", name: "" },
};
const access: Access = {
  origin: "http://127.0.0.1:5000",
  session: () => ada,
  onSession: () => () => undefined,
  currentToken: async () => "token",
  expireSession: async () => undefined,
};

eachInPanel();
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const answers: Record<string, unknown> = {
    target: TARGET,
    insert: { outcome: "inserted", undo: 1 },
  };
  const sendMessage = async ({ type }: { type: string }) => answers[type] ?? null;
  Object.assign(chrome.runtime, { sendMessage });
  provideAccess(access);
  templates = new Map([["t1", "Note"]]);
  variables = [];
  listed = 0;
  received = 0;
  isDown = false;
  const down = { success: false, error: "Down.", reason: "internal_server_error" };
  vi.stubGlobal("fetch", async (url: string) =>
    isDown
      ? Response.json(down, { status: 500 })
      : Response.json({ success: true, ...answerTo(new URL(url).pathname) }),
  );
  cache = createQueryClient();
});
afterEach(() => cache.clear());

/** Opens the panel with this content of the session's storage. */
async function open(stored: Partial<SessionValues>): Promise<void> {
  Object.assign(browser.session, stored);
  const panel = createElement(ConfirmProvider, null, createElement(Workspace, { uid: "ada" }));
  await draw(createElement(QueryClientProvider, { client: cache }, panel));
}

const mayInsert = () => until(() => expect(button("Insert").disabled).toBe(false));

const enter = () =>
  act(async () => void document.documentElement.dispatchEvent(new Event("mouseenter")));
const write = (label: string, text: string) =>
  act(async () => {
    const name = [...place.querySelectorAll("label")].find(
      ({ textContent }) => textContent === label,
    );
    const field = document.getElementById(name?.htmlFor ?? "");
    if (!field) throw new Error(`There is no field “${label}”.`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
const timesOf = (text: string) => (place.textContent ?? "").split(text).length - 1;
const draft = { ...aDraft, values: [], isPreviewed: false };
const NAME: Variable = {
  name: "First Name",
  type: "text",
  required: true,
  fallback: null,
  options: [],
};
const TEN = Array.from(
  { length: limitsWith({}).MAX_DIRECT_RECIPIENTS },
  (_, n) => `p${n}@example.org`,
);

describe("the choice of a template", () => {
  it("says that the chosen one was deleted, and keeps the recipients", async () => {
    templates = new Map([["t2", "Reminder"]]);
    await open({ draft });
    await shows(
      "The template was deleted. Choose another one. We keep your recipients and values here.",
    );
    await click("Reminder");
    await notShown("The template was deleted.");
    expect(browser.session.draft).toMatchObject({ templateId: "t2", recipients: draft.recipients });
  });

  it("says once that one is missing", async () => {
    await open({ draft: { ...draft, templateId: null } });
    await shows("Note");
    await click(/^Send/);
    await shows("Please select a template.");
    expect(place.textContent?.match(/Please select a template\./g)).toHaveLength(1);
  });

  it("is not read again while it is fresh, and keeps the focus if reading it again fails", async () => {
    await open({ draft: { ...draft, templateId: null } });
    await shows("Note");
    await enter();
    expect(listed).toBe(1);
    const field = place.querySelector("input");
    await act(async () => field?.focus());
    isDown = true;
    const later = Date.now() + 5_000;
    vi.spyOn(Date, "now").mockReturnValue(later);
    await enter();
    await shows("Try again");
    expect(document.activeElement).toBe(field);
    expect(place.textContent).toContain("Note");
  });
});

describe("inserting", () => {
  it("waits for a template", async () => {
    await open({ task: INTO, draft: { ...draft, templateId: null } });
    await shows("Choose a template to insert into Message, in the tab “Write to Ann”.");
    expect(button("Insert").disabled).toBe(true);
    await click("Note");
    expect(document.activeElement?.textContent).toContain("Change");
    await mayInsert();
    expect(place.textContent).not.toContain("Choose a template");
  });

  it("forgets its result when another template or field is chosen", async () => {
    templates.set("t2", "Reminder");
    await open({ task: INTO, draft });
    await mayInsert();
    await click("Insert");
    await shows("Inserted into Message, in the tab “Write to Ann”.");
    await click("Change the template");
    await click("Reminder");
    await notShown("Inserted into");
    await mayInsert();
    await click("Insert");
    await shows("Inserted into Message, in the tab “Write to Ann”.");
    await act(async () => await chrome.storage.session.set({ task: { ...INTO, id: "2" } }));
    await notShown("Inserted into");
  });

  it("shares template and values with the send", async () => {
    variables = [NAME];
    await open({ task: INTO, draft: { ...draft, values: [["First Name", "Maria"]] } });
    await shows("First Name");
    expect(place.querySelector("textarea")?.value).toBe("Maria");
    await write("First Name", "James");
    await click("Insert");
    await shows("Inserted into Message, in the tab “Write to Ann”.");
    await click("Close");
    await notShown("Copy subject");
    expect(place.querySelector("textarea")?.value).toBe("James");
    expect(button(/^Send/).textContent).toBe("Send to 2 people");
    expect(browser.session.draft).toMatchObject({ recipients: draft.recipients });
  });
});

describe("sending", () => {
  it("to one person has no choice between one value and several", async () => {
    variables = [NAME];
    await open({ draft: { ...draft, recipients: draft.recipients.slice(0, 1) } });
    await shows("Use “Ann” from the address");
    await click("Use “Ann” from the address");
    expect(place.textContent).not.toContain("Each their own");
    expect(browser.session.draft).toMatchObject({ values: [["First Name", "Ann"]] });
  });

  it("gives each person their own value, in the page's table, and sends them", async () => {
    const sent: { submitted?: SubmittedSend }[] = [];
    variables = [NAME];
    const recipients = ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"];
    await open({ draft: { ...draft, recipients, typed: "cy@example.org" } });
    await shows("Each their own");
    await click("Use the 2 names in the addresses");
    await shows("In the table above.");
    await shows("All 3");
    expect(browser.session.draft).toMatchObject({
      recipients: [...recipients, "cy@example.org"],
      typed: "",
    });
    expect(button(/^Send/).textContent).toBe("Send to 2 people");
    // A missing value is to be filled in. It's no error before a click on Send.
    await shows("To fill in 1");
    expect(document.querySelector('[data-tone="error"], [aria-invalid="true"]')).toBeNull();
    Object.assign(chrome.runtime, {
      sendMessage: async (message: object) => void sent.push(message),
    });
    await click(/^Send/);
    await until(() => expect(document.querySelector("[role=alertdialog]")).not.toBeNull());
    expect(document.body.textContent).toContain("To fill in1 row gets no email: cy@example.org");
    await click("Send 2 emails");
    await until(() => expect(sent.find(({ submitted: one }) => one)).toBeDefined());
    const { upload, recipients: to } = sent.find(({ submitted: one }) => one)?.submitted ?? {};
    expect(to).toEqual(recipients);
    expect(upload?.csv).toContain("Ann Good <ann@example.org>,Ann");
    expect(upload?.csv).toContain("Bo Li <bo@example.org>,Bo");
  });

  it("keeps the recipients and their own values when another template is chosen, and marks nothing", async () => {
    templates.set("t2", "Reminder");
    variables = [NAME, { ...NAME, name: "Place" }];
    await open({
      draft: { ...draft, recipients: ["Ann <ann@example.org>", "Bo <bo@example.org>"] },
    });
    await shows("Use the 2 names in the addresses");
    await click("Use the 2 names in the addresses");
    await click(/^Send/);
    await shows("Missing required variables");
    await click("Change the template");
    await click("Reminder");
    await notShown("Missing required variables");
    expect(button(/^Send/).textContent).toBe("Send to 2 people");
  });

  it("can begin anew: Clear asks first, and keeps people about whom nothing is known", async () => {
    await open({ draft: { ...draft, unknown: ["cy@example.org"] } });
    await shows("Clear");
    await click("Clear");
    await until(() => expect(document.querySelector("[role=alertdialog]")).not.toBeNull());
    const buttons = document.querySelectorAll<HTMLElement>("[role=alertdialog] button");
    await act(async () => [...buttons].at(-1)?.click());
    await until(() =>
      expect(browser.session.draft).toMatchObject({
        templateId: null,
        recipients: [],
        unknown: ["cy@example.org"],
      }),
    );
  });

  it("corrects or keeps the addresses that look wrong, as the page does", async () => {
    variables = [{ ...NAME, name: "Contact", type: "email" }];
    const recipients = ["Ann <ann@gmial.com>", "bo@g\u0430rden.example", "cy@gmial.com"];
    await open({ draft: { ...draft, recipients, values: [["Contact", "desk@hotmial.com"]] } });
    await shows("2 addresses end in gmial.com. Did you mean gmail.com?");
    await shows("“\u0430” is a Cyrillic letter, not “a”.");
    await shows("An address in {{Contact}} ends in hotmial.com.");
    await click(/^Send/);
    await until(() => expect(document.querySelector("[role=alertdialog]")).not.toBeNull());
    await click("Fix them first");
    await until(() => expect(document.activeElement).toBe(button("Change all 2 to gmail.com")));
    await click("Change all 2 to gmail.com");
    await click("Change it to hotmail.com");
    await click("Keep g\u0430rden.example");
    await notShown("Did you mean");
    expect(browser.session.draft).toMatchObject({
      recipients: ["Ann <ann@gmail.com>", "bo@g\u0430rden.example", "cy@gmail.com"],
      values: [["Contact", "desk@hotmail.com"]],
    });
    await click(/^Send/);
    await until(() => expect(document.querySelector("[role=alertdialog]")).not.toBeNull());
    expect(document.body.textContent).not.toContain("looks wrong");
  });

  it("names the character of an address that it refuses, and corrects it with one click", async () => {
    await open({ draft: { ...draft, recipients: ["o’neil@example.org", " “cy@example.org” "] } });
    await shows("o’neil@example.org: the curly apostrophe “’” can't be in an address.");
    await click("Use o'neil@example.org");
    await notShown("can't be in an address");
    expect(browser.session.draft).toMatchObject({
      recipients: ["o'neil@example.org", " “cy@example.org” "],
    });
  });

  it("says each problem once", async () => {
    variables = [NAME, { ...NAME, name: "Email", type: "email" }];
    const values: [string, string][] = [["Email", "bo@"]];
    await open({ draft: { ...draft, recipients: ["ann@"], values } });
    await shows("First Name");
    await click(/^Send/);
    for (const problem of [
      "Invalid email format: ann@",
      "Please fill in all required variables.",
      "Missing required variables: First Name",
      "valid email",
    ])
      expect([problem, timesOf(problem)]).toEqual([problem, 1]);
    expect(place.textContent).not.toContain("Enter a value.");
    expect(
      place.querySelectorAll('textarea[aria-invalid="true"], input[aria-invalid="true"]'),
    ).toHaveLength(3);
    expect(document.activeElement).toBe(place.querySelector("input"));
  });

  it("marks the fields of an email without a template, and says once that they are blank", async () => {
    await open({ draft: { ...draft, templateId: "" } });
    await shows("Body");
    await click(/^Send/);
    expect([timesOf(NO_SUBJECT), timesOf(NO_BODY)]).toEqual([1, 1]);
  });

  it("at the limit names it, and asks for no key that can't help", async () => {
    await open({ draft: { ...draft, recipients: TEN, typed: "one@example.org" } });
    await shows("You can add up to 10 recipients here. For more, use Bulk Send.");
    await click(/^Send/);
    await shows("Cannot add more than 10 recipients.");
    expect(timesOf("Cannot add more than 10 recipients.")).toBe(1);
    expect(place.textContent).not.toContain("typed but not added");
  });

  it("checks again who got the email when the connection is back", async () => {
    await open({ draft });
    await until(() => expect(button("Generate Preview").disabled).toBe(false));
    await click(/^Send/);
    const asks = () =>
      until(() => expect(document.querySelector("[role=alertdialog]")).not.toBeNull());
    await asks();
    expect(received).toBe(1);
    await act(async () => void window.dispatchEvent(new Event("online")));
    await until(() => expect(received).toBe(2));
    await asks();
    expect(document.querySelectorAll("[role=alertdialog]")).toHaveLength(1);
  });
});

describe("a template that was changed since it was checked", () => {
  it("goes to the server with its revision", async () => {
    const sent: unknown[] = [];
    Object.assign(chrome.runtime, {
      sendMessage: async (message: object) => void sent.push(message),
    });
    await open({ draft });
    await until(() => expect(button("Generate Preview").disabled).toBe(false));
    await sendNow("Send 2 emails");
    await until(() => expect(JSON.stringify(sent)).toContain('"templateId":"t1","revision":"1"'));
  });

  it("is read again after the refusal, and everything typed stays", async () => {
    variables = [NAME];
    const values: [string, string][] = [["First Name", "Maria"]];
    await open({ draft: { ...draft, values } });
    await shows("First Name");
    variables = [NAME, { ...NAME, name: "New placeholder" }];
    const refusal = { reason: "template_changed", message: TEMPLATE_CHANGED };
    const attempt: StoredAttempt["attempt"] = {
      key: KEY,
      submitted,
      at: Date.now(),
      status: "refused",
      refusal,
    };
    await act(async () => {
      await chrome.storage.session.set({
        attempt: { uid: "ada", attempt, seen: null, isShown: false },
      });
    });
    await shows(`Send Error: ${TEMPLATE_CHANGED} Nothing was sent. We keep what you wrote here.`);
    await shows("New placeholder");
    expect(place.querySelector("textarea")?.value).toBe("Maria");
    expect(browser.session.draft).toMatchObject({ recipients: draft.recipients, values });
  });
});

/** Clicks Send and confirms the question. */
async function sendNow(name: string): Promise<void> {
  await until(() => expect(button(/^Send/).disabled).toBe(false));
  await click(/^Send/);
  await until(() => expect(document.querySelector("[role=alertdialog]")).not.toBeNull());
  await click(name);
}

describe("an error", () => {
  const BUSY = "An email is already being sent from another window.";
  const store = (attempt: object | null) =>
    act(async () => {
      if (attempt === null) await chrome.storage.session.remove("attempt");
      else
        await chrome.storage.session.set({
          attempt: { uid: "ada", attempt, seen: null, isShown: true },
        });
    });
  const submission = { key: KEY, submitted, at: Date.now() };

  it("about another window that is sending ends when that has finished", async () => {
    Object.assign(chrome.runtime, {
      sendMessage: async ({ type }: { type: string }) => (type === "send" ? false : null),
    });
    await open({ draft });
    await sendNow("Send 2 emails");
    await store({ ...submission, status: "begun", known: "answered" });
    await shows(BUSY);
    await store({ ...submission, status: "ended", known: "answered" });
    await notShown(BUSY);
    // The other window's next send is no error of this one.
    await store({ ...submission, status: "begun", known: "answered" });
    await shows("Sending 2 emails.");
    expect(place.textContent).not.toContain(BUSY);
  });

  it("about a lost connection ends when it is back", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const refusal = { reason: "offline", message: "You're offline." };
    await open({ draft });
    await store({ ...submission, status: "refused", refusal });
    await shows("Send Error: You're offline. Nothing was sent.");
    online.mockReturnValue(true);
    await act(async () => void window.dispatchEvent(new Event("online")));
    await shows("Nothing was sent, because you were offline.");
    expect(place.textContent).not.toContain("Send Error");
  });

  it("about an expired session ends when the person is signed in again", async () => {
    const refusal = { reason: "session_expired", message: "Your session has expired." };
    await open({ draft });
    await store({ ...submission, status: "refused", refusal });
    await shows("Nothing was sent, because your session had ended.");
    expect(place.textContent).not.toContain("Send Error");
  });

  it("about a deleted template ends when another one is chosen", async () => {
    templates = new Map([["t2", "Reminder"]]);
    const refusal = { reason: "not_found", message: "This template no longer exists." };
    await open({ draft });
    await store({ ...submission, status: "refused", refusal });
    await shows("Send Error: The template was deleted.");
    await click("Reminder");
    await notShown("Send Error");
    expect(place.textContent).toContain("Nothing was sent with the earlier template.");
  });
});

describe("the last send", () => {
  const submission = { key: KEY, submitted, at: Date.now() };
  const ended = (sentCount: number): StoredAttempt => ({
    uid: "ada",
    attempt: { ...submission, status: "ended", known: "answered" },
    seen: {
      send: aSend("done", { sent: sentCount, failed: 2 - sentCount }),
      results: [
        row(1, "ann@example.org", "sent"),
        row(2, "bo@example.org", sentCount === 2 ? "sent" : "failed"),
      ],
    },
    isShown: true,
  });
  const after = { ...draft, recipients: [], by: "worker" };

  it.each([
    ["the form is changed", { draft: { ...after, typed: "c", by: "popup" } }],
    ["a template is inserted", { draft: after, task: INTO }],
  ])("is gone if all of it was sent and %s", async (_what, stored) => {
    await open({ attempt: ended(2), draft: after });
    await shows("2 emails sent.");
    await shows("Row/N");
    await act(async () => await chrome.storage.session.set(stored));
    await notShown("2 emails sent.");
    await notShown("Row/N");
  });

  it.each([
    ["sent", "1 email sent.To ann@example.org"],
    ["failed", "They're still in the recipients.To ann@example.org: No such mailbox."],
  ] as const)("of one email that is %s needs no table", async (status, text) => {
    const counts = { total: 1, sent: status === "sent" ? 1 : 0, failed: status === "sent" ? 0 : 1 };
    const result = { ...row(1, "ann@example.org", status) };
    if (status === "failed") result.reason = "No such mailbox.";
    await open({
      attempt: { ...ended(1), seen: { send: aSend("done", counts), results: [result] } },
      draft: after,
    });
    await shows(text);
    expect(place.textContent).not.toContain("Row/N");
  });

  it("leaves a link to its send if an email failed", async () => {
    await open({ attempt: ended(1), draft: after });
    await shows("Row/N");
    await act(
      async () =>
        await chrome.storage.session.set({ draft: { ...after, typed: "c", by: "popup" } }),
    );
    await notShown("Row/N");
    expect(place.textContent).toContain("1 of 2 emails sent.");
    const link = [...place.querySelectorAll("a")].find(({ textContent }) =>
      textContent?.startsWith("View this send"),
    );
    expect(link?.getAttribute("href")).toContain(`#sends/${KEY}`);
  });

  it("is sent even if this window closes", async () => {
    const hold = { until: Date.now() + 10_000, emails: 2, later: null };
    const attempt: StoredAttempt["attempt"] = {
      ...submission,
      status: "held",
      known: "answered",
      hold,
    };
    await open({ draft, attempt: { uid: "ada", attempt, seen: null, isShown: false } });
    await shows(", even if you close this");
  });
});
