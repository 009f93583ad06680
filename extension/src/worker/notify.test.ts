import { beforeEach, describe, expect, it } from "vitest";
import { openSite } from "../shared/openSite.ts";
import {
  aBrowser,
  aSend,
  attempt,
  aWorker,
  browser,
  followed,
  json,
  KEY,
  server,
  submitted,
  until,
} from "../testing/sendingWorker.ts";

beforeEach(aBrowser);

/** One send, to its end. */
async function sendOnce(): Promise<Awaited<ReturnType<typeof aWorker>>> {
  const worker = await aWorker();
  await worker.submit(KEY, submitted);
  await until("ended");
  return worker;
}

describe("a notification", () => {
  it("tells once how a send has ended while nothing of ours is open; no name, no address", async () => {
    browser.notified = new Map();
    const worker = await sendOnce();
    await expect.poll(() => [...(browser.notified ?? [])]).toEqual([[KEY, "2 sent."]]);
    browser.notified.clear();
    await worker.followAttempt();
    await worker.followAttempt();
    expect([...browser.notified]).toEqual([]);
  });

  it("comes with a failure, too", async () => {
    browser.notified = new Map();
    server.onPost = () => json(429, { success: false, error: "Too many.", reason: "rate_limited" });
    await (await aWorker()).submit(KEY, submitted);
    await until("refused");
    await expect
      .poll(() => [...(browser.notified ?? [])])
      .toEqual([[expect.stringContaining(KEY), "Your email was not sent."]]);
  });

  it("needs the permission, which the person must request", async () => {
    await sendOnce();
    expect(browser.notified).toBeNull();
    expect(attempt()?.status).toBe("ended");
  });

  it.each(["POPUP", "SIDE_PANEL", "TAB"])(
    "comes not while one of our pages is open: %s",
    async (context) => {
      browser.notified = new Map();
      browser.contexts = [context];
      await sendOnce();
      await expect.poll(() => browser.badge.text).toBe("✓");
      expect([...browser.notified]).toEqual([]);
    },
  );

  it("doesn't come for an undone send", async () => {
    browser.notified = new Map();
    const until10 = new Date(Date.now() + 10_000).toISOString();
    const held = { ...aSend("scheduled", { queued: 2 }), starts_at: until10, held_until: until10 };
    let isUndone = false;
    server.onPost = () =>
      json(
        isUndone ? 200 : 202,
        isUndone
          ? { success: true }
          : { ...followed, message: "", send_id: KEY, send: held, results: [] },
      );
    server.onGet = () => json(200, { ...followed, send: held });
    const worker = await aWorker();
    await worker.submit(KEY, submitted, 10);
    await until("held");
    isUndone = true;
    await worker.undoHeldSend();
    await until("undone");
    expect([...browser.notified]).toEqual([]);
  });

  it("leads with a click to the send on the page, and goes", async () => {
    browser.notified = new Map();
    await sendOnce();
    await expect.poll(() => browser.notified?.size).toBe(1);
    (await import("./notify.ts")).openOnClick();
    browser.clickNotification(KEY);
    await expect.poll(() => browser.opened).toEqual([`http://127.0.0.1:5000/app#sends/${KEY}`]);
    await expect.poll(() => browser.notified?.size).toBe(0);
  });

  it("leads to its own send, also while another one is on its way", async () => {
    browser.notified = new Map();
    const worker = await sendOnce();
    await expect.poll(() => browser.notified?.size).toBe(1);
    server.onPost = () => json(429, { success: false, error: "Too many.", reason: "rate_limited" });
    await worker.submit("key-00000002", submitted);
    await until("refused");
    await expect.poll(() => browser.notified?.size).toBe(2);
    (await import("./notify.ts")).openOnClick();
    const [ended = "", refused = ""] = browser.notified.keys();
    browser.clickNotification(ended);
    await expect.poll(() => browser.opened).toEqual([`http://127.0.0.1:5000/app#sends/${KEY}`]);
    await worker.submit("key-00000003", submitted);
    browser.clickNotification(refused);
    await expect.poll(() => browser.opened.at(-1)).toContain("panel.html");
  });

  it("leads to the form if nothing was sent, also after a later send has ended", async () => {
    browser.notified = new Map();
    const { onPost } = server;
    server.onPost = () => json(429, { success: false, error: "Too many.", reason: "rate_limited" });
    const worker = await aWorker();
    await worker.submit("key-00000002", submitted);
    await until("refused");
    await expect.poll(() => browser.notified?.size).toBe(1);
    server.onPost = onPost;
    await worker.submit(KEY, submitted);
    await until("ended");
    (await import("./notify.ts")).openOnClick();
    browser.clickNotification([...browser.notified.keys()][0] ?? "");
    await expect.poll(() => browser.opened).toEqual([expect.stringContaining("panel.html")]);
  });

  it("leads to the tab that has the site open", async () => {
    browser.notified = new Map();
    browser.tabs = [
      { id: 1, url: "http://127.0.0.1:5000/privacy" },
      { id: 2, url: "http://127.0.0.1:5000/app#templates" },
    ];
    await sendOnce();
    await expect.poll(() => browser.notified?.size).toBe(1);
    (await import("./notify.ts")).openOnClick();
    browser.clickNotification(KEY);
    const url = `http://127.0.0.1:5000/app#sends/${KEY}`;
    await expect.poll(() => browser.shown).toEqual([{ id: 2, active: true, url }]);
    expect(browser.opened).toEqual([]);
  });
});

it("leaves an open app where it is if no place in it is asked for", async () => {
  browser.tabs = [{ id: 2, url: "http://127.0.0.1:5000/app#bulk-send" }];
  await openSite();
  expect(browser.shown).toEqual([{ id: 2, active: true }]);
});
