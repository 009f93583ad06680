import { beforeEach, describe, expect, it, vi } from "vitest";
import { authDetail } from "../shared/workerMessages.ts";
import { aToken, type FakeChrome, fakeChrome, ID } from "../testing/fakeChrome.ts";

type Sender = chrome.runtime.MessageSender;

const PAGE = "http://127.0.0.1:5000";
const detail = {
  loggedIn: true,
  email: "ada@example.com",
  idToken: aToken("ada"),
  refreshToken: "r",
};
const tab = { id: 1, incognito: false } as chrome.tabs.Tab;
const bridge: Sender = { id: ID, origin: PAGE, frameId: 0, tab };
const surface: Sender = { id: ID, origin: `chrome-extension://${ID}` };

let browser: FakeChrome;
let handlers: typeof import("./messageHandlers.ts");
beforeEach(async () => {
  browser = fakeChrome();
  vi.resetModules();
  handlers = await import("./messageHandlers.ts");
});

/** The answer, or "dropped". */
function say(message: unknown, sender: Sender): Promise<unknown> {
  return new Promise((resolve) => {
    if (!handlers.onMessage(message as never, sender, resolve)) resolve("dropped");
  });
}

describe("who may say what", () => {
  it("the content script may bring the event, and gets nothing", async () => {
    expect(await say({ type: "auth", detail }, bridge)).toBeNull();
    expect(browser.session.session).toMatchObject({ uid: "ada" });
  });

  it.each<[string, Partial<Sender>]>([
    ["another extension", { id: "b".repeat(32) }],
    ["another origin", { origin: "https://evil.example" }],
    ["our origin on another port", { origin: "http://127.0.0.1:5001" }],
    ["a frame in a page", { frameId: 3 }],
    ["a private window", { tab: { ...tab, incognito: true } }],
    ["no sender tab", { tab: undefined } as never],
    ["one of our own pages", surface],
  ])("not from %s", async (_who, other) => {
    expect(await say({ type: "auth", detail }, { ...bridge, ...other })).toBe("dropped");
    expect(browser.session).toEqual({});
  });

  it.each([
    null,
    "loggedIn",
    { loggedIn: "true" },
    { loggedIn: true },
    { ...detail, idToken: "" },
    { ...detail, refreshToken: 1 },
    { ...detail, idToken: "x".repeat(10_001) },
  ])("not with the detail %j", async (wrong) => {
    expect(await say({ type: "auth", detail: wrong }, bridge)).toBe("dropped");
  });

  it.each(["target", "collect"])(
    "a surface that asks for %s gets a failure as the answer: no other surface sees it",
    async (type) => {
      browser.tabs = [{ id: 1, url: "chrome://settings", windowId: 1 }];
      browser.inject = async () => Promise.reject(new Error("Cannot access a chrome:// URL"));
      expect(await say({ type, windowId: 1 }, surface)).toMatchObject({ trouble: "forbidden" });
      expect(browser.session).not.toHaveProperty("task");
    },
  );

  it.each([
    ...["session", "token", "send", "look", "shown", "close"],
    ...["target", "insert", "takeBack", "collect"],
  ])("only our own pages may ask for %s", async (type) => {
    await say({ type: "auth", detail }, bridge);
    expect(await say({ type }, bridge)).toBe("dropped");
    expect(await say({ type }, { ...surface, id: "b".repeat(32) })).toBe("dropped");
    expect(await say({ type }, { ...surface, origin: PAGE, tab })).toBe("dropped");
  });

  it.each([null, undefined, {}, { type: "toString" }, { type: "__proto__" }, { type: 1 }])(
    "gives no one an answer to %j",
    async (message) => {
      expect(await say(message, surface)).toBe("dropped");
    },
  );

  it("our own pages get the signed-in person and the token", async () => {
    await say({ type: "auth", detail }, bridge);
    expect(await say({ type: "session" }, surface)).toEqual({
      uid: "ada",
      email: "ada@example.com",
    });
    expect(await say({ type: "token", refresh: false }, surface)).toBe(detail.idToken);
  });
});

describe("a page that asks whether we are here", () => {
  const answers = (message: unknown, origin: string) => {
    const answer = vi.fn();
    handlers.onPageMessage(message as never, { origin }, answer);
    return answer.mock.calls;
  };

  it("learns the version, and nothing about the person", async () => {
    await say({ type: "auth", detail }, bridge);
    expect(answers({ type: "sendwright:hello" }, PAGE)).toEqual([[{ version: "3.0.0" }]]);
  });

  it.each([
    [{ type: "sendwright:hello" }, "https://evil.example"],
    [{ type: "token" }, PAGE],
    [null, PAGE],
  ])("%j from %s gets no answer", (message, origin) =>
    expect(answers(message, origin)).toEqual([]),
  );
});

describe("a list for Bulk Send", () => {
  const list = { id: "1", uid: "ada", rows: [["Email"], ["ann@example.org"]] };
  const tab = { id: 1, incognito: false };
  const site = { origin: PAGE, frameId: 0, tab };
  const asks = (message: object, sender: object) =>
    new Promise((resolve) => {
      const asked = { type: "sendwright:list", ...message };
      if (!handlers.onPageMessage(asked, sender as never, resolve)) resolve("no answer");
    });

  it("goes to the site of the signed-in person, and is kept until the site has it", async () => {
    await say({ type: "auth", detail }, bridge);
    await chrome.storage.session.set({ handed: list });
    expect(await asks({}, site)).toEqual(list);
    expect(await asks({ taken: "another" }, site)).toBeNull();
    expect(await asks({}, site)).toEqual(list);
    expect(await asks({ taken: "1" }, site)).toBeNull();
    expect(await asks({}, site)).toBeNull();
  });

  it("isn't deleted for the list before it, even if it comes while the worker asks who is signed in", async () => {
    const next = { ...list, id: "2" };
    browser.tabs = [{ id: 1, url: `${PAGE}/app` }];
    browser.onTabMessage = async () => {
      await chrome.storage.session.set({ handed: next });
      return await say({ type: "auth", detail }, bridge);
    };
    await chrome.storage.session.set({ handed: list });
    expect(await asks({ taken: "1" }, site)).toBeNull();
    expect(await asks({}, site)).toEqual(next);
  });

  it.each([
    ["another site", { ...site, origin: "https://evil.example" }],
    ["a frame", { ...site, frameId: 2 }],
    ["a private window", { ...site, tab: { ...tab, incognito: true } }],
  ])("doesn't go to %s", async (_who, sender) => {
    await say({ type: "auth", detail }, bridge);
    await chrome.storage.session.set({ handed: list });
    expect(await asks({}, sender)).toBe("no answer");
  });

  it("doesn't go to another account, and a logout deletes it", async () => {
    await say({ type: "auth", detail }, bridge);
    await chrome.storage.session.set({ handed: { ...list, uid: "bo" } });
    expect(await asks({}, site)).toBeNull();
    await chrome.storage.session.set({ handed: list });
    await say({ type: "auth", detail: { loggedIn: false, cause: "signed_out" } }, bridge);
    expect(await chrome.storage.session.get("handed")).toEqual({});
  });
});

const tokens = { email: "ada@example.com", idToken: "a.b.c", refreshToken: "r" };

it.each([
  ["a logout", { loggedIn: false, cause: "signed_out" }, "signed_out"],
  ["an expiry", { loggedIn: false, cause: "expired" }, "expired"],
  ["a page that could not start", { loggedIn: false, cause: "unavailable" }, "unavailable"],
  ["an older page, which gives no cause", { loggedIn: false }, "signed_out"],
  ["a newer page with a different cause", { loggedIn: false, cause: "locked" }, "signed_out"],
  ["a cause that is not text", { loggedIn: false, cause: ["expired"] }, "signed_out"],
])("reads %s", (_what, given, cause) => {
  expect(authDetail(given)).toEqual({ loggedIn: false, cause });
});

it.each([
  ["an older page", { loggedIn: true, ...tokens }],
  ["a newer page", { loggedIn: true, cause: "signed_in", ...tokens, further: 1 }],
])("reads a sign-in of %s", (_what, given) => {
  expect(authDetail(given)).toEqual({ loggedIn: true, cause: "signed_in", ...tokens });
});

it.each([
  null,
  "expired",
  {},
  { loggedIn: "false" },
  { loggedIn: true },
  { loggedIn: true, ...tokens, idToken: "" },
])("refuses %j", (given) => expect(authDetail(given)).toBeNull());
