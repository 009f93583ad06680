import { beforeEach, describe, expect, it, vi } from "vitest";
import { authDetail } from "../shared/workerMessages.ts";
import { aToken, type FakeChrome, fakeChrome } from "../testing/fakeChrome.ts";
import { draft, KEY, submitted } from "../testing/sendingWorker.ts";

/** What becomes of a draft: the table of decision 10, each cell. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let browser: FakeChrome;
/** What our open page says about the session when it is asked; null without an open page. */
let page: object | null;
let service: () => Response;

/** A worker that has just started: it has only the stored data. */
async function aWorker() {
  vi.resetModules();
  return await import("./session.ts");
}

const signedIn = (uid: string, age = 0) => ({
  loggedIn: true as const,
  cause: "signed_in" as const,
  email: `${uid}@example.com`,
  idToken: aToken(uid, age),
  refreshToken: `refresh-${uid}`,
});

/** The page's event, as the content script passes it on. */
async function tells(detail: object): Promise<void> {
  page = detail;
  await hears(detail);
}
async function hears(detail: object): Promise<void> {
  const read = authDetail(detail);
  if (read) await (await import("./session.ts")).onAuthEvent(read);
}

const THEIRS = ["draft", "attempt", "task"];
const ALL = [...THEIRS, "person", "remembered"];

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date("2026-11-26T12:00:00Z"), toFake: ["Date"] });
  browser = fakeChrome();
  page = null;
  service = () => new Response("{}", { status: 503 });
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("/__/firebase/init.json") ? new Response('{"apiKey":"key"}') : service(),
  );
  browser.tabs = [{ id: 7, url: "http://127.0.0.1:5000/app" }];
  browser.onTabMessage = async () => {
    if (page) await hears(page);
    return null;
  };
});

/** Ada is signed in and has written an email; her last send is in this state. */
async function written(status: string, age = 0): Promise<void> {
  await aWorker();
  await tells(signedIn("ada", age));
  const hold = { until: Date.now() + 10_000, emails: 2, later: null };
  const attempt = { status, key: KEY, submitted, at: Date.now(), known: "answered", hold };
  Object.assign(browser.session, {
    draft,
    attempt: { uid: "ada", attempt, seen: null, isShown: false },
    task: { kind: "collect", id: "1", uid: "ada" },
  });
  browser.local.remembered = { uid: "ada", sticky: [["Place", "the harbour"]], recent: [] };
}

/** What is kept, in memory and on disk. */
function kept(): string[] {
  return [...Object.keys(browser.session), ...Object.keys(browser.local)]
    .filter((key) => key !== "apiKey")
    .sort();
}

/** Each event, and the last person's data that it leaves. */
const EVENTS: [string, () => Promise<void>, readonly string[]][] = [
  ["the session expires", () => tells({ loggedIn: false, cause: "expired" }), ALL],
  [
    "the page can't tell, as after its storage was cleared",
    () => tells({ loggedIn: false, cause: "unavailable" }),
    ALL,
  ],
  ["the person logs out", () => tells({ loggedIn: false, cause: "signed_out" }), []],
  ["an older page says that no one is signed in", () => tells({ loggedIn: false }), []],
  ["someone else signs in", () => tells(signedIn("bo")), ["person", "session"]],
  ["the same person signs in again", () => tells(signedIn("ada")), [...ALL, "session"]],
];

describe.each(["idle", "asked", "begun", "held", "undoing"])(
  "a draft beside a send that is %s",
  (status) => {
    it.each(EVENTS)("when %s", async (_event, happens, expected) => {
      await written(status);
      const before = structuredClone(browser.session);
      await happens();
      expect(kept()).toEqual([...expected].sort());
      if (expected.includes("draft"))
        for (const key of THEIRS) expect(browser.session[key]).toEqual(before[key]);
    });

    it.each(EVENTS)(
      "when %s, and the worker is stopped before any of its writes",
      async (_event, happens, expected) => {
        for (let writes = 0; writes < 6; writes += 1) {
          await written(status);
          browser.writesLeft = writes;
          void happens();
          await new Promise((turn) => setTimeout(turn));
          browser.writesLeft = Number.POSITIVE_INFINITY;
          // The content script hears that the worker was stopped, and tells the next one.
          const worker = await aWorker();
          if (page) await hears(page);
          await worker.currentSession();
          expect([writes, kept()]).toEqual([writes, [...expected].sort()]);
        }
      },
    );

    it("when the page is silent for longer than 10 minutes", async () => {
      await written(status);
      page = null;
      vi.setSystemTime(Date.now() + 11 * MINUTE);
      expect(await (await aWorker()).currentSession()).toBeNull();
      expect(kept()).toEqual([...ALL].sort());
    });

    it.each([-HOUR, -24 * HOUR, HOUR, 24 * HOUR])(
      "when the clock is changed by %i ms",
      async (by) => {
        await written(status);
        vi.setSystemTime(Date.now() + by);
        expect(await (await aWorker()).currentSession()).toMatchObject({ uid: "ada" });
        expect(kept()).toEqual([...ALL, "session"].sort());
      },
    );

    it.each([
      ["TOKEN_EXPIRED", ALL],
      ["USER_NOT_FOUND", []],
    ])("when Firebase refuses a new token: %s", async (message, expected) => {
      await written(status, 20 * MINUTE);
      page = null;
      service = () => new Response(JSON.stringify({ error: { message } }), { status: 400 });
      expect(await (await aWorker()).freshToken()).toBeNull();
      expect(kept()).toEqual([...expected].sort());
    });

    it.each(["ada", "bo"])(
      "when the browser ends or the extension is updated, and then %s signs in",
      async (uid) => {
        await written(status);
        for (const key of Object.keys(browser.session)) delete browser.session[key];
        await aWorker();
        await tells(signedIn(uid));
        const onDisk = uid === "ada" ? ["remembered"] : [];
        expect(kept()).toEqual(["person", ...onDisk, "session"]);
      },
    );
  },
);

it("names the person whose session has ended, and keeps none of their tokens", async () => {
  await written("idle");
  await tells({ loggedIn: false, cause: "expired" });
  expect(browser.session.person).toEqual({ uid: "ada", email: "ada@example.com" });
  expect(JSON.stringify(browser.session)).not.toContain("refresh-ada");
});

describe("two accounts", () => {
  it("leave each other nothing, however often they take turns", async () => {
    await written("begun");
    for (const uid of ["bo", "ada", "bo"]) {
      await tells(signedIn(uid));
      expect(kept()).toEqual(["person", "session"]);
      browser.session.draft = { ...draft, uid };
    }
  });

  it("one after the other's session expired: only the first one's return brings the draft back", async () => {
    await written("idle");
    await tells({ loggedIn: false, cause: "expired" });
    await tells(signedIn("bo"));
    await tells({ loggedIn: false, cause: "expired" });
    await tells(signedIn("ada"));
    expect(kept()).toEqual(["person", "session"]);
  });
});

describe("a value stored by someone who has left", () => {
  /** A worker that follows the storage, as the real one does. */
  async function follows() {
    const { forgetLeftovers } = await import("./leftovers.ts");
    const done: Promise<void>[] = [];
    chrome.storage.onChanged.addListener((changes, area) => {
      if (area === "session" || area === "local") done.push(forgetLeftovers(changes, area));
    });
    return async () => {
      for (let seen = -1; seen !== done.length; ) {
        seen = done.length;
        await Promise.all(done);
      }
    };
  }
  const remembered = { uid: "ada", sticky: [["Place", "the harbour"]], recent: [] };

  it.each([
    ["logged out", { loggedIn: false, cause: "signed_out" }, []],
    ["was followed by someone else", signedIn("bo"), ["person", "session"]],
  ])("who %s is deleted", async (_what, detail, expected) => {
    await written("asked");
    browser.badge.text = "…";
    const settled = await follows();
    const { draft: text, attempt, task } = structuredClone(browser.session);
    await tells(detail);
    await settled();
    expect(browser.badge.text).toBe("");
    // A window's last key, the people of a page or of the form, and the answer to a send.
    await chrome.storage.session.set({ draft: text });
    await chrome.storage.session.set({ task });
    await chrome.storage.session.set({ handed: { uid: "ada", rows: [["ann@example.org"]] } });
    await chrome.storage.session.set({ attempt });
    await chrome.storage.local.set({ remembered });
    await settled();
    expect(kept()).toEqual(expected);
  });

  it.each(["expired", "unavailable"])("whose session is %s stays", async (cause) => {
    await written("asked");
    const settled = await follows();
    await tells({ loggedIn: false, cause });
    await chrome.storage.session.set({ draft: { ...draft, typed: "x" } });
    await chrome.storage.local.set({ remembered });
    await settled();
    expect(kept()).toEqual([...ALL].sort());
    expect(browser.session.draft).toMatchObject({ typed: "x" });
  });

  it("does not take the next person's with it", async () => {
    await written("idle");
    const settled = await follows();
    await tells(signedIn("bo"));
    const late = chrome.storage.session.set({ draft });
    const next = chrome.storage.session.set({ draft: { ...draft, uid: "bo" } });
    await Promise.all([late, next]);
    await settled();
    expect(browser.session.draft).toMatchObject({ uid: "bo" });
  });
});
