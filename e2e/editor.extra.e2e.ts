import type { CDPSession, Locator, Page } from "@playwright/test";
import { accessibilityFaults, keepScreen, wideFaults } from "./look.ts";
import { expect, test } from "./story.ts";

/** The template editor beside the preview of its email. */
test.use({ signedIn: true });

let page: Page;
test.beforeEach(({ page: own }) => {
  page = own;
});

const SUBJECT = "Team lunch on {{Day|date}}";
const editor = () => page.getByRole("dialog", { name: "Create New Template" });
const body = () => editor().getByRole("textbox", { name: "Body" });
const preview = () => editor().getByRole("region", { name: "Preview" });
const mail = () => preview().frameLocator("iframe").locator("body");
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function openEditor(width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto("/app");
  await button("Create New Template").click();
  await expect(body()).toBeVisible();
}

/** Checks with axe and for sideways scrolling, in both themes. */
async function lookAtDesk(name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await keepScreen(page, `${name}-${colorScheme}`);
    // Axe takes a label for hidden while it is scrolled out of sight.
    const files = editor().getByText("Attachments", { exact: true });
    if (await files.isVisible()) await files.scrollIntoViewIfNeeded();
    const faults = [...(await wideFaults(page)), ...(await accessibilityFaults(page))];
    expect(faults, `${name} ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("the editor shows the email beside it, with sample values, and fills the window", async () => {
  await openEditor(1280, 900);
  await expect(editor().getByText("The preview shows the email as it will arrive")).toBeVisible();
  await editor().getByLabel("Subject Line").fill(SUBJECT);
  await body().click();
  await page.keyboard.type("Hello {{First Name}}, see you there.");
  await expect(mail()).toContainText("Hello Ada, see you there.");
  await expect(preview().getByText("Filled in with sample values.")).toBeVisible();

  const window = await editor().boundingBox();
  expect(window?.height).toBeGreaterThan(840);
  expect(window?.width).toBeGreaterThan(1200);
  const [writing, beside] = [await body().boundingBox(), await preview().boundingBox()];
  expect(beside?.x ?? 0).toBeGreaterThan((writing?.x ?? 0) + (writing?.width ?? 0));
  await lookAtDesk("desk-1280x900");
  await page.setViewportSize({ width: 1280, height: 720 });
  await lookAtDesk("desk-1280x720");
});

test("on a phone, a switch shows either the editor or the email", async () => {
  await openEditor(360, 640);
  await editor().getByLabel("Subject Line").fill("For {{Full Name}}");
  await expect(preview()).toHaveCount(0);
  await lookAtDesk("desk-360-write");
  await editor().getByRole("radio", { name: "Preview" }).check();
  await expect(preview().getByText("For Ada Lovelace")).toBeVisible();
  await expect(editor().getByLabel("Subject Line")).toBeHidden();
  await lookAtDesk("desk-360-preview");
  // The error is at its field, which is on the other side.
  await button("Save Template").click();
  await expect(editor().getByLabel("Template Name")).toBeFocused();
});

for (const height of [720, 620]) {
  test(`keeps the form of a placeholder in a window of ${height} px, and off the line being written`, async () => {
    await openEditor(1280, height);
    await body().click();
    for (let line = 1; line <= 12; line += 1) await page.keyboard.type(`Line ${line}\n`);
    for (const [kind, name] of [
      ["Text", "Placeholder"],
      ["Dropdown", "Placeholder"],
      ["Only if…", "Condition"],
    ] as const) {
      await button(kind).click();
      const form = page.getByRole("dialog", { name });
      await expect(form.locator("input").first()).toBeFocused();
      // Behind the form the page is inert, and so has no roles.
      const cursor = await page.locator(".ql-editor").evaluate((text) => {
        const { top = 0, bottom = 0 } = text.lastElementChild?.getBoundingClientRect() ?? {};
        return { top, bottom };
      });
      const box = (await form.boundingBox()) ?? { x: 0, y: -1, width: 0, height: 9999 };
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      expect(box.y >= cursor.bottom - 1 || box.y + box.height <= cursor.top + 1).toBe(true);
      await form.getByRole("button", { name: "Insert" }).scrollIntoViewIfNeeded();
      await keepScreen(page, `desk-form-${height}-${name}-${kind.slice(0, 4)}`);
      await form.getByRole("button", { name: "Cancel" }).click();
      await expect(body()).toBeFocused();
    }
  });
}

test("a condition is put around words that are selected, and the preview follows", async () => {
  await openEditor(1280, 900);
  await body().click();
  await page.keyboard.type("Hello all");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await button("Only if…").click();
  const form = page.getByRole("dialog", { name: "Condition" });
  await form.getByRole("textbox").fill("Note");
  await form.getByLabel("is blank").check();
  await page.keyboard.press("Enter");
  await expect(body().getByRole("img", { name: "Condition if there is no Note" })).toBeVisible();
  await expect(mail()).toHaveText("Hello");
  await body().getByRole("img", { name: "Condition end of Note" }).click();
  await form.getByLabel("is filled in").check();
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(mail()).toHaveText("Hello all");
});

test.describe("composed input", () => {
  /**
   * Input that is composed (Japanese, dead keys) beside a placeholder, as an input method makes it.
   */
  test.use({ signedIn: true });

  /** The visible text of the body's first line, a chip in brackets. */
  const lineOf = (body: Locator) =>
    body.evaluate((element) => {
      const line = element.firstElementChild?.cloneNode(true) as HTMLElement;
      for (const chip of line.querySelectorAll("[data-written]")) {
        chip.replaceWith(`[${chip.getAttribute("data-written")?.replaceAll(/[{}]/g, "")}]`);
      }
      return line.textContent?.replaceAll("\ufeff", "");
    });

  /**
   * Composes a text as an input method does: each stage takes the place of the one before, the last
   * is taken.
   */
  async function compose(session: CDPSession, ...stages: string[]) {
    for (const text of stages) {
      await session.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    await session.send("Input.insertText", { text: stages.at(-1) ?? "" });
  }

  const CASES = [
    {
      what: "Japanese behind a chip",
      before: "{{Name}}",
      stages: ["さ", "さま", "様"],
      after: "XY",
      line: "[Name]様XY",
    },
    {
      what: "a dead key behind a chip",
      before: "{{Name}}",
      stages: ["´", "é"],
      after: "tait",
      line: "[Name]était",
    },
    {
      what: "Japanese behind words",
      before: "{{Name}} a",
      stages: ["さ", "様"],
      after: "XY",
      line: "[Name] a様XY",
    },
  ];

  for (const { what, before, stages, after, line } of CASES) {
    test(`${what} stays where it is written`, async ({ page }) => {
      await page.goto("/app");
      await page.getByRole("button", { name: "Create New Template", exact: true }).click();
      const body = page.getByRole("dialog").getByRole("textbox", { name: "Body" });
      await body.click();
      await page.keyboard.type(before);
      await expect(body.getByRole("img")).toHaveCount(1);
      const session = await page.context().newCDPSession(page);
      await compose(session, ...stages);
      await page.keyboard.type(after);
      await expect.poll(() => lineOf(body)).toBe(line);
    });
  }

  test("Japanese before a chip, and between two, stays where it is written", async ({ page }) => {
    await page.goto("/app");
    await page.getByRole("button", { name: "Create New Template", exact: true }).click();
    const body = page.getByRole("dialog").getByRole("textbox", { name: "Body" });
    await body.click();
    await page.keyboard.type("{{A}}{{B}}");
    await expect(body.getByRole("img")).toHaveCount(2);
    const session = await page.context().newCDPSession(page);
    await page.keyboard.press("ArrowLeft");
    await compose(session, "さ", "様");
    await page.keyboard.type("X");
    await expect.poll(() => lineOf(body)).toBe("[A]様X[B]");
    await page.keyboard.press("Home");
    await compose(session, "か", "化");
    await page.keyboard.type("Y");
    await expect.poll(() => lineOf(body)).toBe("化Y[A]様X[B]");
  });
});
