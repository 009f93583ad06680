import type { Locator, Page } from "@playwright/test";
import { look } from "./look.ts";
import { expect, test } from "./story.ts";

/** What you saved over, and how you get it back. */
test.use({ signedIn: true, expected: /status of 409/ });

const LAST_YEAR = {
  name: "Summer party",
  subject: "The summer party on {{Day|date}}",
  body: "<p>Dear {{Name}},</p><p>the party begins at <strong>three</strong>. Bring a cake.</p>",
  dateFormat: "ddmmyyyy",
  timeFormat: "24hr",
} as const;

const editorOf = (page: Page) => page.getByRole("dialog", { name: "Edit Template" });
const versionsOf = (page: Page) => page.getByRole("dialog", { name: "Earlier versions" });
const toast = (page: Page, words: string | RegExp) =>
  page.locator("section[aria-label=Notifications]").getByText(words);

async function open(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^(Summer|Winter) party$/ }).click();
  await expect(editorOf(page).getByRole("textbox", { name: "Body" })).toBeVisible();
  return editorOf(page);
}
async function save(page: Page): Promise<void> {
  await editorOf(page).getByRole("button", { name: "Save Template" }).click();
  await expect(editorOf(page)).toHaveCount(0);
}

test("a text that was saved over comes back, by keyboard, exactly as it was", async ({
  page,
  sender,
}) => {
  const id = await sender.template(LAST_YEAR);
  const read = async () =>
    (await sender.call<{ template: object }>("GET", `/api/template/${id}`)).body.template;
  const before = await read();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/app");

  await test.step("someone saves over it", async () => {
    const editor = await open(page);
    await editor.getByLabel("Template Name").fill("Winter party");
    await editor.getByLabel("Subject Line").fill("The winter party");
    await editor.getByRole("textbox", { name: "Body" }).fill("Dear all, come at five.");
    await save(page);
    expect(asked.filter((path) => path.includes("/versions"))).toEqual([]);
  });

  await test.step("the version shows what it would change, and its email", async () => {
    const editor = await open(page);
    await look(page, "editor-of-a-saved-template", { fullPage: false });
    await editor.getByRole("button", { name: "Earlier versions" }).focus();
    await page.keyboard.press("Enter");
    const versions = versionsOf(page);
    const body = versions.locator("dt", { hasText: "Body" }).locator("+ dd");
    await expect(body).toContainText("added: ");
    await expect(body).toContainText("Bring a cake.");
    await expect(versions.getByRole("listitem")).toHaveText([/^(Today|Yesterday) \d/]);
    await look(page, "earlier-versions-changes", { fullPage: false });
    await versions.getByRole("radio", { name: "Email" }).press("Space");
    await expect(versions.getByText(/^The summer party on /)).toBeVisible();
    await look(page, "earlier-versions-email", { fullPage: false });
  });

  await test.step("using it brings back text and formats, and shows them", async () => {
    await versionsOf(page).getByRole("button", { name: "Use this version" }).press("Enter");
    await expect(versionsOf(page)).toHaveCount(0);
    await expect(editorOf(page).getByLabel("Template Name")).toHaveValue("Summer party");
    await expect(toast(page, /^"Summer party" has its text of .* again\.$/)).toBeVisible();
    const { name, subject, body, dateFormat, timeFormat } = LAST_YEAR;
    expect(await read()).toMatchObject({ name, subject, body, dateFormat, timeFormat });
    expect(await read()).toMatchObject({
      ...before,
      updated_at: expect.any(String),
      revision: "3",
    });
    await editorOf(page).getByRole("button", { name: "Cancel" }).click();
  });
});

test("a save is undone from its toast; of two tabs, the later one is told and loses nothing", async ({
  page,
  sender,
  elsewhere,
}) => {
  const id = await sender.template(LAST_YEAR);
  const subject = async () =>
    (await sender.call<{ template: { subject: string } }>("GET", `/api/template/${id}`)).body
      .template.subject;
  await page.goto("/app");

  await test.step("undo brings back the text from before", async () => {
    const editor = await open(page);
    await editor.getByLabel("Subject Line").fill("A mistake");
    await save(page);
    expect(await subject()).toBe("A mistake");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, /^Undone\./)).toBeVisible();
    expect(await subject()).toBe(LAST_YEAR.subject);
  });

  await test.step("undo never undoes someone else's save", async () => {
    const editor = await open(page);
    await editor.getByLabel("Subject Line").fill("Mine");
    await save(page);
    const theirs = await sender.call("PUT", `/api/template/${id}`, {
      ...LAST_YEAR,
      subject: "Theirs",
    });
    expect(theirs.status).toBe(200);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, /^Not undone: the template was saved elsewhere/)).toBeVisible();
    expect(await subject()).toBe("Theirs");
  });

  await test.step("two tabs use a version: the later one is asked, and each text stays", async () => {
    const other = await elsewhere({ storageState: await sender.browserState() });
    await other.goto("/app");
    for (const tab of [page, other]) {
      await (await open(tab)).getByRole("button", { name: "Earlier versions" }).click();
      await expect(versionsOf(tab).getByRole("button", { name: "Use this version" })).toBeEnabled();
    }
    await versionsOf(page).getByRole("button", { name: "Use this version" }).click();
    await expect(versionsOf(page)).toHaveCount(0);
    expect(await subject()).toBe("Mine");
    await versionsOf(other).getByRole("listitem").last().getByRole("button").click();
    await expect(versionsOf(other).getByRole("button", { name: "Use this version" })).toBeEnabled();
    await versionsOf(other).getByRole("button", { name: "Use this version" }).click();
    await expect(
      versionsOf(other).getByText(/was changed elsewhere since you opened it/),
    ).toBeVisible();
    await versionsOf(other).getByRole("button", { name: "Use it anyway" }).click();
    await expect(versionsOf(other)).toHaveCount(0);
    expect(await subject()).toBe(LAST_YEAR.subject);
    const { body } = await sender.call<{ versions: { version: string }[] }>(
      "GET",
      `/api/template/${id}/versions`,
    );
    expect(body.versions.map(({ version }) => version)).toEqual(["6", "5", "4", "3", "2", "1"]);
  });
});
