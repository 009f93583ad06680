import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { chooseTemplate } from "./sendSteps.ts";
import { mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** The body's editor with real keys and a real clipboard. */
const FIXTURES = join(import.meta.dirname, "../web/src/components/RichTextEditor/paste/fixtures");

test.use({ signedIn: true });

let page: Page;
test.beforeEach(async ({ page: own }) => {
  page = own;
  await page.goto("/app");
});

async function openEditor(): Promise<Locator> {
  const name = "Create New Template";
  await page.getByRole("button", { name, exact: true }).click();
  const body = page.getByRole("dialog", { name }).getByRole("textbox", { name: "Body" });
  await body.click();
  return body;
}
/** Waits until the body holds these chips. */
const hasChips = (body: Locator, ...chips: string[]) =>
  expect
    .poll(() =>
      body.getByRole("img").evaluateAll((all) => all.map((chip) => chip.getAttribute("title"))),
    )
    .toEqual(chips);
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** The visible text of the body, without Quill's guards around a chip. */
const textOf = (body: Locator) =>
  body.evaluate((element) =>
    [...element.children].map((line) => line.textContent?.replaceAll("\ufeff", "")),
  );

/** Puts on the clipboard the formats of a program. */
async function copyFrom(program: string): Promise<void> {
  const html = readFileSync(join(FIXTURES, `${program}.clipboard.txt`), "utf8");
  await page.evaluate(async (copied) => {
    const blob = (text: string, type: string) => new Blob([text], { type });
    const item = {
      "text/html": blob(copied, "text/html"),
      "text/plain": blob("not this", "text/plain"),
    };
    await navigator.clipboard.write([new ClipboardItem(item)]);
  }, html);
}

/** Takes out the whole body, to begin the next step. */
async function empty(body: Locator): Promise<void> {
  await body.click();
  await press("Control+a", "Delete");
  await expect.poll(() => textOf(body)).toEqual([""]);
}

test("placeholders become chips that can be undone, deleted, chosen, changed and copied by keyboard", async () => {
  const body = await openEditor();
  await test.step("they become chips as they are typed, and text again when that is undone", async () => {
    await page.keyboard.type("Hi {{First Name}}, due {{Due|date}}");
    await hasChips(body, "{{First Name}}", "{{Due|date}}");
    await press("Control+z");
    await expect.poll(() => textOf(body)).toEqual(["Hi First Name, due {{Due|date}}"]);
    await press("Control+Shift+z");
    await hasChips(body, "{{First Name}}", "{{Due|date}}");
  });
  await test.step("one key deletes one, and a format never splits it", async () => {
    await empty(body);
    await page.keyboard.type("a {{Name}} b");
    await press("Control+a", "Control+b");
    await expect(body.locator("strong")).toHaveCount(1);
    await hasChips(body, "{{Name}}");
    await press("End", "ArrowLeft", "ArrowLeft", "Backspace");
    await hasChips(body);
    await expect.poll(() => textOf(body)).toEqual(["a  b"]);
  });
  await test.step("two braces offer them, and the keyboard chooses", async () => {
    await empty(body);
    await page.keyboard.type("{{First Name}} {{Due|date}} {{fir");
    await expect(page.getByRole("option", { name: "Text: First Name" })).toBeVisible();
    await press("Enter");
    await page.keyboard.type(" {{Place");
    await press("Enter");
    await expect(page.getByRole("dialog", { name: "Placeholder" })).toBeVisible();
    await press("Enter");
    await page.keyboard.type("!");
    await hasChips(body, "{{First Name}}", "{{Due|date}}", "{{First Name}}", "{{Place}}");
    await expect.poll(async () => (await textOf(body))[0]).toMatch(/Place!$/);
  });
  await test.step("Alt and Enter beside one change it", async () => {
    await empty(body);
    await page.keyboard.type("{{Name}}");
    await press("Alt+Enter");
    const form = page.getByRole("dialog", { name: "Placeholder" });
    await form.getByRole("radio", { name: "Sticky" }).check();
    await press("Enter");
    await hasChips(body, "{{Name|sticky}}");
  });
  await test.step("they are copied and pasted as they are", async () => {
    await empty(body);
    await page.keyboard.type("{{A}} and {{B|date}}");
    await press("Control+a", "Control+c", "End", "Enter", "Control+v");
    await hasChips(body, "{{A}}", "{{B|date}}", "{{A}}", "{{B|date}}");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("{{A}} and {{B|date}}");
  });
  await test.step("Tab leaves the editor: it is no trap", async () => {
    await press("Tab");
    await expect
      .poll(() => body.evaluate((element) => element.contains(document.activeElement)))
      .toBe(false);
  });
});

/** The scripts that load once the editor is open. */
const FORMS = [
  "PlaceholderPopover",
  "PlaceholderMenu",
  "ConditionPopover",
  "LinkPopover",
  "controls",
];

test.describe("forms that load later", () => {
  // The page may be loading something else, or its preview, as the connection goes.
  test.use({ expected: /ERR_INTERNET_DISCONNECTED|^No answer: POST \/api\/preview / });

  test("a form whose script comes late opens with the first click, and all of them open without a connection", async ({
    context,
  }) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/PlaceholderPopover-.+\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    const body = await openEditor();
    const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
    await test.step("the script comes late", async () => {
      await page.keyboard.type("Hi ");
      await page.getByRole("button", { name: "Text", exact: true }).click();
      arrive();
      await expect(dialog("Placeholder").getByLabel("Name")).toBeFocused();
      await page.keyboard.type("Name");
      await press("Enter");
      await hasChips(body, "{{Name}}");
      await page.keyboard.type("!");
      await expect.poll(async () => (await textOf(body))[0]).toMatch(/^Hi .*Name!$/);
    });
    await test.step("there is no connection", async () => {
      await page.waitForFunction((parts) => {
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        return parts.every((part) => loaded.some((name) => name.includes(`/${part}-`)));
      }, FORMS);
      await context.setOffline(true);
      await press("Control+k");
      await expect(dialog("Link").getByLabel("Link to")).toBeFocused();
      await press("Escape");
      await expect(body).toBeFocused();
      await page.getByRole("button", { name: "Only if…" }).click();
      await expect(dialog("Condition").getByRole("textbox", { name: "Placeholder" })).toBeFocused();
      await press("Escape");
      await expect(body).toBeFocused();
      await page.getByRole("button", { name: "Insert placeholder" }).click();
      await page.getByRole("menuitem", { name: "Text: Name" }).press("Escape");
      await expect(page.getByRole("button", { name: "Insert placeholder" })).toBeFocused();
      await page.getByRole("button", { name: "Date", exact: true }).click();
      await page.keyboard.type("Due");
      await press("Enter");
      await expect(page.getByRole("combobox", { name: "Date Format" })).toBeVisible();
      await context.setOffline(false);
    });
  });
});

test("what Word, Google Docs, Gmail and Excel put on the clipboard is pasted without rubbish", async () => {
  const body = await openEditor();
  for (const program of ["word", "wordOnline", "googleDocs", "gmail", "excel"]) {
    await test.step(program, async () => {
      await copyFrom(program);
      await empty(body);
      await press("Control+v");
      await expect(body).toHaveText(/\S/);
      const pasted = await body.innerHTML();
      expect(pasted).not.toMatch(/mso|class="Mso|style="[^"]|&lt;|\bnot this\b/);
      const lines = await textOf(body);
      // Only a table at the end is followed by an empty line, to write on.
      const endsWithTable = await body.locator(":scope > table:nth-last-child(2)").count();
      expect(lines.at(-1) === "").toBe(endsWithTable === 1);
      expect(lines.some((line, at) => line === "" && lines[at + 1] === "")).toBe(false);
    });
  }
});

/** The cells of a delivered table, a row a line, each with how far it spans. */
async function mailedRows(html: string): Promise<string[][]> {
  await page.goto("about:blank");
  await page.setContent(html);
  return await page.locator("tr").evaluateAll((rows) =>
    rows.map((row) =>
      [...(row as HTMLTableRowElement).cells].map((cell) => {
        const lines = [...cell.querySelectorAll("p")].map((line) => line.textContent);
        return [
          (lines.length > 0 ? lines : [cell.textContent]).join("/"),
          cell.colSpan,
          cell.rowSpan,
        ].join(" ");
      }),
    ),
  );
}

test("a table of Excel stays a table: pasted, changed by keyboard, saved, opened again, sent and read", async ({
  email,
}) => {
  let body = await openEditor();
  const cells = () =>
    body
      .locator("tr")
      .evaluateAll((rows) => rows.map((row) => row.textContent.replaceAll("\ufeff", "")));
  const dialog = page.getByRole("dialog");
  await test.step("it is pasted with its placeholder as a chip", async () => {
    await page.keyboard.type("Please pay:");
    await press("Enter");
    await copyFrom("excelTable");
    await press("Control+v");
    await hasChips(body, "{{Company}}");
    await expect.poll(cells).toHaveLength(4);
  });
  await test.step("Tab goes through its cells, and from the last to its buttons", async () => {
    await body.getByText("A note that is wider").click();
    await press("Tab", "Tab", "Tab");
    await page.keyboard.type("end");
    await press("Tab");
    await expect(dialog.getByRole("button", { name: "Add row" })).toBeFocused();
    await press("Enter");
    await expect.poll(cells).toHaveLength(5);
    await page.keyboard.type("total");
    await press("Control+z", "Control+z");
    await expect.poll(cells).toHaveLength(4);
    await press("Control+Shift+z", "Control+Shift+z");
    await expect.poll(async () => (await cells()).at(-1)).toBe("total");
    await press("Alt+F10");
    await expect(dialog.getByRole("button", { name: "Add row" })).toBeFocused();
  });
  await test.step("it is saved and opened as it was", async () => {
    await dialog.getByLabel("Template Name").fill("Invoice");
    await dialog.getByLabel("Subject Line").fill("Your invoice");
    const before = await cells();
    await dialog.getByRole("button", { name: "Save Template" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Invoice", exact: true }).click();
    body = dialog.getByRole("textbox", { name: "Body" });
    await expect.poll(cells).toEqual(before);
    await hasChips(body, "{{Company}}");
    await press("Escape");
  });
  await page.goto("/app#direct-send");
  await chooseTemplate(page, "Invoice");
  await page.getByLabel("Recipients", { exact: true }).pressSequentially("ann@example.org ");
  await page.getByLabel("Company").fill("Sluice & Co");
  await page.getByRole("button", { name: "Send Email(s)" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: /^Send/ }).click();
  await expect.poll(async () => (await mailsOf(email)).length).toBe(1);
  const [mail] = await mailsOf(email);
  expect(await mailedRows(String(mail?.html))).toEqual([
    ["Invoice 2 1", "Due 1 1", "Amount 1 1"],
    ["Sluice & Co/Dublin 1 2", "4711 1 1", "3-Apr-26 1 1", "1,200.50 1 1"],
    ["4712 1 1", " 1 1", "only half 1 1"],
    ["A note that is wider than its cell 1 1", " 1 1", " 1 1", "end 1 1"],
    [" 1 1", " 1 1", " 1 1", "total 1 1"],
  ]);
  expect(mail?.html).toMatch(/<td style="[^"]*text-align:right">4711</);
  const lines = mail?.text?.split("\n").map((line) => line.trim().split(/ {2,}/).join(" | "));
  expect(lines?.filter((line) => line !== "")).toEqual([
    "Please pay:",
    "Invoice | Due | Amount",
    "Sluice & Co | 4711 | 3-Apr-26 | 1,200.50",
    "Dublin | 4712 | only half",
    "A note that is wider than its cell | end",
    "total",
  ]);
});
