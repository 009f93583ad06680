import { expect, type Locator, type Page } from "@playwright/test";
import { drawn } from "./drawn.ts";

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

/**
 * Runs in every page before its own scripts. Notes each of the browser's layout shifts that moves
 * the place someone works in to another place of the window, including shifts just after an input
 * (`hadRecentInput`). Scrolling isn't counted, nor is a shift that scrolling makes up for.
 */
function watchShifts(): void {
  const shifts: string[] = [];
  interface Source {
    node: Node | null;
    previousRect: DOMRectReadOnly;
    currentRect: DOMRectReadOnly;
  }
  let place: Element | null = null;
  /** Its last known position in the window, and how far its parents had scrolled. */
  let seen = { x: 0, y: 0, scrolled: 0 };
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    const text =
      element?.getAttribute("aria-label") ??
      (element instanceof HTMLInputElement ? element.value : element?.textContent) ??
      "";
    const kind = element?.getAttribute("role") ?? element?.localName ?? "";
    return `${kind} “${text.trim().slice(0, 50)}”`;
  };
  const positionOf = (element: Element) => {
    const { x, y } = element.getBoundingClientRect();
    let scrolled = 0;
    for (let one: Element | null = element; one !== null; one = one.parentElement)
      scrolled += one.scrollTop;
    return { x, y, scrolled };
  };
  const look = () => {
    if (place !== null) seen = positionOf(place);
  };
  const work = ({ target, type }: Event) => {
    if (!(target instanceof Element) || target === document.body) return;
    // In a field of several parts, the cursor goes from one to the next: chips, the lines of a text.
    place = target.closest("[data-chips], [contenteditable]") ?? target;
    look();
    // A form that opens has the focus before it has its place: no one sees it elsewhere.
    if (type === "focusin" && target.closest("[role=dialog]")) requestAnimationFrame(look);
  };
  for (const begin of ["pointerdown", "focusin"]) window.addEventListener(begin, work, true);
  /** How far it has moved in the window since, other than by scrolling; null if it hasn't. */
  const moved = () => {
    if (place === null || !place.isConnected || place.getClientRects().length === 0) return null;
    // An option is gone as soon as its list closes.
    if (place.closest("[role=listbox], [role=menu]")) return null;
    const now = positionOf(place);
    const [x, y] = [now.x - seen.x, now.y - seen.y];
    const isScrolled = Math.abs(y + now.scrolled - seen.scrolled) < 2;
    return Math.abs(x) < 2 && (Math.abs(y) < 2 || isScrolled) ? null : { x, y };
  };
  window.addEventListener("scroll", () => moved() === null && look(), true);
  const read = (list: PerformanceObserverEntryList) => {
    const by = moved();
    look();
    if (by === null) return;
    const sources = list
      .getEntries()
      .flatMap((entry) => (entry as PerformanceEntry & { sources: Source[] }).sources);
    const others = sources.map(
      ({ node, previousRect: from, currentRect: to }) =>
        `${nameOf(node)} ${Math.round(from.y)}+${Math.round(from.height)} → ${Math.round(to.y)}+${Math.round(to.height)}`,
    );
    shifts.push(
      `${nameOf(place)} by ${Math.round(by.x)}, ${Math.round(by.y)} px: ${others.join("; ")}`,
    );
  };
  new PerformanceObserver(read).observe({ type: "layout-shift", buffered: true });
  Object.assign(window, { shifts });
}

/** Watches a page for shifts; call it before the page is opened. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(watchShifts);
}

/**
 * Presses with the mouse as long as a person does, some frames, during which the target stays where
 * it is; or taps. After a tap, the browser sends press, release and click at once.
 */
export async function press(target: Locator): Promise<void> {
  const page = target.page();
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) await target.tap();
  else {
    // A change by the last press may still be drawn above: no one presses that soon.
    await expect(async () => {
      await target.hover();
      const place = await target.boundingBox();
      await drawn(page);
      expect(await target.boundingBox()).toEqual(place);
      expect(await target.evaluate((element) => element.matches(":hover"))).toBe(true);
    }).toPass();
    // A list that opens hides the rest of the page from its roles.
    const element = await target.elementHandle();
    const before = await element?.boundingBox();
    await page.mouse.down();
    await drawn(page);
    await drawn(page);
    const during = await element?.boundingBox();
    await page.mouse.up();
    expect.soft(during, `${target} between press and release`).toEqual(before);
  }
  await drawn(page);
}

/** Nothing has moved where someone presses or writes since the last call. */
export async function expectSteady(page: Page, step: string): Promise<void> {
  await drawn(page);
  const shifts = await page.evaluate(() =>
    (window as unknown as { shifts: string[] }).shifts.splice(0),
  );
  expect.soft(shifts, step).toEqual([]);
}

/** The buttons that a click anywhere in this place of the window would hit. */
export async function buttonsAt(page: Page, place: Box | null): Promise<string[]> {
  if (place === null) throw new Error("There was no such place.");
  return await page.evaluate(({ x, y, width, height }) => {
    const hit = new Set<string>();
    for (let left = x; left <= x + width; left += 4) {
      for (let top = y; top <= y + height; top += 4) {
        const button = document.elementFromPoint(left, top)?.closest("button");
        if (button) hit.add(button.textContent ?? "");
      }
    }
    return [...hit];
  }, place);
}
