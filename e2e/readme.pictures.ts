import { EMAIL, haveOnly, keepPicture } from "./pictures.ts";
import { LIST, TEMPLATE } from "./sample.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

test.use({ email: EMAIL, signedIn: true, viewport: { width: 1200, height: 600 } });

test("the pictures of the README: a checked file, and the email for two of its rows, in both themes", async ({
  page,
  sender,
}) => {
  await haveOnly(sender, [TEMPLATE]);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, TEMPLATE.name);
  await chooseFile(page, csvFile(LIST));
  await expect(page.getByText("9 emails for 12 rows ready")).toBeVisible();
  await expect(
    page.frameLocator('iframe[title*="Mail" i]').getByText("about Ella").first(),
  ).toBeVisible();
  await page
    .getByText("9 emails for 12 rows ready")
    .evaluate((heading) => heading.scrollIntoView({ block: "start" }));
  await page.mouse.move(0, 0);
  await keepPicture(page, "bulk-send");
  await page.emulateMedia({ colorScheme: "dark" });
  await keepPicture(page, "bulk-send-dark");
});
