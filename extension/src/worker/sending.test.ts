import { AppError, PAGE_OUTDATED } from "@sendwright/core/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { nextStep } from "../panel/troubleMessages.ts";
import { aToken } from "../testing/fakeChrome.ts";
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
  row,
  server,
  submitted,
  until,
} from "../testing/sendingWorker.ts";

beforeEach(aBrowser);

describe("one send", () => {
  it("goes out once, with its key, and its result is stored, on the badge and out of the form", async () => {
    expect(await (await aWorker()).submit(KEY, submitted)).toBe(true);
    await until("ended");
    expect(server.posts.map(({ key }) => key)).toEqual([KEY]);
    expect(JSON.parse(server.posts[0]?.body ?? "")).toMatchObject({
      template_id: "t1",
      recipient: "Ann <ann@example.org>, bo@example.org",
    });
    expect(browser.session.draft).toMatchObject({ recipients: [], values: [], isPreviewed: false, templateId: "t1" });
    expect(browser.local.remembered).toMatchObject({ uid: "ada", recent: ["t1"] });
    await vi.waitFor(() => expect(browser.badge.text).toBe("✓"));
  });

  it("leaves those whom the form had no room for, to be brought back for the next one", async () => {
    browser.session.draft = { ...draft, takenOut: ["cy@example.org", "bo@example.org"] };
    await (await aWorker()).submit(KEY, submitted);
    await until("ended");
    expect(browser.session.draft).toMatchObject({ recipients: [], takenOut: ["cy@example.org"] });
  });

  it("of a composed email sends its text as markup, and clears it from the form", async () => {
    const composed = { templateId: "", subject: "Hi", body: "One & two" };
    browser.session.draft = { ...draft, ...composed, values: [] };
    await (await aWorker()).submit(KEY, { ...submitted, ...composed, values: [] });
    await until("ended");
    expect(JSON.parse(server.posts[0]?.body ?? "")).toMatchObject({ mode: "manual", body: "<p>One &amp; two</p>" });
    expect(browser.session.draft).toMatchObject({ recipients: [], subject: "", body: "" });
  });

  it("is held and undone, and the form stays; reports an Undo that is too late, and asks again if the answer is lost", async () => {
    const until10 = () => new Date(Date.now() + 10_000).toISOString();
    const heldSend = () => ({ ...aSend("scheduled", { queued: 2 }), starts_at: until10(), held_until: until10() });
    const undos: (() => Response | Promise<Response>)[] = [
      () => Promise.reject(new TypeError("network")),
      () => json(200, { success: true }),
      () => json(409, { success: false, error: "Late.", reason: "too_late_to_undo", send: done.send }),
    ];
    let isUndo = false;
    server.onPost = () => {
      if (isUndo) return undos.shift()?.() ?? json(500, {});
      return json(202, { ...done, send: heldSend(), results: [] });
    };
    server.onGet = () => (undos.length === 0 ? json(200, followed) : json(200, { ...followed, send: heldSend() }));
    const worker = await aWorker();
    await worker.submit(KEY, submitted, 10);
    await until("held");
    expect(JSON.parse(server.posts[0]?.body ?? "")).toMatchObject({ hold: "10" });
    expect(browser.badge.text).toBe("…");
    isUndo = true;
    await worker.undo();
    await until("undone");
    expect(attempt()).toMatchObject({ key: KEY });
    expect(browser.session.draft).toEqual(draft);
    expect(browser.badge.text).toBe("");
    isUndo = false;
    await worker.submit(KEY, submitted, 10);
    await until("held");
    isUndo = true;
    await worker.undo();
    await until("ended");
    expect(attempt()).toMatchObject({ known: "late" });
    expect(browser.session.draft).toMatchObject({ recipients: [] });
  });

  it("says why the server would not undo, and stays held", async () => {
    const ends = new Date(Date.now() + 10_000).toISOString();
    const held = { ...aSend("scheduled", { queued: 2 }), starts_at: ends, held_until: ends };
    server.onPost = () => json(202, { ...done, send: held, results: [] });
    server.onGet = () => json(200, { ...followed, send: held });
    const worker = await aWorker();
    await worker.submit(KEY, submitted, 10);
    await until("held");
    server.onPost = () => json(429, { success: false, error: "Too many requests.", reason: "rate_limited" });
    await expect(worker.undo()).rejects.toMatchObject({ reason: "rate_limited" });
    expect(attempt()?.status).toBe("held");
  });

  it("takes nothing out of the form that was written since", async () => {
    server.onPost = async () => {
      browser.session.draft = {
        ...draft,
        recipients: [...draft.recipients, "cy@example.org"],
        typed: "de",
        values: [["Name", "they"]],
      };
      return json(200, done);
    };
    await (await aWorker()).submit(KEY, submitted);
    await until("ended");
    expect(browser.session.draft).toMatchObject({
      recipients: ["cy@example.org"],
      typed: "de",
      values: [["Name", "they"]],
    });
  });

  it("keeps those who didn't receive it, and sets apart those who are unconfirmed", async () => {
    const results = [row(1, "Ann <ann@example.org>", "warning"), row(2, "bo@example.org", "failed")];
    server.onPost = () =>
      json(200, { ...done, success: false, send: aSend("done", { warning: 1, failed: 1 }), results });
    await (await aWorker()).submit(KEY, submitted);
    await until("ended");
    expect(browser.session.draft).toMatchObject({
      recipients: ["bo@example.org"],
      unknown: ["Ann <ann@example.org>"],
      values: [["Name", "you"]],
    });
    expect(browser.badge.text).toBe("!");
  });

  it("is the only one on its way", async () => {
    server.onPost = () => new Promise(() => undefined);
    const worker = await aWorker();
    const presses = await Promise.all([
      worker.submit(KEY, submitted),
      worker.submit("key-00000002", submitted),
      worker.submit("key-00000003", submitted),
    ]);
    expect(presses.filter(Boolean)).toHaveLength(1);
    await vi.waitFor(() => expect(server.posts).toHaveLength(1));
  });

  it("that the server refuses has sent nothing, and leaves the form as it is", async () => {
    server.onPost = () =>
      json(429, {
        success: false,
        error: "Too many requests. Please try again in 30 seconds.",
        reason: "rate_limited",
      });
    await (await aWorker()).submit(KEY, submitted);
    await until("refused");
    expect(attempt()).toMatchObject({
      refusal: { reason: "rate_limited", message: expect.stringContaining("30 seconds") },
    });
    expect(browser.session.draft).toEqual(draft);
  });

  it("from an extension of another version sends nothing, keeps the form, and says what to do", async () => {
    server.onPost = () => json(409, { success: false, error: PAGE_OUTDATED, reason: "page_outdated" });
    await (await aWorker()).submit(KEY, submitted);
    await until("refused");
    expect(attempt()).toMatchObject({ refusal: { reason: "page_outdated", message: PAGE_OUTDATED } });
    expect(nextStep(new AppError("page_outdated", PAGE_OUTDATED))).toContain("chrome://extensions");
    expect(browser.session.draft).toEqual(draft);
  });

  it("from an old extension is refused just as clearly for a reason that it doesn't know", async () => {
    server.onPost = () => json(409, { success: false, error: PAGE_OUTDATED, reason: "of_a_later_version" });
    await (await aWorker()).submit(KEY, submitted);
    await until("refused");
    expect(attempt()).toMatchObject({ refusal: { message: PAGE_OUTDATED } });
    expect(browser.session.draft).toEqual(draft);
  });

  it("whose answer is lost is found by its key", async () => {
    server.onPost = () => Promise.reject(new TypeError("Failed to fetch"));
    await (await aWorker()).submit(KEY, submitted);
    await until("ended");
    expect(attempt()).toMatchObject({ known: "found" });
    expect(server.posts).toHaveLength(1);
  });

  it("without a session is refused with a sentence", async () => {
    delete browser.session.session;
    await expect((await aWorker()).submit(KEY, submitted)).rejects.toMatchObject({ reason: "session_expired" });
    expect(attempt()).toBeUndefined();
  });

  it("goes out under the name of the person who clicked, or is not sent", async () => {
    const worker = await aWorker();
    const pressed = worker.submit(KEY, submitted);
    const session = browser.session.session as object;
    browser.session.session = { ...session };
    await pressed;
    browser.session.session = { ...session, uid: "bo", idToken: aToken("bo") };
    await until("refused");
    expect(server.posts).toEqual([]);
  });

  it("of a person who has left in the meantime changes nothing of the next one's", async () => {
    let answer = (_response: Response): void => undefined;
    server.onPost = () => new Promise((resolve) => (answer = resolve));
    await (await aWorker()).submit(KEY, submitted);
    await vi.waitFor(() => expect(server.posts).toHaveLength(1));
    for (const key of Object.keys(browser.session)) delete browser.session[key];
    browser.session.draft = { ...draft, uid: "bo" };
    const reads = vi.spyOn(chrome.storage.session, "get");
    answer(json(200, done));
    // Once to store the answer, and once to follow the send afterward.
    const readsOfAttempt = () => reads.mock.calls.filter(([key]) => String(key) === "attempt");
    await vi.waitFor(() => expect(readsOfAttempt()).toHaveLength(2));
    expect(browser.session).toEqual({ draft: { ...draft, uid: "bo" } });
  });

  it("of a person who has left in the meantime doesn't change the next person's send", async () => {
    await aWorker();
    const { happened } = await import("./attempts.ts");
    await happened("bo", { type: "submitted", key: "key-of-bo-01", submitted: submitted, at: 1 });
    const { attempt: before } = structuredClone(browser.session);
    await happened("ada", { type: "answered", key: KEY });
    expect(browser.session.attempt).toEqual(before);
  });
});

it("dismisses the result that a person has seen, and the badge with it", async () => {
  const worker = await aWorker();
  await worker.submit(KEY, submitted);
  await until("ended");
  await worker.shown();
  expect(browser.badge.text).toBe("");
  await worker.close();
  expect(attempt()).toEqual({ status: "idle", again: null });
});
