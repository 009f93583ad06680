import { keepScreen } from "./look.ts";
import { expect, test } from "./story.ts";
import { writeTime } from "./timeField.ts";

/** Where the clock has 24 hours, whatever the browser's own fields would have. */
test.use({ signedIn: true, locale: "de-DE" });

test("the field of a beginning has the clock of the words beside it", async ({ page }) => {
  await page.goto("/app#bulk-send");
  await page.getByText(/^Tomorrow (08|8):00$/).click();
  await page.getByText("Choose…").click();
  const field = page.getByRole("group", { name: "Time", exact: true });
  await expect(field.getByRole("spinbutton")).toHaveText(["08", "00"]);
  await writeTime(page, "1500");
  await expect(field.getByRole("spinbutton")).toHaveText(["15", "00"]);
  await expect(page.locator("#start-words")).toHaveText(/, 15:00, /);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 780 });
      await field.scrollIntoViewIfNeeded();
      await keepScreen(page, `clock-${width}-${colorScheme}`);
    }
  }
});
