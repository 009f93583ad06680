import type { Counts, Send } from "@sendwright/functions/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Draft, Frozen, StoredAttempt } from "../shared/stored.ts";
import { aToken, type FakeChrome, fakeChrome } from "../testing/fakeChrome.ts";

const KEY = "key-00000001";
const frozen: Frozen = {
  templateId: "t1",
  title: "Note",
  recipients: ["Ann <ann@example.org>", "bo@example.org"],
  values: [["Name", "you"]],
  dateFormat: "long",
  timeFormat: "24hr",
  subject: "",
  body: "",
};
const draft: Draft = {
  uid: "ada",
  templateId: "t1",
  recipients: [...frozen.recipients],
  typed: "",
  values: [["Name", "you"]],
  unfinished: [],
  subject: "",
  body: "",
  isPreviewed: true,
  unknown: [],
  by: "popup",
};

const NONE: Counts = { total: 2, queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };
const row = (n: number, recipient: string, status: string) => ({ row: n, line: null, recipient, status, reason: "" });

function aSend(state: Send["state"], counts: Partial<Counts>): Send {
  const at = "2026-11-21T12:00:00.000Z";
  const times = { created_at: at, starts_at: at, started_at: at, ended_at: null, deletes_at: null, resumes_at: null };
  return {
    id: KEY,
    kind: "direct",
    state,
    pause_reason: null,
    counts: { ...NONE, ...counts },
    title: "Note",
    rate: 60,
    rows_over_limit: 0,
    cancelled: 0,
    next_at: null,
    ...times,
  };
}
const sent = [row(1, "Ann <ann@example.org>", "sent"), row(2, "bo@example.org", "sent")];
const done = { success: true, message: "", send_id: KEY, send: aSend("done", { sent: 2 }), results: sent };
const followed = { success: true, send: done.send, results: sent, cursor: "" };

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const missing = () => json(404, { success: false, error: "Not found.", reason: "not_found" });

let browser: FakeChrome;
let posts: { key: string | null; body: string }[];
let onPost: () => Promise<Response> | Response;
let onGet: () => Promise<Response> | Response;

/** A worker that has just been started. */
async function aWorker() {
  vi.resetModules();
  (await import("./access.ts")).provideWorkerAccess();
  return await import("./sending.ts");
}
const attempt = () => (browser.session.attempt as StoredAttempt | undefined)?.attempt;
const until = (is: string) => vi.waitFor(() => expect(attempt()?.is).toBe(is), { timeout: 5_000 });

beforeEach(() => {
  browser = fakeChrome();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { pathname: "/background.js" });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const issuedAt = Date.now();
  browser.session.session = {
    uid: "ada",
    email: "ada@example.com",
    idToken: aToken("ada"),
    refreshToken: "r",
    issuedAt,
    heardAt: issuedAt,
  };
  browser.session.draft = draft;
  posts = [];
  onPost = () => json(200, done);
  onGet = () => json(200, followed);
  vi.stubGlobal(
    "fetch",
    async (
      _url: string,
      { method, headers, body }: { method: string; headers: Record<string, string>; body: string },
    ) => {
      if (method !== "POST") return await onGet();
      posts.push({ key: headers["idempotency-key"] ?? null, body });
      return await onPost();
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("one press of Send", () => {
  it("goes out once, with its key, and its result is stored, on the badge and out of the form", async () => {
    expect(await (await aWorker()).press(KEY, frozen)).toBe(true);
    await until("ended");
    expect(posts.map(({ key }) => key)).toEqual([KEY]);
    expect(JSON.parse(posts[0]?.body ?? "")).toMatchObject({
      template_id: "t1",
      recipient: "Ann <ann@example.org>, bo@example.org",
    });
    expect(browser.session.draft).toMatchObject({ recipients: [], values: [], isPreviewed: false, templateId: "t1" });
    expect(browser.local.remembered).toMatchObject({ uid: "ada", recent: ["t1"] });
    await vi.waitFor(() => expect(browser.badge.text).toBe("✓"));
  });

  it("takes nothing out of the form that was written since", async () => {
    onPost = async () => {
      browser.session.draft = {
        ...draft,
        recipients: [...draft.recipients, "cy@example.org"],
        typed: "de",
        values: [["Name", "they"]],
      };
      return json(200, done);
    };
    await (await aWorker()).press(KEY, frozen);
    await until("ended");
    expect(browser.session.draft).toMatchObject({
      recipients: ["cy@example.org"],
      typed: "de",
      values: [["Name", "they"]],
    });
  });

  it("leaves those who did not get it, and sets apart those of whom nobody can tell", async () => {
    const results = [row(1, "Ann <ann@example.org>", "warning"), row(2, "bo@example.org", "failed")];
    onPost = () => json(200, { ...done, success: false, send: aSend("done", { warning: 1, failed: 1 }), results });
    await (await aWorker()).press(KEY, frozen);
    await until("ended");
    expect(browser.session.draft).toMatchObject({
      recipients: ["bo@example.org"],
      unknown: ["Ann <ann@example.org>"],
      values: [["Name", "you"]],
    });
    expect(browser.badge.text).toBe("!");
  });

  it("is the only one on its way", async () => {
    onPost = () => new Promise(() => undefined);
    const worker = await aWorker();
    const presses = await Promise.all([
      worker.press(KEY, frozen),
      worker.press("key-00000002", frozen),
      worker.press("key-00000003", frozen),
    ]);
    expect(presses.filter(Boolean)).toHaveLength(1);
    await vi.waitFor(() => expect(posts).toHaveLength(1));
  });

  it("that the server refuses has sent nothing, and leaves the form as it is", async () => {
    onPost = () =>
      json(429, {
        success: false,
        error: "Too many requests. Please try again in 30 seconds.",
        reason: "rate_limited",
      });
    await (await aWorker()).press(KEY, frozen);
    await until("refused");
    expect(attempt()).toMatchObject({
      refusal: { reason: "rate_limited", message: expect.stringContaining("30 seconds") },
    });
    expect(browser.session.draft).toEqual(draft);
  });

  it("whose answer is lost is found by its key", async () => {
    onPost = () => Promise.reject(new TypeError("Failed to fetch"));
    await (await aWorker()).press(KEY, frozen);
    await until("ended");
    expect(attempt()).toMatchObject({ known: "found" });
    expect(posts).toHaveLength(1);
  });

  it("without a session is refused with a sentence", async () => {
    delete browser.session.session;
    await expect((await aWorker()).press(KEY, frozen)).rejects.toMatchObject({ reason: "session_expired" });
    expect(attempt()).toBeUndefined();
  });

  it("goes out under the name of the one who pressed, or not at all", async () => {
    const worker = await aWorker();
    const pressed = worker.press(KEY, frozen);
    const session = browser.session.session as object;
    browser.session.session = { ...session };
    await pressed;
    browser.session.session = { ...session, uid: "bo", idToken: aToken("bo") };
    await until("refused");
    expect(posts).toEqual([]);
  });

  it("of a person who has left meanwhile changes nothing of the next one's", async () => {
    let answer = (_response: Response): void => undefined;
    onPost = () => new Promise((resolve) => (answer = resolve));
    await (await aWorker()).press(KEY, frozen);
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    for (const key of Object.keys(browser.session)) delete browser.session[key];
    browser.session.draft = { ...draft, uid: "bo" };
    answer(json(200, done));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(browser.session).toEqual({ draft: { ...draft, uid: "bo" } });
  });
});

describe("a worker that was stopped", () => {
  /** What a worker that was stopped left behind: the call on its way, or not even made. */
  const asked = (at: number) => ({
    uid: "ada",
    attempt: { is: "asked", key: KEY, frozen, at, isRepeat: false },
    seen: null,
    isShown: false,
  });

  it("in the call: the next one asks by the key, and sends nothing", async () => {
    browser.session.attempt = asked(Date.now());
    await (await aWorker()).resume();
    await until("ended");
    expect(posts).toEqual([]);
    expect(browser.session.draft).toMatchObject({ recipients: [] });
  });

  it("before the call: nobody says that nothing was sent until that is certain, and then the same key is used", async () => {
    onGet = missing;
    browser.session.attempt = asked(Date.now() - 200_000);
    const worker = await aWorker();
    void worker.resume();
    await until("lost");
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    await worker.follow();
    await until("absent");
    vi.useRealTimers();
    browser.session.session = { ...(browser.session.session as object), heardAt: Date.now(), issuedAt: Date.now() };
    await worker.press("key-00000009", frozen);
    await vi.waitFor(() => expect(posts.map(({ key }) => key)).toEqual([KEY]));
  });

  it("while it followed: the next one follows on", async () => {
    browser.session.attempt = {
      ...asked(Date.now()),
      attempt: { is: "begun", key: KEY, frozen, at: Date.now(), known: "answered" },
    };
    await (await aWorker()).resume();
    await until("ended");
  });

  it("after the end: the badge says so again", async () => {
    browser.session.attempt = {
      ...asked(Date.now()),
      attempt: { is: "ended", key: KEY, frozen, at: Date.now(), known: "answered" },
      seen: { send: done.send, results: sent },
    };
    await aWorker();
    await (await import("./badge.ts")).paint();
    expect(browser.badge.text).toBe("✓");
  });

  it("at any line: whatever was stored last, the next one comes to the one end, with one mail each", async () => {
    // The states a stop can leave behind, in their order; the server had the call in all but the first.
    const seen = { send: aSend("running", { queued: 2 }), results: [] };
    const states = [
      asked(Date.now()),
      {
        ...asked(Date.now()),
        attempt: { is: "lost", key: KEY, frozen, at: Date.now(), cause: "silence", lostAt: Date.now() },
      },
      { ...asked(Date.now()), attempt: { is: "begun", key: KEY, frozen, at: Date.now(), known: "answered" }, seen },
      {
        ...asked(Date.now()),
        attempt: { is: "begun", key: KEY, frozen, at: Date.now(), known: "answered" },
        seen: { send: done.send, results: sent },
      },
    ];
    for (const state of states) {
      browser.session.attempt = state;
      browser.session.draft = draft;
      await (await aWorker()).resume();
      await until("ended");
      expect(browser.session.draft).toMatchObject({ recipients: [] });
    }
    expect(posts).toEqual([]);
  });
});

it("puts away what a person has seen, and the badge with it", async () => {
  const worker = await aWorker();
  await worker.press(KEY, frozen);
  await until("ended");
  await worker.shown();
  expect(browser.badge.text).toBe("");
  await worker.close();
  expect(attempt()).toEqual({ is: "idle", again: null });
});
