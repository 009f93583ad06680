import type { BrowserContext, Frame, Page } from "@playwright/test";
import {
  COMPOSE_POLICY,
  composePage,
  EDITABLE,
  LINE,
  lexicalPage,
  PLAIN_ONLY,
  proseMirrorPage,
  quillPage,
  shadowPage,
  TEXTAREA,
} from "./editorPages.ts";
import { expect, stored, test } from "./extended.ts";

/**
 * A template goes into fields of every kind, at the cursor: exact markup after it, and after one
 * undo.
 */

const HTML = "<p>Hello <strong>Ann</strong>,</p><ul><li>one</li><li>two &amp; three</li></ul>";
const TEXT = "Hello Ann,\n\n- one\n- two & three";

type Menu = (page: Page, info: { menuItemId: string; frameId?: number }) => Promise<void>;

/** The click on "Insert template"; returns the panel, which has the focus from then on. */
async function clickInsert(
  context: BrowserContext,
  menu: Menu,
  page: Page,
  frameId = 0,
): Promise<Page> {
  const opens = context.waitForEvent("page");
  await menu(page, { menuItemId: "insert", frameId });
  const panel = await opens;
  await panel.waitForLoadState();
  return panel;
}

/** The panel's button, and the worker's answer. */
async function insert(panel: Page, html = HTML, text = TEXT): Promise<unknown> {
  const message = { type: "insert", html, text };
  return await panel.evaluate((asked) => chrome.runtime.sendMessage(asked), message);
}

const htmlOf = (frame: Page | Frame) =>
  frame.evaluate(() => document.querySelector("#field")?.innerHTML);
const textOf = (frame: Page | Frame) =>
  frame.evaluate(() => document.querySelector<HTMLTextAreaElement>("#field")?.value);

interface Kind {
  name: string;
  body: () => string | Promise<string>;
  headers?: Record<string, string>;
  /** Where the person clicks. */
  click?: string;
  read: (page: Page) => Promise<unknown>;
  inserted: string;
  undone: string;
}

const shadowValue = (page: Page) =>
  page.evaluate(() => (window as unknown as { field: HTMLTextAreaElement }).field.value);
const shadowHtml = (page: Page) =>
  page.evaluate(() => (window as unknown as { field: HTMLElement }).field.innerHTML);

const KINDS: Kind[] = [
  {
    name: "a textarea",
    body: () => TEXTAREA,
    read: textOf,
    inserted: `Dear ${TEXT}`,
    undone: "Dear ",
  },
  {
    name: "a line",
    body: () => LINE,
    read: textOf,
    inserted: "Dear Hello Ann, - one - two & three",
    undone: "Dear ",
  },
  {
    name: "an editable element",
    body: () => EDITABLE,
    read: htmlOf,
    inserted: "Dear Hello <strong>Ann</strong>,<ul><li>one</li><li>two &amp; three</li></ul>",
    undone: "Dear&nbsp;",
  },
  {
    name: "an element for plain text",
    body: () => PLAIN_ONLY,
    read: htmlOf,
    inserted: "Dear Hello Ann,<div><br></div><div>- one</div><div>- two &amp; three</div>",
    undone: "Dear ",
  },
  {
    name: "ProseMirror",
    body: proseMirrorPage,
    read: htmlOf,
    inserted:
      "<p>Dear&nbsp;Hello <strong>Ann</strong>,</p><ul><li><p>one</p></li><li><p>two &amp; three</p></li></ul>",
    undone: "<p>Dear&nbsp;</p>",
  },
  {
    name: "Quill",
    body: quillPage,
    read: htmlOf,
    inserted:
      '<p>Dear&nbsp;Hello <strong>Ann</strong>,</p><ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>one</li><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>two &amp; three</li></ol><p><br></p>',
    undone: "<p>Dear&nbsp;</p>",
  },
  {
    name: "Lexical",
    body: lexicalPage,
    read: htmlOf,
    inserted:
      '<p dir="auto"><span data-lexical-text="true">Dear Hello </span><strong data-lexical-text="true">Ann</strong><span data-lexical-text="true">,</span></p><p dir="auto"><span data-lexical-text="true">one</span></p><p dir="auto"><span data-lexical-text="true">two &amp; three</span></p>',
    undone: '<p dir="auto"><span data-lexical-text="true">Dear </span></p>',
  },
  {
    name: "a compose window",
    body: () => composePage,
    headers: COMPOSE_POLICY,
    click: "#line",
    read: htmlOf,
    inserted:
      '<div id="line">Dear Hello <strong>Ann</strong>,</div><ul><li>one</li><li>two &amp; three</li></ul><div><br></div><div class="signature" data-smartmail="signature">-- <br><b>Ada</b> Lovelace</div>',
    undone:
      '<div id="line">Dear&nbsp;</div><div><br></div><div class="signature" data-smartmail="signature">-- <br><b>Ada</b> Lovelace</div>',
  },
  {
    name: "an open shadow tree",
    body: () => shadowPage("open", EDITABLE),
    click: "#host",
    read: shadowHtml,
    inserted: "Dear Hello <strong>Ann</strong>,<ul><li>one</li><li>two &amp; three</li></ul>",
    undone: "Dear&nbsp;",
  },
  {
    name: "a closed shadow tree",
    body: () => shadowPage("closed", TEXTAREA),
    click: "#host",
    read: shadowValue,
    inserted: `Dear ${TEXT}`,
    undone: "Dear ",
  },
];

test("a template goes into every kind of field, and one undo removes it", async ({
  context,
  others,
  menu,
  worker,
}) => {
  test.setTimeout(400_000);
  for (const { name, body, headers, click, read, inserted, undone } of KINDS) {
    await test.step(name, async () => {
      const page = await context.newPage();
      await page.goto(others.put("/field", await body(), headers));
      await page.locator(click ?? "#field").click({ position: { x: 20, y: 8 } });
      await page.keyboard.type("Dear ");
      const panel = await clickInsert(context, menu, page);
      await expect
        .poll(async () => await stored(await worker(), "task"))
        .toMatchObject({ kind: "insert", trouble: null });
      expect.soft(await insert(panel), name).toBe("inserted");
      expect.soft(await read(page), `${name}, inserted`).toBe(inserted);
      await page.bringToFront();
      await page.keyboard.press("Control+z");
      expect.soft(await read(page), `${name}, undone`).toBe(undone);
      await panel.close();
      await page.close();
    });
  }
});

test("a frame of the page's own origin is written into; of another, the clipboard is left", async ({
  context,
  others,
  menu,
  worker,
}) => {
  others.put("/inside", TEXTAREA);
  const page = await context.newPage();
  await page.goto(others.put("/around", `<iframe src="/inside"></iframe>`));
  await page.frameLocator("iframe").locator("#field").click();
  await page.keyboard.type("Dear ");
  const frameId = await (await worker()).evaluate(async (url) => {
    const [tab] = await chrome.tabs.query({ url });
    const found = await chrome.scripting.executeScript({
      target: { tabId: tab?.id ?? 0, allFrames: true },
      func: () => location.pathname,
    });
    return found.find(({ result }) => result === "/inside")?.frameId ?? 0;
  }, page.url());
  expect(frameId).toBeGreaterThan(0);
  const panel = await clickInsert(context, menu, page, frameId);
  await expect
    .poll(async () => await stored(await worker(), "task"))
    .toMatchObject({ trouble: null });
  expect(await insert(panel)).toBe("inserted");
  expect(
    await page
      .frames()[1]
      ?.evaluate(() => document.querySelector<HTMLTextAreaElement>("#field")?.value),
  ).toBe(`Dear ${TEXT}`);

  const foreign = await context.newPage();
  await foreign.goto(
    others.put("/foreign", `<iframe src="${others.at("/inside", "localhost")}"></iframe>`),
  );
  await foreign.frameLocator("iframe").locator("#field").click();
  await foreign.keyboard.type("Dear ");
  // The number of a frame that we are not let into is known to Chrome alone; any that cannot be
  // entered is refused in the same way.
  const refused = await clickInsert(context, menu, foreign, 99_999);
  await expect
    .poll(async () => await stored(await worker(), "task"))
    .toEqual({ kind: "insert", field: null, trouble: "other-origin" });
  expect(await insert(refused)).toBe("forbidden");
  expect(
    await foreign
      .frames()[1]
      ?.evaluate(() => document.querySelector<HTMLTextAreaElement>("#field")?.value),
  ).toBe("Dear ");
});

test("the panel reports fields that it can't write into, and writes nothing elsewhere", async ({
  context,
  others,
  menu,
  worker,
}) => {
  const page = await context.newPage();
  await page.goto(others.put("/field", TEXTAREA));
  await page.locator("#field").click();
  const panel = await clickInsert(context, menu, page);
  await expect
    .poll(async () => await stored(await worker(), "task"))
    .toMatchObject({ trouble: null });

  await test.step("the page removes the field", async () => {
    await page.evaluate(() => document.querySelector("#field")?.remove());
    expect(await insert(panel)).toBe("gone");
  });
  await test.step("the page moves on to one that looks the same", async () => {
    await page.reload();
    expect(await insert(panel)).toBe("gone");
    expect(await textOf(page)).toBe("");
  });
  await test.step("the tab is closed", async () => {
    await page.close();
    expect(await insert(panel)).toBe("gone");
  });
  for (const [name, field] of [
    ["a password", '<input id="field" type="password">'],
    ["a field that only shows", '<textarea id="field" readonly></textarea>'],
    ["a page without a field", '<button id="field">Button</button>'],
  ]) {
    await test.step(name ?? "", async () => {
      const other = await context.newPage();
      await other.goto(others.put("/other", field ?? ""));
      await other.locator("#field").click();
      const opened = await clickInsert(context, menu, other);
      await expect
        .poll(async () => await stored(await worker(), "task"))
        .toEqual({ kind: "insert", field: null, trouble: "no-field" });
      expect(await insert(opened)).toBe("no-field");
      await opened.close();
      await other.close();
    });
  }
  await test.step("one of Chrome's own pages", async () => {
    const own = await context.newPage();
    await own.goto("chrome://version");
    // Only the window that asked hears of it.
    const found: unknown = await panel.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      return await chrome.runtime.sendMessage({ type: "find", windowId: tab?.windowId });
    });
    expect(found).toMatchObject({ kind: "insert", field: null, trouble: "forbidden" });
  });
});

test("a field that accepts nothing is left alone, and no part is inserted twice", async ({
  context,
  others,
  menu,
  worker,
}) => {
  const page = await context.newPage();
  const stubborn = `${EDITABLE}<script>
    const field = document.querySelector("#field");
    field.textContent = "Mine";
    new MutationObserver(() => { if (field.textContent !== "Mine") field.textContent = "Mine"; }).observe(field, { childList: true, subtree: true, characterData: true });
  </script>`;
  await page.goto(others.put("/stubborn", stubborn));
  await page.locator("#field").click();
  const panel = await clickInsert(context, menu, page);
  await expect
    .poll(async () => await stored(await worker(), "task"))
    .toMatchObject({ trouble: null });
  expect(await insert(panel)).toBe("refused");
  expect(await htmlOf(page)).toBe("Mine");

  await page.goto(others.put("/short", '<textarea id="field" maxlength="10"></textarea>'));
  await page.locator("#field").click();
  const again = await clickInsert(context, menu, page);
  await expect
    .poll(async () => await stored(await worker(), "task"))
    .toMatchObject({ trouble: null });
  expect(await insert(again)).toBe("partly");
  expect(await textOf(page)).toBe("Hello Ann,");
});
