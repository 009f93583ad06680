import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, fill, launch, opened, stopWorker, stored, test } from "./extended.ts";
import { signIn } from "./google.ts";
import { APP } from "./stack.ts";

/** What becomes of a draft in the extension: the main rows of decision 10's table. */
test.use({ signedIn: true });

const keptFor = (email: string) => `Your email is kept until you sign in again as ${email}.`;

test("clearing the site's storage keeps the email for its person, whose page is open or new", async ({
  page,
  context,
  id,
  sender,
  surface,
  email,
}) => {
  const panel = await opened({ page, sender, surface }, "panel");
  const popup = await surface("popup");
  await fill(panel, "ann@example.org,");
  const cdp = await context.newCDPSession(page);
  const clear = () => cdp.send("Storage.clearDataForOrigin", { origin: APP, storageTypes: "all" });
  const isBack = async () => {
    for (const one of [panel, popup]) {
      await expect(one.locator("[data-chip]")).toHaveText(["ann@example.org"]);
      await expect(one.getByLabel("Name")).toHaveValue("Ann");
    }
  };

  await test.step("while the page is open", async () => {
    await page.bringToFront();
    await clear();
    await expect(panel.getByText(keptFor(email))).toBeVisible();
    await expect(popup.getByText(keptFor(email))).toBeVisible();
    await signIn(page, email);
    await isBack();
  });
  await test.step("before the page is opened, and the worker has been stopped", async () => {
    await page.goto("about:blank");
    await clear();
    await stopWorker(context, id);
    await page.goto(`${APP}/app`);
    await expect(panel.getByText(keptFor(email))).toBeVisible();
    await signIn(page, email);
    await isBack();
  });
});

test("after the storage was cleared, someone else finds nothing, and neither does the first person", async ({
  page,
  context,
  sender,
  surface,
  worker,
  email,
}) => {
  const panel = await opened({ page, sender, surface }, "panel");
  await fill(panel, "ann@example.org,");
  const cdp = await context.newCDPSession(page);
  await cdp.send("Storage.clearDataForOrigin", { origin: APP, storageTypes: "all" });
  await expect(panel.getByText(keptFor(email))).toBeVisible();
  const other = `bo-${email}`;
  await signIn(page, other);
  await expect(panel.getByText(other)).toBeVisible();
  await expect(panel.locator("[data-chip]")).toHaveCount(0);
  expect(await stored(await worker(), "draft")).toBeUndefined();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${APP}/`);
  await signIn(page, email);
  await expect(panel.getByText(email.toLowerCase(), { exact: true })).toBeVisible();
  await expect(panel.locator("[data-chip]")).toHaveCount(0);
});

test("what a window stores after a logout is deleted, even if the worker had been stopped", async ({
  page,
  context,
  id,
  sender,
  surface,
  worker,
}) => {
  const panel = await opened({ page, sender, surface }, "panel");
  await fill(panel, "ann@example.org,");
  const draft = await stored(await worker(), "draft");
  expect(draft).toMatchObject({ recipients: ["ann@example.org"] });
  await page.bringToFront();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${APP}/`);
  await expect(panel.getByRole("button", { name: "Open Sendwright" })).toBeVisible();
  await stopWorker(context, id);
  await panel.evaluate((late) => chrome.storage.session.set({ draft: late }), draft);
  const left = () => panel.evaluate(async () => await chrome.storage.session.get("draft"));
  await expect.poll(left).toEqual({});
});

test("the end of the browser deletes the email, and nothing of it is on disk", async ({
  folder,
  email,
  sender,
  headless,
}) => {
  await sender.template();
  const profile = await mkdtemp(join(tmpdir(), "sendwright-profile-"));
  const surfaceIn = async (context: Awaited<ReturnType<typeof launch>>) => {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const panel = await context.newPage();
    await panel.goto(new URL("/panel.html", worker.url()).href);
    return { panel, worker };
  };
  const first = await launch(folder, profile, headless);
  const page = await first.newPage();
  await signIn(page, email);
  const { panel } = await surfaceIn(first);
  await fill(panel, "ann@example.org,");
  await expect(panel.locator("[data-chip]")).toHaveText(["ann@example.org"]);
  await first.close();

  const second = await launch(folder, profile, headless);
  const after = await surfaceIn(second);
  expect(await stored(after.worker, "draft")).toBeUndefined();
  const again = await second.newPage();
  await again.goto(`${APP}/app`);
  await expect(after.panel.getByText(email.toLowerCase(), { exact: true })).toBeVisible();
  await expect(after.panel.locator("[data-chip]")).toHaveCount(0);
  await second.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 3 });
});
