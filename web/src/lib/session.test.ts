import { AUTH_EVENT, AUTH_REQUEST_EVENT, type AuthEventDetail } from "@sendwright/core/contract";
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeApi, json, laterBy } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { held } from "../testing/held.ts";
import { asListed, aTemplate } from "../testing/templateFactories.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

let events: AuthEventDetail[] = [];
const hear = (event: Event) => events.push((event as CustomEvent<AuthEventDetail>).detail);

/** A separate page: the module keeps the session of one page. */
async function aPage() {
  vi.resetModules();
  return import("./session.ts");
}

beforeEach(() => {
  firebase.reset();
  events = [];
  fakeApi(() => json(404, {}));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  window.addEventListener(AUTH_EVENT, hear);
  vi.spyOn(window, "addEventListener");
});
afterEach(() => {
  // The page of a test that is over must not answer in the next one.
  for (const [name, listener] of vi.mocked(window.addEventListener).mock.calls) {
    if (name === AUTH_REQUEST_EVENT) window.removeEventListener(name, listener);
  }
  window.removeEventListener(AUTH_EVENT, hear);
});

describe("the session", () => {
  it("is signed out at once, without Firebase, if no one was signed in before", async () => {
    const page = await aPage();
    page.startSession("/");
    expect(page.session()).toMatchObject({ isLoading: false, isAuthenticated: false, error: null });
    expect(firebase.observers).toHaveLength(0);
    expect(events).toEqual([{ loggedIn: false, cause: "unavailable" }]);
  });

  it.each([
    ["on /app", "/app", () => undefined],
    [
      "where someone was signed in before",
      "/",
      () => localStorage.setItem("sendwright:session", "in"),
    ],
  ])("asks Firebase %s", async (_where, path, prepare) => {
    prepare();
    firebase.user = ada;
    const page = await aPage();
    page.startSession(path);
    expect(page.session().isLoading).toBe(true);
    await waitFor(() => expect(page.session().isAuthenticated).toBe(true));
    expect(page.session()).toMatchObject({
      isLoading: false,
      user: { email: "ada@example.com", name: "Ada Lovelace" },
      token: "token-1",
      refreshToken: "refresh-1",
      error: null,
    });
  });

  it("tells the window of every change, with address and tokens when signed in", async () => {
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() => expect(events).toEqual([{ loggedIn: false, cause: "unavailable" }]));
    firebase.become(ada);
    await waitFor(() => expect(events).toHaveLength(2));
    expect(events[1]).toEqual({
      loggedIn: true,
      cause: "signed_in",
      email: "ada@example.com",
      idToken: "token-1",
      refreshToken: "refresh-1",
    });
  });

  it("follows a logout in another tab", async () => {
    firebase.user = ada;
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() => expect(page.session().isAuthenticated).toBe(true));
    // The other tab sets the mark before Firebase tells all tabs.
    localStorage.setItem("sendwright:session", "out");
    firebase.become(null);
    await waitFor(() => expect(page.session().isAuthenticated).toBe(false));
    expect(events.at(-1)).toEqual({ loggedIn: false, cause: "signed_out" });
  });

  it("looks again when another tab signs in", async () => {
    const page = await aPage();
    page.startSession("/");
    firebase.user = ada;
    window.dispatchEvent(
      new StorageEvent("storage", { key: "sendwright:session", newValue: "in" }),
    );
    await waitFor(() => expect(page.session().isAuthenticated).toBe(true));
  });

  it("clears the user when the token cannot be had", async () => {
    firebase.user = ada;
    firebase.token = () => Promise.reject(new Error("no token"));
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() => expect(page.session().isLoading).toBe(false));
    expect(page.session()).toMatchObject({
      isAuthenticated: false,
      user: null,
      error: "Failed to get authentication token.",
    });
    expect(events).toEqual([{ loggedIn: false, cause: "unavailable" }]);
  });

  it("says so when the observer fails", async () => {
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() => expect(firebase.observers).toHaveLength(1));
    await waitFor(() => expect(events).toHaveLength(1));
    events = [];
    firebase.failed(new Error("observer"));
    expect(page.session().error).toBe("An error occurred during authentication check.");
    expect(events).toEqual([{ loggedIn: false, cause: "unavailable" }]);
  });

  it("says so when the service cannot start, and starts at the next try", async () => {
    vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() =>
      expect(page.session().error).toMatch(/^Authentication service failed to initialize/),
    );
    expect(events).toEqual([{ loggedIn: false, cause: "unavailable" }]);
    await expect(page.signInWithGoogle("id")).rejects.toMatchObject({
      reason: "auth_failed",
      message: expect.stringContaining("not available for sign-in"),
    });
    fakeApi(() => json(404, {}));
    await page.signInWithGoogle("google-id-token");
    expect(firebase.credential).toBe("google-id-token");
    expect(page.session()).toMatchObject({ isAuthenticated: true, error: null });
  });

  it("fails a sign-in whose token cannot be had", async () => {
    const page = await aPage();
    page.startSession("/");
    firebase.token = () => Promise.reject(new Error("no token"));
    await expect(page.signInWithGoogle("id")).rejects.toThrow(
      "Failed to get authentication token.",
    );
  });

  it("signs out, and says when it cannot", async () => {
    firebase.user = ada;
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() => expect(page.session().isAuthenticated).toBe(true));
    firebase.signOutFails = true;
    await expect(page.signOutHere()).rejects.toThrow("sign-out failed");
    expect(page.session().isAuthenticated).toBe(true);
    firebase.signOutFails = false;
    await page.signOutHere();
    expect(page.session().isAuthenticated).toBe(false);
  });
});

describe("how the session ended", () => {
  const signedOut = (cause: string) => ({ loggedIn: false, cause });

  async function aSignedInPage() {
    firebase.user = ada;
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() => expect(page.session().isAuthenticated).toBe(true));
    return page;
  }

  it("is a logout for the person who logs out, and on every later visit", async () => {
    const page = await aSignedInPage();
    await page.signOutHere();
    expect(events.at(-1)).toEqual(signedOut("signed_out"));
    (await aPage()).startSession("/");
    expect(events.at(-1)).toEqual(signedOut("signed_out"));
  });

  it("is a logout in all tabs, though Firebase refreshed the token while the person was logging out", async () => {
    const page = await aSignedInPage();
    const another = await aSignedInPage();
    sessionStorage.setItem("sendwright:of:uid-ada:draft:bulk", "{}");
    firebase.duringSignOut = async () => {
      const before = events.length;
      firebase.become(ada);
      await waitFor(() => expect(events).toHaveLength(before + 2));
    };
    await page.signOutHere();
    expect(events.slice(-2)).toEqual([signedOut("signed_out"), signedOut("signed_out")]);
    expect(another.session().isAuthenticated).toBe(false);
    expect(sessionStorage.getItem("sendwright:of:uid-ada:draft:bulk")).toBeNull();
    (await aPage()).startSession("/");
    expect(events.at(-1)).toEqual(signedOut("signed_out"));
  });

  it("is forgotten at the next sign-in", async () => {
    await (await aSignedInPage()).signOutHere();
    const page = await aPage();
    await page.signInWithGoogle("id");
    firebase.become(null);
    expect(events.at(-1)).toEqual(signedOut("expired"));
  });

  it("is an expiry when the token cannot be refreshed, and on every later visit", async () => {
    const page = await aSignedInPage();
    await page.expireSession("/");
    expect(events.at(-1)).toEqual(signedOut("expired"));
    events = [];
    for (const path of ["/", "/app"]) {
      (await aPage()).startSession(path);
      await waitFor(() => expect(events.at(-1)).toEqual(signedOut("expired")));
    }
  });

  it("is an expiry if Firebase signs out, as with a revoked token", async () => {
    const page = await aSignedInPage();
    sessionStorage.setItem("sendwright:of:uid-ada:draft:bulk", "{}");
    firebase.become(null);
    await waitFor(() => expect(page.session().isAuthenticated).toBe(false));
    expect(events.at(-1)).toEqual(signedOut("expired"));
    expect(sessionStorage.getItem("sendwright:of:uid-ada:draft:bulk")).toBe("{}");
  });

  it("is an expiry when a new page finds that it is over", async () => {
    localStorage.setItem("sendwright:session", "in");
    (await aPage()).startSession("/");
    await waitFor(() => expect(events).toEqual([signedOut("expired")]));
  });

  it.each(["/", "/app"])("is unknown on %s after the storage was cleared", async (path) => {
    await aSignedInPage();
    localStorage.clear();
    firebase.user = null;
    events = [];
    (await aPage()).startSession(path);
    await waitFor(() => expect(events.at(-1)).toEqual(signedOut("unavailable")));
  });

  it("is an expiry if the storage is cleared while the page is open", async () => {
    await aSignedInPage();
    localStorage.clear();
    firebase.become(null);
    await waitFor(() => expect(events.at(-1)).toEqual(signedOut("expired")));
  });

  it("is a logout also where the storage takes no mark", async () => {
    const page = await aSignedInPage();
    localStorage.clear();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await page.signOutHere();
    expect(events.at(-1)).toEqual(signedOut("signed_out"));
  });

  it("is a logout again after an expiry, a sign-in and a logout", async () => {
    const page = await aSignedInPage();
    await page.expireSession("/");
    await page.signInWithGoogle("id");
    await page.signOutHere();
    expect(events.at(-1)).toEqual(signedOut("signed_out"));
  });

  it("is a logout when the person logs out of a session that has just expired", async () => {
    const page = await aSignedInPage();
    firebase.become(null);
    await page.signOutHere();
    expect(events.at(-1)).toEqual(signedOut("signed_out"));
  });

  it("stays open when only the token could not be had: the next visit asks Firebase again", async () => {
    firebase.user = ada;
    localStorage.setItem("sendwright:session", "in");
    firebase.token = () => Promise.reject(new Error("no network"));
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() => expect(page.session().error).not.toBeNull());
    expect(events.at(-1)).toEqual(signedOut("unavailable"));
    firebase.token = async () => "token-1";
    (await aPage()).startSession("/");
    await waitFor(() => expect(events.at(-1)).toMatchObject({ loggedIn: true }));
  });
});

describe("a content script that comes late", () => {
  const ask = () => window.dispatchEvent(new Event(AUTH_REQUEST_EVENT));

  it("is announced again", async () => {
    firebase.user = ada;
    const page = await aPage();
    page.startSession("/app");
    await expect.poll(() => events).toHaveLength(1);
    ask();
    expect(events).toHaveLength(2);
    expect(events[1]).toEqual(events[0]);
  });

  it.each([
    ["/", "unavailable", () => undefined],
    ["/", "signed_out", () => localStorage.setItem("sendwright:session", "out")],
    ["/", "expired", () => localStorage.setItem("sendwright:session", "expired")],
  ])("learns on %s that no one is signed in, and why: %s", async (path, cause, prepare) => {
    prepare();
    const page = await aPage();
    page.startSession(path);
    ask();
    expect(events).toEqual([
      { loggedIn: false, cause },
      { loggedIn: false, cause },
    ]);
  });

  it("hears of no logout while a sign-in is tried again after the service could not start", async () => {
    vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
    const page = await aPage();
    page.startSession("/app");
    await waitFor(() => expect(page.session().error).not.toBeNull());
    const trying = page.signInWithGoogle("id").catch(() => undefined);
    ask();
    await trying;
    expect(new Set(events.map((event) => event.cause))).toEqual(new Set(["unavailable"]));
  });

  it("is announced only once it is known", async () => {
    const page = await aPage();
    page.startSession("/app");
    ask();
    expect(events).toEqual([]);
    await expect.poll(() => events).toEqual([{ loggedIn: false, cause: "unavailable" }]);
  });

  it("hears no old logout from a page that hasn't heard of the sign-in in another tab", async () => {
    localStorage.setItem("sendwright:session", "out");
    const page = await aPage();
    page.startSession("/");
    events = [];
    firebase.user = ada;
    localStorage.setItem("sendwright:session", "in");
    ask();
    await waitFor(() => expect(events.map(({ loggedIn }) => loggedIn)).toEqual([true]));
  });
});

describe("the first answers of a visit", () => {
  /** What Firebase keeps of Ada; the token is valid for so many milliseconds more. */
  const kept = ({ uid = ada.uid, validFor = 3_600_000, app = "[DEFAULT]" } = {}) => ({
    fbase_key: `firebase:authUser:key:${app}`,
    value: {
      uid,
      stsTokenManager: { accessToken: "kept-token", expirationTime: Date.now() + validFor },
    },
  });

  /** A database that answers as the browser's; null: there is none yet. */
  function keeps(...result: unknown[]): void {
    const answering = (request: object, name: "onsuccess" | "onerror") => {
      queueMicrotask(() => (request as Record<string, () => void>)[name]?.());
      return request;
    };
    const store = { getAll: () => answering({ result }, "onsuccess") };
    const database = {
      transaction: () => ({ objectStore: () => store }),
      close: () => undefined,
    };
    const open = () =>
      result[0] === null
        ? answering({ error: new Error("aborted") }, "onerror")
        : answering({ result: database }, "onsuccess");
    vi.stubGlobal("indexedDB", { open });
  }

  const listed = (name: string) =>
    json(200, { success: true, templates: [asListed(aTemplate({ name }))] });

  /** Starts a page whose session stays unknown until `read`; returns its calls, too. */
  async function visit({ path = "/app", answer = () => listed("Early"), mark = "in" } = {}) {
    localStorage.setItem("sendwright:session", mark);
    firebase.user = ada;
    const { arrival, arrive } = held();
    firebase.token = () => arrival.then(() => "token-1");
    const asked = fakeApi(answer);
    window.history.replaceState(null, "", path);
    const page = await aPage();
    const { call } = await import("./call.ts");
    const { listTemplates } = await import("@sendwright/core/contract");
    page.startSession(window.location.pathname);
    const read = async () => {
      arrive();
      await waitFor(() => expect(page.session().isAuthenticated).toBe(true));
      return (await call(listTemplates, {})).templates[0]?.name;
    };
    const tokens = () => asked.map(({ url, headers }) => [url, headers.authorization]);
    return { page, read, tokens };
  }

  const EARLY = [
    ["/api/config", "Bearer kept-token"],
    ["/api/templates", "Bearer kept-token"],
  ];

  it("are asked for with the kept token before the session is known, and used once", async () => {
    keeps(kept());
    const { page, read, tokens } = await visit();
    await waitFor(() => expect(tokens()).toEqual(EARLY));
    expect(page.session()).toMatchObject({ isLoading: true, user: null });
    expect(await read()).toBe("Early");
    expect(tokens()).toEqual(EARLY);
    await read();
    expect(tokens()).toEqual([...EARLY, ["/api/templates", "Bearer token-1"]]);
  });

  it("leave out the templates where the visit begins with the sends", async () => {
    keeps(kept());
    const { tokens } = await visit({ path: "/app#sends" });
    await waitFor(() => expect(tokens()).toEqual(EARLY.slice(0, 1)));
  });

  it.each<[string, Parameters<typeof kept>[0], Parameters<typeof visit>[0], (() => void)?]>([
    ["are another person's", { uid: "uid-grace" }, {}],
    ["are ten seconds old", {}, {}, () => laterBy(10_001)],
    ["refuse the token", {}, { answer: () => json(401, { reason: "token_invalid" }) }],
    ["report a failure", {}, { answer: () => json(500, {}) }],
    [
      "don't come",
      {},
      {
        answer: () => {
          throw new TypeError("network");
        },
      },
    ],
  ])("are asked for again if they %s", async (_what, record, given, then = () => undefined) => {
    keeps(kept(record));
    const { read, tokens } = await visit(given);
    await waitFor(() => expect(tokens()).toEqual(EARLY));
    then();
    await read().catch(() => undefined);
    expect(tokens()).toContainEqual(["/api/templates", "Bearer token-1"]);
  });

  it.each<[string, unknown[], Parameters<typeof visit>[0]?]>([
    ["the kept token is about to expire", [kept({ validFor: 29_000 })]],
    ["Firebase keeps no one", []],
    ["there is no database yet", [null]],
    ["there are two users", [kept(), kept({ uid: "uid-grace" })]],
    ["the record is another app's", [kept({ app: "other" })]],
    ["the records are damaged", ["text", {}, { fbase_key: kept().fbase_key, value: { uid: 1 } }]],
    ["the person has logged out", [kept()], { mark: "out" }],
    ["the session expired", [kept()], { mark: "expired" }],
    ["the page needs none", [kept()], { path: "/privacy" }],
  ])("aren't asked for if %s", async (_why, records, given) => {
    keeps(...records);
    const { page, read, tokens } = await visit(given);
    if (given) page.checkSession();
    await read();
    expect(tokens()).toEqual([["/api/templates", "Bearer token-1"]]);
  });
});
