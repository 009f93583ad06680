// @vitest-environment happy-dom
import { DEFAULT_LIMITS, type Suppression } from "@sendwright/core/contract";
import {
  ConfirmProvider,
  createQueryClient,
  provideAccess,
  SIGNED_OUT,
} from "@sendwright/web/parts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fakeChrome.ts";
import { draft } from "../testing/sendingWorker.ts";
import { Workspace } from "./Workspace.tsx";

const TEMPLATE = { id: "t1", name: "Note", updated_at: "2026-11-20T12:00:00.000Z" };
const TEXTS = {
  subject: "Hello",
  body: "<p>Hello</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};
const suppressions: Suppression[] = [
  { address: "BO@example.org", since: "2026-11-20T12:00:00.000Z", source: "typed" },
];

function answerTo(path: string): object {
  const quota = { limit: 500, sent: 0, left: 500, more_at: null, more_count: 0 };
  const account = { extensionId: "", userEmail: "ada@example.com", connected: true };
  if (path === "/api/config")
    return { config: { ...account, limits: DEFAULT_LIMITS, sendRate: 60, quota } };
  if (path === "/api/suppressions") return { version: 1, suppressions };
  if (path === "/api/templates")
    return { templates: [{ ...TEMPLATE, variables: [], attachment_count: 0 }] };
  const read = { parsed_variables: [], attachments: [], revision: "1", syntax_warnings: [] };
  return { template: { ...TEMPLATE, ...TEXTS, ...read } };
}

it.each([
  [["Ann <ann@example.org>", "Bo <bo@example.org>"], "Send to 1 person", false],
  [["Bo <bo@example.org>"], "Send", true],
])(
  "of %j, those you don't email are named before the click: %s",
  async (recipients, word, isNone) => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    const browser = fakeChrome();
    const events = { addListener: () => undefined, removeListener: () => undefined };
    Object.assign(chrome, {
      permissions: { contains: async () => false, onAdded: events, onRemoved: events },
    });
    Object.assign(chrome.windows, { getCurrent: async () => ({ id: 1 }) });
    const ada = { uid: "ada", email: "ada@example.com", name: "" };
    const session = { ...SIGNED_OUT, isAuthenticated: true, user: ada };
    provideAccess({
      origin: "http://127.0.0.1:5000",
      session: () => session,
      onSession: () => () => undefined,
      currentToken: async () => "token",
      expireSession: async () => undefined,
    });
    vi.stubGlobal("fetch", async (url: string) =>
      Response.json({ success: true, ...answerTo(new URL(url).pathname) }),
    );
    Object.assign(browser.session, { draft: { ...draft, values: [], recipients } });
    const place = document.body.appendChild(document.createElement("div"));
    const root = createRoot(place);
    const client = createQueryClient();
    const panel = createElement(ConfirmProvider, null, createElement(Workspace, { uid: "ada" }));
    await act(async () => root.render(createElement(QueryClientProvider, { client }, panel)));
    const shows = (text: string) =>
      vi.waitFor(() => act(async () => expect(place.textContent).toContain(text)), {
        timeout: 20_000,
      });
    await shows("bo@example.org is on your list of people you don't email and gets no email.");
    await shows("Gets no email: ");
    const send = [...place.querySelectorAll("button")].find(
      ({ textContent }) => textContent === word,
    );
    if (!send) throw new Error(`There is no button “${word}”.`);
    if (isNone) {
      await act(async () => send.click());
      await shows(
        "No one gets this email: everyone here is on your list of people you don't email.",
      );
    }
    await act(async () => root.unmount());
    place.remove();
  },
);
