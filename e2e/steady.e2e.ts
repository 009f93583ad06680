import type { Page } from "@playwright/test";
import { cellOf, openCard } from "./listTable.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { expectSteady, press, watchPage } from "./shifts.ts";
import { expect, test } from "./story.ts";

/**
 * Nothing moves under a finger, through the main stories:
 *
 * - A button stays where it is between press and release.
 * - The last place that was pressed, or that has the cursor, stays where it is in the window,
 *   whatever appears or disappears above or beside it.
 *
 * It may move by scrolling. It may disappear with a press, such as the button of a message that the
 * press answers. Once the cursor is elsewhere, the stories watch that place.
 */
// With motion, a form that opens would grow into its place.
test.use({ signedIn: true, contextOptions: { reducedMotion: "reduce" } });

const MATCH = {
  name: "Match",
  subject: "Match for {{Child}}",
  body: "<p>Dear {{Parent}}, {{Child}} plays at {{Kick-off}}, {{Place}}.</p>",
};
const GREETING = { ...MATCH, subject: "Match", body: "<p>Hi {{Name}}</p>" };
const FLAWS = [
  "Email,Parent,Child,Driving",
  "ann@example.org,Ann,Mia,yes",
  "bo@gmial.com,Bo,Ben,no",
  "cy@example,Cy,Sofia,yes",
  "dee@example.org,,Tom,yes",
  "ann@example.org,Ann,Mia,yes",
].join("\n");

const PASTED = [
  ["Email", "Parent", "Child", "Start"],
  ["ann@example.org", "Ann", "Mia", "10:30"],
  ["bo@example.org", "Bo", "Ben", "11:15"],
];

const lineOf = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

for (const { width, isPhone } of [
  { width: 390, isPhone: true },
  { width: 1280, isPhone: false },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: isPhone });

    test.beforeEach(({ page }) => watchPage(page));

    /** Writes a value where it is: in a cell of the table, or in a field of its row's card. */
    async function write(page: Page, row: number, header: string, value: string): Promise<void> {
      if (isPhone) {
        const card = await openCard(page, row, press);
        await press(card.getByRole("textbox", { name: header }));
        await page.keyboard.press("Control+A");
      } else {
        const cell = await cellOf(page, row, header);
        await cell.scrollIntoViewIfNeeded();
        await press(cell);
      }
      await page.keyboard.type(value);
    }

    test("Direct Send, each with values of their own", async ({ sender, page }) => {
      await sender.template(MATCH);
      await page.goto("/app#direct-send");
      await chooseTemplate(page, "Match");
      await expect(page.getByRole("textbox", { name: /Parent/ })).toBeVisible();
      await expectSteady(page, "template");
      await press(page.getByLabel("Recipients", { exact: true }));
      await page.keyboard.type("ann@example.org bo@exampleorg cy@example.org ");
      await expectSteady(page, "recipients");
      await press(button(page, /bo@exampleorg/).first());
      await page.keyboard.press("End");
      await page.keyboard.type(".com");
      await press(page.getByRole("textbox", { name: /Place/ }));
      await expectSteady(page, "correction of a chip");
      await press(page.getByRole("textbox", { name: /Kick-off/ }));
      await page.keyboard.type("10:30");
      await press(lineOf(page, "Parent").getByText("Each their own"));
      await expectSteady(page, "own parents");
      await press(lineOf(page, "Child").getByText("Each their own"));
      await expectSteady(page, "own children");
      for (const [row, parent, child] of [
        [1, "Ann", "Mia"],
        [2, "Bo", "Ben"],
        [3, "Cy", "Sofia"],
      ] as const) {
        // Downward in one row, upward in the next.
        const values = [
          ["Parent", parent],
          ["Child", child],
        ] as const;
        for (const [header, value] of row === 2 ? values.toReversed() : values)
          await write(page, row, header, value);
        await expectSteady(page, `row ${row}`);
      }
      await press(button(page, "Send Email(s)"));
      await expectSteady(page, "Send with a blank value");
      await press(page.getByRole("textbox", { name: /Place/ }));
      await page.keyboard.type("Mill Lane");
      await press(button(page, "Generate Preview"));
      await expectSteady(page, "preview");
    });

    test("Bulk Send, a file with flaws", async ({ sender, page }) => {
      await sender.template(MATCH);
      await page.goto("/app#bulk-send");
      await chooseTemplate(page, "Match");
      await chooseFile(page, csvFile(FLAWS));
      await expect(lineOf(page, "Place")).toBeVisible();
      await expectSteady(page, "file");
      await press(button(page, "Reply-To, Cc, Bcc"));
      await press(page.getByRole("textbox", { name: "Reply-To" }));
      await page.keyboard.type("ann@exa");
      await press(page.getByRole("textbox", { name: "Cc", exact: true }));
      await page.keyboard.type("b@");
      await expectSteady(page, "copies");
      await press(lineOf(page, "Kick-off").getByRole("textbox"));
      await expectSteady(page, "a value after wrong copies");
      for (const name of ["Reply-To", "Cc"])
        await page.getByRole("textbox", { name, exact: true }).fill("");
      await press(lineOf(page, "Place").getByText("From the list"));
      await press(page.getByRole("option", { name: /^Driving/ }));
      await expectSteady(page, "a column");
      await press(lineOf(page, "Place").getByText("The same for everyone"));
      await expectSteady(page, "the same for everyone");
      await press(lineOf(page, "Kick-off").getByRole("textbox"));
      await page.keyboard.type("10:30");
      await press(lineOf(page, "Place").getByRole("textbox"));
      await page.keyboard.type("Mill Lane");
      await expectSteady(page, "values for everyone");
      await press(button(page, "Change it to gmail.com"));
      await expectSteady(page, "a repair");
      await press(button(page, /^To fix/));
      await expectSteady(page, "To fix");
      await write(page, isPhone ? 3 : 1, "Email", "cy@example.org");
      await expectSteady(page, "typing an address");
      await press(button(page, /^All/).first());
      await expectSteady(page, "All");
      await write(page, 4, "Parent", "Dee");
      await expectSteady(page, "typing a value");
      await write(page, 1, "Email", "ann.example.org");
      await write(page, 4, "Email", "dee@example.com");
      await expectSteady(page, "a row that grows above");
      await write(page, 1, "Email", "ann@example.org");
      await write(page, 4, "Email", "dee@example.org");
      await expectSteady(page, "a row that shrinks above");
      await press(button(page, /^Send \d/).last());
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expectSteady(page, "the question");
    });

    test.describe(() => {
      test.use({ holds: true });

      test("Bulk Send, a pasted list, with Undo", async ({ sender, page }) => {
        await sender.template(MATCH);
        await page.goto("/app#bulk-send");
        await chooseTemplate(page, "Match");
        await press(button(page, "Paste from a spreadsheet"));
        const cells = PASTED.map((row) => row.join("\t")).join("\n");
        await page.evaluate((text) => navigator.clipboard.writeText(text), cells);
        await page.keyboard.press("Control+V");
        await expect(page.getByText("Pasted table").first()).toBeVisible();
        await expectSteady(page, "a paste");
        await press(lineOf(page, "Kick-off").getByText("From the list"));
        await press(page.getByRole("option", { name: /^Start/ }));
        await expectSteady(page, "a column");
        await press(lineOf(page, "Place").getByRole("textbox"));
        await press(lineOf(page, "Kick-off").getByRole("combobox"));
        await press(page.getByRole("option", { name: /^Start/ }));
        await expectSteady(page, "a column again, above a value left blank");
        await press(lineOf(page, "Place").getByRole("textbox"));
        await page.keyboard.type("Mill Lane");
        await press(button(page, "Generate Preview"));
        await expectSteady(page, "preview");
        await press(button(page, /^Send \d/).last());
        const question = page.getByRole("alertdialog");
        await press(question.getByRole("button", { name: /^Send \d/ }));
        await expect(question).toBeHidden();
        const undo = page.getByRole("button", { name: "Undo", exact: true });
        await expect(undo).toBeVisible();
        await expectSteady(page, "the question");
        await press(undo);
        await expect(page.getByText("Nothing was sent.").first()).toBeVisible();
        await expectSteady(page, "Undo");
        await press(button(page, /^Send \d/).last());
        await press(question.getByRole("button", { name: /^Send \d/ }));
        await expect(question).toBeHidden();
        // The email has left the form, and its results are above it.
        await expect(undo).toBeVisible();
        await press(button(page, "Reply-To, Cc, Bcc"));
        await press(page.getByRole("textbox", { name: "Reply-To" }));
        await page.keyboard.type("ann@example.org");
        await expectSteady(page, "the next email");
        await expect(page.getByRole("table", { name: "Results of each row" })).toBeVisible();
        await expectSteady(page, "the results of the last one");
      });
    });

    test("the editor", async ({ page }) => {
      await page.goto("/app#templates");
      await press(button(page, "Create New Template").first());
      await expect(page.getByRole("textbox", { name: "Body" })).toBeVisible();
      await press(page.getByLabel("Template Name"));
      await page.keyboard.type("Match");
      await press(page.getByRole("textbox", { name: "Subject Line" }));
      await page.keyboard.type("Match for {{Child");
      await expectSteady(page, "subject");
      await press(button(page, "Reply-To"));
      await page.keyboard.type("ann@gmial.com");
      await press(page.getByRole("textbox", { name: "Body" }));
      await expectSteady(page, "from a mistyped address to the body");
      await page.keyboard.type("Dear {{Child}}, on {{Day|date}}\nsee {{Open");
      await expectSteady(page, "body");
      await press(button(page, "Bold"));
      await expectSteady(page, "a tool");
      await press(button(page, "Insert placeholder"));
      await press(page.getByRole("menuitem", { name: /Child/ }));
      await expectSteady(page, "a placeholder");
      await press(page.getByRole("textbox", { name: "Body" }));
      await page.keyboard.press("Control+End");
      await press(button(page, "Only if…"));
      const condition = page.getByRole("dialog", { name: "Condition" });
      await press(condition.getByRole("button", { name: /Child/ }).first());
      await press(condition.getByRole("button", { name: "Insert" }));
      await page.keyboard.type("Bring a ball.");
      await expectSteady(page, "a condition");
      await press(button(page, "Save Template"));
      await expectSteady(page, "saving");
    });

    test("a correction", async ({ sender, page }) => {
      const template = await sender.template(GREETING);
      await sender.fault({
        op: "send",
        status: 400,
        reason: "invalidArgument",
        message: "Invalid To header",
        match: "To: .*bo@",
      });
      const key = crypto.randomUUID();
      await sender.sendToFile(template, ["ann@example.org", "bo@example.org"], key);
      await page.goto(`/app#sends/${key}`);
      await press(button(page, "Correct the one who did not get it"));
      await expect(page.getByText(/didn't receive this/)).toBeVisible();
      await expectSteady(page, "to the form");
      await write(page, 1, "Email", "bo.new");
      await write(page, 1, "Name", "Bo");
      await expectSteady(page, "an address that isn't one");
      await write(page, 1, "Email", "bo.new@example.org");
      await write(page, 1, "Name", "Bob");
      await expectSteady(page, "an address");
      await press(button(page, /^Send/).last());
      await expectSteady(page, "the question");
    });

    test("the sends", async ({ sender, page }) => {
      const template = await sender.template(GREETING);
      for (const later of [undefined, new Date(Date.now() + 86_400_000)])
        await sender.sendToFile(
          template,
          ["ann@example.org", "bo@example.org"],
          crypto.randomUUID(),
          later,
        );
      await page.goto("/app#sends");
      const search = page.getByRole("searchbox", {
        name: "Person, template, subject or file",
      });
      await press(search);
      await page.keyboard.type("ann@example.org");
      await expectSteady(page, "a search");
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Delete");
      await expectSteady(page, "no search");
      await press(page.getByRole("link", { name: /Match/ }).first());
      await expect(page.getByRole("searchbox", { name: "Search people" })).toBeVisible();
      await expectSteady(page, "a send");
      await press(page.getByRole("searchbox", { name: "Search people" }));
      await page.keyboard.type("bo");
      await expectSteady(page, "a person");
    });
  });
}
