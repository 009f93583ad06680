import { expect, fill, onPage, opened, SEND, send, stored, test } from "./extended.ts";
import { signIn } from "./google.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { buttonsAt } from "./shifts.ts";
import { APP, operator, sweep } from "./stack.ts";
import { holdBack } from "./story.ts";

/** Rarer ways through the extension; the parts of each have tests in `extension/src`. */
test.use({ signedIn: true });

test("while an operator has stopped sending, a send waits and the popup says why; then it goes out once", async ({
  page,
  sender,
  surface,
  email,
}) => {
  const popup = await opened({ page, sender, surface }, "popup");
  operator("stop", "--user", email, "We are checking a template.");
  await fill(popup, "ann@example.org,");
  await send(popup);
  await expect(popup.getByText(/^We have stopped sending for now\./)).toContainText(
    "The reason: “We are checking a template.”",
  );
  expect(await mailsOf(email)).toEqual([]);
  operator("start", "--user", email);
  await expect(async () => {
    await sweep();
    expect((await mailsOf(email)).map(recipientOf)).toEqual(["ann@example.org"]);
  }).toPass({ intervals: [2_000], timeout: 120_000 });
});

test("the form says which part of a link or selection did not fit, and offers it", async ({
  page,
  context,
  menu,
  others,
  sender,
}) => {
  await sender.template({
    name: "Invitation",
    subject: "Hello {{Name|nonsense}}",
    body: "<p>Dear {{Name}}.</p>",
  });
  await onPage(page);
  const elsewhere = await context.newPage();
  await elsewhere.goto(others.put("/elsewhere", "Nothing"));
  const asked = async (info: Parameters<typeof menu>[1]) => {
    const opens = context.waitForEvent("page");
    await menu(elsewhere, info);
    return await opens;
  };

  const first = await asked({
    menuItemId: "write-selection",
    selectionText: "the crew of the boat",
  });
  await expect(
    first.getByText("We found no email address in the text you clicked or selected."),
  ).toBeVisible();
  await first.reload();
  await first.getByRole("button", { name: "(Compose Manually)" }).click();
  await expect(first.getByText("We found no email address", { exact: false })).toBeHidden();
  await first.getByLabel("Body").fill("My own words");
  await first.close();

  const people = Array.from({ length: 11 }, (_, n) => `p${n}@example.org`).join(",");
  const linkUrl = `mailto:${people}?subject=Your%20offer&body=Hello`;
  const second = await asked({ menuItemId: "write-link", linkUrl });
  await expect(second.locator("[data-chip]")).toHaveCount(10);
  await expect(
    second.getByText("Cannot add more than 10 recipients. Not added: p10@example.org"),
  ).toBeVisible();
  await expect(
    second.getByRole("button", { name: "Continue in Bulk Send with all" }),
  ).toBeVisible();
  await expect(second.getByLabel("Body")).toHaveValue("My own words");
  const [use, close] = await Promise.all(
    ["Use the link's text", "Continue in Bulk Send with all"].map((name) =>
      second.getByRole("button", { name, exact: true }).boundingBox(),
    ),
  );
  expect((close?.x ?? 0) - (use?.x ?? 0) - (use?.width ?? 0)).toBeGreaterThanOrEqual(8);
  await second.getByRole("button", { name: "Use the link's text" }).click();
  await expect(second.getByLabel("Subject")).toHaveValue("Your offer");
  await expect(second.getByLabel("Body")).toHaveValue("Hello");

  await second.getByRole("button", { name: "Change the template" }).click();
  await second.getByRole("button", { name: "Invitation" }).click();
  await expect(second.getByText(/^Template Syntax Warnings: .*nonsense/)).toBeVisible();
  await expect(second.locator("[data-chip]")).toHaveCount(10);
});

test("without templates one button leads to the site, and the panel shows the new template on return", async ({
  page,
  context,
  sender,
  surface,
  others,
  menu,
}) => {
  await onPage(page);
  const panel = await surface("panel");
  await expect(panel.getByText("You have no templates yet.")).toBeVisible();
  const create = panel.getByRole("link", { name: "Create a template" });
  await expect(create).toHaveAttribute("href", `${APP}/app#templates/new`);
  const color = await create.evaluate((link) => getComputedStyle(link).color);
  await create.hover();
  await expect(create).toHaveCSS("color", color);
  await expect(panel.getByLabel("Find a template")).toHaveCount(0);
  await expect(panel.getByLabel("Recipients", { exact: true })).toBeHidden();
  await expect(panel.getByRole("button", { name: SEND })).toHaveCount(0);

  const form = await context.newPage();
  await form.goto(others.put("/form", '<textarea id="field" aria-label="Field"></textarea>'));
  await form.locator("#field").click();
  const opens = context.waitForEvent("page");
  await menu(form, { menuItemId: "insert" });
  const other = await opens;
  await expect(other.getByRole("link", { name: "Create a template" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Insert", exact: true })).toHaveCount(0);
  await other.getByRole("button", { name: "Close" }).click();

  await sender.template();
  await panel.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(panel.getByRole("button", { name: "Invitation" })).toBeVisible();
});

test("an error of a page appears once, where the person clicked", async ({
  page,
  context,
  sender,
  surface,
  others,
}) => {
  const panel = await opened({ page, sender, surface }, "panel");
  const popup = await surface("popup");
  const blank = await context.newPage();
  await blank.goto(others.put("/blank", "<p>No one</p>"));
  await popup.getByRole("button", { name: "Invitation" }).click();
  await popup.getByLabel("Name").fill("Ann");
  await blank.bringToFront();
  await popup.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(popup.getByText(/^We couldn't find the cursor in any field\./)).toBeInViewport();
  await expect(panel.getByRole("button", { name: SEND })).toBeVisible();
  await expect(panel.getByText(/^We couldn't find the cursor/)).toHaveCount(0);
  await popup.reload();
  await expect(popup.getByRole("button", { name: SEND })).toBeVisible();
  await expect(popup.getByText(/^We couldn't find the cursor/)).toHaveCount(0);

  await blank.bringToFront();
  await popup.getByRole("button", { name: "Collect addresses" }).click();
  await expect(popup.getByText("This page shows no email addresses.")).toBeInViewport();
  await expect(panel.getByText("This page shows no email addresses.")).toHaveCount(0);
  await popup.getByRole("button", { name: "Enter an address" }).click();
  await expect(popup.getByLabel("Recipients", { exact: true })).toBeFocused();
  await expect(popup.getByText("This page shows no email addresses.")).toHaveCount(0);
});

test.describe("errors", () => {
  // The panel reads its template again, which has been deleted.
  test.use({ expected: /status of 404 .*\/api\/template\// });

  test("have a sentence and a next step, and lose no typing", async ({
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
});

test.describe("a template that comes late, or never,", () => {
  test.use({ expected: /status of 503/ });

  test("is waited for, or said: no button does nothing", async ({
    page,
    sender,
    surface,
    context,
    email,
  }) => {
    const panel = await opened({ page, sender, surface }, "panel");
    const sendButton = panel.getByRole("button", { name: SEND });
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

test("while one window sends, a second click in another window sends nothing and says why", async ({
  page,
  sender,
  surface,
}) => {
  const popup = await opened({ page, sender, surface }, "popup");
  // Longer than the story needs.
  await sender.fault({ op: "send", delayMs: 60_000 });
  await fill(popup, "ann@example.org,");
  const panel = await surface("panel");
  await expect(panel.getByLabel("Name")).toHaveValue("Ann");
  // Both windows ask before the first of them sends.
  await panel.getByRole("button", { name: SEND }).click();
  const question = panel.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await send(popup);
  await expect(popup.getByText("Sending 1 email")).toBeVisible();
  await question.getByRole("button", { name: /^Send/ }).click();
  await expect(
    panel.getByText("An email is already being sent from another window."),
  ).toBeVisible();
  await expect(panel.getByText("Nothing was sent")).toHaveCount(0);
  const sends = async () => (await sender.ask<{ sends: unknown[] }>("/api/sends")).body.sends;
  await expect.poll(async () => (await sends()).length).toBe(1);
});

test.describe("in a popup as low as Chrome's", () => {
  test.use({ holds: true });

  test("the preview, the countdown with Undo, and the result come into view at a click", async ({
    page,
    sender,
    surface,
  }) => {
    // Its form is longer than the window.
    const more = Array.from({ length: 6 }, (_, n) => `<p>{{Part ${n}|text:none}}</p>`).join("");
    await sender.template({
      name: "Invitation",
      subject: "Hello {{Name}}",
      body: `<p>Dear {{Name}}.</p>${more}`,
    });
    await onPage(page);
    const popup = await surface("popup");
    await popup.setViewportSize({ width: 420, height: 600 });
    await fill(popup, "ann@example.org,");
    await popup.getByRole("button", { name: "Generate Preview" }).click();
    await expect(popup.getByRole("region", { name: "Preview" })).toBeVisible();
    await expect(popup.getByText("Hello Ann", { exact: true })).toBeInViewport();
    await send(popup);
    const undo = popup.getByRole("button", { name: "Undo" });
    await expect(undo).toBeInViewport({ ratio: 1 });
    await undo.click();
    await expect(popup.getByText("Nothing was sent.")).toBeInViewport();
    await expect(popup.locator("[data-chip]")).toHaveText(["ann@example.org"]);
    await send(popup);
    await expect(popup.getByRole("alertdialog")).toBeHidden();
    const undoAt = await undo.boundingBox();
    await expect(popup.getByText("1 email sent.")).toBeInViewport({ timeout: 60_000 });
    // Not where Undo was: a click on that may come a second late.
    await expect(popup.getByRole("button", { name: "Close" })).toBeVisible();
    expect(await buttonsAt(popup, undoAt)).toEqual([]);
  });
});

test.describe("a page that cannot start, and a session that is over,", () => {
  test.use({
    expected:
      /status of (400|500)|Authentication service failed|Failed to get authentication token/,
  });

  test("leave the draft to its person", async ({
    page,
    sender,
    surface,
    context,
    worker,
    email,
  }) => {
    const panel = await opened({ page, sender, surface }, "panel");
    await fill(panel, "ann@example.org,");
    const isSignedOut = async () => (await stored(await worker(), "session")) === undefined;
    const isThereAgain = async () => {
      await expect(panel.locator("[data-chip]")).toHaveText(["ann@example.org"]);
      await expect(panel.getByLabel("Name")).toHaveValue("Ann");
    };

    await test.step("the page cannot start", async () => {
      await context.route("**/__/firebase/init.json", (route) =>
        route.fulfill({ status: 500, body: "" }),
      );
      await page.reload();
      await expect.poll(isSignedOut).toBe(true);
      await expect(
        panel.getByText("Your email is kept until you sign in again", { exact: false }),
      ).toBeVisible();
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
      await expect(
        panel.getByText("Your email is kept until you sign in again", { exact: false }),
      ).toBeVisible();
      await context.unroute("**/identitytoolkit.googleapis.com/**");
      await signIn(page, email);
      await isThereAgain();
    });
  });
});
