import type { Locator, Page } from "@playwright/test";
import { cardOf } from "./listTable.ts";
import { accessibilityFaults, keepScreen, sidewaysPlaces, wideFaults } from "./look.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/**
 * A phone of 360 × 640 under a finger: the tabs at the bottom, sheets, targets, and lists that stay
 * short.
 */
const WINDOW = { width: 360, height: 640 };
test.use({ signedIn: true, viewport: WINDOW, hasTouch: true });

const EVENING = {
  name: "Parents' evening",
  subject: "Parents' evening on {{Day|date}}",
  body: `<p>Dear {{First Name}},</p>${"<p>We look forward to it.</p>".repeat(9)}<p>{{Day|date}} at {{At|time}} in {{Room}}</p>`,
  dateFormat: "long",
  timeFormat: "12hr",
};
const PEOPLE = [
  "First Name,Email,Day,At,Room",
  "Ann,ann@example.org,2026-12-01,18:00,12",
  "Bo,bo@example.org,2026-12-02,18:30,12",
  "Chi,chi@gmial.com,2026-12-03,19:00,14",
].join("\n");

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name });

/**
 * Controls on the top layer of the page that are too small to tap: below 44 px for primary ones and
 * tools, 24 px for the rest.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets =
      "button, a[href], select, textarea, input, summary, [role=tab], [role=combobox], [role=option], [role=menuitem]";
    const main =
      "[data-size], .MuiToggleButton-root, [role=tab], [role=combobox], [role=option], [role=toolbar] *, header *, [aria-expanded], [aria-label^=Remove], input, textarea, summary";
    const top = [
      ...document.querySelectorAll("[role=dialog], [role=alertdialog], .MuiMenu-root"),
    ].at(-1);
    return [...(top ?? document.body).querySelectorAll<HTMLElement>(targets)].flatMap((one) => {
      // A box is hit with its words, a field with its frame, and the name in a row with the whole
      // row.
      const isRow = getComputedStyle(one, "::after").position === "absolute";
      const area =
        one.closest<HTMLElement>("label, .MuiInputBase-root") ??
        (isRow ? one.closest("li, tr") : one) ??
        one;
      const { width, height } = area.getBoundingClientRect();
      // A link in a sentence is as high as its line, and what only the keyboard or a screen reader
      // finds is not hit.
      const isInText = getComputedStyle(one).display === "inline";
      if (width < 3 || height < 3 || isInText || one.closest("[aria-hidden=true], [hidden]"))
        return [];
      const least = one.matches(main) ? 43.5 : 24;
      const name = one.getAttribute("aria-label") ?? (one.textContent || one.title);
      return width < least || height < least
        ? [`${name}: ${Math.round(width)} × ${Math.round(height)}`]
        : [];
    });
  });
}

/** The faults of a screen: wider than the window, or too small for a finger. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults = [
    ...(await wideFaults(page)),
    ...(await sidewaysPlaces(page)),
    ...(await smallTargets(page)),
  ];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await keepScreen(page, `finger-${name}-${colorScheme}`);
  }
  return faults.map((fault) => `${name}: ${fault}`);
}

test("every screen fits, its controls are large enough to tap, and the tabs stay visible", async ({
  sender,
  page,
}) => {
  await sender.template(EVENING);
  const send = crypto.randomUUID();
  await sender.sendToFile(await sender.template(), ["ann@example.org", "bo@example.org"], send);
  const screens = [
    ["templates", button(page, "Create New Template")],
    ["direct-send", page.getByRole("combobox", { name: "Template" })],
    ["bulk-send", page.getByText("Choose a file")],
    ["sends", page.getByRole("searchbox", { name: "Person, template, subject or file" })],
    [`sends/${send}`, page.getByRole("searchbox", { name: "Search people" })],
  ] as const;
  await page.goto("/app");
  for (const [hash, place] of screens) {
    await page.goto(`/app#${hash}`);
    await expect(place).toBeVisible();
    expect(await faultsOf(page, hash.split("/").length > 1 ? "send" : hash)).toEqual([]);
    const tabs = page.getByRole("tab");
    await expect(tabs).toHaveText(["Manage Templates", "Direct Send", "Bulk Send (CSV)", "Sends"]);
    for (const y of [0, 100_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), y);
      for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
    }
    const { y = 0 } = (await tabs.first().boundingBox()) ?? {};
    expect(y).toBeGreaterThan(WINDOW.height - 70);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("everything else is in one sheet of the account, and the guide begins with its topics", async ({
  page,
  email,
}) => {
  await page.goto("/app");
  const account = button(page, /^Account:/);
  await expect(account).toHaveText(email);
  await expect(page.getByRole("banner").getByRole("button")).toHaveCount(2);
  await account.click();
  const sheet = page.getByRole("dialog");
  const box = await sheet.boundingBox();
  expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([
    0,
    WINDOW.width,
    WINDOW.height,
  ]);
  await expect(sheet.getByRole("link", { name: "Get Extension" })).toBeVisible();
  await expect(button(sheet, "Logout")).toBeInViewport();
  expect(await faultsOf(page, "account")).toEqual([]);

  await button(sheet, "Need Help?").click();
  const guide = page.getByRole("dialog", { name: "How Sendwright works" });
  const topics = guide.getByRole("navigation").getByRole("button");
  await expect(topics).toHaveCount(8);
  await expect(topics.first()).toHaveText("Templates");
  await expect(topics.last()).toBeInViewport({ ratio: 1 });
  expect(await faultsOf(page, "guide")).toEqual([]);
  await topics.filter({ hasText: "CSV tips" }).click();
  await expect(guide.getByRole("heading", { name: "CSV tips" })).toBeFocused();
  await expect(guide.getByRole("heading", { level: 3 })).toHaveCount(1);
  await button(guide, "All topics").click();
  await expect(topics.filter({ hasText: "CSV tips" })).toBeFocused();
  await button(guide, "Close").click();
  await expect(button(sheet, "Need Help?")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();

  await page.goto("/extension");
  await expect(page.getByRole("heading", { name: "Open this page on a computer" })).toBeVisible();
  await expect(page.getByText("Developer mode").filter({ visible: true })).toHaveCount(0);
  expect(await faultsOf(page, "extension")).toEqual([]);
});

test("a form over the editor is a sheet that covers neither its field nor what it is for", async ({
  sender,
  page,
}) => {
  await sender.template(EVENING);
  await page.goto("/app");
  await button(page, EVENING.name).first().click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  const body = editor.getByRole("textbox", { name: "Body" });
  await expect(body).toContainText("We look forward");
  expect(await faultsOf(page, "editor")).toEqual([]);

  await button(editor, "More formatting").click();
  for (const name of ["Strike", "Clear formatting"])
    await expect(button(editor, name)).toBeInViewport({ ratio: 1 });
  await button(editor, "More formatting").click();

  const room = body.getByText("Room", { exact: true });
  await room.click();
  const isClear = async (form: Locator, place: Locator) => {
    const sheet = await form.boundingBox();
    const chip = await place.boundingBox();
    expect([sheet?.x, sheet?.width]).toEqual([0, WINDOW.width]);
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(WINDOW.height);
    const buttons = await page
      .getByRole("button", { name: "Only if…", includeHidden: true })
      .boundingBox();
    expect(chip?.y).toBeGreaterThanOrEqual((buttons?.y ?? 0) + (buttons?.height ?? 0));
    expect((chip?.y ?? 0) + (chip?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0);
    const field = form.getByRole("combobox").or(form.getByRole("textbox")).first();
    await expect(field).toBeFocused();
    // Nothing covers the field, and the sheet covers the editor's own Cancel button.
    expect(await field.evaluate(isOnTop)).toBe(true);
    expect(
      await page.locator(".MuiDialogActions-root button", { hasText: "Cancel" }).evaluate(isOnTop),
    ).toBe(false);
  };
  const form = page.getByRole("dialog", { name: "Placeholder" });
  await isClear(form, page.locator(".ql-editor").getByText("Room", { exact: true }));
  expect(await faultsOf(page, "placeholder")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(body).toBeFocused();

  // The buttons of the placeholders stay in sight while the text scrolls below them.
  await body.press("Control+End");
  await page.keyboard.type("\nBring a warm coat.".repeat(12));
  await body.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await expect(button(editor, "Sticky")).toBeInViewport({ ratio: 1 });
  await button(editor, "Only if…").click();
  await isClear(
    page.getByRole("dialog", { name: "Condition" }),
    page.locator(".ql-editor > :last-child"),
  );
  expect(await faultsOf(page, "condition")).toEqual([]);
  await button(page.getByRole("dialog", { name: "Condition" }), "Cancel").click();
  await expect(body).toBeFocused();
});

test("the line you write isn't hidden by the buttons that stay above the body", async ({
  page,
}) => {
  await page.goto("/app#bulk-send");
  await page.getByText("Manual", { exact: true }).click();
  await chooseTemplate(page, "(Compose Manually)");
  const body = page.getByRole("textbox", { name: "Body" });
  await body.click();
  await page.keyboard.type("Hello");
  // The frame that shows the focus is 2 px wide, and nothing covers it.
  const rightOf = (place: Locator) =>
    place.evaluate((element) => element.getBoundingClientRect().right);
  const frame = await rightOf(body.locator("xpath=ancestor::*[@data-invalid]"));
  expect(await rightOf(button(page, "More formatting"))).toBe(frame - 2);
  // Scrolls the line below the buttons, which stay.
  await body.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 20));
  const line = body.locator("p");
  const last = button(page, "Only if…");
  const hidden = async () => {
    const [text, buttons] = [await line.boundingBox(), await last.boundingBox()];
    return (text?.y ?? 0) < (buttons?.y ?? 0) + (buttons?.height ?? 0);
  };
  expect(await hidden()).toBe(true);
  await page.keyboard.type(" all");
  await expect.poll(hidden).toBe(false);
});

test("Back closes one layer after the other, the top one first, and asks before changes are lost", async ({
  sender,
  page,
}) => {
  await sender.template(EVENING);
  // The browser tells its newest watcher of Back. Only a phone has the button, so the story asks
  // that watcher.
  await page.addInitScript(() => {
    const open: { requestClose(): void; destroy(): void }[] = [];
    const { CloseWatcher: Real } = window as unknown as {
      CloseWatcher: new () => (typeof open)[number];
    };
    class Watched extends Real {
      constructor() {
        super();
        open.push(this);
      }
      override destroy() {
        if (open.includes(this)) open.splice(open.indexOf(this), 1);
        super.destroy();
      }
    }
    Object.assign(window, {
      CloseWatcher: Watched,
      pressBack: () => open.pop()?.requestClose(),
      isWatched: () => open.length,
    });
  });
  const back = () => page.evaluate("pressBack()");
  const layers = () => page.evaluate("isWatched()");
  await page.goto("/app");
  await button(page, EVENING.name).first().click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  await editor.getByRole("textbox", { name: "Body" }).click();
  await page.keyboard.type("Hello");
  await button(editor, "Only if…").click();
  const form = page.getByRole("dialog", { name: "Condition" });
  await expect(form).toBeVisible();
  await expect.poll(layers).toBe(2);
  await back();
  await expect(form).toBeHidden();
  await expect.poll(layers).toBe(1);

  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await back();
  await expect(question).toBeVisible();
  await expect.poll(layers).toBe(2);
  await back();
  await expect(question).toBeHidden();
  await expect(editor.getByRole("textbox", { name: "Body" })).toContainText("Hello");
  await expect.poll(layers).toBe(1);

  // A keyboard's Escape closes one layer, too.
  await button(editor, "Only if…").click();
  await expect(form).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect.poll(layers).toBe(1);
  await expect(question).toBeHidden();
  await back();
  await button(question, "Discard changes").click();
  await expect(editor).toBeHidden();
  await expect.poll(layers).toBe(0);
});

/** Whether a click on the middle of an element hits it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test("three people by list are three screens, their question is above them, and Send is under the thumb", async ({
  sender,
  email,
  page,
}) => {
  await sender.template(EVENING);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, EVENING.name);
  await chooseFile(page, csvFile(PEOPLE, "parents.csv"));
  const question = page.getByRole("alert").filter({ hasText: "Did you mean gmail.com?" });
  await expect(question).toBeVisible();
  const row = cardOf(page, 1);
  expect((await question.boundingBox())?.y).toBeLessThan((await row.boundingBox())?.y ?? 0);
  await button(question, "Change it to gmail.com").click();
  await expect(question).toBeHidden();

  await expect(page.getByText("3 ready", { exact: true })).toBeVisible();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(height).toBeLessThanOrEqual(3 * WINDOW.height);
  expect(await faultsOf(page, "list")).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);

  // The ways to another list are there on request.
  await expect(button(page, "Paste from a spreadsheet")).toBeHidden();
  await button(page, "Other list").click();
  await expect(button(page, "Paste from a spreadsheet")).toBeVisible();
  await button(page, "Hide").first().click();

  const bar = (await button(page, "Send 3 emails").boundingBox()) ?? { y: 0, height: 0 };
  const tabs = (await page.getByRole("tab").first().boundingBox()) ?? { y: 0 };
  expect(bar.y + bar.height).toBeLessThanOrEqual(tabs.y);
  expect(bar.y).toBeGreaterThan(WINDOW.height / 2);

  await button(page, "Generate Preview").click();
  const sheet = page.getByRole("dialog", { name: "Email preview" });
  await expect(sheet.frameLocator("iframe").getByText("Ann")).toBeVisible();
  expect(await faultsOf(page, "preview")).toEqual([]);
  await button(sheet, "Send 3 emails").click();
  await expect(sheet).toBeHidden();
  await button(page.getByRole("alertdialog"), "Send 3 emails").click();
  await expect(page.getByText("3 sent.").first()).toBeVisible();
  expect(await faultsOf(page, "result")).toEqual([]);
  const mails = await mailsOf(email);
  expect(mails.map(recipientOf).toSorted()).toEqual([
    "ann@example.org",
    "bo@example.org",
    "chi@gmail.com",
  ]);
});

test("text that is being typed in a row stays when the window becomes wide, and narrow again", async ({
  sender,
  page,
}) => {
  await sender.template(EVENING);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, EVENING.name);
  await chooseFile(page, csvFile(PEOPLE, "parents.csv"));
  const row = cardOf(page, 2);
  await button(row, /^Row 2/).click();
  await row.getByRole("textbox", { name: "Room", exact: true }).fill("Gym");
  await page.setViewportSize({ width: 1_100, height: 700 });
  const cell = page.getByRole("gridcell", { name: "Gym", exact: true });
  await expect(cell).toBeVisible();
  await cell.dblclick();
  await page.getByRole("textbox", { name: "Room in row 2" }).fill("Attic");
  await page.setViewportSize(WINDOW);
  await expect(button(row, /^Row 2.*Attic/)).toBeVisible();
});

test("a double tap doesn't answer the question that its first tap opened", async ({
  sender,
  page,
  email,
}) => {
  await sender.template({ name: "Plain", subject: "Plain", body: "<p>Hello</p>" });
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Plain");
  await chooseFile(page, csvFile("Email\nann@example.org"));
  await button(page, "Send 1 email").click();
  const send = button(page.getByRole("alertdialog"), "Send 1 email");
  // The moment after the first tap, for as long as it takes to look.
  await send.evaluate((element) => {
    element.style.animation = "none";
    element.getBoundingClientRect();
    element.style.animation = "";
    for (const moment of element.getAnimations()) moment.pause();
  });
  const { x = 0, y = 0, width = 0, height = 0 } = (await send.boundingBox()) ?? {};
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(send).toHaveCSS("pointer-events", "none");
  await send.evaluate((element) => {
    for (const moment of element.getAnimations()) moment.finish();
  });
  await expect(send).toHaveCSS("pointer-events", "auto");
  expect(await mailsOf(email)).toEqual([]);
  await send.tap();
  await expect(page.getByText("1 sent.").first()).toBeVisible();
});

test("a date and a time are the phone's own fields, and the email has its own form of them", async ({
  sender,
  email,
  page,
}) => {
  await sender.template(EVENING);
  await page.goto("/app#direct-send");
  await chooseTemplate(page, EVENING.name);
  await page.getByLabel("Recipients", { exact: true }).fill("ann@example.org,");
  await page.getByLabel(/First Name/).fill("Ann");
  await page.getByLabel(/Room/).fill("12");
  const day = page.getByLabel(/Day/);
  await expect(day).toHaveAttribute("type", "date");
  await day.fill("2026-12-01");
  await expect(page.getByText("In the email: December 1, 2026")).toBeVisible();
  const at = page.getByLabel(/At/);
  await expect(at).toHaveAttribute("type", "time");
  await at.fill("18:00");
  await expect(page.getByText("In the email: 6:00 PM")).toBeVisible();
  expect(await faultsOf(page, "values")).toEqual([]);
  await button(page, "Send Email(s)").click();
  await button(page.getByRole("alertdialog"), /^Send/).click();
  await expect(page.getByText("1 sent.").first()).toBeVisible();
  const [mail] = await mailsOf(email);
  expect(mail?.text).toContain("December 1, 2026 at 6:00 PM in 12");

  // The time of a beginning is one, too.
  await page.goto("/app#bulk-send");
  await page.getByText("Choose…").click();
  await expect(page.getByLabel("Time", { exact: true })).toHaveAttribute("type", "time");
});
