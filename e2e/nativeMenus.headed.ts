import { TEXTAREA } from "./editorPages.ts";
import { BUILT, expect, stored, test as story } from "./extended.ts";
import { clickOnScreen, openMenu, pressKeys, sidePanel } from "./screen.ts";
import { APP } from "./stack.ts";

/**
 * The published extension, with Chrome's own menu, shortcut and side panel: it gets no extra host permission; every
 * right comes from a click.
 */
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

test("“Write to this address” and “Collect addresses” of the real menu get the text under the mouse", async ({
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
  await expect.poll(task).toMatchObject({ kind: "write", recipients: ["ann@example.org"], subject: "Your offer" });
  await openMenu(site, site.locator("h1"));
  // Below the only one for the page: its source, and "Inspect".
  pressKeys("Up", "Up", "Up", "Return");
  await expect.poll(task).toMatchObject({ kind: "collect", found: ["bo@example.org", "ann@example.org"] });
});
