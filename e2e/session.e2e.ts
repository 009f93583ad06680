import type { Page } from "@playwright/test";
import { signIn } from "./google.ts";
import { APP } from "./stack.ts";
import { expect, test } from "./story.ts";

/** The session: redirects, events and its end. */
test.use({
  expected: /Failed to load resource: the server responded with a status of (400|401|404)/,
});

let page: Page;

const HEARD =
  "window.heard = []; addEventListener('sendwright:auth', ({ detail }) => window.heard.push(detail));";
const heard = () => page.evaluate<Record<string, unknown>[]>("window.heard");
const hero = (at: Page = page) =>
  at.getByRole("heading", { name: "Send Personalized Emails Effortlessly" });
const tab = (name: string) => page.getByRole("tab", { name });

test.beforeEach(async ({ page: own }) => {
  page = own;
  await page.addInitScript(HEARD);
});

test.describe("where a session leads", () => {
  test.use({ signedIn: true });

  test("signed-in people go to /app from / and from the 404 page, and Back doesn't return to /", async () => {
    await page.goto("/privacy");
    await page.goto("/");
    await page.waitForURL("/app");
    await page.goBack();
    await page.waitForURL("/privacy");
    await page.getByRole("link", { name: "Sendwright" }).first().click();
    await page.waitForURL("/app");
    await page.goto("/nowhere");
    await page.getByRole("link", { name: "Go to Homepage" }).click();
    await page.waitForURL("/app");
  });
});

test.describe("what the page announces", () => {
  test("the window event names the user with both tokens, then that no one is signed in", async ({
    email,
  }) => {
    await signIn(page, email);
    await expect(tab("Manage Templates")).toBeVisible();
    const told = (await heard()).filter(({ loggedIn }) => loggedIn);
    expect(told.length).toBeGreaterThan(0);
    for (const detail of told) {
      expect(Object.keys(detail).sort()).toEqual([
        "cause",
        "email",
        "idToken",
        "loggedIn",
        "refreshToken",
      ]);
      expect(detail).toMatchObject({
        loggedIn: true,
        cause: "signed_in",
        email,
        refreshToken: expect.stringMatching(/./),
      });
      const [, claims = ""] = String(detail.idToken).split(".");
      expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ email });
    }
    await page.reload();
    await expect(page.getByRole("button", { name: `Account: ${email}` })).toBeVisible();
    await expect.poll(async () => (await heard()).at(-1)).toMatchObject({ loggedIn: true, email });
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(hero()).toBeVisible();
    await expect
      .poll(async () => (await heard()).at(-1))
      .toEqual({ loggedIn: false, cause: "signed_out" });
  });
});

test.describe("a second visit", () => {
  test.use({ signedIn: true });

  test("asks once for the templates, while Firebase still checks the session", async () => {
    const list = `${APP}/api/templates`;
    await page.goto("/app");
    await expect(page.getByText("No templates created yet.")).toBeVisible();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const isAsked = page.waitForRequest(list);
    await page.route("**/accounts:lookup**", async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByText("No templates created yet.")).toBeVisible();
    expect(asked.filter((url) => url === list)).toHaveLength(1);
  });
});

test.describe("how a session ends", () => {
  test.use({ signedIn: true });
  test.beforeEach(async () => {
    await page.goto("/app");
    await expect(tab("Manage Templates")).toBeVisible();
  });

  test("a logout in one tab is one in the other; a sign-in too", async ({ context, email }) => {
    const other = await context.newPage();
    await other.goto("/app#bulk-send");
    await expect(other.getByRole("tab", { name: "Bulk Send (CSV)" })).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL("/");
    await other.waitForURL("/");
    await expect(hero(other)).toBeVisible();
    await expect(other.getByRole("alert")).toHaveCount(0);
    await signIn(page, email);
    await other.waitForURL("/app");
    await expect(other.getByRole("button", { name: `Account: ${email}` })).toBeVisible();
  });
});

test.describe("an answer that does not know the token", () => {
  test.use({ signedIn: true });
  test.beforeEach(async () => {
    await page.goto("/app");
    await expect(page.getByText("No templates created yet.")).toBeVisible();
  });

  test("ends the session without a fresh token, and the landing page says why", async ({
    email,
  }) => {
    const told: string[] = [];
    await page.exposeFunction("tell", (detail: object) => told.push(JSON.stringify(detail)));
    await page.addInitScript(
      "addEventListener('sendwright:auth', ({ detail }) => window.tell(detail))",
    );
    await page.route(`${APP}/api/templates`, (route) =>
      route.fulfill({
        status: 401,
        json: { success: false, reason: "token_expired", error: "Expired." },
      }),
    );
    await page.route("**/securetoken.googleapis.com/v1/token**", (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: "TOKEN_EXPIRED" } } }),
    );
    const landed = page.waitForRequest(`${APP}/?error=session_expired_refresh_failed`);
    await page.reload();
    await landed;
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(
      "Authentication ErrorYour session expired and could not be refreshed automatically. Please sign in again.",
    );
    await page.waitForURL("/");
    await expect.poll(() => told).toContain('{"loggedIn":false,"cause":"expired"}');
    // Signed out for good, not only moved.
    await page.goto("/app");
    await expect(hero()).toBeVisible();
    await page.unrouteAll();
    await signIn(page, email);
    await expect(page.getByText("No templates created yet.")).toBeVisible();
  });
});
