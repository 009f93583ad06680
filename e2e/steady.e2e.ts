import type { Page } from "@playwright/test";
import { cellOf } from "./listTable.ts";
import { chooseTemplate, csvFile } from "./sendSteps.ts";
import { expectSteady, press, watchPage } from "./shifts.ts";
import { expect, test } from "./story.ts";

/**
 * Nothing moves under a finger: the browser reports no layout shift between press and release, and
 * none of the place where someone works, through the main stories.
 */
test.use({ signedIn: true });

const MATCH = {
  name: "Match",
  subject: "Match for {{Child}}",
  body: "<p>Dear {{Parent}}, {{Child}} plays at {{Kick-off}}, {{Place}}.</p>",
};
const FLAWS = [
  "Email,Parent,Child,Driving",
  "ann@example.org,Ann,Mia,yes",
  "bo@gmial.com,Bo,Ben,no",
  "cy@example,Cy,Sofia,yes",
  "dee@example.org,,Tom,yes",
  "ann@example.org,Ann,Mia,yes",
].join("\n");

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
        const card = page.getByRole("listitem", { name: `Row ${row}`, exact: true });
        const head = card.getByRole("button", { name: new RegExp(`^Row ${row}\\b`) });
        if ((await head.getAttribute("aria-expanded")) === "false") await press(head);
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
        await write(page, row, "Parent", parent);
        await write(page, row, "Child", child);
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
      await page.locator('input[type="file"]').first().setInputFiles(csvFile(FLAWS));
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
      await press(button(page, /^Send \d/).last());
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expectSteady(page, "the question");
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
      await press(button(page, "Save Template"));
      await expectSteady(page, "saving");
    });

    test("the sends", async ({ sender, page }) => {
      const template = await sender.template({
        ...MATCH,
        subject: "Match",
        body: "<p>Hi {{Name}}</p>",
      });
      for (const later of [null, new Date(Date.now() + 86_400_000)])
        await sender.sendToFile(
          template,
          ["ann@example.org", "bo@example.org"],
          crypto.randomUUID(),
          later ?? undefined,
        );
      await page.goto("/app#sends");
      const search = page.getByRole("searchbox", {
        name: "Search by email address, template, subject or file",
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
