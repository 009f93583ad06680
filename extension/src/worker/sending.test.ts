import { AppError, PAGE_OUTDATED } from "@sendwright/core/contract";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { writtenList } from "@sendwright/web/parts";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { nextStep } from "../panel/troubleMessages.ts";
import type { Task } from "../shared/stored.ts";
import { aToken, PATIENCE } from "../testing/fakeChrome.ts";
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
  row,
  sent,
  server,
  submitted,
  until,
} from "../testing/sendingWorker.ts";

beforeEach(aBrowser);

const NO_MAIL = { recipients: [], subject: "", body: "" };
const NO_PAGE = { host: "x.org", found: [], repeated: [], hidden: 0, more: 0, trouble: null };

describe("one send", () => {
  it("goes out once, with its key, and its result is stored, on the badge and out of the form", async () => {
    expect(await (await aWorker()).submit(KEY, submitted)).toBe(true);
    await until("ended");
    expect(server.posts.map(({ key }) => key)).toEqual([KEY]);
    expect(JSON.parse(server.posts[0]?.body ?? "")).toMatchObject({
      template_id: "t1",
      recipient: "Ann <ann@example.org>, bo@example.org",
    });
    expect(browser.session.draft).toMatchObject({
      recipients: [],
      values: [],
      isPreviewed: false,
      templateId: "t1",
    });
    expect(browser.local.remembered).toMatchObject({ uid: "ada", recent: ["t1"] });
    await expect.poll(() => browser.badge.text).toBe("✓");
  });

  it.each([
    ["that was on the screen", "3"],
    ["of a send that an earlier version stored", undefined],
  ])("carries the revision %s", async (_, revision) => {
    await (await aWorker()).submit(KEY, { ...submitted, revision });
    await until("ended");
    expect(JSON.parse(server.posts[0]?.body ?? "").revision).toBe(revision);
  });

  it("with values for each person goes out as a table, and takes it out of the form", async () => {
    const table = writtenList(
      listOfAddresses(submitted.recipients.map(recipientText), emptyList()),
      "",
    );
    browser.session.draft = { ...draft, table };
    const upload = {
      csv: "Email,Name\r\nann@example.org,Ann\r\n",
      recipient_template: "Email",
      variables: {},
      date_orders: {},
      number_forms: {},
      rows: [],
      rows_left_out: 0,
    };
    await (await aWorker()).submit(KEY, { ...submitted, revision: "1", upload });
    await until("ended");
    const form = server.posts[0]?.body as unknown as FormData;
    expect(Object.fromEntries([...form].filter(([name]) => name !== "csv_file"))).toMatchObject({
      mode: "csv",
      template_id: "t1",
      revision: "1",
      recipient_template: "Email",
      date_format_preference: "long",
    });
    expect(await (form.get("csv_file") as File).text()).toBe(upload.csv);
    expect(browser.session.draft).toMatchObject({ recipients: [] });
    expect(browser.session.draft).not.toHaveProperty("table.rows");
  });

  it.each<[string, Task, boolean]>([
    [
      "takes away the notice about what a link had for it",
      { kind: "leftover", ...NO_MAIL, subject: "Offer" },
      false,
    ],
    ["leaves a task for another email", { kind: "collect", ...NO_PAGE, id: "1" }, true],
  ])("%s when it has ended", async (_what, task, isKept) => {
    browser.session.task = task;
    await (await aWorker()).submit(KEY, submitted);
    await until("ended");
    expect("task" in browser.session).toBe(isKept);
  });

  it("of a composed email sends its text as markup, and clears it from the form", async () => {
    const composed = { templateId: "", subject: "Hi", body: "One & two" };
    browser.session.draft = { ...draft, ...composed, values: [] };
    await (await aWorker()).submit(KEY, { ...submitted, ...composed, values: [] });
    await until("ended");
    expect(JSON.parse(server.posts[0]?.body ?? "")).toMatchObject({
      mode: "manual",
      body: "<p>One &amp; two</p>",
    });
    expect(browser.session.draft).toMatchObject({ recipients: [], subject: "", body: "" });
  });

  it("is held and undone, and the form stays; reports an Undo that is too late, and asks again if the answer is lost", async () => {
    const until10 = () => new Date(Date.now() + 10_000).toISOString();
    const heldSend = () => ({
      ...aSend("scheduled", { queued: 2 }),
      starts_at: until10(),
      held_until: until10(),
    });
    const undos: (() => Response | Promise<Response>)[] = [
      () => Promise.reject(new TypeError("network")),
      () => json(200, { success: true }),
      () =>
        json(409, { success: false, error: "Late.", reason: "too_late_to_undo", send: done.send }),
    ];
    let isUndo = false;
    server.onPost = () => {
      if (isUndo) return undos.shift()?.() ?? json(500, {});
      return json(202, { ...done, send: heldSend(), results: [] });
    };
    server.onGet = () =>
      undos.length === 0 ? json(200, followed) : json(200, { ...followed, send: heldSend() });
    const worker = await aWorker();
    await worker.submit(KEY, submitted, 10);
    await until("held");
    expect(JSON.parse(server.posts[0]?.body ?? "")).toMatchObject({ hold: "10" });
    expect(browser.badge.text).toBe("…");
    isUndo = true;
    await worker.undoHeldSend();
    await until("undone");
    expect(attempt()).toMatchObject({ key: KEY });
    expect(browser.session.draft).toEqual(draft);
    expect(browser.badge.text).toBe("");
    isUndo = false;
    await worker.submit(KEY, submitted, 10);
    await until("held");
    isUndo = true;
    await worker.undoHeldSend();
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
    server.onPost = () =>
      json(429, { success: false, error: "Too many requests.", reason: "rate_limited" });
    await expect(worker.undoHeldSend()).rejects.toMatchObject({ reason: "rate_limited" });
    expect(attempt()?.status).toBe("held");
  });

  it("keeps text written in the form since", async () => {
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

  it("keeps people who didn't receive it, and sets unconfirmed ones apart", async () => {
    const results = [
      row(1, "Ann <ann@example.org>", "warning"),
      row(2, "bo@example.org", "failed"),
    ];
    server.onPost = () =>
      json(200, {
        ...done,
        success: false,
        send: aSend("done", { warning: 1, failed: 1 }),
        results,
      });
    await (await aWorker()).submit(KEY, submitted);
    await until("ended");
    expect(browser.session.draft).toMatchObject({
      recipients: ["bo@example.org"],
      unknown: ["Ann <ann@example.org>"],
      values: [["Name", "you"]],
    });
    expect(browser.badge.text).toBe("!");
  });

  it("is the only one in progress", async () => {
    server.onPost = () => new Promise(() => undefined);
    const worker = await aWorker();
    const presses = await Promise.all([
      worker.submit(KEY, submitted),
      worker.submit("key-00000002", submitted),
      worker.submit("key-00000003", submitted),
    ]);
    expect(presses.filter(Boolean)).toHaveLength(1);
    await expect.poll(() => server.posts).toHaveLength(1);
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

  it("for which the server has no room is tried once more after a second, with the same key, and shows nothing of it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const noRoom = { success: false, error: "Too many requests.", reason: "rate_limited" };
    const inASecond = { status: 429, headers: { "retry-after": "1" } };
    server.onPost = () =>
      server.posts.length === 1 ? new Response(JSON.stringify(noRoom), inASecond) : json(200, done);
    await (await aWorker()).submit(KEY, submitted);
    // It moves the clock while it waits.
    await vi.waitFor(() => expect(server.posts).toHaveLength(2), PATIENCE);
    await until("ended");
    expect(attempt()).not.toHaveProperty("refusal");
    expect(server.posts[1]).toEqual(server.posts[0]);
  });

  it("from an extension of another version sends nothing, keeps the form, and gives the next step", async () => {
    server.onPost = () =>
      json(409, { success: false, error: PAGE_OUTDATED, reason: "page_outdated" });
    await (await aWorker()).submit(KEY, submitted);
    await until("refused");
    expect(attempt()).toMatchObject({
      refusal: { reason: "page_outdated", message: PAGE_OUTDATED },
    });
    expect(nextStep(new AppError("page_outdated", PAGE_OUTDATED))).toContain("chrome://extensions");
    expect(browser.session.draft).toEqual(draft);
  });

  it("from an old extension is refused just as clearly for a reason that it doesn't know", async () => {
    server.onPost = () =>
      json(409, { success: false, error: PAGE_OUTDATED, reason: "of_a_later_version" });
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
    await expect((await aWorker()).submit(KEY, submitted)).rejects.toMatchObject({
      reason: "session_expired",
    });
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
    await expect.poll(() => server.posts).toHaveLength(1);
    for (const key of Object.keys(browser.session)) delete browser.session[key];
    browser.session.draft = { ...draft, uid: "bo" };
    const reads = vi.spyOn(chrome.storage.session, "get");
    answer(json(200, done));
    // Once to store the answer, and once to follow the send afterward.
    const readsOfAttempt = () => reads.mock.calls.filter(([key]) => String(key) === "attempt");
    await expect.poll(() => readsOfAttempt()).toHaveLength(2);
    expect(browser.session).toEqual({ draft: { ...draft, uid: "bo" } });
  });

  it("of a person who has left in the meantime doesn't change the next person's send", async () => {
    await aWorker();
    const { applyEvent } = await import("./attempts.ts");
    await applyEvent("bo", { type: "submitted", key: "key-of-bo-01", submitted: submitted, at: 1 });
    const { attempt: before } = structuredClone(browser.session);
    await applyEvent("ada", { type: "answered", key: KEY });
    expect(browser.session.attempt).toEqual(before);
  });
});

it("dismisses the result that a person has seen, and the badge with it", async () => {
  const worker = await aWorker();
  await worker.submit(KEY, submitted);
  await until("ended");
  await worker.markResultSeen();
  expect(browser.badge.text).toBe("");
  await worker.dismissResult();
  expect(attempt()).toEqual({ status: "idle", again: null });
});

describe("the next step after a refusal", () => {
  beforeEach(aBrowser);

  it("says once that the session has expired, and what to do", async () => {
    delete browser.session.session;
    const refusal = await (await aWorker()).submit(KEY, submitted).catch((error: unknown) => error);
    const { message, reason } = refusal as AppError;
    expect(`${message} ${nextStep(new AppError(reason, message))}`).toBe(
      "Your session has expired. Open Sendwright and sign in again. We keep what you wrote here.",
    );
  });

  it("doesn't say that nothing was sent while another window is sending", () => {
    expect(
      nextStep(new AppError("wrong_state", "An email is already being sent from another window.")),
    ).toBe("");
  });

  it("says how to sign in again when the session is too old to send", () => {
    expect(nextStep(new AppError("session_too_old", "You signed in more than 30 days ago."))).toBe(
      "Open Sendwright and click “Sign in again”. We keep what you wrote here.",
    );
  });
});

describe("resuming", () => {
  beforeEach(aBrowser);

  describe("a worker that was stopped", () => {
    /** The state that a stopped worker left: the call in progress, or not even made. */
    const asked = (at: number) => ({
      uid: "ada",
      attempt: { status: "asked", key: KEY, submitted, at, isRepeat: false },
      seen: null,
      isShown: false,
    });

    it("in the call leaves it to the next one, which asks by the key and sends nothing", async () => {
      browser.session.attempt = asked(Date.now());
      await (await aWorker()).followAttempt();
      await until("ended");
      expect(server.posts).toEqual([]);
      expect(browser.session.draft).toMatchObject({ recipients: [] });
    });

    it("before the call doesn't say that nothing was sent until that is certain, and then uses the same key", async () => {
      server.onGet = missing;
      browser.session.attempt = asked(Date.now() - 200_000);
      const worker = await aWorker();
      void worker.followAttempt();
      await until("lost");
      vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
      await worker.followAttempt();
      await until("absent");
      vi.useRealTimers();
      browser.session.session = {
        ...(browser.session.session as object),
        heardAt: Date.now(),
        issuedAt: Date.now(),
      };
      await worker.submit("key-00000009", submitted);
      await expect.poll(() => server.posts.map(({ key }) => key)).toEqual([KEY]);
    });

    it("while it followed leaves that to the next one", async () => {
      browser.session.attempt = {
        ...asked(Date.now()),
        attempt: { status: "begun", key: KEY, submitted, at: Date.now(), known: "answered" },
      };
      await (await aWorker()).followAttempt();
      await until("ended");
    });

    it("after the end is replaced by one whose badge says so again", async () => {
      browser.session.attempt = {
        ...asked(Date.now()),
        attempt: { status: "ended", key: KEY, submitted, at: Date.now(), known: "answered" },
        seen: { send: done.send, results: sent },
      };
      await aWorker();
      await (await import("./badge.ts")).paint();
      expect(browser.badge.text).toBe("✓");
    });

    it("at any line leaves the next worker to reach the same end, with one email each", async () => {
      // The states a stop can leave behind, in their order; the server had the call in all but the
      // first.
      const seen = { send: aSend("running", { queued: 2 }), results: [] };
      const states = [
        asked(Date.now()),
        {
          ...asked(Date.now()),
          attempt: {
            status: "lost",
            key: KEY,
            submitted,
            at: Date.now(),
            cause: "silence",
            lostAt: Date.now(),
          },
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
        await (await aWorker()).followAttempt();
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
      await worker.followAttempt();
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      const before = looks;
      expect(before).toBeGreaterThan(10);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(looks).toBe(before);
      server.onGet = () => json(200, followed);
      browser.session.session = {
        ...(browser.session.session as object),
        heardAt: Date.now(),
        issuedAt: Date.now(),
      };
      await worker.followAttempt();
      expect(attempt()).toMatchObject({ status: "ended" });
    });
  });
});
