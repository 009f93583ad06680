import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { closing } from "./google.ts";
import { GOOGLE } from "./stack.ts";
import { expect, test } from "./story.ts";

/** The local Google's sign-in script in a real browser, from a page with the product's opener policy. */
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

let page: Page;
test.beforeEach(async ({ page: own }) => {
  page = own;
  await page.clock.install();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

async function openPopup(): Promise<Page> {
  const opens = page.waitForEvent("popup");
  await page.getByRole("button").click();
  const popup = await opens;
  await popup.waitForLoadState();
  return popup;
}

/** All the page's messages, a minute after the popup closed: nothing may come after the first answer. */
async function answers(): Promise<Record<string, string>[]> {
  await page.waitForFunction("answers.length > 0");
  await page.clock.runFor(60_000);
  return await page.evaluate("answers");
}

test("a code, and only that, when the person agrees", async () => {
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

test("a box that was left empty is not granted", async () => {
  const popup = await openPopup();
  await popup.getByLabel("grace@example.com").check();
  await popup.getByLabel("Send email on your behalf").uncheck();
  await closing(popup, () => popup.getByRole("button", { name: "Continue" }).click());
  expect((await answers())[0]?.scope).not.toContain("gmail.send");
});

test("any other address signs in with Enter", async () => {
  const popup = await openPopup();
  await popup.getByLabel("Another address").fill("new.person@corp.example");
  // A finger that rests on the key: the popup goes before the key comes up.
  await closing(popup, () => popup.keyboard.press("Enter", { delay: 500 }));
  expect((await answers())[0]?.code).toMatch(/^4\//);
});

test("a denial comes through the callback", async () => {
  const popup = await openPopup();
  await closing(popup, () => popup.getByRole("button", { name: "Cancel" }).click());
  expect(await answers()).toEqual([{ error: "access_denied", state: "s-1" }]);
});

test("a popup that was closed, and one that could not open", async () => {
  await (await openPopup()).close();
  expect(await answers()).toEqual([expect.objectContaining({ type: "popup_closed" })]);
  await page.evaluate("answers.length = 0; window.open = () => null");
  await page.getByRole("button").click();
  expect(await answers()).toEqual([expect.objectContaining({ type: "popup_failed_to_open" })]);
});
