import type { Browser, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { APP, newPerson, openBrowser, type Person, signIn } from "./browser.ts";

/** The session (specification, sections 4 and 8): where it leads, what it tells, how it ends. */
let browser: Browser;
let person: Person;
let page: Page;
let email: string;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const HEARD = "window.heard = []; addEventListener('sendwright:auth', ({ detail }) => window.heard.push(detail));";
const heard = () => page.evaluate<Record<string, unknown>[]>("window.heard");
const hero = (at: Page = page) => at.getByRole("heading", { name: "Send Personalized Emails Effortlessly" });
const tab = (name: string) => page.getByRole("tab", { name });
const isChosen = (name: string) => tab(name).getAttribute("aria-selected");

async function newSession(): Promise<void> {
  const expected = /Failed to load resource: the server responded with a status of (400|401|429)/;
  person = await newPerson(browser, { expected });
  page = person.page;
  await page.addInitScript(HEARD);
  email = `session.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await signIn(page, email);
  await tab("Manage Templates").waitFor();
}
async function leaves(): Promise<void> {
  expect(person.complaints).toEqual([]);
  await person.context.close();
}

describe("where it leads", () => {
  beforeAll(newSession);
  afterAll(leaves);

  test("those who are signed in go from / to /app, and / is no step back", async () => {
    await page.goto(`${APP}/privacy`);
    await page.goto(APP);
    await page.waitForURL(`${APP}/app`);
    await page.goBack();
    await page.waitForURL(`${APP}/privacy`);
    await page.getByRole("link", { name: "Sendwright" }).first().click();
    await page.waitForURL(`${APP}/app`);
  });

  test("those who are not go from /app to /", async () => {
    const stranger = await newPerson(browser);
    await stranger.page.goto(`${APP}/app#bulk-send`);
    await hero(stranger.page).waitFor();
    expect(stranger.page.url()).toBe(`${APP}/`);
    await stranger.page.goto(`${APP}/privacy`);
    await stranger.page.getByRole("link", { name: "Sendwright" }).first().click();
    await stranger.page.waitForURL(`${APP}/`);
    expect(stranger.complaints).toEqual([]);
    await stranger.context.close();
  });

  test("tabs stand in the hash, which is replaced; a hash that changes changes the tab", async () => {
    await page.goto(`${APP}/privacy`);
    await page.goto(`${APP}/app`);
    await expect.poll(() => isChosen("Manage Templates")).toBe("true");
    const length = await page.evaluate("history.length");
    for (const [name, hash] of [
      ["Direct Send", "#direct-send"],
      ["Bulk Send (CSV)", "#bulk-send"],
      ["Manage Templates", "#templates"],
    ] as const) {
      await tab(name).click();
      await page.waitForURL(`${APP}/app${hash}`);
      await expect.poll(() => isChosen(name)).toBe("true");
      await expect.poll(() => page.title()).toBe(`${name} · Sendwright`);
    }
    expect(await page.evaluate("history.length")).toBe(length);
    await page.evaluate("location.hash = '#bulk-send'");
    await expect.poll(() => isChosen("Bulk Send (CSV)")).toBe("true");
    await page.evaluate("location.hash = '#nothing-of-ours'");
    await expect.poll(() => isChosen("Manage Templates")).toBe("true");
    await page.goBack();
    await expect.poll(() => isChosen("Bulk Send (CSV)")).toBe("true");
    await page.goto(`${APP}/app#direct-send`);
    await page.reload();
    await expect.poll(() => isChosen("Direct Send")).toBe("true");
  });

  test("the 404 page's button takes those who are signed in to their templates", async () => {
    await page.goto(`${APP}/nowhere`);
    await page.getByRole("link", { name: "Go to Homepage" }).click();
    await page.waitForURL(`${APP}/app`);
  });
});

describe("what it tells", () => {
  beforeEach(newSession);
  afterEach(leaves);

  test("the window event names the user with both tokens, then that there is nobody", async () => {
    const told = (await heard()).filter(({ loggedIn }) => loggedIn);
    expect(told.length).toBeGreaterThan(0);
    for (const detail of told) {
      expect(Object.keys(detail).sort()).toEqual(["email", "idToken", "loggedIn", "refreshToken"]);
      expect(detail).toMatchObject({ loggedIn: true, email, refreshToken: expect.stringMatching(/./) });
      const [, claims = ""] = String(detail.idToken).split(".");
      expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ email });
    }
    await page.reload();
    await page.getByRole("button", { name: `Account: ${email}` }).waitFor();
    expect((await heard()).at(-1)).toMatchObject({ loggedIn: true, email });
    await page.getByRole("button", { name: "Logout" }).click();
    await hero().waitFor();
    expect((await heard()).at(-1)).toEqual({ loggedIn: false });
  });
});

describe("how it ends", () => {
  beforeEach(newSession);
  afterEach(leaves);

  test("a logout in one tab is one in the other; a sign-in too", async () => {
    const other = await person.context.newPage();
    await other.goto(`${APP}/app#bulk-send`);
    await other.getByRole("tab", { name: "Bulk Send (CSV)" }).waitFor();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${APP}/`);
    await other.waitForURL(`${APP}/`);
    await hero(other).waitFor();
    expect(await other.getByRole("alert").count()).toBe(0);
    await signIn(page, email);
    await other.waitForURL(`${APP}/app`);
    await other.getByRole("button", { name: `Account: ${email}` }).waitFor();
  });

  test("a logout that fails is told, and can be tried again", async () => {
    await page.evaluate("IDBObjectStore.prototype.realDelete = IDBObjectStore.prototype.delete");
    await page.evaluate("IDBObjectStore.prototype.delete = () => { throw new Error('The disk is full.') }");
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toMatch(
      /^Authentication ErrorLogging out failed, so you are still signed in/,
    );
    await page.waitForURL(`${APP}/`);
    await page.evaluate("IDBObjectStore.prototype.delete = IDBObjectStore.prototype.realDelete");
    await page.getByRole("link", { name: "Back to your templates" }).click();
    await page.getByText("No templates created yet.").waitFor();
    await page.getByRole("button", { name: "Logout" }).click();
    await hero().waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Sign In & Link Google Account" }).waitFor();
    expect(page.url()).toBe(`${APP}/`);
  });
});

describe("an answer that does not know the token", () => {
  beforeAll(newSession);
  afterEach(() => page.unrouteAll());
  afterAll(leaves);

  const isList = (request: Request) => request.method() === "GET" && request.url() === `${APP}/api/templates`;
  const isRefresh = (request: Request) => request.url().includes("securetoken.googleapis.com/v1/token");

  /** Answers the next `times` list calls with 401; gives what the page asks for from now on. */
  async function refuse(times: number): Promise<{ lists: string[]; refreshes: number }> {
    const seen = { lists: [] as string[], refreshes: 0 };
    page.on("request", (request) => {
      if (isList(request)) seen.lists.push(request.headers().authorization ?? "");
      if (isRefresh(request)) seen.refreshes += 1;
    });
    let left = times;
    await page.route(`${APP}/api/templates`, (route) => {
      left -= 1;
      if (left < 0) return route.fallback();
      return route.fulfill({ status: 401, json: { success: false, reason: "token_expired", error: "Expired." } });
    });
    return seen;
  }

  test("once: a fresh token, the same question, and nobody notices", async () => {
    const seen = await refuse(1);
    await page.reload();
    await page.getByText("No templates created yet.").waitFor();
    expect(seen.lists).toHaveLength(2);
    expect(seen.refreshes).toBe(1);
    for (const sent of seen.lists) expect(sent).toMatch(/^Bearer \S+$/);
    expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
  });

  test("again with the fresh token: told as the screen's own error, not asked a third time", async () => {
    const seen = await refuse(2);
    await page.reload();
    await page.getByText("Expired.").waitFor();
    expect(seen.lists).toHaveLength(2);
    expect(page.url()).toBe(`${APP}/app`);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No templates created yet.").waitFor();
  });

  test("too many requests: told with the time to wait", async () => {
    await page.route(`${APP}/api/templates`, (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "7" }, json: { success: false, reason: "rate_limited" } }),
    );
    await page.reload();
    await page.getByText("Too many requests. Please try again in 7 seconds.").first().waitFor();
  });

  test("and no fresh token to be had: the landing page says why", async () => {
    const told: string[] = [];
    await page.exposeFunction("tell", (detail: object) => told.push(JSON.stringify(detail)));
    await page.addInitScript("addEventListener('sendwright:auth', ({ detail }) => window.tell(detail))");
    await refuse(99);
    await page.route("**/securetoken.googleapis.com/v1/token**", (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: "TOKEN_EXPIRED" } } }),
    );
    const landed = page.waitForRequest(`${APP}/?error=session_expired_refresh_failed`);
    await page.reload();
    await landed;
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toBe(
      "Authentication ErrorYour session expired and could not be refreshed automatically. Please sign in again.",
    );
    await page.waitForURL(`${APP}/`);
    expect(told).toContain('{"loggedIn":false}');
    // Signed out for good, not only moved.
    await page.goto(`${APP}/app`);
    await hero().waitFor();
    await page.unrouteAll();
    await signIn(page, email);
    await page.getByText("No templates created yet.").waitFor();
  });
});
