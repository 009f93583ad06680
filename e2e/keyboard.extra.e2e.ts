import type { Page } from "@playwright/test";
import { closing } from "./google.ts";
import { expect, test } from "./story.ts";

/**
 * Everything by keyboard, from the address bar to a saved template: no mouse, and the focus is
 * never lost.
 */
let page: Page;
test.beforeEach(({ page: own }) => {
  page = own;
});

interface Focused {
  name: string;
  /** Whether it is visible: focus on an element that is scrolled away doesn't count. */
  isInView: boolean;
}

/** The focused element; null if only the page itself has the focus. */
function focused(at: Page = page): Promise<Focused | null> {
  return at.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const ids = (element.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
    const labels = "labels" in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    const parts = [...ids.map((id) => document.getElementById(id)), ...labels].map(
      (part) => part?.textContent ?? "",
    );
    const { top, bottom } = element.getBoundingClientRect();
    return {
      name: (element.ariaLabel || parts.join(" ") || element.textContent).trim(),
      isInView: bottom > 0 && top < innerHeight,
    };
  });
}

/**
 * Presses Tab until an element of that name has the focus. Throws if `most` steps aren't enough.
 */
async function tabTo(
  name: string | RegExp,
  { at = page, most = 40, key = "Tab" } = {},
): Promise<void> {
  const seen: string[] = [];
  for (let steps = 0; steps < most; steps += 1) {
    await at.keyboard.press(key);
    const now = await focused(at);
    seen.push(now?.name ?? "(nothing)");
    if (now && (typeof name === "string" ? now.name === name : name.test(now.name))) {
      expect(now.isInView, `One sees ${now.name}, which has the focus`).toBe(true);
      return;
    }
  }
  throw new Error(`Tab did not lead to ${name}, only to ${seen.join(" · ")}`);
}
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const isOn = (name: string | RegExp) =>
  expect.poll(async () => (await focused())?.name ?? "(nothing)").toMatch(name);
/** Not lost: the next Tab continues here and not at the top of the page. */
const isSomewhere = () => expect.poll(() => focused()).not.toBeNull();
const dialog = (name: string) => page.getByRole("dialog", { name });

test("the sign-in: closed once, then done", async ({ email }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: /^Sign In/ })).toBeEnabled();
  await tabTo(/^Sign In & Link/);
  const opens = page.waitForEvent("popup");
  await press("Enter");
  await (await opens).close();
  await expect(
    page.getByText("Google authorization popup was closed before completion."),
  ).toBeVisible();
  await isOn(/^Sign In & Link/);

  const again = page.waitForEvent("popup");
  await press("Enter");
  const popup = await again;
  await expect(popup.getByLabel("Another address")).toBeVisible();
  await tabTo(/^Another address/, { at: popup });
  await popup.keyboard.type(email);
  await closing(popup, () => popup.keyboard.press("Enter"));
  await page.waitForURL("/app");
});

test.describe("signed in", () => {
  test.use({ signedIn: true });
  test.beforeEach(async () => {
    await page.goto("/app");
    await expect(page.getByText("No templates created yet.")).toBeVisible();
  });

  test("the tabs, with the arrow keys", async () => {
    await tabTo("Manage Templates");
    for (const [key, name, hash] of [
      ["ArrowRight", "Direct Send", "#direct-send"],
      ["End", "Sends", "#sends"],
      ["Home", "Manage Templates", "#templates"],
    ] as const) {
      await press(key);
      await isOn(name);
      await press("Enter");
      await page.waitForURL(`/app${hash}`);
      await expect(page.getByRole("tab", { name, selected: true })).toBeVisible();
      await isOn(name);
    }
  });

  test("guide and account menu give the focus back", async () => {
    await tabTo(/Need Help/, { key: "Shift+Tab" });
    await press("Enter");
    await expect(dialog("How Sendwright works")).toBeVisible();
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('[role=dialog]') !== null"))
      .toBe(true);
    await tabTo("Sending");
    await press("Enter");
    await isOn(/^Sending$/);
    await press("Escape");
    await expect(dialog("How Sendwright works")).toBeHidden();
    await isOn(/Need Help/);

    await tabTo(/^Account:/);
    await press("Enter");
    await tabTo("Disconnect Google");
    await press("Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await isOn("Cancel");
    await press("Enter");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await isOn(/^Account:/);
  });

  test("a template: refused, written, a change thrown away, deleted", async () => {
    await tabTo("Create New Template");
    await press("Enter");
    await expect(
      dialog("Create New Template").getByRole("textbox", { name: "Body" }),
    ).toBeVisible();
    await isSomewhere();
    await tabTo(/^Save Template$/);
    await press("Enter");
    await expect(page.getByText(/^Validation Failed/)).toBeVisible();
    await isOn(/^Template Name/);
    await page.keyboard.type("By keyboard");
    await tabTo(/^Subject Line/);
    await page.keyboard.type("Hello {{Name}}");
    await tabTo(/^Text$/);
    // Body follows its two bars of buttons.
    await tabTo(/^Body/);
    await page.keyboard.type("Dear {{Name}}, until {{Due|date}}.");
    await tabTo(/^Save Template$/);
    await press("Enter");
    await expect(dialog("Create New Template")).toBeHidden();
    await expect(page.getByRole("button", { name: "By keyboard", exact: true })).toBeVisible();
    await isOn("Create New Template");

    await tabTo("By keyboard");
    await press("Enter");
    await expect(dialog("Edit Template").getByRole("textbox", { name: "Body" })).toBeVisible();
    await tabTo(/^Subject Line/);
    await press("End");
    await page.keyboard.type("!");
    await press("Escape");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await press("Escape");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await isOn(/^Subject Line/);
    await press("Escape");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await tabTo("Discard changes");
    await press("Enter");
    await expect(dialog("Edit Template")).toBeHidden();
    await isOn("By keyboard");

    await tabTo("Delete By keyboard");
    await press("Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await tabTo(/^Delete/);
    await press("Enter");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(page.getByText("No templates created yet.")).toBeVisible();
    await isSomewhere();

    const toasts = page.getByRole("button", { name: "Close notification" });
    await tabTo("Close notification");
    const before = await toasts.count();
    await press("Enter");
    await expect.poll(() => toasts.count()).toBeLessThan(before);
    await isSomewhere();
  });

  test("logging out", async () => {
    await tabTo("Logout", { key: "Shift+Tab" });
    await press("Enter");
    await expect(
      page.getByRole("heading", { name: "Send Personalized Emails Effortlessly" }),
    ).toBeVisible();
    await expect(page).toHaveURL("/");
  });
});
