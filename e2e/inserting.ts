import type { BrowserContext, Page } from "@playwright/test";

/** An insertion as the panel asks for it, from any surface of ours. */

export const HTML =
  "<p>Hello <strong>Ann</strong>,</p><ul><li>one</li><li>two &amp; three</li></ul>";
export const TEXT = "Hello Ann,\n\n- one\n- two & three";

type Menu = (page: Page, info: { menuItemId: string }) => Promise<void>;

/**
 * The click on "Insert template"; returns the panel. Where Chrome shows no side panel it is a tab:
 * the page comes to the front again, as it stays beside a side panel.
 */
export async function clickInsert(context: BrowserContext, menu: Menu, page: Page): Promise<Page> {
  const opens = context.waitForEvent("page");
  await menu(page, { menuItemId: "insert" });
  const panel = await opens;
  await panel.waitForLoadState();
  await page.bringToFront();
  return panel;
}

interface Answer {
  outcome: string;
  undo: number | null;
  spot: object | null;
  name: { field: string; tab: string } | null;
}

type Ask = (message: object) => Promise<unknown>;

/** Asks the worker as a surface does. */
const askFrom =
  (surface: Page): Ask =>
  (message) =>
    surface.evaluate(async (asked) => {
      const { id: windowId } = await chrome.windows.getCurrent();
      return await chrome.runtime.sendMessage({ windowId, ...asked });
    }, message);

/** The field that has the cursor, as the panel names it, or why there is none. */
export async function target(surface: Page) {
  return (await askFrom(surface)({ type: "target" })) as Pick<Answer, "spot" | "name"> & {
    trouble: string | null;
  };
}

/**
 * Looks for the field and inserts, as a click on Insert does; `between` happens while the email is
 * being prepared.
 */
export async function insert(
  surface: Page,
  {
    html = HTML,
    text = TEXT,
    between = async () => {},
  }: {
    html?: string;
    text?: string;
    between?: () => Promise<unknown>;
  } = {},
): Promise<Answer> {
  const { spot, name, trouble } = await target(surface);
  if (trouble !== null) return { outcome: trouble, undo: null, spot, name };
  await between();
  const answer = (await askFrom(surface)({ type: "insert", spot, html, text })) as Answer;
  return { ...answer, spot, name };
}

/** Undo of an insertion. */
export async function takeBack(surface: Page, { spot, undo }: Answer): Promise<unknown> {
  return await askFrom(surface)({ type: "takeBack", spot, undo });
}
