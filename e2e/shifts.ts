import { expect, type Locator, type Page } from "@playwright/test";

/** A part of the page that changed its place by itself, as the browser reports it. */
interface Shift {
  /** What was moved, and by how many pixels. */
  moved: string;
  /** What the person was pressing or working in. */
  inUse: string;
}

/**
 * Runs in every page before its own scripts. Collects the browser's layout shifts, including those
 * just after an input, that move what has the focus, or what is pressed or was pressed last.
 */
function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  /** What the person works in, and since when. */
  let worked: { place: Element; since: number } | null = null;
  const nameOf = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const text = element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    const kind = element?.getAttribute("role") ?? element?.localName ?? "";
    return `${kind}.${String(element?.className).slice(0, 40)} “${text.trim().slice(0, 60)}”`;
  };
  const works = ({ target }: Event) => {
    if (!(target instanceof Element) || target === document.body) return;
    // The cursor moves on in the field when a chip is made of a text.
    worked = { place: target.closest("[data-chips]") ?? target, since: performance.now() };
  };
  for (const begin of ["pointerdown", "focusin"]) window.addEventListener(begin, works, true);
  const distance = ({ previousRect, currentRect }: Source) =>
    `${Math.round(currentRect.x - previousRect.x)}, ${Math.round(currentRect.y - previousRect.y)} px`;
  interface Source {
    node: Node | null;
    previousRect: DOMRectReadOnly;
    currentRect: DOMRectReadOnly;
  }
  const read = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries()) {
      const { sources } = entry as PerformanceEntry & { sources: Source[] };
      for (const source of sources) {
        const { node, previousRect, currentRect } = source;
        if (node === null) continue;
        // It has grown or shrunk, and is still at the same place.
        const isThere = (["left", "right"] as const).some(
          (side) => Math.abs(currentRect[side] - previousRect[side]) < 1,
        );
        if (isThere && Math.abs(currentRect.y - previousRect.y) < 1) continue;
        if (worked === null || entry.startTime < worked.since || !node.contains(worked.place))
          continue;
        // At the top of the page there is nothing to scroll.
        const isAtTop = document.documentElement.scrollTop === 0;
        if (isAtTop && currentRect.y < previousRect.y) continue;
        shifts.push({
          moved: `${nameOf(node)} by ${distance(source)}`,
          inUse: nameOf(worked.place),
        });
      }
    }
  };
  new PerformanceObserver(read).observe({ type: "layout-shift", buffered: true });
}

/** Watches a page for shifts; call it before the page is opened. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(watchShifts);
}

/** Waits for two frames: what an event changes is on the screen, and reported. */
function drawn(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Presses with the mouse as long as a person does, some frames; or taps. */
export async function press(target: Locator): Promise<void> {
  const page = target.page();
  if (await page.evaluate(() => navigator.maxTouchPoints > 0)) await target.tap();
  else {
    await target.hover();
    await page.mouse.down();
    await drawn(page);
    await page.mouse.up();
  }
  await drawn(page);
}

/** Forgets what has moved until now: for a step that is known to move something. */
export async function forgetShifts(page: Page): Promise<void> {
  await drawn(page);
  await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0));
}

/** Nothing has moved during a press, or where someone works, since the last call. */
export async function expectSteady(page: Page, step: string): Promise<void> {
  await drawn(page);
  const shifts = await page.evaluate(() =>
    (window as unknown as { shifts: Shift[] }).shifts.splice(0),
  );
  expect.soft(shifts, step).toEqual([]);
}
