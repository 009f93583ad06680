import type { CDPSession, Locator } from "@playwright/test";
import { expect, test } from "./story.ts";

/** Input that is composed (Japanese, dead keys) beside a placeholder, as an input method makes it. */
test.use({ signedIn: true });

/** The visible text of the body's first line, a chip in brackets. */
const lineOf = (body: Locator) =>
  body.evaluate((element) => {
    const line = element.firstElementChild?.cloneNode(true) as HTMLElement;
    for (const chip of line.querySelectorAll("[data-written]")) {
      chip.replaceWith(`[${chip.getAttribute("data-written")?.replaceAll(/[{}]/g, "")}]`);
    }
    return line.textContent?.replaceAll("\ufeff", "");
  });

/** Composes a text as an input method does: each stage takes the place of the one before, the last is taken. */
async function compose(session: CDPSession, ...stages: string[]) {
  for (const text of stages) {
    await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await session.send("Input.insertText", { text: stages.at(-1) ?? "" });
}

const CASES = [
  { what: "Japanese behind a chip", before: "{{Name}}", stages: ["さ", "さま", "様"], after: "XY", line: "[Name]様XY" },
  { what: "a dead key behind a chip", before: "{{Name}}", stages: ["´", "é"], after: "tait", line: "[Name]était" },
  { what: "Japanese behind words", before: "{{Name}} a", stages: ["さ", "様"], after: "XY", line: "[Name] a様XY" },
];

for (const { what, before, stages, after, line } of CASES) {
  test(`${what} stays where it is written`, async ({ page }) => {
    await page.goto("/app");
    await page.getByRole("button", { name: "Create New Template", exact: true }).click();
    const body = page.getByRole("dialog").getByRole("textbox", { name: "Body" });
    await body.click();
    await page.keyboard.type(before);
    await expect(body.getByRole("img")).toHaveCount(1);
    const session = await page.context().newCDPSession(page);
    await compose(session, ...stages);
    await page.keyboard.type(after);
    await expect.poll(() => lineOf(body)).toBe(line);
  });
}

test("Japanese before a chip, and between two, stays where it is written", async ({ page }) => {
  await page.goto("/app");
  await page.getByRole("button", { name: "Create New Template", exact: true }).click();
  const body = page.getByRole("dialog").getByRole("textbox", { name: "Body" });
  await body.click();
  await page.keyboard.type("{{A}}{{B}}");
  await expect(body.getByRole("img")).toHaveCount(2);
  const session = await page.context().newCDPSession(page);
  await page.keyboard.press("ArrowLeft");
  await compose(session, "さ", "様");
  await page.keyboard.type("X");
  await expect.poll(() => lineOf(body)).toBe("[A]様X[B]");
  await page.keyboard.press("Home");
  await compose(session, "か", "化");
  await page.keyboard.type("Y");
  await expect.poll(() => lineOf(body)).toBe("化Y[A]様X[B]");
});
