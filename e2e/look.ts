import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import type axe from "axe-core";
import { drawn } from "./drawn.ts";
import { expect, test } from "./story.ts";

/**
 * Where pictures for a person to look at go; without it none are made: they take as long as
 * everything else.
 */
const PICTURES = process.env.STORIES_PICTURES;
const WIDTHS = [360, 768, 1280, 1920];
const THEMES = ["light", "dark"] as const;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The checks that depend on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Keeps a picture for a person to look at, where pictures are wanted; of the whole page if asked.
 */
export async function keepScreen(
  page: Page,
  name: string,
  { fullPage = false } = {},
): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
}

/** An element's upper and lower edge, in pixels from the top of the window. */
export async function boundsOf(element: Locator): Promise<{ top: number; bottom: number }> {
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
}

/**
 * Looks at a screen once everything on it is there: it finds no sideways scrolling in any width,
 * and axe finds nothing in either theme. The themes differ only in their colors, so it looks at the
 * dark one in one width, except for the pictures. `fullPage` for screens longer than a window;
 * `settled` waits for elements that move a moment after the window has changed.
 */
export async function look(
  page: Page,
  name: string,
  {
    fullPage = true,
    settled = async () => {},
  }: { fullPage?: boolean; settled?: () => Promise<void> } = {},
): Promise<void> {
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of widthsFor(theme, WIDTHS, 1280)) {
      const at = `${name}-${width}-${theme}`;
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      await settled();
      const faults = await wideFaults(page);
      // The colors are the same in every width, and everything else is in both themes.
      const rules = theme === "dark" ? COLOR_RULES : RULES;
      if (width === 1280 || (width === 360 && theme === "light"))
        faults.push(...(await accessibilityFaults(page, rules)));
      if (faults.length > 0)
        await page.screenshot({ path: test.info().outputPath(`${at}.png`), fullPage });
      // Softly: the walk continues, so that one run reports every screen.
      expect.soft(faults, at).toEqual([]);
      await keepScreen(page, at, { fullPage });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
}

/**
 * The widths to look at in a theme: all in the light one, and for pictures; else the one in which
 * axe looks.
 */
export function widthsFor(theme: "light" | "dark", all: number[], ofAxe: number): number[] {
  return theme === "light" || PICTURES !== undefined ? all : [ofAxe];
}

/**
 * Elements that remain wider than their place, apart from those that are still adapting to the
 * window.
 */
export async function wideFaults(page: Page): Promise<string[]> {
  let wide: string[] = [];
  for (let looks = 0; looks < 30; looks += 1) {
    await drawn(page);
    wide = await tooWide(page);
    if (wide.length === 0) break;
  }
  return wide.map((part) => `${part} is wider than its place`);
}

/**
 * Content that you could see only by scrolling sideways: the page, or a dialog. A bar of buttons or
 * a table may scroll itself.
 */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isPlace = (part: Element) =>
      part.matches("html, [role=dialog], [role=alertdialog], .MuiDialogContent-root");
    const dialogs = "[role=dialog], [role=dialog] *, [role=alertdialog], [role=alertdialog] *";
    return [document.documentElement, ...document.querySelectorAll<HTMLElement>(dialogs)]
      .filter(
        (part) =>
          part instanceof HTMLElement &&
          part.clientWidth > 0 &&
          part.scrollWidth > part.clientWidth + 1,
      )
      .filter((part) => isPlace(part) || getComputedStyle(part).overflowX === "visible")
      .map((part) => `<${part.tagName.toLowerCase()} class="${part.className}">`);
  });
}

/**
 * Which words are broken in their middle, in what `selector` names; an address may break behind its
 * @ and its dots.
 */
export function brokenWords(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((where) => {
    const broken: string[] = [];
    for (const place of document.querySelectorAll(where)) {
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(/[\p{L}\p{N}_]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  }, selector);
}

/**
 * Which buttons have words that take more than one line, or that reach to their border; a row of
 * two buttons is one row, but for the answers of a question.
 */
export function crampedButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const button of document.querySelectorAll<HTMLElement>("[data-variant][data-size]")) {
      const box = button.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const parts: DOMRect[] = [];
      for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        // Words that are only heard, and an address that is cut on purpose, are not looked at.
        const { parentElement: holder } = node;
        if (holder && getComputedStyle(holder).overflowX !== "hidden")
          parts.push(...range.getClientRects());
      }
      const lines = new Set(parts.map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.push(`"${button.textContent}" takes ${lines.size} lines`);
      if (parts.some(({ left, right }) => left < box.left + 4 || right > box.right - 4)) {
        faults.push(`"${button.textContent}" reaches to its border`);
      }
    }
    // The answers of a question have a row each.
    const rows = ".MuiDialogActions-root:not([role=alertdialog] *), [data-actions]";
    for (const row of document.querySelectorAll(rows)) {
      const tops = new Set(
        [...row.children].map((button) => Math.round(button.getBoundingClientRect().top)),
      );
      if (tops.size > 1) faults.push(`"${row.textContent}" takes ${tops.size} rows`);
    }
    return faults;
  });
}

/**
 * What in the page's main part can be scrolled sideways, but for a table that one types and bars of
 * buttons.
 */
export function sidewaysPlaces(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main *")]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1)
      .filter((part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowX))
      .filter((part) => part.closest("[role=grid], [role=toolbar], [role=tablist]") === null)
      .map((part) => `<${part.tagName.toLowerCase()} class="${part.className}"> scrolls sideways`),
  );
}

/**
 * What axe finds on the page itself, not in the frames of emails, which run no scripts. We call it
 * directly: axe's builder for Playwright takes seven times as long.
 */
export async function accessibilityFaults(page: Page, rules: string[] = RULES): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return await page.evaluate(async (only) => {
    // No one reads a color in the middle of a transition.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    // At its end a page has room for the bar that stays at the bottom of the window: no button lies
    // half under it.
    const top = window.scrollY;
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations } = await engine.run(document, {
      iframes: false,
      resultTypes: ["violations"],
      runOnly: only,
    });
    window.scrollTo({ top, behavior: "instant" });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, html, failureSummary }) =>
          `${id} at ${target.join(" ")}: ${html}: ${failureSummary}`,
      ),
    );
  }, rules);
}
