import type { Page } from "@playwright/test";
import { GOOGLE } from "./stack.ts";

const CLIENT = { client_id: "sendwright-local.apps.googleusercontent.com", redirect_uri: "postmessage" };
const SCOPES = "openid email profile https://www.googleapis.com/auth/gmail.send";

/** Clicks the landing page's button; returns Google's popup, its consent page loaded. */
export async function openPopup(page: Page): Promise<Page> {
  const opens = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign In & Link Google Account" }).first().click();
  const popup = await opens;
  await popup.getByLabel("Another address").waitFor();
  return popup;
}

/** Does in a popup what closes it, and waits until it has gone: the browser's answer to the last key or click may go with it. */
export async function closing(popup: Page, act: () => Promise<void>): Promise<void> {
  const closes = popup.waitForEvent("close");
  await Promise.all([closes, act().catch(exceptThatItClosed)]);
}

function exceptThatItClosed(error: unknown): void {
  if (!(error instanceof Error && error.message.includes("has been closed"))) throw error;
}

/** Signs in through the popup as any address; `without` names a box to leave empty (its label, or part of it). */
export async function consent(page: Page, person: string, { without }: { without?: string } = {}): Promise<void> {
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

/** Has the local Google fail the next calls of one person (see local/google/README.md). */
export async function fault(
  person: string,
  does: { op: "send" | "token"; status?: number; reason?: string; times?: number },
): Promise<void> {
  const answer = await fetch(`${GOOGLE}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user: person, ...does }),
  });
  if (!answer.ok) throw new Error(`The local Google took no fault: ${await answer.text()}`);
}

/** Resets the local Google's instructions for one person. */
export async function forgetFaults(person: string): Promise<void> {
  await fetch(`${GOOGLE}/faults?user=${encodeURIComponent(person)}`, { method: "DELETE" });
}

/** Lets a person allow everything behind Sendwright's back: Google has given its refresh token away, and gives no second one. */
export async function grantElsewhere(person: string): Promise<void> {
  const asked = new URLSearchParams({ ...CLIENT, response_type: "code", scope: SCOPES, auto: person });
  const { code } = (await (await fetch(`${GOOGLE}/o/oauth2/v2/auth?${asked}`)).json()) as { code: string };
  const body = new URLSearchParams({
    ...CLIENT,
    grant_type: "authorization_code",
    client_secret: "local-secret",
    code,
  });
  const answer = await fetch(`${GOOGLE}/token`, { method: "POST", body });
  if (!answer.ok) throw new Error(`The local Google gave no tokens: ${await answer.text()}`);
}
