import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { closing, consent, openPopup } from "./google.ts";
import { GOOGLE } from "./stack.ts";
import { expect, test } from "./story.ts";

/** Signing in with Google. */

test.describe("on the landing page", () => {
  /**
   * Sign-ins that fail once and work on the next click. `LandingPage.test.tsx`,
   * `signInErrors.test.ts` and `signIn.emulator.test.ts` have every refusal.
   */
  // The story causes these failures: the browser logs each such answer as an error.
  test.use({
    expected: /Failed to load resource|No answer: POST|Authentication service failed to initialize/,
  });

  let page: Page;
  let email: string;
  test.beforeEach(async ({ page: own, email: address }) => {
    page = own;
    email = address;
    await page.goto("/");
  });

  const button = () => page.getByRole("button", { name: "Sign In & Link Google Account" });

  /** The proof that a failure leaves nothing broken: the same page, without a reload, gets in. */
  async function getsIn(): Promise<void> {
    await consent(page, email);
    await page.waitForURL("/app");
    await expect(page.getByRole("button", { name: `Account: ${email}` })).toBeVisible();
  }

  test.describe("Google's window", () => {
    test("is 500 by 600; closed, closed again, then used", async () => {
      for (let times = 0; times < 2; times += 1) {
        const popup = await openPopup(page);
        await expect.poll(() => popup.evaluate("[innerWidth, innerHeight]")).toEqual([500, 600]);
        await expect(page.getByText("Signing in & Linking Google...")).toBeVisible();
        await popup.close();
        // The person closed it themselves: a quiet sentence, no error.
        const note = page.getByRole("status").filter({ hasText: "Google authorization" });
        await expect(note).toHaveText("Google authorization popup was closed before completion.");
        await expect(page.getByRole("alert")).toHaveCount(0);
        await expect(button()).toBeEnabled();
      }
      await getsIn();
    });
  });

  test("the authentication service cannot be loaded: the page says to reload, and that helps", async () => {
    const script = "**/assets/firebase-*.js";
    await page.route(script, (route) => route.abort());
    await consent(page, email);
    await expect(page.getByRole("alert")).toHaveText(
      /Authentication service is not available for sign-in\. Please reload the page/,
    );
    await page.unroute(script);
    // Many browsers never ask again for a script that they could not load.
    await page.reload();
    await getsIn();
  });
});

test.describe("by the local Google's script", () => {
  /**
   * The local Google's sign-in script in a real browser, from a page with the product's opener
   * policy.
   */
  const PAGE = `<!doctype html><script src="${GOOGLE}/gsi/client"></script><button>Sign in</button><script>
  window.answers = [];
  const client = google.accounts.oauth2.initCodeClient({
    client_id: "sendwright-local.apps.googleusercontent.com",
    scope: "openid email https://www.googleapis.com/auth/gmail.send",
    ux_mode: "popup",
    state: "s-1",
    callback: (answer) => answers.push(answer),
    error_callback: (error) => answers.push(error),
  });
  document.querySelector("button").onclick = () => client.requestCode();
</script>`;

  let server: Server;
  test.beforeAll(async () => {
    server = createServer((_request, response) => {
      response.setHeader("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
      response.setHeader("Content-Type", "text/html").end(PAGE);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  });
  test.afterAll(() => {
    server.close();
  });

  test("one answer to each way that a person leaves it", async ({ page }) => {
    await page.clock.install();

    async function openPopup(): Promise<Page> {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const opens = page.waitForEvent("popup");
      await page.getByRole("button").click();
      const popup = await opens;
      await popup.waitForLoadState();
      return popup;
    }

    /**
     * All the page's messages, a minute after the popup closed: nothing may come after the first
     * answer.
     */
    async function answers(): Promise<Record<string, string>[]> {
      await page.waitForFunction("answers.length > 0");
      await page.clock.runFor(60_000);
      return await page.evaluate("answers");
    }

    await test.step("a code, and only that, when the person agrees", async () => {
      const popup = await openPopup();
      await expect.poll(() => popup.evaluate("[innerWidth, innerHeight]")).toEqual([500, 600]);
      await closing(popup, () => popup.getByRole("button", { name: "Continue" }).click());
      expect(await answers()).toEqual([
        expect.objectContaining({
          code: expect.stringMatching(/^4\//),
          scope: expect.stringContaining("gmail.send"),
          state: "s-1",
        }),
      ]);
    });
    await test.step("a box that was left empty is not granted", async () => {
      const popup = await openPopup();
      await popup.getByLabel("grace@example.com").check();
      await popup.getByLabel("Send email on your behalf").uncheck();
      await closing(popup, () => popup.getByRole("button", { name: "Continue" }).click());
      expect((await answers())[0]?.scope).not.toContain("gmail.send");
    });
    await test.step("any other address signs in with Enter", async () => {
      const popup = await openPopup();
      await popup.getByLabel("Another address").fill("new.person@corp.example");
      // A finger that rests on the key: the popup goes before the key comes up.
      await closing(popup, () => popup.keyboard.press("Enter", { delay: 500 }));
      expect((await answers())[0]?.code).toMatch(/^4\//);
    });
    await test.step("a denial comes through the callback", async () => {
      const popup = await openPopup();
      await closing(popup, () => popup.getByRole("button", { name: "Cancel" }).click());
      expect(await answers()).toEqual([{ error: "access_denied", state: "s-1" }]);
    });
    await test.step("a popup that was closed, and one that could not open", async () => {
      await (await openPopup()).close();
      expect(await answers()).toEqual([expect.objectContaining({ type: "popup_closed" })]);
      await page.evaluate("answers.length = 0; window.open = () => null");
      await page.getByRole("button").click();
      expect(await answers()).toEqual([expect.objectContaining({ type: "popup_failed_to_open" })]);
    });
  });
});
