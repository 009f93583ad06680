import { chooseTemplate, csvFile } from "./sendSteps.ts";
import { expect, test } from "./story.ts";

const BODY =
  "<p>Dear {{Parent}}, {{Child first name|text:your child}} plays at {{Kick-off}}, {{Place}}.{{#Drives=yes}} Thanks for driving.{{/Drives}}</p>";
const CSV =
  "Email,Parent,First name child,Driving,Shirt\na@example.org,Ann,Mia,yes,S\nb@example.org,Bo,Ben,no,M\nc@example.org,Cy,Sofia,yes,L\n";
test.use({ signedIn: true });
for (const width of [1280, 360])
  for (const scheme of ["light", "dark"] as const)
    test(`shots ${width} ${scheme}`, async ({ sender, page }) => {
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await sender.template({ name: "Match", subject: "Match for {{Child first name|text:your child}}", body: BODY, dateFormat: "long", timeFormat: "12hr" });
      await page.goto("/app#bulk-send");
      await chooseTemplate(page, "Match");
      await page.locator('input[type="file"]').first().setInputFiles(csvFile(CSV));
      const kick = page.getByRole("group", { name: "Kick-off", exact: true });
      await kick.getByRole("textbox").fill("10:30");
      await page.getByRole("group", { name: "Place", exact: true }).getByRole("textbox").fill("Mill Lane");
      const overlooked = page.getByText("3 emails will say “your child”; the column “First name child” isn't used.");
      await expect(overlooked).toBeVisible();
      const shot = (name: string) => page.screenshot({ path: `/tmp/where/${name}-${width}-${scheme}.png`, fullPage: true });
      await shot("bulk");
      await kick.getByText("From the list").click();
      await expect(page.getByRole("option").first()).toBeVisible();
      await page.screenshot({ path: `/tmp/where/menu-${width}-${scheme}.png` });
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await shot("open");
      await page.getByRole("button", { name: /^Send/ }).last().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await page.screenshot({ path: `/tmp/where/question-${width}-${scheme}.png` });
      await page.getByRole("alertdialog").getByRole("button", { name: "Use them" }).click();
      await expect(page.getByRole("alertdialog").getByText(/isn't used/)).toHaveCount(0);
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
      await page.goto("/app#direct-send");
      await chooseTemplate(page, "Match");
      await page.getByLabel("Recipients", { exact: true }).fill("fam@example.org, Bo Li <bo@example.org>,");
      await page.getByRole("group", { name: "Child first name", exact: true }).getByRole("textbox").fill("Mia");
      await shot("direct-same");
      await page.getByRole("group", { name: "Child first name", exact: true }).getByText("Each their own").click();
      await expect(page.getByText("In the table above.")).toBeVisible();
      await shot("direct-own");
    });
