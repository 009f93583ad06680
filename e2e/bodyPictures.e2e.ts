import type { Locator, Page } from "@playwright/test";
import { deliveredTo, mailsOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** Pictures in the body: pasted, described, sent to two people, and read in their emails. */
test.use({ signedIn: true });

/** Pastes a picture that the page draws, as a screenshot comes: a file without markup. */
async function pastePicture(page: Page, editor: Locator, color: string): Promise<void> {
  await editor.evaluate(async (element, fill) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1600, height: 800 });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser has no canvas.");
    context.fillStyle = fill;
    context.fillRect(0, 0, 1600, 800);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg"));
    const clipboardData = new DataTransfer();
    // As a camera writes it: with a segment of its own after the first two bytes.
    const parts = [Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 8), "Exif\0\0", blob?.slice(2) ?? ""];
    clipboardData.items.add(new File(parts, "image.jpg", { type: "image/jpeg" }));
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, color);
  await expect(page.getByRole("dialog", { name: "Picture" })).toBeVisible();
}

/** The width of the picture in a preview, once it has loaded. */
const shownWidth = (preview: Locator) =>
  preview
    .frameLocator("iframe")
    .locator("img")
    .evaluate((image: HTMLImageElement) => image.naturalWidth);

test("a pasted picture is described, sent to two people beside an attachment, and shown again after a reload", async ({
  sender,
  page,
}) => {
  await page.goto("/app#bulk-send");
  await page.getByText("Manual", { exact: true }).click();
  await page.getByLabel("Template", { exact: true }).click();
  await page.getByRole("option", { name: "(Compose Manually)" }).click();
  await page
    .getByRole("textbox", { name: "Recipients", exact: true })
    .fill("bo@example.org, cy@example.org");
  await page.getByRole("textbox", { name: "Subject" }).fill("Our map");
  const editor = page.getByRole("textbox", { name: "Body" });
  await editor.fill("This is the way: ");
  await editor.press("End");
  await pastePicture(page, editor, "#1d4ed8");
  const form = page.getByRole("dialog", { name: "Picture" });
  await form.getByLabel("Describe the picture").fill("A map");
  await form.getByText("Medium").click();
  await form.getByRole("button", { name: "Apply" }).click();
  const picture = editor.getByRole("img", { name: "A map" });
  await expect(picture).toHaveAttribute("width", "400");
  await page
    .getByLabel("Additional attachments")
    .setInputFiles({ name: "map.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1") });

  const preview = page.getByRole("region", { name: "Preview" });
  await expect.poll(() => shownWidth(preview)).toBe(1200);
  await page.getByRole("button", { name: /^Send 2 emails/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send 2 emails" }).click();
  await expect(page.getByText("2 sent.").first()).toBeVisible();

  expect(await mailsOf(sender.email)).toHaveLength(2);
  for (const to of ["bo@example.org", "cy@example.org"]) {
    const [mail] = await deliveredTo(sender.email, to);
    const [inline, attached] = mail?.attachments ?? [];
    expect(inline).toMatchObject({
      contentType: "image/jpeg",
      contentDisposition: "inline",
      related: true,
    });
    expect(inline?.filename).toMatch(/^picture-[0-9a-f]{16}\.jpg$/);
    expect(inline?.cid).toBe(inline?.filename);
    expect(attached).toMatchObject({ filename: "map.pdf", contentDisposition: "attachment" });
    expect(mail?.attachments).toHaveLength(2);
    // The parser puts the bytes in place of `cid:`, as a mail program does.
    const [, shown, rest] =
      /<img src="data:image\/jpeg;base64,([^"]*)"([^>]*)>/.exec(mail?.html || "") ?? [];
    expect(shown === inline?.content.toString("base64")).toBe(true);
    expect(rest).toBe(
      ' alt="A map" width="400" style="max-width:100%;height:auto;border:0;width:400px"',
    );
    expect(mail?.text?.trim()).toBe("This is the way: [A map]");
    // Nothing that a camera wrote into it.
    expect(inline?.content.includes("Exif")).toBe(false);
  }

  // The page of the send has the picture from the server. The form has lost its file, and says so.
  await page.goto("/app#sends");
  await page.getByRole("link", { name: /Our map/ }).click();
  await expect.poll(() => shownWidth(page.getByRole("region", { name: "Preview" }))).toBe(1200);
});

test("a template keeps its picture, and a composed email without its file isn't sent", async ({
  sender,
  page,
}) => {
  const id = await sender.template({
    name: "Map",
    subject: "Our map",
    body: "<p>This is the way.</p>",
  });
  await page.goto("/app#templates");
  await page.getByRole("button", { name: "Map", exact: true }).click();
  const editor = page.getByRole("dialog").getByRole("textbox", { name: "Body" });
  await editor.press("End");
  await pastePicture(page, editor, "#c8352b");
  await page.keyboard.type("The red house");
  await page.keyboard.press("Enter");
  await expect(editor.getByRole("img", { name: "The red house" })).toHaveAttribute(
    "src",
    /^data:image\/jpeg/,
  );
  await expect.poll(() => shownWidth(page.getByRole("dialog"))).toBe(1200);
  await page.getByRole("button", { name: "Save Template" }).click();
  await expect(page.getByText('"Map" saved.')).toBeVisible();
  const { body } = await sender.call<{
    template: { body: string; pictures: { original_filename: string }[] };
  }>("GET", `/api/template/${id}`);
  const [stored] = body.template.pictures;
  expect(body.template.body).toContain(
    `<img src="cid:${stored?.original_filename}" alt="The red house"`,
  );

  await page.reload();
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expect(editor.getByRole("img", { name: "The red house" })).toHaveAttribute(
    "src",
    /^data:image\/jpeg/,
  );
  await page.getByRole("button", { name: "Cancel" }).click();

  // A composed email's file is lost with a reload: the editor shows a box, and nothing is sent.
  await page.goto("/app#bulk-send");
  await page.getByText("Manual", { exact: true }).click();
  await page.getByLabel("Template", { exact: true }).click();
  await page.getByRole("option", { name: "(Compose Manually)" }).click();
  await page.getByRole("textbox", { name: "Recipients", exact: true }).fill("bo@example.org");
  await page.getByRole("textbox", { name: "Subject" }).fill("Our map");
  const composed = page.getByRole("textbox", { name: "Body" });
  await composed.fill("Here: ");
  await pastePicture(page, composed, "#17704a");
  await page.keyboard.press("Enter");
  await expect(composed.locator("img")).toHaveAttribute("src", /^data:image\/jpeg/);
  await page.reload();
  await expect(composed.locator("img[data-lost]")).toBeVisible();
  await page.getByRole("button", { name: /^Send 1 email/ }).click();
  await expect(
    page.getByText("A picture in the email is missing. Remove it or insert it again.").first(),
  ).toBeVisible();
  await composed.locator("img").click();
  await page
    .getByRole("dialog", { name: "Picture" })
    .getByRole("button", { name: "Remove" })
    .click();
  await page.getByRole("button", { name: /^Send 1 email/ }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
});
