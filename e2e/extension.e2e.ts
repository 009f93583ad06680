import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import {
  BUILT,
  expect,
  fill,
  onPage,
  opened,
  SEND,
  STORY_HOSTS,
  send,
  stopWorker,
  stored,
  test,
} from "./extended.ts";
import { clickInsert, target } from "./inserting.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { APP } from "./stack.ts";

/** The extension as people use it: from the sign-in on the page to the email in the mailbox. */
test.use({ signedIn: true });

test("from the page's session to two emails sent from the popup, after a question that shows them", async ({
  page,
  sender,
  surface,
  worker,
  email,
}) => {
  await sender.template();
  const before = await surface("popup");
  await before.getByRole("button", { name: "Open Sendwright" }).waitFor();

  await onPage(page);
  await expect.poll(async () => await stored(await worker(), "session")).toMatchObject({ email });
  await expect(before.getByText(email)).toBeVisible();

  await fill(before, "ann@example.org, Bo Li <bo@example.org>,");
  await before.getByRole("button", { name: SEND }).click();
  const question = before.getByRole("alertdialog", { name: "Send 2 emails?" });
  await expect(question).toContainText("ann@example.org");
  await expect(question).toContainText("Bo Li bo@example.org");
  await expect(question).toContainText("Both get the same values:Name: Ann");
  await expect(question.getByText("Hello Ann", { exact: true })).toBeVisible();
  await question.getByRole("button", { name: /^Send/ }).click();
  // The popup closes as soon as it loses the focus; its send continues.
  await expect
    .poll(async () => await stored(await worker(), "attempt"))
    .toMatchObject({ uid: expect.any(String) });
  await before.close();
  const people = ["ann@example.org", "bo@example.org"];
  await expect.poll(async () => (await mailsOf(email)).map(recipientOf).sort()).toEqual(people);
  const badge = async () => await (await worker()).evaluate(() => chrome.action.getBadgeText({}));
  await expect.poll(badge).toBe("✓");

  const after = await surface("popup");
  await expect(after.getByText("2 emails sent.")).toBeVisible();
  await expect.poll(badge).toBe("");
});

test("every key survives the popup's closing, and the panel continues where it stopped", async ({
  page,
  sender,
  surface,
}) => {
  const popup = await opened({ page, sender, surface }, "popup");
  await fill(popup, "ann@example.org, bo@exam");
  await popup.close();
  const panel = await surface("panel");
  await expect(panel.getByLabel("Recipients", { exact: true })).toHaveValue("bo@exam");
  await expect(panel.locator("[data-chip]")).toHaveText(["ann@example.org"]);
  await expect(panel.getByLabel("Name")).toHaveValue("Ann");

  // Two surfaces at once show one form.
  const other = await surface("popup");
  await other.getByLabel("Recipients", { exact: true }).press("End");
  await other.keyboard.type("ple.org,");
  await expect(panel.locator("[data-chip]")).toHaveText(["ann@example.org", "bo@example.org"]);
});

test("signing out on the page, or another person there, leaves nothing of the one before", async ({
  page,
  sender,
  surface,
  worker,
}) => {
  const panel = await opened({ page, sender, surface }, "panel");
  await fill(panel, "ann@example.org,");
  await page.bringToFront();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${APP}/`);
  await expect(panel.getByRole("button", { name: "Open Sendwright" })).toBeVisible();
  const left = await (await worker()).evaluate(async () => [
    await chrome.storage.session.get(),
    await chrome.storage.local.get(),
  ]);
  const { apiKey: _, ...memory } = left[0] as Record<string, unknown>;
  expect([memory, left[1]]).toEqual([{}, {}]);
});

test("the worker stops in the middle of a send: one email, and its result", async ({
  page,
  context,
  id,
  sender,
  surface,
  email,
}) => {
  await sender.template();
  await sender.fault({ op: "send", delayMs: 4_000 });
  await onPage(page);
  const popup = await surface("popup");
  await fill(popup, "ann@example.org,");
  await send(popup);
  await expect(popup.getByText("Sending 1 email")).toBeVisible();
  // In its middle: a worker that is stopped before it has called the server has begun nothing, and
  // asks for minutes.
  const begun = async () => (await sender.ask<{ sends: unknown[] }>("/api/sends")).body.sends;
  await expect.poll(begun).toHaveLength(1);
  await popup.close();
  await stopWorker(context, id);
  const again = await surface("popup");
  await expect(again.getByText(/1 email sent\.|We can't tell/).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect.poll(async () => (await mailsOf(email)).length).toBeLessThanOrEqual(1);
});

test("addresses of a page are collected: those that can be seen, chosen before they become chips", async ({
  page,
  context,
  sender,
  others,
  menu,
}) => {
  await sender.template();
  await onPage(page);
  const many = Array.from({ length: 10_000 }, (_, n) => `<li>p${n}@example.org</li>`).join("");
  const list = await context.newPage();
  await list.goto(
    others.put(
      "/people",
      `<p>Write to ann@example.org or <a href="mailto:bo@example.org?subject=x">Bo</a>.</p>
       <script>const address = "script@example.org";</script><style>/* style@example.org */</style>
       <p hidden>hidden@example.org</p><p style="opacity:0">clear@example.org</p><p style="font-size:0">tiny@example.org</p><ul>${many}</ul>`,
    ),
  );
  const opens = context.waitForEvent("page");
  await menu(list, { menuItemId: "collect" });
  const panel = await opens;
  await expect(panel.getByRole("heading", { name: /^10,002 people/ })).toBeVisible();
  const people = panel.getByRole("region", { name: "People on the page" });
  await panel.getByLabel("Find a person").fill("n@example.org");
  await expect(people.getByRole("checkbox")).toHaveCount(1);
  await panel.getByRole("checkbox", { name: "ann@example.org" }).check();
  await panel.getByLabel("Find a person").fill("bo@");
  await panel.getByRole("checkbox", { name: "Bo bo@example.org" }).check();
  for (const hidden of ["script@", "style@", "hidden@", "clear@", "tiny@"]) {
    await panel.getByLabel("Find a person").fill(hidden);
    await expect(people.getByRole("checkbox")).toHaveCount(0);
  }
  await expect(panel.getByText("3 addresses are hidden on the page")).toBeVisible();
  await panel.getByRole("button", { name: "Add 2 recipients" }).click();
  await expect(panel.locator("[data-chip]")).toHaveText([
    "ann@example.org",
    /^Bo\s*bo@example.org$/,
  ]);
});

test("a mailto link adds people, subject and text, and keeps existing text", async ({
  page,
  context,
  menu,
  others,
  email,
}) => {
  await onPage(page);
  const linkUrl =
    "mailto:ann@example.org,bo@example.org?subject=Your%20offer&body=Hello%20Ann%0AHow%20are%20you%3F";
  const link = await context.newPage();
  await link.goto(others.put("/link", `<a href="${linkUrl}">Write</a>`));
  const opens = context.waitForEvent("page");
  await menu(link, { menuItemId: "write-link", linkUrl });
  const panel = await opens;
  await expect(panel.locator("[data-chip]")).toHaveText(["ann@example.org", "bo@example.org"]);
  await expect(panel.getByLabel("Subject")).toHaveValue("Your offer");
  await expect(panel.getByLabel("Body")).toHaveValue("Hello Ann\nHow are you?");
  await panel.getByLabel("Body").fill("My own words");
  await panel.close();

  const again = context.waitForEvent("page");
  await menu(link, { menuItemId: "write-selection", selectionText: "Cy <cy@example.org>" });
  const next = await again;
  await expect(next.locator("[data-chip]")).toHaveCount(3);
  await expect(next.getByLabel("Body")).toHaveValue("My own words");
  await send(next);
  await expect(next.getByText("3 emails sent.")).toBeVisible({ timeout: 60_000 });
  const mails = await mailsOf(email);
  expect(mails.map(recipientOf).sort()).toEqual([
    "ann@example.org",
    "bo@example.org",
    "cy@example.org",
  ]);
  expect(mails[0]?.text?.trim()).toBe("My own words");
});

test("a template is inserted from the panel with its values; parts that can't be are copied instead", async ({
  page,
  context,
  sender,
  others,
  menu,
}) => {
  await sender.template();
  // A page adds a signature of its own: an inserted template has none.
  await sender.call("PUT", "/api/account/settings", { signature: "<p>Ada Lovelace</p>" });
  await onPage(page);
  const form = await context.newPage();
  await form.goto(
    others.put(
      "/form",
      '<div id="field" contenteditable="true" role="textbox" aria-label="Message"></div>',
    ),
  );
  await form.locator("#field").click();
  const opens = context.waitForEvent("page");
  await menu(form, { menuItemId: "insert" });
  const panel = await opens;
  // It stays in front beside Chrome's own side panel.
  await form.bringToFront();
  await panel.getByRole("button", { name: "Invitation" }).click();
  await panel.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(panel.getByText("Missing required variables: Name").first()).toBeVisible();
  await panel.getByLabel("Name").fill("Ann");
  await panel.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(panel.getByText("Inserted into Message, in the tab “Elsewhere”.")).toBeVisible();
  await expect(form.locator("#field")).toHaveText("Dear Ann, see you.");
  expect(await form.locator("#field").innerHTML()).not.toContain("data-variable");
  await panel.getByRole("button", { name: "Copy subject" }).click();
  await expect(panel.getByText("Subject copied to the clipboard.")).toBeVisible();
  expect(await panel.evaluate(() => navigator.clipboard.readText())).toBe("Hello Ann");
  await panel.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(form.locator("#field")).toHaveText("Dear Ann, see you.Dear Ann, see you.");
  await panel.getByRole("button", { name: "Undo" }).click();
  await expect(panel.getByText(/^Undone: Message, in the tab “Elsewhere”\./)).toBeVisible();
  await expect(form.locator("#field")).toHaveText("Dear Ann, see you.");
  await form.locator("#field").evaluate((field) => field.remove());
  await panel.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(
    panel.getByText(/^We couldn't find the cursor in any field\..*We copied the text/),
  ).toBeVisible();
  expect(await panel.evaluate(() => navigator.clipboard.readText())).toContain(
    "Dear Ann, see you.",
  );
});

test("the stories' manifest differs from the real one by its hosts alone", async ({ folder }) => {
  const read = async (from: string) =>
    JSON.parse(await readFile(join(from, "manifest.json"), "utf8"));
  const [real, ours] = [await read(BUILT), await read(folder)];
  expect(real.host_permissions).toEqual([`${APP}/*`]);
  expect(ours).toEqual({ ...real, host_permissions: STORY_HOSTS });
});

test("until it is published, the landing page leads to its download and shows how to load it", async ({
  page,
  elsewhere,
}) => {
  const visitor = await elsewhere({ storageState: { cookies: [], origins: [] } });
  await visitor.goto(APP);
  const opens = visitor.waitForEvent("popup");
  await visitor.getByRole("link", { name: "Get Chrome Extension" }).click();
  const how = await opens;
  await expect(how).toHaveURL(`${APP}/extension`);
  await expect(how.locator("strong", { hasText: "Load unpacked" })).toBeVisible();
  await expect(how.getByText("The extension is installed")).toBeHidden();

  const downloads = how.waitForEvent("download");
  await how.getByRole("link", { name: "Download the extension" }).click();
  const download = await downloads;
  expect(download.suggestedFilename()).toBe("sendwright-extension.zip");
  const zip = await readFile(await download.path());
  await expect(how.getByText("Checksum of the file (SHA-256)")).toContainText(
    createHash("sha256").update(zip).digest("hex"),
  );
  const files = unzipSync(zip);
  // With its key: the page finds only the extension with that one id.
  const manifest = Buffer.from(files["manifest.json"] ?? []).toString();
  expect(manifest).toBe(await readFile(join(BUILT, "manifest.json"), "utf8"));
  expect(JSON.parse(manifest)).toMatchObject({
    key: expect.any(String),
    host_permissions: [`${APP}/*`],
  });
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(["background.js", "bridge.js", "panel.html"]),
  );

  await page.goto(`${APP}/extension`);
  await expect(
    page.getByText("The extension is installed in this browser.", { exact: false }),
  ).toBeVisible();
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
    const panel = await clickInsert(context, menu, evil);
    expect(await target(panel)).toMatchObject({ trouble: null });
    const seen = await evil.evaluate(async (extension) => {
      const runtime = (
        window as unknown as {
          chrome?: { runtime?: { sendMessage?: (...all: unknown[]) => void } };
        }
      ).chrome?.runtime;
      const files = await Promise.allSettled(
        ["manifest.json", "panel.html", "inPage.js"].map((file) =>
          fetch(`chrome-extension://${extension}/${file}`),
        ),
      );
      return {
        canTalk: runtime?.sendMessage !== undefined,
        hasWorld: "sendwright" in window,
        framed: document.querySelector("iframe")?.contentDocument?.body?.innerHTML ?? "",
        files: files.map(({ status }) => status),
      };
    }, id);
    expect(seen).toEqual({
      canTalk: false,
      hasWorld: false,
      framed: "",
      files: ["rejected", "rejected", "rejected"],
    });
    expect(await stored(await worker(), "session")).toEqual(before);
  });
});
