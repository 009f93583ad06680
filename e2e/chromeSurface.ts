import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "./extended.ts";

/** Chrome's own side panel or popup, which Playwright doesn't show as a page. */
interface ChromeSurface {
  /** The value of an expression there; it counts as the person's own click. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Waits for a button and clicks it. */
  press: (name: string) => Promise<void>;
  /** Waits for a text. */
  shows: (text: string) => Promise<void>;
}

/**
 * Waits for Chrome's own side panel or popup; returns the way to look into it. No tab may show the
 * same page.
 */
export async function chromeSurface(
  context: BrowserContext,
  page: Page,
  name: "panel" | "popup",
): Promise<ChromeSurface> {
  const cdp = await context.newCDPSession(page);
  const find = async () => {
    const { targetInfos } = await cdp.send("Target.getTargets");
    return targetInfos.find(
      ({ url }) => url.startsWith("chrome-extension://") && url.endsWith(`/${name}.html`),
    )?.targetId;
  };
  await expect.poll(find).toBeDefined();
  const { sessionId } = await cdp.send("Target.attachToTarget", {
    targetId: (await find()) ?? "",
    flatten: false,
  });
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
  const shows = async (text: string) =>
    await expect.poll(() => evaluate("document.body.textContent")).toContain(text);
  return { evaluate, press, shows };
}
