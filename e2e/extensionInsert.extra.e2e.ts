import type { Frame, Page } from "@playwright/test";
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
import { expect, test } from "./extended.ts";
import { clickInsert, insert, TEXT, takeBack } from "./inserting.ts";

/**
 * A template goes into fields of every kind, at the cursor: exact markup after it, after Undo in
 * the panel, and after one undo in the page.
 */

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

test("a template goes into every kind of field, and one undo removes it, there or in the panel", async ({
  context,
  others,
  menu,
}) => {
  test.setTimeout(400_000);
  for (const { name, body, headers, click, read, inserted, undone } of KINDS) {
    await test.step(name, async () => {
      const page = await context.newPage();
      await page.goto(others.put("/field", await body(), headers));
      await page.locator(click ?? "#field").click({ position: { x: 20, y: 8 } });
      await page.keyboard.type("Dear ");
      const before = await read(page);
      const panel = await clickInsert(context, menu, page);
      const first = await insert(panel);
      expect.soft(first.outcome, name).toBe("inserted");
      expect.soft(await read(page), `${name}, inserted`).toBe(inserted);
      expect.soft(await takeBack(panel, first), `${name}, Undo in the panel`).toBe("undone");
      expect.soft(await read(page), `${name}, as before`).toBe(before);
      const second = await insert(panel);
      expect.soft(second.outcome, `${name}, again`).toBe("inserted");
      expect.soft(await read(page), `${name}, inserted again`).toBe(inserted);
      await page.keyboard.press("Control+z");
      expect.soft(await read(page), `${name}, undone`).toBe(undone);
      await panel.close();
      await page.close();
    });
  }
});
