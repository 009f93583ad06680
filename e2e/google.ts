import type { Page } from "@playwright/test";

/** Clicks the landing page's button; returns Google's popup, its consent page loaded. */
export async function openPopup(page: Page): Promise<Page> {
  const opens = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign In & Link Google Account" }).first().click();
  const popup = await opens;
  await popup.getByLabel("Another address").waitFor();
  return popup;
}

/**
 * Does in a popup what closes it, and waits until it has gone: the browser's answer to the last key
 * or click may go with it.
 */
export async function closing(popup: Page, act: () => Promise<void>): Promise<void> {
  const closes = popup.waitForEvent("close");
  await Promise.all([closes, act().catch(exceptThatItClosed)]);
}

function exceptThatItClosed(error: unknown): void {
  if (!(error instanceof Error && error.message.includes("has been closed"))) throw error;
}

/**
 * Signs in through the popup as any address; `without` names a box to leave empty (its label, or
 * part of it).
 */
export async function consent(
  page: Page,
  person: string,
  { without }: { without?: string } = {},
): Promise<void> {
  const popup = await openPopup(page);
  await popup.getByLabel("Another address").fill(person);
  if (without) await popup.getByLabel(without).uncheck();
  await closing(popup, () => popup.getByRole("button", { name: "Continue" }).click());
}

/** Signs in from the landing page through the popup, as any address; ends on `/app`. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.goto("/");
  await consent(page, person);
  await page.waitForURL("/app**");
}
