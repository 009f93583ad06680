import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { SharedFile } from "@sendwright/core/templateFile/templateFile";
import { writeTemplateFile } from "@sendwright/core/templateFile/writeTemplateFile";
import { strFromU8, unzipSync } from "fflate";
import type { ParsedMail } from "mailparser";
import { look } from "./look.ts";
import { addresses, type Sender } from "./sender.ts";
import { mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** A template as a file for a colleague, and of emails that were sent or composed. */
test.use({ signedIn: true });

const PICTURE = "picture-0123456789abcdef.png";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const TRIP = {
  name: "Ausflug für 9a",
  subject: "Unser Ausflug, {{Name}}",
  body: `<p>Liebe Eltern von <strong>{{Name}}</strong>,</p><table><tbody><tr><td>Tag</td><td>{{Tag|date}}</td></tr></tbody></table><p>Treffpunkt: <img src="cid:${PICTURE}" alt="Karte" width="200" /></p>`,
  dateFormat: "long",
  timeFormat: "24hr",
  date_language: "de",
  date_weekday: "true",
};
const FILES: [name: string, type: string, content: string][] = [
  ["Grüße.txt", "text/plain", "first"],
  ["Grüße.txt", "application/x-plan", "second"],
  ['What? "A|B".pdf', "application/pdf", "%PDF"],
];

/** A template with a picture and files; returns its id. */
async function trip(sender: Sender): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(TRIP)) form.set(name, value);
  form.append("files", new Blob([PNG], { type: "image/png" }), PICTURE);
  for (const [name, type, content] of FILES)
    form.append("files", new Blob([content], { type }), name);
  const { status, body } = await sender.call<{ template: { id: string } }>(
    "POST",
    "/api/templates",
    form,
  );
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.template.id;
}

const editorOf = (page: Page, name = "Create New Template") => page.getByRole("dialog", { name });
const toast = (page: Page, words: string | RegExp) =>
  page.locator("section[aria-label=Notifications]").getByText(words);
async function opened(page: Page): Promise<Locator> {
  await expect(editorOf(page).getByRole("textbox", { name: "Body" })).toBeVisible();
  return editorOf(page);
}
async function save(page: Page): Promise<void> {
  await editorOf(page).getByRole("button", { name: "Save Template" }).click();
  await expect(editorOf(page)).toHaveCount(0);
}

/** Drops a file on the list of templates, as from the desktop. */
async function drop(page: Page, name: string, content: Uint8Array): Promise<void> {
  const bytes = [...content];
  await page.getByRole("region", { name: "Manage Templates" }).evaluate(
    (zone, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(file.bytes)], file.name));
      for (const type of ["dragover", "drop"])
        zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, bytes },
  );
}

/** All of an email but its ids and times, as an independent parser reads it. */
function contentOf({ subject, html, text, from, to, replyTo, attachments }: ParsedMail) {
  return {
    subject,
    html,
    text,
    addresses: [from?.text, [to].flat()[0]?.text, replyTo?.text],
    files: attachments.map(({ filename, contentType, contentDisposition, cid, content }) => {
      return [filename, contentType, contentDisposition, cid, content.toString("hex")];
    }),
  };
}

/** Sends a template to one person; returns the email. */
async function emailOf(sender: Sender, id: string, to: string) {
  const form = new FormData();
  form.set("template_id", id);
  form.set("recipient", to);
  form.set("variables", JSON.stringify({ Name: "Özil", Tag: "2027-05-03" }));
  const before = (await mailsOf(sender.email)).length;
  const { body } = await sender.call("POST", "/api/send", form, {
    "idempotency-key": crypto.randomUUID(),
  });
  expect(body.error).toBeUndefined();
  await expect.poll(async () => (await mailsOf(sender.email)).length).toBe(before + 1);
  const mail = (await mailsOf(sender.email)).at(-1);
  if (!mail) throw new Error("No email was sent.");
  return contentOf(mail);
}

test("a template that is downloaded and opened again sends the same bytes", async ({
  page,
  sender,
}) => {
  const original = await trip(sender);
  await page.goto("/app#templates");

  await expect(page.getByRole("button", { name: "Ausflug für 9a", exact: true })).toBeVisible();

  const zip = await test.step("it is one file with the text and the files", async () => {
    await look(page, "templates-with-download");
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download template Ausflug für 9a" }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe("Ausflug für 9a.zip");
    const bytes = await readFile(await download.path());
    const parts = unzipSync(bytes);
    expect(Object.keys(parts)).toEqual([
      "template.json",
      `files/${PICTURE}`,
      "files/Grüße.txt",
      "files/Grüße (2).txt",
      "files/What_ _A_B_.pdf",
    ]);
    const text = strFromU8(parts["template.json"] ?? new Uint8Array());
    expect(JSON.parse(text)).toMatchObject({ version: 1, name: TRIP.name, body: TRIP.body });
    expect(text).not.toContain(sender.email);
    return bytes;
  });

  await test.step("it opens in the editor, unsaved, under another name", async () => {
    await page
      .getByLabel("Template file")
      .setInputFiles({ name: "Ausflug.zip", mimeType: "application/zip", buffer: zip });
    const editor = await opened(page);
    await expect(editor.getByLabel("Template Name")).toHaveValue("Copy of Ausflug für 9a");
    await expect(editor.getByText("You already have a template “Ausflug für 9a”")).toBeVisible();
    await expect(
      editor.getByRole("textbox", { name: "Body" }).getByRole("img", { name: "Karte" }),
    ).toBeVisible();
    await expect(editor.getByText("Added when saved")).toHaveCount(3);
    await look(page, "editor-with-opened-template", { fullPage: false });
    const list = await sender.call<{ templates: object[] }>("GET", "/api/templates");
    expect(list.body.templates).toHaveLength(1);
    await save(page);
    await expect(
      page.getByRole("button", { name: "Copy of Ausflug für 9a", exact: true }),
    ).toBeVisible();
  });

  await test.step("both send the same email", async () => {
    const { body } = await sender.call<{ templates: { id: string }[] }>("GET", "/api/templates");
    const copy = body.templates.find(({ id }) => id !== original)?.id ?? "";
    const [to = ""] = addresses(1);
    const first = await emailOf(sender, original, to);
    expect(await emailOf(sender, copy, to)).toEqual(first);
    expect(first.files).toHaveLength(4);
    expect(first.text).toContain("Montag, 3. Mai 2027");
  });
});

test("nothing in a stranger's file runs or is loaded, and other files are refused in a sentence", async ({
  page,
  sender,
}) => {
  await sender.template();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/app#templates");
  await expect(page.getByRole("button", { name: "Invitation", exact: true })).toBeVisible();
  const run = "Reflect.set(window,'ran',1)";
  const hostile = `<p onclick="${run}">Hello<script>${run}</script><img src="https://spy.example/a.png" onerror="${run}"></p><style>@import "https://spy.example/a.css";</style><svg onload="${run}"><script>${run}</script></svg><iframe srcdoc="&lt;script>${run}&lt;/script>"></iframe><table onmouseover="${run}"><tr><td style="background:url(https://spy.example/b.png)"><a href="java&#115;cript:${run}">here</a><img src="https://spy.example/c.png"></td></tr></table>`;
  const formats = { dateFormat: "iso", timeFormat: "24hr" } as const;
  const fields = { name: "Hostile", subject: "Hello", body: hostile, ...formats };
  const program: SharedFile = {
    name: "tool.exe",
    type: "image/png",
    content: new Uint8Array(Buffer.from("MZ")),
  };

  await drop(page, "hostile.zip", writeTemplateFile(fields, [program]));
  const editor = await opened(page);
  await expect(
    editor.getByText("tool.exe (Skipped: Gmail doesn't accept .exe files)"),
  ).toBeVisible();
  const body = editor.getByRole("textbox", { name: "Body" });
  await expect(body).toContainText("Hello");
  await body.getByText("here").hover();
  await expect(editor.locator("iframe")).toHaveCount(1);
  await save(page);
  const list = await sender.call<{ templates: { id: string; name: string }[] }>(
    "GET",
    "/api/templates",
  );
  const { id = "" } = list.body.templates.find(({ name }) => name === "Hostile") ?? {};
  const stored = await sender.call<{ template: { body: string } }>("GET", `/api/template/${id}`);
  expect(stored.body.template.body).not.toMatch(
    /script|onclick|onmouseover|onerror|spy|svg|iframe/,
  );
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  expect(asked.filter((url) => url.includes("spy.example"))).toEqual([]);

  await drop(page, "a.pdf", Buffer.from("%PDF"));
  await expect(toast(page, /^This isn't a template file\./)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a sent email and a composed one become templates", async ({ page, sender }) => {
  const original = await trip(sender);
  const [to = ""] = addresses(1);
  const first = await emailOf(sender, original, to);
  const [{ id: send = "" } = {}] = await sender.sends();

  await test.step("on the send's page, with its files", async () => {
    await page.goto(`/app#sends/${send}`);
    const button = page.getByRole("button", { name: "Save as template" });
    await expect(button).toBeEnabled();
    await look(page, "send-save-as-template");
    await button.click();
    await expect(toast(page, '"Copy of Ausflug für 9a" created.')).toBeVisible();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const editor = editorOf(page, "Edit Template");
    await expect(editor.getByLabel("Template Name")).toHaveValue("Copy of Ausflug für 9a");
    await editor.getByRole("button", { name: "Cancel" }).click();
    const { body } = await sender.call<{ templates: { id: string }[] }>("GET", "/api/templates");
    const copy = body.templates.find(({ id }) => id !== original)?.id ?? "";
    expect(await emailOf(sender, copy, to)).toEqual(first);
  });

  await test.step("in Bulk Send, with the form's files", async () => {
    await page.goto("/app#bulk-send");
    await page.getByText("Manual", { exact: true }).click();
    await page.getByLabel("Template", { exact: true }).click();
    await page.getByRole("option", { name: "(Compose Manually)" }).click();
    await page.getByRole("textbox", { name: "Subject" }).fill("Composed here");
    await page.getByRole("textbox", { name: "Body" }).fill("Hello {{Name}}");
    await page
      .getByLabel("Additional attachments")
      .setInputFiles({ name: "map.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
    await page.getByRole("button", { name: "Save as template" }).click();
    const editor = await opened(page);
    await expect(editor.getByLabel("Subject Line")).toHaveValue("Composed here");
    await expect(editor.getByText("map.pdf").first()).toBeVisible();
    await editor.getByLabel("Template Name").fill("From the form");
    await save(page);
    await expect(toast(page, '"From the form" saved.')).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Composed here");
    const { body } = await sender.call<{ templates: object[] }>("GET", "/api/templates");
    expect(body.templates).toContainEqual(
      expect.objectContaining({ name: "From the form", attachment_count: 1 }),
    );
  });
});
