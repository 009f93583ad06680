import { expect, test } from "./story.ts";

/** A real browser's Back, edited hash and closed page with unsent work. */
test.use({ signedIn: true });

test("Back and an edited hash ask before they close a changed template", async ({ page }) => {
  await page.goto("/privacy");
  await page.goto("/app#templates");
  await page.getByRole("button", { name: "Create New Template", exact: true }).click();
  const name = page.getByLabel("Template Name");
  await name.fill("Invitation to tea");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });

  await page.evaluate(() => {
    window.location.hash = "#direct-send";
  });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("Invitation to tea");
  await expect(page).toHaveURL(/#templates$/);

  await page.evaluate(() => {
    window.location.hash = "#direct-send";
  });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("tab", { name: "Direct Send" })).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/#direct-send$/);
});

test("a list that was not sent is asked about by Back, and by the browser when the page closes", async ({ page }) => {
  await page.goto("/privacy");
  await page.getByRole("link", { name: "Sendwright" }).click();
  await page.getByRole("tab", { name: "Bulk Send (CSV)" }).click();
  await page.getByRole("radio", { name: "Manual" }).click();
  const list = page.getByRole("textbox", { name: "Recipients" });
  await list.fill("ann@example.org");
  await page.evaluate(() => history.back());
  await page.getByRole("alertdialog", { name: "Leave without sending?" }).getByRole("button", { name: "Stay" }).click();
  await expect(list).toHaveValue("ann@example.org");

  const asked = page.waitForEvent("dialog");
  void page.reload().catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(list).toHaveValue("ann@example.org");
});
