import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { APP, GOOGLE, newPerson, openBrowser, type Person } from "./browser.ts";

/** What visitors see (specification, sections 2 and 8): the page, the error that the address names, Google's library. */
let browser: Browser;
let person: Person;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const signIn = () => page.getByRole("button", { name: "Sign In & Link Google Account" });

describe("the page", () => {
  beforeEach(async () => {
    person = await newPerson(browser);
    page = person.page;
  });
  afterEach(async () => {
    expect(person.complaints).toEqual([]);
    await person.context.close();
  });

  test("says what Sendwright is, and loads nothing that it does not show", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(APP, { waitUntil: "networkidle" });

    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Send Personalized Emails Effortlessly");
    expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
      "Template Management",
      "CSV Personalization",
      "Bulk & Manual Sending",
      "Attachments Supported",
      "Live Preview",
      "Secure Google Sign-In",
    ]);
    expect(await page.getByRole("link", { name: "Get Chrome Extension" }).getAttribute("target")).toBe("_blank");
    expect(await page.getByRole("heading", { name: "Secure and Private" }).isVisible()).toBe(true);
    expect(await page.getByRole("contentinfo").textContent()).toMatch(/Sendwright.*3\.0\.0.*Privacy Policy/);
    expect(asked.filter((url) => !url.startsWith(APP) && !url.startsWith(`${GOOGLE}/gsi/`))).toEqual([]);
    expect(asked.filter((url) => /init\.json|\/api\/|firebase|quill/i.test(url))).toEqual([]);

    await page.getByRole("link", { name: "Privacy Policy", exact: true }).click();
    await page.getByText("Last updated: April 01, 2025").waitFor();
    expect(await page.getByRole("contentinfo").textContent()).toContain("v3.0");
    await page.getByRole("link", { name: "Back to Home" }).click();
    await page.waitForURL(`${APP}/`);
  });

  test("any other address has a page that leads home", async () => {
    await page.goto(`${APP}/no/such/page?error=gis_error`);
    await page.getByRole("heading", { level: 1, name: "Oops! Page Not Found" }).waitFor();
    expect(await page.title()).toContain("Page not found");
    await page.getByRole("link", { name: "Go to Homepage" }).click();
    await page.waitForURL(`${APP}/`);
    await page.getByRole("heading", { name: "Send Personalized Emails Effortlessly" }).waitFor();
  });
});

describe("the error that the address names", () => {
  beforeAll(async () => {
    person = await newPerson(browser);
    page = person.page;
  });
  afterAll(async () => {
    expect(person.complaints).toEqual([]);
    await person.context.close();
  });

  const LINKING = "Google Linking Error";
  const OTHER = "Authentication Error";
  test.each([
    ["google_redirect_uri_mismatch", LINKING, /configuration error.*contact support/i],
    ["config_missing", OTHER, /server configuration error/i],
    ["config_error", OTHER, /frontend configuration error.*Details: the <b>key<\/b>/i],
    ["gis_init_error", LINKING, /Google Sign-In initialization error.*refresh/i],
    ["gis_error", LINKING, /Google authorization error/i],
    ["token_store_or_firebase_signin_failed", LINKING, /account linking or sign-in failed.*try again/i],
    ["missing_id_token", OTHER, /critical token.*missing during.*exchange/i],
    [
      "missing_refresh_token",
      OTHER,
      /could not get.*required permissions.*did you deny access.*ensure offline access/i,
    ],
    ["google_oauth_error", LINKING, /Google reported an error/i],
    ["google_invalid_grant", LINKING, /grant.*invalid or.*expired.*sign in again/i],
    ["google_invalid_request", LINKING, /invalid/i],
    ["google_deleted_client", LINKING, /OAuth client was deleted.*contact support/i],
    ["encryption_failed", OTHER, /server security error/i],
    ["internal_server_error", OTHER, /try again later/i],
    ["auth_verification_failed", OTHER, /could not be verified/i],
    ["session_expired", OTHER, /Your session has expired\. Please sign in again\.$/],
    [
      "session_expired_refresh_failed",
      OTHER,
      /Your session expired and could not be refreshed automatically\. Please sign in again\.$/,
    ],
    ["auth_failed", OTHER, /Authentication failed\. Please try signing in again\.$/],
    ["auth_invalid", OTHER, /Authentication token was invalid\. Please sign in again\.$/],
    ["logout_failed", OTHER, /logging out failed/i],
    ["signin_error", OTHER, /sign-in failed/i],
    ["auth/popup-closed-by-user", OTHER, /popup was closed/i],
    ["auth/cancelled-popup-request", OTHER, /popup was cancelled/i],
    ["auth/account-exists-with-different-credential", OTHER, /already exists with another sign-in method/i],
    ["auth/popup-blocked", OTHER, /allow popups/i],
    ["what_nobody_knows", OTHER, /An authentication error occurred/i],
    ["__proto__", OTHER, /An authentication error occurred/i],
    ["google_<img src=x onerror=alert(1)>", LINKING, /An authentication error occurred/i],
  ])("%s: %s", async (code, heading, message) => {
    await page.goto(`${APP}/?error=${encodeURIComponent(code)}&details=${encodeURIComponent("the <b>key</b>")}#demo`);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    const words = String(await alert.textContent());
    expect(words.slice(0, heading.length)).toBe(heading);
    expect(words.slice(heading.length)).toMatch(message);
    expect(words.includes("the <b>key</b>")).toBe(code === "config_error");
    await page.waitForURL(`${APP}/#demo`);
    await expect.poll(() => signIn().isEnabled()).toBe(true);
    expect(await alert.isVisible()).toBe(true);
  });

  test("details are cut after 200 characters", async () => {
    await page.goto(`${APP}/?error=config_error&details=${"x".repeat(199)}yz`);
    expect(await page.getByRole("alert").textContent()).toMatch(/[^x]x{199}y$/);
  });

  test("it takes one place in the history, and is gone after a reload", async () => {
    const fresh = await person.context.newPage();
    await fresh.goto(`${APP}/privacy`);
    await fresh.goto(`${APP}/?error=auth_failed`);
    await fresh.waitForURL(`${APP}/`);
    await fresh.getByRole("alert").waitFor();
    await fresh.reload();
    await fresh.getByRole("heading", { level: 1 }).waitFor();
    expect(await fresh.getByRole("alert").count()).toBe(0);
    await fresh.goBack();
    await fresh.waitForURL(`${APP}/privacy`);
    await fresh.close();
  });
});

describe("Google's library", () => {
  const script = `${GOOGLE}/gsi/client`;
  beforeEach(async () => {
    person = await newPerson(browser, { expected: /net::ERR_FAILED/ });
    page = person.page;
  });
  afterEach(async () => {
    expect(person.complaints).toEqual([]);
    await person.context.close();
  });

  test("is asked for again every 200 ms; the button waits for it", async () => {
    const tries: number[] = [];
    await page.route(script, async (route) => {
      tries.push(Date.now());
      await (tries.length < 6 ? route.abort() : route.fallback());
    });
    await page.goto(APP);
    await signIn().waitFor();
    expect(await signIn().isDisabled()).toBe(true);
    await expect.poll(() => signIn().isEnabled(), { timeout: 10_000 }).toBe(true);
    expect(tries).toHaveLength(6);
    const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThan(100);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("says so when it does not come, and goes on as soon as it does", async () => {
    let isThere = false;
    await page.route(script, (route) => (isThere ? route.fallback() : route.abort()));
    await page.clock.install();
    await page.goto(APP);
    await signIn().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.clock.fastForward(10_000);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(
      /^Google Linking ErrorGoogle Sign-In initialization error\. Please refresh the page\./,
    );
    expect(await signIn().isDisabled()).toBe(true);
    isThere = true;
    await expect.poll(() => signIn().isEnabled(), { timeout: 10_000 }).toBe(true);
    expect(await alert.count()).toBe(0);
  });
});
