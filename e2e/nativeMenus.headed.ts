import { randomUUID } from "node:crypto";
import { TEXTAREA } from "./editorPages.ts";
import { BUILT, expect, stored, test as story } from "./extended.ts";
import { clickOnScreen, openMenu, pointAt, pressKeys, sidePanel } from "./screen.ts";
import { APP } from "./stack.ts";

/** The extension as it is published, with Chrome's own menu, shortcut and side panel: no host is lent to it, every right comes from a click. */
const NOTE = { name: "Note", subject: "The harbour", body: "<p>See you at the harbour.</p>" };

const test = story.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  folder: async ({}, give) => give(BUILT),
});
test.use({ signedIn: true });

test("“Insert template” of the real menu lets the extension into that page, and one undo takes the text back", async ({
  page,
  context,
  sender,
  others,
  worker,
}) => {
  await sender.template(NOTE);
  await page.goto(`${APP}/app`);
  await expect.poll(async () => await stored(await worker(), "session")).toBeDefined();
  const site = await context.newPage();
  await site.goto(others.put("/site", TEXTAREA));
  const field = site.locator("#field");
  await clickOnScreen(site, field);
  await site.keyboard.type("Dear Ann, ");
  await openMenu(site, field);
  // From the end of the menu: "Inspect", and above it ours.
  pressKeys("Up", "Up", "Return");
  await expect.poll(async () => await stored(await worker(), "task")).toMatchObject({ kind: "insert", trouble: null });
  const panel = await sidePanel(context, site);
  await panel.press(NOTE.name);
  await panel.press("Insert");
  await expect(field).toHaveValue("Dear Ann, See you at the harbour.");
  await clickOnScreen(site, field);
  pressKeys("ctrl+z");
  await expect(field).toHaveValue("Dear Ann, ");
});

test("without a click the extension is let into no page", async ({ context, others, worker }) => {
  const site = await context.newPage();
  await site.goto(others.put("/site", TEXTAREA));
  const refusal = await (await worker()).evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const target = { tabId: tab?.id ?? 0 };
    return await chrome.scripting.executeScript({ target, func: () => document.title }).then(() => "let in", String);
  });
  expect(refusal).toMatch(/Cannot access contents of (the page|url)/);
});

test("the shortcut opens the side panel beside the page", async ({ context, others, worker }) => {
  const site = await context.newPage();
  await site.goto(others.put("/site", TEXTAREA));
  await clickOnScreen(site, site.locator("#field"));
  await expect(site.locator("#field")).toBeFocused();
  pressKeys("ctrl+shift+y");
  const panel = await sidePanel(context, site);
  await expect.poll(() => panel.evaluate("document.title")).toContain("Sendwright");
  const kinds = await (await worker()).evaluate(async () =>
    (await chrome.runtime.getContexts({})).map(({ contextType }) => String(contextType)),
  );
  expect(kinds).toContain("SIDE_PANEL");
});

test("“Write to this address” and “Collect addresses” of the real menu bring what was under the mouse", async ({
  context,
  others,
  worker,
}) => {
  const site = await context.newPage();
  const link = '<a id="field" href="mailto:ann@example.org?subject=Your%20offer">Ann</a>';
  await site.goto(others.put("/site", `<h1>bo@example.org</h1><p>${link}</p>`));
  const task = async () => await stored(await worker(), "task");
  await openMenu(site, site.locator("#field"));
  // Two entries of ours stand in a menu of their own, above "Inspect".
  pressKeys("Up", "Up", "Right", "Return");
  await expect.poll(task).toMatchObject({ kind: "write", recipients: ["ann@example.org"], subject: "Your offer" });
  await openMenu(site, site.locator("h1"));
  // Below the only one for the page: its source, and "Inspect".
  pressKeys("Up", "Up", "Up", "Return");
  await expect.poll(task).toMatchObject({ kind: "collect", found: ["bo@example.org", "ann@example.org"] });
});

test("Chrome asks for leave to notify when it is wanted, and tells of a send that ends while nothing of ours is open", async ({
  page,
  context,
  sender,
  worker,
}) => {
  const templateId = await sender.template(NOTE);
  await page.goto(`${APP}/app`);
  await expect.poll(async () => await stored(await worker(), "session")).toBeDefined();
  await page.bringToFront();
  pressKeys("ctrl+shift+y");
  const panel = await sidePanel(context, page);
  const wish = `document.querySelector("input[type=checkbox]")`;
  await expect.poll(() => panel.evaluate(`${wish}?.checked`)).toBe(false);
  await expect.poll(() => panel.evaluate("document.hasFocus()")).toBe(true);
  await panel.evaluate(`${wish}.click()`);
  // Chrome's question takes the focus from the panel.
  await expect.poll(() => panel.evaluate("document.hasFocus()")).toBe(false);
  // It stands in the middle, above the tabs, and hears keys only under the mouse. "Deny" has the focus, "Allow" is the next.
  await pointAt(page, page.getByRole("tablist"));
  pressKeys("Tab");
  const allow = async () => {
    // A question that has just come takes no answer yet; on the checkbox itself this key does nothing.
    pressKeys("Return");
    return await panel.evaluate(`${wish}.checked`);
  };
  await expect.poll(allow).toBe(true);

  const mail = { title: NOTE.name, values: [], dateFormat: "long", timeFormat: "24hr", subject: "", body: "" };
  const frozen = { templateId, recipients: ["ann@example.org"], ...mail };
  const ask = { type: "send", key: randomUUID(), frozen, hold: 10 };
  expect(await panel.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(ask)})`)).toBe(true);
  await panel.evaluate("window.close()");
  const shown = async () =>
    await (await worker()).evaluate(
      () => new Promise<string[]>((give) => chrome.notifications.getAll((all) => give(Object.keys(all)))),
    );
  await expect.poll(shown).toEqual([ask.key]);
  expect(await sender.delivered()).toEqual(["ann@example.org"]);

  const opens = context.waitForEvent("page");
  await (await worker()).evaluate((key) => {
    const clicked = chrome.notifications.onClicked as unknown as { dispatch: (key: string) => void };
    clicked.dispatch(key);
  }, ask.key);
  expect((await opens).url()).toBe(`${APP}/app#sends/${ask.key}`);
  await expect.poll(shown).toEqual([]);
});
