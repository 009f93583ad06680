import type { Page } from "@playwright/test";
import { APP, GOOGLE } from "./stack.ts";
import { expect, test } from "./story.ts";

/** What visitors see: the page, the error that the address names, Google's library. */
let page: Page;
test.beforeEach(({ page: own }) => {
  page = own;
});

const signIn = () => page.getByRole("button", { name: "Sign In & Link Google Account" });

test.describe("the page", () => {
  test("says what Sendwright is, and loads nothing that it does not show", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/", { waitUntil: "networkidle" });

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Send Personalized Emails Effortlessly");
    await expect(page.getByRole("heading", { level: 3 })).toHaveText([
      "Template Management",
      "CSV Personalization",
      "Bulk & Manual Sending",
      "Attachments Supported",
      "Live Preview",
      "Secure Google Sign-In",
    ]);
    await expect(page.getByRole("link", { name: "Get Chrome Extension" })).toHaveAttribute("target", "_blank");
    await expect(page.getByRole("heading", { name: "Secure and Private" })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toHaveText(/Sendwright.*3\.0\.0.*Privacy Policy/);
    expect(asked.filter((url) => !url.startsWith(APP) && !url.startsWith(`${GOOGLE}/gsi/`))).toEqual([]);
    expect(asked.filter((url) => /init\.json|\/api\/|firebase|quill/i.test(url))).toEqual([]);

    await page.getByRole("link", { name: "Privacy Policy", exact: true }).click();
    await expect(page.getByText("Last updated: April 01, 2025")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toContainText("v3.0");
    await page.getByRole("link", { name: "Back to Home" }).click();
    await page.waitForURL("/");
  });

  test("any other address has a page that leads home", async () => {
    await page.goto("/no/such/page?error=gis_error");
    await expect(page.getByRole("heading", { level: 1, name: "Oops! Page Not Found" })).toBeVisible();
    await expect(page).toHaveTitle(/Page not found/);
    await page.getByRole("link", { name: "Go to Homepage" }).click();
    await page.waitForURL("/");
    await expect(page.getByRole("heading", { name: "Send Personalized Emails Effortlessly" })).toBeVisible();
  });
});

test.describe("the error that the address names", () => {
  const LINKING = "Google Linking Error";
  const OTHER = "Authentication Error";
  /** Of each kind one: the words of every code are held by a table of the page's tests (`signInErrors.test.ts`). */
  const ERRORS: [code: string, heading: string, message: RegExp][] = [
    ["config_error", OTHER, /frontend configuration error\. The address of this page says: “the <b>key<\/b>”$/i],
    ["google_invalid_grant", LINKING, /grant.*invalid or.*expired.*sign in again/i],
    ["auth/popup-closed-by-user", OTHER, /popup was closed/i],
    ["__proto__", OTHER, /An authentication error occurred/i],
    ["google_<img src=x onerror=alert(1)>", LINKING, /An authentication error occurred/i],
  ];
  test("each in its own words, with its heading", async () => {
    for (const [code, heading, message] of ERRORS) {
      await test.step(code, async () => {
        await page.goto(`/?error=${encodeURIComponent(code)}&details=${encodeURIComponent("the <b>key</b>")}#demo`);
        const alert = page.getByRole("alert");
        await expect(alert).toHaveText(new RegExp(`^${heading}`));
        await page.waitForURL("/#demo");
        await expect(signIn()).toBeEnabled();
        await expect(alert).toBeVisible();
        const words = String(await alert.textContent());
        // Softly: one run tells of every code.
        expect.soft(words.slice(heading.length), code).toMatch(message);
        expect.soft(words.includes("the <b>key</b>"), code).toBe(code === "config_error");
      });
    }
  });

  test("details are cut after 200 characters", async () => {
    await page.goto(`${APP}/?error=config_error&details=${"x".repeat(201)}`);
    await expect(page.getByRole("alert")).toHaveText(/“x{199}…”$/);
  });

  test("it takes one place in the history, and is gone after a reload", async () => {
    await page.goto("/privacy");
    await page.goto("/?error=auth_failed");
    await page.waitForURL("/");
    await expect(page.getByRole("alert")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.goBack();
    await page.waitForURL("/privacy");
  });
});

test.describe("Google's library", () => {
  const script = `${GOOGLE}/gsi/client`;
  test.use({ expected: /net::ERR_FAILED/ });

  // How often is the page tests': a busy machine has its own clock.
  test("is asked for again and again; the button waits for it", async () => {
    let tries = 0;
    await page.route(script, async (route) => {
      tries += 1;
      await (tries < 6 ? route.abort() : route.fallback());
    });
    await page.goto("/");
    await expect(signIn()).toBeVisible();
    await expect(signIn()).toBeDisabled();
    await expect(signIn()).toBeEnabled();
    expect(tries).toBe(6);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("says so when it does not come, and goes on as soon as it does", async () => {
    let isThere = false;
    await page.route(script, (route) => (isThere ? route.fallback() : route.abort()));
    await page.clock.install();
    await page.goto("/");
    await expect(signIn()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.clock.fastForward(10_000);
    const alert = page.getByRole("alert");
    await expect(alert).toBeVisible();
    await expect(alert).toHaveText(
      /^Google Linking ErrorGoogle Sign-In initialization error\. Please refresh the page\./,
    );
    await expect(signIn()).toBeDisabled();
    isThere = true;
    await expect(signIn()).toBeEnabled();
    await expect(alert).toHaveCount(0);
  });
});
