import type { Page } from "@playwright/test";
import type { BenchRow } from "../../../bench/measure.ts";
import { closing, openPopup } from "../../google.ts";
import { SLOWED, sender, slow, visit } from "./visit.ts";

const PHONE = { isSignedIn: false, width: 390 };

const template = (page: Page) => page.getByRole("button", { name: "Talk", exact: true });

/** The milliseconds until the list of templates is there. */
async function untilTemplates(page: Page, begin = performance.now()): Promise<number> {
  await template(page).waitFor();
  return performance.now() - begin;
}

async function openLanding(page: Page): Promise<void> {
  await slow(page, { network: true });
  await page.goto("/", { waitUntil: "networkidle" });
}

async function drawLanding(page: Page): Promise<number> {
  await openLanding(page);
  return await page.evaluate(async () => {
    const entries = new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type: "largest-contentful-paint", buffered: true });
    });
    return (await entries).at(-1)?.startTime ?? Number.NaN;
  });
}

async function signIn(page: Page): Promise<number> {
  await openLanding(page);
  const popup = await openPopup(page);
  await popup.getByLabel("Another address").fill(sender.email);
  await closing(popup, () => popup.getByRole("button", { name: "Continue" }).click());
  return await untilTemplates(page);
}

async function visitAgain(page: Page): Promise<number> {
  await page.goto("/app", { waitUntil: "networkidle" });
  const again = await page.context().newPage();
  // Otherwise it would load the editor now, on the same processor.
  await page.close();
  await slow(again, { network: true });
  const begin = performance.now();
  await again.goto("/app", { waitUntil: "commit" });
  return await untilTemplates(again, begin);
}

/**
 * The milliseconds from the click on a template, once the page has loaded its editor (`loadSoon`),
 * to the frame with its body.
 */
async function openEditor(page: Page): Promise<number> {
  await page.goto("/app");
  await page.waitForTimeout(6_000);
  await slow(page);
  const ms = page.evaluate(async () => {
    const click = await new Promise<Event>((resolve) =>
      addEventListener("click", resolve, { once: true, capture: true }),
    );
    const body = "[role=dialog] .ql-editor[contenteditable=true] p";
    while (!document.querySelector(body)?.textContent) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - click.timeStamp;
  });
  await template(page).click();
  return await ms;
}

export const rows: BenchRow[] = [
  {
    name: "loading-landing",
    what: `the landing page's largest part drawn on a phone with slow 4G, ${SLOWED}`,
    unit: "ms",
    atMost: 1_800,
    decision: "visitors leave: load less before the first screen is drawn.",
    measure: () => visit(drawLanding, PHONE),
  },
  {
    name: "loading-tab",
    what: "from the end of Google's window to the list of templates on the same phone",
    unit: "ms",
    atMost: 3_000,
    decision:
      "people wait after they sign in: load and ask for less before the first tab, or earlier.",
    measure: () => visit(signIn, PHONE),
  },
  {
    name: "loading-again",
    what: "from the address to the list of templates on the same phone, at the second visit",
    unit: "ms",
    atMost: 1_000,
    decision: "people wait at every visit: make fewer calls one after the other.",
    measure: () => visit(visitAgain, { width: PHONE.width }),
  },
  {
    name: "loading-editor",
    what: `from a click on a template, a few seconds after the page came, to its body, ready for keys, ${SLOWED}`,
    unit: "ms",
    atMost: 300,
    decision: "the editor comes late: load its code before the click, and draw less with it.",
    measure: () => visit(openEditor),
  },
];
