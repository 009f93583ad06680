import type { Page, Route } from "@playwright/test";
import { consent, fault, forgetFaults, grantElsewhere, openPopup } from "./google.ts";
import { expect, test } from "./story.ts";

/** Every way in which a sign-in can fail, and that the next click gets in all the same. */
// What fails here is what the story has ordered: the browser reports each such answer as an error of its own.
test.use({ expected: /Failed to load resource|No answer: POST|Authentication service failed to initialize/ });

let page: Page;
let email: string;
test.beforeEach(async ({ page: own, email: address }) => {
  page = own;
  email = address;
  await page.goto("/");
});

const button = () => page.getByRole("button", { name: "Sign In & Link Google Account" });

/** Waits for the message; the button must be ready for another try. */
async function shows(message: RegExp, heading = "Google Linking Error"): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: heading });
  await expect(async () => {
    const words = String(await alert.textContent());
    expect(words.slice(0, heading.length)).toBe(heading);
    expect(words.slice(heading.length)).toMatch(message);
  }).toPass({ timeout: 30_000 });
  await expect(button()).toBeEnabled();
  expect(new URL(page.url()).pathname).toBe("/");
}

/** The proof that a failure leaves nothing broken: the same page, without a reload, gets in. */
async function getsIn(): Promise<void> {
  await consent(page, email);
  await page.waitForURL("/app");
  await expect(page.getByRole("button", { name: `Account: ${email}` })).toBeVisible();
}

test.describe("Google's window", () => {
  test("closed, closed again, then used", async () => {
    for (let times = 0; times < 2; times += 1) {
      const popup = await openPopup(page);
      await expect(page.getByText("Signing in & Linking Google...")).toBeVisible();
      await popup.close();
      // Who closed it knows it: a quiet sentence, no error.
      const note = page.getByRole("status").filter({ hasText: "Google authorization" });
      await expect(note).toHaveText("Google authorization popup was closed before completion.");
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect(button()).toBeEnabled();
    }
    await getsIn();
  });

  test("is 500 by 600", async () => {
    const popup = await openPopup(page);
    await expect.poll(() => popup.evaluate("[innerWidth, innerHeight]")).toEqual([500, 600]);
  });

  test("blocked by the browser", async () => {
    await expect(button()).toBeEnabled();
    await page.evaluate("window.realOpen = window.open; window.open = () => null");
    await button().click();
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
    await expect(alert).toBeVisible();
    await expect(alert).toHaveText(/One box was left empty.*tick this box.*Send email on your behalf/);
    await expect(button()).toBeEnabled();
    await consent(page, email, { without: "Send email on your behalf" });
    await expect(alert).toBeVisible();
    await getsIn();
  });
});

/** Reason, status, heading and message of what Google answers to the code. */
const GOOGLES = [
  ["redirect_uri_mismatch", 400, "Google Linking Error", /does not accept this site's address.*contact support/],
  ["invalid_grant", 400, "Google Linking Error", /expired or was used already\. Please sign in again/],
  ["invalid_request", 400, "Google Linking Error", /did not understand the sign-in request/],
  ["deleted_client", 401, "Google Linking Error", /client was deleted.*contact support/],
  ["org_internal", 403, "Google Linking Error", /Google refused the sign-in/],
  ["internal_failure", 503, "Authentication Error", /Google could not be reached/],
] as const;

test("what Google answers to the code, one try after the other on one page", async () => {
  for (const [reason, status, heading, message] of GOOGLES) {
    await test.step(reason, async () => {
      await fault(email, { op: "token", status, reason, times: 9 });
      await consent(page, email);
      await shows(message, heading);
      // Each of them comes with the number to quote in a report.
      await expect(page.getByRole("alert").locator("code")).toHaveText(/^[\w-]{8,}$/);
      await forgetFaults(email);
    });
  }
  await test.step("no identity", async () => {
    await consent(page, email, { without: "openid" });
    await shows(/no identity in it/, "Authentication Error");
  });
  await test.step("no refresh token, because Google has given it away: the next sign-in brings another", async () => {
    await grantElsewhere(email);
    await consent(page, email);
    await shows(/no lasting permission\. Please sign in once more/, "Authentication Error");
    await getsIn();
  });
});

/** Reason, status and heading of what Sendwright refuses in its own words. */
const OURS = [
  ["config_missing", 500, "Authentication Error"],
  ["encryption_failed", 500, "Authentication Error"],
  ["token_store_or_firebase_signin_failed", 500, "Google Linking Error"],
  ["auth_verification_failed", 401, "Authentication Error"],
  ["internal_server_error", 500, "Authentication Error"],
  ["rate_limited", 429, "Authentication Error"],
] as const;
const GARBLED = [
  ["nothing", "nothing", /The server did not answer/],
  ["a page that is none of ours", { status: 502, body: "<html>Bad gateway" }, /The server cannot be reached/],
  ["neither token nor reason", { json: { success: true } }, /could not be understood/],
] as const;

test("what Sendwright answers to the code, one try after the other on one page", async () => {
  let answer: Parameters<Route["fulfill"]>[0] | "nothing" | undefined;
  await page.route("**/api/auth/google/store-token", (route) => {
    if (answer === "nothing") return route.abort();
    return answer ? route.fulfill(answer) : route.fallback();
  });
  for (const [reason, status, heading] of OURS) {
    await test.step(reason, async () => {
      answer = { status, json: { success: false, reason, error: `The server's own words on ${reason}.` } };
      await consent(page, email);
      await shows(new RegExp(`^The server's own words on ${reason}\\.$`), heading);
    });
  }
  for (const [what, given, message] of GARBLED) {
    await test.step(what, async () => {
      answer = given;
      await consent(page, email);
      await shows(message, "Authentication Error");
    });
  }
  await test.step("yes, in the end", async () => {
    answer = undefined;
    await getsIn();
  });
});

test.describe("the authentication service", () => {
  const UNAVAILABLE = /Authentication service is not available for sign-in\. Please reload the page/;
  const TROUBLES = [
    { what: "has no configuration", address: "**/__/firebase/init.json", says: UNAVAILABLE },
    // Many browsers never ask again for a script that could not be loaded.
    { what: "cannot be loaded", address: "**/assets/firebase-*.js", says: UNAVAILABLE, wantsReload: true },
    {
      what: "does not answer",
      address: "**/identitytoolkit.googleapis.com/**",
      says: /Account linking or sign-in failed/,
    },
  ];
  for (const { what, address, says, wantsReload = false } of TROUBLES) {
    test(what, async () => {
      await page.route(address, (route) => route.abort());
      await consent(page, email);
      await expect(page.getByRole("alert")).toHaveText(says);
      await page.unroute(address);
      if (wantsReload) await page.reload();
      await getsIn();
    });
  }
});
