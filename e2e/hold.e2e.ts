import type { Page } from "@playwright/test";
import { test as extended, fill, opened, send, stored } from "./extended.ts";
import { buttonsAt } from "./shifts.ts";
import { expect, test } from "./story.ts";

/**
 * The 10 seconds between the click on Send and the first email, with Undo, on the page and in the
 * extension.
 */
test.use({ signedIn: true, holds: true });

const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true });

/** Direct Send to one person, up to the answer of the server. */
async function sendDirect(page: Page): Promise<void> {
  await page.goto("/app#direct-send");
  await page.locator('[role="combobox"]:not([aria-disabled="true"])').click();
  await page.getByRole("option", { name: "Invitation" }).click();
  await page.getByLabel("Recipients", { exact: true }).pressSequentially("ann@example.org,");
  await page.getByLabel("Name").fill("Ann");
  await sendOne(page);
}

/** One person whose email is in view is not asked about. */
async function sendOne(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Preview" }).getByText("Hello Ann")).toBeVisible();
  await page.getByRole("button", { name: "Send Email(s)" }).click();
  await expect(undo(page)).toBeVisible();
}

async function hasForm(page: Page): Promise<void> {
  await expect(page.getByText("Nothing was sent.").first()).toBeVisible();
  await expect(page.locator("[data-chip]")).toHaveText(["ann@example.org"]);
  await expect(page.getByLabel("Name")).toHaveValue("Ann");
}

test("a send undone by keyboard: nothing goes out, the form is as it was, and the next click sends after its hold", async ({
  sender,
  page,
}) => {
  await sender.template();
  await sendDirect(page);
  await expect(page.getByText(/^Sending \d+ emails? begins in \d+ seconds?$/)).toBeVisible();
  for (let stops = 0; stops < 6; stops += 1) {
    if (await undo(page).evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(undo(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await hasForm(page);
  const { body } = await sender.ask<{ sends: unknown[] }>("/api/sends");
  expect(body.sends).toEqual([]);

  await sendOne(page);
  expect(await sender.delivered()).toEqual([]);
  await expect(page.getByLabel("Notifications").getByText("1 email sent.")).toBeVisible();
  await expect(undo(page)).toBeHidden();
  expect(await sender.delivered()).toEqual(["ann@example.org"]);
});

for (const width of [1280, 360]) {
  test(`a late click on Undo closes, hides and cancels nothing, ${width} px wide`, async ({
    sender,
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await sender.template();
    await sender.fault({ op: "send", delayMs: 4_000 });
    await page.goto("/app#direct-send");
    await page.locator('[role="combobox"]:not([aria-disabled="true"])').click();
    await page.getByRole("option", { name: "Invitation" }).click();
    await page
      .getByLabel("Recipients", { exact: true })
      .pressSequentially("ann@example.org, bo@example.org,");
    await page.getByLabel("Name").fill("Ann");
    await page.getByRole("button", { name: "Send Email(s)" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: /^Send/ }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    const place = await undo(page).boundingBox();
    const results = page.getByRole("region", { name: "Results" }).first();
    await expect(results.getByRole("button", { name: "Hide" })).toBeVisible();
    const others = async () =>
      (await buttonsAt(page, place)).filter((name) => name !== "Send Email(s)");
    expect(await others()).toEqual([]);
    await expect(results.getByRole("button", { name: "Close" })).toBeVisible();
    expect(await others()).toEqual([]);
    // The form of the send is empty by then, so Send in the place of Undo sends nothing.
    await page.getByRole("button", { name: "Send Email(s)" }).click();
    await expect(
      page.getByText("Please enter at least one recipient email.").first(),
    ).toBeVisible();
    expect(await sender.delivered()).toHaveLength(2);
  });
}

extended(
  "in the extension, a send is undone from the popup, whose form stays; the next is sent with the popup closed",
  async ({ page, sender, surface, worker }) => {
    const popup = await opened({ page, sender, surface }, "popup");
    await fill(popup, "ann@example.org,");
    await send(popup);
    await expect(popup.getByRole("alertdialog")).toBeHidden();
    const place = await undo(popup).boundingBox();
    await undo(popup).click();
    await expect(popup.getByText("Nothing was sent.")).toBeVisible();
    await expect(popup.getByRole("button", { name: "Close" })).toBeVisible();
    expect(await buttonsAt(popup, place)).toEqual([]);
    await expect(popup.locator("[data-chip]")).toHaveText(["ann@example.org"]);
    expect(await sender.delivered()).toEqual([]);

    await send(popup);
    await expect(undo(popup)).toBeVisible();
    await popup.close();
    await expect
      .poll(async () => await stored(await worker(), "attempt"))
      .toMatchObject({ attempt: { status: "ended" } });
    expect(await sender.delivered()).toEqual(["ann@example.org"]);
  },
);
