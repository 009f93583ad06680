import { execFileSync } from "node:child_process";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";

/** What only a person with a screen can do: Chrome's own menus, keys and windows, through xdotool. */
function xdotool(...words: (string | number)[]): string {
  return execFileSync("xdotool", words.map(String), { encoding: "utf8" });
}

/** Milliseconds between two keys. */
const KEY_PAUSE = 80;

/** Presses keys one after another, wherever the mouse is. */
export function pressKeys(...keys: string[]): void {
  xdotool("key", "--delay", KEY_PAUSE, ...keys);
}

const windows = () => xdotool("search", "--onlyvisible", "--maxdepth", 1, "--class", "").trim().split("\n");

/** Puts the mouse into the middle of an element of the page in front. */
async function pointAt(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error("There is nothing to point at.");
  const frame = await page.evaluate(() => ({ x: screenX, y: screenY + outerHeight - innerHeight }));
  xdotool("mousemove", Math.round(frame.x + box.x + box.width / 2), Math.round(frame.y + box.y + box.height / 2));
}

/** Clicks an element as the person's own hand does. */
export async function clickOnScreen(page: Page, element: Locator): Promise<void> {
  await pointAt(page, element);
  xdotool("click", 1);
}

/** Does what opens a menu of Chrome's, and waits for it to be there. */
async function untilOpen(opens: () => unknown): Promise<void> {
  const before = new Set(windows());
  await opens();
  await expect.poll(() => windows().filter((id) => !before.has(id)).length).toBeGreaterThan(0);
}

/** Opens Chrome's menu of an element, with the right button. */
export async function openMenu(page: Page, element: Locator): Promise<void> {
  await pointAt(page, element);
  await untilOpen(() => xdotool("click", 3));
}

/** The side panel, which Playwright does not show as a page. */
export interface SidePanel {
  /** The value of an expression there; it counts as the person's own click. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Waits for a button and clicks it. */
  press: (name: string) => Promise<void>;
}

/** Waits for the real side panel; returns the way to look into it. */
export async function sidePanel(context: BrowserContext, page: Page): Promise<SidePanel> {
  const cdp = await context.newCDPSession(page);
  const find = async () => {
    const { targetInfos } = await cdp.send("Target.getTargets");
    return targetInfos.find(({ url }) => url.startsWith("chrome-extension://") && url.endsWith("/panel.html"))
      ?.targetId;
  };
  await expect.poll(find).toBeDefined();
  const { sessionId } = await cdp.send("Target.attachToTarget", { targetId: (await find()) ?? "", flatten: false });
  let asked = 0;
  const evaluate = async (expression: string): Promise<unknown> => {
    asked += 1;
    const id = asked;
    const answer = new Promise<unknown>((resolve) => {
      const hear = ({ message }: { message: string }) => {
        const said = JSON.parse(message);
        if (said.id !== id) return;
        cdp.off("Target.receivedMessageFromTarget", hear);
        resolve(said.result?.result?.value);
      };
      cdp.on("Target.receivedMessageFromTarget", hear);
    });
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const message = JSON.stringify({ id, method: "Runtime.evaluate", params });
    await cdp.send("Target.sendMessageToTarget", { sessionId, message });
    return await answer;
  };
  const button = (name: string) =>
    `[...document.querySelectorAll("button")].find((one) => one.textContent.trim() === ${JSON.stringify(name)} && !one.disabled)`;
  const press = async (name: string) => {
    await expect.poll(() => evaluate(`${button(name)} !== undefined`)).toBe(true);
    await evaluate(`${button(name)}.click()`);
  };
  return { evaluate, press };
}
