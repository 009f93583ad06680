import { beforeEach, describe, expect, it, vi } from "vitest";
import { aToken, type FakeChrome, fakeChrome } from "../testing/fakeChrome.ts";

const MINUTE = 60_000;
let browser: FakeChrome;
/** The token service's answer to each request. */
let service: (refreshToken: string) => Promise<Response> | Response;
let asked: string[];

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const renewed = (uid: string) => json(200, { id_token: aToken(uid), refresh_token: "refresh-2" });
const signedIn = (uid: string, age = 0) => ({
  loggedIn: true as const,
  cause: "signed_in" as const,
  email: `${uid}@example.com`,
  idToken: aToken(uid, age),
  refreshToken: `refresh-${uid}`,
});

/** A worker that has just started: it has only the stored data. */
async function aWorker() {
  vi.resetModules();
  return await import("./session.ts");
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z"), toFake: ["Date"] });
  browser = fakeChrome();
  asked = [];
  service = () => renewed("ada");
  vi.stubGlobal("fetch", async (url: string, options?: { body?: URLSearchParams }) => {
    if (url.endsWith("/__/firebase/init.json")) return json(200, { apiKey: "key" });
    const refreshToken = options?.body?.get("refresh_token") ?? "";
    asked.push(`${url} ${refreshToken}`);
    return await service(refreshToken);
  });
});
describe("the session that the page tells of", () => {
  it("is known to a worker that has been stopped and started", async () => {
    await (await aWorker()).onAuthEvent(signedIn("ada"));
    expect(await (await aWorker()).currentSession()).toMatchObject({
      uid: "ada",
      email: "ada@example.com",
    });
  });

  it.each([
    [10 * MINUTE, true],
    [10 * MINUTE + 1, false],
    [-1, false],
  ])("is there %i ms after the last event: %s", async (later, isThere) => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada"));
    vi.setSystemTime(Date.now() + later);
    expect((await worker.currentSession()) !== null).toBe(isThere);
    expect("session" in browser.session).toBe(isThere);
  });

  it("stays when the page reports it again", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada"));
    vi.setSystemTime(Date.now() + 9 * MINUTE);
    await worker.onAuthEvent(signedIn("ada"));
    vi.setSystemTime(Date.now() + 9 * MINUTE);
    expect(await worker.currentSession()).not.toBeNull();
  });

  it("is requested from open pages before the answer is that no one is signed in", async () => {
    const worker = await aWorker();
    browser.tabs = [{ id: 7, url: "http://127.0.0.1:5000/app" }];
    browser.onTabMessage = async () => await worker.onAuthEvent(signedIn("ada"));
    expect(await worker.currentSession()).toMatchObject({ uid: "ada" });
  });

  it("does not fail with a page that does not answer", async () => {
    browser.tabs = [{ id: 7, url: "http://127.0.0.1:5000/app" }];
    browser.onTabMessage = () => Promise.reject(new Error("Receiving end does not exist."));
    expect(await (await aWorker()).currentSession()).toBeNull();
  });

  /** Ada's draft and task. */
  async function written() {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada"));
    Object.assign(browser.session, {
      draft: { uid: "ada" },
      task: { kind: "collect", uid: "ada" },
      attempt: { uid: "ada" },
    });
    browser.local.remembered = { uid: "ada", sticky: [["Place", "the harbour"]], recent: [] };
    const { session: _, ...kept } = browser.session;
    return { worker, kept: structuredClone([kept, browser.local]) };
  }

  it("ends with everything when the person signs out", async () => {
    const { worker } = await written();
    await worker.onAuthEvent({ loggedIn: false, cause: "signed_out" });
    expect([browser.session, browser.local]).toEqual([{}, {}]);
  });

  it.each(["expired", "unavailable"] as const)(
    "ends with its tokens alone when it is %s",
    async (cause) => {
      const { worker, kept } = await written();
      await worker.onAuthEvent({ loggedIn: false, cause });
      expect([browser.session, browser.local]).toEqual(kept);
      await worker.onAuthEvent(signedIn("ada"));
      expect(browser.session).toMatchObject(kept[0] as object);
    },
  );

  it.each(["expired", "unavailable"] as const)(
    "that was %s leaves nothing to another person",
    async (cause) => {
      const { worker } = await written();
      await worker.onAuthEvent({ loggedIn: false, cause });
      await worker.onAuthEvent(signedIn("bo"));
      expect(Object.keys(browser.session).sort()).toEqual(["person", "session"]);
      expect(browser.local).toEqual({});
    },
  );

  it("leaves nothing to another person, though no more than collected addresses were kept", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada"));
    browser.session.task = { kind: "collect", uid: "ada" };
    vi.setSystemTime(Date.now() + 11 * MINUTE);
    await worker.currentSession();
    await worker.onAuthEvent(signedIn("bo"));
    expect(browser.session).not.toHaveProperty("task");
  });

  it("leaves nothing to another person who comes after the browser was closed", async () => {
    browser.local.remembered = { uid: "ada", sticky: [["Place", "the harbour"]], recent: [] };
    await (await aWorker()).onAuthEvent(signedIn("bo"));
    expect(browser.local).toEqual({});
  });

  it("keeps a newer token than the event brings", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada"));
    await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
    expect(browser.session.session).toMatchObject({ idToken: aToken("ada") });
  });

  it.each(["", "x", "a.b.c", `e30.${Buffer.from('{"sub":""}').toString("base64url")}.s`])(
    "is not made of the token %j",
    async (idToken) => {
      await (await aWorker()).onAuthEvent({ ...signedIn("ada"), idToken });
      expect(browser.session).toEqual({});
    },
  );
});

describe("the token", () => {
  it.each([
    [5 * MINUTE, 0],
    [5 * MINUTE + 1_000, 1],
  ])("that is %i ms old is exchanged %i times", async (age, times) => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada", age));
    expect(await worker.freshToken()).toBe(times === 0 ? aToken("ada", age) : aToken("ada"));
    expect(asked).toHaveLength(times);
  });

  it("is exchanged once, however many ask", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
    const tokens = await Promise.all(Array.from({ length: 20 }, () => worker.freshToken()));
    expect(new Set(tokens)).toEqual(new Set([aToken("ada")]));
    expect(asked).toEqual(["https://securetoken.googleapis.com/v1/token?key=key refresh-ada"]);
    await worker.freshToken({ refresh: true });
    expect(asked.at(-1)).toContain("refresh-2");
  });

  it("is asked for again after the way was broken, and the session stays", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
    service = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(worker.freshToken()).rejects.toMatchObject({ reason: "no_answer" });
    service = () => json(503, {});
    await expect(worker.freshToken()).rejects.toMatchObject({ reason: "no_answer" });
    service = () => renewed("ada");
    expect(await worker.freshToken()).toBe(aToken("ada"));
  });

  it("is asked for with the new key after Firebase refuses one that was replaced", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
    browser.session.apiKey = "replaced";
    service = () =>
      asked.at(-1)?.includes("key=replaced")
        ? json(400, { error: { message: "API key not valid. Please pass a valid API key." } })
        : renewed("ada");
    await expect(worker.freshToken()).rejects.toMatchObject({ reason: "no_answer" });
    expect(await worker.freshToken()).toBe(aToken("ada"));
  });

  it.each([
    ["TOKEN_EXPIRED", true],
    ["INVALID_REFRESH_TOKEN", true],
    ["USER_NOT_FOUND", false],
    ["USER_DISABLED", false],
  ])(
    "that is refused with %s ends the session; the draft stays: %s",
    async (message, isDraftKept) => {
      const worker = await aWorker();
      await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
      browser.session.draft = { uid: "ada" };
      service = () => json(400, { error: { message } });
      expect(await worker.freshToken()).toBeNull();
      expect("session" in browser.session).toBe(false);
      expect("draft" in browser.session).toBe(isDraftKept);
    },
  );

  it("of a person who has left in the meantime is given to no one", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
    service = async () => {
      await worker.onAuthEvent(signedIn("bo"));
      return renewed("ada");
    };
    expect(await worker.freshToken()).toBeNull();
    expect(browser.session.session).toMatchObject({ uid: "bo", refreshToken: "refresh-bo" });
  });

  it.each([
    ["renewed", () => renewed("ada")],
    ["refused", () => json(400, { error: { message: "TOKEN_EXPIRED" } })],
  ])(
    "of a session that is %s after the person has signed in again does not replace theirs",
    async (_what, answer) => {
      const worker = await aWorker();
      await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
      const again = { ...signedIn("ada"), refreshToken: "refresh-again" };
      service = async () => {
        await worker.onAuthEvent(again);
        return answer();
      };
      expect(await worker.freshToken()).toBe(again.idToken);
      expect(browser.session.session).toMatchObject({
        idToken: again.idToken,
        refreshToken: "refresh-again",
      });
    },
  );

  it("never is another person's than the session's", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
    service = () => renewed("bo");
    await expect(worker.freshToken()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("is not given for the work of a person who has left", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("bo"));
    await expect(worker.freshToken({ of: "ada" })).rejects.toMatchObject({
      reason: "token_invalid",
    });
    expect(await worker.freshToken({ of: "bo" })).toBe(aToken("bo"));
  });

  it("is on no disk", async () => {
    const worker = await aWorker();
    await worker.onAuthEvent(signedIn("ada", 20 * MINUTE));
    await worker.freshToken();
    expect(JSON.stringify(browser.local)).toBe("{}");
  });
});
