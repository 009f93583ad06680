// @vitest-environment happy-dom
import { type Access, createQueryClient, provideAccess, SIGNED_OUT } from "@sendwright/web/parts";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Stored, Task } from "../shared/stored.ts";
import { type FakeChrome, fakeChrome } from "../testing/fakeChrome.ts";
import { draft as aDraft } from "../testing/sendingWorker.ts";
import { Workspace } from "./Workspace.tsx";

const INTO: Task = { kind: "insert", field: { tabId: 1, documentId: "d", host: "mail.example" }, trouble: null };
const TEXTS = { subject: "Hello", body: "<p>Hello</p>", dateFormat: "long", timeFormat: "24hr" };
const WARNINGS = { syntax_warnings: [] };
const READ = { parsed_variables: [], attachments: [], revision: "1", updated_at: "2026-11-20T12:00:00.000Z" };
const LISTED = { variables: [], attachment_count: 0, updated_at: "2026-11-20T12:00:00.000Z" };
const RENDERED = { rendered_subject: "Hello", rendered_body_html: "<p>Hello</p>", rendered_text: "Hello", missing: [] };

let browser: FakeChrome;
let root: Root;
let place: HTMLElement;
let cache: QueryClient;
/** The server's templates, by id. */
let templates: Map<string, string>;
let isDown: boolean;
let listed: number;

function answerTo(path: string): object {
  const id = /^\/api\/template\/(\w+)$/.exec(path)?.[1];
  if (id !== undefined) return { template: { id, name: templates.get(id), ...TEXTS, ...READ, ...WARNINGS } };
  if (path === "/api/preview") return { ...RENDERED, ...WARNINGS };
  if (path === "/api/templates") {
    listed += 1;
    return { templates: [...templates].map(([key, name]) => ({ id: key, name, ...LISTED })) };
  }
  return {};
}

const ada = { ...SIGNED_OUT, isAuthenticated: true, user: { uid: "ada", email: "ada@example.com", name: "" } };
const access: Access = {
  origin: "http://127.0.0.1:5000",
  session: () => ada,
  onSession: () => () => undefined,
  currentToken: async () => "token",
  expireSession: async () => undefined,
};

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  browser = fakeChrome();
  const sendMessage = async ({ type }: { type: string }) => (type === "insert" ? "inserted" : null);
  const events = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(chrome.runtime, { sendMessage });
  Object.assign(chrome.windows, { getCurrent: async () => ({ id: 1 }) });
  Object.assign(chrome, { permissions: { contains: async () => false, onAdded: events, onRemoved: events } });
  provideAccess(access);
  templates = new Map([["t1", "Note"]]);
  listed = 0;
  isDown = false;
  const down = { success: false, error: "Down.", reason: "internal_server_error" };
  vi.stubGlobal("fetch", async (url: string) =>
    isDown
      ? Response.json(down, { status: 500 })
      : Response.json({ success: true, ...answerTo(new URL(url).pathname) }),
  );
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  cache = createQueryClient();
});
afterEach(async () => {
  await act(async () => root.unmount());
  cache.clear();
  place.remove();
});

/** Opens the panel with this content of the session's storage. */
async function open(stored: Partial<Stored>): Promise<void> {
  Object.assign(browser.session, stored);
  const panel = createElement(Workspace, { uid: "ada" });
  await act(async () => root.render(createElement(QueryClientProvider, { client: cache }, panel)));
}

/** Waits until the panel is as expected. */
const until = (check: () => void) => vi.waitFor(() => act(async () => check()), { timeout: 30_000 });
const shows = (text: string) => until(() => expect(place.textContent).toContain(text));
const notShown = (text: string) => until(() => expect(place.textContent).not.toContain(text));
const mayInsert = () => until(() => expect(button("Insert").disabled).toBe(false));

function button(name: string): HTMLButtonElement {
  const found = [...place.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`There is no button “${name}”.`);
  return found;
}
const click = (name: string) => act(async () => button(name).click());
const enter = () => act(async () => void document.documentElement.dispatchEvent(new Event("mouseenter")));
const draft = { ...aDraft, values: [], isPreviewed: false };

describe("the choice of a template", () => {
  it("says that the chosen one was deleted, and keeps the recipients", async () => {
    templates = new Map([["t2", "Reminder"]]);
    await open({ draft });
    await shows("The template was deleted. Choose another one. We keep your recipients and values here.");
    await click("Reminder");
    await notShown("The template was deleted.");
    expect(browser.session.draft).toMatchObject({ templateId: "t2", recipients: draft.recipients });
  });

  it("says once that one is missing", async () => {
    await open({ draft: { ...draft, templateId: null } });
    await shows("Note");
    await click("Send Email(s)");
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
    await shows("Choose a template first.");
    expect(place.textContent).toContain("Choose a template to insert into the field on mail.example.");
    expect(button("Insert").disabled).toBe(true);
    await click("Note");
    await mayInsert();
    expect(place.textContent).not.toContain("Choose a template");
  });

  it("forgets its result when another template or field is chosen", async () => {
    templates.set("t2", "Reminder");
    await open({ task: INTO, draft });
    await mayInsert();
    await click("Insert");
    await shows("Inserted into mail.example.");
    await click("Change the template");
    await click("Reminder");
    await notShown("Inserted into");
    await mayInsert();
    await click("Insert");
    await shows("Inserted into mail.example.");
    await act(async () => await chrome.storage.session.set({ task: structuredClone(INTO) }));
    await notShown("Inserted into");
  });
});
