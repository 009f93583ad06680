import type { Page } from "@playwright/test";

/** Chooses a template in Direct Send or Bulk Send. */
export async function chooseTemplate(page: Page, name: string): Promise<void> {
  await page.getByLabel("Template", { exact: true }).click();
  await page.getByRole("option", { name }).click();
}
