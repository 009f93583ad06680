import type { Locator, Page } from "@playwright/test";

/** Types a time into the field that is called Time, as four digits of 24 hours: the field understands them on either clock. */
export async function writeTime(place: Locator | Page, digits: string): Promise<void> {
  const field = place.getByRole("group", { name: "Time", exact: true });
  await field.getByRole("spinbutton", { name: "Hours" }).click();
  await field.getByRole("spinbutton", { name: "Hours" }).pressSequentially(digits.slice(0, 2));
  await field.getByRole("spinbutton", { name: "Minutes" }).pressSequentially(digits.slice(2));
}
