import type { Page } from "@playwright/test";
import { expect, fill, onPage, SEND, send, test } from "./extended.ts";
import { keepScreen, wideFaults } from "./look.ts";

/** Popup and side panel while they are used: nothing jumps, nothing shines through, one look. */
test.use({
  signedIn: true,
  holds: true,
  ownBrowser: true,
  expected: /Blocked script execution/,
});

interface Shift {
  /** Pixels down. */
  y: number;
  value: number;
  /** Whether a click or key of the last half second may have caused it. */
  isAnswer: boolean;
  what: string;
}
declare global {
  interface Window {
    shifts: Shift[];
  }
}

/** Records everything that moves, from the first paint on. */
function recordShifts(): void {
  window.shifts = [];
  type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect };
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  new PerformanceObserver((list) => {
    // Neither what comes nor what goes has moved.
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
      for (const { node, previousRect: from, currentRect: to } of sources)
        if (from.width > 0 && to.width > 0)
          window.shifts.push({
            y: Math.round(to.y - from.y),
            value,
            isAnswer: hadRecentInput,
            what:
              node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.textContent),
          });
  }).observe({ type: "layout-shift", buffered: true });
}

/** What has moved since the last look. */
const moved = (surface: Page) =>
  surface.evaluate(() => {
    const all = window.shifts;
    window.shifts = [];
    return all;
  });

/** The left and right edges of the header's logo and of the content: a scrollbar that comes and goes moves them. */
const edges = (surface: Page) =>
  surface.evaluate(() =>
    ["header a", "header", "main"].map((part) => {
      const { left, right } = (document.querySelector(part) as Element).getBoundingClientRect();
      return [part, left, right];
    }),
  );

/** The backgrounds of all fields that take no input. */
const disabledLooks = (surface: Page) =>
  surface.evaluate(() => {
    const off = document.querySelectorAll(
      ".MuiOutlinedInput-root.Mui-disabled, [data-disabled=true], button:disabled:is([data-variant=outlined], [data-variant=contained])",
    );
    return [...new Set([...off].map((box) => getComputedStyle(box).backgroundColor))];
  });

const LONG = {
  name: "Invitation",
  subject: "Hello {{Name}}",
  body: `<p>Dear {{Name}}.</p>${Array.from({ length: 5 }, (_, n) => `<p>{{Part ${n}|text:none}}</p>`).join("")}<p>{{Place|sticky}}{{#Day}} {{Day|date}}{{/Day}}{{#What}} {{What|dropdown:Tea,Cake}}{{/What}}</p>`,
};

for (const name of ["popup", "panel"] as const)
  for (const theme of ["light", "dark"] as const)
    test(`the ${name} in the ${theme} theme: nothing jumps from 360 to 600 px`, async ({
      page,
      context,
      sender,
      surface,
    }) => {
      test.setTimeout(240_000);
      await sender.template(LONG);
      await onPage(page);
      await context.addInitScript(recordShifts);
      const window = await surface(name);
      await window.emulateMedia({ colorScheme: theme });
      for (const width of [360, 420, 500, 600]) {
        await window.setViewportSize({ width, height: 600 });
        await window.evaluate(() => chrome.storage.session.remove(["draft", "attempt"]));
        await window.reload();
        await window.getByRole("button", { name: "Invitation" }).waitFor();
        const at = (step: string) => `extension-look-${name}-${width}-${theme}-${step}`;
        await keepScreen(window, at("choose"));
        const atFirst = await edges(window);
        const check = async (step: string) => {
          expect.soft(await wideFaults(window), at(step)).toEqual([]);
          const shifts = await moved(window);
          expect.soft(await edges(window), at(step)).toEqual(atFirst);
          const unasked = shifts.filter(({ isAnswer }) => !isAnswer);
          const sum = unasked.reduce((total, { value }) => total + value, 0);
          expect.soft(sum, `${at(step)} ${JSON.stringify(unasked)}`).toBeLessThan(0.1);
          await keepScreen(window, at(step));
        };
        await check("opened");
        await fill(window, "ann@example.org,");
        await window.getByLabel("Place").fill("the harbour");
        await check("filled");
        const header = window.locator("header");
        const before = await header.screenshot();
        await window.evaluate(() => scrollTo(0, scrollY > 70 ? 0 : 140));
        const scrolled = await header.screenshot();
        await keepScreen(window, at("scrolled"));
        expect.soft(scrolled.equals(before), at("header")).toBe(true);
        await window.getByRole("button", { name: SEND }).click();
        const question = window.getByRole("alertdialog");
        await question.waitFor();
        await check("question");
        await question.getByRole("button", { name: "Cancel" }).click();
        await question.waitFor({ state: "hidden" });
        await check("back");
        await send(window);
        const undo = window.getByRole("button", { name: "Undo" });
        await undo.waitFor();
        await check("held");
        expect.soft(await disabledLooks(window), at("disabled")).toHaveLength(1);
        await undo.click();
        await window.getByText("Nothing was sent.").waitFor();
        await check("undone");
        await window.getByRole("button", { name: "Close" }).click();
        await window.getByRole("button", { name: "Change the template" }).click();
        await window.getByLabel("Find a template").waitFor();
        await check("changing");
      }
    });

test("every icon is in the middle of its button", async ({ page, sender, surface }) => {
  await sender.template();
  await onPage(page);
  for (const name of ["popup", "panel"] as const) {
    const window = await surface(name);
    await window.setViewportSize({ width: 420, height: 600 });
    if (name === "popup") await window.getByRole("button", { name: "Invitation" }).click();
    await window.getByRole("button", { name: "Change the template" }).waitFor();
    const off = await window.evaluate(() =>
      [...document.querySelectorAll("button svg, a svg")].flatMap((icon) => {
        const button = icon.closest("button, a") as Element;
        const middle = ({ top, height }: DOMRect) => top + height / 2;
        const by = middle(icon.getBoundingClientRect()) - middle(button.getBoundingClientRect());
        return Math.abs(by) > 1 ? [`${button.textContent || button.outerHTML}: ${by} px`] : [];
      }),
    );
    expect.soft(off, name).toEqual([]);
    const row = await window.locator("header svg").evaluateAll((icons) =>
      icons.map((icon) => {
        const { top, height } = icon.getBoundingClientRect();
        return top + height / 2;
      }),
    );
    expect.soft(Math.max(...row) - Math.min(...row), name).toBeLessThanOrEqual(1);
  }
});
