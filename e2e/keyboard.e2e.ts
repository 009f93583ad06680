import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APP, newPerson, openBrowser, type Person } from "./browser.ts";

/** The whole way by keyboard, from the address bar to a saved template: no mouse, and the focus is never lost. */
let browser: Browser;
let person: Person;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  person = await newPerson(browser);
  page = person.page;
  await page.goto(APP);
});
afterAll(async () => {
  expect(person.complaints).toEqual([]);
  await browser.close();
});

interface Focused {
  name: string;
  /** Whether it can be seen at all: nothing is gained by a focus that is scrolled away. */
  isInView: boolean;
}

/** What has the focus; null when it is lost, that is: nobody but the page itself has it. */
function focused(at: Page = page): Promise<Focused | null> {
  return at.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const ids = (element.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
    const labels = "labels" in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    const parts = [...ids.map((id) => document.getElementById(id)), ...labels].map((part) => part?.textContent ?? "");
    const { top, bottom } = element.getBoundingClientRect();
    return {
      name: (element.ariaLabel || parts.join(" ") || element.textContent).trim(),
      isInView: bottom > 0 && top < innerHeight,
    };
  });
}

/** Presses Tab until something of that name has the focus. Throws when it has not come within `most` steps. */
async function tabTo(name: string | RegExp, { at = page, most = 40, key = "Tab" } = {}): Promise<void> {
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
const isOn = (name: string | RegExp) => expect.poll(async () => (await focused())?.name ?? "(nothing)").toMatch(name);
/** Not lost: the next Tab goes on from here and not from the top of the page. */
const isSomewhere = () => expect.poll(() => focused()).not.toBeNull();
const dialog = (name: string) => page.getByRole("dialog", { name });

test("the sign-in: closed once, then done", async () => {
  await expect.poll(() => page.getByRole("button", { name: /^Sign In/ }).isEnabled()).toBe(true);
  await tabTo(/^Sign In & Link/);
  const opens = page.waitForEvent("popup");
  await press("Enter");
  await (await opens).close();
  await page.getByRole("alert").waitFor();
  await isOn(/^Sign In & Link/);

  const again = page.waitForEvent("popup");
  await press("Enter");
  const popup = await again;
  await popup.getByLabel("Another address").waitFor();
  await tabTo(/^Another address/, { at: popup });
  await popup.keyboard.type(`keyboard.${Date.now()}@example.com`);
  await popup.keyboard.press("Enter");
  await page.waitForURL(`${APP}/app`);
});

test("the tabs, with the arrow keys", async () => {
  await page.getByText("No templates created yet.").waitFor();
  await tabTo("Manage Templates");
  for (const [key, name, hash] of [
    ["ArrowRight", "Direct Send", "#direct-send"],
    ["End", "Bulk Send (CSV)", "#bulk-send"],
    ["Home", "Manage Templates", "#templates"],
  ] as const) {
    await press(key);
    await isOn(name);
    await press("Enter");
    await page.waitForURL(`${APP}/app${hash}`);
    await page.getByRole("tab", { name, selected: true }).waitFor();
    await isOn(name);
  }
});

test("guide and account menu give the focus back", async () => {
  await tabTo(/Need Help/, { key: "Shift+Tab" });
  await press("Enter");
  await dialog("How Sendwright works").waitFor();
  expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true);
  await tabTo("Sending");
  await press("Enter");
  await isOn(/^Sending$/);
  await press("Escape");
  await dialog("How Sendwright works").waitFor({ state: "hidden" });
  await isOn(/Need Help/);

  await tabTo(/^Account:/);
  await press("Enter");
  await tabTo("Disconnect Google");
  await press("Enter");
  await page.getByRole("alertdialog").waitFor();
  await isOn("Cancel");
  await press("Enter");
  await page.getByRole("alertdialog").waitFor({ state: "hidden" });
  await isOn(/^Account:/);
});

test("a template: refused, written, a change thrown away, deleted", async () => {
  await tabTo("Create New Template");
  await press("Enter");
  await dialog("Create New Template").getByRole("textbox", { name: "Body" }).waitFor();
  await isSomewhere();
  await tabTo(/^Save Template$/);
  await press("Enter");
  await page.getByText(/^Validation Failed/).waitFor();
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
  await dialog("Create New Template").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "By keyboard", exact: true }).waitFor();
  await isOn("Create New Template");

  await tabTo("By keyboard");
  await press("Enter");
  await dialog("Edit Template").getByRole("textbox", { name: "Body" }).waitFor();
  await tabTo(/^Subject Line/);
  await press("End");
  await page.keyboard.type("!");
  await press("Escape");
  await page.getByRole("alertdialog").waitFor();
  await press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "hidden" });
  await isOn(/^Subject Line/);
  await press("Escape");
  await page.getByRole("alertdialog").waitFor();
  await tabTo("Discard changes");
  await press("Enter");
  await dialog("Edit Template").waitFor({ state: "hidden" });
  await isOn("By keyboard");

  await tabTo("Delete By keyboard");
  await press("Enter");
  await page.getByRole("alertdialog").waitFor();
  await tabTo(/^Delete/);
  await press("Enter");
  await page.getByRole("alertdialog").waitFor({ state: "hidden" });
  await page.getByText("No templates created yet.").waitFor();
  await isSomewhere();

  const toasts = page.getByRole("button", { name: "Close notification" });
  await tabTo("Close notification");
  const before = await toasts.count();
  await press("Enter");
  await expect.poll(() => toasts.count()).toBeLessThan(before);
  await isSomewhere();
});

test("the way out", async () => {
  await tabTo("Logout", { key: "Shift+Tab" });
  await press("Enter");
  await page.getByRole("heading", { name: "Send Personalized Emails Effortlessly" }).waitFor();
  expect(page.url()).toBe(`${APP}/`);
});
