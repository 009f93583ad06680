import { join } from "node:path";
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

/** A file of ten people with flaws of every kind; half of them can be sent to. */
export const PROBLEMS = join(import.meta.dirname, "data", "problems.csv");

/** A template for {@link PROBLEMS}. */
export const OFFER = {
  name: "Offer of the season",
  subject: "An offer for {{Full Name}}",
  body: "<p>{{Full Name}}, {{Offer|dropdown:Discount,Free Trial,Early Access}} until {{Due|date}}.</p>",
};

/** Paths or contents, as a file field takes them. */
export type GivenFile = Parameters<Locator["setInputFiles"]>[0];

/** Chooses a file in the page's first file field: in Bulk Send, that of the list, if it has one. */
export async function chooseFile(page: Page, file: GivenFile): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles(file);
}

/** Chooses a template in Direct Send or Bulk Send. */
export async function chooseTemplate(page: Page, name: string): Promise<void> {
  await page.getByLabel("Template", { exact: true }).click();
  await page.getByRole("option", { name }).click();
}
