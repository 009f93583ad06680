import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { axTree } from "./axTree.ts";
import { accessibilityFaults, keepScreen, wideFaults } from "./look.ts";
import { chooseFile, chooseTemplate, PROBLEMS } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

/**
 * What axe cannot see: colors that a person forces, stillness, a focus under a bar, wider text
 * (docs/accessibility.md).
 */
const OFFER = {
  name: "Offer",
  subject: "An offer for {{Full Name}}",
  body: "<p>{{Full Name}}, {{Offer|dropdown:Discount,Free Trial,Early Access}} until {{Due|date}}.</p>",
};
/** WCAG 1.4.12, to the letter. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

test.use({ signedIn: true });

async function withFile(page: Page): Promise<void> {
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, OFFER.name);
  await chooseFile(page, PROBLEMS);
  await expect(page.getByText("5 ready · 5 skipped (1 duplicate)")).toBeVisible();
}

/** Animations that last longer than anyone notices. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === "running" && Number(effect?.getComputedTiming().endTime) > 20,
      )
      .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? "?"),
  );

test.describe("forced colors and stillness", () => {
  test.use({ holds: true });
  test.beforeEach(({ page }) =>
    page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" }),
  );

  test("a color that changes is there at once: it does not trickle from each part to the parts in it", async ({
    page,
  }) => {
    await page.goto("/");
    const begun = await page.evaluate(() => {
      document.body.style.color = "rgb(1, 2, 3)";
      return document.getAnimations().filter((each) => each instanceof CSSTransition).length;
    });
    expect(begun).toBe(0);
  });

  const background = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => getComputedStyle(part).backgroundColor);

  test("the sends, their bar, and the selected people", async ({ sender, page }) => {
    const template = await sender.template({
      ...OFFER,
      body: "<p>Dear {{Name}}</p>",
      subject: "For {{Name}}",
    });
    await sender.fault({ op: "send", status: 400, reason: "invalidArgument", times: 1 });
    const id = randomUUID();
    await sender.sendToFile(template, ["a@example.org", "b@example.org"], id);
    await page.goto(`/app#sends/${id}`);
    await expect(page.getByText("1 sent, 1 failed.").first()).toBeVisible();
    expect(await background(page, '[role="tab"][aria-selected="true"]')).not.toBe(
      await background(page, '[role="tab"][aria-selected="false"]'),
    );
    expect(await background(page, '[aria-pressed="true"]')).not.toBe(
      await background(page, '[aria-pressed="false"]'),
    );
    const track = page.getByRole("progressbar");
    expect(await track.evaluate((bar) => getComputedStyle(bar).borderTopWidth)).toBe("1px");
    const filled = await track
      .locator("> *")
      .evaluate((bar) => getComputedStyle(bar).backgroundColor);
    expect(filled).not.toBe("rgba(0, 0, 0, 0)");
    expect(filled).not.toBe(await track.evaluate((bar) => getComputedStyle(bar).backgroundColor));
    expect(await movements(page)).toEqual([]);
    await keepScreen(page, "forced-send", { fullPage: true });
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("the settings, and the bar of a held send", async ({ sender, page }) => {
    await sender.template({ ...OFFER, body: "<p>Dear all</p>", subject: "Hello" });
    await page.goto("/app");
    await page.getByRole("button", { name: /^Account:/ }).click();
    await page.getByRole("button", { name: "Settings" }).click();
    const dialog = page.getByRole("dialog", { name: "Settings" });
    await expect(dialog.getByRole("checkbox")).toBeVisible();
    expect(
      await dialog
        .locator("> *")
        .or(dialog)
        .first()
        .evaluate((part) => getComputedStyle(part).borderTopStyle),
    ).toBe("solid");
    await keepScreen(page, "forced-settings");
    expect([...(await accessibilityFaults(page)), ...(await movements(page))]).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();

    await page.getByRole("tab", { name: "Direct Send" }).click();
    await page.locator('[role="combobox"]:not([aria-disabled="true"])').click();
    await page.getByRole("option", { name: OFFER.name }).click();
    await page.getByLabel("Recipients", { exact: true }).pressSequentially("ann@example.org,");
    await expect(
      page.getByRole("region", { name: "Preview" }).getByText("Hello", { exact: true }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Send Email(s)" }).click();
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await expect(undo).toBeVisible();
    await keepScreen(page, "forced-hold", { fullPage: true });
    expect(await undo.evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe("solid");
    expect([...(await accessibilityFaults(page)), ...(await movements(page))]).toEqual([]);
    await undo.click();
    await expect(page.getByText("Nothing was sent.").first()).toBeVisible();
  });
});

/** Texts announced twice, or in the browser's words instead of ours. */
async function saidBadly(page: Page): Promise<string[]> {
  const nodes = (await axTree(page)).filter(({ ignored }) => !ignored);
  const told = nodes.map(({ name, description }) => ({
    name: name?.value ?? "",
    more: description?.value ?? "",
  }));
  const isTwice = ({ name, more }: { name: string; more: string }) =>
    name !== "" && more.startsWith(name);
  return told
    .filter((one) => isTwice(one) || one.name.includes("No file chosen"))
    .map(({ name, more }) => `${name}: ${more}`);
}

test("names and addresses are announced once and in full, and the end of a send once", async ({
  sender,
  page,
}) => {
  await sender.template(OFFER);
  await page.goto("/app");
  await page.getByRole("button", { name: OFFER.name, exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Body" })).toBeVisible();
  expect(await saidBadly(page), "the editor").toEqual([]);
  await page.keyboard.press("Escape");
  await withFile(page);
  expect(await saidBadly(page), "Bulk Send").toEqual([]);
  await page.getByRole("button", { name: "Only the first" }).click();
  await page.getByRole("button", { name: "Send 5 emails" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send 5 emails" }).click();
  await expect(page.getByText(/^5 sent, 5 skipped\./).first()).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  const cells = (await axTree(page))
    .filter(({ role }) => role?.value === "cell")
    .map(({ name }) => name?.value);
  expect(cells).toContain("Ann Good ann@example.org");
  const live = page
    .locator("[role=status], [role=alert]")
    .filter({ hasText: "5 sent, 5 skipped." });
  await expect(live).toHaveCount(1);
});

for (const [width, height] of [
  [360, 640],
  [1280, 720],
] as const) {
  test(`the focused element is never under the bar of actions: ${width} × ${height}`, async ({
    sender,
    page,
  }) => {
    await sender.template(OFFER);
    await page.setViewportSize({ width, height });
    await withFile(page);
    await page.evaluate(() =>
      document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus(),
    );
    const hidden: string[] = [];
    for (let stops = 0; stops < 60; stops += 1) {
      await page.keyboard.press("Tab");
      const under = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const { left, right, top, bottom } = focused.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isSeen =
          seen === null
            ? bottom > 0 && top < innerHeight
            : focused.contains(seen) || seen.contains(focused);
        const isBar =
          seen !== null &&
          getComputedStyle(seen.closest("[class*=bar]") ?? seen).position === "sticky";
        return !isSeen && isBar ? focused.outerHTML.slice(0, 120) : null;
      });
      if (under !== null) hidden.push(under);
    }
    expect(hidden).toEqual([]);
  });
}

test("text may be spaced wider: nothing is cut, nothing scrolls sideways", async ({
  sender,
  page,
}) => {
  await sender.template(OFFER);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await withFile(page);
    await page.addStyleTag({ content: SPACING });
    expect(await wideFaults(page), `${width}`).toEqual([]);
    const cut = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          "main button, main label, main a, main p, main h2, main h3",
        ),
      ]
        .filter((part) => part.clientHeight > 2 && part.scrollHeight > part.clientHeight + 3)
        .filter((part) => getComputedStyle(part).overflowY !== "visible")
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );
    expect(cut, `${width}`).toEqual([]);
    await page.reload();
    await page.waitForLoadState();
  }
});
