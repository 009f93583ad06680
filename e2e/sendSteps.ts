import type { Locator, Page } from "@playwright/test";

/**
 * Types a time into the field that is called Time, as four digits of 24 hours: the field
 * understands them on either clock.
 */
export async function writeTime(place: Locator | Page, digits: string): Promise<void> {
  const field = place.getByRole("group", { name: "Time", exact: true });
  await field.getByRole("spinbutton", { name: "Hours" }).click();
  await field.getByRole("spinbutton", { name: "Hours" }).pressSequentially(digits.slice(0, 2));
  await field.getByRole("spinbutton", { name: "Minutes" }).pressSequentially(digits.slice(2));
}

/** A CSV file as a file field takes it. */
export function csvFile(text: string, name = "people.csv") {
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
}

/** Chooses a template in Direct Send or Bulk Send. */
export async function chooseTemplate(page: Page, name: string): Promise<void> {
  await page.getByLabel("Template", { exact: true }).click();
  await page.getByRole("option", { name }).click();
}
