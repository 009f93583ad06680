import { expect, stored, test } from "./extended.ts";
import { fill, onPage, opened, send } from "./extensionSteps.ts";
import { signIn } from "./google.ts";
import { holdBack } from "./holdBack.ts";
import { mailsOf } from "./mailbox.ts";
import { APP } from "./stack.ts";

/** The extension when something is in its way: no network, a template that is gone, a page that means it ill. */
test.use({ signedIn: true });

test("errors have a sentence and a next step, and lose no typing", async ({
  page,
  sender,
  surface,
  context,
  email,
}) => {
  const template = await sender.template();
  await onPage(page);
  const panel = await surface("panel");
  await fill(panel, "ann@example.org,");

  await test.step("offline", async () => {
    await context.setOffline(true);
    await expect(panel.getByText("You're offline.", { exact: false })).toBeVisible();
    await context.setOffline(false);
  });
  await test.step("the template is deleted meanwhile", async () => {
    await sender.call("DELETE", `/api/template/${template}`);
    await send(panel);
    await expect(panel.getByText("The template was deleted.", { exact: false })).toBeVisible();
    await expect(panel.locator("[data-chip]")).toHaveText(["ann@example.org"]);
  });
  expect(await mailsOf(email)).toEqual([]);
});

test.describe("a page that cannot start, and a session that is over,", () => {
  test.use({ expected: /status of (400|500)|Authentication service failed|Failed to get authentication token/ });

  test("leave the draft to its person", async ({ page, sender, surface, context, worker, email }) => {
    const panel = await opened({ page, sender, surface }, "panel");
    await fill(panel, "ann@example.org,");
    const isSignedOut = async () => (await stored(await worker(), "session")) === undefined;
    const isThereAgain = async () => {
      await expect(panel.locator("[data-chip]")).toHaveText(["ann@example.org"]);
      await expect(panel.getByLabel("Name")).toHaveValue("Ann");
    };

    await test.step("the page cannot start", async () => {
      await context.route("**/__/firebase/init.json", (route) => route.fulfill({ status: 500, body: "" }));
      await page.reload();
      await expect.poll(isSignedOut).toBe(true);
      await expect(panel.getByText("We keep what you wrote here", { exact: false })).toBeVisible();
      await context.unroute("**/__/firebase/init.json");
      await page.goto(`${APP}/app`);
      await isThereAgain();
    });
    await test.step("the session is over", async () => {
      await context.route("**/identitytoolkit.googleapis.com/**", (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message: "TOKEN_EXPIRED" } } }),
      );
      await page.reload();
      await expect.poll(isSignedOut).toBe(true);
      await expect(panel.getByText("We keep what you wrote here", { exact: false })).toBeVisible();
      await context.unroute("**/identitytoolkit.googleapis.com/**");
      await signIn(page, email);
      await isThereAgain();
    });
  });
});

test.describe("a template that comes late, or never,", () => {
  test.use({ expected: /status of 503/ });

  test("is waited for, or said: no button does nothing", async ({ page, sender, surface, context, email }) => {
    const panel = await opened({ page, sender, surface }, "panel");
    const sendButton = panel.getByRole("button", { name: "Send Email(s)" });
    let isThere = false;
    const release = await holdBack(context, "**/api/template/*", (route) =>
      isThere ? route.continue() : route.fulfill({ status: 503, body: "" }),
    );
    await panel.getByRole("button", { name: "Invitation" }).click();
    await expect(panel.getByText("Loading the template")).toBeVisible();
    await expect(sendButton).toBeDisabled();
    release();
    const again = panel.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await expect(sendButton).toBeEnabled();
    isThere = true;
    await again.click();
    await panel.getByLabel("Name").fill("Ann");
    await panel.getByLabel("Recipients", { exact: true }).pressSequentially("ann@example.org,");
    await send(panel);
    await expect.poll(async () => (await mailsOf(email)).length).toBe(1);
  });
});

test.describe("a hostile page", () => {
  // Its request is refused, and Chrome logs that.
  test.use({ expected: /chrome-extension:|ERR_BLOCKED_BY_CLIENT|ERR_FAILED/ });

  test("learns and changes nothing", async ({ page, context, id, others, worker, menu }) => {
    await onPage(page);
    const before = await stored(await worker(), "session");
    const evil = await context.newPage();
    await evil.goto(
      others.put(
        "/evil",
        `<textarea id="field"></textarea><iframe src="chrome-extension://${id}/panel.html"></iframe>`,
      ),
    );
    await evil.evaluate(() => {
      const detail = {
        loggedIn: true,
        email: "eve@example.com",
        idToken: "e30.eyJzdWIiOiJldmUiLCJpYXQiOjF9.s",
        refreshToken: "r",
      };
      window.dispatchEvent(new CustomEvent("sendwright:auth", { detail }));
      window.dispatchEvent(new CustomEvent("sendwright:auth", { detail: { loggedIn: false } }));
    });
    await evil.locator("#field").click();
    await menu(evil, { menuItemId: "insert" });
    await expect.poll(async () => await stored(await worker(), "task")).toMatchObject({ trouble: null });
    const seen = await evil.evaluate(async (extension) => {
      const runtime = (window as unknown as { chrome?: { runtime?: { sendMessage?: (...all: unknown[]) => void } } })
        .chrome?.runtime;
      const files = await Promise.allSettled(
        ["manifest.json", "panel.html", "inPage.js"].map((file) => fetch(`chrome-extension://${extension}/${file}`)),
      );
      return {
        canTalk: runtime?.sendMessage !== undefined,
        hasWorld: "sendwright" in window,
        framed: document.querySelector("iframe")?.contentDocument?.body?.innerHTML ?? "",
        files: files.map(({ status }) => status),
      };
    }, id);
    expect(seen).toEqual({ canTalk: false, hasWorld: false, framed: "", files: ["rejected", "rejected", "rejected"] });
    expect(await stored(await worker(), "session")).toEqual(before);
  });
});
