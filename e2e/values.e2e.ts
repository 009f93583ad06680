import { drawn } from "./drawn.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** Where the values of an email come from: a column, or the same for everyone. */

test.use({ signedIn: true });

const MATCH = {
  name: "Match",
  subject: "Match for {{Child first name|text:your child}}",
  body: "<p>{{Parent}}, we meet at {{Kick-off}}, {{Place}}.{{#Drives=yes}} Thanks for driving.{{/Drives}}</p>",
  dateFormat: "long",
  timeFormat: "12hr",
} as const;
const LIST =
  "Email,Parent,First name child,Driving\na@example.org,Ann,Mia,yes\nb@example.org,Bo,Ben,no\nc@example.org,Cy,Sofia,yes\n";

test("the question before sending names the columns that the emails lack, and one click uses them", async ({
  sender,
  page,
  email,
}) => {
  await sender.template(MATCH);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Match");
  await chooseFile(page, csvFile(LIST));
  const fieldOf = (name: string) =>
    page.getByRole("group", { name, exact: true }).getByRole("textbox");
  await fieldOf("Kick-off").fill("10:30");
  await fieldOf("Place").fill("Mill Lane");
  await page.getByRole("button", { name: "Send 3 emails" }).click();
  const question = page.getByRole("alertdialog");
  const words = "3 emails will say “your child”; the column “First name child” isn't used.";
  await expect(question.getByText(words)).toBeVisible();
  await expect(
    question.getByText("3 emails have no value for “Drives”; the column “Driving” isn't used."),
  ).toBeVisible();
  await question.getByRole("button", { name: "Use them" }).click();
  await expect(question.getByText(words)).toBeHidden();
  await expect(question.getByText("Match for Mia (for example, for Ann · Mia)")).toBeVisible();
  await question.getByRole("button", { name: "Send 3 emails" }).click();
  const sent = async () => (await mailsOf(email)).map(({ subject }) => subject ?? "").sort();
  await expect.poll(sent).toEqual(["Match for Ben", "Match for Mia", "Match for Sofia"]);
});

for (const width of [360, 390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 780 } });

    test("nothing moves between press and release", async ({ sender, page }) => {
      await sender.template(MATCH);
      await page.goto("/app#bulk-send");
      await chooseTemplate(page, "Match");
      await chooseFile(page, csvFile(LIST));
      const lineOf = (name: string) => page.getByRole("group", { name, exact: true });
      await lineOf("Kick-off").getByRole("textbox").click();
      const target = lineOf("Place").getByText("From the list");
      await target.hover();
      const before = await target.boundingBox();
      await page.evaluate(() => {
        const moved: number[] = [];
        Object.assign(window, { moved });
        // Those just after an input count, too.
        new PerformanceObserver((list) =>
          moved.push(...list.getEntries().map(({ startTime }) => startTime)),
        ).observe({
          type: "layout-shift",
        });
      });
      await page.mouse.down();
      await expect(lineOf("Kick-off").getByRole("textbox")).not.toBeFocused();
      await drawn(page);
      expect(await page.evaluate(() => (window as unknown as { moved: number[] }).moved)).toEqual(
        [],
      );
      expect(await target.boundingBox()).toEqual(before);
      await page.mouse.up();
      await expect(page.getByRole("option", { name: /^Parent Ann, Bo, Cy/ })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(
        lineOf("Kick-off").getByText("Enter a value for everyone, or choose a column."),
      ).toBeVisible();
      // Both words of the switch are beside each other.
      const words = lineOf("Place").getByText(/From the list|The same for everyone/);
      const tops = await words.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().top),
      );
      expect(new Set(tops).size).toBe(1);
    });
  });
}

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test("the first tap on a switch works, although the field before it is still blank", async ({
    sender,
    page,
  }) => {
    await sender.template(MATCH);
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, "Match");
    await chooseFile(page, csvFile(LIST));
    const lineOf = (name: string) => page.getByRole("group", { name, exact: true });
    await lineOf("Kick-off").getByRole("textbox").tap();
    await lineOf("Place").getByText("From the list").tap();
    await expect(page.getByRole("option", { name: /^Parent Ann, Bo, Cy/ })).toBeVisible();
  });
});
