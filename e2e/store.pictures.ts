import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, stored, test as story } from "./extended.ts";
import { APP } from "./stack.ts";

/**
 * The web store's pictures, 1280 x 800 each: a site's page, and the panel beside it as Chrome shows
 * it.
 */
const FOLDER = process.env.STORE_PICTURES ?? join(import.meta.dirname, "..", "docs", "pictures");
const HEIGHT = 800;
const WIDTHS = { page: 860, panel: 420 };

const INVITATION = {
  name: "Invitation to the regatta",
  subject: "The regatta on {{Day|date}}",
  body: "<p>Dear {{Name|text:friend}},</p><p>we sail on <b>{{Day|date}}</b> and meet at {{Place|sticky}}. Will you come?</p>",
};
const LOOK = `<style>
  body { margin: 0; font: 16px/1.6 Georgia, serif; color: #23313f; background: #f4f7f9 }
  header { background: #12395b; color: #fff; padding: 28px 48px } main { padding: 28px 48px }
  h1 { margin: 0; font-size: 30px } table { width: 100%; border-collapse: collapse; background: #fff }
  td { padding: 11px 16px; border-bottom: 1px solid #dfe6ec } a { color: #12395b }
  [contenteditable], input { display: block; width: 100%; box-sizing: border-box; background: #fff; border: 1px solid #c5d0da; border-radius: 6px; padding: 14px 18px; font: inherit; margin-bottom: 14px }
  [contenteditable] { min-height: 300px }
</style><header><h1>Harbour Sailing Club</h1></header>`;
const CREW = [
  "Ada Lindqvist",
  "Bo Harper",
  "Cara Medina",
  "Dmitri Larsen",
  "Elif Aydin",
  "Femi Okoye",
  "Grace Tan",
];
const addressOf = (name: string) => `${name.toLowerCase().replace(" ", ".")}@example.org`;
const MEMBERS = `${LOOK}<main><h2>Members of the crew</h2><table>${CREW.map(
  (name) =>
    `<tr><td>${name}</td><td><a href="mailto:${addressOf(name)}">${addressOf(name)}</a></td></tr>`,
).join("")}</table></main>`;
const FORUM = `${LOOK}<main><h2>New message</h2><input aria-label="Title" value="The regatta"><div id="field" contenteditable="true" role="textbox" aria-label="Message"></div></main>`;

/** Puts two pictures side by side; returns the one of both. */
async function beside(
  context: BrowserContext,
  others: { put: (path: string, body: string) => string },
  pages: { page: Page; panel: Page },
  name: string,
) {
  await nameSite(pages.panel);
  const image = async (part: "page" | "panel") => {
    await pages[part].bringToFront();
    await pages[part].setViewportSize({ width: WIDTHS[part], height: HEIGHT });
    await pages[part].evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const taken = await pages[part].screenshot({ caret: "hide" });
    return `<img alt="" src="data:image/png;base64,${taken.toString("base64")}">`;
  };
  const both = `<style>body{margin:0;display:flex;background:#fff}img{display:block}</style>${await image("page")}${await image("panel")}`;
  const sheet = await context.newPage();
  await sheet.setViewportSize({ width: WIDTHS.page + WIDTHS.panel, height: HEIGHT });
  await sheet.goto(others.put(`/${name}`, both));
  await sheet.screenshot({ path: join(FOLDER, `${name}.png`) });
  await sheet.close();
}

/** The site in these pictures is served from this machine; they name it as one would read it. */
async function nameSite(panel: Page): Promise<void> {
  await panel.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.textContent = text.textContent?.replace(/127\.0\.0\.1:\d+/, "club.example.org") ?? "";
    }
  });
}

const test = story.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  email: async ({}, give) => give("ada.lindqvist@example.com"),
});
test.use({ signedIn: true });

test("the pictures for the web store", async ({
  page,
  context,
  sender,
  surface,
  others,
  menu,
  worker,
}) => {
  mkdirSync(FOLDER, { recursive: true });
  await sender.template(INVITATION);
  await sender.template({
    name: "Thank you",
    subject: "Thank you, {{Name}}",
    body: "<p>Thank you, {{Name}}.</p>",
  });
  await page.goto(`${APP}/app`);
  const panel = await surface("panel");
  await panel.getByRole("button", { name: INVITATION.name }).first().click();
  const task = async () => await stored(await worker(), "task");

  const members = await context.newPage();
  await members.goto(others.put("/members", MEMBERS));
  const opens = context.waitForEvent("page");
  await menu(members, { menuItemId: "collect" });
  await (await opens).close();
  for (const name of CREW.slice(0, 3)) await panel.getByLabel(addressOf(name)).check();
  await beside(context, others, { page: members, panel }, "collect");

  await panel.getByRole("button", { name: "Add 3 recipients" }).click();
  await panel.getByLabel("Name").fill("crew");
  await panel.getByRole("textbox", { name: /Place/ }).fill("pier 4");
  await panel.getByRole("spinbutton", { name: "Month" }).click();
  await panel.keyboard.type("06122027");
  await panel.getByRole("button", { name: "Generate Preview" }).click();
  await expect(panel.frameLocator('iframe[title="Email body"]').getByText("pier 4")).toBeVisible();
  await panel.evaluate(() => window.scrollTo(0, 0));
  await beside(context, others, { page: members, panel }, "send");

  const forum = await context.newPage();
  await forum.goto(others.put("/forum", FORUM));
  await forum.locator("#field").click();
  const again = context.waitForEvent("page");
  await menu(forum, { menuItemId: "insert" });
  await (await again).close();
  await expect.poll(task).toMatchObject({ kind: "insert" });
  await forum.bringToFront();
  await panel.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(forum.locator("#field")).toContainText("pier 4");
  await panel.evaluate(() => window.scrollTo(0, 0));
  await beside(context, others, { page: forum, panel }, "insert");
});
