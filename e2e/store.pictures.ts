import type { BrowserContext, Page } from "@playwright/test";
import { drawn } from "./drawn.ts";
import { expect, onPage, stored, test } from "./extended.ts";
import { openCard } from "./listTable.ts";
import { EMAIL, haveOnly, keepPicture } from "./pictures.ts";
import { addressOf, DAY, PARENTS, TEMPLATE } from "./sample.ts";

/** The web store wants 1280 x 800: a site's page, and the panel beside it as Chrome shows it. */
const HEIGHT = 800;
const WIDTHS = { page: 860, panel: 420 };

const LOOK = `<style>
  body { margin: 0; font: 16px/1.6 Georgia, serif; color: #23313f; background: #f4f7f9 }
  header { background: #12395b; color: #fff; padding: 28px 48px } main { padding: 28px 48px }
  h1 { margin: 0; font-size: 30px } table { width: 100%; border-collapse: collapse; background: #fff }
  th, td { padding: 11px 16px; border-bottom: 1px solid #dfe6ec; text-align: left } a { color: #12395b }
  [contenteditable], input { display: block; width: 100%; box-sizing: border-box; background: #fff; border: 1px solid #c5d0da; border-radius: 6px; padding: 14px 18px; font: inherit; margin-bottom: 14px }
  [contenteditable] { min-height: 300px }
</style><header><h1>Harbor Street School</h1></header>`;
const FAMILIES = [...new Set(PARENTS.map(({ name }) => name))];
const PARENTS_PAGE = `${LOOK}<main><h2>Parents of class 3b</h2><table><tr><th>Name</th><th>Children</th><th>Email</th></tr>${FAMILIES.map(
  (name) =>
    `<tr><td>${name}</td><td>${PARENTS.flatMap((one) => (one.name === name ? one.child : [])).join(", ")}</td><td><a href="mailto:${addressOf(name)}">${addressOf(name)}</a></td></tr>`,
).join("")}</table></main>`;
const MESSAGE_PAGE = `${LOOK}<main><h2>New message</h2><input aria-label="Title" value="Parents' evening"><div id="field" contenteditable="true" role="textbox" aria-label="Message"></div></main>`;

/** Puts two pictures side by side; returns the one of both. */
async function beside(
  context: BrowserContext,
  others: { put: (path: string, body: string) => string },
  pages: { page: Page; panel: Page },
  name: string,
) {
  await nameSite(pages.panel);
  const image = async (part: "page" | "panel") => {
    // The panel is beside the page, not in its place, where it would say that it sees no page.
    await pages.page.bringToFront();
    await pages[part].setViewportSize({ width: WIDTHS[part], height: HEIGHT });
    await drawn(pages[part]);
    const taken = await pages[part].screenshot({ caret: "hide" });
    return `<img alt="" src="data:image/png;base64,${taken.toString("base64")}">`;
  };
  const both = `<style>body{margin:0;display:flex;background:#fff}img{display:block}</style>${await image("page")}${await image("panel")}`;
  const sheet = await context.newPage();
  await sheet.setViewportSize({ width: WIDTHS.page + WIDTHS.panel, height: HEIGHT });
  await sheet.goto(others.put(`/${name}`, both));
  await keepPicture(sheet, name);
  await sheet.close();
}

/** The site in these pictures is served from this machine; they name it as one would read it. */
async function nameSite(panel: Page): Promise<void> {
  await panel.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.textContent = text.textContent?.replace(/127\.0\.0\.1:\d+/, "school.example.org") ?? "";
    }
  });
}

test.use({ email: EMAIL, signedIn: true });

test("the pictures for the web store", async ({
  page,
  context,
  sender,
  surface,
  others,
  menu,
  worker,
}) => {
  await haveOnly(sender, [
    TEMPLATE,
    { name: "Thank you", subject: "Thank you, {{First Name}}", body: "<p>Thank you!</p>" },
  ]);
  await onPage(page);
  const panel = await surface("panel");
  await panel.getByRole("button", { name: TEMPLATE.name }).first().click();

  const parents = await context.newPage();
  await parents.goto(others.put("/parents", PARENTS_PAGE));
  const opens = context.waitForEvent("page");
  await menu(parents, { menuItemId: "collect" });
  await (await opens).close();
  const some = PARENTS.slice(0, 3);
  for (const { name } of some)
    await panel.getByRole("checkbox", { name: new RegExp(addressOf(name)) }).check();
  await beside(context, others, { page: parents, panel }, "collect");

  await panel.getByRole("button", { name: "Add 3 recipients" }).click();
  await panel.getByRole("button", { name: "Use the 3 names in the addresses" }).click();
  for (const placeholder of ["Child", "Time"])
    await panel
      .getByRole("group", { name: placeholder, exact: true })
      .getByText("Each their own")
      .click();
  for (const [at, { child, time }] of some.entries()) {
    const card = await openCard(panel, at + 1);
    await card.getByRole("textbox", { name: "Child" }).fill(child);
    await card.getByRole("textbox", { name: "Time" }).fill(time);
    await card.getByRole("button", { name: "Done" }).click();
  }
  const day = panel.getByRole("group", { name: "Day", exact: true });
  await day.getByRole("spinbutton", { name: "Month" }).click();
  const [year, month, dayOfMonth] = DAY.split("-");
  await panel.keyboard.type(`${month}${dayOfMonth}${year}`);
  await panel.evaluate(() => window.scrollTo(0, 0));
  await beside(context, others, { page: parents, panel }, "send");

  const messages = await context.newPage();
  await messages.goto(others.put("/messages", MESSAGE_PAGE));
  await messages.evaluate(() => {
    document.title = "Harbor Street School";
  });
  await messages.locator("#field").click();
  const again = context.waitForEvent("page");
  await menu(messages, { menuItemId: "insert" });
  await (await again).close();
  await expect
    .poll(async () => await stored(await worker(), "task"))
    .toMatchObject({ kind: "insert" });
  await messages.bringToFront();
  await panel.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(messages.locator("#field")).toContainText("about Leo");
  await panel.getByText("Inserted into").scrollIntoViewIfNeeded();
  await beside(context, others, { page: messages, panel }, "insert");
  await expect(panel.getByText("Inserted into")).toBeInViewport();
  await expect(panel.getByText("Sendwright fills this tab")).toHaveCount(0);
});
