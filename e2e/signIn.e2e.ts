import type { Browser, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { APP, newPerson, openBrowser, type Person } from "./browser.ts";
import { consent, fault, forgetFaults, grantElsewhere, openPopup } from "./google.ts";

/** Every way in which a sign-in can fail (specification, section 8), and that the next click gets in all the same. */
let browser: Browser;
let person: Person;
let page: Page;
let email: string;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function newVisitor(): Promise<void> {
  // What fails here is what the test has ordered: the browser reports each such answer as an error of its own.
  const expected = /Failed to load resource|No answer: POST|Authentication service failed to initialize/;
  person = await newPerson(browser, { expected });
  page = person.page;
  email = `sign.in.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.goto(APP);
}
async function leaves(): Promise<void> {
  expect(person.complaints).toEqual([]);
  await person.context.close();
}

/** Waits for the message; the button must be ready for another try. */
async function shows(message: RegExp, heading = "Google Linking Error"): Promise<void> {
  const alert = page.getByRole("alert");
  await alert.waitFor();
  const words = String(await alert.textContent());
  expect(words.slice(0, heading.length)).toBe(heading);
  expect(words.slice(heading.length)).toMatch(message);
  expect(await page.getByRole("button", { name: "Sign In & Link Google Account" }).isEnabled()).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/");
}

/** The proof that a failure leaves nothing broken: the same page, without a reload, gets in. */
async function getsIn(): Promise<void> {
  await consent(page, email);
  await page.waitForURL(`${APP}/app`);
  await page.getByRole("button", { name: `Account: ${email}` }).waitFor();
}

describe("Google's window", () => {
  beforeEach(newVisitor);
  afterEach(leaves);

  test("closed, closed again, then used", async () => {
    for (let times = 0; times < 2; times += 1) {
      const popup = await openPopup(page);
      await page.getByText("Signing in & Linking Google...").waitFor();
      await popup.close();
      await shows(/^Google authorization popup was closed before completion\.$/);
    }
    await getsIn();
  });

  test("is 500 by 600", async () => {
    const popup = await openPopup(page);
    expect(await popup.evaluate("[innerWidth, innerHeight]")).toEqual([500, 600]);
  });

  test("blocked by the browser", async () => {
    const signIn = page.getByRole("button", { name: "Sign In & Link Google Account" });
    await page.evaluate("window.realOpen = window.open; window.open = () => null");
    await signIn.click();
    await shows(/^Browser blocked the Google authorization popup\. Please enable popups\.$/);
    await page.evaluate("window.open = window.realOpen");
    await getsIn();
  });

  test("answered with Cancel", async () => {
    const popup = await openPopup(page);
    await popup.getByRole("button", { name: "Cancel" }).click();
    await shows(/did not allow Sendwright to send mail, so nothing was linked/);
    await getsIn();
  });

  test("the Gmail box left empty: a picture of the box to tick", async () => {
    await consent(page, email, { without: "Send email on your behalf" });
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/One box was left empty.*tick this box.*Send email on your behalf/);
    expect(await page.getByRole("button", { name: "Sign In & Link Google Account" }).isEnabled()).toBe(true);
    await consent(page, email, { without: "Send email on your behalf" });
    await alert.waitFor();
    await getsIn();
  });
});

describe("what Google answers to the code, one try after the other on one page", () => {
  beforeAll(newVisitor);
  afterAll(leaves);

  test.each([
    ["redirect_uri_mismatch", 400, "Google Linking Error", /does not accept this site's address.*contact support/],
    ["invalid_grant", 400, "Google Linking Error", /expired or was used already\. Please sign in again/],
    ["invalid_request", 400, "Google Linking Error", /did not understand the sign-in request/],
    ["deleted_client", 401, "Google Linking Error", /client was deleted.*contact support/],
    ["org_internal", 403, "Google Linking Error", /Google refused the sign-in/],
    ["internal_failure", 503, "Authentication Error", /Google could not be reached/],
  ])("%s", async (reason, status, heading, message) => {
    await fault(email, { op: "token", status, reason, times: 9 });
    await consent(page, email);
    await shows(message, heading);
    // Each of them comes with the number to quote in a report.
    expect(await page.getByRole("alert").locator("code").textContent()).toMatch(/^[\w-]{8,}$/);
    await forgetFaults(email);
  });

  test("no identity", async () => {
    await consent(page, email, { without: "openid" });
    await shows(/no identity in it/, "Authentication Error");
  });

  test("no refresh token, because Google has given it away: the next sign-in brings another", async () => {
    await grantElsewhere(email);
    await consent(page, email);
    await shows(/no lasting permission\. Please sign in once more/, "Authentication Error");
    await getsIn();
  });
});

describe("what Sendwright answers to the code, one try after the other on one page", () => {
  let answer: Parameters<Route["fulfill"]>[0] | "nothing" | undefined;
  beforeAll(async () => {
    await newVisitor();
    await page.route("**/api/auth/google/store-token", (route) => {
      if (answer === "nothing") return route.abort();
      return answer ? route.fulfill(answer) : route.fallback();
    });
  });
  afterAll(leaves);

  test.each([
    ["config_missing", 500, "Authentication Error"],
    ["encryption_failed", 500, "Authentication Error"],
    ["token_store_or_firebase_signin_failed", 500, "Google Linking Error"],
    ["auth_verification_failed", 401, "Authentication Error"],
    ["internal_server_error", 500, "Authentication Error"],
    ["rate_limited", 429, "Authentication Error"],
  ])("%s", async (reason, status, heading) => {
    answer = { status, json: { success: false, reason, error: `The server's own words on ${reason}.` } };
    await consent(page, email);
    await shows(new RegExp(`^The server's own words on ${reason}\\.$`), heading);
  });

  test.each([
    ["nothing", "nothing" as const, /The server did not answer/],
    ["a page that is none of ours", { status: 502, body: "<html>Bad gateway" }, /The server cannot be reached/],
    ["neither token nor reason", { json: { success: true } }, /could not be understood/],
  ])("%s", async (_what, given, message) => {
    answer = given;
    await consent(page, email);
    await shows(message, "Authentication Error");
  });

  test("yes, in the end", async () => {
    answer = undefined;
    await getsIn();
  });
});

describe("the authentication service", () => {
  beforeEach(newVisitor);
  afterEach(leaves);

  test.each([
    ["has no configuration", "**/__/firebase/init.json", /Authentication service is not available for sign-in/],
    ["cannot be loaded", "**/assets/firebase-*.js", /Authentication service is not available for sign-in/],
    ["does not answer", "**/identitytoolkit.googleapis.com/**", /Account linking or sign-in failed/],
  ])("%s", async (_what, address, message) => {
    await page.route(address, (route) => route.abort());
    await consent(page, email);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(message);
    await page.unroute(address);
    await getsIn();
  });
});
