import { beforeEach, describe, expect, it } from "vitest";
import { aToken, ID } from "../testing/fakeChrome.ts";
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
  server,
  submitted,
  until,
} from "../testing/sendingWorker.ts";

/** A send whose person's session is lost on the way: the middle columns of decision 10's table. */

beforeEach(aBrowser);

const signedIn = (uid: string) => ({
  loggedIn: true,
  cause: "signed_in",
  email: `${uid}@example.com`,
  idToken: aToken(uid),
  refreshToken: "r",
});
const NOBODY = () => json(401, { success: false, error: "Sign in.", reason: "token_invalid" });

/** A worker, and the page's events as it hears them. */
async function aWorkerWithPage() {
  const worker = await aWorker();
  const { onMessage } = await import("./messageHandlers.ts");
  const sender = { id: ID, origin: "http://127.0.0.1:5000", frameId: 0, tab: { id: 1 } };
  const tells = (detail: object) =>
    new Promise((answer) =>
      onMessage({ type: "auth", detail } as never, sender as chrome.runtime.MessageSender, answer),
    );
  await tells(signedIn("ada"));
  return { worker, tells };
}

const stored = (status: string) => {
  const hold = { until: Date.now() + 10_000, emails: 2, later: null };
  const now = { status, key: KEY, submitted, at: Date.now(), known: "answered", hold };
  return { uid: "ada", attempt: now, seen: null, isShown: false };
};

describe.each(["expired", "unavailable"])("a session that is %s", (cause) => {
  const ends = { loggedIn: false, cause };

  it("leaves a send in progress to its person's return, who need open no window", async () => {
    const { tells } = await aWorkerWithPage();
    browser.session.attempt = stored("begun");
    server.onGet = NOBODY;
    await tells(ends);
    expect(attempt()?.status).toBe("begun");
    expect(browser.session.draft).toEqual(draft);
    server.onGet = () => json(200, followed);
    await tells(signedIn("ada"));
    await until("ended");
    expect(browser.session.draft).toMatchObject({ recipients: [] });
  });

  it("lets no Undo through, which says so; the email and its hold stay as they are", async () => {
    const { worker, tells } = await aWorkerWithPage();
    browser.session.attempt = stored("held");
    await tells(ends);
    server.onPost = NOBODY;
    await expect(worker.undoHeldSend()).rejects.toMatchObject({ status: 401 });
    expect(attempt()?.status).toBe("held");
    expect(browser.session.draft).toEqual(draft);
  });

  it("keeps an Undo that has no answer yet, and asks again when its person is back", async () => {
    const { tells } = await aWorkerWithPage();
    browser.session.attempt = stored("undoing");
    await tells(ends);
    expect(attempt()?.status).toBe("undoing");
    server.onPost = () => json(200, { success: true });
    await tells(signedIn("ada"));
    await until("undone");
    expect(browser.session.draft).toEqual(draft);
  });
});

describe.each([
  ["a logout", { loggedIn: false, cause: "signed_out" }],
  ["another person", signedIn("bo")],
])("%s", (_who, detail) => {
  it("in the middle of the call leaves nothing of its answer", async () => {
    let answer: (response: Response) => void = () => undefined;
    server.onPost = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const { worker, tells } = await aWorkerWithPage();
    await worker.submit(KEY, submitted);
    await expect.poll(() => server.posts).toHaveLength(1);
    await tells(detail);
    answer(json(200, done));
    await new Promise((turn) => setTimeout(turn, 0));
    expect(browser.session).not.toHaveProperty("attempt");
    expect(browser.session).not.toHaveProperty("draft");
    expect(JSON.stringify([browser.session, browser.local])).not.toContain("example.org");
  });

  it("in the middle of a look leaves nothing of its answer", async () => {
    const answers: ((response: Response) => void)[] = [];
    server.onGet = () =>
      new Promise((resolve) => {
        answers.push(resolve);
      });
    const { worker, tells } = await aWorkerWithPage();
    browser.session.attempt = stored("begun");
    void worker.followAttempt();
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    await tells(detail);
    for (const answer of answers)
      answer(json(200, { ...followed, send: aSend("done", { sent: 2 }) }));
    await new Promise((turn) => setTimeout(turn, 0));
    expect(browser.session).not.toHaveProperty("attempt");
    expect(JSON.stringify([browser.session, browser.local])).not.toContain("example.org");
  });
});
