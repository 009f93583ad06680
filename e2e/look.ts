import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { keepScreen } from "./browser.ts";

const WIDTHS = [360, 768, 1280, 1920];
const THEMES = ["light", "dark"] as const;
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Looks at a screen as it stands, in every width and both themes: keeps the pictures, finds nothing that has to be scrolled
 * sideways, and lets axe find nothing. `fullPage` for what is longer than a window; `floats` for what finds its place anew a moment
 * after the window has changed.
 */
export async function look(page: Page, name: string, { fullPage = true, floats = false } = {}): Promise<void> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      const at = `${name}-${width}-${theme}`;
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      await page.waitForTimeout(floats ? 300 : 0);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      for (const wide of await tooWideForLong(page)) found.push(`${at}: ${wide} is wider than its place`);
      await keepScreen(page, at, { fullPage });
      // The colours are the same in every width, and so is the order of things in both themes.
      if (width === 1280 || (width === 360 && theme === "light")) {
        for (const fault of await accessibilityFaults(page)) found.push(`${at}: ${fault}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
  // Softly: the walk goes on, so that one run tells of every screen.
  expect.soft(found).toEqual([]);
}

/** As below, but not what is only so for the moment in which the window has just changed. */
async function tooWideForLong(page: Page): Promise<string[]> {
  let wide = await tooWide(page);
  for (let looks = 0; wide.length > 0 && looks < 5; looks += 1) {
    await page.waitForTimeout(100);
    wide = await tooWide(page);
  }
  return wide;
}

/** What could only be seen by scrolling sideways: the page, or a dialog. A bar of buttons or a table may scroll by itself. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isPlace = (part: Element) => part.matches("html, [role=dialog], [role=alertdialog], .MuiDialogContent-root");
    const dialogs = "[role=dialog], [role=dialog] *, [role=alertdialog], [role=alertdialog] *";
    return [document.documentElement, ...document.querySelectorAll<HTMLElement>(dialogs)]
      .filter((part) => part instanceof HTMLElement && part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1)
      .filter((part) => isPlace(part) || getComputedStyle(part).overflowX === "visible")
      .map((part) => `<${part.tagName.toLowerCase()} class="${part.className}">`);
  });
}

async function accessibilityFaults(page: Page): Promise<string[]> {
  // A mail's frame lets no script run, and axe would wait in it for ever: only the page itself is looked at.
  const frameless = Object.create(page, { frames: { value: () => [page.mainFrame()] } }) as Page;
  const axe = new AxeBuilder({ page: frameless }).setLegacyMode().options({ iframes: false }).withTags(RULES);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id} at ${target.join(" ")}: ${html}: ${failureSummary}`),
  );
}
