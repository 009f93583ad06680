import { openCard, typeInto } from "./listTable.ts";
import { keepScreen } from "./look.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** The last check before sending: the skipped rows, and invalid values. */
const TALK = {
  name: "Talk",
  subject: "Your talk, {{Name}}",
  body: "<p>Dear {{Name}}, you speak on {{Day|date}}.</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};
const PEOPLE = [
  "Name,Email,Day",
  "Änne,aenne@example.org,01.02.2027",
  "Bo,bo@example.org,31.02.2027",
  "Cy,cy at example.org,03.02.2027",
  "Di,di@example.org,04.02.2027",
].join("\n");

test.use({ signedIn: true });

for (const [window, size] of [
  ["a window", { width: 1280, height: 720 }],
  ["a phone", { width: 360, height: 640 }],
] as const) {
  test(`in ${window}: skipped rows and an invalid date are shown before the click on Send, and can be fixed`, async ({
    sender,
    page,
  }) => {
    await page.setViewportSize(size);
    await sender.template(TALK);
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, "Talk");
    await chooseFile(page, csvFile(PEOPLE));
    const skipped = page.getByRole("button", { name: "1 skipped" });
    await expect(skipped).toBeInViewport({ ratio: 1 });
    await keepScreen(page, `lastLook-bar-${size.width}`);
    await skipped.click();
    await expect(page.getByText("3 ready · 1 skipped")).toBeFocused();
    await expect(page.getByText("3 ready · 1 skipped")).toBeInViewport({ ratio: 1 });

    await page.getByRole("button", { name: "Send 3 emails" }).click();
    const question = page.getByRole("alertdialog");
    await expect(
      question.getByText("1 value looks wrong. It will be sent as typed."),
    ).toBeVisible();
    await keepScreen(page, `lastLook-question-${size.width}`);
    await question.getByRole("button", { name: "Fix it first" }).click();
    const isPhone = size.width < 600;
    await expect(page.locator('[data-kind="date"]').first()).toBeInViewport();
    if (isPhone) {
      const write = async (row: number, field: string, value: string) => {
        const card = await openCard(page, row);
        await card.getByRole("textbox", { name: field }).fill(value);
        await page.keyboard.press("Enter");
      };
      await write(2, "Day", "28.02.2027");
      await page.getByRole("button", { name: /^All/ }).click();
      await write(3, "Email", "cy@example.org");
    } else {
      await page.keyboard.type("28.02.2027");
      await page.keyboard.press("Enter");
      await typeInto(page, 3, "Email", "cy@example.org");
    }
    await expect(skipped).toHaveCount(0);

    await page.getByRole("button", { name: "Send 4 emails" }).click();
    await question.getByRole("button", { name: "Send 4 emails", exact: true }).click();
    await expect(page.getByText("4 sent.").first()).toBeVisible();
    const mails = await mailsOf(sender.email);
    const bo = mails.find((mail) => recipientOf(mail) === "bo@example.org");
    expect(bo?.text).toContain("you speak on February 28, 2027.");
    expect(mails).toHaveLength(4);
  });
}
