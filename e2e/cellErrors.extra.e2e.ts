import type { Locator } from "@playwright/test";
import { cardOf, cellOf, openCard } from "./listTable.ts";
import { keepScreen } from "./look.ts";
import { chooseFile, chooseTemplate, OFFER, PROBLEMS } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

test.use({ signedIn: true });

const SEATS = ["Full Name", "Table", "Menu", "Place", "Guest"];
/** The end of an address so long that it leaves little room for values. */
const AT = ".who.organizes@the-conference.example.org";
const DINNER = {
  name: "Dinner",
  subject: "For {{Full Name}}",
  body: `<p>${SEATS.map((name) => `{{${name}}}`).join(" ")}</p>`,
};

/** How many lines of a text are shown, and whether those are all. */
function linesOf(words: Locator): Promise<{ shown: number; isWhole: boolean }> {
  return words.evaluate((part) => ({
    shown: Math.round(part.clientHeight / Number.parseFloat(getComputedStyle(part).lineHeight)),
    isWhole: part.scrollHeight <= part.clientHeight + 1,
  }));
}

/** Whether nothing covers the end of a text. */
function isOnTop(words: Locator): Promise<boolean> {
  return words.evaluate((part) => {
    const { left, bottom } = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint(left + 4, bottom - 6));
  });
}

for (const tab of ["direct-send", "bulk-send"]) {
  test(`an error in a cell takes two lines, and a click, a key or a tap shows all of it (${tab})`, async ({
    sender,
    page,
  }) => {
    const template = tab === "bulk-send" ? OFFER : DINNER;
    await sender.template(template);
    await page.goto(`/app#${tab}`);
    await chooseTemplate(page, template.name);
    if (tab === "bulk-send") {
      await chooseFile(page, PROBLEMS);
    } else {
      await page.getByRole("textbox", { name: "Recipients" }).fill(`ann${AT}, bo${AT}, cy${AT}, `);
      for (const name of SEATS) {
        const group = page.getByRole("group", { name, exact: true });
        await group.getByText("Each their own").click();
      }
    }
    const row = 3;
    const message = "Blank value for {{Full Name}}";
    const cell = await cellOf(page, row, "Full Name");
    const words = cell.getByText(message);
    await expect(cell).toHaveAttribute("aria-description", message);
    await expect.poll(() => linesOf(words)).toEqual({ shown: 2, isWhole: false });
    await cell.click({ position: { x: 8, y: 8 } });
    await expect.poll(() => linesOf(words)).toMatchObject({ isWhole: true });
    expect(await isOnTop(words), "the last line covers the rows below").toBe(true);
    await keepScreen(page, `cell-error-${tab}`);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => linesOf(words)).toEqual({ shown: 2, isWhole: false });
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => linesOf(words)).toMatchObject({ isWhole: true });

    await page.setViewportSize({ width: 360, height: 640 });
    const card = cardOf(page, row);
    await expect(card.getByText(message).first()).toBeVisible();
    expect((await linesOf(card.getByText(message).first())).shown).toBeLessThanOrEqual(2);
    const whole = (await openCard(page, row)).locator("[data-tone]").getByText(message);
    await expect.poll(() => linesOf(whole)).toMatchObject({ isWhole: true });
  });
}
