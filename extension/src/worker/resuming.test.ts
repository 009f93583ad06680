import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  aBrowser,
  aSend,
  attempt,
  aWorker,
  browser,
  done,
  draft,
  followed,
  json,
  KEY,
  missing,
  sent,
  server,
  submitted,
  until,
} from "../testing/sendingWorker.ts";

beforeEach(aBrowser);

describe("a worker that was stopped", () => {
  /** The state that a stopped worker left: the call in progress, or not even made. */
  const asked = (at: number) => ({
    uid: "ada",
    attempt: { status: "asked", key: KEY, submitted, at, isRepeat: false },
    seen: null,
    isShown: false,
  });

  it("in the call: the next one asks by the key, and sends nothing", async () => {
    browser.session.attempt = asked(Date.now());
    await (await aWorker()).follow();
    await until("ended");
    expect(server.posts).toEqual([]);
    expect(browser.session.draft).toMatchObject({ recipients: [] });
  });

  it("before the call: doesn't say that nothing was sent until that is certain, and then uses the same key", async () => {
    server.onGet = missing;
    browser.session.attempt = asked(Date.now() - 200_000);
    const worker = await aWorker();
    void worker.follow();
    await until("lost");
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    await worker.follow();
    await until("absent");
    vi.useRealTimers();
    browser.session.session = { ...(browser.session.session as object), heardAt: Date.now(), issuedAt: Date.now() };
    await worker.submit("key-00000009", submitted);
    await vi.waitFor(() => expect(server.posts.map(({ key }) => key)).toEqual([KEY]));
  });

  it("while it followed: the next one follows on", async () => {
    browser.session.attempt = {
      ...asked(Date.now()),
      attempt: { status: "begun", key: KEY, submitted, at: Date.now(), known: "answered" },
    };
    await (await aWorker()).follow();
    await until("ended");
  });

  it("after the end: the badge says so again", async () => {
    browser.session.attempt = {
      ...asked(Date.now()),
      attempt: { status: "ended", key: KEY, submitted, at: Date.now(), known: "answered" },
      seen: { send: done.send, results: sent },
    };
    await aWorker();
    await (await import("./badge.ts")).paint();
    expect(browser.badge.text).toBe("✓");
  });

  it("at any line: whatever was stored last, the next worker reaches the same end, with one email each", async () => {
    // The states a stop can leave behind, in their order; the server had the call in all but the first.
    const seen = { send: aSend("running", { queued: 2 }), results: [] };
    const states = [
      asked(Date.now()),
      {
        ...asked(Date.now()),
        attempt: { status: "lost", key: KEY, submitted, at: Date.now(), cause: "silence", lostAt: Date.now() },
      },
      {
        ...asked(Date.now()),
        attempt: { status: "begun", key: KEY, submitted, at: Date.now(), known: "answered" },
        seen,
      },
      {
        ...asked(Date.now()),
        attempt: { status: "begun", key: KEY, submitted, at: Date.now(), known: "answered" },
        seen: { send: done.send, results: sent },
      },
    ];
    for (const state of states) {
      browser.session.attempt = state;
      browser.session.draft = draft;
      await (await aWorker()).follow();
      await until("ended");
      expect(browser.session.draft).toMatchObject({ recipients: [] });
    }
    expect(server.posts).toEqual([]);
  });

  it("follows for five minutes, and again from the next opening on", async () => {
    vi.useFakeTimers({ now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    let looks = 0;
    server.onGet = () => {
      looks += 1;
      return Promise.reject(new TypeError("network"));
    };
    browser.session.attempt = {
      ...asked(Date.now()),
      attempt: { status: "begun", key: KEY, submitted, at: Date.now(), known: "answered" },
    };
    const worker = await aWorker();
    await worker.follow();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    const before = looks;
    expect(before).toBeGreaterThan(10);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(before);
    server.onGet = () => json(200, followed);
    browser.session.session = { ...(browser.session.session as object), heardAt: Date.now(), issuedAt: Date.now() };
    await worker.follow();
    expect(attempt()).toMatchObject({ status: "ended" });
  });
});
