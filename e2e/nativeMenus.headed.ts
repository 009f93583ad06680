import { execFileSync } from "node:child_process";
import type { Locator, Page } from "@playwright/test";
import { chromeSurface } from "./chromeSurface.ts";
import { TEXTAREA } from "./editorPages.ts";
import { BUILT, expect, stored, test as story } from "./extended.ts";
import { APP } from "./stack.ts";

/**
 * What only a person with a screen can do: Chrome's own menus, keys and windows, through xdotool.
 */
function xdotool(...words: (string | number)[]): string {
  return execFileSync("xdotool", words.map(String), { encoding: "utf8" });
}

/** Milliseconds between two keys. */
const KEY_PAUSE = 80;

/** Presses keys one after another, wherever the mouse is. */
function pressKeys(...keys: string[]): void {
  xdotool("key", "--delay", KEY_PAUSE, ...keys);
}

const windows = () =>
  xdotool("search", "--onlyvisible", "--maxdepth", 1, "--class", "").trim().split("\n");

/** Puts the mouse into the middle of an element of the page in front. */
async function pointAt(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error("There is nothing to point at.");
  const frame = await page.evaluate(() => ({ x: screenX, y: screenY + outerHeight - innerHeight }));
  xdotool(
    "mousemove",
    Math.round(frame.x + box.x + box.width / 2),
    Math.round(frame.y + box.y + box.height / 2),
  );
}

/** Clicks an element as the person's own hand does. */
async function clickOnScreen(page: Page, element: Locator): Promise<void> {
  await pointAt(page, element);
  xdotool("click", 1);
}

/** Opens a menu of Chrome's, and waits for it to be there. */
async function untilOpen(opens: () => unknown): Promise<void> {
  const before = new Set(windows());
  await opens();
  await expect.poll(() => windows().filter((id) => !before.has(id)).length).toBeGreaterThan(0);
}

/** Opens Chrome's menu of an element, with the right button. */
async function openMenu(page: Page, element: Locator): Promise<void> {
  await pointAt(page, element);
  await untilOpen(() => xdotool("click", 3));
}

/**
 * "Insert template" in the menu of a field: from its end "Inspect", above it our submenu, in which
 * it is the last of 2.
 */
const INSERT = ["Up", "Up", "Right", "Down", "Return"];

/**
 * The published extension, with Chrome's own menu, shortcut and side panel: it gets no extra host
 * permission; every right comes from a click.
 */
const NOTE = { name: "Note", subject: "The harbour", body: "<p>See you at the harbour.</p>" };

const test = story.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  folder: [async ({}, give) => give(BUILT), { scope: "worker" }],
});
test.use({ signedIn: true, ownBrowser: true });

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
  pressKeys(...INSERT);
  await expect
    .poll(async () => await stored(await worker(), "task"))
    .toMatchObject({ kind: "insert" });
  const panel = await chromeSurface(context, site, "panel");
  await panel.press(NOTE.name);
  await panel.press("Insert");
  await expect(field).toHaveValue("Dear Ann, See you at the harbour.");
  await panel.press("Undo");
  await expect(field).toHaveValue("Dear Ann, ");
  await panel.press("Insert");
  await expect(field).toHaveValue("Dear Ann, See you at the harbour.");
  await clickOnScreen(site, field);
  pressKeys("ctrl+z");
  await expect(field).toHaveValue("Dear Ann, ");
});

test("beside another tab, the open panel writes into neither until a click lets it in there", async ({
  page,
  context,
  sender,
  others,
  worker,
}) => {
  await sender.template(NOTE);
  await page.goto(`${APP}/app`);
  await expect.poll(async () => await stored(await worker(), "session")).toBeDefined();
  const url = others.put("/site", TEXTAREA);
  const site = await context.newPage();
  await site.goto(url);
  await clickOnScreen(site, site.locator("#field"));
  await openMenu(site, site.locator("#field"));
  pressKeys(...INSERT);
  const panel = await chromeSurface(context, site, "panel");
  await panel.press(NOTE.name);
  const other = await context.newPage();
  await other.goto(url);
  await clickOnScreen(other, other.locator("#field"));
  await panel.press("Insert");
  const text = () => panel.evaluate("document.body.textContent");
  await expect.poll(text).toContain("Sendwright can't see into this tab.");
  await expect(site.locator("#field")).toHaveValue("");
  await expect(other.locator("#field")).toHaveValue("");
  await openMenu(other, other.locator("#field"));
  pressKeys(...INSERT);
  await expect.poll(text).toContain("Insert writes into a field without a name");
  await panel.press("Insert");
  await expect(other.locator("#field")).toHaveValue("See you at the harbour.");
  await expect(site.locator("#field")).toHaveValue("");
});

test("without a click the extension is let into no page", async ({ context, others, worker }) => {
  const site = await context.newPage();
  await site.goto(others.put("/site", TEXTAREA));
  const refusal = await (await worker()).evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const target = { tabId: tab?.id ?? 0 };
    return await chrome.scripting
      .executeScript({ target, func: () => document.title })
      .then(() => "let in", String);
  });
  expect(refusal).toMatch(/Cannot access contents of (the page|url)/);
});

test("the shortcut opens the side panel beside the page", async ({ context, others, worker }) => {
  const site = await context.newPage();
  await site.goto(others.put("/site", TEXTAREA));
  await clickOnScreen(site, site.locator("#field"));
  await expect(site.locator("#field")).toBeFocused();
  pressKeys("ctrl+shift+y");
  const panel = await chromeSurface(context, site, "panel");
  await expect.poll(() => panel.evaluate("document.title")).toContain("Sendwright");
  const kinds = await (await worker()).evaluate(async () =>
    (await chrome.runtime.getContexts({})).map(({ contextType }) => String(contextType)),
  );
  expect(kinds).toContain("SIDE_PANEL");
});

test("“Add this address as a recipient” and “Collect addresses” of the real menu get the text under the mouse", async ({
  context,
  others,
  worker,
}) => {
  const site = await context.newPage();
  const link = '<a id="field" href="mailto:ann@example.org?subject=Your%20offer">Ann</a>';
  await site.goto(others.put("/site", `<h1>bo@example.org</h1><p>${link}</p>`));
  const task = async () => await stored(await worker(), "task");
  await openMenu(site, site.locator("#field"));
  // Our 2 entries are in a submenu, above "Inspect".
  pressKeys("Up", "Up", "Right", "Return");
  await expect
    .poll(task)
    .toMatchObject({ kind: "write", recipients: ["ann@example.org"], subject: "Your offer" });
  await openMenu(site, site.locator("h1"));
  // Below the only one for the page: its source, and "Inspect".
  pressKeys("Up", "Up", "Up", "Return");
  await expect
    .poll(task)
    .toMatchObject({ kind: "collect", found: ["bo@example.org", "ann@example.org"] });
});
