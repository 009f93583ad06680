import type { Page } from "@playwright/test";
import { type ExtendedFixtures, expect } from "./extended.ts";
import type { Sender } from "./sender.ts";
import { APP } from "./stack.ts";

/** Opens the page, whose event tells the extension who is signed in. */
export async function onPage(page: Page): Promise<void> {
  await page.goto(`${APP}/app`);
  await expect(page.getByRole("link", { name: "Extension installed" })).toBeVisible();
}

/** A window of the extension for a person who has a template and has been on the page. */
export async function opened(
  { page, sender, surface }: { page: Page; sender: Sender } & Pick<ExtendedFixtures, "surface">,
  name: "popup" | "panel",
): Promise<Page> {
  await sender.template();
  await onPage(page);
  return await surface(name);
}

/** Chooses the template and fills in an email in a popup or panel. */
export async function fill(surface: Page, recipients: string): Promise<void> {
  await surface.getByRole("button", { name: "Invitation" }).click();
  await surface.getByLabel("Recipients", { exact: true }).pressSequentially(recipients);
  await surface.getByLabel("Name").fill("Ann");
}

/** Clicks Send and confirms the question. */
export async function send(surface: Page): Promise<void> {
  await surface.getByRole("button", { name: "Send Email(s)" }).click();
  await surface.getByRole("alertdialog").getByRole("button", { name: /^Send/ }).click();
}
