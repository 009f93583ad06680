import { provideAccess } from "@sendwright/web/parts";
import { act, createElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { StoredAttempt } from "../shared/stored.ts";
import { browser, draw, eachInPanel, notShown, place, shows, until } from "../testing/inPanel.ts";
import { draft as aDraft, KEY, submitted } from "../testing/sendingWorker.ts";
import { App } from "./App.tsx";
import { followSession, surfaceAccess } from "./panelAccess.ts";

const KEPT = "Your email is kept until you sign in again as ada@example.com.";
const SENDING = "Your session has ended, but your email may still be sent.";
const SIGN_IN = "Sign in with Google on the Sendwright website";
const OFFLINE = "You're offline. We keep what you write here.";

const draft = { ...aDraft, templateId: "", subject: "See you", body: "On Friday", values: [] };
const person = { uid: "ada", email: "ada@example.com" };
const session = (uid: string) => ({
  uid,
  email: `${uid}@example.com`,
  idToken: "t",
  refreshToken: "r",
  issuedAt: 0,
  heardAt: 0,
});

eachInPanel();
beforeEach(() => {
  Object.assign(chrome.runtime, {
    sendMessage: async ({ type }: { type: string }) =>
      type === "session" ? (browser.session.session ?? null) : null,
  });
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json({
      success: true,
      ...(url.endsWith("/api/templates") && { templates: [] }),
    }),
  );
  provideAccess(surfaceAccess);
});

async function open(stored: object): Promise<void> {
  Object.assign(browser.session, stored);
  followSession();
  await draw(createElement(App));
}
const change = (stored: object) => act(async () => await chrome.storage.session.set(stored));
const forget = (...keys: string[]) => act(async () => await chrome.storage.session.remove(keys));
const write = (text: string) =>
  act(async () => {
    const field = place.querySelector("textarea");
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
const body = () => place.querySelector("textarea")?.value;

const anAttempt = (status: string): StoredAttempt =>
  ({
    uid: "ada",
    attempt: {
      status,
      key: KEY,
      submitted,
      at: Date.now(),
      known: "answered",
      hold: { until: Date.now() + 10_000, emails: 2, later: null },
    },
    seen: null,
    isShown: true,
  }) as StoredAttempt;

describe("a window without a session", () => {
  it("says that the email is kept, and for whom; it is back when that person is", async () => {
    await open({ session: session("ada"), person, draft });
    await until(() => expect(body()).toBe("On Friday"));
    await forget("session");
    await shows(KEPT);
    await change({ session: session("ada") });
    await until(() => expect(body()).toBe("On Friday"));
  });

  it.each([
    ["without a draft", {}],
    [
      "with a draft into which nothing was written",
      { draft: { ...draft, recipients: [], subject: "", body: " " } },
    ],
    [
      "with a template that was only chosen",
      { draft: { ...draft, templateId: "t1", recipients: [], subject: "", body: "" } },
    ],
    ["with another person's draft", { draft: { ...draft, uid: "bo" } }],
  ])("%s promises nothing", async (_what, stored) => {
    await open({ person, ...stored });
    await shows(SIGN_IN);
    expect(place.textContent).not.toContain("is kept");
    await forget("person");
    await shows(SIGN_IN);
  });

  it.each([
    ["recipients", { recipients: ["ann@example.org"] }],
    ["a recipient that is still being typed", { typed: "ann@" }],
    ["unconfirmed people", { unknown: ["ann@example.org"] }],
    ["values", { values: [["Name", "Ann"]] }],
    ["a subject", { subject: "Hi" }],
  ])("says so with nothing but %s", async (_what, written) => {
    const blank = { ...draft, recipients: [], subject: "", body: "" };
    await open({ person, draft: { ...blank, ...written } });
    await shows(KEPT);
  });

  it.each(["asked", "lost", "held", "undoing", "begun"])(
    "says that the email of a send that is %s may still be sent, not that it is kept",
    async (status) => {
      await open({ person, draft, attempt: anAttempt(status) });
      await shows(SENDING);
      await shows("sign in again as ada@example.com");
      expect(place.textContent).not.toContain("is kept");
    },
  );

  it.each(["undone", "refused", "absent", "ended"])(
    "says nothing of a send that is %s",
    async (status) => {
      await open({ person, draft, attempt: anAttempt(status) });
      await shows(KEPT);
      expect(place.textContent).not.toContain(SENDING);
    },
  );
});

describe("the form", () => {
  it("of a person who logs out is empty when they sign in again at once", async () => {
    await open({ session: session("ada"), person, draft });
    await until(() => expect(body()).toBe("On Friday"));
    // The window hasn't heard yet that the session is over.
    await forget("draft");
    await notShown("On Friday");
    await until(() => expect(body() ?? "").toBe(""));
  });

  it("that is too long for the browser's memory says so, until it is short enough", async () => {
    await open({ session: session("ada"), person, draft });
    await until(() => expect(body()).toBe("On Friday"));
    const set = vi
      .spyOn(chrome.storage.session, "set")
      .mockRejectedValueOnce(new Error("Session storage quota bytes exceeded."));
    await write("On Friday, at length");
    await shows("This email is too long to be kept when this window closes.");
    await write("On Friday");
    await notShown("too long to be kept");
    expect(set).toHaveBeenCalledTimes(2);
  });

  it("shows what another window writes", async () => {
    await open({ session: session("ada"), person, draft });
    await until(() => expect(body()).toBe("On Friday"));
    await change({ draft: { ...draft, body: "On Monday", by: "another window" } });
    await until(() => expect(body()).toBe("On Monday"));
  });

  it("of one person shows nothing of the one before", async () => {
    await open({ session: session("ada"), person, draft });
    await until(() => expect(body()).toBe("On Friday"));
    await forget("draft", "session", "person");
    await change({ session: session("bo"), person: { uid: "bo", email: "bo@example.com" } });
    await shows("bo@example.com");
    await until(() => expect(body() ?? "").toBe(""));
  });
});

describe("offline", () => {
  it.each(["idle", "held", "undoing", "lost", "ended"])(
    "a window with a send that is %s doesn't advise to send",
    async (status) => {
      await open({ session: session("ada"), person, draft, attempt: anAttempt(status) });
      await until(() => expect(body()).toBe("On Friday"));
      vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
      await act(async () => void window.dispatchEvent(new Event("offline")));
      await shows(OFFLINE);
      expect(place.textContent).not.toMatch(/send it|send again|can send/i);
    },
  );
});
