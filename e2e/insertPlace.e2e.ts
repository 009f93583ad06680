import type { BrowserContext, Page, Worker } from "@playwright/test";
import { chromeSurface } from "./chromeSurface.ts";
import { EDITABLE, proseMirrorPage, quillPage, TEXTAREA } from "./editorPages.ts";
import { expect, onPage, opened, test } from "./extended.ts";
import { clickInsert, insert, TEXT, takeBack, target } from "./inserting.ts";

/**
 * Insert writes where the cursor is at the click, in the tab in front, or nowhere (decision 32). The
 * panel is a tab behind the page here; `nativeMenus.headed.ts` has Chrome's own side panel and
 * menu.
 */

const named = (label: string, id = "field") =>
  `<label>${label} <textarea id="${id}" rows="4"></textarea></label>`;
const written = (page: Page, id = "field") => page.locator(`#${id}`).inputValue();

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
  expect([await written(ann), await written(bo)]).toEqual(["", TEXT]);

  await test.step("a tab switched after the click on Insert", async () => {
    const between = () => ann.bringToFront();
    expect(await insert(panel, { between })).toMatchObject({ outcome: "moved" });
    expect([await written(ann), await written(bo)]).toEqual(["", TEXT]);
  });
  await test.step("Undo reaches the tab that was switched away", async () => {
    const inserted = await insert(panel);
    expect(await written(ann)).toBe(TEXT);
    await bo.bringToFront();
    expect(await takeBack(panel, inserted)).toBe("undone");
    expect([await written(ann), await written(bo)]).toEqual(["", TEXT]);
  });
  await test.step("the tab is closed", async () => {
    const between = () => bo.close();
    expect(["moved", "own-tab", "no-field"]).toContain((await insert(panel, { between })).outcome);
    expect(await written(ann)).toBe("");
  });
});

const CLIPS = "overflow:hidden;height:0";
const at = (position: string) =>
  `<textarea id="field" style="position:${position};left:40px;top:40px"></textarea>`;
const PLACES: Record<string, [body: string, outcome: "inserted" | "hidden"]> = {
  "fixed in the window": [
    `<div style="${CLIPS};position:relative">${at("fixed")}</div>`,
    "inserted",
  ],
  "placed by the page": [`<div style="${CLIPS}"><p>${at("absolute")}</p></div>`, "inserted"],
  "in a dialog above the page": [
    `<div style="${CLIPS};translate:0 0"><dialog>${at("static")}</dialog></div><script>document.querySelector("dialog").showModal()</script>`,
    "inserted",
  ],
  "placed by the box": [
    `<div style="${CLIPS};position:relative">${at("absolute")}</div>`,
    "hidden",
  ],
  "fixed in a box that moves with it": [
    `<div style="${CLIPS};translate:0 0">${at("fixed")}</div>`,
    "hidden",
  ],
  "placed by something in the box": [
    `<div style="${CLIPS}"><p style="position:relative">${at("absolute")}</p></div>`,
    "hidden",
  ],
};

test("a box that shows nothing of what is in it hides a field only if it cuts it off", async ({
  context,
  others,
  menu,
}) => {
  const page = await openPage(context, others.put("/field", named("Message")));
  const panel = await clickInsert(context, menu, page);
  for (const [name, [body, outcome]] of Object.entries(PLACES)) {
    await test.step(name, async () => {
      await page.goto(others.put("/box", body));
      await page.locator("#field").focus();
      expect((await insert(panel)).outcome).toBe(outcome);
      expect(await written(page)).toBe(outcome === "inserted" ? TEXT : "");
    });
  }
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
  expect([await written(one), await written(other)]).toEqual(["", TEXT]);
});

test.describe("in the panel and the popup", () => {
  test.use({ signedIn: true });

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
        const field = shown.getByLabel("Name");
        // The popup still has the template of the panel.
        await expect(choice.or(field).first()).toBeVisible();
        if (await choice.isVisible()) await choice.click();
        await field.fill("Ann");
        await site.locator("#second").click();
        await site.keyboard.type("Mine. ");
        await shown.getByRole("button", { name: "Insert", exact: true }).click();
        await expect(
          shown.getByText("Inserted into To Bo, in the tab “Two letters”."),
        ).toBeInViewport();
        expect([await written(site), await written(site, "second")]).toEqual([
          "",
          "Mine. Dear Ann, see you.",
        ]);
        await shown.getByRole("button", { name: "Undo" }).click();
        await expect(
          shown.getByText(/^Undone: To Bo, in the tab “Two letters”\./),
        ).toBeInViewport();
        expect(await written(site, "second")).toBe("Mine. ");

        await shown.getByRole("button", { name: "Insert", exact: true }).click();
        await expect(shown.getByText(/^Inserted into To Bo/)).toBeVisible();
        await site.locator("#second").press("End");
        await site.keyboard.type("!");
        const changed = await written(site, "second");
        await shown.getByRole("button", { name: "Undo" }).click();
        await expect(
          shown.getByText("The field has changed since, so we undid nothing.", { exact: false }),
        ).toBeVisible();
        expect(await written(site, "second")).toBe(changed);
        await site.close();
        await shown.close();
      });
    }
  });
});

test.describe("in Chrome's own popup and side panel", () => {
  test.use({ signedIn: true, ownBrowser: true });

  test("it writes where the cursor is, in the tab in front, and Undo takes it back", async ({
    context,
    page,
    sender,
    others,
    worker,
  }) => {
    await sender.template({ name: "Note", subject: "Hi", body: "<p>See you.</p>" });
    await onPage(page);
    const url = others.put("/two", `${named("To Ann", "field")}${named("To Bo", "second")}`);
    const site = await openPage(context, url, { title: "Two letters" });
    await (await worker()).evaluate(async () => {
      // As the page's menu stores it: the windows name the field.
      await chrome.storage.session.set({ task: { kind: "insert", id: "1", at: Date.now() } });
      const [window] = await chrome.windows.getAll();
      await chrome.action.openPopup({ windowId: window?.id ?? 0 });
    });
    const popup = await chromeSurface(context, page, "popup");
    await popup.press("Note");
    await popup.press("Insert");
    await popup.shows("Inserted into To Ann, in the tab “Two letters”.");
    expect(await written(site)).toBe("See you.");
    await popup.press("Undo");
    await popup.shows("Undone: To Ann, in the tab “Two letters”.");
    expect(await written(site)).toBe("");

    // It closes; the task goes along.
    await popup.evaluate(`document.querySelector('[title="Open beside the page"]').click()`);
    const panel = await chromeSurface(context, page, "panel");
    await panel.shows("To Ann, in the tab “Two letters”.");
    await site.locator("#second").click();
    await panel.press("Insert");
    await panel.shows("Inserted into To Bo, in the tab “Two letters”.");
    expect([await written(site), await written(site, "second")]).toEqual(["", "See you."]);
    const other = await openPage(context, url, { title: "Another" });
    // The mouse comes back to the panel.
    await panel.evaluate("document.documentElement.dispatchEvent(new Event('mouseenter'))");
    await panel.shows("Insert writes into To Ann, in the tab “Another”.");
    await panel.press("Undo");
    await panel.shows("Undone: To Bo, in the tab “Two letters”.");
    expect(await written(site, "second")).toBe("");
    await panel.press("Insert");
    await panel.shows("Inserted into To Ann, in the tab “Another”.");
    expect([await written(other), await written(site)]).toEqual(["See you.", ""]);
  });
});

test("Undo takes back ours alone after typing elsewhere, and nothing once the page has changed the field", async ({
  context,
  others,
  menu,
}) => {
  const bodies = [TEXTAREA, EDITABLE, await proseMirrorPage(), await quillPage()];
  for (const [n, body] of bodies.entries()) {
    const url = others.put(`/undo${n}`, `${named("Other", "other")}${body}`);
    const page = await openPage(context, url);
    const content = () =>
      page
        .locator("#field")
        .evaluate((field) => ("value" in field ? String(field.value) : field.innerHTML));
    await page.keyboard.type("Dear ");
    const before = await content();
    const panel = await clickInsert(context, menu, page);
    const first = await insert(panel);
    expect(first.outcome).toBe("inserted");
    await page.locator("#other").click();
    await page.keyboard.type("Mine");
    expect.soft(await takeBack(panel, first), `${n}`).toBe("undone");
    expect.soft(await content(), `${n}`).toBe(before);
    expect.soft(await written(page, "other"), `${n}`).toBe("Mine");
    expect.soft(await takeBack(panel, first), `${n}, again`).toBe("changed");

    await page.locator("#field").click();
    const second = await insert(panel);
    expect(second.outcome).toBe("inserted");
    await page.locator("#field").evaluate((field) => {
      if ("value" in field) field.value = "New";
      else field.innerHTML = "<p>New</p>";
    });
    const changed = await content();
    expect.soft(await takeBack(panel, second), `${n}, changed`).toBe("changed");
    expect.soft(await content(), `${n}, changed`).toBe(changed);
    expect
      .soft((await insert(panel, { html: "Ann", text: "Ann" })).outcome, `${n}, redrawn`)
      .toBe("inserted");
    await page.close();
    await panel.close();
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
  for (const typedInto of [
    "input type=password",
    "input type=date",
    "input type=number",
    "input readonly",
    "select",
    "textarea readonly",
  ]) {
    await test.step(`not while the focus is in <${typedInto}>`, async () => {
      await page.locator("#field").click();
      await page.evaluate((tag) => {
        document.body.insertAdjacentHTML("beforeend", `<${tag} data-typed></${tag.split(" ")[0]}>`);
        const all = document.querySelectorAll<HTMLElement>("[data-typed]");
        all[all.length - 1]?.focus();
      }, typedInto);
      expect((await insert(panel)).outcome).toBe("no-field");
    });
  }
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
    await written(page, "outside"),
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
    const again = others.put("/again", named("Again"));
    const between = () => page.frames()[1]?.goto(again) ?? Promise.resolve();
    expect(["moved", "no-field"]).toContain((await insert(panel, { between })).outcome);
    expect((await texts())[0]).toBe("C");
  });
});

test("it refuses with a reason, and writes nothing elsewhere", async ({
  context,
  others,
  menu,
  worker,
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
    expect(await written(page)).toBe("");
  });
  await test.step("the page lets us in only after the panel has given up", async () => {
    expect((await target(panel)).trouble).toBeNull();
    const url = page.url();
    const late = await (await worker()).evaluate(async (address) => {
      const [tab] = await chrome.tabs.query({ url: address });
      const [done] = await chrome.scripting.executeScript({
        target: { tabId: tab?.id ?? 0 },
        func: () => {
          const { sendwright } = globalThis as unknown as {
            sendwright: Record<"look" | "insert", (...given: unknown[]) => { field: number }>;
          };
          return sendwright.insert(sendwright.look().field, "Late", "Late", Date.now() - 1);
        },
      });
      return done?.result;
    }, url);
    expect(late).toEqual({ outcome: "moved", undo: null });
    expect(await written(page)).toBe("");
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
    expect(await written(page)).toBe("");
  });
  for (const [what, change] of [
    ["address", "history.pushState(null, '', '?with=bo')"],
    ["name", "document.querySelector('#field').setAttribute('aria-label', 'Message to Bo')"],
  ] as const) {
    await test.step(`the page shows someone else around the same field: ${what}`, async () => {
      expect((await insert(panel, { between: () => page.evaluate(change) })).outcome).toBe("moved");
      expect(await written(page)).toBe("");
    });
  }
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
