import { chooseTemplate, csvFile } from "./sendSteps.ts";
import { test } from "./story.ts";
test.use({ signedIn: true, holds: true });
const ROWS = ["Anna Berger,Mia,fam.berger@example.org", "Lucia Romero,Ben,lucia.romero@example.org", "Petra Klein,Sofia,petra@example.org", "Petra Klein,Leo,petra.klein2@example.org", "Tom May,Kai,tom@example.org","Zoe Oak,Ida,zoe@example.org"];
for (const [w, h, scheme] of [[390, 664, "light"], [390, 664, "dark"], [1280, 800, "light"], [1280, 800, "dark"]] as const) {
  test(`look ${w} ${scheme}`, async ({ sender, page }) => {
    await sender.template({ name: "Match", subject: "Match on Saturday: {{Child first name}}", body: "<p>Dear {{Parent}}, {{Child first name}} plays.</p>" });
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: w, height: h });
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, "Match");
    await page.locator('input[type="file"]').first().setInputFiles(csvFile(["Parent,Child first name,Email", ...ROWS].join("\n")));
    await page.getByRole("button", { name: "Send 6 emails" }).click();
    await page.getByRole("alertdialog").waitFor();
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/look/question-${w}-${scheme}.png` });
    await page.getByRole("alertdialog").getByRole("button", { name: "Send 6 emails" }).click();
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/look/hold-${w}-${scheme}.png` });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Nothing was sent.").waitFor();
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/look/undone-${w}-${scheme}.png` });
  });
}
