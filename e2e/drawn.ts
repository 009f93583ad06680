import type { Page } from "@playwright/test";

/** Waits for two frames: everything that an event changes is then on the screen. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
