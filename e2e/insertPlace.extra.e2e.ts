import type { BrowserContext, Page, Worker } from "@playwright/test";
import { EDITABLE, TEXTAREA } from "./editorPages.ts";
import { expect, opened, test } from "./extended.ts";
import { clickInsert, insert, TEXT, takeBack, target } from "./inserting.ts";

/**
 * Insert writes where the cursor is at the click, in the tab in front, or nowhere (decision 32). The
 * panel is a tab behind the page here; `nativeMenus.headed.ts` has Chrome's own side panel and
 * menu.
 */

const named = (label: string, id = "field") =>
  `<label>${label} <textarea id="${id}" rows="4"></textarea></label>`;
const valueOf = (page: Page, id = "field") => page.locator(`#${id}`).inputValue();

/** Opens a page of another site with its title, and clicks its field. */
async function openPage(
  context: BrowserContext,
  url: string,
  { title = "Elsewhere", click = "#field" } = {},
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate((text) => {
    document.title = text;
  }, title);
  await page.locator(click).click();
  return page;
}

/** Opens a page in a window of its own. */
async function openWindow(context: BrowserContext, worker: Worker, url: string): Promise<Page> {
  const opens = context.waitForEvent("page");
  await worker.evaluate((address) => chrome.windows.create({ url: address }), url);
  const page = await opens;
  await page.waitForLoadState();
  return page;
}

test("it writes in the tab in front, not in the one it was opened for", async ({
  context,
  others,
  menu,
}) => {
  const url = others.put("/field", named("Message"));
  const ann = await openPage(context, url, { title: "Write to Ann" });
  const bo = await openPage(context, url, { title: "Write to Bo" });
  await ann.bringToFront();
  const panel = await clickInsert(context, menu, ann);
  expect(await target(panel)).toMatchObject({ name: { field: "Message", tab: "Write to Ann" } });
  await bo.bringToFront();
  expect(await insert(panel)).toMatchObject({
    outcome: "inserted",
    name: { field: "Message", tab: "Write to Bo" },
  });
  expect([await valueOf(ann), await valueOf(bo)]).toEqual(["", TEXT]);

  await test.step("a tab switched after the click on Insert", async () => {
    const between = () => ann.bringToFront();
    expect(await insert(panel, { between })).toMatchObject({ outcome: "moved" });
    expect([await valueOf(ann), await valueOf(bo)]).toEqual(["", TEXT]);
  });
  await test.step("Undo reaches the tab that was switched away", async () => {
    const inserted = await insert(panel);
    expect(await valueOf(ann)).toBe(TEXT);
    await bo.bringToFront();
    expect(await takeBack(panel, inserted)).toBe("undone");
    expect([await valueOf(ann), await valueOf(bo)]).toEqual(["", TEXT]);
  });
  await test.step("the tab is closed", async () => {
    const between = () => bo.close();
    expect(["moved", "own-tab", "no-field"]).toContain((await insert(panel, { between })).outcome);
    expect(await valueOf(ann)).toBe("");
  });
});

test("it writes in the window it is in", async ({ context, others, worker, id }) => {
  const url = others.put("/field", named("Message"));
  const one = await openPage(context, url);
  const other = await openWindow(context, await worker(), url);
  await other.locator("#field").click();
  // A panel in the other window, behind its page.
  const opens = context.waitForEvent("page");
  await other.evaluate(() => window.open("about:blank"));
  const panel = await opens;
  await panel.goto(`chrome-extension://${id}/panel.html`);
  await other.bringToFront();
  expect((await insert(panel)).outcome).toBe("inserted");
  expect([await valueOf(one), await valueOf(other)]).toEqual(["", TEXT]);
});

test("it writes where the cursor is after a click into the page between choosing and inserting, and Undo takes it back", async ({
  context,
  page,
  sender,
  surface,
  others,
}) => {
  for (const name of ["panel", "popup"] as const) {
    await test.step(name, async () => {
      const shown =
        name === "panel" ? await opened({ page, sender, surface }, name) : await surface(name);
      const site = await openPage(
        context,
        others.put(`/${name}`, `${named("To Ann", "field")}${named("To Bo", "second")}`),
        { title: "Two letters" },
      );
      const choice = shown.getByRole("button", { name: "Invitation" });
      if (await choice.isVisible()) await choice.click();
      await shown.getByLabel("Name").fill("Ann");
      await site.locator("#second").click();
      await site.keyboard.type("Mine. ");
      await shown.getByRole("button", { name: "Insert", exact: true }).click();
      await expect(
        shown.getByText("Inserted into To Bo, in the tab “Two letters”."),
      ).toBeInViewport();
      expect([await valueOf(site), await valueOf(site, "second")]).toEqual([
        "",
        "Mine. Dear Ann, see you.",
      ]);
      await shown.getByRole("button", { name: "Undo" }).click();
      await expect(shown.getByText(/^Undone: To Bo, in the tab “Two letters”\./)).toBeInViewport();
      expect(await valueOf(site, "second")).toBe("Mine. ");

      await shown.getByRole("button", { name: "Insert", exact: true }).click();
      await expect(shown.getByText(/^Inserted into To Bo/)).toBeVisible();
      await site.locator("#second").press("End");
      await site.keyboard.type("!");
      const changed = await valueOf(site, "second");
      await shown.getByRole("button", { name: "Undo" }).click();
      await expect(
        shown.getByText("The field has changed since, so we undid nothing.", { exact: false }),
      ).toBeVisible();
      expect(await valueOf(site, "second")).toBe(changed);
      await site.close();
      await shown.close();
    });
  }
});

test("the last focused field counts as long as it has the selection", async ({
  context,
  others,
  menu,
}) => {
  const url = others.put(
    "/last",
    `${EDITABLE}<button id="more">More</button><p id="text">Text</p>`,
  );
  const page = await openPage(context, url);
  await page.keyboard.type("Dear ");
  const panel = await clickInsert(context, menu, page);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect((await insert(panel, { html: "Ann", text: "Ann" })).outcome).toBe("inserted");
  await expect(page.locator("#field")).toHaveText("Dear Ann");
  await page.locator("#text").click();
  expect((await insert(panel)).outcome).toBe("no-field");
  await expect(page.locator("#field")).toHaveText("Dear Ann");
});

test("frames of the page's own origin are entered, of another left alone, and each is told apart", async ({
  context,
  others,
  menu,
}) => {
  others.put("/inside", named("Inside"));
  const frames = `${named("Outside", "outside")}<iframe src="/inside"></iframe><iframe src="/inside"></iframe>
    <iframe srcdoc='<body contenteditable="true" title="Rich text"></body>'></iframe>
    <iframe src="${others.at("/inside", "localhost")}"></iframe>`;
  const page = await openPage(context, others.put("/around", frames), { click: "#outside" });
  const panel = await clickInsert(context, menu, page);
  const within = (n: number) => page.frameLocator("iframe").nth(n);
  const texts = async () => [
    await valueOf(page, "outside"),
    ...(await Promise.all([0, 1, 3].map((n) => within(n).locator("#field").inputValue()))),
    await within(2).locator("body").textContent(),
  ];

  await within(1).locator("#field").click();
  expect(await insert(panel, { text: "A" })).toMatchObject({
    outcome: "inserted",
    name: { field: "Inside" },
  });
  expect(await texts()).toEqual(["", "", "A", "", ""]);
  await within(3).locator("#field").click();
  expect((await insert(panel)).outcome).toBe("other-origin");
  expect(await texts()).toEqual(["", "", "A", "", ""]);
  await within(2).locator("body").click();
  expect(await insert(panel, { html: "B", text: "B" })).toMatchObject({
    outcome: "inserted",
    name: { field: "Rich text" },
  });
  expect(await texts()).toEqual(["", "", "A", "", "B"]);
  await page.locator("#outside").click();
  expect((await insert(panel, { text: "C" })).outcome).toBe("inserted");
  expect(await texts()).toEqual(["C", "", "A", "", "B"]);

  await test.step("a frame that leaves between the click and the text", async () => {
    await within(0).locator("#field").click();
    const between = async () => {
      await page.frames()[1]?.goto(others.at("/inside?again"));
      others.put("/inside?again", named("Again"));
    };
    expect(["moved", "no-field"]).toContain((await insert(panel, { between })).outcome);
    expect((await texts())[0]).toBe("C");
  });
});

test("it refuses with a reason, and writes nothing elsewhere", async ({
  context,
  others,
  menu,
}) => {
  const page = await openPage(context, others.put("/field", TEXTAREA));
  const panel = await clickInsert(context, menu, page);
  await test.step("the page removes the field", async () => {
    const between = () => page.evaluate(() => document.querySelector("#field")?.remove());
    expect((await insert(panel, { between })).outcome).toBe("no-field");
  });
  await test.step("the page is loaded again, and its field looks the same", async () => {
    await page.reload();
    await page.locator("#field").click();
    const between = async () => {
      await page.reload();
      await page.locator("#field").click();
    };
    expect((await insert(panel, { between })).outcome).toBe("moved");
    expect(await valueOf(page)).toBe("");
  });
  await test.step("the page puts another field in its place", async () => {
    const between = () =>
      page.evaluate(() => {
        const field = document.querySelector<HTMLElement>("#field");
        const other = field?.cloneNode() as HTMLElement;
        field?.replaceWith(other);
        other.focus();
      });
    expect((await insert(panel, { between })).outcome).toBe("moved");
    expect(await valueOf(page)).toBe("");
  });
  for (const [name, field] of [
    ["a password", '<input id="field" type="password">'],
    ["a field that only shows", '<textarea id="field" readonly></textarea>'],
    ["a page without a field", '<button id="field">Button</button>'],
  ] as const) {
    await test.step(name, async () => {
      await page.goto(others.put("/other", field));
      await page.locator("#field").click();
      expect((await insert(panel)).outcome).toBe("no-field");
    });
  }
  await test.step("one of Chrome's own pages", async () => {
    await page.goto("chrome://version");
    expect((await insert(panel)).outcome).toBe("forbidden");
  });
  await test.step("our own panel in front", async () => {
    await panel.bringToFront();
    expect((await insert(panel)).outcome).toBe("own-tab");
  });
});
