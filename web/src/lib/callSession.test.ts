import { getSend, getTemplate, listTemplates } from "@sendwright/core/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aPage, caught } from "../testing/clientPage.ts";
import { fakeApi, json } from "../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const NO_TEMPLATES = () => json(200, { success: true, templates: [] });

beforeEach(() => {
  firebase.reset();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("a 401", () => {
  const refused = () => json(401, { success: false, error: "Expired.", reason: "token_expired" });

  it("refreshes the token once and tries once more", async () => {
    firebase.token = async (refresh) => (refresh ? "token-2" : "token-1");
    const seen = fakeApi(({ headers }) => (headers.authorization === "Bearer token-2" ? NO_TEMPLATES() : refused()));
    const { call } = await aPage();
    expect(await call(listTemplates, {})).toMatchObject({ templates: [] });
    expect(seen).toHaveLength(2);
  });

  it("gives up when the fresh token is refused too, and stays signed in", async () => {
    const seen = fakeApi(refused);
    const { call, session } = await aPage();
    expect((await caught(call(listTemplates, {}))).reason).toBe("token_expired");
    expect(seen).toHaveLength(2);
    expect(session.session().isAuthenticated).toBe(true);
  });

  it("is only logged if no one is signed in", async () => {
    const seen = fakeApi(refused);
    const { call } = await aPage(null);
    await caught(call(listTemplates, {}));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(console.warn).toHaveBeenCalledWith("Not signed in:", "token_expired", "Expired.");
  });

  it.each([
    ["/app", true],
    ["/privacy", true],
    ["/", false],
    ["/auth/callback", false],
  ])("whose refresh fails on %s ends the session; goes to the landing page: %s", async (path, leaves) => {
    fakeApi(refused);
    const { call, session } = await aPage();
    window.history.replaceState(null, "", path);
    const replace = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    firebase.token = () => Promise.reject(new Error("auth/user-token-expired"));
    expect((await caught(call(listTemplates, {}))).reason).toBe("session_expired_refresh_failed");
    expect(firebase.user).toBeNull();
    if (leaves) expect(replace).toHaveBeenCalledWith("/?error=session_expired_refresh_failed");
    else expect(replace).not.toHaveBeenCalled();
    // While the page is being left its spinner stays; where it is not left, it is signed out.
    expect(session.session().isLoading).toBe(leaves);
  });

  it("says why, even if Firebase has signed out and the screens have gone to /", async () => {
    fakeApi(refused);
    const { call } = await aPage();
    window.history.replaceState(null, "", "/app");
    const replace = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    firebase.token = (refresh) => {
      if (!refresh) return Promise.resolve("token-1");
      firebase.become(null);
      window.history.replaceState(null, "", "/");
      return Promise.reject(new Error("auth/user-token-expired"));
    };
    expect((await caught(call(listTemplates, {}))).reason).toBe("session_expired_refresh_failed");
    expect(replace).toHaveBeenCalledWith("/?error=session_expired_refresh_failed");
  });

  it("does not end the session when the refresh only lacked a network", async () => {
    fakeApi(refused);
    const { call, session } = await aPage();
    firebase.token = () => Promise.reject(Object.assign(new Error("network"), { code: "auth/network-request-failed" }));
    expect((await caught(call(listTemplates, {}))).reason).toBe("no_answer");
    expect(session.session().isAuthenticated).toBe(true);
  });
});

describe("no response", () => {
  it("says that you are offline, and sends no request", async () => {
    const seen = fakeApi(NO_TEMPLATES);
    const { call } = await aPage();
    vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
    const error = await caught(call(listTemplates, {}));
    expect(error).toMatchObject({ reason: "offline", message: expect.stringMatching(/^You're offline/) });
    expect(console.warn).toHaveBeenCalledWith("Offline, request not sent:", "GET", "/api/templates");
    expect(seen).toHaveLength(0);
  });

  it("says that nothing came back", async () => {
    fakeApi(() => Promise.reject(new TypeError("Failed to fetch")));
    const { call } = await aPage();
    expect((await caught(call(getTemplate, { id: "t1" }))).reason).toBe("no_answer");
  });

  it("keeps the token and the address's query out of the log", async () => {
    fakeApi(() => Promise.reject(new TypeError("Failed to fetch")));
    const { call } = await aPage();
    await caught(call(getSend, { id: "send-0001", after: "secret-cursor" }));
    const logged = [console.error, console.warn].flatMap((log) => vi.mocked(log).mock.calls);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toMatch(/token-1|secret-cursor/);
  });

  it("passes on that it was stopped", async () => {
    fakeApi(NO_TEMPLATES);
    const { call } = await aPage();
    const signal = AbortSignal.abort();
    await expect(call(listTemplates, {}, { signal })).rejects.toMatchObject({ name: "AbortError" });
  });
});
